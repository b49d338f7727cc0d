"""The solitaire game laid out by a test: red against the phantom, whose next cards are named by their numbers.

    game = alone("1 13 4", begins="phantom", phantom=side("leipzig"), dice=[(2,)])

After the named cards come the others by number; a shuffle without script lays the deck so that card 20 is on top.
"""

from typing import Any

from games.titles.pirates.rules.phantom.setup import unused_action_cards
from games.titles.pirates.state.events.solitaire import PhantomActed, PhantomIgnored, PhantomTurnEnded, SolitaireDrawn
from games.titles.pirates.state.state import Phantom, State
from tests.titles.pirates.laid_out import BOX, Dice, Game, Side, layout, side

RED = side("wolf", merchants="lovat maria dee", hand="collier")
PHANTOM = side("berlin", merchants="appam kaipara staut", hand="trap slim_pickings qqq")


def solo_layout(
    cards: str = "", *, begins: str = "red", last: int = 0, scouted: bool = False, red: Side = RED,
    phantom: Side = PHANTOM, points: tuple[tuple[int, int], tuple[int, int]] | None = None, **given: Any,
) -> State:  # fmt: skip
    """A state before a turn. `points` are round and victory points of red and the phantom so far."""
    state = layout(red=red, phantom=phantom, **given)
    first = [f"solitaire_{number}" for number in cards.split()]
    rest = [name for name in BOX.solitaire if name not in first]
    state.phantom = Phantom(deck=[*reversed(rest), *reversed(first)], scouted=scouted)
    state.left_out = [card for card in unused_action_cards(BOX) if card in (*state.deck, *state.removed)]
    state.deck = [card for card in state.deck if card not in state.left_out]
    state.removed = [card for card in state.removed if card not in state.left_out]
    if last:
        state.removed += state.deck[:-last]
        state.deck = state.deck[-last:]
    state.starter = begins
    for fleet, (round_points, victory) in zip(state.fleets, points or (), strict=False):
        fleet.round_points, fleet.victory_points = [round_points], [victory]
    return state


def alone(cards: str = "", *, dice: Dice = (), draws: Dice = (), **given: Any) -> Game:
    """A game in which red or the phantom begins a turn."""
    return Game(solo_layout(cards, **given), "turn").goes_on(dice=dice, draws=draws)


def phantoms_turn(cards: str, *rolls: Any, draws: Dice = (), **given: Any) -> Game:
    """The phantom's turn with these cards and dice; a roll that is a number is the red die."""
    dice = [(roll,) if isinstance(roll, int) else roll for roll in rolls]
    return alone(cards, begins="phantom", dice=dice, draws=draws, **given)


def reds_turn(cards: str, orders: str, *rolls: Any, **given: Any) -> Game:
    """Red plays a plan (orders parted by ";"); the phantom answers with these cards, and its own turn ends with a 1."""
    game = alone(cards, **given)
    dice = [(roll,) if isinstance(roll, int) else roll for roll in (*rolls, 1)]
    return game.says("red", *orders.split("; "), "as-planned", dice=dice)


def drawn(game: Game) -> list[tuple[str, str]]:
    """The cards drawn, for what, and what counted."""
    return [(event.purpose, event.entry) for event in game.told(SolitaireDrawn)]


def acted(game: Game) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(event.action, event.ship, event.targets) for event in game.told(PhantomActed)]


def ended(game: Game) -> list[str]:
    return [event.reason for event in game.told(PhantomTurnEnded)]


def ignored(game: Game) -> list[tuple[str, str]]:
    return [(event.action, event.reason) for event in game.told(PhantomIgnored)]


MIKE = "red"


def the_phantoms_turn() -> Game:
    """5.5.1 Up to Mike's first question: Leipzig is about to intercept Lundy Island."""
    return alone(
        "1 13 9 4 2 3", begins="phantom", dice=[(2,)], draws=[(1,)],
        red=side("leopard", merchants="dee lundy_island appam", hand="break_contact lay_mines interned collier"),
        phantom=side("leipzig", merchants="kaipara staut otaki", hand="trap qqq amc"),
        deck="scuttle_1 scuttle_2",
    )  # fmt: skip


def the_example() -> Game:
    """5.5.1 from beginning to end."""
    game = the_phantoms_turn()
    game.says(MIKE, "pass", dice=[(5, 7, 2, 4), (3,)], draws=[(1,)])
    return game.says(MIKE, "pass", dice=[(3, 2, 4, 3), (3,)], draws=[(0, 3)])


IDLE = side("emden", merchants="lovat maria dee", hand="collier")


def hunting(cards: str, *, ship: str = "leipzig", draws: Any = ((0,),), **given: Any) -> Game:
    """The phantom's ship intercepts; red is asked for a reaction."""
    phantom = side(ship, merchants="appam", hand="trap")
    return phantoms_turn(cards, 2, phantom=phantom, red=given.pop("red", IDLE), draws=draws, **given)


def sunk_by_the_phantom(hand: str, *then: int, scouted: bool = False) -> Game:
    """The phantom's Leipzig sinks Lovat; red holds these cards, and passes where it is asked to react."""
    red = side("emden", merchants="lovat maria dee", hand=hand, pile="staut")
    game = hunting("1 4 2", red=red, scouted=scouted)
    game.says("red", "pass", dice=[(10, 1, 1, 4), *((die,) for die in then)])
    assert game.has("phantom", "pile") == ["lovat"]
    return game
