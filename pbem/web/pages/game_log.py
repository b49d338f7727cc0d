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
"""The minimum number of newest stops that are open; the headings before them are folded."""
EMPHASIS_LABELS = {
    "sinking": gettext_lazy("Sunk"),
    "capture": gettext_lazy("Captured"),
    "points": gettext_lazy("Points"),
}


@dataclass(frozen=True)
class LogEntry:
    """A line of the log; `mark` is its emphasis as a word, `kind` as a CSS class (both may be empty).

    Consecutive repetitions become one line with `times`; `event` and `last` are the audience's numbers of the first
    and the last event.
    """

    text: str
    kind: str = ""
    mark: str = ""
    undone: bool = False
    times: int = 1
    event: int = 0
    last: int = 0


@dataclass
class LogPhase:
    """The events of one phase of a stop; the name is empty if the title has none."""

    name: str
    lines: list[LogEntry] = field(default_factory=list)


@dataclass
class LogStop:
    """The events of one of the audience's stops, in order; `asked` names what the reader's seat was asked there."""

    stop: int
    at: datetime
    phases: list[LogPhase] = field(default_factory=list)
    asked: str = ""

    @property
    def undone(self) -> bool:
        """True if a rewind has undone all of it."""
        return all(line.undone for phase in self.phases for line in phase.lines)


@dataclass
class LogChapter:
    """A turn or a day: its heading (empty if unknown) and its stops, the newest first."""

    heading: str
    stops: list[LogStop] = field(default_factory=list)
    open: bool = False

    @property
    def undone(self) -> bool:
        """True if a rewind has undone all of it."""
        return all(stop.undone for stop in self.stops)


def group_by_stop(access: Access, events: list[AudienceEvent], language: str) -> list[LogStop]:
    """Return events in words, the newest stop first; stops without text are left out."""
    whole = LogChapter("")
    for event in events:
        _write(whole, access, event, build_log_line(access.game, event, language), language)
    return whole.stops[::-1]


def build_log(access: Access, events: list[AudienceEvent], language: str) -> list[LogChapter]:
    """Return the log under the title's headings, the newest first; the newest headings are open.

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
    """Set the names of the questions of each stop: where its events end, if they stand under several headings."""
    last = {stop.stop: stop for stop in stops}
    title = registry.game_title(access.game)
    for number, kinds in list_own_questions(access, last.keys()).items():
        last[number].asked = ", ".join(get_question_name(title, kind, language) for kind in kinds)


def _write(chapter: LogChapter, access: Access, event: AudienceEvent, line: LogLine, language: str) -> None:
    """Add a line to its phase."""
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
    """Open the newest chapters up to that number of stops; a long one without a heading is split."""
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
