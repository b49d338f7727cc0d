"""7.1, 7.1a Courses in steps: ``ahead 2, port, ahead 1``. A semicolon separates turns: ``ahead 4; on 3``.

Everyday wording is accepted too: ``2 ahead, then turn to port and go 1 ahead``.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.titles.battleships.components import hexes

LONGEST = 80
"""The greatest length of a course in steps, in characters."""
MOST_TURNS = 8
"""The largest number of turns of a course."""
ON = "on"
"""The word for a turn in which a ship keeps its course and speed."""
WORDS = {
    "ahead": "ahead", "forward": "ahead", "port": "port", "left": "port", "starboard": "starboard",
    "right": "starboard", "about": "about", "on": ON, "stop": "stop", "stops": "stop", "speed": "ahead",
    "slow": "ahead", "slows": "ahead", "速度": "ahead", "速力": "ahead",
    "前進": "ahead", "左": "port", "左舷": "port", "右": "starboard", "右舷": "starboard", "反転": "about", "直進": ON,
    "停止": "stop",
}  # fmt: skip
SHARPEST, MOST_AHEAD = 3, 9
_HELD = rf"(on|stop)( [2-{MOST_TURNS}])?"
_AHEAD = rf"((port|starboard)( [2-{SHARPEST}])?, )?ahead [1-{MOST_AHEAD}]"
_PART = rf"({_HELD}|{_AHEAD}(, {_AHEAD})*)"
PATTERN = f"^{_PART}(; {_PART})*$"
"""Matches a course in steps in its normal form."""
_STEP = re.compile(r"(?P<before>\d{0,3})\s*(?P<word>[^\W\d]+)\s*(?P<behind>\d{0,3})")
_BETWEEN = re.compile(r"(?:[,、]|\b(?:and|then)\b)(?:\s*(?:[,、]|\b(?:and|then)\b))*")
"""Matches the separators between steps."""
_SAYS_NOTHING = re.compile(
    r"\b(?:turns?|steers?|to|at|the|her|its|go(?:es)?|straight|(?:in|de)creases?|reduces?|raises?|hex(?:es)?|degrees?)\b|°|回頭|ヘクス|度|[にへを]|する$|します$"
)
"""Matches the words of a step, besides its verb and number, that are ignored."""
_ANGLES = {"60": 1, "120": 2, "180": 3}
"""The number of hexsides of a turn, by its angle in degrees."""


class Step(NamedTuple):
    """A step of a course.

    `word` is "ahead", "port", "starboard", "stop", or "on" (keep course and speed). `times` is the number of hexes,
    hexsides or turns of the game.
    """

    word: str
    times: int

    def __str__(self) -> str:
        return self.word if self.times == 1 and self.word != "ahead" else f"{self.word} {self.times}"


Part = tuple[Step, ...]
"""The steps of one turn."""


class Misread(ValueError):
    """A course in steps cannot be read; the message names the problem."""


def parts_of(text: str) -> tuple[Part, ...]:
    """Return the steps of each turn of a course in steps. Raise Misread if it cannot be read."""
    found = [part for words in text.replace("；", ";").split(";") for part in _turns(words)]
    if len(found) > MOST_TURNS:
        raise Misread(str(MOST_TURNS))
    return tuple(found)


def _turns(words: str) -> Iterator[Part]:
    """Yield the turns that one part of a course means, each as its steps: three turns for ``on 3``."""
    steps = [_step(word) for word in _BETWEEN.split(words.lower())]
    if steps[0].word in (ON, "stop"):
        if len(steps) > 1:
            raise Misread(words.strip())
        yield from [(Step(steps[0].word, 1),)] * steps[0].times
        return
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        advances = step.word == "ahead"
        if step.word in (ON, "stop") or (not advances and (after is None or after.word != "ahead")):
            raise Misread(words.strip())
    yield tuple(steps)


@lru_cache(maxsize=1024)
def _step(word: str) -> Step:
    match = _STEP.fullmatch(_SAYS_NOTHING.sub("", word).strip())
    name = WORDS.get(match["word"], "") if match else ""
    turns = name in ("port", "starboard", "about")
    count = _count(match["before"], match["behind"], turns=turns) if match else 0
    if name == "about":
        name, count = "port", SHARPEST if count == 1 else 0
    most = SHARPEST if turns else MOST_AHEAD
    if not name or not 1 <= count <= most:
        raise Misread(word.strip())
    return Step(name, count)


def _count(before: str, behind: str, *, turns: bool) -> int:
    """Return how often a step is made: the number before or behind its word, 1 without a number, 0 for two numbers.

    If the step `turns` the ship, an angle such as 60 counts as a number of hexsides.
    """
    said = before or behind or "1"
    if before and behind:
        return 0
    return _ANGLES[said] if turns and said in _ANGLES else int(said)


def written(parts: tuple[Part, ...]) -> str:
    """Return the text of a course in its normal form."""
    found: list[str] = []
    run = 0
    for at, part in enumerate(parts):
        if part[0].word in (ON, "stop"):
            run += 1
            if at + 1 < len(parts) and parts[at + 1] == part:
                continue
            found.append(str(Step(part[0].word, run)))
            run = 0
        else:
            found.append(", ".join(map(str, part)))
    return "; ".join(found)


def entered(part: Part, at: str, heading: str) -> tuple[str, ...]:
    """7.1a Return the hexes that a ship enters by the steps of one turn (ahead, port and starboard).

    Before the turn, the ship is in the hex `at` with the heading `heading`, A to F.
    """
    way: list[str] = []
    facing = hexes.HEADINGS.index(heading)
    for step in part:
        if step.word == "ahead":
            for _ in range(step.times):
                at = hexes.neighbour(at, hexes.HEADINGS[facing])
                way.append(at)
        else:
            facing = (facing + (step.times if step.word == "starboard" else -step.times)) % len(hexes.HEADINGS)
    return tuple(way)
