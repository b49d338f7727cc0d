"""Action cards 32 to 38: reflag to shallow run (3.3.32-3.3.38)."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.rules.attack.reactions import against_british
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.attack import Cancelled, Challenged, Disguised, Fought, Unsupplied
from tests.titles.pirates.laid_out import Game, Side, lay_out, side
from tests.titles.pirates.printed_example import craigs_turn, jays_turn, jeffs_turn, the_table
from tests.titles.pirates.scenes import DAY, NIGHT, board_of, hunt, navy, played, taken_away, torpedoed

rule = pytest.mark.rule
COAL, SAIL, WOLF, SAILING = (
    Options(coal_hogs=True), Options(sail=True), Options(aircraft=True), Options(sailing_merchants=True)
)  # fmt: skip


def bait(*dice: tuple[int, ...]) -> Game:
    game = torpedoed(target="dee", hand="sail_q_ship", options=SAILING)
    return game.says("black", "sail_q_ship", dice=dice)


# --- 3.3.32


@rule("pirates", "3.3.32")
@pytest.mark.parametrize("target", ["leopard", "lovat"])
def test_an_assigned_reflag_disguises_one_own_identified_raider_or_prize(target: str) -> None:
    red = side("leopard+identified emden", prizes="lovat+identified", hand="reflag")
    game = played(f"play reflag target={target}", red=red, black=side(hand="qqq"))
    assert not game.ship(target).identified
    assert [event.card for event in game.told(Disguised)] == [target]


@rule("pirates", "3.3.32")
def test_reflag_wants_an_own_ship_that_is_identified() -> None:
    game = lay_out(
        red=side("leopard wolf+identified emden", hand="reflag"), black=side("meteor+identified", hand="qqq")
    )
    for target in ("emden", "meteor"):
        assert game.refuses("red", f"play reflag target={target}")
    game.says("red", "play reflag target=leopard")
    assert game.refuses("red", "play reflag target=leopard"), "she might have been identified in the meantime"


@rule("pirates", "3.3.32")
@pytest.mark.parametrize("reaction", ["qqq", "amc", "trap"])
def test_the_active_player_may_reflag_from_the_hand_a_raider_just_identified(reaction: str) -> None:
    game = lay_out(red=side("leopard", hand="collier reflag"), black=side(merchants="lovat", hand=reaction))
    game.says("red", "intercept collier ship=leopard targets=lovat", "as-planned")
    shots = {"qqq": [(1, 1, 1, 4), (1, 6)], "amc": [(1, 1, 1, 8), (1, 1, 8)], "trap": [(1, 1, 1, 8), (1, 1, 8), (1, 6)]}
    game.says("black", reaction, dice=shots[reaction])
    assert game.ship("leopard").identified, "the fight comes first"
    assert game.open() == ["red reflag"]
    game.says("red", "reflag")
    assert not game.ship("leopard").identified
    assert "reflag_1" in game.state.discards


@rule("pirates", "3.3.32")
def test_reflag_in_answer_to_a_british_intercept_takes_her_out_of_it() -> None:
    for target, prize in (("leopard+identified", False), ("lovat+identified", True)):
        game = navy(target, hand="reflag", prize=prize).says("black", "reflag")
        assert not game.ship(target.partition("+")[0]).identified
        assert not game.told(Fought)
        assert game.open() == ["red plan"]


@rule("pirates", "3.3.32", "3.1.3", "3.2.3", "3.2.2")
@pytest.mark.parametrize("second", ["british fog_bank_1 target=", "play interrogate target="])
def test_who_hoisted_another_flag_before_the_navy_is_out_of_it_for_this_turn(second: str) -> None:
    """She was the target of her one intercept, though nothing came of it: what else was laid down goes for other ships
    of the same player's. The card and its support are spent.
    """
    black, known = side("leopard+identified wolf", prizes="lovat+identified", hand="reflag qqq"), "british" in second
    game = lay_out(red=side(hand="collier surprise_attack_1 fog_bank_1 interrogate"), black=black,
                   white=side("meteor iltis", hand="amc"))  # fmt: skip
    game.says("red", "british collier", "play surprise_attack_1", "british fog_bank_1", "play interrogate")
    game.says("red", "british collier target=leopard supports=surprise_attack_1")
    assert game.open() == ["black react"]
    game.says("black", "reflag")
    assert not game.told(Fought)
    assert not game.ship("leopard").identified
    assert game.refuses("red", f"{second}leopard"), "her intercept of this turn was that one"
    assert not game.refuses("red", f"{second}{'lovat' if known else 'wolf'}")
    assert game.refuses("red", f"{second}{'iltis' if known else 'meteor'}"), "and it bound the turn to her player"
    assert game.refuses("red", f"{second}wolf supports=surprise_attack_1")


@rule("pirates", "3.3.32")
def test_a_warship_cannot_be_reflagged_nor_a_ship_at_anchor_under_a_monitors_guns() -> None:
    assert not navy("emden", hand="reflag").options("black")
    game = lay_out(red=side(hand="monitor"), black=side("leopard+identified+refuge", hand="reflag"))
    assert not game.says("red", "play monitor target=leopard", "as-planned").options("black")


@rule("pirates", "3.3.32.1")
@pytest.mark.parametrize(
    ("known", "may"), [("lovat+identified", True), ("lovat", False), ("dresden+identified", False)]
)
def test_only_a_known_ship_that_is_no_warship_is_reflagged_before_the_navy(known: str, may: bool) -> None:
    row = "ships" if known.startswith("dresden") else "prizes"
    board = board_of(red=side("leopard"), black=Side(**{row: known}))
    (vessel,) = getattr(board.state.fleets[1], row)
    attack = Attack("red", "british", "collier_1", "black")
    assert ("reflag" in against_british(board, attack, vessel)) == may


@rule("pirates", "3.3.32.1")
@rule("pirates", "3.2.2")
def test_reflag_is_the_one_reaction_to_a_british_intercept() -> None:
    game = navy("leopard+identified", by="recalled", hand="reflag break_contact").says("black", "reflag")
    assert not game.told(Fought)
    assert not game.ship("leopard").identified
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.32.1")
@rule("pirates", "3.3.19.1")
def test_against_interrogate_only_afterwards() -> None:
    game = played("play interrogate target=leopard", red=side(hand="interrogate"),
                  black=side("leopard", hand="reflag shallow_run_1 break_contact pull_the_plug"),
                  dice=[(6, 5)])  # fmt: skip
    assert not game.can("black", "reflag")
    assert game.can("black", "shallow_run_1", "break_contact", "pull_the_plug")
    game.says("black", "pass", dice=[(5, 2, 3)])
    assert game.open() == ["black reflag"]
    game.says("black", "reflag")
    leopard = game.ship("leopard")
    assert (leopard.identified, leopard.damage) == (False, 1)


@rule("pirates", "3.3.32.1")
@rule("pirates", "3.3.1.3")
@pytest.mark.parametrize(("reaction", "dice"), [
    ("amc", [(1, 1, 1, 8), (1, 1, 8)]), ("qqq", [(1, 1, 1, 5), (1, 6)]),
])  # fmt: skip
def test_from_the_hand_in_the_own_turn(reaction: str, dice: Any) -> None:
    game = lay_out(red=side("leopard", hand="collier reflag"), black=side(merchants="lovat", hand=reaction))
    game.says("red", "intercept collier ship=leopard targets=lovat", "as-planned")
    game.says("black", reaction, dice=dice)
    assert game.ship("leopard").identified
    assert not game.says("red", "reflag").ship("leopard").identified
    assert game.state.discards[-1] == "reflag_1"


@rule("pirates", "3.3.32.1")
@rule("pirates", "3.2.0")
def test_a_reflag_just_gained_may_be_played_in_the_same_turn_and_nothing_else() -> None:
    game = lay_out(red=side("leopard", hand="collier wireless_intercept"), black=side(merchants="lovat", hand="qqq"),
                   discards="scuttle reflag")  # fmt: skip
    game.says("red", "play wireless_intercept", "intercept collier ship=leopard targets=lovat")
    game.says("red", "play wireless_intercept")
    assert game.refuses("red", "play scuttle")
    game.says("red", "intercept collier ship=leopard targets=lovat")
    game.says("black", "qqq", dice=[(1, 1, 1, 5), (1, 6)])
    assert not game.says("red", "reflag").ship("leopard").identified


@rule("pirates", "3.3.32.2")
def test_a_reflag_laid_for_a_raider_that_is_identified_in_the_turn() -> None:
    game = lay_out(red=side("leopard", hand="collier reflag"), black=side(merchants="lovat", hand="qqq amc"))
    game.says("red", "intercept collier ship=leopard targets=lovat", "play reflag target=leopard", "as-planned")
    game.says("black", "qqq", dice=[(1, 1, 1, 5), (1, 6)])
    assert not game.ship("leopard").identified


@rule("pirates", "3.3.32.2")
@rule("pirates", "3.3.9")
@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize("order", ["damage_control", "scuttle", "reflag", "island_refuge"])
def test_what_is_done_with_a_ship_that_is_to_be_taken_may_be_planned(order: str) -> None:
    red, black = side(hand=f"transfer_command {order}"), side("leopard+identified+damaged", hand="qqq")
    assert not lay_out(red=red, black=black).refuses("red", f"play {order} target=leopard")
    alone_ = lay_out(red=side(hand=f"collier {order}"), black=black)
    assert alone_.refuses("red", f"play {order} target=leopard")


@rule("pirates", "3.3.32.3")
@pytest.mark.parametrize("kind", ["interned", "transfer_command"])
@pytest.mark.parametrize("prize", [False, True])
def test_reflag_takes_the_target_away_before_the_roll(kind: str, prize: bool) -> None:
    ship = "lovat" if prize else "leopard"
    game = taken_away(kind, f"{ship}+identified", prize=prize)
    assert (game.open(), game.options("black")) == (["black react"], ["reflag_1"])
    game.says("black", "reflag")
    assert not game.told(Challenged)
    assert not game.ship(ship).identified
    assert ship in game.has("black", "prizes" if prize else "ships")
    assert game.told(Cancelled) == [Cancelled(ship, "reflag")]
    assert {f"{kind}_1", "reflag_1"} <= set(game.state.discards)


@rule("pirates", "3.3.32.3")
@rule("pirates", "3.2.2.1")
def test_who_holds_none_is_asked_alike_and_the_roll_follows() -> None:
    game = taken_away("interned", "leopard+identified", hand="trap")
    assert (game.open(), game.options("black")) == (["black react"], [])
    game.says("black", "pass", dice=[(6, 1, 5)])
    assert "leopard" in game.state.german.used


@rule("pirates", "3.3.32.3")
@rule("pirates", "3.3.18")
def test_reflag_is_no_use_for_a_warship() -> None:
    game = lay_out(red=side(hand="interned"), black=side("emden leopard+identified", hand="reflag qqq"))
    game.says("red", "play interned target=emden", "as-planned", dice=[(6, 1, 5)])
    assert game.state.german.used == ["emden"]


# --- 3.3.33


@rule("pirates", "3.3.33")
def test_rendezvous_missed_tries_every_german_ship_of_a_fleet_at_sea() -> None:
    fleet = side("emden leopard wolf+unsupplied meteor+refuge", hand="qqq")
    table = {"red": side("seeadler", hand="rendezvous_missed"), "black": fleet, "white": side("berlin", hand="amc")}
    game = played("play rendezvous_missed target=black", **table, dice=[(5, 4), (4, 4)])
    assert [event.subject for event in game.told(Challenged)] == ["emden", "leopard"]
    assert [event.card for event in game.told(Unsupplied)] == ["emden"]


@rule("pirates", "3.3.33")
def test_a_prize_with_the_fleet_takes_two_from_rendezvous_missed() -> None:
    game = played(
        "play rendezvous_missed target=black", red=side(hand="rendezvous_missed"),
        black=side("emden", prizes="lovat", hand="qqq"), dice=[(6, 4)],
    )  # fmt: skip
    assert not game.told(Unsupplied)
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.33")
@rule("pirates", "3.3.33.1")
@pytest.mark.parametrize(("prizes", "dice", "marked"), [("", (5, 4), True), ("dee", (6, 4), False)])
def test_rendezvous_missed_by_prizes_and_refuge(prizes: str, dice: Any, marked: bool) -> None:
    game = played("play rendezvous_missed target=black", red=side(hand="rendezvous_missed"), dice=[dice],
                  black=side("emden geier+refuge leopard+unsupplied", prizes=prizes, hand="qqq"))  # fmt: skip
    assert game.ship("emden").unsupplied is marked
    assert not game.ship("geier").unsupplied


# --- 3.3.34


@rule("pirates", "3.3.34")
def test_the_sail_q_ship_is_no_reaction_without_merchants_under_sail_but_a_british_card() -> None:
    for kind in ("submarines_u", "submarines_uc"):
        assert not torpedoed(kind, target="dee", hand="sail_q_ship").options("black")
    game = lay_out(red=side(hand="sail_q_ship"), black=side("emden", hand="qqq"))
    assert game.refuses("red", "play sail_q_ship")
    game.says("red", "british sail_q_ship target=emden", "as-planned").says("black", "pass", dice=[(10, 4)])
    assert game.told(Fought)[0].attacker.total == 9, "a night card"


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


# --- 3.3.35


@rule("pirates", "3.3.35")
@pytest.mark.parametrize("target", ["emden", "leopard", "lovat"])
def test_scuttle_removes_an_own_damaged_ship_or_prize_without_points(target: str) -> None:
    red = side("emden+damaged leopard+damaged", prizes="lovat+damaged", hand="scuttle")
    game = played(f"play scuttle target={target}", red=red, black=side(hand="qqq"))
    assert game.state.german.used + game.state.merchant.used == [target]
    assert not game.has("red", "pile")


@rule("pirates", "3.3.35")
def test_scuttle_is_not_for_merchants_nor_for_sound_ships_when_it_is_played() -> None:
    game = lay_out(
        red=side("emden", prizes="maria", merchants="lovat+damaged", hand="scuttle collier"), black=side(hand="qqq")
    )
    assert game.refuses("red", "play scuttle target=lovat")
    assert game.refuses("red", "play scuttle target=maria")
    assert game.says("red", "play scuttle target=emden").refuses("red", "play scuttle target=emden")


# --- 3.3.36


@rule("pirates", "3.3.36")
def test_searchlight_adds_three_to_a_night_intercept_beside_the_minus_one() -> None:
    game = hunt(by=NIGHT, supports="searchlight", hand="qqq").says("black", "pass", dice=[(4, 1, 1, 3)])
    assert game.told(Fought)[0].attacker.total == 6
    game = navy("emden", by=NIGHT, supports="searchlight surprise_attack", hand="amc")
    assert game.says("black", "pass", dice=[(4, 4)]).told(Fought)[0].attacker.total == 8


@rule("pirates", "3.3.36")
def test_searchlight_helps_at_every_merchant_of_one_intercept() -> None:
    game = hunt("leopard", "lovat maria", by=NIGHT, supports="searchlight good_hunting", hand="amc qqq")
    game.says("black", "pass", dice=[(4, 1, 1, 5)]).says("black", "pass", dice=[(4, 1, 1, 5)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [6, 6]


@rule("pirates", "3.3.36")
def test_searchlight_is_of_no_use_by_day() -> None:
    game = lay_out(red=side("leopard", hand=f"{DAY} searchlight"), black=side("emden", merchants="lovat", hand="qqq"))
    for order in ("intercept collier ship=leopard targets=lovat", "british collier target=emden"):
        assert game.refusals("red", f"{order} supports=searchlight")[0].rule == "3.3.36"


@rule("pirates", "3.3.36")
@rule("pirates", "3.3.39")
def test_a_warship_by_night_with_a_searchlight_sweeps_all_lanes() -> None:
    game = hunt("emden", "lovat maria", by=NIGHT, supports="searchlight shipping_lanes", hand="amc qqq")
    game.says("black", "pass", dice=[(4, 1, 1, 5)]).says("black", "pass", dice=[(4, 1, 1, 5)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [6, 6]


# --- 3.3.37


@rule("pirates", "3.3.37")
def test_second_chance_gives_another_turn_after_the_draw() -> None:
    game = played("play second_chance", red=side(hand="second_chance"), black=side(hand="qqq"), deck="collier interned")
    assert game.open() == ["red plan"]
    assert game.fleet("red").hand == ["collier_1"]
    assert game.view("black").extra_turn
    game.says("red", "pass")
    assert game.open() == ["black plan"]
    assert game.fleet("red").hand == ["collier_1", "interned_1"]


@rule("pirates", "3.3.37")
@rule("pirates", "3.3.47")
def test_in_the_extra_turn_neither_second_chance_nor_wireless_intercept_is_played() -> None:
    game = played(
        "play second_chance_1", red=side(hand="second_chance second_chance_2 wireless_intercept"),
        black=side(hand="qqq"), discards="trap amc",
    )  # fmt: skip
    for card in ("second_chance_2", "wireless_intercept"):
        assert game.refuses("red", f"play {card}")
    game.says("red", "pass").says("black", "pass")
    for card in ("second_chance_2", "wireless_intercept"):
        assert not game.refuses("red", f"play {card}")


@rule("pirates", "3.3.37")
def test_two_second_chances_in_one_turn_bring_one_extra_turn() -> None:
    game = played(
        "play second_chance_1", "play second_chance_2", red=side(hand="second_chance second_chance_2"),
        black=side(hand="qqq"),
    )  # fmt: skip
    assert game.says("red", "pass").open() == ["black plan"]


@rule("pirates", "3.3.37")
def test_no_second_chance_in_an_extra_turn() -> None:
    game = played("play second_chance", red=side(hand="second_chance second_chance_2 wireless_intercept"),
                  black=side(hand="qqq"))  # fmt: skip
    for kind in ("second_chance_2", "wireless_intercept"):
        assert game.refuses("red", f"play {kind}")


# --- 3.3.38


@rule("pirates", "3.3.38")
@pytest.mark.parametrize(
    ("target", "dice", "fate"),
    [
        ("emden", (6, 1, 5), "unharmed"),
        ("emden", (5, 1, 5), "damaged"),
        ("emden+damaged", (8, 1, 5), "unharmed"),
        ("emden+damaged", (7, 1, 5), "sunk"),
        ("leopard+identified", (5, 1, 5), "damaged"),
    ],
)
def test_shallow_run_avoids_the_intercept_at_the_risk_of_the_shoals(
    target: str, dice: tuple[int, ...], fate: str
) -> None:
    name = target.partition("+")[0]
    # Both copies are night cards when they intercept; as a reaction any of them serves.
    game = navy(target, hand="shallow_run_1").says("black", "shallow_run_1", dice=[dice])
    assert not game.told(Fought)
    assert (game.has("red", "pile") == [name]) is (fate == "sunk")
    assert game.open() == ["red plan"]
    if fate != "sunk":
        assert game.ship(name).damage == (fate == "damaged" or "damaged" in target)


@rule("pirates", "3.3.38")
def test_a_merchant_that_runs_through_the_shallows_unharmed_may_reach_port() -> None:
    game = hunt(hand="shallow_run_1").says("black", "shallow_run_1", dice=[(6, 1, 5), (6, 5)])
    assert game.has("black", "pile") == ["lovat"]
    game = hunt(hand="shallow_run_1").says("black", "shallow_run_1", dice=[(5, 1, 5)])
    assert game.ship("lovat").damage == 1
    game = hunt(targets="lovat+damaged", hand="shallow_run_1").says("black", "shallow_run_1", dice=[(7, 1, 5)])
    assert game.has("red", "pile") == ["lovat"]


@rule("pirates", "3.3.38")
@pytest.mark.parametrize(
    "game",
    [
        hunt(by=NIGHT, hand="shallow_run_1"),
        hunt(supports="surprise_attack", hand="shallow_run_1"),
        navy("emden", by=NIGHT, hand="shallow_run_1"),
        torpedoed(hand="shallow_run_1"),
        played("mines lay_mines ship=meteor against=black", red=side("meteor", hand="lay_mines"),
               black=side(merchants="lovat", hand="shallow_run_1")),
        played("play monitor target=emden", red=side(hand="monitor"),
               black=side("emden+refuge", hand="shallow_run_1")),
    ],
    ids=["night", "surprise", "night, British", "torpedo", "mines", "refuge"],
)  # fmt: skip
def test_shallow_run_is_no_use_here(game: Game) -> None:
    assert game.open() == ["black react"]
    assert not game.options("black")


@rule("pirates", "3.3.38")
@rule("pirates", "3.3.38.1")
@pytest.mark.parametrize(
    ("ship", "dice", "damage", "sunk"),
    [
        ("leopard", (6, 3, 6), 1, False),
        ("leopard", (7, 3, 6), 0, False),
        ("leopard+damaged", (8, 1, 6), 1, True),
        ("leopard+damaged", (9, 1, 6), 1, False),
    ],
)
def test_shallow_run_by_damage_and_challenge(ship: str, dice: Any, damage: int, sunk: bool) -> None:
    game = navy(f"{ship}+identified", hand="shallow_run_1").says("black", "shallow_run_1", dice=[dice])
    assert not game.told(Fought)
    assert (game.has("red", "pile") == ["leopard"]) is sunk
    assert sunk or game.ship("leopard").damage == damage
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.38")
@rule("pirates", "3.3.3")
def test_a_shallow_run_from_a_boarding_party() -> None:
    for dice, safe in (((6, 1, 6), False), ((7, 1, 6), True)):
        game = hunt("leopard", "lovat", supports="boarding_party", hand="shallow_run_1")
        game.says("black", "shallow_run_1", dice=[dice, *([(6, 1)] if safe else [])])
        assert not game.has("red", "prizes")
        assert (game.has("black", "pile") == ["lovat"]) is safe


@rule("pirates", "3.3.38")
def test_prinz_eitel_friedrich_escapes_damaged_through_the_shallows() -> None:
    game = jays_turn(craigs_turn(jeffs_turn(the_table())))
    run = game.told(Challenged)[-1]
    assert (run.challenger.coin, run.responder.coin, run.success) == ((10, 4), (10,), False)
    assert game.ship("prinz_eitel_friedrich").damage == 1


@rule("pirates", "3.3.38.1")
@rule("pirates", "3.3.30")
@rule("pirates", "3.3.23")
def test_a_merchant_lost_in_the_shallows_is_sunk_for_recalled_and_mistaken_identity() -> None:
    game = hunt("leopard", "lovat+damaged", hand="shallow_run_1 recalled mistaken_identity", pile="dee")
    game.says("black", "shallow_run_1", dice=[(8, 1, 6)])
    assert game.options("black") == ["recalled_1", "mistaken_identity_1/dee"]
