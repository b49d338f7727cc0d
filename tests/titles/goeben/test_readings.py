"""Readings of the README that no other test would miss, each a position worked out by hand."""

import pytest

from games.titles.goeben.box.options import Options
from games.titles.goeben.rules.battle.aftermath import battle_ends
from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.state import Battle, Damage, Foe
from tests.titles.goeben.fights import SEA, battle_sea, fight
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule


@rule("goeben", "14.3", "20.0")
@pytest.mark.parametrize(("cargo", "breslau", "more"), [("", "pola", 0), ("wireless", "pola", 0), ("wireless", SEA, 1)])
def test_wireless_counts_in_german_ships_alone(cargo: str, breslau: str, more: int) -> None:
    """The chart asks for two German ships that have it: what 25.3 says of consorts lets captains talk."""
    sea = battle_sea(
        "gb_lc_1", goeben=f"+cargo={cargo}" if cargo else "",
        breslau=breslau + ("+cargo=wireless" if breslau == SEA else ""), ah_cl_1=SEA,
        options=Options(austro_hungarian=True), doctrine="break-off cl",
    )  # fmt: skip
    (event,) = fight(sea, dice=[(6,)]).told(told.ContactRolled)
    assert event.german == 4 + 5 + more, "her leadership and the speed of the consort"


@rule("goeben", "15.0", "15.crew")
def test_a_second_seebataillon_rolls_no_further_die() -> None:
    """One more die, and it need not be the ship that leads."""
    for breslau in ("zante+cargo=seebataillon", "zante"):
        goeben = "zante+cargo=seebataillon+leadership=2"
        sea = at_sea(goeben=goeben, breslau=breslau, lying={"zante": "merchantman_1+up"})
        sea.day.queue = ["zante"]
        play(sea, raiding(sea), dice=[(4, 3)])
        assert sea.state.vp == 4 + 3 + 4


@rule("goeben", "14.14", "15.crew")
@pytest.mark.parametrize(("die", "leadership"), [(5, 4), (6, 5)])
def test_what_the_film_and_the_damage_are_worth_counts_for_a_critical_battle(die: int, leadership: int) -> None:
    """Six points for a cruiser that was sunk, three for one that is damaged, and the die."""
    sea = at_sea(goeben=f"{SEA}+cargo=camera_crew", breslau="pola", lying={SEA: "gb_lc_1+up gb_ca_1+up"}, vp=6)
    foes = [Foe("gb_lc_1", gone="sunk"), Foe("gb_ca_1", Damage(guns=1))]
    sea.state.battle = Battle(SEA, ships=["goeben"], foes=foes, fire=True, vp=0)
    sea.day.queue = [SEA]
    play(sea, battle_ends(sea), dice=[(die,)])
    assert (sea.state.vp, sea.ship("goeben").leadership) == (9 + die, leadership)
