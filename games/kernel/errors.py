"""The four ways to be wrong about an order, and the one way a replay can be."""

from collections.abc import Iterable

from msgspec import Struct

from games.kernel.text import Text, unfit


class Problem(Struct, frozen=True):
    """One thing wrong with an answer.

    `pointer` is a JSON pointer into the answer ("" is the whole of it); `rule` is the number of the rule that forbids,
    empty where the answer cannot be read at all.
    """

    pointer: str
    code: str
    message: Text
    rule: str = ""


def pointer(*parts: str | int) -> str:
    """The JSON pointer (RFC 6901) to a member of a member …; of nothing, the whole."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


class GameError(Exception):
    """What a player did wrong, in a form that every channel can show."""

    code = "error"

    def __init__(self, *problems: Problem, detail: Text | None = None) -> None:
        self.problems = problems
        self.detail = detail or (problems[0].message if problems else Text(self.code, self.code))
        super().__init__(self.detail.en)

    @property
    def rule(self) -> str:
        """The number of the first rule that forbids, or the empty string."""
        return next((problem.rule for problem in self.problems if problem.rule), "")


class Malformed(GameError):
    """Not understood: the answer has not the shape that the form asks for."""

    code = "malformed"


class Illegal(GameError):
    """Understood, but a rule forbids it."""

    code = "illegal"


class Stale(GameError):
    """The question is closed, or the answer builds on a revision that was replaced."""

    code = "stale"


class NotYours(GameError):
    """The question is another seat's."""

    code = "not_yours"


class ReplayDiverged(Exception):
    """A recorded journal does not fit the rules that replay it: the game must be held, nothing may be guessed."""

    def __init__(self, number: int, recorded: str, found: str) -> None:
        self.number, self.recorded, self.found = number, recorded, found
        super().__init__(f"entry {number}: recorded {recorded}, but the rules ask {found}")


class TitleFault(Exception):
    """A title broke the kernel's contract: an unknown step, an illegal default, a forgotten await."""


def malformed(pointer: str, en: str, ja: str, code: str = "malformed") -> Malformed:
    """A `Malformed` with a single problem."""
    return Malformed(Problem(pointer, code, Text(en, ja)))


def unfit_text(at: str, value: str, *, lines: bool = False) -> Problem | None:
    """The problem of a text that holds a control or bidirectional character, its place named; None for a fit one."""
    found = unfit(value, lines=lines)
    if not found:
        return None
    sign = f"U+{ord(found):04X}"
    return Problem(
        at,
        "control_character",
        Text(
            f"Control and bidirectional characters cannot be written: {sign}.",
            f"制御文字や書字方向を変える文字は使えません: {sign}",
        ),
    )


def refuse_unfit(at: str, value: str, *, lines: bool = False) -> None:
    """Raise `Malformed` for a text that holds a control or bidirectional character."""
    problem = unfit_text(at, value, lines=lines)
    if problem is not None:
        raise Malformed(problem)


def refuse(problems: Iterable[Problem]) -> None:
    """Raise `Illegal` with all problems, if there are any."""
    found = tuple(problems)
    if found:
        raise Illegal(*found)
