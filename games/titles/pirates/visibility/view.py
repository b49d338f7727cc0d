"""The view of a seat, built only from its own cards, the open cards and the events that the seat received."""

from msgspec import Struct

from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.standing_orders import Rule
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.board import Board, pile_value, places
from games.titles.pirates.state.events.common import Place
from games.titles.pirates.state.state import Assigned, Fleet, Phantom, Report, Trophy, Vessel


class FleetView(Struct, omit_defaults=True, kw_only=True):
    """2.2.1 A fleet as a seat sees it; its victory pile is public (3.1.8).

    Fields without a description have the same meaning as in Fleet.
    """

    seat: str
    ships: list[Vessel] = []
    merchants: list[Vessel] = []
    prizes: list[Vessel] = []
    pile: list[Trophy] = []
    pile_value: int = 0
    """The present victory points of the pile."""
    cards: int = 0
    """The number of cards in the hand."""
    hand: list[str] = []
    """The cards in the hand; empty if the view's seat may not know them, such as the partner (4.0)."""
    reaction_plan: list[Rule] | None = None
    """The reaction plan of the sealed tempo; None if the view's seat may not know it."""
    weather: str = ""
    carried: int = 0
    round_points: list[int] = []
    victory_points: list[int] = []
    partner: str = ""
    skipped: bool = False


class PhantomView(Struct, omit_defaults=True, kw_only=True):
    """5.1 The public facts about the phantom's deck.

    `deck`: the number of cards left. `used`: the cards drawn since it was shuffled. `scouted`: True if Recon Aircraft
    restricts the phantom's next turn.
    """

    deck: int = 0
    used: list[str] = []
    scouted: bool = False


class View(Struct, omit_defaults=True, kw_only=True):
    """The table as one seat sees it. `seat` may also be "public" or "umpire".

    Fields without a description have the same meaning as in State and Turn.
    """

    seat: str
    options: Options = Options()
    round: int = 0
    turn: int = 0
    """The number of turns begun in this round."""
    active: str = ""
    """The seat whose turn it is; "" between turns."""
    extra_turn: bool = False
    """True if this is the extra turn of a Second Chance."""
    starter: str = ""
    deck: int = 0
    """The number of cards left in the deck, which is public (3.1.9)."""
    removed: int = 0
    """The number of action cards that were removed unseen."""
    discards: int = 0
    """The number of discards."""
    discards_top: list[str] = []
    """The top two discards, the top one first (3.1.7); none in the solitaire game, where discards lie face down
    (5.3.1).
    """
    german_deck: int = 0
    """The number of cards in the deck of German ships, including its used cards."""
    merchant_deck: int = 0
    """The number of cards in the deck of merchants, including its used cards."""
    fleets: list[FleetView] = []
    laid: list[Place] = []
    """The public facts about the assigned cards."""
    assigned: list[Assigned] = []
    """The assigned cards with their purposes, only in their owner's view."""
    as_planned: bool = False
    discard_order: list[str] = []
    played: list[str] = []
    reactions: dict[str, list[str]] = {}
    attacked: str = ""
    other: str = ""
    engaged: list[str] = []
    intercepted: list[str] = []
    reports: list[Report] = []
    """The secret reports to the seat."""
    deck_order: list[str] = []
    """For the umpire: the cards of the deck, the top one first."""
    removed_cards: list[str] = []
    """For the umpire: the action cards that were removed unseen."""
    left_out: list[str] = []
    over: bool = False
    phantom: PhantomView | None = None
    solitaire_order: list[str] = []
    """For the umpire: the phantom's deck, the top card first."""

    def fleet(self, seat: str) -> FleetView:
        """Return the fleet of a seat, which must be one of the game's seats."""
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
    """Add the public facts about the phantom's deck to a view, and for the umpire the order of its cards."""
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
    """Add the turn in progress to a view; the assigned cards themselves only if the seat may know them."""
    turn = board.turn
    seen.active, seen.extra_turn = turn.seat, turn.is_extra
    seen.laid = list(places(turn.assigned))
    seen.played, seen.reactions = turn.played, turn.reactions
    seen.attacked, seen.other = turn.attacked, turn.other
    seen.engaged, seen.intercepted = turn.engaged, turn.intercepted
    if seat in (turn.seat, UMPIRE):
        seen.assigned, seen.as_planned = turn.assigned, turn.as_planned
        seen.discard_order = list(turn.discard_order)
