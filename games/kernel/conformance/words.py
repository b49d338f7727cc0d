"""Everything can be shown and told, in both languages."""

from collections.abc import Iterator
from itertools import product
from xml.parsers import expat

from games.kernel.codec import decode
from games.kernel.conformance.play import Play, Stop
from games.kernel.conformance.report import Finding
from games.kernel.events import Event
from games.kernel.text import LANGUAGES, Text

EVERY = 3
"""Pictures are slow to draw: at one stop in so many one pair of eyes and one language are looked at, by turns; all of
them at the first stop and the last."""


STRESSES = ("", "sinking", "capture", "points")
"""What makes a line of the log stand out."""


def words(play: Play) -> Iterator[Finding]:
    """Boards are pictures, text boards and headlines say something, and every event has a line or is silent in both."""
    title = play.title
    for name, text in (("title", title.name), ("summary", title.summary), *_roles(play), *_names(play)):
        if not text.en or not text.ja:
            yield play.finding("words", name, "lacks a language")
    for stop in play.stops:
        for event in stop.events:
            for form in event.told.forms:
                for what in _told(play, form.event):
                    yield play.finding("words", stop.where, f"{form.event!r} {what}")
        for seat, language in _looked_at(stop):
            for what in _shown(play, stop.views[seat], language):
                yield play.finding("words", stop.where, f"{seat} {what} in {language}")
    for what in _in_a_letter(play):
        yield play.finding("words", play.stops[-1].where, what)


def _roles(play: Play) -> list[tuple[str, Text]]:
    scenario = play.title.scenarios[play.scenario]
    return [("scenario", scenario.name), *((f"seat {role.key}", role.name) for role in scenario.seats)]


def _names(play: Play) -> Iterator[tuple[str, Text]]:
    """What else the title has names for."""
    title = play.title
    named = {"option": title.option_names, "note on": title.option_notes, "step": title.phases, "part": title.parts}
    return ((f"{what} {key}", text) for what, texts in named.items() for key, text in texts.items())


def _told(play: Play, event: Event) -> Iterator[str]:
    title = play.title
    lines = [title.tell(event, language) for language in LANGUAGES]
    if any(lines) and not all(lines):
        yield f"is told in one language only: {lines}"
    headings = [title.heading(event, language) for language in LANGUAGES]
    if any(headings) and not all(headings):
        yield f"heads the log in one language only: {headings}"
    if title.stress(event) not in STRESSES:
        yield f"stands out as {title.stress(event)!r}: a log knows {', '.join(filter(None, STRESSES))}"


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
    if error := _no_picture(title.drawn(view, language).svg()):
        yield f"has a board that is no XML ({error})"


def _in_a_letter(play: Play) -> Iterator[str]:
    """What of the board a letter shows, through one pair of eyes when all is over, by turns from game to game."""
    title = play.title
    if title.glance is None or not play.stops:
        return
    pairs = list(product(play.stops[-1].views.items(), LANGUAGES))
    (seat, data), language = pairs[play.seed % len(pairs)]
    if error := _no_picture(title.glance(decode(data, title.view_type), language).svg()):
        yield f"{seat} has a glance that is no XML ({error}) in {language}"


def _no_picture(svg: str) -> str:
    """Why it is none; nothing if it is one."""
    try:
        expat.ParserCreate(namespace_separator="}").Parse(svg, True)
    except expat.ExpatError as error:
        return str(error)
    return ""
