"""How often the title asks its players, in e-mails for each turn of a player."""

from games.kernel.text import Text
from games.kernel.title_parts import Tempo, TempoWay

TEMPO = Tempo(
    unit=Text("turn", "ターン"),
    ways=(
        TempoWay(Text("everything asked", "すべての質問に答える"), "2.3"),
        TempoWay(Text("with standing instructions", "常時指示を使う"), "1.2"),
    ),
)
