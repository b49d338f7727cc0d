"""All that somebody may ask to see of a position: views, boards, forms, other truths that he cannot tell from it."""

from collections.abc import Iterator
from xml.parsers import expat

from games.kernel.codec import encode
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.random_source import random_source
from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.presentation.board.parts import PARTS
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.forces.battle_display import formations_part
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.special.parts import specials_part
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Phase, State
from games.titles.pq17.title import load_title
from tests.titles.pq17.box import FILES

TITLE = load_title(FILES)
SEATS = ("allied", "axis", PUBLIC, UMPIRE)
LANGUAGES = ("en", "ja")
WORLDS = 2
"""So many other truths are dealt for each seat."""


def look_around(state: State, seed: int) -> Iterator[str]:
    """Look at a position with the eyes of everybody, drawn by `seed`; what is wrong with what he sees."""
    language = LANGUAGES[seed % len(LANGUAGES)]
    for seat in SEATS:
        seen = TITLE.secrecy.view(state, seat)
        if (
            not TITLE.presentation.text_board(seen, language).strip()
            or not TITLE.presentation.headline(seen, language).strip()
        ):
            yield f"{seat} reads nothing"
        _is_xml(TITLE.presentation.render_board(seen, language).svg())
        _is_xml(TITLE.presentation.email_picture(seen, language).svg())
        _is_xml(TITLE.presentation.render_part(seen, [*PARTS][seed % len(PARTS)], language).svg())
    for seat in SEATS[:3]:
        yield from _dealt(state, seat, seed)


def _is_xml(picture: str) -> None:
    expat.ParserCreate(namespace_separator="}").Parse(picture, True)


def _dealt(state: State, seat: str, seed: int) -> Iterator[str]:
    """1.2a What a seat does not know is dealt anew: nothing is gained or lost, and the seat sees the same."""
    before, counted, seen = encode(state), TITLE.rules.conserved_counts(state), encode(TITLE.secrecy.view(state, seat))
    if encode(TITLE.secrecy.redeal(state, seat, lambda _: 0)) != before:
        yield f"{seat}: a redeal that picks 0 changes something"
    for world in range(WORLDS):
        other = TITLE.secrecy.redeal(state, seat, random_source("look", seed, seat, world))
        if TITLE.rules.conserved_counts(other) != counted:
            yield f"{seat}: a redeal gains or loses something"
        if encode(TITLE.secrecy.view(other, seat)) != seen:
            yield f"{seat}: a redeal shows"
        for eye in SEATS:
            TITLE.secrecy.view(other, eye)
    if encode(state) != before:
        yield f"{seat}: looking changed the state"


def form_of(board: Board) -> PhaseForm:
    """3.2 What the side whose phase it is can order."""
    side = board.phase.side
    return PhaseForm(
        forces=tuple(force.id for force in board.as_seen(board.forces_of(side))),
        moves=moves_part(board, side),
        missions=missions_part(board, side),
        specials=specials_part(board, side),
        formations=formations_part(board, side),
    )


def ask_around(board: Board, seed: int) -> Iterator[str]:
    """What each side could order here: its form is written, answered, and read again; what is wrong with it."""
    kept = board.state.phase
    for side in SIDES:
        board.state.phase = Phase(side)
        form = form_of(board)
        form.schema()
        form.charts()
        for answer in (form.default(), form.sample(random_source("ask", seed, side))):
            if form.read(form.write(answer)) != answer or [*form.conflicts(answer)]:
                yield f"{side}: an answer of the form is not one"
    board.state.phase = kept
