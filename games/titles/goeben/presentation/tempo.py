"""How many e-mails with questions a player receives, for each way to answer."""

from games.kernel.text import Text
from games.kernel.title_parts import Tempo, TempoMode

TEMPO = Tempo(
    unit=Text("day", "1日"),
    modes=(
        TempoMode(
            Text("one plan a day, and battles by the doctrine unless you want to be asked",
                 "1日1つの計画。海戦は、確認を求めない限り戦闘方針に従う"), "1.6",
        ),
    ),
)  # fmt: skip
