"""How many e-mails with questions a player receives, for each way to answer."""

from games.kernel.text import Text
from games.kernel.title_parts import Tempo, TempoWay

TEMPO = Tempo(
    unit=Text("turn", "ターン"),
    ways=(
        TempoWay(Text("everything asked", "すべての質問に答える"), "2.3"),
        TempoWay(Text("with standing instructions", "常時指示を使う"), "1.2"),
    ),
)
