"""2.0–2.2, 2.4, 3.1, 6.5 Setting up a round: decks, fleets, hands, and the first player."""

from collections import Counter

from games.kernel.errors import raise_problems
from games.kernel.requests import draw, roll, shuffle
from games.titles.pirates.components.box import Box
from games.titles.pirates.components.options import Options, Setting, problems
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.rules.phantom.setup import (
    decided_starter,
    new_phantom,
    shuffle_solitaire,
    unused_action_cards,
)
from games.titles.pirates.rules.rounds.teams import opposite
from games.titles.pirates.rules.rounds.tournament import deal_tournament
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import rounds as told
from games.titles.pirates.state.events.turn import Drew
from games.titles.pirates.state.state import Fleet, ShipDeck, State, Vessel


def new_game(box: Box, seats: tuple[str, ...], options: Options, *, teams: bool = False) -> State:
    """Return the state before the first round.

    Raise Illegal for options that exclude each other or do not fit the number of players.
    """
    solitaire = PHANTOM in seats
    left_out = cards_left_out(box, options)
    if solitaire:
        left_out += [card for card in unused_action_cards(box) if card not in left_out]
    actions = [card for card in box.cards if card not in left_out]
    ships = [ship for ship in box.ships.values() if ship.id not in left_out]
    numbers = box.numbers
    setting = Setting(
        players=len(seats),
        cruisers=sum(ship.tournament == "choice" for ship in ships),
        most_removed=len(actions) - len(seats) * numbers.hand.actions - numbers.hand.drawn_per_turn,
        without_breakout=numbers.deck.without_breakout,
        solitaire=solitaire,
    )
    raise_problems(problems(options, setting))
    return State(
        options=options,
        fleets=[Fleet(seat, partner=opposite(seats, seat) if teams else "") for seat in seats],
        left_out=left_out,
        removed=actions,
        german=ShipDeck(used=[ship.id for ship in ships]),
        merchant=ShipDeck(used=[ship for ship in box.merchants if ship not in left_out]),
        phantom=new_phantom(box) if solitaire else None,
    )


def cards_left_out(box: Box, options: Options) -> list[str]:
    """6.5.1, 6.5.3, 6.5.4 Return the cards that the options keep out of the game."""
    left_out: list[str] = []
    if options.after_1914:
        left_out += [ship.id for ship in box.ships.values() if ship.removed_1914]
    if options.without_lost_merchants:
        left_out += [merchant.id for merchant in box.merchants.values() if merchant.lost_1914]
    if options.without_breakout:
        left_out += [card.id for card in box.cards.values() if card.kind == "breakout"]
    return left_out


async def deal(board: Board) -> str | None:
    """2.1, 2.4 Deal a round. In the first round, the fleets may be balanced (6.4). Return the key of the next step."""
    state = board.state
    state.round += 1
    state.withdrawn = []
    await _shuffle_actions(board)
    board.tell(told.RoundBegan(state.round, len(state.deck), len(state.removed)))
    if state.phantom is not None:
        await shuffle_solitaire(board)
    if state.round == 1 and state.left_out:
        board.tell(told.LeftOut(tuple(state.left_out)))
    if state.round == 1 and state.options.tournament != "off":
        await deal_tournament(board)
    else:
        for fleet in state.fleets:
            await _deal_ships(board, fleet)
    for fleet in state.fleets:
        _deal_hand(board, fleet)
    state.starter = await first_player(board)
    return "turn"


async def _shuffle_actions(board: Board) -> None:
    """2.1.1–2.1.4, 2.4.4, 5.2.1 Shuffle all action cards of the game, and remove some of them unseen."""
    state, numbers = board.state, board.box.numbers
    removed = state.options.removed_in(state.round)
    usual = numbers.deck.removed[len(state.fleets)] if state.phantom is None else numbers.deck.solitaire_removed
    count = usual if removed is None else removed
    cards = await shuffle(board.action_cards(), key="actions", rule="2.1" if state.round == 1 else "2.4.4")
    state.removed, state.deck, state.discards = cards[:count], cards[count:], []


async def _deal_ships(board: Board, fleet: Fleet) -> None:
    """2.1.5, 2.4.2, 2.4.3 Deal a fleet three merchants, and as many German ships as it lacks to three."""
    state, hand = board.state, board.box.numbers.hand
    ships = await board.draw_ships(state.german, "german", hand.ships - len(fleet.ships))
    merchants = await board.draw_ships(state.merchant, "merchant", hand.merchants)
    fleet.ships += [Vessel(card) for card in ships]
    fleet.merchants = [Vessel(card) for card in merchants]
    board.tell(told.ShipsDealt(fleet.seat, tuple(ships), tuple(merchants)))


def _deal_hand(board: Board, fleet: Fleet) -> None:
    """2.1.5, 2.4.5, 6.7.1, 6.7.2 Deal a fleet six action cards; fewer if its player carried ships over."""
    hand = board.box.numbers.hand
    count = hand.carried_over.get(fleet.carried, hand.actions)
    fleet.hand = [board.state.deck.pop() for _ in range(count)]
    dealt = told.HandDealt(fleet.seat, count)
    board.tell_only(fleet.seat, told.HandDealt(fleet.seat, count, tuple(fleet.hand)), dealt)


async def first_player(board: Board) -> str:
    """3.1, 5.2.3 Choose the first player. Return the key of the next step.

    In the first round, the dice, the weakest fleet or the live player's choice decide. Later, the seat with the fewest
    round points begins.
    """
    state = board.state
    seat, how = decided_starter(board), "agreed"
    if state.round > 1:
        seat, how = _only_lowest({f.seat: sum(f.round_points) for f in state.fleets}), "round_points"
    elif state.options.first_player == "fleet":
        seat, how = _only_lowest({f.seat: sum(board.value(v.card) for v in f.ships) for f in state.fleets}), "fleet"
    while not seat:
        how = "dice"
        die = board.box.numbers.game.first_player_die
        values = await roll(*(die for _ in state.fleets), key="first_player", rule="3.1")
        rolls = {fleet.seat: value for fleet, value in zip(state.fleets, values, strict=True)}
        board.tell(told.StarterRolled(rolls))
        seat = _only_lowest({seat: -value for seat, value in rolls.items()})
    board.tell(told.StarterFound(seat, how))
    return seat


def _only_lowest(scores: dict[str, int]) -> str:
    """Return the seat that alone has the lowest of the scores that only one seat has; "" if there is none."""
    times = Counter(scores.values())
    alone = [(score, seat) for seat, score in scores.items() if times[score] == 1]
    return min(alone)[1] if alone else ""


async def draw_action(board: Board, seat: str) -> None:
    """3.1.1 Draw one action card from the deck into a hand."""
    card = board.state.deck.pop()
    board.fleet(seat).hand.append(card)
    left = len(board.state.deck)
    board.tell_only(seat, Drew(seat, left, card), Drew(seat, left))


async def pick_from_hand(board: Board, seat: str, count: int, name: str, rule: str) -> list[str]:
    """Draw `count` cards at random from a seat's hand, remove them from the hand, and return them.

    `name` is part of the key of the draw, `rule` is the number of its rule.
    """
    fleet = board.fleet(seat)
    cards = await draw(fleet.hand, count, key=board.occasion(name), rule=rule)
    for card in cards:
        fleet.hand.remove(card)
    return cards
