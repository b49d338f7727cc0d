"""Draw a Mermaid sequence diagram as SVG, without a browser: participants, messages and notes."""

import re
from dataclasses import dataclass
from html import escape

COLUMN, ROW, TOP, SIDE = 170, 40, 56, 84
"""Distances in pixels: between participants, between messages, above the first message, left of the first line."""
_PARTICIPANT = re.compile(r"participant (\w+) as (.+)")
_MESSAGE = re.compile(r"(\w+)(-{1,2})(>>|\))(\w+): (.+)")
_NOTE = re.compile(r"Note over (\w+),(\w+): (.+)")


@dataclass(frozen=True, kw_only=True)
class Step:
    """A message between two participants, or a note over both."""

    start: str
    end: str
    text: str
    kind: str
    """``call``, ``reply`` (dashed), ``async`` (open arrow) or ``note``."""


def parse(source: str) -> tuple[dict[str, str], list[Step]]:
    """Return the titles of the participants by their names, and the steps, of the source text of a diagram.

    Raises ValueError for a line that is neither a participant nor a step.
    """
    participants: dict[str, str] = {}
    steps = []
    for line in (line.strip() for line in source.splitlines()):
        if found := _PARTICIPANT.fullmatch(line):
            participants[found[1]] = found[2]
        elif found := _MESSAGE.fullmatch(line):
            kind = "async" if found[3] == ")" else "reply" if found[2] == "--" else "call"
            steps.append(Step(start=found[1], end=found[4], text=found[5], kind=kind))
        elif found := _NOTE.fullmatch(line):
            steps.append(Step(start=found[1], end=found[2], text=found[3], kind="note"))
        elif line not in ("", "sequenceDiagram"):
            raise ValueError(f"unknown line in a sequence diagram: {line}")
    return participants, steps


def draw(source: str) -> str:
    """Return the diagram as one SVG element, with a description for screen readers."""
    participants, steps = parse(source)
    places = {name: SIDE + COLUMN * number for number, name in enumerate(participants)}
    width, height = 2 * SIDE + COLUMN * (len(places) - 1), TOP + ROW * (len(steps) + 1)
    said = "; ".join(f"{participants[step.start]} to {participants[step.end]}: {step.text}" for step in steps)
    parts = [
        f'<svg class="sequence" viewBox="0 0 {width} {height}" role="img" xmlns="http://www.w3.org/2000/svg">',
        f"<title>{escape(said)}</title>",
        *(_column(participants[name], x, height) for name, x in places.items()),
        *(_step(step, places, TOP + ROW * number) for number, step in enumerate(steps, start=1)),
        "</svg>",
    ]
    return "".join(parts)


def _column(title: str, x: int, height: int) -> str:
    box = f'<rect x="{x - 75}" y="8" width="150" height="32" rx="4"/>'
    return f'{box}<text x="{x}" y="29">{escape(title)}</text><path d="M{x} 40V{height}" class="line"/>'


def _step(step: Step, places: dict[str, int], y: int) -> str:
    start, end = places[step.start], places[step.end]
    text = f'<text x="{(start + end) / 2:g}" y="{y - 7}">{escape(step.text)}</text>'
    if step.kind == "note":
        left, right = min(start, end) - 60, max(start, end) + 60
        note = f'<rect x="{left}" y="{y - 25}" width="{right - left}" height="30" class="note"/>'
        return note + text
    if start == end:
        text = f'<text x="{start + 8}" y="{y - 12}" class="own">{escape(step.text)}</text>'
        return f'<path d="M{start} {y - 8}h36v12h-30" class="{step.kind}"/>{_head(start, y + 4, 1, step.kind)}{text}'
    side = 1 if end < start else -1
    return f'<path d="M{start} {y}H{end}" class="{step.kind}"/>{_head(end, y, side, step.kind)}{text}'


def _head(x: int, y: int, side: int, kind: str) -> str:
    """Return the SVG of an arrow head at a point; `side` is 1 if the arrow comes from the right, else -1."""
    shape = f"M{x + 8 * side} {y - 4}L{x} {y}l{8 * side} 4"
    return f'<path d="{shape}" class="{"line" if kind == "async" else "head"}"/>'
