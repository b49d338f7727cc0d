"""Positions worked out from the rulebook alone, KP56-KP77: partners, weather, stores, and whom cards bind."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Challenged, Fought
from games.titles.pirates.state.events.rounds import HandDealt, RoundBegan
from tests.titles.pirates.laid_out import TITLE, Game, begin, lay_out, layout, side
from tests.titles.pirates.scenes import hunt, played

rule = pytest.mark.rule

# ---------------------------------------------------------------- KP56-KP61 (4.6, 3.3.16, 2.1.4)


@rule("pirates", "4.6")
def test_kp56_back_from_refuge_she_is_the_partners() -> None:
    game = lay_out(teams=True, red=side("leopard+identified+unsupplied+refuge", hand="qqq"), white=side(hand="collier"),
                   black=side(merchants="dee"), blue=side(), dice=[(1, 1, 8)])  # fmt: skip
    game.says("red", "leave leopard")
    assert game.has("white", "ships") == ["leopard"]
    leopard = game.ship("leopard")
    assert (leopard.identified, leopard.unsupplied) == (False, True)
    assert not game.refuses("white", "intercept collier ship=leopard targets=dee")


@rule("pirates", "4.6")
@rule("pirates", "3.3.8")
@pytest.mark.parametrize(("first", "supplied"), [("play collier", True), ("leave leopard", False)])
def test_kp56_kp277_a_collier_before_she_leaves_or_after(first: str, supplied: bool) -> None:
    orders = ("play collier", "leave leopard")
    game = played(*sorted(orders, key=lambda order: order != first), teams=True, white=side(), black=side(),
                  red=side("leopard+unsupplied+refuge", hand="collier"), blue=side(), morning=[(1, 1, 8)])  # fmt: skip
    assert game.ship("leopard").unsupplied is not supplied


@rule("pirates", "3.3.16")
@rule("pirates", "3.3.16.1")
@rule("pirates", "3.1.6.1")
def test_kp57_kp58_heavy_weather_strikes_all_fleets() -> None:
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
def test_kp57_the_partner_too() -> None:
    game = played("play heavy_weather", teams=True, red=side("emden", hand="heavy_weather"), black=side(),
                  white=side("dresden+damaged", merchants="dee"), blue=side(), dice=[(6, 1)])  # fmt: skip
    assert game.state.german.used == ["dresden"]


@rule("pirates", "3.3.14.1")
@rule("pirates", "3.3.16")
def test_kp59_heavy_weather_through_fog() -> None:
    game = played("play heavy_weather", red=side(hand="heavy_weather"), dice=[(4, 4)],
                  black=side(merchants="maria+damaged", hand="qqq", weather="fog_bank"))  # fmt: skip
    assert [event.subject for event in game.told(Challenged)] == ["maria"]


@rule("pirates", "2.1.4")
def test_kp60_other_numbers_for_each_round() -> None:
    options = Options(removed=70, removed_second=50, removed_third=0)
    for round_, left in ((0, 30), (1, 50), (2, 100), (3, 100)):
        state = layout(red=side(), black=side(), options=options, round_=round_)
        state.removed = [*state.removed, *state.deck]
        state.deck = []
        for fleet in state.fleets:
            fleet.round_points = [round_]
        game = begin(state, "deal", dice=[(2, 1)])
        assert game.told(RoundBegan)[0].deck == left
        assert len(game.state.deck) == left - 12


@rule("pirates", "2.1.4")
def test_kp60_the_second_round_takes_the_first_ones_number_where_nothing_is_said() -> None:
    assert [Options(removed=30).removed_in(round_) for round_ in (1, 2, 3, 4)] == [30, 30, 30, 30]
    assert [Options(removed_third=10).removed_in(round_) for round_ in (1, 2, 3, 4)] == [None, None, 10, 10]


@rule("pirates", "2.1.4")
def test_kp60_one_card_must_be_left_to_draw() -> None:
    for scenario, most in (("two_players", 87), ("four_players", 75)):
        for name in ("removed", "removed_second", "removed_third"):
            TITLE.rules.new_game(scenario, Options(**{name: most}))
            with pytest.raises(Illegal) as refused:
                TITLE.rules.new_game(scenario, Options(**{name: most + 1}))
            assert refused.value.problems[0].pointer == f"/{name}"


@rule("pirates", "2.4.4")
def test_kp61_nothing_is_known_of_the_new_deck() -> None:
    state = layout(red=side(hand="collier"), black=side(hand="qqq"), discards="scuttle", round_=1)
    state.fleets[0].reports = []
    game = begin(state, "carry_over", dice=[(2, 1)])
    assert [event.count for event in game.told(HandDealt)] == [6, 6]
    assert (len(game.state.deck), len(game.state.removed), game.state.discards) == (28, 60, [])
    assert not game.state.shown


# ---------------------------------------------------------------- KP62-KP66 stores after a chase (6.12, 6.6.1)

BOTH = Options(fast_raiders=True, prize_supply=True)
KPW = "kronprinz_wilhelm"


def chased(options: Options = BOTH, *, check: Any = (3, 3, 1)) -> Game:
    """Kronprinz Wilhelm takes Lovat in a chase, by the last card of the turn."""
    game = hunt(KPW, "lovat", supports="boarding_party", boarding="lovat", hand="fast_ship", options=options)
    return game.says("black", "fast_ship").says("red", "choose chase", dice=[(8, 2, 4), check])


@rule("pirates", "6.12.1")
@rule("pirates", "6.12.2")
@rule("pirates", "6.6.1")
@pytest.mark.parametrize(("dice", "pile"), [((9, 8, 5), ["lovat"]), ((8, 8, 5), [])])
def test_kp62_she_may_be_supplied_by_the_prize_she_brought(dice: Any, pile: list[str]) -> None:
    game = chased()
    assert game.open() == ["red resupply"]
    game.says("red", "choose take_stores", dice=[dice])
    assert not game.ship(KPW).unsupplied
    assert game.has("red", "pile") == pile
    assert game.has("red", "prizes") == ([] if pile else ["lovat"])
    assert not any(trophy.doubled for trophy in game.fleet("red").pile)


@rule("pirates", "6.12.1")
@rule("pirates", "6.6.1")
def test_kp62_no_question_where_the_chase_cost_nothing() -> None:
    assert chased(check=(5, 4, 1)).open() == ["red plan"], "the next turn: black holds no card"


@rule("pirates", "6.12.1")
def test_kp62_after_the_last_card_any_prize_may_supply_any_ship() -> None:
    game = lay_out(red=side("leopard emden+unsupplied", hand="collier boarding_party"),
                   black=side(merchants="maria", hand="qqq"), options=BOTH)  # fmt: skip
    order = "intercept collier ship=leopard targets=maria supports=boarding_party"
    game.says("red", order).says("red", order).says("black", "pass", dice=[(10, 1, 1, 5)])
    assert game.open() == ["red play"], "no card is left, but the turn is not over"
    game.says("red", "resupply emden source=maria", dice=[(4, 4, 1)])
    assert not game.ship("emden").unsupplied


@rule("pirates", "6.6.1")
def test_kp63_without_stores_she_stays_out_of_supply() -> None:
    game = chased(Options(fast_raiders=True))
    assert game.ship(KPW).unsupplied
    assert game.open() == ["red plan"]


@rule("pirates", "6.12.1")
def test_kp66_a_ship_in_refuge_may_be_supplied() -> None:
    game = lay_out(red=side("emden+unsupplied+refuge", prizes="dee", hand="qqq"), black=side(hand="amc"), options=BOTH,
                   dice=[(1, 1, 8)])  # fmt: skip
    assert not game.says("red", "resupply emden source=dee", dice=[(4, 4, 1)]).ship("emden").unsupplied


# ---------------------------------------------------------------- KP67-KP77 whom the cards go against (3.1.3, 3.1.4)

HAND = "collier scuttle deception interned breakdown rendezvous_missed recon_aircraft recon_aircraft_2 intelligence"


def four(**given: Any) -> Game:
    """Red has laid down attacks and cards of all sorts, and shows them one by one."""
    red = side("emden leopard meteor", hand=f"{HAND} second_chance")
    fleets = {
        "black": side("dresden iltis+identified", merchants="lovat maria hyades", hand="amc trap qqq"),
        "white": side("konigsberg", merchants="dee appam author", hand="amc_2 trap_2 qqq_2"),
        "blue": side("nurnberg", merchants="matheran staut diplomat", hand="slim_pickings"),
    }
    game = lay_out(red=red, **fleets, **given)
    upright = [f"play {card}" for card in f"{HAND} second_chance".split()[2:]]
    return game.says("red", "intercept collier ship=emden", "british scuttle", *upright)


def intercepted(game: Game, merchant: str) -> Game:
    owner = next(fleet.seat for fleet in game.state.fleets if merchant in game.has(fleet.seat, "merchants"))
    game.says("red", f"intercept collier ship=emden targets={merchant}")
    return game.says(owner, "pass", dice=[(1, 1, 1, 4), (1, 6)])


@rule("pirates", "3.1.4")
def test_kp67_kp68_the_attacked_player_and_one_other() -> None:
    game = intercepted(four(), "lovat").says("red", "play deception target=white")
    assert not game.refuses("red", "play interned target=dresden")
    assert game.refusals("red", "play rendezvous_missed target=blue")[0].rule == "3.1.4"
    for seat in ("white", "black"):
        assert not game.refuses("red", f"play rendezvous_missed target={seat}")


@rule("pirates", "3.1.4")
def test_kp69_the_other_first_and_then_the_attack() -> None:
    game = intercepted(four().says("red", "play deception target=white"), "lovat")
    assert game.refuses("red", "play breakdown target=nurnberg")
    assert not game.refuses("red", "play breakdown target=dresden")
    assert not game.refuses("red", "play breakdown target=konigsberg")


@rule("pirates", "3.1.4")
def test_kp70_first_a_card_then_the_attack_on_the_same_player() -> None:
    game = four().says("red", "play breakdown target=dresden", dice=[(1, 1, 6)])
    intercepted(game, "lovat")
    for seat in ("white", "blue"):
        assert not game.refuses("red", f"play deception target={seat}")
    game.says("red", "play deception target=white")
    assert game.refuses("red", "play rendezvous_missed target=blue")


@rule("pirates", "3.1.4")
def test_kp71_without_an_attack_one_player_is_all_there_is() -> None:
    game = four().says("red", "play breakdown target=dresden", dice=[(1, 1, 6)])
    assert game.refuses("red", "play interned target=konigsberg")
    intercepted(game, "dee")
    assert not game.refuses("red", "play interned target=konigsberg")
    assert not game.refuses("red", "play interned target=dresden")
    assert game.refuses("red", "play interned target=nurnberg")


@rule("pirates", "3.1.4.1")
@rule("pirates", "3.3.31")
def test_kp72_recon_aircraft_are_free() -> None:
    game = four().says("red", "play recon_aircraft target=black", draws=[(0, 1)])
    game.says("red", "play recon_aircraft_2 target=white", draws=[(0, 1)])
    assert not game.refuses("red", "play deception target=blue")
    assert not game.refuses("red", "intercept collier ship=emden targets=dee")
    game.says("red", "play deception target=blue")
    assert game.refuses("red", "play interned target=dresden")


@rule("pirates", "3.1.4.1")
def test_kp73_a_hand_looked_at_names_its_player() -> None:
    game = four().says("red", "play intelligence target=black")
    assert game.refuses("red", "play interned target=konigsberg")
    assert not game.refuses("red", "play interned target=dresden")


@rule("pirates", "3.1.3")
@rule("pirates", "3.1.3.3")
def test_kp74_all_attacks_at_one_player_also_after_a_cancelled_one() -> None:
    game = four()
    game.says("red", "intercept collier ship=emden targets=staut").says("blue", "slim_pickings_1")
    assert not game.told(Fought)
    assert game.refuses("red", "british scuttle target=dresden")
    assert not game.refuses("red", "british scuttle target=nurnberg")


@rule("pirates", "3.1.4")
def test_kp75_a_failed_challenge_counts() -> None:
    game = four().says("red", "play interned target=konigsberg", dice=[(1, 1, 10)])
    assert game.refuses("red", "play breakdown target=nurnberg")


@rule("pirates", "4.3")
@rule("pirates", "3.1.4")
def test_kp76_the_partner_is_never_the_other() -> None:
    game = lay_out(teams=True, red=side(hand="deception breakdown"), black=side("dresden"), white=side("konigsberg"),
                   blue=side("nurnberg"))  # fmt: skip
    assert game.refuses("red", "play deception target=white")
    assert not game.refuses("red", "play deception target=blue")


@rule("pirates", "3.1.3")
@rule("pirates", "3.3.37")
def test_kp77_kp276_an_extra_turn_is_a_fresh_one() -> None:
    game = lay_out(red=side("emden", hand="collier scuttle deception breakdown second_chance"),
                   black=side(merchants="lovat maria hyades", hand="amc"), white=side("konigsberg", merchants="dee"),
                   blue=side("nurnberg", merchants="staut"))  # fmt: skip
    game.says("red", "intercept collier ship=emden targets=lovat", "play deception target=white", "play second_chance",
              "as-planned")  # fmt: skip
    game.says("black", "pass", dice=[(8, 1, 1, 4)]).says("black", "pass")
    assert len(game.has("black", "merchants")) == 3, "refilled before the extra turn"
    game.says("red", "intercept scuttle ship=emden targets=dee", "play breakdown target=nurnberg", "as-planned",
              dice=[(1, 1, 1, 4), (1, 6), (1, 1, 6)])  # fmt: skip
    assert len(game.told(Fought)) == 2
