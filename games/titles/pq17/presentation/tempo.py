"""How many e-mails with questions a player receives, for each way to answer."""

from games.kernel.text import Text
from games.kernel.title_parts import Tempo, TempoMode

TEMPO = Tempo(
    unit=Text("turn", "ターン"),
    modes=(
        TempoMode(Text("everything asked", "すべての質問に答える"), "2.3"),
        TempoMode(Text("with standing instructions", "常時指示を使う"), "1.2"),
    ),
)
