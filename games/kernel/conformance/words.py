"""Everything can be shown and told, in both languages."""

from collections.abc import Iterator
from itertools import product
from xml.parsers import expat

from games.kernel.codec import decode
from games.kernel.conformance.play import Play, Stop
from games.kernel.conformance.report import Finding
from games.kernel.text import LANGUAGES, Text

EVERY = 3
"""Pictures are slow to draw: at one stop in so many one pair of eyes and one language are looked at, by turns; all of
them at the first stop and the last."""


def words(play: Play) -> Iterator[Finding]:
    """Boards are pictures, text boards and headlines say something, and every event has a line or is silent in both."""
    title = play.title
    for name, text in (("title", title.name), ("summary", title.summary), *_roles(play)):
        if not text.en or not text.ja:
            yield play.finding("words", name, "lacks a language")
    for stop in play.stops:
        for event in stop.events:
            for form in event.told.forms:
                lines = [title.tell(form.event, language) for language in LANGUAGES]
                if any(lines) and not all(lines):
                    yield play.finding("words", stop.where, f"{form.event!r} is told in one language only: {lines}")
        for seat, language in _looked_at(stop):
            for what in _shown(play, stop.views[seat], language):
                yield play.finding("words", stop.where, f"{seat} {what} in {language}")


def _roles(play: Play) -> list[tuple[str, Text]]:
    scenario = play.title.scenarios[play.scenario]
    return [("scenario", scenario.name), *((f"seat {role.key}", role.name) for role in scenario.seats)]


def _looked_at(stop: Stop) -> list[tuple[str, str]]:
    """Through whose eyes, and in which language."""
    pairs = list(product(stop.views, LANGUAGES))
    if stop.over or stop.number == 0:
        return pairs
    turn, rest = divmod(stop.number, EVERY)
    return [] if rest else [pairs[turn % len(pairs)]]


def _shown(play: Play, data: bytes, language: str) -> Iterator[str]:
    title = play.title
    view = decode(data, title.view_type)
    if not title.text_board(view, language).strip() or not title.headline(view, language).strip():
        yield "has no text board or headline"
    try:
        expat.ParserCreate(namespace_separator="}").Parse(title.drawn(view, language).svg(), True)
    except expat.ExpatError as error:
        yield f"has a board that is no XML ({error})"
