"""7.1, 7.1a Courses by steps: `ahead 2, port, ahead 1`; of several turns, with a semicolon between: `ahead 4; on 3`.

They may be said as people say them, too: `2 ahead, then turn to port and go 1 ahead`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.titles.battleships.box import hexes

LONGEST = 80
"""Letters and signs of such a course."""
MOST_TURNS = 8
"""Turns for which courses may be laid."""
ON = "on"
"""A turn in which course and speed are held."""
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
"""Courses by steps as they are always written."""
_STEP = re.compile(r"(?P<before>\d{0,3})\s*(?P<word>[^\W\d]+)\s*(?P<behind>\d{0,3})")
_BETWEEN = re.compile(r"(?:[,、]|\b(?:and|then)\b)(?:\s*(?:[,、]|\b(?:and|then)\b))*")
"""What parts one step from the next."""
_SAYS_NOTHING = re.compile(
    r"\b(?:turns?|steers?|to|at|the|her|its|go(?:es)?|straight|(?:in|de)creases?|reduces?|raises?|hex(?:es)?|degrees?)\b|°|回頭|ヘクス|度|[にへを]|する$|します$"
)
"""Words of a step beside its word and its number."""
_ANGLES = {"60": 1, "120": 2, "180": 3}
"""Degrees of a turn, by its hexsides."""


class Step(NamedTuple):
    """A step: ahead so many hexes, a turn by so many hexsides, or so many turns on as before."""

    word: str
    times: int

    def __str__(self) -> str:
        return self.word if self.times == 1 and self.word != "ahead" else f"{self.word} {self.times}"


Part = tuple[Step, ...]
"""The steps of one turn."""


class Misread(ValueError):
    """A course by steps that says nothing; its words name what is wrong."""


def parts_of(text: str) -> tuple[Part, ...]:
    """The steps turn by turn. Raises Misread."""
    found = [part for words in text.replace("；", ";").split(";") for part in _turns(words)]
    if len(found) > MOST_TURNS:
        raise Misread(str(MOST_TURNS))
    return tuple(found)


def _turns(words: str) -> Iterator[Part]:
    """The turns that one part stands for: `on 3` for three."""
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
    """How often a step is taken, by the number before or behind it; 0 for what is no number of steps."""
    said = before or behind or "1"
    if before and behind:
        return 0
    return _ANGLES[said] if turns and said in _ANGLES else int(said)


def written(parts: tuple[Part, ...]) -> str:
    """The course as it is always written."""
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
    """7.1a The hexes that are entered by the steps of a turn."""
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
