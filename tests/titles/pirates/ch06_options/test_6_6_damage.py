"""Fast raiders, cumulative damage and pursuit into shallow water (6.6, 6.8, 6.10)."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Cancelled, Challenged, Damaged, Followed, Fought
from games.titles.pirates.state.events.effects import Repaired
from tests.titles.pirates.alone import hunting
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import chase, chased, hunt, navy, played

rule = pytest.mark.rule
FAST = Options(fast_raiders=True)
ADDED = Options(cumulative_damage=True)
PURSUIT = Options(pursuit=True)


def modifiers(game: Game) -> list[tuple[tuple[str, int], ...]]:
    """What was added to each challenge so far."""
    return [event.challenger.modifiers for event in game.told(Challenged)]


def fast_prey(ship: str = "berlin", options: Options = FAST) -> Game:
    return hunt(ship, hand="fast_ship", options=options)


def fled(ship: str = "emden", merchant: str = "lovat", options: Options = PURSUIT, **more: str) -> Game:
    """A merchant runs for shoal water; red is asked whether to pursue."""
    return hunt(ship, merchant, hand="shallow_run", options=options, **more).says("black", "shallow_run")


KPW = "kronprinz_wilhelm"
PEF = "prinz_eitel_friedrich"
DAMAGES = Options(cumulative_damage=True)
CHASED = [(3, 2, 6), (1, 6)]
HELD = (5, 4, 1)


# --- 6.6 fast raiders


@rule("pirates", "6.6")
@rule("pirates", "6.6.1")
def test_a_fast_raider_may_chase_a_fast_ship_without_its_modifier() -> None:
    game = fast_prey().says("black", "fast_ship")
    assert game.open() == ["red chase"]
    game.says("red", "choose chase", dice=[(8, 1, 4), (5, 4, 4)])
    assert game.told(Fought)[0].attacker.modifiers == ()
    assert game.has("red", "pile") == ["lovat"]
    assert not game.ship("berlin").unsupplied
    check = game.told(Challenged)[-1]
    assert (check.challenger.coin, check.responder.coin) == ((10,), (10, 4))
    assert [event.declared for event in game.heard("black", Followed)] == [True]


@rule("pirates", "6.6")
@rule("pirates", "6.6.1")
def test_only_a_fast_raider_in_supply_is_asked() -> None:
    for ship, options in (("berlin+unsupplied", FAST), ("leopard", FAST), ("berlin", Options())):
        dice = (4, 1, 1, 8) if ship == "leopard" else (4, 1, 8)
        game = fast_prey(ship, options).says("black", "fast_ship", dice=[dice, (1, 6)])
        assert not game.told(Followed), ship
        assert game.open() == ["red plan"]


@rule("pirates", "6.6.1")
@rule("pirates", "6.10")
@pytest.mark.parametrize(("drawn_index", "followed"), [(0, True), (1, False)])
def test_lots_decide_for_the_phantom_whether_it_pursues(drawn_index: int, followed: bool) -> None:
    red = side("emden", merchants="lovat", hand="collier shallow_run_1")
    options = Options(pursuit=True)
    game = hunting("1 4", red=red, options=options, draws=())
    rolls = [(9, 1, 1), (9, 1, 1), (1, 1, 1, 8), (1, 6)] if followed else [(9, 1, 1), (1, 6)]
    game.says("red", "shallow_run_1", dice=[*rolls, (1,)], draws=[(drawn_index,)])
    assert game.told(Followed)[0].declared is followed


@rule("pirates", "6.6.1")
def test_after_a_chase_the_raider_may_be_out_of_supply() -> None:
    game = fast_prey().says("black", "fast_ship").says("red", "choose chase", dice=[(8, 1, 4), (4, 4, 1)])
    assert game.ship("berlin").unsupplied


@rule("pirates", "6.6.1")
@rule("pirates", "3.3.30")
def test_a_raider_called_home_from_her_chase_has_no_supply_to_lose() -> None:
    game = hunt("berlin", hand="fast_ship recalled", options=FAST).says("black", "fast_ship")
    game.says("red", "choose chase", dice=[(8, 1, 4)]).says("black", "recalled", dice=[(5, 4)])
    assert (game.has("red", "pile"), game.has("red", "ships")) == (["lovat"], [])
    assert [event.purpose for event in game.told(Challenged)] == ["recalled"]


@rule("pirates", "6.6.1")
def test_without_a_chase_the_modifier_counts_and_supply_is_safe() -> None:
    game = fast_prey().says("black", "fast_ship").says("red", "choose hold", dice=[(8, 1, 4)])
    assert game.told(Fought)[0].attacker.total == 6
    assert not game.told(Challenged)
    assert [event.declared for event in game.told(Followed)] == [False]
    assert game.open() == ["red plan"]


@rule("pirates", "6.6.1")
def test_a_raider_that_ran_out_in_the_first_chase_has_no_second() -> None:
    game = hunt("berlin", "lovat maria", supports="good_hunting", hand="fast_ship fast_ship_2", options=FAST)
    game.says("black", "fast_ship_1").says("red", "choose chase", dice=[(8, 1, 4)])
    game.says("black", "pass", dice=[(1, 4, 1)])
    game.says("black", "fast_ship_2", dice=[(8, 1, 5), (1, 6)])
    shot = game.told(Fought)[-1]
    assert shot.attacker.modifiers == (("unsupplied", -2), ("fast_ship", -2))


@rule("pirates", "6.6.1")
def test_without_stores_she_stays_out_of_supply() -> None:
    game = chased(Options(fast_raiders=True))
    assert game.ship(KPW).unsupplied
    assert game.open() == ["red plan"]


@rule("pirates", "6.6.1")
@rule("pirates", "3.3.15.1")
@pytest.mark.parametrize("holds", [True, False])
def test_two_fast_ships_and_two_chases(holds: bool) -> None:
    game = hunt(KPW, "hyades maria", supports="good_hunting", hand="fast_ship fast_ship_2 amc",
                options=Options(fast_raiders=True))  # fmt: skip
    game.says("black", "fast_ship").says("red", "choose chase", dice=[(6, 1, 3)])
    game.says("black", "pass", dice=[(4 if holds else 3, 3, 2)])
    if holds:
        game.says("black", "fast_ship_2").says("red", "choose chase", dice=[(5, 1, 3), (3, 3, 2)])
        assert game.told(Fought)[-1].outcome == "damaged"
    else:
        game.says("black", "fast_ship_2", dice=[(5, 1, 3), (1, 6)])
        assert game.told(Fought)[-1].attacker.total == 1
    assert len(game.told(Followed)) == (2 if holds else 1)
    assert game.ship(KPW).unsupplied


@rule("pirates", "6.6.1")
def test_after_a_chase_that_cost_nothing_the_collier_finds_nothing() -> None:
    game = chase("hunt", "play collier", hand="collier", dice=[*CHASED, HELD])
    assert not game.ship(PEF).unsupplied
    assert "collier_1" in game.state.discards


@rule("pirates", "6.6.1")
@pytest.mark.parametrize(
    ("ship", "options", "modifiers"),
    [
        (f"{PEF}+unsupplied", FAST, -4),
        ("leopard", FAST, -2),
        (PEF, Options(), -2),
    ],
)
def test_no_question_of_a_chase(ship: str, options: Options, modifiers: int) -> None:
    coin = (7, 1, 1, 8) if ship == "leopard" else (7, 1, 8)
    game = hunt(ship, hand="fast_ship", options=options).says("black", "fast_ship", dice=[coin, (1, 6)])
    assert not game.told(Followed)
    assert game.told(Fought)[0].attacker.total == 7 + modifiers
    assert game.open() == ["red plan"]


@rule("pirates", "6.6.1")
@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize(("hand", "refused"), [("collier", True), ("collier qqq", False)])
def test_a_fast_raider_chases_nobody_where_no_other_card_is_held(hand: str, refused: bool) -> None:
    """A chase needs an intercept, and an intercept a card of its own."""
    table = {"red": side(f"{PEF} emden", hand=hand), "black": side(merchants="lovat", hand="qqq")}
    assert bool(lay_out(**table, options=FAST).refuses("red", "play collier")) is refused


@rule("pirates", "6.6.2")
@rule("pirates", "6.10.4")
@pytest.mark.parametrize("options", [FAST, PURSUIT, Options(fast_raiders=True, pursuit=True)])
def test_fast_raiders_lie_deep_in_shoal_water(options: Options) -> None:
    game = navy("berlin+identified", hand="shallow_run", options=options)
    game.says("black", "shallow_run", dice=[(6, 1, 4)])
    assert modifiers(game) == [(("draught", -2),)]
    assert game.ship("berlin").damage == 1
    game = navy("berlin+identified+damaged", hand="shallow_run", options=options)
    game.says("black", "shallow_run", dice=[(8, 1, 4)])
    assert modifiers(game) == [(("damaged", -2), ("draught", -2))]
    assert game.has("red", "pile") == ["berlin"]


@rule("pirates", "6.6.2")
def test_other_raiders_do_not() -> None:
    game = navy("leopard+identified", hand="shallow_run", options=FAST).says("black", "shallow_run", dice=[(6, 1, 4)])
    assert modifiers(game) == [()]


# --- 6.8 cumulative damage


@rule("pirates", "6.8")
@rule("pirates", "6.8.1")
def test_every_damage_leaves_a_marker() -> None:
    game = hunt("emden", "lovat+damaged", options=ADDED).says("black", "pass", dice=[(7, 1, 1, 8)])
    assert game.told(Fought)[0].outcome == "damaged"
    assert game.ship("lovat").damage == 2
    assert game.told(Damaged)[-1].markers == 2
    game = navy("emden+damaged+damaged", hand="pull_the_plug", options=ADDED)
    game.says("black", "pass", dice=[(7, 1, 9)])
    assert game.ship("emden").damage == 3


@rule("pirates", "6.8.1")
def test_traps_cruisers_and_mines_leave_further_markers_too() -> None:
    game = hunt("emden+damaged", "lovat+damaged", hand="trap", options=ADDED)
    game.says("black", "trap", dice=[(9, 1, 1, 8), (7, 1, 8)])
    assert (game.ship("emden").damage, game.ship("lovat").damage) == (2, 2)
    game = lay_out(
        red=side("meteor", hand="lay_mines"), black=side(merchants="lovat+damaged", hand="qqq"), options=ADDED
    )
    game.says("red", "mines lay_mines ship=meteor against=black", "as-planned")
    game.says("black", "pass", dice=[(7, 1, 8)])
    assert game.ship("lovat").damage == 2


@rule("pirates", "6.8.1")
def test_a_breakdown_still_wants_an_undamaged_ship() -> None:
    game = lay_out(red=side(hand="breakdown"), black=side("emden+damaged leopard", hand="qqq"), options=ADDED)
    assert game.refuses("red", "play breakdown target=emden")
    assert not game.refuses("red", "play breakdown target=leopard")


@rule("pirates", "6.8.2")
def test_each_marker_hampers_attack_and_defence_but_nothing_falls_below_one() -> None:
    game = hunt("emden+damaged+damaged", "lovat+damaged+damaged+damaged", options=ADDED)
    game.says("black", "pass", dice=[(4, 1, 1, 7)])
    (shot,) = game.told(Fought)
    assert (shot.attacker.modifiers, shot.defender.modifiers) == ((("damaged", -4),), (("damaged", -6),))
    assert (shot.attacker.total, shot.defender.total, shot.outcome) == (1, 1, "none")


@rule("pirates", "6.8.2")
def test_each_marker_counts_for_break_contact_internment_and_shallow_run() -> None:
    game = navy("emden+damaged+damaged", hand="break_contact", options=ADDED)
    game.says("black", "break_contact", dice=[(8, 4), (1, 1, 9)])
    assert modifiers(game) == [(("damaged", -4),)]
    game = played(
        "play interned target=emden", red=side(hand="interned"), black=side("emden+damaged+damaged", hand="qqq"),
        options=ADDED, dice=[(4, 1, 7)],
    )  # fmt: skip
    assert modifiers(game) == [(("damaged", 4),)]
    assert game.has("black", "ships") == []
    game = navy("berlin+identified+damaged+damaged", hand="shallow_run", options=Options(
        cumulative_damage=True, fast_raiders=True)).says("black", "shallow_run", dice=[(10, 1, 4)])  # fmt: skip
    assert modifiers(game) == [(("damaged", -4), ("draught", -2))]
    assert game.has("red", "pile") == ["berlin"]


@rule("pirates", "6.8.2")
@rule("pirates", "6.8.3")
@rule("pirates", "3.3.9")
def test_two_damage_markers_count_twice_and_go_one_by_one() -> None:
    game = hunt("emden+damaged+damaged", "lovat+damaged+damaged+damaged", hand="qqq", options=DAMAGES)
    game.says("black", "pass", dice=[(7, 1, 1, 6)])
    shot = game.told(Fought)[0]
    assert (shot.attacker.total, shot.defender.total) == (3, 1)
    game = played("play damage_control target=emden", red=side("emden+damaged+damaged", hand="damage_control"),
                  black=side(hand="qqq"), options=DAMAGES)  # fmt: skip
    assert game.ship("emden").damage == 1


@rule("pirates", "6.8.3")
def test_damage_control_takes_one_marker_off() -> None:
    game = played(
        "play damage_control target=emden", red=side("emden+damaged+damaged", hand="damage_control"),
        black=side(hand="qqq"), options=ADDED,
    )  # fmt: skip
    assert game.ship("emden").damage == 1
    assert game.told(Repaired)[0].markers == 1


@rule("pirates", "6.8.3")
def test_in_a_refuge_one_marker_a_turn_is_repaired() -> None:
    game = lay_out(
        red=side("emden+damaged+damaged+damaged+refuge", hand="island_refuge_1"), black=side(hand="qqq"),
        options=ADDED, dice=[(5, 1, 4)],
    )  # fmt: skip
    assert game.ship("emden").damage == 2
    game.says("red", "leave emden", "play island_refuge_1 target=emden", "as-planned")
    assert game.ship("emden").damage == 2, "no second repair in one turn, and no roll for it"
    game.says("black", "pass", dice=[(5, 1, 4)])
    assert game.ship("emden").damage == 1


# --- 6.10 pursuit


@rule("pirates", "6.10")
@rule("pirates", "6.10.1")
def test_pursuit_is_declared_before_the_shoals_are_rolled_for() -> None:
    game = fled()
    assert game.open() == ["red pursue"]
    assert not game.told(Challenged)
    game.says("red", "choose hold", dice=[(4, 1, 4)])
    assert game.ship("lovat").damage == 1
    assert not game.told(Fought)


@rule("pirates", "6.10")
@rule("pirates", "6.10.2")
def test_both_come_through_and_the_intercept_goes_on() -> None:
    game = fled().says("red", "choose pursue", dice=[(5, 1, 4), (5, 1, 4), (8, 1, 1, 4)])
    prey, hunter = game.told(Challenged)
    assert (prey.subject, hunter.subject) == ("lovat", "emden")
    assert (hunter.challenger.of, hunter.responder.of) == ("red", "black")
    assert game.has("red", "pile") == ["lovat"]
    assert not game.told(Cancelled)
    assert game.open() == ["red plan"]


@rule("pirates", "6.10")
def test_the_royal_navy_never_pursues_and_nobody_without_the_option() -> None:
    game = navy("emden", hand="shallow_run", options=PURSUIT).says("black", "shallow_run", dice=[(5, 1, 4)])
    assert not game.told(Followed)
    assert game.open() == ["red plan"]
    game = hunt("emden", hand="shallow_run").says("black", "shallow_run", dice=[(5, 1, 4), (1, 6)])
    assert not game.told(Followed)
    assert game.open() == ["red plan"]


@rule("pirates", "6.10.1")
@rule("pirates", "6.10.2")
def test_the_pursuit_and_then_the_intercept() -> None:
    game = hunt("emden", "lovat", hand="shallow_run_1", options=Options(pursuit=True)).says("black", "shallow_run_1")
    game.says("red", "choose pursue", dice=[(7, 1, 5), (3, 1, 5), (8, 1, 1, 3)])
    assert game.ship("emden").damage == 1
    assert game.told(Fought)[0].attacker.total == 6
    assert game.has("red", "pile") == ["lovat"]


@rule("pirates", "6.10.2")
def test_both_may_be_damaged_and_fight_so() -> None:
    game = fled().says("red", "choose pursue", dice=[(4, 1, 4), (4, 1, 4), (10, 1, 1, 8)])
    (shot,) = game.told(Fought)
    assert (shot.attacker.total, shot.defender.total, shot.outcome) == (8, 6, "none")
    assert (game.ship("emden").damage, game.ship("lovat").damage) == (1, 1)
    game = fled(options=Options(pursuit=True, cumulative_damage=True))
    game.says("red", "choose pursue", dice=[(4, 1, 4), (4, 1, 4), (10, 1, 1, 8)])
    assert game.ship("lovat").damage == 2


@rule("pirates", "6.10.2")
def test_a_merchant_damaged_in_the_shallows_is_sunk_and_not_boarded() -> None:
    game = fled(supports="boarding_party", boarding="lovat")
    game.says("red", "choose pursue", dice=[(4, 1, 4), (5, 1, 4), (10, 1, 1, 4)])
    assert (game.has("red", "prizes"), game.has("red", "pile")) == ([], ["lovat"])


@rule("pirates", "6.10.2")
def test_who_outlived_the_pursuit_unharmed_makes_for_port() -> None:
    game = fled().says("red", "choose pursue", dice=[(5, 1, 4), (5, 1, 4), (1, 1, 1, 8), (6, 1)])
    assert game.has("black", "pile") == ["lovat"]


@rule("pirates", "6.10.2")
@rule("pirates", "6.10.3")
@rule("pirates", "6.6.2")
@pytest.mark.parametrize(("hers", "sunk"), [((9, 1, 5), True), ((10, 1, 5), False)])
def test_a_damaged_fast_raider_in_pursuit(hers: Any, sunk: bool) -> None:
    options = Options(fast_raiders=True, pursuit=True, cumulative_damage=True)
    game = hunt(f"{PEF}+damaged", "lovat", hand="shallow_run_1", options=options).says("black", "shallow_run_1")
    game.says("red", "choose pursue", dice=[(4, 2, 4), hers, *([] if sunk else [(6, 2, 4)])])
    assert (game.has("black", "pile") == [PEF]) is sunk
    assert (game.has("red", "pile") == ["lovat"]) is not sunk


@rule("pirates", "6.10.3")
def test_a_damaged_hunter_that_fails_is_lost_to_the_merchants_owner() -> None:
    game = fled("emden+damaged").says("red", "choose pursue", dice=[(5, 1, 4), (6, 1, 4), (6, 1)])
    assert modifiers(game)[1] == (("damaged", -2),)
    assert game.has("black", "pile") == ["emden", "lovat"], "and the merchant slips away to port"
    assert not game.told(Fought)
    assert game.open() == ["red plan"]


@rule("pirates", "6.10.3")
def test_both_may_sink_at_once() -> None:
    game = fled("emden+damaged", "lovat+damaged").says("red", "choose pursue", dice=[(1, 1, 4), (1, 1, 4)])
    assert (game.has("red", "pile"), game.has("black", "pile")) == (["lovat"], ["emden"])
    assert not game.told(Fought)
    assert game.open() == ["red plan"]


@rule("pirates", "6.10.4")
def test_fast_raiders_pursue_at_their_peril() -> None:
    game = fled("berlin").says("red", "choose pursue", dice=[(5, 1, 4), (6, 1, 4), (1, 1, 8), (1, 6)])
    assert modifiers(game)[:2] == [(), (("draught", -2),)]
    assert game.ship("berlin").damage == 1
