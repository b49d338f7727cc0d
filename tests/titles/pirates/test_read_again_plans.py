"""Positions of a second reader, who knew the rulebook and no code (RA1-RA9): what a plan may count on."""

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Challenged, Fought
from tests.titles.pirates.alone import alone
from tests.titles.pirates.laid_out import Game, Side, lay_out, side

rule = pytest.mark.rule

# ------------------------------------------------- RA1-RA5 a target that Reflag may bring (3.1.5.1, 3.3.32.3)

IDENTIFIED = side("wolf+identified", hand="reflag qqq")


def planned(hand: str, black: Side = IDENTIFIED, *, prize_torpedo: bool = False) -> Game:
    """Red before a turn, with these cards, against one fleet."""
    return lay_out(red=side("emden", hand=hand), black=black, options=Options(prize_torpedo=prize_torpedo))


@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize("taking", ["interned", "transfer_command"])
def test_ra1_interrogate_may_be_laid_for_who_may_be_reflagged_yet(taking: str) -> None:
    lines = f"play {taking} target=wolf", "play interrogate target=wolf", "as-planned"
    game = planned(f"{taking} interrogate").says("red", *lines)
    game.says("black", "reflag_1", dice=[(9, 4)])
    assert [event.purpose for event in game.told(Challenged)] == ["interrogate"], "Reflag came before the first roll"
    assert game.ship("wolf").identified
    assert game.open() == ["black react"]


@rule("pirates", "3.1.5.1")
def test_ra2_interrogate_is_of_no_use_where_nobody_can_be_disguised_again() -> None:
    interrogation = "play interrogate target=wolf"
    for game in (
        planned("interrogate collier"),  # nothing makes black play Reflag
        planned("interned interrogate", side("wolf+identified")),  # black holds no card
        planned("interned interrogate", side("emden", hand="reflag")),  # a warship
        planned("interned interrogate", side("wolf+identified+refuge", hand="reflag")),  # 3.3.19.2
    ):
        assert game.refuses("red", interrogation)


@rule("pirates", "5.3.3")
def test_ra3_the_phantom_never_reflags_in_answer_to_a_card() -> None:
    game = alone(red=side("emden", hand="interned interrogate"), phantom=side("wolf+identified", hand="reflag"))
    assert game.refuses("red", "play interrogate target=wolf")


@rule("pirates", "6.9")
def test_ra4_a_torpedo_may_be_laid_for_a_prize_that_may_be_reflagged_yet() -> None:
    prize = side(prizes="lovat+identified", hand="reflag qqq")
    lines = "play interned target=lovat", "play submarines_u target=lovat", "as-planned"
    game = planned("interned submarines_u", prize, prize_torpedo=True).says("red", *lines)
    game.says("black", "reflag_1", dice=[(9, 1, 4)])
    assert game.open() == ["black react"], "she was taken for a merchant"
    game.says("black", "pass", dice=[(9, 1, 1, 4)])
    assert [shot.outcome for shot in game.told(Fought)] == ["sunk"]


@rule("pirates", "6.9")
def test_ra5_alone_or_without_the_option_a_torpedo_has_no_identified_prize_for_a_target() -> None:
    prize = side(prizes="lovat+identified", hand="reflag qqq")
    assert planned("submarines_u", prize, prize_torpedo=True).refuses("red", "play submarines_u target=lovat")
    assert planned("interned submarines_u", prize).refuses("red", "play submarines_u target=lovat")
    raider = planned("interned submarines_uc", prize_torpedo=True)
    assert raider.refuses("red", "play submarines_uc target=wolf")


# ------------------------------------------------- RA6-RA7 stores for a ship that goes to the partner (4.6, 6.12.1)


def partners(red: Side, *, teams: bool = True) -> Game:
    """A turn of red with a raider in refuge, where prizes supply ships; her attempt to coal there fails."""
    options, black, white = Options(prize_supply=True), side("emden", hand="qqq"), side("berlin", hand="trap")
    return lay_out(teams=teams, options=options, red=red, black=black, white=white, dice=[(1, 1, 8)])


@rule("pirates", "4.6")
def test_ra6_who_has_gone_over_to_the_partner_takes_no_stores_from_the_own_prize() -> None:
    red = side("wolf+refuge+unsupplied", prizes="lovat", hand="collier")
    out, stores = "leave wolf", "resupply wolf source=lovat"
    (problem,) = partners(red).refusals("red", out, stores)
    assert (problem.pointer, problem.rule) == ("/1/ship", "4.6")
    assert not partners(red, teams=False).refuses("red", out, stores)
    game = partners(red).says("red", stores, out, dice=[(1, 10, 8)])
    assert game.has("white", "ships") == ["berlin", "wolf"]
    assert not game.ship("wolf").unsupplied


@rule("pirates", "4.6")
def test_ra7_another_ship_takes_them_all_the_same() -> None:
    red = side("wolf+refuge+unsupplied meteor+unsupplied", prizes="lovat", hand="collier")
    game = partners(red).says("red", "leave wolf", "resupply meteor source=lovat", dice=[(1, 10, 8)])
    assert game.ship("wolf").unsupplied
    assert not game.ship("meteor").unsupplied
