"""The number of e-mails with questions that a player receives for each turn, by tempo."""

from games.kernel.text import Text
from games.kernel.title_parts import Tempo, TempoMode

TEMPO = Tempo(
    option="tempo",
    with_deadlines="sealed",
    unit=Text("turn", "ターン"),
    modes=(
        TempoMode(Text("plan and reactions given at once", "計画とリアクションを同時に提出する"), "1.0", "sealed"),
        TempoMode(Text("each reaction asked as it comes", "リアクションをその都度たずねる"), "2.2", "interactive"),
    ),
)
