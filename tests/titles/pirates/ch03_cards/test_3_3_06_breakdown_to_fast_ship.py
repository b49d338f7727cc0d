"""Action cards 6 to 13: breakdown to fast ship (3.3.6-3.3.13)."""

from typing import Any

import pytest

from games.titles.pirates.state.events.attack import Fought
from games.titles.pirates.state.events.effects import CardsHandedOver, Repaired, WeatherLaid
from games.titles.pirates.state.events.turn import Deceived, Discarded, Drew
from tests.titles.pirates.laid_out import TITLE, Game, lay_out, side
from tests.titles.pirates.scenes import DAY, NIGHT, answered, exchange, hunt, played, team_game

rule = pytest.mark.rule


def deceived(hand: str, *, draw: int = 0, **more: str) -> Game:
    """Red's turn under Deception: a card is drawn from the hand."""
    red = side(more.pop("ships", "emden meteor"), hand=hand, weather="deception", **more)
    black = side("leopard+identified wolf+damaged", merchants="lovat", hand="qqq amc")
    return lay_out(red=red, black=black, draws=[(draw,)])


PEF = "prinz_eitel_friedrich"


# --- 3.3.6


@rule("pirates", "3.3.6")
def test_breakdown_damages_a_ship_even_in_disguise() -> None:
    table = {"red": side(hand="breakdown"), "black": side("leopard", hand="qqq")}
    assert played("play breakdown target=leopard", **table, dice=[(5, 1, 4)]).ship("leopard").damage == 1
    assert played("play breakdown target=leopard", **table, dice=[(4, 1, 4)]).ship("leopard").damage == 0


@rule("pirates", "3.3.6")
def test_breakdown_wants_an_undamaged_warship_or_raider() -> None:
    game = lay_out(
        red=side("emden", hand="breakdown"),
        black=side("leopard+damaged wolf", merchants="lovat", prizes="maria", hand="qqq"),
    )
    for target in ("leopard", "lovat", "maria", "emden"):
        assert game.refuses("red", f"play breakdown target={target}")
    assert not game.refuses("red", "play breakdown target=wolf")


@rule("pirates", "3.3.6")
@pytest.mark.parametrize(("dice", "damage"), [((5, 2, 4), 1), ((4, 2, 4), 0)])
def test_breakdown_damages_when_the_challenge_is_won(dice: Any, damage: int) -> None:
    game = played("play breakdown target=leopard", red=side(hand="breakdown"), black=side("leopard", hand="qqq"),
                  dice=[dice])  # fmt: skip
    assert (game.ship("leopard").damage, game.ship("leopard").identified) == (damage, False)


# --- 3.3.7


@rule("pirates", "3.3.7")
@pytest.mark.parametrize("fleet", ["", "emden leopard wolf"])
@pytest.mark.parametrize(
    ("dice", "ships"),
    [
        ((4, 1, 4), 0), ((5, 1, 4), 1), ((8, 1, 4), 2), ((3, 1, 3), 0), ((4, 1, 3), 1), ((5, 1, 3), 1), ((6, 1, 3), 2),
        ((2, 1, 1), 2),
    ],
)  # fmt: skip
def test_breakout_brings_a_ship_or_two_when_the_challenge_is_at_least_double(
    dice: tuple[int, ...], ships: int, fleet: str
) -> None:
    game = played("play breakout", red=side(fleet, hand="breakout"), black=side(hand="qqq"), dice=[dice])
    assert len(game.has("red", "ships")) == len(fleet.split()) + ships
    assert not any(ship.identified for ship in game.fleet("red").ships)


# --- 3.3.8


@rule("pirates", "3.3.8")
def test_collier_resupplies_every_own_ship_also_in_refuge() -> None:
    game = played(
        "play collier",
        red=side("emden+unsupplied meteor+unsupplied+refuge", hand="collier"),
        black=side("wolf+unsupplied", hand="qqq"),
        morning=[(1, 1, 8)],
    )
    assert not any(ship.unsupplied for ship in game.fleet("red").ships)
    assert game.ship("wolf").unsupplied


# --- 3.3.9


@rule("pirates", "3.3.9")
@pytest.mark.parametrize("target", ["emden", "meteor", "lovat", "maria"])
def test_damage_control_repairs_one_own_ship_of_any_sort(target: str) -> None:
    game = lay_out(
        red=side("emden+damaged meteor+damaged+refuge", prizes="lovat+damaged", merchants="maria+damaged",
                 hand="damage_control"),
        black=side("wolf+damaged", hand="qqq"),
        dice=[(1, 1, 8)],
    )  # fmt: skip
    game.says("red", f"play damage_control target={target}", "as-planned")
    assert game.ship(target).damage == 0
    assert [event.card for event in game.told(Repaired)] == [target]


@rule("pirates", "3.3.9")
def test_damage_control_does_not_repair_others_and_needs_damage_when_it_is_played() -> None:
    game = lay_out(red=side("emden", hand=f"damage_control {DAY}"), black=side("wolf+damaged", hand="qqq"))
    assert game.refuses("red", "play damage_control target=wolf")
    game.says("red", "play damage_control target=emden")
    assert game.refuses("red", "play damage_control target=emden"), "laid down in hope, but she was not damaged"


@rule("pirates", "3.3.9")
@rule("pirates", "3.3.35")
def test_repair_and_scuttling_of_a_ship_that_may_be_damaged_yet() -> None:
    game = lay_out(
        red=side("leopard", hand="collier damage_control scuttle"), black=side(merchants="lovat", hand="amc qqq")
    )
    game.says("red", "intercept collier ship=leopard targets=lovat", "play damage_control", "play scuttle")
    game.says("red", "intercept collier ship=leopard targets=lovat")
    game.says("black", "amc", dice=[(1, 1, 1, 4), (5, 2, 4)])
    assert game.ship("leopard").damage == 1
    game.says("red", "play damage_control target=leopard")
    assert game.ship("leopard").damage == 0


# --- 3.3.10


@rule("pirates", "3.3.10")
def test_deception_is_laid_before_an_opponent_and_stays_through_its_next_turn() -> None:
    game = played("play deception target=black", red=side(hand="deception"), black=side(hand="interned damage_control"))
    game.goes_on()
    assert game.told(WeatherLaid) == [WeatherLaid("black", "deception_1", "red")]
    (event,) = game.heard("white", Deceived)
    assert (event.seat, event.card) == ("black", "interned_1"), "one card, drawn blindly and shown to all"
    discarded = game.told(Discarded)[-1]
    assert (discarded.seat, set(discarded.cards)) == ("black", {"interned_1", "deception_1"})
    assert not game.fleet("black").weather
    assert "damage_control_1" in game.fleet("black").hand


@rule("pirates", "3.3.10")
def test_the_deception_lies_before_the_fleet_until_the_turn_ends() -> None:
    game = deceived("recon_aircraft interned")
    assert game.open() == ["red play"]
    assert game.fleet("red").weather == "deception_1"
    game.says("red", "pass")
    assert not game.fleet("red").weather
    assert "deception_1" in game.state.discards


@rule("pirates", "3.3.10")
def test_the_one_card_of_a_deceived_player_serves_for_its_text_and_for_nothing_else() -> None:
    game = deceived("recon_aircraft interned damage_control")
    assert game.refuses("red", "british recon_aircraft target=leopard")
    assert game.refuses("red", "intercept recon_aircraft ship=emden targets=lovat")
    assert game.refuses("red", "play interned target=leopard"), "only the card drawn"
    before = len(game.fleet("red").hand)
    game.says("red", "play recon_aircraft target=black")
    assert len(game.fleet("red").hand) == before + 2 + 1, "two taken and one drawn as in any turn"


@rule("pirates", "3.3.10")
def test_laying_mines_is_no_intercept_and_open_to_a_deceived_player() -> None:
    game = deceived("lay_mines recon_aircraft")
    assert not game.refuses("red", "mines lay_mines ship=meteor against=black")
    assert game.refuses("red", "mines lay_mines ship=emden against=black")


@rule("pirates", "3.3.10")
@rule("pirates", "3.3.20")
def test_a_minelayer_that_has_just_left_her_refuge_lays_no_mines_for_a_deceived_player_either() -> None:
    red = side("meteor+refuge wolf", hand="lay_mines", weather="deception")
    game = lay_out(red=red, black=side(merchants="lovat", hand="qqq")).says("red", "leave meteor", draws=[(0,)])
    assert game.refuses("red", "mines lay_mines ship=meteor against=black")
    assert not game.refuses("red", "mines lay_mines ship=wolf against=black")


@rule("pirates", "3.3.10")
@pytest.mark.parametrize("useless", ["good_hunting", "scuttle", "bounding_main", "qqq"])
def test_a_card_that_cannot_be_used_is_ignored_and_nobody_is_asked(useless: str) -> None:
    game = deceived(f"{useless}_1 interned")
    assert game.open() == ["black plan"]
    assert set(game.told(Discarded)[0].cards) == {f"{useless}_1", "deception_1"}
    assert game.told(Drew)[0].seat == "red"


@rule("pirates", "3.3.10")
def test_a_deceived_player_still_reacts() -> None:
    game = lay_out(red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="qqq", weather="deception"))
    game.says("red", "intercept collier ship=leopard targets=lovat", "as-planned")
    assert game.can("black", "qqq")


@rule("pirates", "3.3.10")
@rule("pirates", "3.3.14")
def test_deception_and_fog_do_not_lie_before_the_same_fleet() -> None:
    for new, old in (("deception_1", "fog_bank"), ("fog_bank_1", "deception_2"), ("fog_bank_1", "fog_bank_2")):
        fogged = side("emden", hand="qqq", weather=old)
        game = lay_out(red=side(hand=new), black=fogged, white=side("wolf", hand="amc"))
        assert game.refuses("red", f"play {new} target=black")
        assert not game.refuses("red", f"play {new} target=white")
    game = lay_out(red=side(hand="deception fog_bank"), black=side("emden", hand="qqq"))
    (problem,) = game.refusals("red", "play deception target=black", "play fog_bank target=black")
    assert problem.rule == "3.3.14"


@rule("pirates", "3.3.10")
def test_deception_upon_an_empty_hand_draws_nothing() -> None:
    game = lay_out(red=side("emden", weather="deception"), black=side(hand="qqq"))
    assert game.told(Deceived) == [Deceived("red")]
    assert game.fleet("red").hand, "the draw at the end is not forbidden"


@rule("pirates", "3.3.10")
@rule("pirates", "3.3.37")
def test_a_deceived_second_chance() -> None:
    red = side("emden", hand="second_chance second_chance_2 wireless_intercept qqq", weather="deception")
    game = lay_out(red=red, black=side(hand="amc"), draws=[(0,)])
    game.says("red", "play second_chance")
    assert "deception_1" in game.state.discards
    assert (game.open(), game.view("red").extra_turn) == (["red plan"], True)
    for card in ("second_chance_2", "wireless_intercept"):
        assert game.refuses("red", f"play {card}")


@rule("pirates", "3.3.10.1")
def test_one_card_at_random_the_rest_as_usual() -> None:
    red = side("leopard+unsupplied", hand="collier fast_ship", weather="deception")
    game = lay_out(red=red, black=side(hand="qqq"), draws=[(0,)])
    assert game.told(Deceived)
    game.says("red", "play collier")
    assert not game.ship("leopard").unsupplied
    assert set(game.state.discards) == {"deception_1", "collier_1"}
    assert [event.seat for event in game.told(Drew)] == ["red"]


@rule("pirates", "3.3.10.2")
@rule("pirates", "3.3.14.2")
@pytest.mark.parametrize("lying", ["fog_bank_2", "deception_2"])
@pytest.mark.parametrize("played_", ["fog_bank", "deception"])
def test_nobody_has_two_of_them(lying: str, played_: str) -> None:
    game = lay_out(red=side(hand=played_), black=side(weather=lying, hand="qqq"), white=side(hand="amc"))
    assert game.refuses("red", f"play {played_} target=black")
    assert not game.refuses("red", f"play {played_} target=white")


# --- 3.3.11


@rule("pirates", "3.3.11")
def test_exchange_information_is_a_british_card_only_when_everybody_plays_for_himself() -> None:
    rivals = {seat: side("emden", hand="qqq") for seat in ("black", "white", "blue")}
    game = lay_out(red=side("leopard", hand="exchange_information"), **rivals)
    assert game.refuses("red", "play exchange_information")
    assert not game.refuses("red", "british exchange_information target=emden")


@rule("pirates", "3.3.11")
def test_partners_hand_each_other_any_number_of_cards_at_the_same_time() -> None:
    game = exchange()
    assert game.open() == ["red exchange_information", "white exchange_information"]
    assert game.options("red") == ["qqq_1", "trap_1"], "the card itself is played"
    answered(game, red="choose qqq_1", white="choose amc_1 reflag_1")
    assert game.fleet("red").hand[:3] == ["trap_1", "amc_1", "reflag_1"]
    assert game.fleet("white").hand == ["qqq_1"]


@rule("pirates", "3.3.11")
def test_either_may_keep_all_cards() -> None:
    game = answered(exchange(), red="pass", white="pass")
    assert game.fleet("white").hand == ["amc_1", "reflag_1"]
    assert [event.count for event in game.told(CardsHandedOver)] == [0, 0]


@rule("pirates", "3.3.11")
def test_the_exchange_is_dealt_anew_only_as_far_as_it_is_unknown() -> None:
    game = answered(exchange(), red="choose qqq_1", white="choose amc_1")
    for seat, known in (("red", {"qqq_1"}), ("black", set())):
        hands = set()
        for shift in range(1, 40):
            world = TITLE.secrecy.redeal(game.state, seat, lambda limit, shift=shift: shift % limit)
            hand = next(fleet.hand for fleet in world.fleets if fleet.seat == "white")
            assert known <= set(hand)
            hands.add(tuple(sorted(hand)))
        assert len(hands) > 1


@rule("pirates", "3.3.11")
def test_who_holds_no_card_is_not_asked_and_takes_what_comes() -> None:
    game = team_game(red=side(hand="exchange_information qqq"), black=side(hand="trap_2"))
    game.says("red", "play exchange_information", "as-planned")
    assert game.open() == ["red exchange_information"]
    game.says("red", "choose qqq_1")
    assert game.fleet("white").hand == ["qqq_1"]


@rule("pirates", "3.3.11")
def test_cards_received_are_not_played_in_the_same_turn() -> None:
    """3.2.1: only what was assigned at the beginning of the turn."""
    game = team_game(
        red=side("emden", hand="exchange_information collier qqq"), white=side(hand="breakout"),
        black=side(merchants="lovat", hand="trap_2"),
    )  # fmt: skip
    game.says("red", "play exchange_information", "intercept collier ship=emden").says(
        "red", "play exchange_information"
    )
    answered(game, red="pass", white="choose breakout_1")
    assert game.refuses("red", "play breakout_1")
    assert not game.refuses("red", "intercept collier ship=emden targets=lovat")


# --- 3.3.12


@rule("pirates", "3.3.12")
def test_fair_seas_takes_a_merchant_or_a_prize_to_port_at_plus_one() -> None:
    table = {"red": side("emden", merchants="lovat", prizes="maria", hand="fair_seas"), "black": side(hand="qqq")}
    game = played("play fair_seas target=lovat", **table, dice=[(5, 5)])
    assert not game.trophy("red", "lovat").doubled
    game = played("play fair_seas target=maria", **table, dice=[(5, 5)])
    assert game.trophy("red", "maria").doubled, "a prize counts twice"
    game = played("play fair_seas target=lovat", **table, dice=[(4, 5)])
    assert "lovat" in game.has("red", "merchants")


@rule("pirates", "3.3.12")
def test_fair_seas_is_for_own_undamaged_merchants_and_prizes() -> None:
    game = lay_out(
        red=side("emden", merchants="lovat+damaged dee", hand="fair_seas"), black=side(merchants="maria", hand="qqq")
    )
    for target in ("lovat", "emden"):
        assert game.refuses("red", f"play fair_seas target={target}")
    for target in ("dee", "maria"):
        assert not game.refuses("red", f"play fair_seas target={target}"), "maria may be a prize by then"
    game.says("red", "play fair_seas")
    assert game.refuses("red", "play fair_seas target=maria")


@rule("pirates", "3.3.12")
def test_a_merchant_that_may_be_repaired_and_a_prize_that_may_be_taken_can_be_planned_for() -> None:
    game = lay_out(red=side(merchants="lovat+damaged", hand="fair_seas damage_control"), black=side(hand="qqq"))
    game.says("red", "play damage_control target=lovat", "play fair_seas target=lovat", "as-planned", dice=[(6, 6)])
    assert game.has("red", "pile") == ["lovat"]
    game = lay_out(red=side("emden", hand="fair_seas"), black=side(merchants="lovat", hand="qqq"))
    assert not game.refuses("red", "play fair_seas")


@rule("pirates", "3.3.12")
@rule("pirates", "3.1.5.1")
def test_fair_seas_for_the_prize_that_is_yet_to_be_taken() -> None:
    game = lay_out(
        red=side("leopard", merchants="dee+damaged", hand="collier boarding_party fair_seas"),
        black=side(merchants="lovat", hand="qqq"),
    )
    game.says("red", "intercept collier ship=leopard targets=lovat supports=boarding_party",
              "play fair_seas target=lovat", "as-planned")  # fmt: skip
    game.says("black", "pass", dice=[(8, 1, 1, 4), (3, 3)])
    assert game.trophy("red", "lovat").doubled


# --- 3.3.13


@rule("pirates", "3.3.13")
def test_fast_ship_takes_two_from_a_raiders_attack() -> None:
    game = hunt("leopard", hand="fast_ship").says("black", "fast_ship", dice=[(9, 1, 1, 4)])
    (shot,) = game.told(Fought)
    assert (shot.attacker.total, shot.outcome) == (7, "damaged")


@rule("pirates", "3.3.13")
@pytest.mark.parametrize(
    "game",
    [
        hunt(targets="lovat+damaged", hand="fast_ship"),
        hunt(by=NIGHT, hand="fast_ship"),
        hunt(supports="surprise_attack", hand="fast_ship"),
        hunt("emden", hand="fast_ship"),
    ],
    ids=["damaged merchant", "night", "surprise", "warship"],
)
def test_fast_ship_is_no_use_when_damaged_by_night_surprised_or_against_a_warship(game: Game) -> None:
    assert not game.can("black", "fast_ship")


@rule("pirates", "3.3.13")
@pytest.mark.parametrize(("dice", "outcome"), [((8, 2, 3), "sunk"), ((7, 2, 3), "damaged"), ((5, 1, 3), "none")])
def test_fast_ship_takes_two_from_the_raider(dice: Any, outcome: str) -> None:
    game = hunt(PEF, "lovat", hand="fast_ship")
    game.says("black", "fast_ship", dice=[dice, *([(1, 6)] if outcome == "none" else [])])
    assert game.told(Fought)[0].outcome == outcome
