"""The view of a seat, built only from its own cards, the open table and the events that it received."""

from msgspec import Struct

from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.standing_orders import Rule
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.board import Board, pile_value, places
from games.titles.pirates.state.events.common import Place
from games.titles.pirates.state.state import Assigned, Fleet, Phantom, Report, Trophy, Vessel


class FleetView(Struct, omit_defaults=True, kw_only=True):
    """2.2.1 A fleet as all seats see it, its pile included (3.1.8).

    `hand`, and the `reaction_plan` of the sealed tempo, are only for those who may know them. The partner may not
    (4.0).
    """

    seat: str
    ships: list[Vessel] = []
    merchants: list[Vessel] = []
    prizes: list[Vessel] = []
    pile: list[Trophy] = []
    pile_value: int = 0
    cards: int = 0
    hand: list[str] = []
    reaction_plan: list[Rule] | None = None
    weather: str = ""
    carried: int = 0
    round_points: list[int] = []
    victory_points: list[int] = []
    partner: str = ""
    skipped: bool = False


class PhantomView(Struct, omit_defaults=True, kw_only=True):
    """5.1 The public facts about the phantom's deck.

    They are the number of its cards, the cards drawn since it was shuffled, and the effect that restricts the phantom's
    next turn ("scouted").
    """

    deck: int = 0
    used: list[str] = []
    scouted: bool = False


class View(Struct, omit_defaults=True, kw_only=True):
    """The table as one seat sees it. `seat` may also be "public" or "umpire".

    The number of cards left in `deck` is public (3.1.9), and so are the top two discards, `discards_top` (3.1.7). In
    the solitaire game the discards lie face down (5.3.1). `laid` is the public part of the assigned cards; `assigned`
    are their faces and uses, for their owner. `deck_order`, `removed_cards` and `solitaire_order` are for the umpire.
    `left_out` are the cards that are kept out of the game.
    """

    seat: str
    options: Options = Options()
    round: int = 0
    turn: int = 0
    active: str = ""
    extra_turn: bool = False
    starter: str = ""
    deck: int = 0
    removed: int = 0
    discards: int = 0
    discards_top: list[str] = []
    german_deck: int = 0
    merchant_deck: int = 0
    fleets: list[FleetView] = []
    laid: list[Place] = []
    assigned: list[Assigned] = []
    as_planned: bool = False
    discard_order: list[str] = []
    played: list[str] = []
    reactions: dict[str, list[str]] = {}
    attacked: str = ""
    other: str = ""
    engaged: list[str] = []
    intercepted: list[str] = []
    reports: list[Report] = []
    deck_order: list[str] = []
    removed_cards: list[str] = []
    left_out: list[str] = []
    over: bool = False
    phantom: PhantomView | None = None
    solitaire_order: list[str] = []

    def fleet(self, seat: str) -> FleetView:
        """Return the fleet of a seat."""
        return next(fleet for fleet in self.fleets if fleet.seat == seat)


def view(board: Board, seat: str) -> View:
    """Return the view of a seat, of the public, or of the umpire, who sees everything."""
    state, turn = board.state, board.state.turn
    seen = View(
        seat=seat,
        options=state.options,
        round=state.round,
        turn=state.turns,
        starter=state.starter,
        deck=len(state.deck),
        removed=len(state.removed),
        discards=len(state.discards),
        discards_top=board.open_discards()[::-1],
        german_deck=len(state.german.face_down) + len(state.german.used),
        merchant_deck=len(state.merchant.face_down) + len(state.merchant.used),
        fleets=[_fleet(board, fleet, seat) for fleet in state.fleets],
        left_out=state.left_out,
        over=state.over,
    )
    if turn is not None:
        _add_turn(seen, board, seat)
    if state.phantom is not None:
        _add_phantom(seen, state.phantom, seat)
    if seat not in (PUBLIC, UMPIRE):
        seen.reports = board.fleet(seat).reports
    if seat == UMPIRE:
        seen.deck_order, seen.removed_cards = list(reversed(state.deck)), state.removed
    return seen


def _add_phantom(seen: View, phantom: Phantom, seat: str) -> None:
    """Add the solitaire deck, and for the umpire its hidden part."""
    seen.phantom = PhantomView(deck=len(phantom.deck), used=phantom.used, scouted=phantom.scouted)
    seen.discards += len(phantom.buried)
    if seat == UMPIRE:
        seen.solitaire_order = list(reversed(phantom.deck))


def _fleet(board: Board, fleet: Fleet, seat: str) -> FleetView:
    return FleetView(
        seat=fleet.seat,
        ships=fleet.ships,
        merchants=fleet.merchants,
        prizes=fleet.prizes,
        pile=fleet.pile,
        pile_value=pile_value(board, fleet),
        cards=len(fleet.hand),
        hand=fleet.hand if seat in (fleet.seat, UMPIRE) else [],
        reaction_plan=fleet.reaction_plan if seat in (fleet.seat, UMPIRE) else None,
        weather=fleet.weather,
        carried=fleet.carried,
        round_points=fleet.round_points,
        victory_points=fleet.victory_points,
        partner=fleet.partner,
        skipped=fleet.skipped,
    )


def _add_turn(seen: View, board: Board, seat: str) -> None:
    """Add the turn in progress: public except the faces of the assigned cards."""
    turn = board.turn
    seen.active, seen.extra_turn = turn.seat, turn.is_extra
    seen.laid = list(places(turn.assigned))
    seen.played, seen.reactions = turn.played, turn.reactions
    seen.attacked, seen.other = turn.attacked, turn.other
    seen.engaged, seen.intercepted = turn.engaged, turn.intercepted
    if seat in (turn.seat, UMPIRE):
        seen.assigned, seen.as_planned = turn.assigned, turn.as_planned
        seen.discard_order = list(turn.discard_order)
