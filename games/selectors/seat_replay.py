"""The replay of a game as one audience saw it: the steps, and the board of each step.

A step is a line of the audience's log, or the position at the end of one of its stops. Steps are named by the
audience's own numbers of stop and event. Boards are those of the audience's stored views; nothing reads the state.
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
"""The number of events after which a list of steps ends, at the end of a stop."""
LONGEST_STOP = 5000
"""More events than any stop has."""
TURN_EVENTS = 400
"""The last turn is looked for among so many newest events."""
LAST_STOP = 2**31 - 1
"""The greatest number of a stop that can be stored."""
POSITION = 0
"""The number of a step that is no line: the position at the end of its stop."""


class ReplayStep(Struct, frozen=True):
    """A step: a line of the log, or with event 0 the position at the end of the stop.

    `board` is the stop whose board the step is drawn on: that before the line. `phase` is the name of the step of play,
    `group_title` the heading that the line starts in the log, `emphasis` as in the log; they may be empty. `undone`: a
    rewind has undone it.
    """

    stop: int
    event: int
    board: int
    at: datetime
    text: str = ""
    group_title: str = ""
    phase: str = ""
    emphasis: str = ""
    undone: bool = False


class ReplaySteps(Struct, frozen=True):
    """Steps of an audience from its stop `first` on, oldest first.

    `next_stop` is the stop at which the next list begins, or None. `turn` is the first stop of the last turn, `newest`
    the newest stop.
    """

    seat: str
    first: int
    turn: int
    newest: int
    steps: list[ReplayStep]
    next_stop: int | None = None


class Sheet(Struct, frozen=True):
    """One transparent sheet of a board. Sheets with the same digest are the same; a printed one never changes."""

    sheet: int
    digest: str
    printed: bool


class ReplayBoard(Struct, frozen=True):
    """The board after a stop, and what is drawn for each line of the stop over the board before it.

    The sheets lie on each other, the first at the bottom. `marks` are the contents of an SVG element with the size of
    the board, by event number; those of number 0 belong to the board after the stop. `spots` are the places of things
    on the board after the stop, by id: x, y, width and height of each. `names` are the words in each event, among
    them the ids of things on a board, by event number.
    """

    seat: str
    stop: int
    board: int
    width: float
    height: float
    sheets: list[Sheet]
    marks: dict[int, str]
    names: dict[int, list[str]]
    spots: dict[str, list[tuple[float, float, float, float]]]


def list_replay_steps(access: Access, language: str, *, first: int = 1) -> ReplaySteps:
    """Return the steps from the stop `first` on; none before the game's first stop."""
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
    """Return the lines of a stop and its position; nothing if no event has a text."""
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
    """Return the stop on whose board the lines of a stop are drawn: the one before, or the first one itself."""
    return max(stop - 1, 1)


def list_stop_events(access: Access, stop: int) -> list[AudienceEvent]:
    """Return all events of one stop of the audience."""
    return list_audience_events(access, from_stop=stop, until_stop=stop, limit=LONGEST_STOP)


def list_newest_events(access: Access, events: int) -> list[AudienceEvent]:
    """Return the newest events of an audience that has been told so many."""
    return list_audience_events(access, after=max(events - TURN_EVENTS, 0), limit=TURN_EVENTS)


def find_turn_start(access: Access, seen: list[AudienceEvent], newest: int) -> int:
    """Return the stop at which the last turn began, among the newest events: that of the last heading of the log.

    A heading at the newest stop has just begun, so the one before it counts. Without headings it is the last stop
    with events.
    """
    told = [(event.stop, get_group_title(access.game, event, "en")) for event in seen if not event.undone]
    headings = [stop for stop, heading in told if heading]
    begun = [stop for stop in headings if stop < newest] or headings or [stop for stop, _ in told] or [newest]
    return begun[-1]


def get_replay_board(access: Access, stop: int, language: str) -> ReplayBoard:
    """Return the board after a stop of the audience, in sheets, with the marks of the stop's lines. Raises Missing."""
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
    """Return the ETag of a board, or of the picture of a step, from the views that it is made of. Raises Missing."""
    views = "|".join(_view(access, one).etag for one in (board_before(stop), stop))
    text = f"{views}|{stop}|{event}|{language}"
    return f'"{salted_hmac("games.replay.board", text, algorithm="sha256").hexdigest()[:32]}"'


def draw_stop(access: Access, stop: int, language: str) -> RenderedBoard:
    """Return the picture of the audience's view at one of its stops. Raises Missing."""
    return render_board(access.game, _view(access, stop), language)


def _view(access: Access, stop: int) -> StoredView:
    if not 1 <= stop <= LAST_STOP:
        raise missing()
    return get_view(access, stop)


def draw_sheet(access: Access, stop: int, number: int, language: str) -> tuple[str, str]:
    """Return one sheet of a board as SVG, and its digest. Raises Missing."""
    picture = draw_stop(access, stop, language).picture
    if not 0 <= number < len(picture.layers):
        raise missing()
    svg = picture.sheet(number)
    return svg, _digest(access, svg)


def draw_step(access: Access, stop: int, event: int, language: str) -> str:
    """Return the whole picture of a step: the board with its marks. Raises Missing."""
    marks = _marks(access, stop, language)
    if event not in marks:
        raise missing()
    board = draw_stop(access, stop if event == POSITION else board_before(stop), language)
    return board.svg(marks[event])


def _marks(access: Access, stop: int, language: str) -> dict[int, str]:
    """Return what is drawn for each event of a stop, and with number 0 for the position after it."""
    before, after = (draw_stop(access, one, language).hotspots for one in (board_before(stop), stop))
    fields = registry.game_title(access.game).presentation.mark_fields
    overlay, found = StopOverlay(before, after), dict[int, str]()
    for event in list_stop_events(access, stop):
        found[event.number] = overlay.draw_line(read_event_marks(event.event, fields))
    found[POSITION] = overlay.draw_position()
    return found


def _names(access: Access, stop: int) -> dict[int, list[str]]:
    """Return the words of each event of a stop, among them the ids of things on the board."""
    fields = registry.game_title(access.game).presentation.mark_fields
    events = list_stop_events(access, stop)
    return {event.number: [*read_event_marks(event.event, fields).names] for event in events}


def _digest(access: Access, svg: str) -> str:
    """Return a salted digest of a sheet, which names it in addresses."""
    text = f"{access.game.pk}|{access.audience}|{svg}"
    return salted_hmac("games.replay.sheet", text, algorithm="sha256").hexdigest()[:20]


class ReplayPlace(Struct, frozen=True):
    """A step with its neighbours, None at the ends of the game."""

    step: ReplayStep
    previous: ReplayStep | None
    next: ReplayStep | None


def get_replay_place(access: Access, stop: int, event: int, language: str) -> ReplayPlace:
    """Return a step with the steps before and after it. Raises Missing if it is no step of the audience."""
    own = list_stop_steps(access, stop, language)
    at = next((number for number, step in enumerate(own) if step.event == event), None)
    if at is None:
        raise missing()
    before = own[at - 1] if at else _neighbour(access, stop, language, later=False)
    after = own[at + 1] if at + 1 < len(own) else _neighbour(access, stop, language, later=True)
    return ReplayPlace(own[at], before, after)


def get_first_step(access: Access, first: int, language: str) -> ReplayStep | None:
    """Return the first step at a stop or later; None without one."""
    return next(iter(list_stop_steps(access, first, language)), None) or _neighbour(access, first, language, later=True)


def list_stop_steps(access: Access, stop: int, language: str) -> list[ReplayStep]:
    """Return the steps of one stop; none for a stop without lines, or that the audience does not have."""
    return _of_stop(access, stop, list_stop_events(access, stop), language) if 1 <= stop <= LAST_STOP else []


def _neighbour(access: Access, stop: int, language: str, *, later: bool) -> ReplayStep | None:
    """Return the nearest step of an earlier or later stop."""
    for other in list_told_stops(access, stop, later=later):
        steps = list_stop_steps(access, other, language)
        if steps:
            return steps[0 if later else -1]
    return None
