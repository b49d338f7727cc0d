"""Who may react to what, when, and with how many cards (3.2.2)."""

import pytest

from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.attack import Fought, Reacted
from tests.titles.pirates.laid_out import Dice, Game, lay_out, side
from tests.titles.pirates.scenes import DAY, NIGHT, hunt, navy, played, torpedoed

rule = pytest.mark.rule
EVERY_REACTION = (
    "amc break_contact fast_ship minesweeper mistaken_identity non_combatant pull_the_plug qqq q_ship razzle_dazzle "
    "recalled reflag sail_q_ship shallow_run_1 slim_pickings trap"
)


def kinds(options: list[str]) -> set[str]:
    return {option.rpartition("_")[0] for option in options}


def three_at_once() -> Game:
    """A warship goes for three merchants, one after the other (3.3.39)."""
    return hunt("emden", "lovat maria dee", supports="shipping_lanes", hand="slim_pickings")


@rule("pirates", "3.2.2")
@pytest.mark.parametrize(
    ("ship", "target", "by", "expected"),
    [
        ("leopard", "lovat", DAY, "amc break_contact fast_ship non_combatant qqq shallow_run slim_pickings trap"),
        ("leopard", "lovat+damaged", DAY, "amc break_contact qqq shallow_run slim_pickings trap"),
        ("leopard", "lovat", NIGHT, "amc non_combatant qqq slim_pickings trap"),
        ("leopard+identified", "lovat", NIGHT, "amc non_combatant slim_pickings trap"),
        ("emden", "lovat", DAY, "amc break_contact non_combatant shallow_run slim_pickings trap"),
        ("emden", "lovat+damaged", NIGHT, "amc slim_pickings trap"),
    ],
)
def test_the_reactions_of_an_intercepted_merchant(ship: str, target: str, by: str, expected: str) -> None:
    assert kinds(hunt(ship, target, by=by, hand=EVERY_REACTION).options("black")) == set(expected.split())


@rule("pirates", "3.2.2")
@pytest.mark.parametrize(
    ("target", "by", "expected"),
    [
        ("emden", DAY, "break_contact pull_the_plug shallow_run"),
        ("emden", NIGHT, "pull_the_plug"),
        ("leopard+identified", DAY, "break_contact pull_the_plug reflag shallow_run"),
        ("leopard+identified", NIGHT, "pull_the_plug reflag"),
    ],
)
def test_the_reactions_of_a_ship_that_the_navy_intercepts(target: str, by: str, expected: str) -> None:
    assert kinds(navy(target, by=by, hand=EVERY_REACTION).options("black")) == set(expected.split())


@rule("pirates", "3.2.2")
def test_the_reactions_to_mines_and_torpedoes() -> None:
    assert kinds(torpedoed(hand=EVERY_REACTION).options("black")) == {"q_ship", "razzle_dazzle"}
    game = lay_out(red=side("meteor", hand="lay_mines"), black=side(merchants="lovat", hand=EVERY_REACTION))
    game.says("red", "mines lay_mines ship=meteor against=black", "as-planned")
    assert kinds(game.options("black")) == {"minesweeper"}


@rule("pirates", "3.2.2")
def test_a_reaction_comes_straight_from_the_hand_and_is_seen_by_all() -> None:
    game = hunt(hand="qqq amc").says("black", "qqq", dice=[(1, 1, 1, 5), (1, 6)])
    assert game.heard("public", told.Reacted) == [told.Reacted("black", "intercept", "qqq_1", "lovat")]
    assert "qqq_1" not in game.fleet("black").hand


@rule("pirates", "3.2.2")
def test_one_reaction_an_intercept_and_another_to_the_sinking() -> None:
    game = hunt(hand="qqq recalled").says("black", "qqq", dice=[(10, 1, 1, 4)])
    assert game.has("red", "pile") == ["lovat"]
    assert game.options("black") == ["recalled_1"]


@rule("pirates", "3.2.2")
def test_each_of_several_merchants_has_a_reaction_of_its_own() -> None:
    game = hunt("leopard", "lovat maria", supports="good_hunting", hand="fast_ship break_contact")
    game.says("black", "fast_ship", dice=[(3, 1, 1, 5), (1, 6)])
    assert game.can("black", "break_contact")


@rule("pirates", "3.2.2")
@pytest.mark.parametrize(
    ("game", "answers", "dice", "called_off"),
    [
        (navy("leopard+identified", hand="reflag"), "reflag", [], ("leopard", "reflag")),
        (navy("lovat+identified", hand="pull_the_plug", prize=True), "pull_the_plug", [], ("lovat", "pull_the_plug")),
        (navy("emden", hand="shallow_run_1"), "shallow_run_1", [(6, 1, 5)], ("emden", "shallow_run")),
        (hunt(hand="break_contact"), "break_contact", [(5, 4), (1, 5)], ("lovat", "break_contact")),
        (hunt(hand="shallow_run_1"), "shallow_run_1", [(6, 1, 5), (1, 5)], ("lovat", "shallow_run")),
        (torpedoed(hand="razzle_dazzle"), "razzle_dazzle", [(5, 1, 4)], ("lovat", "razzle_dazzle")),
        (played("mines lay_mines ship=meteor against=black", red=side("meteor", hand="lay_mines"),
                black=side(merchants="lovat", hand="minesweeper")), "minesweeper", [], ("black", "minesweeper")),
        (hunt(hand="slim_pickings"), "slim_pickings", [], ("lovat", "slim_pickings")),
        (three_at_once(), "slim_pickings", [(7, 1, 1, 4)], ("lovat", "others_spared")),
        (three_at_once(), "slim_pickings_1/lovat", [(7, 1, 1, 4)] * 2, ("lovat", "slim_pickings")),
        (three_at_once(), "pass slim_pickings", [(7, 1, 1, 4)], ("maria", "slim_pickings")),
        (three_at_once(), "pass slim_pickings_1/maria", [(7, 1, 1, 4)] * 2, ("maria", "slim_pickings")),
        (three_at_once(), "pass pass slim_pickings", [(7, 1, 1, 4)] * 2, ("dee", "slim_pickings")),
    ],
    ids=lambda case: " ".join(map(str, case)) if isinstance(case, tuple) else "",
)  # fmt: skip
def test_what_is_called_off_is_told_with_its_reason(
    game: Game, answers: str, dice: Dice, called_off: tuple[str, str]
) -> None:
    left = list(dice)
    for answer in answers.split():
        here = [left.pop(0)] if answer == "pass" else left
        game.says("black", answer, dice=here)
    assert game.told(told.Cancelled) == [told.Cancelled(*called_off)]
    assert game.open() in (["red plan"], ["black plan"]), "nothing else waits for it"


@rule("pirates", "3.2.2")
@rule("pirates", "3.3.5")
def test_one_reaction_and_after_its_failure_the_roll() -> None:
    game = hunt("leopard", "lovat", hand="break_contact qqq").says(
        "black", "break_contact", dice=[(1, 4), (1, 1, 1, 4), (1, 6)]
    )  # fmt: skip
    assert len(game.told(Fought)) == 1
    assert "black react" not in game.open()


@rule("pirates", "3.2.2.1")
def test_the_defender_is_asked_whatever_the_hand_holds() -> None:
    for game in (hunt(hand="collier_1", by="scuttle"), navy("emden", hand="qqq"), torpedoed(hand="qqq")):
        assert game.open() == ["black react"]
        assert game.options("black") == []
    game = lay_out(red=side("meteor", hand="lay_mines"), black=side(merchants="lovat", hand="qqq"))
    assert game.says("red", "mines lay_mines ship=meteor against=black", "as-planned").open() == ["black react"]


@rule("pirates", "3.2.2.1")
def test_a_defender_whose_hand_all_know_to_be_empty_is_not_asked() -> None:
    game = played("intercept collier ship=leopard targets=lovat", red=side("leopard", hand="collier scuttle"),
                  black=side(merchants="lovat"), dice=[(7, 1, 1, 4)])  # fmt: skip
    assert [shot.outcome for shot in game.told(told.Fought)] == ["damaged"]
    assert not game.told(told.Reacted)
    assert game.open() == ["red plan"]


@rule("pirates", "3.2.2.1")
def test_nobody_is_asked_where_every_card_that_could_help_lies_open() -> None:
    game = lay_out(red=side("leopard", hand="recalled"), black=side(merchants="lovat", hand="amc"))
    game.says("red", "intercept recalled ship=leopard targets=lovat", "as-planned")
    assert game.says("black", "pass", dice=[(10, 1, 1, 4)]).open() == ["black plan"], "all see where Recalled lies"
    game = lay_out(red=side(hand="collier surprise_attack"), black=side("emden", hand="amc"), discards="pull_the_plug")
    game.says("red", "british collier target=emden supports=surprise_attack", "as-planned", dice=[(1, 1, 9)])
    assert game.open() == ["black plan"], "surprised, she could only be scuttled, and that card has just been used"
    game = lay_out(
        red=side(hand="collier surprise_attack"), black=side("emden", hand="amc"), discards="pull_the_plug amc_2 trap"
    )
    game.says("red", "british collier target=emden supports=surprise_attack", "as-planned")
    assert game.open() == ["black react"], "deeper in the pile it is out of sight"


@rule("pirates", "3.2.2.1")
def test_nobody_else_is_asked() -> None:
    game = lay_out(red=side("leopard", hand="collier qqq"), black=side(merchants="lovat", hand="amc"),
                   white=side(merchants="dee", hand="amc_2"))  # fmt: skip
    assert game.says("red", "intercept collier ship=leopard targets=lovat", "as-planned").open() == ["black react"]


@rule("pirates", "3.2.2.1")
def test_the_active_player_is_asked_for_reflag_when_a_raider_is_identified_whatever_the_hand_holds() -> None:
    game = lay_out(red=side("leopard", hand="collier scuttle"), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "intercept collier ship=leopard targets=lovat", "as-planned")
    game.says("black", "qqq", dice=[(1, 1, 1, 5), (1, 6)])
    assert game.open() == ["red reflag"]
    assert game.options("red") == []
    assert game.says("red", "pass").ship("leopard").identified


@rule("pirates", "3.2.2.1")
def test_the_owner_of_a_sunk_merchant_is_asked_whatever_the_hand_holds() -> None:
    game = hunt(hand="amc").says("black", "pass", dice=[(10, 1, 1, 4)])
    assert game.open() == ["black aftermath"]
    assert game.options("black") == []
    context = game.question("black").context
    assert (context.attacker, context.target, context.ship) == ("red", "lovat", "leopard")


@rule("pirates", "3.2.2.1")
def test_the_owner_of_a_ship_found_out_is_asked_for_reflag_after_the_intercept() -> None:
    game = played("play interrogate target=leopard", red=side(hand="interrogate"), black=side("leopard", hand="amc"),
                  dice=[(6, 5)])  # fmt: skip
    game.says("black", "pass", dice=[(1, 1, 5)])
    assert game.open() == ["black reflag"]


@rule("pirates", "3.2.2.1")
def test_one_card_in_the_hand_is_enough_to_be_asked_and_none_is_not() -> None:
    assert hunt(hand="scuttle").open() == ["black react"]
    assert torpedoed(hand="collier").open() == ["black react"]
    game = played("intercept collier ship=leopard targets=lovat", red=side("leopard", hand="collier"),
                  black=side(merchants="lovat"), dice=[(1, 1, 1, 5), (1, 6)])  # fmt: skip
    assert not game.told(Reacted)


@rule("pirates", "3.2.2.2")
@rule("pirates", "3.3.30")
def test_only_the_defender_is_asked_for_recalled() -> None:
    game = lay_out(
        red=side("leopard", hand="lay_mines"), black=side(merchants="maria", hand="amc"), white=side(hand="recalled")
    )
    game.says("red", "intercept lay_mines ship=leopard targets=maria", "as-planned")
    game.says("black", "pass", dice=[(6, 1, 1, 3)])
    assert game.open() == ["black aftermath"]
