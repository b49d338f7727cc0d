"""3.3.10–3.3.18 Each action card with its limits, in the order of the rulebook."""

import pytest

from games.titles.pirates.state.events.attack import Challenged, Fought, Removed
from games.titles.pirates.state.events.effects import DeckSeen, HandSeen, WeatherLaid
from games.titles.pirates.state.events.turn import Deceived, Discarded, Drew, Fogged
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import NIGHT, hunt, navy, played, torpedoed

rule = pytest.mark.rule
BLACK_MORNING = (1, 1, 8)
"""Black's ship in refuge tries a repair in vain when black's turn begins."""

# ---------------------------------------------------------------- 3.3.10 Deception


def deceived(hand: str, *, draw: int = 0, **more: str) -> Game:
    """Red's turn under Deception: a card is drawn from the hand."""
    red = side(more.pop("ships", "emden meteor"), hand=hand, weather="deception", **more)
    black = side("leopard+identified wolf+damaged", merchants="lovat", hand="qqq amc")
    return lay_out(red=red, black=black, draws=[(draw,)])


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


# ---------------------------------------------------------------- 3.3.11 Exchange Information


@rule("pirates", "3.3.11")
def test_exchange_information_is_a_british_card_only_when_everybody_plays_for_himself() -> None:
    rivals = {seat: side("emden", hand="qqq") for seat in ("black", "white", "blue")}
    game = lay_out(red=side("leopard", hand="exchange_information"), **rivals)
    assert game.refuses("red", "play exchange_information")
    assert not game.refuses("red", "british exchange_information target=emden")


# ---------------------------------------------------------------- 3.3.12 Fair Seas


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


# ---------------------------------------------------------------- 3.3.13 Fast Ship


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


# ---------------------------------------------------------------- 3.3.14 Fog Bank


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


# ---------------------------------------------------------------- 3.3.15 Good Hunting


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


# ---------------------------------------------------------------- 3.3.16 Heavy Weather


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


# ---------------------------------------------------------------- 3.3.17 Intelligence


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


# ---------------------------------------------------------------- 3.3.18 Interned


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


@rule("pirates", "3.3.14")
@rule("pirates", "3.3.10")
def test_navy_and_torpedoes_reach_a_fleet_under_deception() -> None:
    assert navy("emden", hand="amc").open() == ["black react"]
    assert torpedoed(hand="amc").open() == ["black react"]
