"""The errors of the kernel: four for players' mistakes about an order, one for replays, one for titles."""

from collections.abc import Iterable

from msgspec import Struct

from games.kernel.text import Text, forbidden_character


class Problem(Struct, frozen=True):
    """One problem of an answer.

    `pointer` is a JSON pointer into the answer ("" is the whole answer); `rule` is the number of the rule that forbids
    the answer, empty if the answer cannot be read at all.
    """

    pointer: str
    code: str
    message: Text
    rule: str = ""


def pointer(*parts: str | int) -> str:
    """Return the JSON pointer (RFC 6901) made of nested keys and indices; "", the whole document, if there are none."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


class GameError(Exception):
    """A player's mistake, with its problems; pages, API and e-mails can all show it."""

    code = "error"

    def __init__(self, *problems: Problem, detail: Text | None = None) -> None:
        self.problems = problems
        self.detail = detail or (problems[0].message if problems else Text(self.code, self.code))
        super().__init__(self.detail.en)

    @property
    def rule(self) -> str:
        """Return the number of the first rule that forbids the answer, or the empty string."""
        return next((problem.rule for problem in self.problems if problem.rule), "")


class Malformed(GameError):
    """The answer does not have the shape that the form requires."""

    code = "malformed"


class Illegal(GameError):
    """The answer can be read, but a rule forbids it."""

    code = "illegal"


class Stale(GameError):
    """The question is closed, or the answer changes a revision that is no longer the latest one."""

    code = "stale"


class NotYours(GameError):
    """The question belongs to another seat."""

    code = "not_yours"


class ReplayDiverged(Exception):
    """A recorded journal does not fit the rules that replay it. The game must be held; the server must not guess."""

    def __init__(self, number: int, recorded: str, found: str) -> None:
        self.number, self.recorded, self.found = number, recorded, found
        super().__init__(f"entry {number}: recorded {recorded}, but the rules ask {found}")


class TitleFault(Exception):
    """A title broke the kernel's contract: an unknown step, an illegal default, a forgotten await."""


def malformed(pointer: str, en: str, ja: str, code: str = "malformed", **values: object) -> Malformed:
    """Return a `Malformed` with a single problem at the JSON pointer `pointer`.

    `en` and `ja` are the message; `values` fill its placeholders.
    """
    return Malformed(Problem(pointer, code, Text(en, ja).format(**values)))


def forbidden_character_problem(at: str, value: str, *, allow_lines: bool = False) -> Problem | None:
    """Return the problem of a text with a control or bidirectional character; None for a valid text.

    `at` is the JSON pointer to the text. `allow_lines` permits line ends and tabs.
    """
    found = forbidden_character(value, allow_lines=allow_lines)
    if not found:
        return None
    sign = f"U+{ord(found):04X}"
    return Problem(
        at,
        "control_character",
        Text(
            "Control and bidirectional characters cannot be written: {sign}.",
            "制御文字や書字方向を変える文字は使えません：{sign}",
        ).format(sign=sign),
    )


def refuse_forbidden_characters(at: str, value: str, *, allow_lines: bool = False) -> None:
    """Raise `Malformed` for a text with a control or bidirectional character.

    `at` is the JSON pointer to the text. `allow_lines` permits line ends and tabs.
    """
    problem = forbidden_character_problem(at, value, allow_lines=allow_lines)
    if problem is not None:
        raise Malformed(problem)


def raise_problems(problems: Iterable[Problem]) -> None:
    """Raise `Illegal` with all problems, if there are any."""
    found = tuple(problems)
    if found:
        raise Illegal(*found)
