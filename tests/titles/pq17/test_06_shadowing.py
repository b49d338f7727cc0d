"""6.3, 5.4, 6.6 Shadowing: who may, how it goes along, how it ends; and what moving does to levels."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.box.pieces import Side, WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.movement.passing import passed_through
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.search.shadowing import (
    begin,
    entered_port,
    forget,
    grounded,
    parted,
    release,
    shadowers_for,
)
from games.titles.pq17.rules.search.shadowing import moved as go_along
from games.titles.pq17.rules.search.strikes import form_of, strikes
from games.titles.pq17.table.events.search import ShadowBegan, ShadowEnded
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Convoy, Force, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import a_card, heard, phase, play

rule = pytest.mark.rule
OPEN = "0310"
INSIDE = "0712"
"""Sea in the sectors of Trondheim and Barents."""


def found(*forces: Force, side: Side = "axis", **fields: object) -> Sea:
    """Forces of which the enemy's of the side in phase were identified in this search segment."""
    sea = arctic(*forces, **fields)
    phase(sea, side)
    for one in sea.state.forces:
        if one.side != side:
            sea.identify(one, 2)
            sea.phase.searched.append(one.id)
    return sea


def followers(sea: Sea, name: str) -> tuple[str, ...]:
    return shadowers_for(sea, sea.phase.side, sea.force(name))


@rule("pq17", "6.3")
@rule("pq17", "6.3.1")
@rule("pq17", "6.3.1a")
def test_what_follows_from_the_air() -> None:
    sea = found(force("tf", "allied", "task_force", OPEN, "norfolk"))
    sea.state.air = [AirUnit("fw_200", 1, id="condor", base="vaernes", mission="search", at=OPEN)]
    assert followers(sea, "tf") == ("condor",)
    begin(sea, "axis", "condor", sea.force("tf"))
    assert sea.state.air[0].mission == "shadow"
    assert sea.state.shadows == [Shadow("tf", "aircraft", "condor")]
    assert followers(sea, "tf") == (), "it is out already"


@rule("pq17", "6.3.1")
@rule("pq17", "6.3.1b")
@rule("pq17", "6.3.1c")
def test_radii_and_sectors_follow_but_not_the_soviets() -> None:
    sea = arctic()
    soviet = sorted(sea.box.areas.soviet_radius.hexes)[0]
    british = sorted(sea.box.areas.british_radius.hexes)[0]
    sea = found(
        force("red", "axis", "task_force", soviet, "lutzow"),
        force("home", "axis", "task_force", british, "tirpitz"),
        side="allied",
    )
    sea.phase.sectors = {"soviet": [soviet], "british": [british]}
    assert followers(sea, "red") == ()
    assert followers(sea, "home") == ("radius", "sector_british")
    begin(sea, "allied", "radius", sea.force("home"))
    assert followers(sea, "home") == ("sector_british",)
    begin(sea, "allied", "sector_british", sea.force("home"))
    assert followers(sea, "home") == ()


@rule("pq17", "6.3.1")
@rule("pq17", "6.3b")
def test_who_is_never_followed() -> None:
    sea = found(
        force("pack", "allied", "wolfpack", INSIDE, "ss_british 2"),
        force("pq", "allied", "convoy", "0711", "mv 8", convoy=Convoy(laden=True, scattered=True)),
        force("tf", "allied", "task_force", INSIDE, "london"),
    )
    sea.phase.sectors = {"barents": [INSIDE, "0711"]}
    assert followers(sea, "pack") == followers(sea, "pq") == ()
    assert followers(sea, "tf") == ("sector_barents",)
    sea.force("tf").level = None
    assert followers(sea, "tf") == ()


@rule("pq17", "6.3.1")
def test_nobody_follows_from_the_air_near_a_base_of_the_targets_own() -> None:
    sea = found(force("tf", "axis", "task_force", "0714", "lutzow"), side="allied")
    sea.state.air = [AirUnit("catalina", 1, id="cat", base="lerwick", mission="search", at="0714")]
    assert followers(sea, "tf") == (), "0714 is next to Bardufoss and its interceptors"


@rule("pq17", "6.3.2")
@rule("pq17", "6.3b")
def test_pp60_one_wolfpack_for_a_convoy() -> None:
    sea = found(
        force("one", "axis", "wolfpack", OPEN, "ss_german 3"),
        force("two", "axis", "wolfpack", OPEN, "ss_german 2"),
        force("lure", "axis", "dummy", OPEN),
        force("pq", "allied", "convoy", OPEN, "mv 8", "dd_a_i 2"),
        force("tf", "allied", "task_force", OPEN, "norfolk"),
    )
    assert followers(sea, "pq") == ("one", "two")
    assert followers(sea, "tf") == ()
    played = play(strikes(sea), says={"strikes": "shadow two at=contact_" + str(sea.force("pq").block)})
    assert played.asked[0].form.targets
    assert [one.who for one in sea.state.shadows] == ["two"]
    assert followers(sea, "pq") == ()


@rule("pq17", "6.3.2")
def test_a_pack_that_follows_does_not_attack() -> None:
    sea = found(
        force("one", "axis", "wolfpack", OPEN, "ss_german 3"),
        force("pq", "allied", "convoy", OPEN, "mv 8", "dd_a_i 2"),
    )
    (target,) = form_of(sea, "axis").targets
    assert target.forces == ("one",)
    begin(sea, "axis", "one", sea.force("pq"))
    (target,) = form_of(sea, "axis").targets
    assert target.forces == ()


@rule("pq17", "6.3.3")
def test_an_undamaged_cruiser_follows_a_task_force() -> None:
    sea = found(
        force("norfolk", "allied", "task_force", OPEN, "norfolk"),
        force("light", "allied", "task_force", OPEN, "dd_a_i 4"),
        force("tf", "axis", "task_force", OPEN, "tirpitz"),
        side="allied",
    )
    assert followers(sea, "tf") == ("norfolk",)
    sea.force("norfolk").counters[0].strength -= 1
    assert followers(sea, "tf") == ()


# --- going along


def moved(sea: Sea, force: Force) -> None:
    """5.4 What follows goes along, over open water."""
    go_along(sea, force, lambda follower, there: follower.at != there)


def followed(by: Any, who: str, at: str = INSIDE, **fields: Any) -> Sea:
    sea = found(force("tf", "allied", "task_force", at, "norfolk"), **fields)
    sea.state.shadows = [Shadow("tf", by, who)]
    return sea


@rule("pq17", "5.4")
@rule("pq17", "6.3.5")
def test_aircraft_go_along_as_far_as_they_reach() -> None:
    sea = followed("aircraft", "he")
    sea.state.air = [AirUnit("he_115", 1, id="he", base="tromso", mission="shadow", at=INSIDE)]
    tf = sea.force("tf")
    for hex_ in ("0711", "0710"):
        sea.step(tf, hex_)
        moved(sea, tf)
        assert sea.state.air[0].at == hex_
    sea.step(tf, "0709")
    moved(sea, tf)
    assert sea.state.shadows == []
    assert (sea.state.air[0].mission, tf.level) == ("", 1)
    assert any(isinstance(event, ShadowEnded) and event.why == "range" for event in heard(sea, PUBLIC))


@rule("pq17", "6.3.5")
def test_a_base_with_interceptors_and_a_port_end_it() -> None:
    sea = followed("sector", "barents")
    sea.step(sea.force("tf"), "0714")
    moved(sea, sea.force("tf"))
    assert sea.state.shadows, "the base must be of the target's own side"
    sea = followed("sector", "barents")
    entered_port(sea, sea.force("tf"))
    assert sea.state.shadows == []


@rule("pq17", "6.3.5")
@rule("pq17", "5.4")
def test_a_sector_follows_to_its_border() -> None:
    sea = followed("sector", "barents")
    sea.step(sea.force("tf"), "0711")
    moved(sea, sea.force("tf"))
    assert sea.state.shadows
    sea.step(sea.force("tf"), "0309")
    moved(sea, sea.force("tf"))
    assert sea.state.shadows == []


@rule("pq17", "6.3.5")
@pytest.mark.parametrize(
    ("by", "who", "weather", "goes_on"),
    [
        ("aircraft", "he", "storm", True),
        ("aircraft", "he", "fog", False),
        ("sector", "barents", "fog", True),
        ("sector", "barents", "gale", False),
        ("wolfpack", "pack", "gale", True),
    ],
)
def test_weather_ends_it(by: str, who: str, weather: WeatherKind, goes_on: bool) -> None:
    sea = followed(by, who, sky=Sky(kind=weather))
    sea.state.air = [AirUnit("he_115", 1, id="he", base="tromso", mission="shadow", at=INSIDE)]
    grounded(sea)
    assert bool(sea.state.shadows) is goes_on


@rule("pq17", "6.3.5")
@rule("pq17", "6.2.1f")
def test_a_search_that_fails_ends_it() -> None:
    sea = followed("sector", "barents")
    sea.force("tf").level = 0
    play(search(sea), cards=[a_card("air", "-")])
    assert sea.state.shadows == []
    assert sea.force("tf").level is None
    ended = [event for event in heard(sea, "allied") if isinstance(event, ShadowEnded)]
    assert [(event.why, event.force, event.who) for event in ended] == [("lost", "tf", "")]


@rule("pq17", "6.3.5a")
def test_the_shadower_gives_up() -> None:
    sea = followed("sector", "barents")
    release(sea, sea.force("tf"))
    assert sea.state.shadows
    sea.state.instructions["axis"] = Instructions(releases="yes")
    release(sea, sea.force("tf"))
    assert sea.state.shadows == []


@rule("pq17", "6.3.4")
@pytest.mark.parametrize(
    ("follows", "chosen"), [("convoy", "pq"), ("larger", "pq"), ("capital", "cover")]
)  # fmt: skip
def test_a_target_that_splits(follows: Any, chosen: str) -> None:
    sea = found(
        force("pq", "allied", "convoy", INSIDE, "mv 8", "dd_a_i 2"),
        force("cover", "allied", "task_force", INSIDE, "duke_of_york", "norfolk"),
    )
    sea.state.shadows = [Shadow("pq", "sector", "barents")]
    sea.state.instructions["axis"] = Instructions(follows=follows)
    parted(sea, "allied", [sea.force("pq"), sea.force("cover")])
    assert sea.state.shadows == [Shadow(chosen, "sector", "barents")]


@rule("pq17", "6.3")
def test_each_side_reads_its_own_words() -> None:
    sea = found(force("tf", "allied", "task_force", INSIDE, "norfolk"))
    begin(sea, "axis", "sector_barents", sea.force("tf"))
    told = [
        event for seat in ("axis", "allied", PUBLIC) for event in heard(sea, seat) if isinstance(event, ShadowBegan)
    ]
    assert [(one.who, one.force) for one in told] == [("barents", ""), ("", "tf"), ("", "")]


def test_a_force_that_goes_is_followed_no_longer() -> None:
    sea = followed("sector", "barents")
    forget(sea, sea.force("tf"))
    assert sea.state.shadows == []


# --- 6.6.1


def passing(*forces: Force, side: Side = "axis", **fields: object) -> Sea:
    sea = arctic(*forces, **fields)
    return phase(sea, side)


@rule("pq17", "6.6.1")
def test_pp64_who_is_searched_in_passing() -> None:
    cover = force("cover", "allied", "task_force", OPEN, "norfolk")
    sea = passing(cover, force("pq", "axis", "convoy", OPEN, "mv_german 2"))
    play(passed_through(sea, sea.force("pq")))
    assert sea.told == []
    sea = passing(force("cover", "allied", "task_force", OPEN, "norfolk"), force("lure", "axis", "dummy", OPEN))
    assert play(passed_through(sea, sea.force("lure")), cards=[a_card("force", "-")]).result is False
    assert heard(sea, "axis")[0].passing


@rule("pq17", "6.6.1")
def test_a_shadower_does_not_search_who_passes() -> None:
    sea = passing(
        force("cover", "allied", "task_force", OPEN, "norfolk"),
        force("tf", "axis", "task_force", OPEN, "lutzow"),
        force("other", "axis", "task_force", OPEN, "koln"),
    )
    sea.state.shadows = [Shadow("other", "task_force", "cover")]
    play(passed_through(sea, sea.force("tf")))
    assert sea.told == []


@rule("pq17", "6.6.1")
@rule("pq17", "6.6.1a")
@rule("pq17", "6.3.3")
def test_pp63_found_in_passing_and_followed() -> None:
    sea = passing(
        force("cover", "allied", "task_force", OPEN, "norfolk"), force("tf", "axis", "task_force", OPEN, "tirpitz")
    )
    sea.force("tf").level = 0
    card = a_card("force", "1", submarine=False)
    assert play(passed_through(sea, sea.force("tf")), cards=[card]).result is False
    assert sea.force("tf").level == 0
    card = a_card("force", "0", submarine=False)
    assert play(passed_through(sea, sea.force("tf")), cards=[card]).result is False
    assert sea.force("tf").level
    assert [one.who for one in sea.state.shadows] == ["cover"]
    assert sea.state.reports[-1].source == "passing"


@rule("pq17", "6.6.1a")
@rule("pq17", "7.4.2a")
def test_a_pack_found_in_passing_cannot_refuse_and_is_hunted() -> None:
    sea = passing(
        force("cover", "allied", "task_force", OPEN, "norfolk", "dd_a_i 3"),
        force("pack", "axis", "wolfpack", OPEN, "ss_german 2"),
    )
    sea.state.instructions["allied"] = Instructions(meets="attack")
    card = a_card("force", "U", submarine=True)
    played = play(passed_through(sea, sea.force("pack")), cards=[card], dice=[(0,), (0,)])
    assert played.result is True, "its move ends"
    assert played.asked == []
    assert sea.force("cover").spent == 0, "no mark at all"
