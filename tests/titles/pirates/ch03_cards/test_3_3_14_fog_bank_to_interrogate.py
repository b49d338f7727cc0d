"""Action cards 14 to 19: fog bank to interrogate (3.3.14-3.3.19)."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.rules.turn.targets import _hands
from games.titles.pirates.state.events.attack import Challenged, Fought, Removed
from games.titles.pirates.state.events.effects import DeckSeen, HandSeen
from games.titles.pirates.state.events.rounds import RoundEnded
from games.titles.pirates.state.events.turn import Drew, Fogged
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import board_of, hunt, navy, played, taken_away, torpedoed

rule = pytest.mark.rule
BLACK_MORNING = (1, 1, 8)
"""Black's ship in refuge tries a repair in vain when black's turn begins."""


def interrogated(target: str = "leopard", *, hand: str = "reflag", prize: bool = False, dice: tuple[int, int]) -> Game:
    fleet = side(hand=hand, prizes=target) if prize else side(target, hand=hand)
    return played(f"play interrogate target={target}", red=side(hand="interrogate"), black=fleet, dice=[dice])


# --- 3.3.14


@rule("pirates", "3.3.14")
def test_a_player_in_the_fog_neither_acts_nor_draws_and_then_the_fog_lifts() -> None:
    game = played("play fog_bank target=black", red=side(hand="fog_bank damage_control"), black=side(hand="qqq amc"))
    assert game.open() == ["red plan"], "black was not asked"
    assert game.told(Fogged) == [Fogged("black")]
    assert game.fleet("black").hand == ["qqq_1", "amc_1"]
    assert [event.seat for event in game.told(Drew)] == ["red"]
    assert not game.fleet("black").weather
    assert "fog_bank_1" in game.state.discards


@rule("pirates", "3.3.14")
def test_fog_shields_a_fleet_from_every_card_against_ships_but_heavy_weather() -> None:
    hidden = side("emden leopard wolf+refuge", merchants="lovat dee+damaged", hand="qqq", weather="fog_bank_2")
    mine = "collier lay_mines interned interrogate monitor submarines_u submarines_uc breakdown transfer_command "
    red = side("meteor", hand=mine + "rendezvous_missed heavy_weather recon_aircraft intelligence")
    game = lay_out(red=red, black=hidden, white=side("seeadler", merchants="maria", hand="amc"))
    for order in (
        "intercept collier ship=meteor targets=lovat",
        "british collier target=emden",
        "mines lay_mines ship=meteor against=black",
        "play interned target=emden",
        "play interrogate target=leopard",
        "play monitor target=wolf",
        "play submarines_u target=lovat",
        "play submarines_uc target=black",
        "play breakdown target=leopard",
        "play transfer_command target=emden",
        "play rendezvous_missed target=black",
    ):
        assert game.refuses("red", order), order
    for order in ("play heavy_weather", "play recon_aircraft target=black"):
        assert not game.refuses("red", order), order


@rule("pirates", "3.3.14")
@rule("pirates", "3.3.10")
def test_navy_and_torpedoes_reach_a_fleet_under_deception() -> None:
    assert navy("emden", hand="amc").open() == ["black react"]
    assert torpedoed(hand="amc").open() == ["black react"]


@rule("pirates", "3.3.14.1")
@rule("pirates", "3.3.16")
def test_heavy_weather_through_fog() -> None:
    game = played("play heavy_weather", red=side(hand="heavy_weather"), dice=[(4, 4)],
                  black=side(merchants="maria+damaged", hand="qqq", weather="fog_bank"))  # fmt: skip
    assert [event.subject for event in game.told(Challenged)] == ["maria"]


# --- 3.3.15


@rule("pirates", "3.3.15")
def test_good_hunting_lets_a_raider_intercept_two_merchants_with_a_roll_and_a_reaction_each() -> None:
    game = hunt("leopard", "lovat maria", supports="good_hunting", hand="fast_ship fast_ship_2")
    game.says("black", "fast_ship", dice=[(10, 1, 1, 4)]).says("black", "pass")
    game.says("black", "fast_ship_2", dice=[(8, 1, 1, 3)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [8, 6]
    assert game.has("red", "pile") == ["lovat", "maria"]


@rule("pirates", "3.3.15")
def test_good_hunting_means_two_merchants_and_a_raider() -> None:
    game = lay_out(
        red=side("leopard emden", hand="collier good_hunting"), black=side(merchants="lovat maria dee", hand="qqq")
    )
    order = "intercept collier supports=good_hunting_1 "
    assert game.refusals("red", f"{order} ship=emden targets=lovat,maria")[0].rule == "3.3.15"
    assert game.refusals("red", f"{order} ship=leopard targets=lovat,maria,dee")[0].rule == "3.2.4"
    assert game.refuses("red", "intercept collier ship=leopard targets=lovat,maria")
    assert not game.refuses("red", f"{order} ship=leopard targets=lovat,maria")


@rule("pirates", "3.3.15")
@rule("pirates", "3.3.36")
@rule("pirates", "3.3.25")
@rule("pirates", "3.3.27")
@pytest.mark.parametrize("taken", [True, False])
def test_good_hunting_at_night_with_searchlight_and_a_boarding_party(taken: bool) -> None:
    game = hunt(
        "leopard+unsupplied", "lovat+damaged indrani", by="razzle_dazzle", boarding="indrani",
        supports="good_hunting searchlight boarding_party", merchants="lovat+damaged indrani maria",
        hand="qqq fast_ship shallow_run_1 non_combatant",
    )  # fmt: skip
    assert game.options("black") == ["qqq_1"]
    game.says("black", "qqq", dice=[(6, 2, 1, 5)]).says("black", "pass")
    game.says("black", "non_combatant", dice=[(8 if taken else 7, 3, 2, 3), *([] if taken else [(1, 6)])])
    assert [shot.attacker.total for shot in game.told(Fought)] == [6, 6 if taken else 5]
    assert (game.has("red", "prizes") == ["indrani"]) is taken
    assert game.ship("leopard").unsupplied is not taken
    assert game.has("red", "pile") == ["lovat"]


# --- 3.3.16


@rule("pirates", "3.3.16")
def test_heavy_weather_tries_every_damaged_ship_of_all_and_nobody_scores() -> None:
    storm = side("emden+damaged wolf+damaged+refuge leopard", prizes="lovat+damaged", merchants="maria+damaged dee",
                 hand="qqq")  # fmt: skip
    game = played(
        "play heavy_weather",
        red=side("meteor+damaged", hand="heavy_weather"),
        black=storm,
        white=side("seeadler+damaged", hand="amc"),
        dice=[(6, 5), (5, 5), (6, 1), (5, 5), (6, 1), BLACK_MORNING],
    )
    tried = [event.subject for event in game.told(Challenged)][:5]
    assert tried == ["emden", "lovat", "maria", "seeadler", "meteor"], "the player's own too"
    assert [event.card for event in game.told(Removed)] == ["emden", "maria", "meteor"]
    assert (game.state.german.used, game.state.merchant.used) == (["emden", "meteor"], ["maria"])
    assert not any(fleet.pile for fleet in game.state.fleets)


@rule("pirates", "3.3.16")
def test_heavy_weather_may_be_planned_for_ships_that_are_yet_to_be_damaged() -> None:
    game = lay_out(red=side("emden", hand="collier heavy_weather"), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "intercept collier ship=emden targets=lovat", "play heavy_weather", "as-planned")
    game.says("black", "pass", dice=[(7, 1, 1, 4), (6, 1)])
    assert [event.card for event in game.told(Removed)] == ["lovat"]


@rule("pirates", "3.3.16")
@rule("pirates", "3.3.16.1")
@rule("pirates", "3.1.6.1")
def test_heavy_weather_strikes_all_fleets() -> None:
    game = played(
        "play heavy_weather", red=side("leopard+damaged dresden", hand="heavy_weather"),
        black=side(merchants="lovat+damaged maria dee", hand="qqq"),
        white=side("emden+damaged+refuge", prizes="appam+damaged", hand="amc"),
        dice=[(4, 4), (6, 1), (5, 4)],
    )  # fmt: skip
    assert [event.subject for event in game.told(Challenged)] == ["lovat", "appam", "leopard"]
    assert (game.state.german.used, game.state.merchant.used) == (["leopard"], ["appam"])
    assert not any(fleet.pile for fleet in game.state.fleets)


@rule("pirates", "3.3.16")
@rule("pirates", "4.2")
def test_heavy_weather_strikes_the_partner_too() -> None:
    game = played("play heavy_weather", teams=True, red=side("emden", hand="heavy_weather"), black=side(),
                  white=side("dresden+damaged", merchants="dee"), blue=side(), dice=[(6, 1)])  # fmt: skip
    assert game.state.german.used == ["dresden"]


# --- 3.3.17


@rule("pirates", "3.3.17")
def test_intelligence_shows_a_whole_hand_to_one_player_alone() -> None:
    table = {"red": side(hand="intelligence"), "black": side(hand="qqq amc"), "white": side(hand="trap")}
    game = played("play intelligence target=black", **table)
    assert game.heard("red", HandSeen)[0].cards == ("amc_1", "qqq_1"), "not in the order of drawing"
    for seat in ("black", "white"):
        assert game.heard(seat, HandSeen)[0].cards == ()
    assert game.view("red").reports[0].cards == ["amc_1", "qqq_1"]
    assert not game.view("white").reports


@rule("pirates", "3.3.17")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_intelligence_shows_and_rearranges_as_many_next_cards_as_there_are_players(players: int) -> None:
    rivals = {
        seat: side(hand=hand) for seat, hand in zip(("black", "white", "blue"), ("trap", "amc", "qqq"), strict=True)
    }
    rivals = dict(list(rivals.items())[: players - 1])
    game = played(
        "play intelligence target=deck",
        red=side(hand="intelligence"),
        deck="collier interned scuttle breakdown monitor",
        **rivals,
    )
    seen = ["collier_1", "interned_1", "scuttle_1", "breakdown_1"][:players]
    assert game.options("red") == seen
    assert game.heard("black", DeckSeen)[0].cards == ()
    game.says("red", "arrange " + " ".join(reversed(seen)))
    assert game.heard("red", Drew)[0].card == seen[-1]
    assert game.state.deck[-1] == seen[-2]


@rule("pirates", "3.3.17")
def test_where_one_card_is_left_there_is_nothing_to_arrange() -> None:
    game = played(
        "play intelligence target=deck", red=side(hand="intelligence"), black=side("emden", hand="trap"), last=1
    )
    assert game.told(DeckSeen)[0].count == 1
    assert game.open() == ["black carry_over"]


@rule("pirates", "3.3.17")
@rule("pirates", "2.0")
def test_intelligence_sees_the_one_card_that_is_left_and_draws_none() -> None:
    game = lay_out(red=side("emden", hand="intelligence"), black=side(hand="qqq"), last=1)
    game.says("red", "play intelligence target=deck")
    game.says("red", "play intelligence target=deck")
    assert game.told(DeckSeen)[0].count == 1
    assert len(game.told(RoundEnded)) == 1, "the draw at the end of the turn ends the round, not the look"


@rule("pirates", "3.3.17")
def test_a_hand_without_cards_is_nobodys_target() -> None:
    board = board_of(red=side("leopard"), black=side("dresden", hand="qqq"), white=side("iltis"))
    assert _hands(board, board.state.fleets) == ("black",)


# --- 3.3.18


@rule("pirates", "3.3.18")
@pytest.mark.parametrize(
    ("target", "dice", "interned"),
    [
        ("emden", (6, 5, 5), True),
        ("emden", (5, 5, 5), False),
        ("emden+damaged", (4, 4, 5), True),
        ("emden+unsupplied", (4, 4, 5), True),
        ("emden+damaged+unsupplied", (2, 2, 5), True),
        ("emden+damaged+unsupplied", (1, 1, 5), False),
        ("leopard+identified", (6, 5, 5), True),
    ],
)
def test_interned_takes_a_ship_out_and_wear_makes_it_easier(target: str, dice: tuple[int, ...], interned: bool) -> None:
    name = target.partition("+")[0]
    game = lay_out(red=side(hand="interned"), black=side(target, hand="qqq"))
    if name == "leopard":
        game.says("red", "play interned target=leopard", "as-planned").says("black", "pass", dice=[dice])
    else:
        game.says("red", f"play interned target={name}", "as-planned", dice=[dice])
    assert (game.has("black", "ships") == []) is interned
    assert (game.state.german.used == [name]) is interned
    assert not game.has("red", "pile")


@rule("pirates", "3.3.18")
def test_interned_wants_a_warship_an_identified_raider_or_an_identified_prize() -> None:
    game = lay_out(
        red=side("nurnberg", hand="interned"),
        black=side("leopard wolf+identified emden", prizes="lovat maria+identified", merchants="dee", hand="qqq"),
    )
    for target in ("leopard", "lovat", "dee", "nurnberg"):
        assert game.refuses("red", f"play interned target={target}")
    for target in ("wolf", "emden", "maria"):
        assert not game.refuses("red", f"play interned target={target}")


@rule("pirates", "3.3.18")
@rule("pirates", "3.3.45")
def test_with_interrogate_at_hand_a_disguised_ship_may_be_planned_for() -> None:
    for kind in ("interned", "transfer_command"):
        game = lay_out(red=side(hand=f"interrogate {kind}"), black=side("leopard", hand="qqq"))
        game.says("red", "play interrogate target=leopard", f"play {kind} target=leopard")
        assert game.refuses("red", f"play {kind} target=leopard"), "she is disguised still"


@rule("pirates", "3.3.18")
def test_an_identified_prize_is_interned_under_the_merchant_deck() -> None:
    game = taken_away("interned", "lovat+identified", hand="trap", prize=True)
    game.says("black", "pass", dice=[(8, 4, 5)])
    assert game.state.merchant.used == ["lovat"]
    assert not any(fleet.pile for fleet in game.state.fleets)
    assert lay_out(red=side(hand="interned"), black=side(prizes="lovat", hand="trap")).refuses(
        "red", "play interned target=lovat"
    )


@rule("pirates", "3.3.18.1")
@pytest.mark.parametrize(
    ("ship", "dice", "gone"),
    [
        ("emden+damaged+unsupplied", (2, 1, 5), True),
        ("emden+damaged", (2, 1, 5), False),
        ("emden+damaged+damaged+unsupplied", (1, 1, 6), True),
        ("emden+damaged+damaged+unsupplied", (1, 1, 7), False),
    ],
)
def test_internments_modifiers(ship: str, dice: Any, gone: bool) -> None:
    game = played("play interned target=emden", red=side(hand="interned"), black=side(ship, hand="qqq"), dice=[dice],
                  options=Options(cumulative_damage=True))  # fmt: skip
    assert (game.has("black", "ships") == []) is gone


# --- 3.3.19


@rule("pirates", "3.3.19")
def test_interrogate_finds_a_raider_out_and_intercepts_her_at_once_with_its_own_coin() -> None:
    game = interrogated(dice=(6, 5))
    assert game.open() == ["black react"]
    assert not game.can("black", "reflag"), "not before the intercept is over"
    game.says("black", "pass", dice=[(8, 1, 5)])
    assert (game.ship("leopard").damage, game.ship("leopard").identified) == (1, True)
    assert game.open() == ["black reflag"]
    game.says("black", "reflag")
    assert not game.ship("leopard").identified


@rule("pirates", "3.3.19")
def test_a_failed_interrogation_changes_nothing_and_may_be_repeated() -> None:
    game = lay_out(red=side(hand="interrogate interrogate_2"), black=side("leopard", hand="reflag"))
    game.says(
        "red",
        "play interrogate_1 target=leopard",
        "play interrogate_2 target=leopard",
        "as-planned",
        dice=[(5, 5), (6, 5)],
    )
    assert game.open() == ["black react"], "no reaction was possible to the first, and the second found her out"
    assert game.ship("leopard").identified


@rule("pirates", "3.3.19")
def test_other_reactions_are_free_once_the_ship_is_found_out() -> None:
    game = interrogated(hand="break_contact shallow_run_1 shallow_run_2 pull_the_plug reflag", dice=(6, 5))
    assert game.can("black", "break_contact", "shallow_run_1", "pull_the_plug")


@rule("pirates", "3.3.19")
def test_a_prize_that_outlives_an_interrogation_may_make_for_port() -> None:
    game = interrogated("lovat", prize=True, hand="qqq", dice=(6, 5)).says("black", "pass", dice=[(1, 1, 5)])
    assert game.open() == ["black passage"]
    game.says("black", "try", dice=[(6, 5)])
    assert game.trophy("black", "lovat").doubled


@rule("pirates", "3.3.19")
def test_interrogate_wants_a_disguised_ship_at_sea_and_takes_no_supports() -> None:
    game = lay_out(
        red=side(hand="interrogate surprise_attack searchlight"),
        black=side("emden wolf+identified leopard+refuge meteor", prizes="lovat+identified maria", hand="qqq"),
    )
    for target in ("emden", "wolf", "leopard", "lovat"):
        assert game.refuses("red", f"play interrogate target={target}")
    for target in ("meteor", "maria"):
        assert not game.refuses("red", f"play interrogate target={target}")
        assert game.refuses("red", f"play interrogate target={target} supports=surprise_attack_1")


@rule("pirates", "3.3.19")
@rule("pirates", "3.3.32")
def test_reflag_follows_an_interrogation_even_after_another_reaction() -> None:
    game = played("play interrogate target=leopard", red=side(hand="interrogate"),
                  black=side("leopard", hand="break_contact reflag"), dice=[(10, 1)])  # fmt: skip
    game.says("black", "break_contact", dice=[(10, 1)])
    assert not game.told(Fought)
    assert not game.says("black", "reflag").ship("leopard").identified
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.19.2")
def test_whom_interrogate_may_be_aimed_at() -> None:
    game = lay_out(red=side(hand="interrogate"), black=side("emden leopard wolf+identified meteor+refuge",
                   prizes="dee", merchants="lovat", hand="qqq"))  # fmt: skip
    for ship in ("emden", "wolf", "meteor", "lovat"):
        assert game.refuses("red", f"play interrogate target={ship}")
    for ship in ("leopard", "dee"):
        assert not game.refuses("red", f"play interrogate target={ship}")
