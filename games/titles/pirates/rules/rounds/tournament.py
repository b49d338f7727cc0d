"""6.4 Tournament balance: in the first round, fleets of equal value, dealt at random or by the players' wishes."""

from collections.abc import Iterable, Sequence

from games.kernel.requests import Ask, ask_all, draw, roll, shuffle
from games.kernel.text import Text
from games.titles.pirates.components.cards import TournamentRole
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.orders.wishes import WishForm
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import rounds as told
from games.titles.pirates.state.events.turn import Reshuffled
from games.titles.pirates.state.state import Fleet, Vessel

PROMPT = Text(
    "Which ships do you wish for, the best first? Where several want the same, dice decide;"
    " what nobody wished for is dealt blindly.",
    "希望する船を、望む順に挙げてください。希望が重なればダイスで決め、希望のない分は無作為に配られます。",
)


async def deal_tournament(board: Board) -> None:
    """6.4 Deal each player one cruiser, two raiders, and a merchant of each value. Then complete the decks."""
    state, numbers = board.state, board.box.numbers
    wishes = await _wishes(board)
    await _allot(board, "cruiser", "6.4.1", cruisers(board), wishes)
    await _deal_raiders(board)
    for value in numbers.tournament.merchant_values:
        await _allot(board, f"merchant.{value}", "6.4.3", merchants(board, value), wishes)
    for fleet in state.fleets:
        ships, prey = ([vessel.card for vessel in row] for row in (fleet.ships, fleet.merchants))
        board.tell(told.ShipsDealt(fleet.seat, tuple(ships), tuple(prey)))
    for deck, name, rule in ((state.german, "german", "6.4.2"), (state.merchant, "merchant", "6.4.3")):
        deck.face_down, deck.used = await shuffle(deck.used, key=f"reshuffle.{name}", rule=rule), []
        board.tell(Reshuffled(name, len(deck.face_down)))


def cruisers(board: Board) -> tuple[str, ...]:
    """6.4.1 Return the cruisers; each player gets one of them. Options may keep cruisers out of the game (6.5.1)."""
    return _with_role(board, "choice")


def _with_role(board: Board, role: TournamentRole) -> tuple[str, ...]:
    return tuple(ship for ship in board.state.german.used if board.box.ships[ship].tournament == role)


def merchants(board: Board, value: int) -> tuple[str, ...]:
    """6.4.3 Return the merchants with this number of victory points, without the merchant that is set aside."""
    aside = board.box.numbers.tournament.merchant_set_aside
    return tuple(card for card in board.state.merchant.used if board.value(card) == value and card != aside)


async def _wishes(board: Board) -> dict[str, tuple[str, ...]]:
    """6.4.1, 6.4.3 Ask for the players' wishes, sealed, if they may choose; then reveal all wishes."""
    options, groups = board.state.options, []
    if options.tournament == "chosen":
        groups.append(cruisers(board))
    if options.tournament_merchants == "chosen":
        groups += [merchants(board, value) for value in board.box.numbers.tournament.merchant_values]
    if not groups:
        return {}
    form = WishForm(groups=tuple(groups))
    rule = "6.4.1" if options.tournament == "chosen" else "6.4.3"
    players = [fleet.seat for fleet in board.state.fleets if fleet.seat != PHANTOM]
    answers = await ask_all(
        {seat: Ask(key="wishes", kind="wishes", seat=seat, rule=rule, prompt=PROMPT, form=form) for seat in players}
    )
    wishes = {seat: tuple(wish.ship for wish in answer) for seat, answer in answers.items()}
    for seat, ships in wishes.items():
        board.tell(told.WishesOpened(seat, ships))
    return wishes


async def _allot(board: Board, name: str, rule: str, group: Sequence[str], wishes: dict[str, tuple[str, ...]]) -> None:
    """Give each fleet one ship of a group: by its wishes, or at random if none of its wishes is left.

    `wishes` are ordered lists by seat; `name` and `rule` are those of the random draw.
    """
    free, waiting = list(group), list(board.state.fleets)
    while claims := _claims(free, waiting, wishes):
        for ship, seats in claims.items():
            seat = seats[0] if len(seats) == 1 else await _contest(board, ship, seats, rule)
            _give(board, board.fleet(seat), ship)
            free.remove(ship)
            waiting = [fleet for fleet in waiting if fleet.seat != seat]
    drawn = await draw(free, len(waiting), key=name, rule=rule)
    for fleet, ship in zip(waiting, drawn, strict=False):
        _give(board, fleet, ship)


def _claims(
    free: Sequence[str], waiting: Iterable[Fleet], wishes: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return, by ship, the seats for which it is the best wish left. `free` are the ships left.

    `waiting` are the fleets without a ship of the group.
    """
    claims: dict[str, tuple[str, ...]] = {}
    for fleet in waiting:
        best = next((ship for ship in wishes.get(fleet.seat, ()) if ship in free), "")
        if best:
            claims[best] = (*claims.get(best, ()), fleet.seat)
    return claims


async def _contest(board: Board, ship: str, seats: tuple[str, ...], rule: str) -> str:
    """Roll dice for a ship that several seats want, and return the seat with the highest roll; ties roll again."""
    die = board.box.numbers.game.first_player_die
    while len(seats) > 1:
        values = await roll(*(die for _ in seats), key=f"contest.{ship}", rule=rule)
        rolls = dict(zip(seats, values, strict=True))
        board.tell(told.Contested(ship, rolls))
        seats = tuple(seat for seat in seats if rolls[seat] == max(values))
    return seats[0]


async def _deal_raiders(board: Board) -> None:
    """6.4.2 Deal raiders to the fleets, from a deck without the weakest raiders."""
    wanted = board.box.numbers.hand.ships
    pool = await shuffle(_with_role(board, "deck"), key="raiders", rule="6.4.2")
    for fleet in board.state.fleets:
        for _ in range(wanted - len(fleet.ships)):
            _give(board, fleet, pool.pop())


def _give(board: Board, fleet: Fleet, card: str) -> None:
    """Take a ship out of its deck and add it to a fleet."""
    row, deck = (fleet.ships, board.state.german) if board.is_german(card) else (fleet.merchants, board.state.merchant)
    row.append(Vessel(card))
    deck.used.remove(card)
