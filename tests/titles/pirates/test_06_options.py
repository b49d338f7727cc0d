"""6.1–6.3, 6.11 Coal, sail, aircraft and sailing merchants, and the sailing Q-ship (3.3.34)."""

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events import attack as told
from tests.titles.pirates.laid_out import Game, lay_out, side
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


# ---------------------------------------------------------------- 6.1 coal, 6.2.1-6.2.3 sail


def rendezvous_missed(options: Options) -> Game:
    return played(
        "play rendezvous_missed target=black", red=side(hand="rendezvous_missed"),
        black=side("berlin leopard seeadler", hand="qqq"), options=options, dice=[(3, 4), (3, 4), (6, 4)],
    )  # fmt: skip


@rule("pirates", "6.1")
@rule("pirates", "6.1.1")
@rule("pirates", "6.2.1")
def test_coal_hogs_miss_a_rendezvous_more_easily_and_seeadler_less() -> None:
    assert unsupplied(rendezvous_missed(PLAIN), "black") == ["seeadler"]
    assert unsupplied(rendezvous_missed(COAL), "black") == ["berlin", "seeadler"]
    assert unsupplied(rendezvous_missed(SAIL), "black") == []
    both = rendezvous_missed(Options(coal_hogs=True, sail=True))
    assert modifiers(both) == [(("coal_hog", 2),), (), (("sail", -2),)]


def blockade_runner(options: Options) -> Game:
    return played(
        "play blockade_runner", red=side("berlin+unsupplied seeadler+unsupplied", hand="blockade_runner"),
        black=side(hand="qqq"), options=options, dice=[(5, 1, 4), (4, 1, 4)],
    )  # fmt: skip


@rule("pirates", "6.1.2")
@rule("pirates", "6.2.2")
def test_coal_hogs_run_the_blockade_less_easily_and_seeadler_more() -> None:
    assert unsupplied(blockade_runner(PLAIN), "red") == ["seeadler"]
    assert unsupplied(blockade_runner(COAL), "red") == ["berlin", "seeadler"]
    assert unsupplied(blockade_runner(SAIL), "red") == []


def coaling(options: Options) -> Game:
    ships = "berlin+unsupplied+damaged+refuge seeadler+unsupplied+refuge"
    return lay_out(
        red=side(ships, hand="qqq"), black=side(hand="qqq"), options=options, dice=[(5, 1, 4), (5, 1, 4), (4, 1, 4)]
    )


@rule("pirates", "6.1.3")
@rule("pirates", "6.2.3")
def test_coal_hogs_coal_in_a_refuge_less_easily_and_seeadler_more_but_repairs_are_the_same() -> None:
    assert unsupplied(coaling(PLAIN), "red") == ["seeadler"]
    assert unsupplied(coaling(COAL), "red") == ["berlin", "seeadler"]
    assert coaling(COAL).ship("berlin").damage == 0
    assert unsupplied(coaling(SAIL), "red") == []


# ---------------------------------------------------------------- 6.2 sail


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
def test_k28_a_fast_ship_takes_four_from_seeadlers_attack() -> None:
    game = hunt("seeadler", hand="fast_ship", options=SAIL).says("black", "fast_ship", dice=[(8, 1, 5), (1, 6)])
    (shot,) = game.told(told.Fought)
    assert shot.attacker.modifiers == (("fast_ship", -2), ("sail", -2))
    assert shot.attacker.total == 4
    game = hunt("seeadler", hand="fast_ship").says("black", "fast_ship", dice=[(8, 1, 5)])
    assert game.told(told.Fought)[0].attacker.total == 6


# ---------------------------------------------------------------- 6.3 the aircraft


@rule("pirates", "6.3")
@rule("pirates", "6.3.1")
def test_k29_surprise_with_wolfs_aircraft_adds_four() -> None:
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


# ---------------------------------------------------------------- 6.11 sailing merchants


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


def bait(*dice: tuple[int, ...]) -> Game:
    game = torpedoed(target="dee", hand="sail_q_ship", options=SAILING)
    return game.says("black", "sail_q_ship", dice=dice)


@rule("pirates", "3.3.34")
def test_a_sailing_q_ship_and_the_submarine_may_sink_each_other() -> None:
    game = bait((5, 4), (6, 1), (6, 1, 3))
    assert [shot.weapon for shot in game.told(told.Fought)] == ["gun", "gun"]
    assert (game.has("red", "pile"), game.has("black", "pile")) == (["sail_q_ship_1"], ["submarines_u_1"])
    assert game.ship("dee").damage == 0, "the merchant is out of it"


@rule("pirates", "3.3.34")
def test_a_sailing_q_ship_that_fails_has_no_depth_charges() -> None:
    game = bait((4, 4), (1, 1, 1, 6))
    assert [shot.weapon for shot in game.told(told.Fought)] == ["torpedo"]
    assert (game.has("red", "pile"), game.has("black", "pile")) == ([], [])
    assert bait((4, 4), (10, 1, 1, 5)).has("red", "pile") == ["sail_q_ship_1"]
