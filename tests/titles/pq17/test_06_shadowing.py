"""6.3, 5.4, 6.6 Shadowing: who may, how it goes along, how it ends; and what moving does to levels."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.movement.passing import search_passing_block
from games.titles.pq17.rules.search.public_options import public_targets
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.search.shadowers import begin_shadowing
from games.titles.pq17.rules.search.shadowing import (
    choose_followed_part,
    end_grounded_shadowing,
    end_in_port,
    forget_force,
    release_target,
)
from games.titles.pq17.rules.search.strikes import strikes, strikes_form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.search import ShadowBegan, ShadowEnded
from games.titles.pq17.state.state import AirUnit, Convoy, Force, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.shadowers import (
    INSIDE,
    all_found,
    followed_in_sector,
    followers,
    identified_before,
    offered,
    went_along,
)
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "6.3")
@rule("pq17", "6.3.1")
@rule("pq17", "6.3.1a")
def test_what_follows_from_the_air() -> None:
    board = all_found(force("tf", "allied", "task_force", OPEN, "norfolk"))
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="vaernes", mission="search", at=OPEN)]
    assert followers(board, "tf") == ("condor",)
    begin_shadowing(board, "axis", "condor", board.force("tf"))
    assert board.state.air[0].mission == "shadow"
    assert board.state.shadows == [Shadow("tf", "aircraft", "condor")]
    assert followers(board, "tf") == (), "it is out already"


@rule("pq17", "6.3.1")
@rule("pq17", "6.3.1b")
@rule("pq17", "6.3.1c")
def test_radii_and_sectors_follow_but_not_the_soviets() -> None:
    board = arctic()
    soviet = sorted(board.box.areas.soviet_radius.hexes)[0]
    british = sorted(board.box.areas.british_radius.hexes)[0]
    board = all_found(
        force("red", "axis", "task_force", soviet, "lutzow"),
        force("home", "axis", "task_force", british, "tirpitz"),
        side="allied",
    )
    board.phase.sectors = {"soviet": [soviet], "british": [british]}
    assert followers(board, "red") == ()
    assert followers(board, "home") == ("radius", "sector_british")
    begin_shadowing(board, "allied", "radius", board.force("home"))
    assert followers(board, "home") == ("sector_british",)
    begin_shadowing(board, "allied", "sector_british", board.force("home"))
    assert followers(board, "home") == ()


@rule("pq17", "6.3.1")
@rule("pq17", "6.3b")
def test_who_is_never_followed() -> None:
    board = all_found(
        force("pack", "allied", "wolfpack", INSIDE, "ss_british 2"),
        force("pq", "allied", "convoy", "0711", "mv 8", convoy=Convoy(laden=True, scattered=True)),
        force("tf", "allied", "task_force", INSIDE, "london"),
    )
    board.phase.sectors = {"barents": [INSIDE, "0711"]}
    assert followers(board, "pack") == followers(board, "pq") == ()
    assert followers(board, "tf") == ("sector_barents",)
    board.force("tf").level = None
    assert followers(board, "tf") == ()


@rule("pq17", "6.3.1")
def test_nobody_follows_from_the_air_near_a_base_of_the_targets_own() -> None:
    board = all_found(force("tf", "axis", "task_force", "0714", "lutzow"), side="allied")
    board.state.air = [AirUnit("catalina", 1, id="cat", base="lerwick", mission="search", at="0714")]
    assert followers(board, "tf") == (), "0714 is next to Bardufoss and its interceptors"


@rule("pq17", "6.3.2")
@rule("pq17", "6.3b")
def test_pp60_one_wolfpack_for_a_convoy() -> None:
    board = all_found(
        force("one", "axis", "wolfpack", OPEN, "ss_german 3"),
        force("two", "axis", "wolfpack", OPEN, "ss_german 2"),
        force("lure", "axis", "dummy", OPEN),
        force("pq", "allied", "convoy", OPEN, "mv 8", "dd_a_i 2"),
        force("tf", "allied", "task_force", OPEN, "norfolk"),
    )
    assert followers(board, "pq") == ("one", "two")
    assert followers(board, "tf") == ()
    played = play(strikes(board), says={"strikes": "shadow two at=contact_" + str(board.force("pq").block)})
    assert played.asked[0].form.targets
    assert [one.who for one in board.state.shadows] == ["two"]
    assert followers(board, "pq") == ()


@rule("pq17", "6.3.2")
def test_a_pack_that_follows_does_not_attack() -> None:
    board = all_found(
        force("one", "axis", "wolfpack", OPEN, "ss_german 3"),
        force("pq", "allied", "convoy", OPEN, "mv 8", "dd_a_i 2"),
    )
    (target,) = strikes_form(board, "axis").targets
    assert target.forces == ("one",)
    begin_shadowing(board, "axis", "one", board.force("pq"))
    (target,) = strikes_form(board, "axis").targets
    assert target.forces == ()


@rule("pq17", "6.3.3")
def test_an_undamaged_cruiser_follows_a_task_force() -> None:
    board = all_found(
        force("norfolk", "allied", "task_force", OPEN, "norfolk"),
        force("light", "allied", "task_force", OPEN, "dd_a_i 4"),
        force("tf", "axis", "task_force", OPEN, "tirpitz"),
        side="allied",
    )
    assert followers(board, "tf") == ("norfolk",)
    board.force("norfolk").counters[0].strength -= 1
    assert followers(board, "tf") == ()


@rule("pq17", "6.3", "6.3.2")
@pytest.mark.parametrize(("shows", "may"), [("U", ("pack",)), ("-", ())])
def test_only_who_identified_a_block_in_this_segment_follows_it(shows: Any, may: tuple[str, ...]) -> None:
    """It was identified in an earlier turn: a card that fails finds it no more, though it stays identified."""
    board = identified_before()
    play(search(board), cards=[a_card("force", shows, submarine=False)])
    assert board.force("pq").level is not None
    assert offered(board) == may
    assert board.phase.found == (["pq"] if may else [])


@rule("pq17", "6.3", "6.2.2")
def test_a_block_that_refused_is_not_followed() -> None:
    board = identified_before()
    board.force("pq").counters.append(Counter("mc", 1))
    board.state.shadows = [Shadow("pq", "sector", "barents")]
    play(search(board), cards=[a_card("both", "+", submarine=False)], says={"refuse": "refuse pq ground=cam"})
    assert (board.state.shadows, offered(board)) == ([], ())


@rule("pq17", "6.3.5", "6.3.1")
def test_what_lost_its_target_by_a_failed_search_does_not_begin_again_at_once() -> None:
    """The card shows nothing: what followed goes home, and the level falls (6.3.5b)."""
    board = identified_before()
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="vaernes", mission="shadow", at=OPEN)]
    board.state.shadows = [Shadow("pq", "aircraft", "condor")]
    play(search(board), cards=[a_card("both", "-", submarine=False)])
    assert (board.state.shadows, board.force("pq").level, offered(board)) == ([], 1, ())


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(("shows", "may"), [("U", ("norfolk",)), ("-", ())])
def test_a_cruiser_follows_what_it_has_just_found(shows: Any, may: tuple[str, ...]) -> None:
    board = arctic(
        force("norfolk", "allied", "task_force", OPEN, "norfolk"), force("tf", "axis", "task_force", OPEN, "tirpitz")
    )
    board.identify(board.force("tf"), 2)
    phase(board, "allied")
    play(search(board), cards=[a_card("force", shows, submarine=False)])
    (target,) = strikes_form(board, "allied").targets
    assert target.shadowers == may


@rule("pq17", "6.3")
def test_nobody_is_asked_who_follows_where_the_search_found_nothing() -> None:
    """A radius alone covers the convoy, and nothing there could attack: the question would be about nothing."""
    at = sorted(BOX.areas.axis_radius.hexes)[0]
    board = arctic(force("pq", "allied", "convoy", at, "mv 8", "dd_a_i 2"))
    board.identify(board.force("pq"), 2)
    phase(board, "axis")
    play(search(board), cards=[a_card("air", "-", submarine=False)])
    assert public_targets(board, "axis") == []


@rule("pq17", "6.3.5")
def test_a_base_with_interceptors_and_a_port_end_it() -> None:
    board = followed_in_sector("sector", "barents")
    board.step(board.force("tf"), "0714")
    went_along(board, board.force("tf"))
    assert board.state.shadows, "the base must be of the target's own side"
    board = followed_in_sector("sector", "barents")
    end_in_port(board, board.force("tf"))
    assert board.state.shadows == []


@rule("pq17", "6.3.5")
@rule("pq17", "5.4")
def test_a_sector_follows_to_its_border() -> None:
    board = followed_in_sector("sector", "barents")
    board.step(board.force("tf"), "0711")
    went_along(board, board.force("tf"))
    assert board.state.shadows
    board.step(board.force("tf"), "0309")
    went_along(board, board.force("tf"))
    assert board.state.shadows == []


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
    board = followed_in_sector(by, who, sky=Sky(kind=weather))
    board.state.air = [AirUnit("he_115", 1, id="he", base="tromso", mission="shadow", at=INSIDE)]
    end_grounded_shadowing(board)
    assert bool(board.state.shadows) is goes_on


@rule("pq17", "6.3.5")
@rule("pq17", "6.2.1f")
def test_a_search_that_fails_ends_it() -> None:
    board = followed_in_sector("sector", "barents")
    board.force("tf").level = 0
    play(search(board), cards=[a_card("air", "-")])
    assert board.state.shadows == []
    assert board.force("tf").level is None
    ended = [event for event in heard(board, "allied") if isinstance(event, ShadowEnded)]
    assert [(event.why, event.force, event.who) for event in ended] == [("lost", "tf", "")]


@rule("pq17", "6.3.5a")
def test_the_shadower_gives_up() -> None:
    board = followed_in_sector("sector", "barents")
    release_target(board, board.force("tf"))
    assert board.state.shadows
    board.state.instructions["axis"] = Instructions(releases="yes")
    release_target(board, board.force("tf"))
    assert board.state.shadows == []


@rule("pq17", "6.3.4")
@pytest.mark.parametrize(
    ("follows", "chosen"), [("convoy", "pq"), ("larger", "pq"), ("capital", "cover")]
)  # fmt: skip
def test_a_target_that_splits(follows: Any, chosen: str) -> None:
    board = all_found(
        force("pq", "allied", "convoy", INSIDE, "mv 8", "dd_a_i 2"),
        force("cover", "allied", "task_force", INSIDE, "duke_of_york", "norfolk"),
    )
    board.state.shadows = [Shadow("pq", "sector", "barents")]
    board.state.instructions["axis"] = Instructions(follows=follows)
    choose_followed_part(board, "allied", [board.force("pq"), board.force("cover")])
    assert board.state.shadows == [Shadow(chosen, "sector", "barents")]


@rule("pq17", "6.3")
def test_each_side_reads_its_own_words() -> None:
    board = all_found(force("tf", "allied", "task_force", INSIDE, "norfolk"))
    begin_shadowing(board, "axis", "sector_barents", board.force("tf"))
    told = [
        event for seat in ("axis", "allied", PUBLIC) for event in heard(board, seat) if isinstance(event, ShadowBegan)
    ]
    assert [(one.who, one.force) for one in told] == [("barents", ""), ("", "tf"), ("", "")]


def test_a_force_that_goes_is_followed_no_longer() -> None:
    board = followed_in_sector("sector", "barents")
    forget_force(board, board.force("tf"))
    assert board.state.shadows == []


def passing(*forces: Force, side: Side = "axis", **fields: object) -> Board:
    board = arctic(*forces, **fields)
    return phase(board, side)


@rule("pq17", "6.6.1")
def test_pp64_who_is_searched_in_passing() -> None:
    cover = force("cover", "allied", "task_force", OPEN, "norfolk")
    board = passing(cover, force("pq", "axis", "convoy", OPEN, "mv_german 2"))
    play(search_passing_block(board, board.force("pq")))
    assert board.told == []
    board = passing(force("cover", "allied", "task_force", OPEN, "norfolk"), force("lure", "axis", "dummy", OPEN))
    assert play(search_passing_block(board, board.force("lure")), cards=[a_card("force", "-")]).result is False
    assert heard(board, "axis")[0].passing


@rule("pq17", "6.6.1")
def test_a_shadower_does_not_search_who_passes() -> None:
    board = passing(
        force("cover", "allied", "task_force", OPEN, "norfolk"),
        force("tf", "axis", "task_force", OPEN, "lutzow"),
        force("other", "axis", "task_force", OPEN, "koln"),
    )
    board.state.shadows = [Shadow("other", "task_force", "cover")]
    play(search_passing_block(board, board.force("tf")))
    assert board.told == []


@rule("pq17", "6.6.1")
@rule("pq17", "6.6.1a")
@rule("pq17", "6.3.3")
def test_pp63_found_in_passing_and_followed() -> None:
    board = passing(
        force("cover", "allied", "task_force", OPEN, "norfolk"), force("tf", "axis", "task_force", OPEN, "tirpitz")
    )
    board.force("tf").level = 0
    card = a_card("force", "1", submarine=False)
    assert play(search_passing_block(board, board.force("tf")), cards=[card]).result is False
    assert board.force("tf").level == 0
    card = a_card("force", "0", submarine=False)
    assert play(search_passing_block(board, board.force("tf")), cards=[card]).result is False
    assert board.force("tf").level
    assert [one.who for one in board.state.shadows] == ["cover"]
    assert board.state.reports[-1].source == "passing"


@rule("pq17", "6.6.1a")
@rule("pq17", "7.4.2a")
def test_a_pack_found_in_passing_cannot_refuse_and_is_hunted() -> None:
    board = passing(
        force("cover", "allied", "task_force", OPEN, "norfolk", "dd_a_i 3"),
        force("pack", "axis", "wolfpack", OPEN, "ss_german 2"),
    )
    board.state.instructions["allied"] = Instructions(meets="attack")
    card = a_card("force", "U", submarine=True)
    played = play(search_passing_block(board, board.force("pack")), cards=[card], dice=[(0,), (0,)])
    assert played.result is True, "its move ends"
    assert played.asked == []
    assert board.force("cover").spent == 0, "no mark at all"
