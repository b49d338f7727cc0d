"""Chapter 4: the phases of a day, and what a phase leaves for the next."""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from unittest.mock import patch

import pytest

from games.kernel.events import EVERYBODY
from games.kernel.random_source import random_source
from games.titles.goeben.bot.captain import Judgement
from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.orders import DayOrder, Hand, Leave, Repair, Take
from games.titles.goeben.orders.prospects import REPAIRED
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form, revise
from games.titles.goeben.rules.sequence import SEQUENCE, morning
from games.titles.goeben.rules.ships import repairs
from games.titles.goeben.rules.ships.cargo import boxes, may_carry
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.events.day import RepairRolled
from games.titles.goeben.state.state import Log, Note, Warship
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.box import BOX
from tests.titles.goeben.days import accepted, refusals, repair_dice
from tests.titles.goeben.fights import misses
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play, refused
from tests.titles.goeben.skirmishes import played_out

rule = pytest.mark.rule
UP, DOWN = "gb_lc_2+up", "gb_lc_2"
CREW = "cargo=reserve_crew"
TRADE = "hand goeben to=breslau cargo=reserve_crew"


def outfitted_by(board: Board, orders: str) -> dict[tuple[str, str], int]:
    rolled = play(ordered(board, orders, "breslau"), outfit(board), dice=[misses(8), misses(8)]).told(told.RepairRolled)
    return {(event.ship, event.track): len(event.dice) for event in rolled}


EACH = int(os.environ.get("SKIRMISHES", "150"))
PORTS = ("pola", "messina", "athens", "trieste", "ionian_c")
"""Of every kind in which cargo is bought or changes ships, and the open sea."""


def _lying_in_port(dice: Random) -> Board:
    """All four ships in one place, damaged, and more or less laden."""
    port = dice.choice(PORTS)
    options = Options(fleet="all_four", seaplane=True, mines=True)
    board = at_sea(options=options, goeben=port, moltke=port, breslau=port, stralsund=port)
    for ship in board.afloat:
        ship.hull, ship.leadership = dice.randint(1, BOX.german[ship.id].hull - 1), dice.randint(0, 6)
        ship.engines, ship.secondary = 2, 1
        kinds = may_carry(board, ship)
        for kind in dice.sample(kinds, dice.randint(0, len(kinds))):
            if boxes(board, [*ship.cargo, kind]) <= ship.hull and board.state.available[kind]:
                ship.cargo.append(kind)
                board.state.available[kind] -= 1
    return board


def _plan(form: DayPlan, dice: Random) -> tuple[DayOrder, ...]:
    """A few orders, each of which is legal after those before it, and many of which free boxes for others."""
    plan: tuple[DayOrder, ...] = ()
    for _ in range(dice.randint(2, 8)):
        more = tuple(_order(form, dice) for _ in range(dice.randint(1, 2)))
        longer = tuple(dice.sample((*plan, *more), len(plan) + len(more))) if dice.random() < 0.3 else (*plan, *more)
        if next(form.problems(longer), None) is None and not _passes_through(longer):
            plan = longer
    return plan


def _passes_through(plan: tuple[DayOrder, ...]) -> bool:
    """8.2 A piece that is handed on by who has just got it needs a box on the way, which a form does not ask for."""
    handed = [order for order in plan if isinstance(order, Hand)]
    return any(one.to == other.ship and {*one.cargo} & {*other.cargo} for one in handed for other in handed)


def _order(form: DayPlan, dice: Random) -> DayOrder:
    ways = [way for way in form.cached_templates if way.verb in ("take", "hand", "leave", "repair")]
    way = dice.choice(ways)
    fields = {field.name: field.values for field in way.fields}
    ship = fields["ship"][0]
    if way.verb == "repair":
        return Repair(ship, **{dice.choice([name for name in fields if name != "ship"]): str(dice.randint(1, 6))})
    cargo = tuple(dice.sample(fields["cargo"], min(dice.randint(1, 2), len(fields["cargo"]))))
    if way.verb == "hand":
        return Hand(ship, fields["to"][0], cargo)
    return Take(ship, cargo) if way.verb == "take" else Leave(ship, cargo)


def _stowed(cargo: dict[str, Counter[str]], plan: tuple[DayOrder, ...]) -> dict[str, Counter[str]]:
    """8.3, 8.5, 8.6 What is aboard when all is done."""
    for order in plan:
        if isinstance(order, Leave | Hand):
            cargo[order.ship].subtract(order.cargo)
        if isinstance(order, Take | Hand):
            cargo[order.to if isinstance(order, Hand) else order.ship].update(order.cargo)
    return {ship: +kinds for ship, kinds in cargo.items()}


def _allotted(plan: tuple[DayOrder, ...]) -> Iterator[int]:
    """10.1 The dice of each repair, in the order of writing."""
    for order in plan:
        if isinstance(order, Repair):
            yield from (int(dice) for track in REPAIRED if (dice := getattr(order, track)))


def test_nobody_is_kept_in_port_by_another_captain() -> None:
    board = at_sea("captains", goeben="pola+cargo=optics", breslau="pola")
    ordered(board, "hand goeben to=breslau cargo=optics", "goeben")
    ordered(board, "move breslau way=trieste", "breslau")
    play(board, outfit(board))
    assert board.ship("goeben").cargo == ["optics"]
    play(board, movement(board))
    assert board.ship("breslau").at == "trieste"


def test_random_plans_are_legal() -> None:
    options = Options(seaplane=True, mines=True, fleet="all_four")
    board = at_sea(options=options, goeben="pola+hull=6+cargo=seaplane", moltke="brindisi", breslau="pola+cargo=mines")
    board.state.visited.append("brindisi")
    form = plan_form(board, "commander")
    for seed in range(200):
        answer = form.sample(random_source("plan", seed))
        assert list(form.problems(answer)) == [], form.render(answer)
        assert form.accept(form.write(answer)) == answer


@rule("goeben", "4.1")
def test_the_phases_follow_in_order() -> None:
    keys = [step.key for step in SEQUENCE]
    phases = ["outfit", "intelligence", "movement", "incidents", "contact", "raiding", "bombardment", "objective"]
    assert [key for key in keys if key in phases] == phases


@rule("goeben", "4.1")
def test_a_day_begins_with_the_plan() -> None:
    board = at_sea(turn=2)
    played = play(board, morning(board), says={"plan": "move goeben,breslau way=spartivento"})
    assert board.state.turn == 3
    assert played.told(told.TurnBegan)[0].turn == 3
    assert played.told(told.PlansMade) == [told.PlansMade((), ("goeben", "breslau"))]
    assert played.following == "outfit"


@rule("goeben", "4.1")
def test_the_other_ship_may_move() -> None:
    board = at_sea(goeben="pola+coal=0", breslau="pola")
    ordered(board, "outfit goeben\nmove breslau way=adriatic_n")
    play(board, outfit(board), dice=[(1, 1)])
    play(board, movement(board))
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("pola", "adriatic_n")


@rule("goeben", "4.1")
def test_plans_are_revised_after_news_but_not_by_who_carries_on() -> None:
    board = at_sea()
    ordered(board, "move goeben,breslau way=sicily_e")
    assert play(board, revise(board)).kinds == [], "there is no news"
    board.mark_news(EVERYBODY)
    played = play(board, revise(board), says={"revise": "move goeben way=stromboli"})
    form = played.question("revise").form
    assert form.default() == form.accept(form.parse("move goeben,breslau way=sicily_e")), "the plan stands"
    play(board, movement(board))
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("stromboli", "messina")
    board = at_sea()
    ordered(board, "move goeben way=sicily_e\ncarry-on")
    board.mark_news(EVERYBODY)
    assert play(board, revise(board)).kinds == []


@rule("goeben", "4.1.1")
@rule("goeben", "8.5")
@pytest.mark.parametrize(
    ("orders", "dice"),
    [
        ("take goeben cargo=damage_control\nrepair goeben hull=10", 10),
        ("repair goeben hull=8\ntake goeben cargo=damage_control", 8),
    ],
)
def test_a_crew_bought_before_helps_one_bought_after_does_not(orders: str, dice: int) -> None:
    board = at_sea(goeben="pola+hull=10", breslau="zante")
    assert repair_dice(board, orders, [misses(dice)]) == {("goeben", "hull"): dice}
    assert board.ship("goeben").cargo == ["damage_control"]
    fresh = plan_form(at_sea(goeben="pola+hull=10", breslau="zante"), "commander")
    assert refused(fresh, "repair goeben hull=10\ntake goeben cargo=damage_control") == ["10.1"]


@rule("goeben", "4.1.1")
@rule("goeben", "10.1")
@pytest.mark.parametrize(
    ("orders", "goeben", "breslau"),
    [
        (f"{TRADE}\nrepair goeben hull=8\nrepair breslau hull=9", 8, 9),
        (f"repair goeben hull=9\nrepair breslau hull=8\n{TRADE}", 9, 8),
        (f"repair goeben hull=9\n{TRADE}\nrepair breslau hull=9", 9, 9),
    ],
)
def test_dice_count_the_crew_that_is_aboard_when_they_are_rolled(orders: str, goeben: int, breslau: int) -> None:
    board = at_sea(goeben=f"pola+hull=10+{CREW}", breslau="pola+hull=2")
    rolled = repair_dice(board, orders, [misses(goeben), misses(breslau)])
    assert rolled == {("goeben", "hull"): goeben, ("breslau", "hull"): breslau}
    assert board.ship("breslau").cargo == ["reserve_crew"]


@rule("goeben", "4.1.1")
def test_one_repair_die_more_than_allowed_is_refused() -> None:
    form = plan_form(at_sea(goeben=f"pola+hull=10+{CREW}", breslau="pola+hull=2"), "commander")
    assert refused(form, f"{TRADE}\nrepair goeben hull=9") == ["10.1"]
    assert refused(form, "repair breslau hull=9") == ["10.1"]


@rule("goeben", "4.1.1")
def test_captains_shift_their_cargo_before_either_repairs() -> None:
    """Breslau's captain writes his orders for himself, and has the crew that Goeben's hands over."""
    board = at_sea("captains", goeben=f"pola+hull=10+{CREW}", breslau="pola+hull=2")
    ordered(board, f"{TRADE}\nrepair goeben hull=8", "goeben")
    rolled = outfitted_by(board, "repair breslau hull=8")
    assert rolled == {("goeben", "hull"): 8, ("breslau", "hull"): 8}
    assert board.ship("breslau").cargo == ["reserve_crew"]


@rule("goeben", "4.1.1")
@rule("goeben", "8.6.2")
def test_what_was_just_bought_is_handed_over_too() -> None:
    """Breslau has one crew, buys another with points of her own, and gives both to Goeben."""
    board = at_sea(goeben="pola", breslau="pola+cargo=reserve_crew")
    both = "hand breslau to=goeben cargo=reserve_crew\nhand breslau to=goeben cargo=reserve_crew"
    ordered(board, f"take breslau cargo=reserve_crew\n{both}")
    play(board, outfit(board))
    assert (board.ship("goeben").cargo, board.ship("breslau").cargo) == (["reserve_crew", "reserve_crew"], [])
    assert board.state.available["reserve_crew"] == 1


@rule("goeben", "4.1.1")
@rule("goeben", "8.3")
def test_or_put_ashore_again() -> None:
    board = at_sea(goeben="pola", breslau="pola+cargo=reserve_crew")
    both = "leave breslau cargo=reserve_crew\nleave breslau cargo=reserve_crew"
    ordered(board, f"take breslau cargo=reserve_crew,optics\n{both}")
    play(board, outfit(board))
    assert board.ship("breslau").cargo == ["optics"]
    assert board.state.available["reserve_crew"] == 3


@rule("goeben", "4.1.1")
@rule("goeben", "8.2")
def test_a_box_that_is_empty_in_the_end_serves_what_was_written_before() -> None:
    """Breslau is full; she gives a crew away and buys another, in whichever order that is written."""
    full = "reserve_crew,wireless,optics,torpedo_nets"
    for text in ("hand breslau to=goeben cargo=reserve_crew\ntake breslau cargo=damage_control",
                 "take breslau cargo=damage_control\nhand breslau to=goeben cargo=reserve_crew"):  # fmt: skip
        board = at_sea(goeben="pola", breslau=f"pola+cargo={full}")
        play(ordered(board, text), outfit(board))
        assert board.ship("goeben").cargo == ["reserve_crew"]
        assert board.ship("breslau").cargo == [*full.split(",")[1:], "damage_control"]


@rule("goeben", "4.1.1")
@rule("goeben", "8.6.2")
@rule("goeben", "10.1")
def test_every_plan_that_is_taken_is_carried_out() -> None:
    taken = 0
    for seed in range(EACH):
        dice = Random(seed)
        board = _lying_in_port(dice)
        plan = _plan(plan_form(board, "commander"), dice)
        taken += sum(isinstance(order, Hand | Repair) for order in plan)
        board.day.plans["commander"] = plan
        cargo = {ship.id: Counter(ship.cargo) for ship in board.afloat}
        with patch.object(repairs, "damage", lambda *_: dict.fromkeys(REPAIRED, 99)):
            played_out(outfit(board), dice)
        assert {ship.id: Counter(ship.cargo) for ship in board.afloat} == _stowed(cargo, plan), (seed, plan)
        assert [len(event.dice) for event in Played(board).told(RepairRolled)] == list(_allotted(plan)), (seed, plan)
    assert taken > EACH, "many of each"


@rule("goeben", "4.1.2")
@rule("goeben", "4.1")
@pytest.mark.parametrize(
    "work", ["outfit goeben", "repair goeben hull=2", "take goeben cargo=wireless", "leave goeben cargo=optics",
             "hand goeben to=breslau cargo=optics"],
)  # fmt: skip
def test_who_outfits_does_not_move(work: str) -> None:
    board = at_sea(goeben="pola+hull=9+cargo=optics", breslau="pola")
    form = plan_form(board, "commander")
    assert refused(form, work) == []
    assert refused(form, "move goeben way=trieste") == []
    assert refused(form, f"{work}\nmove goeben way=trieste") == ["4.1"]


@rule("goeben", "4.1.3")
@pytest.mark.parametrize("ship", [UP, DOWN])
@pytest.mark.parametrize(
    ("way", "legal"),
    [
        ("move goeben way=spartivento,ionian_c,zante,matapan", False),
        ("move goeben way=spartivento,ionian_c", True),
        ("move goeben way=sicily_e,ionian_s,ionian_e", True),
    ],
)
def test_an_allied_ship_or_a_marker_stops_ships(ship: str, way: str, legal: bool) -> None:
    board = at_sea(goeben="messina", lying={"ionian_c": ship})
    assert accepted(board, way) is legal
    if not legal:
        ((number, words),) = refusals(board, way)
        assert (number, words) == (
            "4.1.3", "Ships must stop at ionian_c: an incident marker or an Allied ship lies there.",
        )  # fmt: skip


@rule("goeben", "4.1.3")
def test_without_marks_the_way_leads_around() -> None:
    """Of ways of the same length the free one is taken."""
    board = at_sea(goeben="messina", breslau="pola", lying={"ionian_c": UP})
    played = play(ordered(board, "move goeben way=zante"), movement(board))
    (sailed,) = played.told(told.Sailed)
    assert sailed.route == ("spartivento", "corfu_sea", "zante")


@rule("goeben", "4.1.3")
def test_the_admiral_knows_where_his_ships_would_stop() -> None:
    board = at_sea(goeben="messina", lying={"ionian_c": UP, "zante": "gb_dd_1"})
    judge = Judgement(BOX, view(board, "commander"))
    assert {"ionian_c", "zante"} <= judge.stops
    assert "corfu_sea" not in judge.stops
    assert judge.days_to(["matapan"], 4)["messina"] == 1, "around them"


@rule("goeben", "4.1.3")
def test_colliers_mines_and_friendly_ships_stop_nobody() -> None:
    board = at_sea(goeben="ionian_c", lying={"zante": "friendly_ship_1+up"})
    board.state.colliers, board.state.mines, board.state.friendly_ships = ["zante"], ["zante"], ["zante"]
    assert accepted(board, "move goeben way=zante,matapan")


@rule("goeben", "4.1.3")
@rule("goeben", "25.2")
def test_a_captain_who_does_not_know_is_stopped_on_the_way() -> None:
    """The form knows what he knows; the ship stops where the counter really lies."""
    board = at_sea("captains", goeben="messina", breslau="pola", lying={"ionian_c": UP})
    way = "move goeben way=spartivento,ionian_c,zante,matapan"
    assert refused(plan_form(board, "goeben"), way) == []
    played = play(ordered(board, way, "goeben"), movement(board))
    (sailed,) = played.told(told.Sailed)
    assert (sailed.route, sailed.speed) == (("spartivento", "ionian_c"), "cruise")
    assert board.day.order == ["ionian_c"]


@rule("goeben", "4.1.3")
@rule("goeben", "25.2")
def test_old_news_stop_the_captain_who_has_them() -> None:
    """He was told of a ship that has gone since: his form still stops there, hers does not."""
    board = at_sea("captains", goeben="messina", breslau="messina+cargo=wireless")
    board.state.logs["goeben"] = Log(
        spaces={"ionian_c": Note(1, up=("gb_lc_2",))}, ships={"breslau": Warship("breslau", "")}
    )
    assert refused(plan_form(board, "goeben"), "move goeben way=ionian_c,zante") == ["4.1.3"]
    assert refused(plan_form(board, "breslau"), "move breslau way=ionian_c,zante") == []
