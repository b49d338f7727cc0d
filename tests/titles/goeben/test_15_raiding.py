"""15.0 Commerce raiding."""

import pytest

from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Weather
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule
HERE = "zante"


def raider(lying: str = "merchantman_1+up", *, at: str = HERE, **ships: str) -> Sea:
    sea = at_sea(**({"goeben": HERE} | ships), lying={at: lying})  # type: ignore[arg-type]
    sea.day.queue = [HERE]
    return sea


@rule("goeben", "15.0")
@rule("goeben", "13.chart/Allied Merchantman")
def test_a_merchant_is_worth_a_die_and_the_leadership_of_one_ship() -> None:
    sea = raider(goeben=f"{HERE}+leadership=3", breslau=f"{HERE}+leadership=5")
    played = play(sea, raiding(sea), dice=[(4,)])
    assert sea.state.vp == 4 + 5
    assert played.told(told.Raided) == [told.Raided(HERE, "merchantman_1", "breslau", (4,), 5)]
    assert "merchantman_1" in sea.state.pool
    assert sea.markers_at(HERE) == []
    assert [ship.ammunition for ship in sea.state.ships] == [6, 6]
    assert sea.state.alert == 1
    assert played.following == "bombardment"


@rule("goeben", "15.0")
def test_every_merchant_is_taken() -> None:
    sea = raider("merchantman_1+up merchantman_2+up")
    play(sea, raiding(sea), dice=[(1,), (2,)])
    assert sea.state.vp == 1 + 4 + 2 + 4


@rule("goeben", "15.crew")
@rule("goeben", "T.cargo")
def test_a_seebataillon_rolls_one_more_die() -> None:
    sea = raider(goeben=f"{HERE}+cargo=seebataillon")
    play(sea, raiding(sea), dice=[(4, 3)])
    assert sea.state.vp == 4 + 3 + 4


@rule("goeben", "20.0")
@rule("goeben", "15.0")
def test_allied_ships_raid_with_their_own_leadership() -> None:
    sea = raider(goeben="messina", ah_cl_1=HERE)
    play(sea, raiding(sea), dice=[(2,)])
    assert sea.state.vp == 2 + 3


@rule("goeben", "15.0")
def test_a_merchant_that_nobody_is_left_to_take_gets_away() -> None:
    sea = raider(at="samos")
    play(sea, raiding(sea))
    assert sea.state.vp == 0
    assert "merchantman_1" in sea.state.pool


@rule("goeben", "15.0")
def test_a_counter_face_down_is_no_prey() -> None:
    sea = raider("merchantman_1")
    play(sea, raiding(sea))
    assert [marker.id for marker in sea.markers_at(HERE)] == ["merchantman_1"]


@rule("goeben", "15.0")
def test_a_storm_does_not_keep_raiders_from_their_prey() -> None:
    sea = raider()
    sea.day.weather[HERE] = Weather(storm=True)
    play(sea, raiding(sea), dice=[(1,)])
    assert sea.state.vp == 5
