"""The log of a game: an audience's events under headings by turn or day and phase, the newest first."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import registry
from games.selectors.access import Access
from games.selectors.events import AudienceEvent, LogLine, build_log_line, get_phase_name, list_own_questions
from pbem.web.pages.game_lines import get_question_name

OPEN_STOPS = 6
"""The newest headings are unfolded until they have this number of stops; all older headings are folded."""
EMPHASIS_LABELS = {
    "sinking": gettext_lazy("Sunk"),
    "capture": gettext_lazy("Captured"),
    "points": gettext_lazy("Points"),
}


@dataclass(frozen=True)
class LogEntry:
    """A line of the log: one event, or consecutive events with the same text."""

    text: str
    """The event in words."""
    kind: str = ""
    """The event's emphasis as a CSS class; empty without emphasis."""
    mark: str = ""
    """The event's emphasis as a word; empty without emphasis."""
    undone: bool = False
    """True if a rewind has undone the event."""
    times: int = 1
    """The number of events with this text."""
    event: int = 0
    """The number of the first event, as the audience counts events."""
    last: int = 0
    """The number of the last event."""


@dataclass
class LogPhase:
    """The events of one stop in one phase of the game."""

    name: str
    """The name of the phase; empty if the title has none."""
    lines: list[LogEntry] = field(default_factory=list)
    """The lines of the log, in the order of the events."""


@dataclass
class LogStop:
    """The events at one of the audience's stops (positions in which the game waited for answers), in order."""

    stop: int
    """The number of the stop, as the audience counts stops."""
    at: datetime
    """The time of the stop."""
    phases: list[LogPhase] = field(default_factory=list)
    """The events by phase."""
    asked: str = ""
    """The names of the questions to the reader's seat at this stop; empty if there were none."""

    @property
    def undone(self) -> bool:
        """True if a rewind has undone all events of the stop."""
        return all(line.undone for phase in self.phases for line in phase.lines)


@dataclass
class LogChapter:
    """A part of the log under one heading, such as a turn or a day."""

    heading: str
    """The heading; empty if it is unknown."""
    stops: list[LogStop] = field(default_factory=list)
    """The stops under the heading, the newest first."""
    open: bool = False
    """True if the page shows the part unfolded."""

    @property
    def undone(self) -> bool:
        """True if a rewind has undone all events under the heading."""
        return all(stop.undone for stop in self.stops)


def group_by_stop(access: Access, events: list[AudienceEvent], language: str) -> list[LogStop]:
    """Return events in words, grouped by stop, the newest stop first; stops without text are left out."""
    whole = LogChapter("")
    for event in events:
        _write(whole, access, event, build_log_line(access.game, event, language), language)
    return whole.stops[::-1]


def build_log(access: Access, events: list[AudienceEvent], language: str) -> list[LogChapter]:
    """Return events in words under the title's headings, the newest first; the newest headings are unfolded.

    After a rewind the log continues under the heading of the position that the game returned to.
    """
    chapters, standing = [LogChapter("")], ""
    for event in events:
        line = build_log_line(access.game, event, language)
        heading = line.group_title
        if not heading and not event.undone and chapters[-1].heading != standing:
            heading = standing
        if heading:
            chapters.append(LogChapter(heading))
        if not event.undone:
            standing = chapters[-1].heading
        _write(chapters[-1], access, event, line, language)
    _name_questions(access, [stop for one in chapters for stop in one.stops], language)
    told = [LogChapter(one.heading, one.stops[::-1]) for one in reversed(chapters) if one.stops]
    return _folded(told)


def _name_questions(access: Access, stops: list[LogStop], language: str) -> None:
    """Set `asked` of the stops; of a stop whose events are under several headings, only of the last part."""
    last = {stop.stop: stop for stop in stops}
    title = registry.game_title(access.game)
    for number, kinds in list_own_questions(access, last.keys()).items():
        last[number].asked = ", ".join(get_question_name(title, kind, language) for kind in kinds)


def _write(chapter: LogChapter, access: Access, event: AudienceEvent, line: LogLine, language: str) -> None:
    """Add the line of an event to the chapter, under the event's stop and phase."""
    if not line.text:
        return
    if not chapter.stops or chapter.stops[-1].stop != event.stop:
        chapter.stops.append(LogStop(event.stop, event.at))
    phases, name = chapter.stops[-1].phases, get_phase_name(access.game, event.step, language)
    if not phases or phases[-1].name != name:
        phases.append(LogPhase(name))
    mark = str(EMPHASIS_LABELS.get(line.emphasis, ""))
    number, lines = event.number, phases[-1].lines
    told = LogEntry(line.text, line.emphasis, mark, event.undone, event=number, last=number)
    if lines and replace(lines[-1], times=1, event=number, last=number) == told:
        lines[-1] = replace(lines[-1], times=lines[-1].times + 1, last=number)
    else:
        lines.append(told)


def _folded(chapters: list[LogChapter]) -> list[LogChapter]:
    """Unfold the newest chapters until they have `OPEN_STOPS` stops; a longer first one without a heading is split."""
    if chapters and not chapters[0].heading and len(chapters[0].stops) > OPEN_STOPS:
        first = chapters[0]
        rest = LogChapter(_("Earlier"), first.stops[OPEN_STOPS:])
        chapters = [LogChapter("", first.stops[:OPEN_STOPS]), rest, *chapters[1:]]
    shown = 0
    for chapter in chapters:
        chapter.open = shown < OPEN_STOPS and chapter.heading != _("Earlier")
        shown += len(chapter.stops)
    for chapter in chapters:
        chapter.heading = chapter.heading or ("" if chapter.open else _("Earlier"))
    return chapters
