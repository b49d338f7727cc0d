"""The log of a game: what an audience was told, under headings by turn or day and phase, the newest first."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.selectors.access import Access
from games.selectors.events import LogLine, SeenEvent, log_line, phase_name

STOPS_OPEN = 6
"""So many of the newest stops at least lie open; the headings before them are folded."""
STRESSES = {"sinking": gettext_lazy("Sunk"), "capture": gettext_lazy("Captured"), "points": gettext_lazy("Points")}


@dataclass(frozen=True)
class ToldLine:
    """A line; `mark` is the word that makes it stand out, `kind` of what sort that is (both may be empty).

    The same several times in a row is one line that happened so many `times`.
    """

    text: str
    kind: str = ""
    mark: str = ""
    undone: bool = False
    times: int = 1


@dataclass
class ToldPhase:
    """What was told within one phase of a stop; the name is empty where the title has none for it."""

    name: str
    lines: list[ToldLine] = field(default_factory=list)


@dataclass
class ToldStop:
    """What was told at one stop of the audience's own, in order."""

    stop: int
    at: datetime
    phases: list[ToldPhase] = field(default_factory=list)

    @property
    def undone(self) -> bool:
        """Whether a rewind has undone all of it."""
        return all(line.undone for phase in self.phases for line in phase.lines)


@dataclass
class Chapter:
    """A turn or a day: its heading (empty where none is known) and its stops, the newest first."""

    heading: str
    stops: list[ToldStop] = field(default_factory=list)
    open: bool = False

    @property
    def undone(self) -> bool:
        """Whether a rewind has undone all of it."""
        return all(stop.undone for stop in self.stops)


def told_by_stop(access: Access, seen: list[SeenEvent], language: str) -> list[ToldStop]:
    """Events in words, the newest stop first; stops at which nothing can be told are left out."""
    whole = Chapter("")
    for event in seen:
        _write(whole, access, event, log_line(access.game, event, language), language)
    return whole.stops[::-1]


def log(access: Access, seen: list[SeenEvent], language: str) -> list[Chapter]:
    """The same under the headings that the title gives them, the newest first; the newest lie open.

    After a rewind the log goes on under the heading to which the game went back.
    """
    chapters, standing = [Chapter("")], ""
    for event in seen:
        line = log_line(access.game, event, language)
        heading = line.heading
        if not heading and not event.undone and chapters[-1].heading != standing:
            heading = standing
        if heading:
            chapters.append(Chapter(heading))
        if not event.undone:
            standing = chapters[-1].heading
        _write(chapters[-1], access, event, line, language)
    told = [Chapter(one.heading, one.stops[::-1]) for one in reversed(chapters) if one.stops]
    return _folded(told)


def _write(chapter: Chapter, access: Access, event: SeenEvent, line: LogLine, language: str) -> None:
    """Add a line where it belongs."""
    if not line.text:
        return
    if not chapter.stops or chapter.stops[-1].stop != event.stop:
        chapter.stops.append(ToldStop(event.stop, event.at))
    phases, name = chapter.stops[-1].phases, phase_name(access.game, event.step, language)
    if not phases or phases[-1].name != name:
        phases.append(ToldPhase(name))
    mark = str(STRESSES.get(line.stress, ""))
    told, lines = ToldLine(line.text, line.stress, mark, event.undone), phases[-1].lines
    if lines and replace(lines[-1], times=1) == told:
        lines[-1] = replace(told, times=lines[-1].times + 1)
    else:
        lines.append(told)


def _folded(chapters: list[Chapter]) -> list[Chapter]:
    """Open the newest chapters until so many stops lie open; a long one without a heading is cut in two."""
    if chapters and not chapters[0].heading and len(chapters[0].stops) > STOPS_OPEN:
        first = chapters[0]
        rest = Chapter(_("Earlier"), first.stops[STOPS_OPEN:])
        chapters = [Chapter("", first.stops[:STOPS_OPEN]), rest, *chapters[1:]]
    shown = 0
    for chapter in chapters:
        chapter.open = shown < STOPS_OPEN and chapter.heading != _("Earlier")
        shown += len(chapter.stops)
    for chapter in chapters:
        chapter.heading = chapter.heading or ("" if chapter.open else _("Earlier"))
    return chapters
