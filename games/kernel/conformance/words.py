"""Everything can be shown and told, in both languages."""

from collections.abc import Iterator
from xml.etree import ElementTree

from games.kernel.codec import decode
from games.kernel.conformance.play import Play, Stop
from games.kernel.conformance.report import Finding
from games.kernel.text import LANGUAGES, Text

EVERY = 7
"""Pictures are slow to draw: only one stop in so many is looked at, and the last."""


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
        if stop.number % EVERY == 0 or stop.over:
            for what in _shown(play, stop):
                yield play.finding("words", stop.where, what)


def _roles(play: Play) -> list[tuple[str, Text]]:
    scenario = play.title.scenarios[play.scenario]
    return [("scenario", scenario.name), *((f"seat {role.key}", role.name) for role in scenario.seats)]


def _shown(play: Play, stop: Stop) -> Iterator[str]:
    title = play.title
    for seat, data in stop.views.items():
        view = decode(data, title.view_type)
        for language in LANGUAGES:
            if not title.text_board(view, language).strip() or not title.headline(view, language).strip():
                yield f"{seat} has no text board or headline in {language}"
            try:
                root = ElementTree.fromstring(title.board(view, language))  # noqa: S314  # our own picture
            except ElementTree.ParseError as error:
                yield f"the board of {seat} in {language} is no XML: {error}"
                continue
            if not root.tag.endswith("svg"):
                yield f"the board of {seat} in {language} is a <{root.tag}>"
