"""Coal hogs, sail, aircraft and sailing merchants (6.0-6.3, 6.11)."""

import pytest

from games.kernel.errors import Illegal
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.attack import Challenged, Fought
from tests.titles.pirates.laid_out import TITLE, Game, lay_out, side
from tests.titles.pirates.scenes import hunt, navy, played, torpedoed

rule = pytest.mark.rule
COAL, SAIL, WOLF, SAILING = (
    Options(coal_hogs=True), Options(sail=True), Options(aircraft=True), Options(sailing_merchants=True)
)  # fmt: skip
PLAIN = Options()


def unsupplied(game: Game, seat: str) -> list[str]:
    return [ship.card for ship in game.fleet(seat).ships if ship.unsupplied]


def modifiers(game: Game) -> list[tuple[tuple[str, int], ...]]:
    """What was added to each challenge so far."""
    return [event.challenger.modifiers for event in game.told(told.Challenged)]


def rendezvous_missed(options: Options) -> Game:
    return played(
        "play rendezvous_missed target=black", red=side(hand="rendezvous_missed"),
        black=side("berlin leopard seeadler", hand="qqq"), options=options, dice=[(3, 4), (3, 4), (6, 4)],
    )  # fmt: skip


def blockade_runner(options: Options) -> Game:
    return played(
        "play blockade_runner", red=side("berlin+unsupplied seeadler+unsupplied", hand="blockade_runner"),
        black=side(hand="qqq"), options=options, dice=[(5, 1, 4), (4, 1, 4)],
    )  # fmt: skip


def coaling(options: Options) -> Game:
    ships = "berlin+unsupplied+damaged+refuge seeadler+unsupplied+refuge"
    return lay_out(
        red=side(ships, hand="qqq"), black=side(hand="qqq"), options=options, dice=[(5, 1, 4), (5, 1, 4), (4, 1, 4)]
    )


# --- 6.0 consent


@rule("pirates", "6.0")
def test_options_are_agreed_on_before_the_game_and_none_is_in_force_unless_named() -> None:
    assert TITLE.rules.new_game("two_players", Options()).options == Options()
    with pytest.raises(Illegal):
        TITLE.rules.new_game("two_players", Options(without_breakout=True))


# --- 6.1 coal hogs


@rule("pirates", "6.1")
@rule("pirates", "6.1.1")
@rule("pirates", "6.2.1")
def test_coal_hogs_miss_a_rendezvous_more_easily_and_seeadler_less() -> None:
    assert unsupplied(rendezvous_missed(PLAIN), "black") == ["seeadler"]
    assert unsupplied(rendezvous_missed(COAL), "black") == ["berlin", "seeadler"]
    assert unsupplied(rendezvous_missed(SAIL), "black") == []
    both = rendezvous_missed(Options(coal_hogs=True, sail=True))
    assert modifiers(both) == [(("coal_hog", 2),), (), (("sail", -2),)]


@rule("pirates", "6.1.1")
@rule("pirates", "6.2.1")
@pytest.mark.parametrize(
    ("ship", "prizes", "total"),
    [("emden", "", 5), ("leopard", "", 3), ("seeadler", "", 1), ("emden", "dee", 3), ("leopard", "dee", 1)],
)
def test_rendezvous_missed_with_coal_and_sail(ship: str, prizes: str, total: int) -> None:
    options = Options(coal_hogs=True, sail=True)
    game = played("play rendezvous_missed target=black", red=side(hand="rendezvous_missed"), options=options,
                  black=side(ship, prizes=prizes, hand="qqq"), dice=[(3, 8)])  # fmt: skip
    assert game.told(Challenged)[0].challenger.total == total


@rule("pirates", "6.1.2")
@rule("pirates", "6.2.2")
def test_coal_hogs_run_the_blockade_less_easily_and_seeadler_more() -> None:
    assert unsupplied(blockade_runner(PLAIN), "red") == ["seeadler"]
    assert unsupplied(blockade_runner(COAL), "red") == ["berlin", "seeadler"]
    assert unsupplied(blockade_runner(SAIL), "red") == []


@rule("pirates", "6.1.3")
@rule("pirates", "6.2.3")
def test_coal_hogs_coal_in_a_refuge_less_easily_and_seeadler_more_but_repairs_are_the_same() -> None:
    assert unsupplied(coaling(PLAIN), "red") == ["seeadler"]
    assert unsupplied(coaling(COAL), "red") == ["berlin", "seeadler"]
    assert coaling(COAL).ship("berlin").damage == 0
    assert unsupplied(coaling(SAIL), "red") == []


# --- 6.2 sail


@rule("pirates", "6.2")
@rule("pirates", "6.2.4")
def test_seeadler_breaks_contact_less_easily() -> None:
    game = navy("seeadler+identified", hand="break_contact", options=SAIL)
    game.says("black", "break_contact", dice=[(6, 4), (1, 1, 6)])
    assert modifiers(game) == [(("sail", -2),)]
    assert [shot.weapon for shot in game.told(told.Fought)] == ["british"]
    game = navy("leopard+identified", hand="break_contact", options=SAIL)
    assert game.says("black", "break_contact", dice=[(6, 4)]).goes_without(told.Fought, "red plan")


@rule("pirates", "6.2")
@rule("pirates", "6.2.5")
def test_merchants_break_contact_with_seeadler_more_easily() -> None:
    game = hunt("seeadler", hand="break_contact", options=SAIL).says("black", "break_contact", dice=[(3, 4), (1, 6)])
    assert modifiers(game)[0] == (("sail", 2),)
    assert not game.told(told.Fought)
    assert game.open() == ["red plan"]


@rule("pirates", "6.2")
@rule("pirates", "6.2.6")
def test_a_fast_ship_takes_four_from_seeadlers_attack() -> None:
    game = hunt("seeadler", hand="fast_ship", options=SAIL).says("black", "fast_ship", dice=[(8, 1, 5), (1, 6)])
    (shot,) = game.told(told.Fought)
    assert shot.attacker.modifiers == (("fast_ship", -2), ("sail", -2))
    assert shot.attacker.total == 4
    game = hunt("seeadler", hand="fast_ship").says("black", "fast_ship", dice=[(8, 1, 5)])
    assert game.told(told.Fought)[0].attacker.total == 6


@rule("pirates", "6.2.5")
@rule("pirates", "6.11.2")
@pytest.mark.parametrize(("ship", "total"), [("leopard", 3), ("seeadler", 5)])
def test_a_merchant_under_sail_breaks_contact(ship: str, total: int) -> None:
    game = hunt(ship, "dee", hand="break_contact", options=Options(sail=True, sailing_merchants=True))
    more = [(1, 1, 1, 4) if ship == "leopard" else (1, 1, 4), (1, 6)] if total < 5 else [(1, 6)]
    game.says("black", "break_contact", dice=[(5, 4), *more])
    assert game.told(Challenged)[0].challenger.total == total


# --- 6.3 aircraft


@rule("pirates", "6.3")
@rule("pirates", "6.3.1")
def test_surprise_with_wolfs_aircraft_adds_four() -> None:
    game = hunt("wolf", supports="surprise_attack", hand="amc", options=WOLF)
    game.says("black", "pass", dice=[(4, 1, 1, 8), (1, 6)])
    (shot,) = game.told(told.Fought)
    assert shot.attacker.modifiers == (("surprise_attack", 2), ("aircraft", 2))
    assert shot.attacker.total == 8
    for ship, options in (("leopard", WOLF), ("wolf", PLAIN)):
        game = hunt(ship, supports="surprise_attack", hand="amc", options=options)
        game.says("black", "pass", dice=[(4, 1, 1, 8), (1, 6)])
        assert game.told(told.Fought)[0].attacker.total == 6


@rule("pirates", "6.3.1")
def test_surprise_against_wolf_adds_no_more_than_usual() -> None:
    game = navy("wolf+identified", supports="surprise_attack", hand="amc", options=WOLF)
    game.says("black", "pass", dice=[(4, 1, 8)])
    assert game.told(told.Fought)[0].attacker.modifiers == (("surprise_attack", 2),)


@rule("pirates", "6.3.2")
def test_slim_pickings_does_not_help_against_wolf() -> None:
    assert not hunt("wolf", hand="slim_pickings", options=WOLF).can("black", "slim_pickings")
    assert hunt("wolf", hand="slim_pickings").can("black", "slim_pickings")
    assert hunt("leopard", hand="slim_pickings", options=WOLF).can("black", "slim_pickings")


@rule("pirates", "6.3.3")
def test_wolf_breaks_contact_more_easily() -> None:
    game = navy("wolf+identified", hand="break_contact", options=WOLF).says("black", "break_contact", dice=[(3, 4)])
    assert modifiers(game) == [(("aircraft", 2),)]
    assert not game.told(told.Fought)
    assert game.open() == ["red plan"]
    game = hunt("wolf", hand="break_contact", options=WOLF).says(
        "black", "break_contact", dice=[(3, 4), (1, 1, 1, 8), (1, 6)]
    )
    assert modifiers(game)[0] == (), "the aircraft is hers, not her prey's"


@rule("pirates", "6.3.3")
def test_wolf_damaged_breaks_contact() -> None:
    game = navy("wolf+damaged+identified", hand="break_contact", options=Options(aircraft=True))
    game.says("black", "break_contact", dice=[(5, 4)])
    assert (game.told(Challenged)[0].challenger.total, game.told(Fought)) == (5, [])


# --- 6.11 sailing merchants


@rule("pirates", "6.11")
@rule("pirates", "6.11.1")
def test_a_merchant_under_sail_is_no_cruiser_and_not_fast() -> None:
    reactions = "amc fast_ship trap break_contact"
    game = hunt("leopard", "dee", hand=reactions, options=SAILING)
    assert game.options("black") == ["trap_1", "break_contact_1"]
    assert hunt("leopard", "dee", hand=reactions).can("black", *reactions.split())
    assert hunt("leopard", "lovat", hand=reactions, options=SAILING).can("black", *reactions.split())


@rule("pirates", "6.11.1")
@rule("pirates", "3.3.34")
def test_torpedoed_under_sail_she_may_be_a_sailing_q_ship_but_no_other() -> None:
    reactions = "q_ship sail_q_ship razzle_dazzle"
    options = torpedoed(target="dee", hand=reactions, options=SAILING).options("black")
    assert options == ["sail_q_ship_1", "razzle_dazzle_1"]
    options = torpedoed(target="lovat", hand=reactions, options=SAILING).options("black")
    assert options == ["q_ship_1", "razzle_dazzle_1"]
    assert torpedoed(target="dee", hand=reactions).options("black") == ["q_ship_1", "razzle_dazzle_1"]


@rule("pirates", "6.11.2")
def test_a_merchant_under_sail_breaks_contact_less_easily() -> None:
    game = hunt("leopard", "dee", hand="break_contact", options=SAILING)
    game.says("black", "break_contact", dice=[(6, 4), (1, 1, 1, 4), (1, 6)])
    assert modifiers(game)[0] == (("sailing_merchant", -2),)
    assert game.told(told.Fought)
    game = hunt("leopard", "dee", hand="break_contact").says("black", "break_contact", dice=[(6, 4), (1, 6)])
    assert modifiers(game)[0] == ()
    prize = navy("dee+identified", hand="break_contact", prize=True, options=SAILING)
    prize.says("black", "break_contact", dice=[(6, 4), (1, 1, 4)])
    assert modifiers(prize) == [(("sailing_merchant", -2),)]


@rule("pirates", "6.11.2")
@rule("pirates", "6.2.5")
def test_sail_against_sail_is_as_usual() -> None:
    game = hunt("seeadler", "dee", hand="break_contact", options=Options(sail=True, sailing_merchants=True))
    game.says("black", "break_contact", dice=[(5, 4), (1, 6)])
    assert modifiers(game)[0] == (("sail", 2), ("sailing_merchant", -2))
    assert not game.told(told.Fought)
    assert game.open() == ["red plan"]
