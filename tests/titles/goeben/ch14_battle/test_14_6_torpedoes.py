"""Torpedoes of both sides (14.6, 14.10, 14.12)."""

import pytest

from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.ships.tubes import reload_tubes
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Weather
from tests.titles.goeben.fights import SEA, battle_board, battle_form, fight, german, misses
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play, refused

rule = pytest.mark.rule
FIRST = (6,)
SILENT = "+primary=0+secondary=0+tertiary=0"
"""Guns out of action, so that torpedoes alone are left."""
LC = [misses(2), misses(1)]
"""What a light cruiser fires."""


def runs(played: Played) -> list[tuple[str, int]]:
    """The target and the dice of each German torpedo."""
    fired = [event for event in played.told(told.Fired) if event.battery == "torpedo"]
    return [(event.target, len(event.dice)) for event in fired if event.ship in ("goeben", "breslau")]


# --- 14.6 attacks


@rule("goeben", "14.6")
@rule("goeben", "14.10")
def test_each_torpedo_is_an_attack_of_its_own() -> None:
    """Breslau spends two torpedoes and makes two attacks."""
    board = battle_board("gb_lc_1", goeben=SILENT, breslau=f"{SEA}+secondary=0", doctrine="ask-first")
    says = {"engage": "launch breslau at=gb_lc_1 count=2"}
    played = fight(board, dice=[FIRST, misses(2), misses(4), misses(4), misses(1)], says=says)
    assert runs(played) == [("gb_lc_1", 4), ("gb_lc_1", 4)]
    assert board.ship("breslau").torpedoes == 0
    assert board.ship("goeben").torpedoes == 2


@rule("goeben", "14.6")
@pytest.mark.parametrize(("die", "hits"), [(4, 0), (5, 1), (6, 1)])
def test_a_torpedo_hits_from_five_on(die: int, hits: int) -> None:
    board = battle_board("gb_lc_1", goeben=f"{SILENT}+torpedoes=1", doctrine="torpedoes cl")
    played = fight(board, dice=[FIRST, misses(2), (die, *misses(3)), *([(5,)] if hits else []), misses(1)])
    assert [event.hits for event in played.told(told.Fired) if event.ship == "goeben"] == [hits]
    assert len(played.told(told.HitsRolled)) == hits


@rule("goeben", "14.6")
@rule("goeben", "T.cargo")
@rule("goeben", "13.chart/Morale Check")
def test_crew_calculator_and_morale_count_for_torpedoes() -> None:
    laid = {"goeben": f"{SILENT}+torpedoes=1+cargo=reserve_crew,calculator", "doctrine": "torpedoes cl"}
    played = fight(battle_board("gb_lc_1", **laid), dice=[FIRST, misses(2), misses(7), misses(1)])  # type: ignore[arg-type]
    assert runs(played) == [("gb_lc_1", 7)]
    board = battle_board("gb_lc_1", weather=Weather(morale=-1), **laid)  # type: ignore[arg-type]
    assert runs(fight(board, dice=[FIRST, misses(2), misses(6), misses(1)])) == [("gb_lc_1", 6)]


@rule("goeben", "14.6")
def test_a_torpedo_may_have_another_target_than_the_guns() -> None:
    board = battle_board("gb_lc_1 gb_bc_1", goeben="+secondary=0+tertiary=0+torpedoes=1", doctrine="ask-first")
    dice = [FIRST, misses(6), misses(4), misses(4), misses(2), misses(4), misses(1), misses(1)]
    played = fight(board, dice=dice, says={"engage": "fire goeben at=gb_bc_1\nlaunch goeben at=gb_lc_1"})
    assert [event.target for event in played.told(told.Fired) if event.ship == "goeben"] == ["gb_bc_1", "gb_lc_1"]


@rule("goeben", "14.6")
@rule("goeben", "14.5")
def test_torpedoes_of_a_ship_have_one_target_and_what_is_left_over_is_lost() -> None:
    """The first sinks her, the second may not be turned on another."""
    board = battle_board("gb_dd_1 gb_dd_2", goeben=SILENT, doctrine="torpedoes dd")
    dice = [FIRST, misses(1), misses(1), misses(2), misses(2), (6, *misses(4)), (1,), misses(3)]
    assert runs(fight(board, dice=dice)) == [("gb_dd_1", 5)]
    assert board.ship("goeben").torpedoes == 0


@rule("goeben", "14.6")
def test_one_target_for_the_torpedoes_of_each_ship() -> None:
    board = battle_board("gb_dd_1 gb_dd_2", goeben="+ammunition=0", breslau=f"{SEA}+ammunition=0", doctrine="ask-first")
    allies = [*[misses(1)] * 2, *[misses(2)] * 2]
    two = "launch goeben at=gb_dd_1 count=2\nlaunch breslau at=gb_dd_2 count=2"
    form = battle_form(board, [FIRST, *allies, *[misses(5)] * 4, *[misses(3)] * 2], two)
    assert refused(form, "launch goeben at=gb_dd_1 count=1\nlaunch goeben at=gb_dd_2 count=1") == ["14.5"]


@rule("goeben", "14.6.1")
@pytest.mark.parametrize(
    ("foe", "changes", "morale", "dice"),
    [
        ("gb_bc_1", "leadership=1", 0, 0), ("gb_bc_1", "leadership=2", 0, 0), ("gb_bc_1", "leadership=3", 0, 1),
        ("gb_ca_1", "leadership=2", -1, 0), ("gb_bc_1", "leadership=2", 1, 1), ("gb_bc_1", "leadership=1", 1, 0),
    ],
)  # fmt: skip
def test_an_attack_of_no_dice_is_not_offered_and_costs_nothing(foe: str, changes: str, morale: int, dice: int) -> None:
    """Leadership of 1 against armour of 3 is one die too few even with good morale."""
    laid = {"goeben": f"{SILENT}+{changes}", "weather": Weather(morale=morale)}
    allies = [*([misses(4)] * 2 if foe == "gb_bc_1" else [misses(2), misses(3), misses(3)])]
    board = battle_board(foe, doctrine="torpedoes bc,ca", **laid)  # type: ignore[arg-type]
    played = fight(board, dice=[FIRST, *allies, *[misses(dice)] * (2 if dice else 0), misses(1)])
    assert len(german(played)) == (2 if dice else 0)
    assert board.ship("goeben").torpedoes == (0 if dice else 2)
    assert bool(played.told(told.TorpedoesSpent)) is (dice > 0)
    board = battle_board(foe, doctrine="ask-first", **laid)  # type: ignore[arg-type]
    form = battle_form(board, [FIRST, *allies, *[misses(dice)] * (2 if dice else 0), misses(1)],
                   "launch goeben at=" + foe if dice else "pass")  # fmt: skip
    assert ("launch" in form.templates_by_verb) is (dice > 0)


@rule("goeben", "14.6.1")
def test_a_torpedo_that_has_lost_its_last_die_is_kept() -> None:
    """It was ordered with one die; a hit on the bridge has taken that since."""
    board = battle_board("gb_bc_1", goeben=f"{SILENT}+leadership=3", doctrine="torpedoes bc")
    played = fight(board, dice=[FIRST, (6, 1, 1, 1), (5,), (1,), misses(4), misses(1)])
    assert (german(played), board.ship("goeben").torpedoes, board.ship("goeben").leadership) == ([], 2, 2)


@rule("goeben", "14.6.1")
@rule("goeben", "14.8.1")
def test_guns_without_dice_cost_no_ammunition() -> None:
    board = battle_board(
        "gb_bc_1", goeben=SILENT + "+torpedoes=0", breslau=f"{SEA}+leadership=1+secondary=1+torpedoes=0"
    )
    fight(board, dice=[FIRST, misses(4), misses(4), misses(1)])
    assert board.ship("breslau").ammunition == 6


# --- 14.10 what they use up


@rule("goeben", "14.10")
def test_no_torpedo_is_wasted_on_nobody() -> None:
    """She sinks by gunfire before the torpedo round."""
    board = battle_board("gb_dd_1", goeben="+primary=0+tertiary=0", doctrine="torpedoes dd")
    fight(board, dice=[FIRST, (6, *misses(6)), (3,)])
    assert board.ship("goeben").torpedoes == 2


@rule("goeben", "14.10")
def test_a_doctrine_spends_no_more_than_it_says_and_only_on_what_it_names() -> None:
    board = battle_board("gb_lc_1", goeben=SILENT, doctrine="torpedoes cl most=1")
    fight(board, dice=[FIRST, misses(2), misses(4), misses(1)])
    assert board.ship("goeben").torpedoes == 1
    board = battle_board("gb_lc_1", goeben=SILENT, doctrine="torpedoes bc")
    fight(board, dice=[FIRST, *LC])
    assert board.ship("goeben").torpedoes == 2


@rule("goeben", "14.10")
def test_spare_torpedoes_fill_empty_tubes_once() -> None:
    board = battle_board("gb_lc_1", goeben=f"{SILENT}+cargo=torpedo_reload", doctrine="torpedoes cl")
    played = fight(board, dice=[FIRST, misses(2), misses(4), misses(4), misses(1)])
    assert board.ship("goeben").torpedoes == 2
    assert board.ship("goeben").cargo == []
    assert board.state.available["torpedo_reload"] == 2, "back to the Available box"
    assert played.told(told.TubesReloaded) == [told.TubesReloaded("goeben", 2)]


@rule("goeben", "14.10")
def test_spare_torpedoes_stay_while_one_is_left() -> None:
    board = battle_board("gb_lc_1", goeben=f"{SILENT}+cargo=torpedo_reload", doctrine="torpedoes cl most=1")
    fight(board, dice=[FIRST, misses(2), misses(4), misses(1)])
    assert board.ship("goeben").cargo == ["torpedo_reload"]


@rule("goeben", "14.10")
@pytest.mark.parametrize(("dice", "table", "vp"), [((1, 2, 3, 4), (), 0), ((5, 6, 1, 1), (1, 1), 6)])
def test_the_dice_of_a_torpedo(dice: tuple[int, ...], table: tuple[int, ...], vp: int) -> None:
    """One box, leadership 4, armour 1; both torpedoes are spent."""
    board = battle_board(
        "gb_lc_2", goeben=SILENT + "+torpedoes=0", breslau=f"{SEA}+secondary=0", doctrine="torpedoes cl"
    )
    rolls = [FIRST, misses(2), dice, *([table] if table else [misses(4), misses(1)])]
    assert german(fight(board, dice=rolls))[0] == ("torpedo", "gb_lc_2", 4)
    assert board.state.vp == vp
    assert board.ship("breslau").torpedoes == 0


@rule("goeben", "14.10")
@pytest.mark.parametrize(("left", "after"), [(0, 2), (1, 1), (2, 2)])
def test_spare_torpedoes_fill_empty_tubes(left: int, after: int) -> None:
    """The errata and the cargo chart speak of a value of 0."""
    board = at_sea(goeben=f"zante+torpedoes={left}+cargo=torpedo_reload")
    reload_tubes(board, board.ship("goeben"))
    assert board.ship("goeben").torpedoes == after


@rule("goeben", "14.10.1")
def test_spare_torpedoes_are_in_the_tubes_before_the_next_battle() -> None:
    """Handed over in a neutral port where there may be fighting on the same day; any phase will do, and this is one."""
    board = at_sea(goeben="messina+cargo=torpedo_reload", breslau="messina+torpedoes=0", alert=4)
    ordered(board, "hand goeben to=breslau cargo=torpedo_reload")
    played = play(board, outfit(board))
    assert (board.ship("breslau").torpedoes, board.ship("breslau").cargo) == (2, [])
    assert board.state.available["torpedo_reload"] == 2, "back in the Available box"
    assert played.told(told.TubesReloaded) == [told.TubesReloaded("breslau", 2)]


@rule("goeben", "14.10.1")
def test_and_on_the_first_day_of_a_mission_too() -> None:
    """24.1 An undamaged ship may begin the next mission with empty tubes and take spare torpedoes aboard."""
    board = at_sea(goeben="messina+torpedoes=0+cargo=torpedo_reload")
    play(board, outfit(board))
    assert board.ship("goeben").torpedoes == 2


# --- 14.12 Allied torpedoes


@rule("goeben", "14.12")
def test_allied_torpedoes_hit_from_five_on_and_are_not_used_up() -> None:
    board = battle_board("gb_dd_1", goeben="+ammunition=0")
    played = fight(board, dice=[FIRST, misses(1), misses(2), (4, 5, 6), (5, 5)])
    last = played.told(told.Fired)[-1]
    assert (last.battery, last.dice, last.hits) == ("torpedo", (4, 5, 6), 2)


@rule("goeben", "T.cargo")
@rule("goeben", "14.12")
@pytest.mark.parametrize(("at", "cargo", "hits"), [
    ("bone", "torpedo_nets", 1), (SEA, "torpedo_nets", 2), ("bone", "optics", 2),
])  # fmt: skip
def test_torpedo_nets_help_in_port(at: str, cargo: str, hits: int) -> None:
    board = battle_board("gb_dd_1", at=at, goeben=f"+ammunition=0+cargo={cargo}")
    played = fight(board, dice=[FIRST, misses(1), misses(2), (4, 5, 6), (5,) * hits])
    assert played.told(told.Fired)[-1].hits == hits
