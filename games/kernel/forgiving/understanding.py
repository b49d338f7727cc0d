"""What the lines of a letter come to, and why some of them are refused."""

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.kernel.unordered import Manner


class Refused(Struct, frozen=True):
    """A line that is no order: as it was written, what is wrong with it, and the names that come nearest to it.
    `whole`: each of these lines can be read, and it is together that they are no answer.
    """

    written: str
    problems: tuple[Problem, ...]
    nearest: tuple[Text, ...] = ()
    whole: bool = False


class Understanding(Struct, frozen=True):
    """What lines come to: `text` in the notation (None: nothing of it can be given), and what was refused. `resting`:
    who does, as the lines say, what whoever has no order does, and therefore has none; `manner` is what that is.
    """

    text: str | None
    refused: tuple[Refused, ...] = ()
    resting: tuple[Text, ...] = ()
    manner: Manner = "stays"
