"""The number of e-mails with questions that a player receives for each turn, by way of answering."""

from games.kernel.text import Text
from games.kernel.title_parts import Tempo, TempoMode

TEMPO = Tempo(
    unit=Text("turn", "ターン"),
    modes=(
        TempoMode(Text("everything asked", "すべての質問に答える"), "1.8"),
        TempoMode(Text("with fire plans", "射撃計画を使う"), "1.2"),
        TempoMode(Text("with fire plans and courses as standing orders", "射撃計画と針路を予約命令にする"), "0.9"),
    ),
)
