"""The replay of a game as one audience saw it: its steps, and the board of each step.

A step of a replay (not of the sequence of play) is a line of the audience's log, or the position at the end of one of
its stops. Two of the audience's own numbers identify it: that of the stop, and that of the event (0: the position). The
boards are drawn from the audience's stored views; the game's state is never read.
"""

from datetime import datetime
from itertools import groupby

from django.utils.crypto import salted_hmac
from msgspec import Struct

from games import registry
from games.errors import Missing, missing
from games.kernel.event_marks import read_event_marks
from games.kernel.hotspots import RenderedBoard
from games.selectors.access import Access
from games.selectors.events import (
    AudienceEvent,
    build_log_line,
    get_group_title,
    get_phase_name,
    list_audience_events,
    list_told_stops,
)
from games.selectors.replay_overlay import StopOverlay
from games.selectors.views import StoredView, get_view, render_board

STEPS = 300
"""A list of steps ends at the end of the stop in which it has at least this many events."""
LONGEST_STOP = 5000
"""The maximum number of events read of one stop; no stop has so many."""
TURN_EVENTS = 400
"""The number of newest events among which the beginning of the last turn is searched."""
LAST_STOP = 2**31 - 1
"""The greatest stop number that the database can store."""
POSITION = 0
"""The event number of the step that shows the position at the end of a stop."""


class ReplayStep(Struct, frozen=True):
    """A step: a line of the log, or, with event 0, the position at the end of the stop."""

    stop: int
    """The audience's own number of the stop."""
    event: int
    """The audience's own number of the event."""
    board: int
    """The stop on whose board the step is drawn: for a line, the stop before."""
    at: datetime
    text: str = ""
    """The line in words."""
    group_title: str = ""
    """The heading that the log shows before the line; may be empty."""
    phase: str = ""
    """The name of the step in the sequence of play; may be empty."""
    emphasis: str = ""
    """The emphasis of the line: "sinking", "capture", "points" or empty."""
    undone: bool = False
    """True if a rewind has undone the event."""


class ReplaySteps(Struct, frozen=True):
    """The steps of an audience from one of its stops on, oldest first."""

    seat: str
    """The audience."""
    first: int
    """The stop with which the list begins."""
    turn: int
    """The stop at which the last turn began."""
    newest: int
    """The newest stop."""
    steps: list[ReplayStep]
    next_stop: int | None = None
    """The stop at which the next list begins; None if this is the last list."""


class Sheet(Struct, frozen=True):
    """One transparent layer of a board's picture."""

    sheet: int
    """The number of the layer, counted from the bottom, from 0."""
    digest: str
    """The digest of the layer's SVG; layers with the same digest are equal."""
    printed: bool
    """True for a layer that is the same at every stop, such as the map."""


class ReplayBoard(Struct, frozen=True):
    """The board after a stop, and the marks for each line of the stop, to draw over the board before the stop."""

    seat: str
    """The audience."""
    stop: int
    board: int
    """The stop on whose board the lines are drawn."""
    width: float
    """The width of the picture in its own units."""
    height: float
    """The height of the picture in its own units."""
    sheets: list[Sheet]
    """The layers, the first at the bottom."""
    marks: dict[int, str]
    """The contents of an SVG element of the board's size, by event number; the marks of number 0 are drawn over the
    board after the stop.
    """
    names: dict[int, list[str]]
    """The words in each event, by event number; some of them are ids of units and places."""
    spots: dict[str, list[tuple[float, float, float, float]]]
    """The rectangles (x, y, width, height) of units and places on the board after the stop, by id."""


def list_replay_steps(access: Access, language: str, *, first: int = 1) -> ReplaySteps:
    """Return the audience's steps from its stop `first` on; no steps before the game's first stop."""
    try:
        newest = get_view(access)
    except Missing:
        return ReplaySteps(access.audience, first, 1, 0, [])
    events = list_audience_events(access, from_stop=first, limit=STEPS + 1)
    following = None
    if len(events) > STEPS:
        following = events[-1].stop
        if following == events[0].stop:
            events = list_stop_events(access, following)
            following = following + 1 if following < newest.stop else None
        else:
            events = [event for event in events if event.stop < following]
    turn = find_turn_start(access, list_newest_events(access, newest.events), newest.stop)
    stops = groupby(events, lambda event: event.stop)
    steps = [step for stop, found in stops for step in _of_stop(access, stop, [*found], language)]
    return ReplaySteps(access.audience, first, turn, newest.stop, steps, following)


def _of_stop(access: Access, stop: int, events: list[AudienceEvent], language: str) -> list[ReplayStep]:
    """Return the steps of a stop: its lines, then its position; none if no event has a text."""
    found = []
    for event in events:
        line = build_log_line(access.game, event, language)
        if line.text:
            phase = get_phase_name(access.game, event.step, language)
            place = (stop, event.number, board_before(stop), event.at)
            found.append(ReplayStep(*place, line.text, line.group_title, phase, line.emphasis, event.undone))
    undone = bool(events) and all(event.undone for event in events)
    return [*found, ReplayStep(stop, POSITION, stop, events[-1].at, undone=undone)] if found else []


def board_before(stop: int) -> int:
    """Return the stop on whose board the lines of `stop` are drawn: the previous stop, or `stop` if it is the first."""
    return max(stop - 1, 1)


def list_stop_events(access: Access, stop: int) -> list[AudienceEvent]:
    """Return all events of one stop of the audience."""
    return list_audience_events(access, from_stop=stop, until_stop=stop, limit=LONGEST_STOP)


def list_newest_events(access: Access, events: int) -> list[AudienceEvent]:
    """Return the newest `TURN_EVENTS` events of an audience; `events` is the number of all its events."""
    return list_audience_events(access, after=max(events - TURN_EVENTS, 0), limit=TURN_EVENTS)


def find_turn_start(access: Access, seen: list[AudienceEvent], newest: int) -> int:
    """Return the stop at which the last turn began: the stop of the last heading among the events `seen`.

    A turn whose heading is at the `newest` stop has just begun, so the heading before it counts. Without headings,
    return the last stop with events.
    """
    told = [(event.stop, get_group_title(access.game, event, "en")) for event in seen if not event.undone]
    headings = [stop for stop, heading in told if heading]
    begun = [stop for stop in headings if stop < newest] or headings or [stop for stop, _ in told] or [newest]
    return begun[-1]


def get_replay_board(access: Access, stop: int, language: str) -> ReplayBoard:
    """Return the board after a stop, in layers, with the marks for the stop's lines.

    Raises Missing if the audience has no such stop.
    """
    board = draw_stop(access, stop, language)
    spots: dict[str, list[tuple[float, float, float, float]]] = {}
    for spot in board.hotspots.hotspots:
        spots.setdefault(spot.id, []).append((spot.x, spot.y, spot.width, spot.height))
    sheets = [
        Sheet(number, _digest(access, board.picture.sheet(number)), layer.is_printed)
        for number, layer in enumerate(board.picture.layers)
        if layer.visible_area is not None
    ]
    return ReplayBoard(
        access.audience,
        stop,
        board_before(stop),
        board.picture.width,
        board.picture.height,
        sheets,
        _marks(access, stop, language),
        _names(access, stop),
        spots,
    )


def board_tag(access: Access, stop: int, language: str, event: int | None = None) -> str:
    """Return the ETag of a stop's board or, with `event`, of the picture of a step.

    Raises Missing if the audience has no such stop.
    """
    views = "|".join(_view(access, one).etag for one in (board_before(stop), stop))
    text = f"{views}|{stop}|{event}|{language}"
    return f'"{salted_hmac("games.replay.board", text, algorithm="sha256").hexdigest()[:32]}"'


def draw_stop(access: Access, stop: int, language: str) -> RenderedBoard:
    """Return the picture of the audience's view at a stop. Raises Missing if the audience has no such stop."""
    return render_board(access.game, _view(access, stop), language)


def _view(access: Access, stop: int) -> StoredView:
    if not 1 <= stop <= LAST_STOP:
        raise missing()
    return get_view(access, stop)


def draw_sheet(access: Access, stop: int, number: int, language: str) -> tuple[str, str]:
    """Return one layer of a stop's board as SVG, and the digest of this SVG.

    `number`: the number of the layer, as in `Sheet`. Raises Missing if the board has no such layer, or if the audience
    has no such stop.
    """
    picture = draw_stop(access, stop, language).picture
    if not 0 <= number < len(picture.layers):
        raise missing()
    svg = picture.sheet(number)
    return svg, _digest(access, svg)


def draw_step(access: Access, stop: int, event: int, language: str) -> str:
    """Return the whole picture of a step: the board with the marks of the event.

    With event 0, the step is the position at the end of the stop. Raises Missing if the audience has no such step.
    """
    marks = _marks(access, stop, language)
    if event not in marks:
        raise missing()
    board = draw_stop(access, stop if event == POSITION else board_before(stop), language)
    return board.svg(marks[event])


def _marks(access: Access, stop: int, language: str) -> dict[int, str]:
    """Return the marks (SVG) of each event of a stop by its number, and with number 0 those of the final position."""
    before, after = (draw_stop(access, one, language).hotspots for one in (board_before(stop), stop))
    fields = registry.game_title(access.game).presentation.mark_fields
    overlay, found = StopOverlay(before, after), dict[int, str]()
    for event in list_stop_events(access, stop):
        found[event.number] = overlay.draw_line(read_event_marks(event.event, fields))
    found[POSITION] = overlay.draw_position()
    return found


def _names(access: Access, stop: int) -> dict[int, list[str]]:
    """Return the words of each event of a stop by the event's number; some are ids of units and places."""
    fields = registry.game_title(access.game).presentation.mark_fields
    events = list_stop_events(access, stop)
    return {event.number: [*read_event_marks(event.event, fields).names] for event in events}


def _digest(access: Access, svg: str) -> str:
    """Return a salted digest of a sheet, which identifies the sheet in URLs."""
    text = f"{access.game.pk}|{access.audience}|{svg}"
    return salted_hmac("games.replay.sheet", text, algorithm="sha256").hexdigest()[:20]


class ReplayPlace(Struct, frozen=True):
    """A step of a replay, with the previous and the next step; None at the beginning and the end of the game."""

    step: ReplayStep
    previous: ReplayStep | None
    next: ReplayStep | None


def get_replay_place(access: Access, stop: int, event: int, language: str) -> ReplayPlace:
    """Return a step of the replay, with the steps before and after it.

    `stop`, `event`: the audience's own numbers. With event 0, the step is the position at the end of the stop. Raises
    Missing if the audience has no such step.
    """
    own = list_stop_steps(access, stop, language)
    at = next((number for number, step in enumerate(own) if step.event == event), None)
    if at is None:
        raise missing()
    before = own[at - 1] if at else _neighbour(access, stop, language, later=False)
    after = own[at + 1] if at + 1 < len(own) else _neighbour(access, stop, language, later=True)
    return ReplayPlace(own[at], before, after)


def get_first_step(access: Access, first: int, language: str) -> ReplayStep | None:
    """Return the first step at the stop `first` or later; None if no step follows."""
    return next(iter(list_stop_steps(access, first, language)), None) or _neighbour(access, first, language, later=True)


def get_last_step(access: Access, last: int, language: str) -> ReplayStep | None:
    """Return the last step at the stop `last` or earlier; None if there is none."""
    return next(reversed(list_stop_steps(access, last, language)), None) or _neighbour(
        access, last, language, later=False
    )


def list_stop_steps(access: Access, stop: int, language: str) -> list[ReplayStep]:
    """Return the steps of one stop; [] if the stop has no lines, or if the audience has no such stop."""
    return _of_stop(access, stop, list_stop_events(access, stop), language) if 1 <= stop <= LAST_STOP else []


def _neighbour(access: Access, stop: int, language: str, *, later: bool) -> ReplayStep | None:
    """Return the last step of the nearest earlier stop with steps; with `later` the first of the nearest later stop."""
    for other in list_told_stops(access, stop, later=later):
        steps = list_stop_steps(access, other, language)
        if steps:
            return steps[0 if later else -1]
    return None
