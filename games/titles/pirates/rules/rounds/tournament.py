"""6.4 Tournament balance: fleets of equal worth in the first round, dealt at random or as the players wish."""

from collections.abc import Iterable, Sequence

from games.kernel.requests import Ask, all_of, draw, roll, shuffle
from games.kernel.text import Text
from games.titles.pirates.box.cards import TournamentRole
from games.titles.pirates.box.scenarios import PHANTOM
from games.titles.pirates.orders.wishes import WishForm
from games.titles.pirates.table.events import rounds as told
from games.titles.pirates.table.events.turn import Reshuffled
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Fleet, Vessel

PROMPT = Text(
    "Which ships do you wish for, the best first? Where several want the same, dice decide;"
    " what nobody wished for is dealt blindly.",
    "希望する船を、望む順に挙げてください。希望が重なればダイスで決め、希望のない分は無作為に配られます。",
)


async def deal_tournament(sea: Sea) -> None:
    """6.4 Everybody gets one cruiser, two raiders, and a merchant of each value; then the decks are made whole."""
    state, numbers = sea.state, sea.box.numbers
    wishes = await _wishes(sea)
    await _allot(sea, "cruiser", "6.4.1", cruisers(sea), wishes)
    await _deal_raiders(sea)
    for value in numbers.tournament.merchant_values:
        await _allot(sea, f"merchant.{value}", "6.4.3", merchants(sea, value), wishes)
    for fleet in state.fleets:
        ships, prey = ([vessel.card for vessel in row] for row in (fleet.ships, fleet.merchants))
        sea.tell(told.ShipsDealt(fleet.seat, tuple(ships), tuple(prey)))
    for deck, name, rule in ((state.german, "german", "6.4.2"), (state.merchant, "merchant", "6.4.3")):
        deck.face_down, deck.used = await shuffle(deck.used, key=f"reshuffle.{name}", rule=rule), []
        sea.tell(Reshuffled(name, len(deck.face_down)))


def cruisers(sea: Sea) -> tuple[str, ...]:
    """6.4.1 The cruisers of which everybody gets one, as far as the years allow (6.5.1)."""
    return _with_role(sea, "choice")


def _with_role(sea: Sea, role: TournamentRole) -> tuple[str, ...]:
    return tuple(ship for ship in sea.state.german.used if sea.box.ships[ship].tournament == role)


def merchants(sea: Sea, value: int) -> tuple[str, ...]:
    """6.4.3 The merchants of a value, without the one that is set aside."""
    aside = sea.box.numbers.tournament.merchant_set_aside
    return tuple(card for card in sea.state.merchant.used if sea.value(card) == value and card != aside)


async def _wishes(sea: Sea) -> dict[str, tuple[str, ...]]:
    """6.4.1, 6.4.3 What the players wish for, sealed, where they may choose; then all wishes are opened."""
    options, groups = sea.state.options, []
    if options.tournament == "chosen":
        groups.append(cruisers(sea))
    if options.tournament_merchants == "chosen":
        groups += [merchants(sea, value) for value in sea.box.numbers.tournament.merchant_values]
    if not groups:
        return {}
    form = WishForm(groups=tuple(groups))
    rule = "6.4.1" if options.tournament == "chosen" else "6.4.3"
    players = [fleet.seat for fleet in sea.state.fleets if fleet.seat != PHANTOM]
    answers = await all_of(
        {seat: Ask(key="wishes", kind="wishes", seat=seat, rule=rule, prompt=PROMPT, form=form) for seat in players}
    )
    wishes = {seat: tuple(wish.ship for wish in answer) for seat, answer in answers.items()}
    for seat, ships in wishes.items():
        sea.tell(told.WishesOpened(seat, ships))
    return wishes


async def _allot(sea: Sea, name: str, rule: str, group: Sequence[str], wishes: dict[str, tuple[str, ...]]) -> None:
    """One ship of a group to each fleet: each claims the best wish left, and what remains is dealt blindly."""
    free, waiting = list(group), list(sea.state.fleets)
    while claims := _claims(free, waiting, wishes):
        for ship, seats in claims.items():
            seat = seats[0] if len(seats) == 1 else await _contest(sea, ship, seats, rule)
            _give(sea, sea.fleet(seat), ship)
            free.remove(ship)
            waiting = [fleet for fleet in waiting if fleet.seat != seat]
    drawn = await draw(free, len(waiting), key=name, rule=rule)
    for fleet, ship in zip(waiting, drawn, strict=False):
        _give(sea, fleet, ship)


def _claims(
    free: Sequence[str], waiting: Iterable[Fleet], wishes: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """The ship that each waiting fleet wants most of those left, with all who want her."""
    claims: dict[str, tuple[str, ...]] = {}
    for fleet in waiting:
        best = next((ship for ship in wishes.get(fleet.seat, ()) if ship in free), "")
        if best:
            claims[best] = (*claims.get(best, ()), fleet.seat)
    return claims


async def _contest(sea: Sea, ship: str, seats: tuple[str, ...], rule: str) -> str:
    """Dice between those who want the same ship; the highest roll gets her, equal ones roll again."""
    die = sea.box.numbers.game.first_player_die
    while len(seats) > 1:
        values = await roll(*(die for _ in seats), key=f"contest.{ship}", rule=rule)
        rolls = dict(zip(seats, values, strict=True))
        sea.tell(told.Contested(ship, rolls))
        seats = tuple(seat for seat in seats if rolls[seat] == max(values))
    return seats[0]


async def _deal_raiders(sea: Sea) -> None:
    """6.4.2 The other ships are raiders from a deck without the weakest."""
    wanted = sea.box.numbers.hand.ships
    pool = await shuffle(_with_role(sea, "deck"), key="raiders", rule="6.4.2")
    for fleet in sea.state.fleets:
        for _ in range(wanted - len(fleet.ships)):
            _give(sea, fleet, pool.pop())


def _give(sea: Sea, fleet: Fleet, card: str) -> None:
    """A ship from beside the decks joins a fleet."""
    row, deck = (fleet.ships, sea.state.german) if sea.is_german(card) else (fleet.merchants, sea.state.merchant)
    row.append(Vessel(card))
    deck.used.remove(card)
