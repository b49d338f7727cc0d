"""Readings of the README that no other test would miss, each a position worked out by hand."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.battle.aftermath import battle_ends
from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.events import day
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Battle, Damage, Foe
from tests.titles.goeben.fights import SEA, battle_board, fight, written
from tests.titles.goeben.laid_out import at_sea, ordered, play

rule = pytest.mark.rule


@rule("goeben", "14.3", "20.0")
@pytest.mark.parametrize(("cargo", "breslau", "more"), [("", "pola", 0), ("wireless", "pola", 0), ("wireless", SEA, 1)])
def test_wireless_counts_in_german_ships_alone(cargo: str, breslau: str, more: int) -> None:
    """The chart asks for two German ships that have it: what 25.3 says of consorts lets captains talk."""
    board = battle_board(
        "gb_lc_1", goeben=f"+cargo={cargo}" if cargo else "",
        breslau=breslau + ("+cargo=wireless" if breslau == SEA else ""), ah_cl_1=SEA,
        options=Options(austro_hungarian=True), doctrine="break-off cl",
    )  # fmt: skip
    (event,) = fight(board, dice=[(6,)]).told(told.ContactRolled)
    assert event.german == 4 + 5 + more, "her leadership and the speed of the consort"


@rule("goeben", "15.0", "15.crew")
def test_a_second_seebataillon_rolls_no_further_die() -> None:
    """One more die, and it need not be the ship that leads."""
    for breslau in ("zante+cargo=seebataillon", "zante"):
        goeben = "zante+cargo=seebataillon+leadership=2"
        board = at_sea(goeben=goeben, breslau=breslau, lying={"zante": "merchantman_1+up"})
        board.day.queue = ["zante"]
        play(board, raiding(board), dice=[(4, 3)])
        assert board.state.vp == 4 + 3 + 4


@rule("goeben", "14.14", "15.crew")
@pytest.mark.parametrize(("die", "leadership"), [(5, 4), (6, 5)])
def test_what_the_film_and_the_damage_are_worth_counts_for_a_critical_battle(die: int, leadership: int) -> None:
    """Six points for a cruiser that was sunk, three for one that is damaged, and the die."""
    board = at_sea(goeben=f"{SEA}+cargo=camera_crew", breslau="pola", lying={SEA: "gb_lc_1+up gb_ca_1+up"}, vp=6)
    foes = [Foe("gb_lc_1", gone="sunk"), Foe("gb_ca_1", Damage(guns=1))]
    board.state.battle = Battle(SEA, ships=["goeben"], foes=foes, fire=True, vp=0)
    board.day.queue = [SEA]
    play(board, battle_ends(board), dice=[(die,)])
    assert (board.state.vp, board.ship("goeben").leadership) == (9 + die, leadership)


@rule("goeben", "14.14.1", "14.14")
@pytest.mark.parametrize(
    ("won", "lost", "change"), [(18, 0, 1), (18, 3, 1), (18, 5, 0), (20, 40, -1), (16, 16, 0), (10, 24, 0), (9, 24, -1)]
)
def test_a_battle_is_critical_by_what_is_left_of_its_points(won: int, lost: int, change: int) -> None:
    """Not by what was won alone, nor by what was lost: else a battle could be a critical win and a critical loss."""
    board = at_sea(goeben=SEA, breslau="pola", lying={SEA: "gb_bc_1+up"}, vp=7)
    board.state.battle = Battle(SEA, ships=["goeben"], foes=[Foe("gb_bc_1")], fire=True, vp=7)
    board.day.queue = [SEA]
    score(board, won, "allied_sunk", "gb_bc_2")
    score(board, -lost, "german_sunk", "breslau")
    play(board, battle_ends(board))
    assert board.ship("goeben").leadership == 4 + change


@rule("goeben", "14.3", "14.3.4")
def test_the_senior_captain_spends_the_coal_of_any_ship_at_contact() -> None:
    """One rating for all ships: where captains disagree about it, precedence settles it (25.2)."""
    board = battle_board(
        "gb_lc_1", goeben="+coal=0", breslau=f"{SEA}+coal=2", doctrine="ask-first contact\nbreak-off cl",
        scenario="captains",
    )  # fmt: skip
    played = fight(board, dice=[(6,)], says={"contact@goeben": "maximum"})
    assert [question.seat for question in played.asked if question.kind == "contact"] == ["goeben"]
    assert played.told(told.SpeedRaised) == [told.SpeedRaised("breslau", 1)]


@rule("goeben", "14.3", "14.3.4")
def test_where_the_senior_captain_does_not_want_it_no_coal_is_spent() -> None:
    board = battle_board(
        "gb_lc_1", goeben="+coal=0", breslau=f"{SEA}+coal=2", doctrine="break-off cl", scenario="captains"
    )
    board.state.doctrines["breslau"] = written("steam")
    assert not fight(board, dice=[(6,)]).told(told.SpeedRaised)


@rule("goeben", "11.1", "11.1.1")
def test_of_two_captains_who_try_the_first_by_precedence_does() -> None:
    """One attempt a turn for ships that are apart too; the other hears that much and no more."""
    board = at_sea("captains", alert=3, goeben="malta_pz", breslau="zante+cargo=wireless")
    for seat in ("goeben", "breslau"):
        ordered(board, f"intelligence {seat} prefer=jam", seat)
    played = play(board, intelligence(board), dice=[(2,)])
    assert played.heard("goeben", day.IntelligenceTried) == [day.IntelligenceTried("goeben", 1, 2, "none")]
    assert not played.heard("breslau", day.IntelligenceTried)
    assert played.heard("breslau", day.AttemptForestalled) == [day.AttemptForestalled("breslau")]
    assert not played.heard("goeben", day.AttemptForestalled)
    assert board.day.news == ["goeben"]


@rule("goeben", "11.1", "11.1.1")
def test_a_captain_who_tries_alone_is_not_forestalled() -> None:
    board = at_sea("captains", alert=3, goeben="malta_pz", breslau="zante+hull=2")
    ordered(board, "intelligence breslau prefer=jam\nrepair breslau hull=1", "breslau")
    played = play(board, intelligence(board), dice=[(1,)])
    assert [event.ship for event in played.told(day.IntelligenceTried)] == ["breslau"], "a ship that outfits may try"
    assert not played.told(day.AttemptForestalled)
