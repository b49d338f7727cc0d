"""The worked examples of the rulebook, with the dice that it prints."""

import pytest

from games.titles.pirates.rules.rounds.scoring import round_points
from games.titles.pirates.state.events.attack import Challenged, Fought
from games.titles.pirates.state.events.rounds import TrophyLost
from games.titles.pirates.state.events.turn import Deceived, Discarded, Drew, MerchantsArrived
from games.titles.pirates.state.rolls import total
from tests.titles.pirates.laid_out import BOX, Game, begin, lay_out, layout, side
from tests.titles.pirates.scenes import hunt

rule = pytest.mark.rule


@rule("pirates", "1.2")
def test_k1_of_a_red_four_and_a_green_two_the_four_counts() -> None:
    assert total((4, 2), (), 1) == 4


@rule("pirates", "2.3.1")
def test_k2_one_merchant_sunk_and_one_taken_let_two_of_three_german_ships_count() -> None:
    red = side("emden", pile="lovat leopard wolf meteor", prizes="maria")
    game = begin(layout(red=red, black=side("dresden")), "score", draws=[(2,)])
    assert [event.card for event in game.told(TrophyLost)] == ["meteor"]


@rule("pirates", "2.3.3")
def test_k3_round_points_of_three() -> None:
    assert round_points({"red": 27, "black": 0, "white": 68}, (3, 2, 1)) == {"red": 2, "black": 0, "white": 3}


@rule("pirates", "2.3.3")
def test_k4_round_points_of_four_with_a_tie() -> None:
    points = {"red": 39, "black": 39, "white": 72, "blue": 18}
    assert round_points(points, (4, 3, 2, 1)) == {"red": 3, "black": 3, "white": 4, "blue": 1}


@rule("pirates", "3.3.3")
def test_k9_with_a_boarding_party_less_than_double_has_no_effect() -> None:
    game = hunt("prinz_eitel_friedrich", by="lay_mines", supports="boarding_party", boarding="lovat", hand="fast_ship")
    game.says("black", "fast_ship", dice=[(8, 2, 4), (1, 6)])
    shot = game.told(Fought)[0]
    assert (shot.attacker.total, shot.defender.total, shot.outcome) == (6, 4, "none")
    assert game.ship("lovat").damage == 0


@rule("pirates", "1.1.2")
def test_k31_a_hundred_cards_of_forty_seven_kinds() -> None:
    assert (sum(kind.count for kind in BOX.kinds.values()), len(BOX.kinds), len(BOX.cards)) == (100, 47, 100)


@rule("pirates", "N.1")
def test_k32_merchants_by_value() -> None:
    values = [merchant.vp for merchant in BOX.merchants.values()]
    assert [values.count(value) for value in (3, 5, 7, 9)] == [13, 19, 19, 9]


# ---------------------------------------------------------------- 3.2.9 the example, from beginning to end


JEFF, CRAIG, JAY = "red", "black", "white"


def the_table() -> Game:
    """Jeff, Craig and Jay as the rulebook has them, with what it does not tell filled in."""
    return lay_out(
        red=side("emden", merchants="matheran lovat maria+damaged", hand="recalled surprise_attack qqq fast_ship"),
        black=side("leopard+identified prinz_eitel_friedrich", merchants="bowes_castle invercoe mount_temple",
                   hand="shallow_run_1 lay_mines good_hunting boarding_party submarines_u"),
        white=side("meteor", merchants="dee staut otaki", hand="fair_seas lay_mines_2 intelligence deception"),
        deck="reflag collier trap interned scuttle breakout",
    )  # fmt: skip


def jeffs_turn(game: Game) -> Game:
    game.says(JEFF, "british recalled target=leopard", "play surprise_attack")
    game.says(JEFF, "british recalled target=leopard supports=surprise_attack")
    assert game.options(CRAIG) == [], "surprised, Shallow Run is no use"
    return game.says(CRAIG, "pass", dice=[(4, 6, 4)])


def craigs_turn(game: Game) -> Game:
    game.says(
        CRAIG,
        "intercept lay_mines ship=prinz_eitel_friedrich targets=matheran,lovat supports=good_hunting,boarding_party "
        "boarding=lovat",
        "play submarines_u target=maria",
        "as-planned",
    )
    game.says(JEFF, "qqq", dice=[(5, 2, 6), (5, 4)])
    assert game.has(JEFF, "pile") == ["leopard", "matheran"]
    game.says(JEFF, "fast_ship", dice=[(8, 2, 2)])
    assert game.open() == [f"{CRAIG} reflag"], "QQQ took effect when the whole intercept was over"
    game.says(CRAIG, "pass")
    return game.says(JEFF, "pass", dice=[(4, 5, 3, 2)])


def jays_turn(game: Game) -> Game:
    game.says(
        JAY,
        "british fair_seas target=prinz_eitel_friedrich",
        "mines lay_mines_2 ship=meteor against=black",
        "play intelligence target=deck",
        "play deception target=red",
    )
    game.says(JAY, "british fair_seas target=prinz_eitel_friedrich")
    return game.says(CRAIG, "shallow_run_1", dice=[(6, 3, 9)])


@rule("pirates", "3.2.7")
@rule("pirates", "3.3.44")
def test_k5_jeff_sinks_leopard_by_surprise() -> None:
    game = jeffs_turn(the_table())
    (shot,) = game.told(Fought)
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total, shot.outcome) == ((10, 8), 8, 4, "sunk")
    assert game.has(JEFF, "pile") == ["leopard"]
    assert [event.seat for event in game.told(Drew)] == [JEFF]


@rule("pirates", "3.3.27")
@rule("pirates", "3.2.6")
@rule("pirates", "3.3.15")
@rule("pirates", "3.3.13")
def test_k6_k7_k8_craig_takes_lovat_while_matheran_escapes_and_his_raider_is_identified() -> None:
    game = craigs_turn(jeffs_turn(the_table()))
    first, second = game.told(Fought)[1:3]
    assert (first.attacker.total, first.defender.total, first.outcome) == (5, 6, "none")
    assert (second.attacker.total, second.defender.total, second.outcome) == (6, 2, "captured")
    assert game.ship("prinz_eitel_friedrich").identified
    assert not game.trophy(JEFF, "matheran").doubled
    assert game.has(CRAIG, "prizes") == ["lovat"]


@rule("pirates", "3.2.7")
@rule("pirates", "3.3.42")
def test_k10_the_torpedo_sinks_maria_whose_defence_falls_to_one() -> None:
    shot = craigs_turn(jeffs_turn(the_table())).told(Fought)[3]
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total, shot.outcome) == ((10, 6, 4), 5, 1, "sunk")


@rule("pirates", "3.1.1")
@rule("pirates", "3.1.5")
@rule("pirates", "3.1.6")
def test_k11_craig_draws_one_card_and_jeff_three_merchants() -> None:
    game = craigs_turn(jeffs_turn(the_table()))
    thrown = {event.seat: event.cards for event in game.told(Discarded)[1:]}
    assert set(thrown[CRAIG]) == {"lay_mines_1", "good_hunting_1", "boarding_party_1", "submarines_u_1"}
    assert thrown[JEFF] == ("qqq_1", "fast_ship_1")
    assert [event.seat for event in game.told(Drew)] == [JEFF, CRAIG]
    arrived = game.told(MerchantsArrived)
    assert [(event.seat, len(event.merchants)) for event in arrived] == [(JEFF, 3)]


@rule("pirates", "3.3.38")
def test_k12_prinz_eitel_friedrich_escapes_damaged_through_the_shallows() -> None:
    game = jays_turn(craigs_turn(jeffs_turn(the_table())))
    run = game.told(Challenged)[-1]
    assert (run.challenger.coin, run.responder.coin, run.success) == ((10, 4), (10,), False)
    assert game.ship("prinz_eitel_friedrich").damage == 1


@rule("pirates", "3.3.21")
@rule("pirates", "3.3.17")
@rule("pirates", "3.3.10")
def test_k13_to_k17_jay_lays_mines_looks_ahead_and_deceives_jeff() -> None:
    game = jays_turn(craigs_turn(jeffs_turn(the_table())))
    game.says(JAY, "mines lay_mines_2 ship=meteor against=black")
    game.says(CRAIG, "pass", dice=[(7, 2, 4), (3, 4, 2)])
    assert game.open() == [f"{CRAIG} aftermath"], "Maria lies in his pile: he might have exchanged her for Invercoe"
    game.says(CRAIG, "pass", dice=[(5, 1, 5)])
    assert [(shot.defender.of, shot.outcome) for shot in game.told(Fought)[-3:]] == [
        ("bowes_castle", "damaged"), ("invercoe", "sunk"), ("mount_temple", "none"),
    ]  # fmt: skip
    assert "mount_temple" in game.has(CRAIG, "merchants"), "no run for port after mines"
    game.says(JAY, "play deception target=red").says(JAY, "play intelligence target=deck")
    assert game.options(JAY) == ["trap_1", "interned_1", "scuttle_1"], "three cards, for three players"
    game.says(JAY, "arrange scuttle_1 trap_1 interned_1", draws=[(0,)])
    assert game.has(JAY, "pile") == ["invercoe"]
    assert len(game.has(CRAIG, "merchants")) == 3
    assert "scuttle_1" in game.fleet(JAY).hand
    deceived = game.told(Deceived)
    assert [(event.seat, event.card) for event in deceived] == [(JEFF, "reflag_1")]
    assert not game.fleet(JEFF).weather, "his turn is over, and the deception with it"
    assert game.open() == [f"{CRAIG} plan"]
