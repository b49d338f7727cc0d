"""7.5 Surface battles played: attack, interception, boats of a convoy, surprise, doctrine, the exchange, the ends."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.battle import BattleForm, Leave, Post
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.search.detachment import current_ships, remaining_counters
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.doctrine import Command, aims, launches, leaving_units, manoeuvres
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import Scattered
from games.titles.pq17.state.events.surface import BattleJoined, Intercepted, RoundOver, StragglerSunk, Withdrew
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Convoy, Shadow, Sky
from games.titles.pq17.visibility.redeal import conserved
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import cruisers, doctrine
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import attacked, misses
from tests.titles.pq17.oracles import spreads, strays
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "7.5")
@rule("pq17", "7.5a")
@rule("pq17", "7.5.2q")
@rule("pq17", "7.5.2r")
@rule("pq17", "6.7")
def test_a_battle_from_end_to_end() -> None:
    board = cruisers()
    dice = [*misses(3, 4), (1,), *misses(3, 4), (1,)]
    assert play(surface_combat(board), cards=[a_card("force", "0")], dice=dice).result == "combine"
    assert [board.force(name).level for name in ("tf", "hipper")] == [3, 3]
    assert [board.force(name).spent for name in ("tf", "hipper")] == [2, 2]
    ends = [event for event in heard(board, "allied") if isinstance(event, RoundOver)]
    assert [(one.round, one.die, one.over) for one in ends] == [(1, 1, False), (2, 1, True)]
    assert not any(isinstance(event, BattleJoined) for event in heard(board, PUBLIC)), (
        "dice of a fight are for those in it"
    )
    assert sorted(board.phase.fought) == ["hipper", "tf"]
    assert board.state.battle is None


@rule("pq17", "11.3.2")
def test_who_fights_on_the_surface_does_not_refuel() -> None:
    """Either side, the attacker too; a force in the hex that takes no part goes on with it."""
    board = cruisers()
    board.place(force("apart", "allied", "task_force", OPEN, "aldersdale", "dd_us 1"))
    board.state.instructions["allied"] = Instructions(
        asks="never", stands="stay", torpedo_round="never", joins="never", intercepts="never"
    )
    for one in board.state.forces:
        one.refuelling = True
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[*misses(3, 4), (1,), *misses(3, 4), (1,)])
    assert {one.id: one.refuelling for one in board.state.forces} == {"tf": False, "hipper": False, "apart": True}


@rule("pq17", "11.3.2", "7.1.1b")
def test_who_is_not_located_goes_on_refuelling() -> None:
    board = cruisers()
    board.force("tf").refuelling = True
    play(surface_combat(board), cards=[a_card("force", "-")])
    assert board.force("tf").refuelling


@rule("pq17", "7.1.1b")
def test_not_located_no_battle() -> None:
    board = cruisers()
    play(surface_combat(board), cards=[a_card("force", "-")])
    assert board.phase.fought == []
    assert board.force("tf").spent == 0


@rule("pq17", "7.1c")
def test_each_force_draws_its_own_card_and_the_rest_may_join() -> None:
    board = attacked(
        force("tf", "allied", "task_force", OPEN, "norfolk"),
        force("one", "axis", "task_force", OPEN, "admiral_hipper"),
        force("two", "axis", "task_force", OPEN, "lutzow"),
    )
    board.state.instructions["axis"] = Instructions(asks="never", stands="stay", torpedo_round="never", joins="always")
    cards = [a_card("force", "0"), a_card("force", "-"), a_card("force", "U", submarine=False)]
    dice = [*misses(3, 4), (9,), *misses(3, 4, 4), (0,)]
    play(surface_combat(board), cards=cards, dice=dice)
    joined = [event for event in heard(board, "axis") if isinstance(event, BattleJoined)]
    assert [(one.round, len(one.units)) for one in joined] == [(1, 2), (2, 1)]
    assert sorted(board.phase.fought) == ["one", "tf", "two"]


@rule("pq17", "7.6")
@rule("pq17", "7.5.3")
def test_surprise_in_poor_weather() -> None:
    board = cruisers(sky=Sky(kind="reduced"))
    card = a_card("force", "0", weather=1)
    play(surface_combat(board), cards=[card], dice=[(6,), *misses(4, 3), (0,)])
    joined = next(event for event in heard(board, "allied") if isinstance(event, BattleJoined))
    assert (joined.surprise, joined.modifier, joined.surprised) == (6, 2, "allied"), "+1 weather, +1 unidentified"


@rule("pq17", "7.5.1")
@rule("pq17", "7.5.1a")
@rule("pq17", "7.5.1b")
def test_another_force_intercepts_in_place_of_the_target() -> None:
    cover = force("cover", "allied", "task_force", OPEN, "sheffield", "jamaica")
    hipper = force("hipper", "axis", "task_force", OPEN, "admiral_hipper")
    board = attacked(force("pq", "allied", "convoy", OPEN, "mv 8"), hipper, cover)
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always")
    cards = [a_card("force", "0"), a_card("force", "U", submarine=False)]
    play(surface_combat(board), cards=cards, dice=[*misses(4, 4, 4), (0,), (0,)])
    tried = next(event for event in heard(board, "axis") if isinstance(event, Intercepted))
    assert tried.found
    joined = next(event for event in heard(board, "axis") if isinstance(event, BattleJoined))
    assert joined.attacker == "allied"
    assert sorted(board.phase.fought) == ["cover", "hipper"]
    assert board.force("pq").level == 1


@rule("pq17", "7.5.1a", "12.11a")
@pytest.mark.parametrize(("intercepts", "attacked_"), [("always", ["hipper"]), ("never", ["tf"])])
def test_interceptors_attack_in_place_of_the_attack_that_was_declared(intercepts: Any, attacked_: list[str]) -> None:
    """Who was to be attacked has not been, and his attacker has."""
    cover = force("cover", "allied", "task_force", OPEN, "sheffield")
    board = attacked(
        force("tf", "allied", "task_force", OPEN, "dd_a_i 2"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
        cover,
    )
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", joins="never", intercepts=intercepts)
    cards = [a_card("force", "0")] + [a_card("force", "U", submarine=False)] * (intercepts == "always")
    ships = (4, 4) if intercepts == "always" else (2, 4)
    play(surface_combat(board), cards=cards, dice=[*misses(*ships), (0,)])
    assert board.state.attacked == board.phase.attacked == attacked_


@rule("pq17", "7.5.1")
def test_two_cards_for_whoever_shadows_the_attacker() -> None:
    cover = force("cover", "allied", "task_force", OPEN, "sheffield")
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 2"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
        cover,
    )
    board.state.shadows = [Shadow("hipper", "sector", "british")]
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always")
    cards = [a_card("force", "0"), a_card("force", "-"), a_card("force", "U", submarine=False)]
    play(surface_combat(board), cards=cards, dice=[*misses(4, 4), (0,)])
    assert "cover" in board.phase.fought


@rule("pq17", "7.4.6")
@rule("pq17", "7.5.1b")
def test_the_boats_of_a_convoy_come_out_first() -> None:
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 2", "ss_british 1", "dd_a_i 1"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[(0,), *misses(1, 4), (0,)])
    pack = board.force("pq_boats")
    assert (pack.kind, pack.at) == ("wolfpack", OPEN)
    assert sorted(one.ship for one in board.force("pq").counters) == ["dd_a_i", "mv"]


@rule("pq17", "7.4.6")
def test_the_boats_stay_if_so_ordered() -> None:
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 2", "ss_british 1", "dd_a_i 1"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", sally="no", torpedo_round="never")
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[*misses(1, 4), (0,)])
    assert len(board.forces_of("allied")) == 1


@rule("pq17", "7.5.8")
@rule("pq17", "7.5.8a")
@rule("pq17", "7.5.8b")
def test_a_convoy_without_escorts_is_fired_at_and_scatters() -> None:
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 8"), force("hipper", "axis", "task_force", OPEN, "admiral_hipper")
    )
    play(surface_combat(board), cards=[a_card("force", "0")], dice=misses(4, 1, 4, 1))
    voyage = board.force("pq").convoy
    assert voyage is not None
    assert voyage.scattered
    assert board.force("pq").level == 3
    assert any(isinstance(event, Scattered) for event in heard(board, "axis"))


@rule("pq17", "7.7.1")
@rule("pq17", "7.7")
def test_a_task_force_among_stragglers() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 3", convoy=Convoy(laden=True, scattered=True))
    board = attacked(prey, force("hipper", "axis", "task_force", "0309", "admiral_hipper"), level=3)
    play(surface_combat(board), cards=[a_card("force", "0")])
    assert sum(one.strength for one in prey.counters) == 2
    assert any(isinstance(event, StragglerSunk) for event in heard(board, "allied"))
    assert [(one.unit, one.strength) for one in board.state.losses] == [("mv", 1)]


@rule("pq17", "7.5.5")
def test_escorts_that_were_sunk_come_back() -> None:
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 2", "es_british 2"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    dice = [(9, 9, 9, 9), *misses(4, 1, 4, 1, 4)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert Counter("es_british", 2) in board.force("pq").counters
    assert board.state.losses == []


@rule("pq17", "7.5.2")
def test_both_are_asked_once_after_the_layout() -> None:
    board = cruisers()
    board.state.instructions = {side: Instructions(stands="stay", torpedo_round="never") for side in ("allied", "axis")}
    says = {"battle@allied": "leave norfolk", "battle@axis": "aim admiral_hipper at=norfolk"}
    played = play(surface_combat(board), cards=[a_card("force", "0")], dice=[*misses(3, 4), (9,)], says=says)
    assert sorted(question.seat for question in played.asked) == ["allied", "axis"]
    assert [type(event) for event in heard(board, "axis")].count(Withdrew) == 1
    form = played.asked[0].form
    assert isinstance(form, BattleForm)
    assert [(one.name, one.ships) for one in form.units][1] == ("norfolk", (("norfolk", 3),))


@rule("pq17", "7.5.2")
def test_round_by_round_for_who_wants_it() -> None:
    board = cruisers()
    board.state.instructions["axis"] = Instructions(asks="each_round", stands="stay", torpedo_round="never")
    dice = [*misses(3, 4), (9,), *misses(3, 4), (0,)]
    played = play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert [(question.seat, question.form.round) for question in played.asked] == [("axis", 1), ("axis", 2)]


@rule("pq17", "7.5.2")
def test_what_is_lost_in_a_battle_is_accounted_for_while_its_sides_are_asked() -> None:
    """It is booked when the battle is over: until then it is neither lost nor there."""
    board = cruisers()
    board.state.instructions["axis"] = Instructions(asks="each_round")
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out(list(board.state.forces))
    before = conserved(BOX, board.state)
    fight.battle.unit("norfolk").counters[0].strength -= 2
    asking = fight.ask(("each_round",))
    (asked,) = asking.send(None).asks
    assert (board.state.unbooked, conserved(BOX, board.state)) == (2, before)
    with pytest.raises(StopIteration):
        asking.send((asked.form.default(),))
    assert board.state.unbooked == 0


@rule("pq17", "7.5.2")
def test_the_display_is_seen_by_both_and_by_nobody_else() -> None:
    board = cruisers()
    fight = Battle("axis", [], day=True)
    board.state.battle = fight
    assert view(board, "allied").battle is not None
    assert view(board, PUBLIC).battle is None


def test_a_form_refuses_screens_from_deployment() -> None:
    board = cruisers()
    board.state.instructions["allied"] = Instructions(stands="stay", torpedo_round="never")
    form = play(surface_combat(board), cards=[a_card("force", "0")], dice=[*misses(3, 4), (0,)]).asked[0].form
    wrong = (Post("norfolk", "deployment", screens=("admiral_hipper",)),)
    assert [one.rule for one in form.problems(wrong)] == ["7.5.4"]
    assert list(form.problems((Leave(("norfolk",)), Leave(("norfolk",)))))


@rule("pq17", "7.5.2g")
def test_aims_cover_every_enemy() -> None:
    fight = battle(("jamaica 4", "sheffield 4", "dd_j_r 2"), ("admiral_hipper 4", "dd_34_36 2"))
    for side in ("allied", "axis"):
        found = aims(BOX, fight, doctrine(side))
        assert found
        assert strays(BOX, fight, found) == []
        assert spreads(BOX, fight, found)


@rule("pq17", "7.5.4")
@rule("pq17", "7.5.2c")
def test_escorts_screen_the_transports() -> None:
    fight = battle(("mv 8", "dd_j_r 2"), ("admiral_hipper 4", "dd_34_36 2"))
    orders = {one.unit: one for one in manoeuvres(BOX, fight, doctrine("allied", stands="stay"))}
    assert orders["mv"].area == "withdrawal"
    assert (orders["dd_j_r"].area, set(orders["dd_j_r"].screens)) == ("screening", {"admiral_hipper", "dd_34_36"})


@rule("pq17", "7.5.2e")
def test_torpedoes_from_the_round_that_was_ordered() -> None:
    fight = battle(("norfolk 3",), ("admiral_hipper 4", "dd_34_36 2"))
    assert [one.area for one in manoeuvres(BOX, fight, doctrine("axis", stands="stay"))] == ["deployment"] * 2
    fight.round = 2
    areas = {one.unit: one.area for one in manoeuvres(BOX, fight, doctrine("axis", stands="stay"))}
    assert areas == {"admiral_hipper": "deployment", "dd_34_36": "torpedo"}
    fight.unit("dd_34_36").area = "torpedo"
    (launch,) = launches(BOX, fight, doctrine("axis"))
    assert (launch.firer, launch.target, launch.symbols) == ("dd_34_36", "norfolk", 1)


@rule("pq17", "7.5.7d")
def test_who_must_go_goes() -> None:
    fight = battle(("duke_of_york 4",), ("admiral_hipper 4", "dd_34_36 2"))
    command = Command("axis", (), Instructions(stands="stay"), must_go=True)
    assert leaving_units(BOX, fight, command) == {"admiral_hipper", "dd_34_36"}
    assert leaving_units(BOX, fight, doctrine("axis", stands="stay")) == set()
    fight = battle(("duke_of_york 4", "jamaica 4"), ("admiral_hipper 4",))
    assert leaving_units(BOX, fight, doctrine("axis", stands="if_stronger")) == {"admiral_hipper"}


@rule("pq17", "7.5.2l")
@pytest.mark.parametrize(("enemy", "leaves"), [("dd_a_i 4", False), ("dd_a_i 5", False), ("dd_a_i 6", True)])
def test_who_gives_way_to_the_stronger_does_so_beyond_five_quarters_of_his_strength(enemy: str, leaves: bool) -> None:
    fight = battle((enemy,), ("admiral_hipper 4",))
    assert bool(leaving_units(BOX, fight, doctrine("axis", stands="if_stronger"))) is leaves


@rule("pq17", "7.5.2m")
@rule("pq17", "7.5.7d")
def test_the_axis_must_try_to_leave_once_hurt() -> None:
    board = cruisers()
    dice = [(9, 0, 0), (0, 0, 0, 0), (7,), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert any(isinstance(event, Withdrew) and event.side == "axis" for event in heard(board, "allied"))


@rule("pq17", "7.5.6")
def test_carriers_of_the_defender_strike_from_round_2() -> None:
    board = attacked(
        force("home", "allied", "task_force", OPEN, "victorious", "norfolk"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    board.state.air = [AirUnit("albacore", 2, id="albacore", base="victorious")]
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", torpedoes="no")
    dice = [*misses(3, 4), (9,), (0,), (0, 0), *misses(3, 4), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert board.state.air[0].mission == "", "it is back once the segment is over"


@rule("pq17", "7.5.9")
def test_counters_face_down_at_night() -> None:
    board = cruisers(light="dec_1", options=Options(face_down=True))
    card = a_card("force", "0", day=False)
    dice = [(0,), (9, 0, 0), (0, 0, 0, 0), (9,)]
    play(surface_combat(board), cards=[card], dice=dice)
    joined = next(event for event in heard(board, "allied") if isinstance(event, BattleJoined))
    assert joined.units == ("axis_1", "allied_1")
    assert joined.ships == ((), (("norfolk", 3),))
    assert [board.force(name).level for name in ("tf", "hipper")] == [1, 2], "the damaged force alone is shown"
    assert board.state.reports[-1].block == board.force("hipper").block


@rule("pq17", "7.9")
@rule("pq17", "7.9b")
def test_fates_of_destroyers_by_option() -> None:
    board = attacked(
        force("dds", "allied", "task_force", OPEN, "dd_a_i 2"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
        options=Options(destroyer_fate=True),
    )
    fate = next(die for die, what in enumerate(board.box.charts.destroyer_fate.results) if what == "damaged")
    dice = [(0, 0), (9, 0, 0, 0), (fate,), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert [(one.unit, one.strength, one.how) for one in board.state.losses] == [("dd_a_i", 1, "damaged")]
    assert board.state.bookings == []
    assert board.force("dds").counters == [Counter("dd_a_i", 1)]


@rule("pq17", "7.5.2b", "7.5.8b", "7.5.5")
@pytest.mark.parametrize("ship", ["dd_36a", "tb_35_37", "es_german"])
def test_light_ships_that_merge_with_others_are_no_losses_of_the_force_that_they_came_with(ship: str) -> None:
    """They go back with those that they joined; nobody is lost, and no escort comes twice."""
    prey = force("tf", "allied", "task_force", OPEN, "norfolk", fuel=Fuel(30))
    first = force("first", "axis", "task_force", OPEN, "admiral_hipper", f"{ship} 1", fuel=Fuel(30))
    second = force("second", "axis", "task_force", OPEN, "lutzow", f"{ship} 1", fuel=Fuel(30))
    board = attacked(prey, first, second)
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out((first, prey))
    fight.battle.round = 2
    fight.join(second)
    play(fight.finish())
    held = {one.id: {there.ship: there.strength for there in one.counters} for one in (first, second)}
    assert held == {"first": {"admiral_hipper": 4, ship: 2}, "second": {"lutzow": 4}}
    assert (board.state.losses, board.state.bookings) == ([], [])


@rule("pq17", "7.5.8b", "7.2.4e", "5.1.1")
@pytest.mark.parametrize("tow", ["held", "lost"])
def test_a_destroyer_whose_tow_was_sunk_leaves_the_transports_like_the_others(tow: str) -> None:
    """She towed a merchant as she withdrew, which was sunk among the transports; her display says so by then."""
    held = tow == "held"
    whole = [Counter("dd_a_i", 1), Counter("dd_a_i", 1, tows=True)] if held else [Counter("dd_a_i", 2)]
    now = [*whole, Counter("mv", 5)]
    withdrew = [Counter("dd_a_i", 1), Counter("dd_a_i", 1, tows=True)]
    found = current_ships(now, withdrew)
    assert [one.tows for one in found] == [False, held]
    assert [one.ship for one in remaining_counters(now, found)] == ["mv"]
    towed = current_ships([Counter("dd_a_i", 1, dead=True)], [Counter("dd_a_i", 1, towed=True)])
    assert towed == [Counter("dd_a_i", 1, dead=True)]


@rule("pq17", "7.5.8b", "7.2.4e")
def test_a_convoy_scatters_though_a_destroyer_of_it_lost_her_tow_in_the_battle() -> None:
    convoy = force("c", "allied", "convoy", OPEN, "mv 8", fuel=Fuel(20))
    convoy.counters += [Counter("dd_a_i", 1), Counter("dd_a_i", 1, tows=True), Counter("mv", 1, towed=True)]
    board = attacked(convoy, force("h", "axis", "task_force", OPEN, "admiral_hipper", fuel=Fuel(20)))
    fought = Engagement(board, OPEN, "axis", None, "k")
    fought.lay_out([convoy])
    fought.gone = [one for one in fought.battle.units if any(ship.ship == "dd_a_i" for ship in one.counters)]
    fought.battle.units = [
        one for one in fought.battle.units if one not in fought.gone and not any(ship.towed for ship in one.counters)
    ]
    fought.scatters = [convoy]
    play(fought.finish())
    assert convoy.convoy is not None
    assert convoy.convoy.scattered
    (away,) = [one for one in board.forces_of("allied") if one is not convoy]
    assert [(one.ship, one.strength, one.tows) for one in away.counters] == [("dd_a_i", 2, False)]
