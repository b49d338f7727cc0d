"""Every way in which each of the twelve battles can end, played and written down: answers, and what was told.

The files in `playthroughs/` are what the rules made of these scripts. `WRITE_PLAYTHROUGHS=1 pytest
tests/titles/battleships/test_playthroughs.py` writes them anew, for a maintainer to read and to commit.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from games.titles.battleships.components.options import Options
from games.titles.battleships.components.scenarios import SCENARIOS
from tests.titles.battleships.story import Story

rule = pytest.mark.rule
FOLDER = Path(__file__).parent / "playthroughs"
SUNK = [(6, 6), (6, 6)]
"""Dice of a shot that sinks what is nearly sunk."""


def last_move(scenario: str, **mended: int) -> Story:
    """The moves of the last turn, on which all hold their course; so many steps were mended before."""
    return Story(scenario, "first_move").last_turn().mended(**mended).goes_on().passes()


def leaving(scenario: str, turn: int, *ships: str) -> Story:
    """The second player's move on some turn, these ships lying so."""
    return Story(scenario, "second_move", turn=turn).lies(*ships).goes_on()


# ---------------------------------------------------------------- Lofoten


def lofoten_by_ten_points() -> Story:
    """Renown has done ten points' worth of damage, which was mended, and won nothing else."""
    return last_move("lofoten", gneisenau=10)


def lofoten_by_nine_points() -> Story:
    """Nine points are no victory: a draw."""
    return last_move("lofoten", gneisenau=9)


def lofoten_the_germans_by_ten_points() -> Story:
    """Renown was hurt ten times over."""
    return last_move("lofoten", renown=10)


def lofoten_both_germans_leave_unscathed() -> Story:
    """Both battleships go out by the north edge on the ninth turn, in one move."""
    story = leaving("lofoten", 9, "gneisenau 3302 A 4", "scharnhorst 3402 A 4")
    return story.says("german", 'steer gneisenau by="ahead 2"', 'steer scharnhorst by="ahead 2"')


def lofoten_one_of_the_germans_is_hurt() -> Story:
    """Both leave, but one with a step of damage: by points, which bring no margin."""
    story = Story("lofoten", "second_move", turn=13).lies("gneisenau 3302 A 4 w1", "scharnhorst 3402 A 4")
    story.goes_on().says("german", 'steer gneisenau by="ahead 2"', 'steer scharnhorst by="ahead 2"')
    return story


# ---------------------------------------------------------------- Mers el-Kebir


def mers_el_kebir_by_sixty_points() -> Story:
    """Bretagne, Provence and more are at the bottom."""
    story = Story("mers_el_kebir", "first_move").last_turn()
    return story.lies("bretagne sunk", "provence sunk").goes_on().passes()


def mers_el_kebir_the_margin_is_missed() -> Story:
    """One battleship is not enough: the French have won."""
    return Story("mers_el_kebir", "first_move").last_turn().lies("bretagne sunk").goes_on().passes()


def mers_el_kebir_strasbourg_escapes() -> Story:
    """She leaves by the east edge and scores in full."""
    story = Story("mers_el_kebir", "first_move").last_turn().lies("strasbourg 5422 C 3", "bretagne sunk")
    return story.goes_on().says("french", 'steer strasbourg by="ahead 2"').passes()


# ---------------------------------------------------------------- Calabria


def calabria_by_any_lead() -> Story:
    """A single point."""
    return last_move("calabria", giulio_cesare=1)


def calabria_the_italians_by_any_lead() -> Story:
    """A single point on the other side."""
    return last_move("calabria", warspite=1)


def calabria_equal_points() -> Story:
    """Nobody has hurt anybody."""
    return last_move("calabria")


# ---------------------------------------------------------------- Spartivento


def spartivento_by_fifteen_points() -> Story:
    """The British have fifteen points more."""
    return last_move("spartivento", vittorio_veneto=15)


def spartivento_the_margin_is_missed() -> Story:
    """Fourteen are a draw."""
    return last_move("spartivento", vittorio_veneto=14)


def spartivento_the_italians_reach_the_convoy() -> Story:
    """A cruiser goes out by the south edge for her full value."""
    story = Story("spartivento", "first_move").last_turn().lies("trieste 3533 D 4").goes_on()
    return story.says("italian", 'steer trieste by="ahead 2"').passes()


# ---------------------------------------------------------------- Denmark Strait


def denmark_strait_bismarck_is_sunk() -> Story:
    """Hood gives the last blow; nothing else counts."""
    story = Story("denmark_strait", "gunnery", turn=6).lies("bismarck 3122 E 4 w3 s2").marks("hood", "bismarck")
    return story.goes_on(dice=[*SUNK, (6,)])


def denmark_strait_bismarck_breaks_out() -> Story:
    """She leaves by the south edge on the tenth turn."""
    story = Story("denmark_strait", "first_move", turn=10).lies("bismarck 2633 D 5").goes_on()
    return story.says("german", 'steer bismarck by="ahead 2"')


def denmark_strait_by_points() -> Story:
    """After fifteen turns Bismarck is afloat, and has been hurt."""
    return last_move("denmark_strait", bismarck=2)


def denmark_strait_the_germans_by_points() -> Story:
    """Hood is sunk."""
    return Story("denmark_strait", "first_move").last_turn().lies("hood sunk").goes_on().passes()


# ---------------------------------------------------------------- Bismarck's last battle


def last_battle_bismarck_is_sunk() -> Story:
    """Both battleships are fit to fight when she goes down, on the ninth turn."""
    story = Story("last_battle", "gunnery", turn=9).lies("bismarck 2812 E 1 w3 s2").marks("rodney", "bismarck")
    return story.goes_on(dice=[*SUNK, (6,)])


def last_battle_at_too_high_a_price() -> Story:
    """Rodney lies dead in the water: Bismarck is sunk, and the German has won."""
    story = Story("last_battle", "gunnery", turn=9).lies("bismarck 2812 E 1 w3 s2", "rodney 2609 C 0 s3")
    return story.marks("king_george_v", "bismarck").goes_on(dice=[*SUNK, (6,), (6,)])


def last_battle_she_is_afloat_after_ten_turns() -> Story:
    """Nobody has sunk her."""
    return last_move("last_battle")


# ---------------------------------------------------------------- Force Z


def force_z_both_break_through() -> Story:
    """Prince of Wales and Repulse leave by the north edge in full."""
    story = Story("force_z", "first_move").last_turn().lies("prince_of_wales 2802 A 4", "repulse 3002 A 4").goes_on()
    return story.says("british", 'steer prince_of_wales by="ahead 2"', 'steer repulse by="ahead 2"').passes()


def force_z_is_stopped() -> Story:
    """Repulse is sunk, and Prince of Wales still on the map."""
    return Story("force_z", "first_move").last_turn().lies("repulse sunk").goes_on().passes()


# ---------------------------------------------------------------- Tirpitz


def tirpitz_gets_through() -> Story:
    """She leaves by the east edge on the ninth turn."""
    story = Story("tirpitz", "first_move", turn=9).lies("tirpitz 5418 C 5").goes_on()
    return story.says("german", 'steer tirpitz by="ahead 2"')


def tirpitz_is_sunk() -> Story:
    """King George V fires the last shot."""
    story = Story("tirpitz", "gunnery", turn=6).lies("tirpitz 3018 E 4 w3 s2").marks("king_george_v", "tirpitz")
    return story.goes_on(dice=[*SUNK, (6,)])


def tirpitz_by_points() -> Story:
    """Renown was hurt twice."""
    return last_move("tirpitz", renown=2)


# ---------------------------------------------------------------- Casablanca


def casablanca_jean_bart_is_silenced() -> Story:
    """The Americans have more points, and she has no guns left."""
    return Story("casablanca", "first_move").last_turn().silenced("jean_bart").goes_on().passes()


def casablanca_nobody_is_silenced() -> Story:
    """More points alone do not win."""
    return last_move("casablanca", jean_bart=5)


def casablanca_silenced_but_too_dear() -> Story:
    """El Hank is destroyed, and Massachusetts sunk."""
    story = Story("casablanca", "first_move", options=Options()).last_turn()
    return story.lies("el_hank sunk", "massachusetts sunk").goes_on().passes()


# ---------------------------------------------------------------- Third Solomon


def third_solomon_the_field_is_bombarded() -> Story:
    """Kirishima's third turn of bombardment."""
    story = Story("third_solomon", "second_targets", turn=9).lies("kirishima 3428 A 3")
    story.state.bombarded = 2
    return story.goes_on().says("japanese", "bombard kirishima")


def third_solomon_by_points() -> Story:
    """Two turns of bombardment are none: Kirishima was hurt, and that decides."""
    story = Story("third_solomon", "first_move").last_turn().mended(kirishima=3)
    story.state.bombarded = 2
    return story.goes_on().passes()


# ---------------------------------------------------------------- North Cape


def north_cape_scharnhorst_is_sunk() -> Story:
    """By Duke of York."""
    story = Story("north_cape", "gunnery", turn=12).lies("scharnhorst 2618 E 4 w3 s2")
    return story.marks("duke_of_york", "scharnhorst").goes_on(dice=[*SUNK, (6,)])


def north_cape_she_gets_away() -> Story:
    """She leaves by the east edge on the eleventh turn."""
    story = Story("north_cape", "first_move", turn=11).lies("scharnhorst 5415 C 5").goes_on()
    return story.says("german", 'steer scharnhorst by="ahead 2"')


def north_cape_she_is_afloat_after_eighteen_turns() -> Story:
    """That is enough."""
    return last_move("north_cape")


# ---------------------------------------------------------------- San Bernardino


def san_bernardino_by_thirty_points() -> Story:
    """The Japanese have hurt the battle line."""
    return last_move("san_bernardino", iowa=15, new_jersey=15)


def san_bernardino_the_margin_is_missed() -> Story:
    """Twenty-nine are a draw."""
    return last_move("san_bernardino", iowa=15, new_jersey=14)


def san_bernardino_yamato_breaks_through() -> Story:
    """She leaves by the east edge in full."""
    story = Story("san_bernardino", "second_move").last_turn().lies("yamato 5415 C 4").goes_on()
    return story.says("japanese", 'steer yamato by="ahead 2"').passes()


# ---------------------------------------------------------------- ends of any battle


def a_battle_ends_when_one_side_has_nothing_left() -> Story:
    """The last Italian goes down, and the British can gain nothing more."""
    story = Story("calabria", "gunnery", turn=7).alone("warspite", "zara")
    return story.lies("warspite 3419 F 4", "zara 3119 C 4 w3 s2").marks("warspite", "zara").goes_on(dice=SUNK)


def a_ship_is_repaired_at_the_end() -> Story:
    """9.1b, 9.1c Steps left are reckoned without dice, a point each as far as her allowance goes."""
    story = Story("calabria", "verdict").last_turn().lies("warspite 3419 F 4 w2 s1 used0", "zara 2409 C 4 w1 s1 used4")
    return story.goes_on()


SCRIPTS: tuple[Callable[[], Story], ...] = tuple(
    value
    for name, value in list(globals().items())
    if callable(value) and name.startswith((*SCENARIOS, "a_battle", "a_ship"))
)


def written(script: Callable[[], Story]) -> str:
    """The whole playthrough as text."""
    story = script()
    name = script.__name__.replace("_", " ").capitalize()
    end = [f"open: {question.seat} {question.kind}" for question in story.asked]
    state = story.state
    end += [f"the game is over: {state.winner or 'a draw'}, {state.verdict}"] if story.over else []
    return "\n".join([f"# {name}", f"# {script.__doc__}", "", *story.lines, "", *end]) + "\n"


@rule("battleships", "11.13")
@rule("battleships", "9.2")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_the_battle_goes_as_it_is_written_down(script: Callable[[], Story]) -> None:
    file, text = FOLDER / f"{script.__name__}.txt", written(script)
    if os.environ.get("WRITE_PLAYTHROUGHS"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
    assert "the game is over" in text


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {script.__name__ for script in SCRIPTS}


def test_every_battle_and_every_reason_is_among_them() -> None:
    ends = {tuple(file.read_text(encoding="utf-8").rsplit(": ", 1)[1].split(", ")) for file in FOLDER.iterdir()}
    assert {reason.strip() for _, reason in ends} == {
        "sunk", "left", "all_left_whole", "bombarded", "points", "margin", "otherwise", "equal",
    }  # fmt: skip
    assert all(any(script.__name__.startswith(scenario) for script in SCRIPTS) for scenario in SCENARIOS)
