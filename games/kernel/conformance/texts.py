"""Texts: every position can be displayed and every event narrated, in both languages."""

from collections.abc import Iterator
from itertools import product
from xml.parsers import expat

from games.kernel.codec import decode
from games.kernel.conformance.play import Play, Stop
from games.kernel.conformance.report import Finding
from games.kernel.events import Event
from games.kernel.text import LANGUAGES, Text

EVERY = 3
"""Every third stop is checked, for one audience and one language in turn; the first and the last stop for all of them.
The reason is that drawing pictures is slow.
"""


EMPHASES = ("", "sinking", "capture", "points")
"""The allowed reasons to emphasize a line of the log."""


def check_texts(play: Play) -> Iterator[Finding]:
    """Check that boards are pictures, and that texts are complete.

    No text board or headline is empty, and each line exists in both languages.
    """
    title = play.title
    for name, text in (("title", title.name), ("summary", title.summary), *_roles(play), *_names(play)):
        if not text.en or not text.ja:
            yield play.finding("words", name, "lacks a language")
    for stop in play.stops:
        for event in stop.events:
            for form in event.event.variants:
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
    """Return the names of options, steps and parts of the picture: (description, name)."""
    title = play.title
    named = {
        "option": title.options.names,
        "note on": title.options.notes,
        "step": title.presentation.phases,
        "part": title.presentation.picture_parts,
    }
    return ((f"{what} {key}", text) for what, texts in named.items() for key, text in texts.items())


def _told(play: Play, event: Event) -> Iterator[str]:
    title = play.title
    lines = [title.presentation.describe_event(event, language) for language in LANGUAGES]
    if any(lines) and not all(lines):
        yield f"is told in one language only: {lines}"
    headings = [title.presentation.group_title(event, language) for language in LANGUAGES]
    if any(headings) and not all(headings):
        yield f"heads the log in one language only: {headings}"
    if title.presentation.emphasis(event) not in EMPHASES:
        yield f"stands out as {title.presentation.emphasis(event)!r}: a log knows {', '.join(filter(None, EMPHASES))}"


def _looked_at(stop: Stop) -> list[tuple[str, str]]:
    """Return the pairs of audience and language for which a stop is checked."""
    pairs = list(product(stop.views, LANGUAGES))
    if stop.is_over or stop.number == 0:
        return pairs
    turn, rest = divmod(stop.number, EVERY)
    return [] if rest else [pairs[turn % len(pairs)]]


def _shown(play: Play, data: bytes, language: str) -> Iterator[str]:
    title = play.title
    view = decode(data, title.secrecy.view_type)
    if (
        not title.presentation.text_board(view, language).strip()
        or not title.presentation.headline(view, language).strip()
    ):
        yield "has no text board or headline"
    if error := _no_picture(title.presentation.render_board(view, language).svg()):
        yield f"has a board that is no XML ({error})"


def _in_a_letter(play: Play) -> Iterator[str]:
    """Check the e-mail's picture of the last stop, for one audience and language, which depend on the seed."""
    title = play.title
    if title.presentation.email_picture is None or not play.stops:
        return
    pairs = list(product(play.stops[-1].views.items(), LANGUAGES))
    (seat, data), language = pairs[play.seed % len(pairs)]
    if error := _no_picture(title.presentation.email_picture(decode(data, title.secrecy.view_type), language).svg()):
        yield f"{seat} has a glance that is no XML ({error}) in {language}"


def _no_picture(svg: str) -> str:
    """Return why an SVG is not well-formed XML; empty if it is."""
    try:
        expat.ParserCreate(namespace_separator="}").Parse(svg, True)
    except expat.ExpatError as error:
        return str(error)
    return ""
