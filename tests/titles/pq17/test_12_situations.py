"""Chapter 12: what chits let be done and what they score, by PP174 to PP185."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.components.box import ComponentError
from games.titles.pq17.components.pieces import SIDES, WeatherKind
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.convoy.scattering import may_scatter
from games.titles.pq17.rules.forces.situations import (
    is_elusive,
    lifted_rules,
    may_fly,
    note_no_restrictions,
    note_norway_struck,
    opened_areas,
)
from games.titles.pq17.rules.joining import remove_dummy
from games.titles.pq17.rules.movement.orders import held_by, is_free, moves_part
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.sequence import movement as moved
from games.titles.pq17.rules.special.chits import tromso_block
from games.titles.pq17.rules.special.segment import after_movement, clear_kara
from games.titles.pq17.rules.special.situations import confirm_situations
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import Held
from games.titles.pq17.state.events.special import (
    AttackDeclared,
    AttackSpent,
    ChitShown,
    KaraEntered,
    MapLeft,
    TitleStruck,
)
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Phase, Plan, Sky
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX, FILES
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.faults import refused, swapped
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import holding, kara, phase_d, sails

rule = pytest.mark.rule


def leaving(turn: int, *ships: str, warning: int = 17) -> Board:
    raider = force("r", "axis", "task_force", "atlantic", *ships, fuel=Fuel(warning))
    board = holding("axis", "e", "break_out", raider, turn=turn)
    raider.trail = ["0502", "0501", "atlantic"]
    after_movement(board)
    return board


@rule("pq17", "12.2", "12.2b", "12.0d")
@pytest.mark.parametrize(("turn", "halves"), [(10, -34), (11, 0)])
def test_pp174_break_out(turn: int, halves: int) -> None:
    board = leaving(turn, "tirpitz", "admiral_hipper")
    assert (score(board.state), board.state.forces, board.state.chits["axis"].shown) == (halves, [], True)
    assert MapLeft("axis", "0501", ("tirpitz", "admiral_hipper"), halves < 0) in events_for(board, "allied")
    assert [one.how for one in board.state.losses] == ["left", "left"]


@rule("pq17", "12.2", "12.2a")
def test_only_heavy_ships_break_out_and_no_light_cruiser() -> None:
    for ships, may in ((("tirpitz",), True), (("tirpitz", "koln"), False), (("tirpitz", "dd_36a 1"), False)):
        raider = force("r", "axis", "task_force", "0501", *ships)
        board = holding("axis", "e", "break_out", raider)
        assert (opened_areas(board, raider) == {"atlantic"}) is may
        assert (lifted_rules(board, raider) == {"5.1.8", "11.4"}) is may
    board = holding("axis", "p", "none", force("r", "axis", "task_force", "0501", "tirpitz"))
    assert opened_areas(board, board.force("r")) == frozenset()


@rule("pq17", "12.3a", "12.0d")
@pytest.mark.parametrize(("letter", "merchants", "halves"), [("c", 2, 4), ("s", 3, 6)])
def test_pp176_a_late_convoy_scores_for_the_allies_and_its_ships_for_the_axis(
    letter: str, merchants: int, halves: int
) -> None:
    convoy = force("b", "axis", "convoy", "0815", f"mv_german {merchants}", "es_german 1")
    scenario = "pq17" if letter == "c" else "pq8"
    board = holding("axis", letter, "axis_convoy", convoy, scenario=scenario, turn=21)
    assert phase_d(board) == 0
    board.state.turn = 22
    assert phase_d(board) == halves
    assert board.state.chits["axis"].shown
    convoy.at, convoy.port = "0816", "kirkenes"
    board.state.turn = 24
    assert phase_d(board) == halves
    confirm_situations(board)
    assert score(board.state) == 0


@rule("pq17", "12.3a")
def test_a_convoy_in_time_scores_for_the_axis_alone() -> None:
    convoy = force("b", "axis", "convoy", "0816", "mv_german 2", port="kirkenes")
    board = holding("axis", "a", "axis_convoy", convoy, turn=22)
    assert (phase_d(board), board.state.chits["axis"].shown) == (0, False)
    confirm_situations(board)
    assert score(board.state) == -4


@rule("pq17", "12.3b", "11.4", "5.1.8")
def test_the_axis_convoy_is_a_convoy_like_any_other() -> None:
    board = holding("axis", "a", "axis_convoy")
    convoy = tromso_block(board, "axis_convoy")
    board.place(convoy)
    assert (held_by(board, convoy), may_scatter(board, convoy)) == ("", False)
    convoy.port = ""
    assert may_scatter(board, convoy)
    with pytest.raises(ValueError, match=r"1\.3d"):
        remove_dummy(board, convoy)


def waiting(turn: int, **fields: Any) -> Board:
    """The Axis convoy of JW-51B lies in Tromso; play was due to start on day 3 AM."""
    board = holding("axis", "a", "axis_convoy", scenario="jw51b", light="dec_2", turn=turn, **fields)
    board.place(tromso_block(board, "axis_convoy"))
    board.state.phase = Phase("axis")
    return board


@rule("pq17", "12.3", "8.3")
@pytest.mark.parametrize(("turn", "due", "rule_"), [(3, 5, "12.3"), (4, 5, "12.3"), (5, 5, ""), (5, 0, ""), (3, 0, "")])
def test_a_gale_that_starts_play_early_does_not_let_the_axis_convoy_sail(turn: int, due: int, rule_: str) -> None:
    """A gale on day 2 AM: the convoy lies in port until day 3 AM. Where an option names the turn, it is that one."""
    board = waiting(turn, start=3, due_start=due)
    (convoy,) = board.forces_of("axis")
    assert held_by(board, convoy) == rule_
    moves = moves_part(board, "axis")
    assert moves.held == ({convoy.id: rule_} if rule_ else {})
    routes = [way for way in moves.ways() if way.verb == "route"]
    assert bool(routes) is not bool(rule_)
    assert [(way.verb, way.fields[0].unavailable[0].rule) for way in moves.closed()] == [("route", "12.3")] * bool(
        rule_
    )


@rule("pq17", "12.3", "8.3")
def test_the_axis_convoy_sails_on_the_turn_on_which_play_was_due_to_start() -> None:
    """A way that was written for it is kept, and begun on that turn."""
    board = waiting(4, start=3, due_start=5)
    (convoy,) = board.forces_of("axis")
    convoy.plan = Plan(0, ("0714",), "kirkenes")
    perform(board, moved(board))
    assert convoy.port == "tromso"
    (held,) = [event for event in events_for(board, "axis") if isinstance(event, Held)]
    assert held.rule == "12.3"
    assert (
        PQ17.presentation.describe_event(held, "en")
        == "German convoy is held up in 0814 (Tromsø) until the turn on which play was due to start."
    )
    assert [event for event in events_for(board, "allied") if isinstance(event, Held)] == []
    board.state.turn, board.state.phase = 5, Phase("axis")
    perform(board, moved(board))
    assert convoy.port == ""


@rule("pq17", "12.3", "8.3")
def test_an_allied_convoy_sails_as_it_is_written_after_an_early_gale() -> None:
    convoy = force("c", "allied", "convoy", BOX.ports["reykjavik"].hex, "mv 5", port="reykjavik")
    assert held_by(arctic(convoy, turn=3, start=3, due_start=5), convoy) == ""


@rule("pq17", "12.5", "12.5a")
def test_pp178_each_carrier_that_struck_nothing_costs_five() -> None:
    began = {"victorious": "scapa_flow", "anson": "scapa_flow"}
    board = holding("allied", "c", "fleet_air_strike", began=began)
    confirm_situations(board)
    assert score(board.state) == -10
    board = holding("allied", "c", "fleet_air_strike", began=began)
    note_norway_struck(board, "victorious")
    note_norway_struck(board, "victorious")
    confirm_situations(board)
    assert (score(board.state), board.state.struck) == (0, ["victorious"])


@rule("pq17", "12.6")
def test_what_flies_during_a_ground_offensive() -> None:
    board = arctic(offensive={"axis": "m"})
    units = {name: AirUnit(name, 2, id=name, base="banak") for name in BOX.aircraft}
    grounded = {name for name, unit in units.items() if not may_fly(board, unit)}
    assert {"ju_88", "ju_87", "bf_109", "bv_138", "ju_88d", "sb", "pe_2", "p_40"} <= grounded
    assert not grounded & {
        "he_111", "he_115", "ju_88_torpedo", "fw_200", "bf_109t", "ju_87c", "db_3f", "mbr_2", "gst", "hudson",
    }  # fmt: skip
    assert all(may_fly(arctic(), unit) for unit in units.values())


@rule("pq17", "12.6")
def test_grounded_aircraft_are_offered_no_mission() -> None:
    units = [AirUnit("ju_88", 2, id="kg30", base="banak"), AirUnit("he_115", 1, id="kufl", base="tromso")]
    prey = force("c", "allied", "task_force", "0713", "norfolk")
    offered = []
    for offensive in ({}, {"axis": "m"}):
        board = arctic(prey, air=units, phase=Phase("axis"), offensive=offensive)
        offered.append([one.unit for one in missions_part(board, "axis").flights])
        board.state.forces.clear()
    assert offered == [["kg30", "kufl"], ["kufl"]]


def laying(moved: int, sky: WeatherKind = "fair", at: str = "0421") -> Board:
    layer = force("r", "axis", "task_force", at, "admiral_hipper", "lutzow", "dd_36a 3", moved=moved)
    chit = {"target": "0421", "forces": ["r"]}
    return holding("axis", "f", "minelaying", layer, chit=chit, sky=Sky(sky))


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("moved", "sky", "halves"),
    [(2, "fair", -10), (1, "fog", -10), (3, "fair", 0), (0, "fair", 0), (2, "storm", 0), (2, "gale", 0)],
)
def test_pp180_minelaying(moved: int, sky: str, halves: int) -> None:
    board = laying(moved, sky)
    assert phase_d(board) == halves
    assert phase_d(board) == halves


@rule("pq17", "12.8a")
def test_mines_count_by_ship_and_in_their_hex() -> None:
    board = laying(1)
    board.force("r").counters = board.force("r").counters[2:]
    assert phase_d(board) == -6
    assert phase_d(laying(1, at="0420")) == 0


@rule("pq17", "12.8", "11.4")
def test_who_lays_mines_may_sail_though_nobody_was_identified() -> None:
    board = laying(0)
    assert lifted_rules(board, board.force("r")) == {"11.4"}
    board.state.chits["axis"].forces = []
    assert lifted_rules(board, board.force("r")) == frozenset()


@rule("pq17", "12.9")
def test_no_restrictions_is_shown_when_it_is_used() -> None:
    board = holding("axis", "n", "no_restrictions", force("t", "axis", "task_force", "0814", "tirpitz", port="tromso"))
    assert lifted_rules(board, board.force("t")) == {"5.1.8"}
    assert not view(board, "axis").lasting.no_restrictions
    note_no_restrictions(board)
    note_no_restrictions(board)
    assert board.state.lasting.no_restrictions
    assert events_for(board, "allied") == [ChitShown("axis", "n", "no_restrictions")]
    other = holding("axis", "p", "none")
    note_no_restrictions(other)
    assert not other.state.lasting.no_restrictions


def relief(letter: str, *ships: str, port: str = "barentsburg", began: str = "reykjavik") -> Board:
    there = force("g", "allied", "task_force", "0214", *ships, port=port)
    names = {ship.partition(" ")[0]: began for ship in ships if not ship.startswith("dd")}
    return holding("allied", letter, "gearbox", there, began=names)


@rule("pq17", "12.10", "12.10a")
def test_pp181_gearbox() -> None:
    board = relief("g", "kent", "jamaica", "dd_a_i 2")
    assert (phase_d(board), phase_d(board)) == (5, 5)
    confirm_situations(board)
    assert score(board.state) == 5
    nobody = relief("h", "jamaica", "dd_a_i 1", port="")
    assert phase_d(nobody) == 0
    confirm_situations(nobody)
    assert score(nobody.state) == -3


@rule("pq17", "12.10")
@pytest.mark.parametrize(
    ("letter", "ships", "began", "halves"),
    [
        ("h", ("jamaica", "dd_a_i 1"), "scapa_flow", 3),
        ("f", ("jamaica", "dd_a_i 1"), "reykjavik", 0),
        ("f", ("kent", "jamaica"), "reykjavik", 0),
        ("h", ("jamaica", "dd_a_i 1"), "murmansk", 0),
        ("j", ("kent", "london", "jamaica", "dd_a_i 4"), "reykjavik", 3),
    ],
)
def test_what_gearbox_asks_for(letter: str, ships: tuple[str, ...], began: str, halves: int) -> None:
    assert phase_d(relief(letter, *ships, began=began)) == halves


def visit(*ships: str, **fields: Any) -> Board:
    there = force("s", "axis", "task_force", "0214", *ships, moved=fields.pop("moved", 0))
    return holding("axis", "u", "sizilien", there, **fields)


@rule("pq17", "12.11a")
def test_pp182_sizilien() -> None:
    ships = ("tirpitz", "scharnhorst", "admiral_hipper")
    assert phase_d(visit(*ships)) == -10
    assert phase_d(visit(*ships, attacked=["s"])) == 0
    assert phase_d(visit(*ships, moved=1)) == 0
    assert phase_d(visit(*ships, light="dec_1")) == 0
    assert phase_d(visit("dd_36a 4")) == 0


@rule("pq17", "12.11", "11.4")
def test_sizilien_opens_barentsburg_to_one_task_force_once() -> None:
    board = visit("tirpitz")
    assert (opened_areas(board, board.force("s")), lifted_rules(board, board.force("s"))) == ({"0214"}, {"11.4"})
    phase_d(board)
    assert opened_areas(board, board.force("s")) == frozenset()


@rule("pq17", "12.12", "12.12a", "12.12b")
def test_pp183_wunderland() -> None:
    board = kara(force("scheer", "axis", "task_force", "kara_sea", "admiral_scheer"))
    convoy = board.force("kara_convoy")
    assert [f"{one.ship} {one.strength}" for one in convoy.counters] == ["es_soviet 1", "mv 4"]
    assert (convoy.level, convoy.at, convoy.convoy is not None and convoy.convoy.laden) == (1, "kara_sea", True)
    assert [(one.to, one.kind, one.level, one.large) for one in board.state.reports] == [("axis", "convoy", 1, False)]
    assert events_for(board, "allied")[:2] == [ChitShown("axis", "s", "wunderland"), KaraEntered()]
    assert (phase_d(board), phase_d(board)) == (-10, -10)
    after_movement(board)
    assert sum(one.id == "kara_convoy" for one in board.state.forces) == 1
    clear_kara(board)
    assert ([one.id for one in board.state.forces], score(board.state)) == (["scheer"], -10)


@rule("pq17", "12.12a", "3.4")
def test_the_convoy_of_the_kara_sea_takes_no_orders_and_keeps_no_operation_going() -> None:
    board = kara(force("scheer", "axis", "task_force", "0815", "admiral_scheer", port="altenfjord"))
    assert is_over(board)
    board.force("scheer").at, board.force("scheer").port = "kara_sea", ""
    after_movement(board)
    assert not is_free(BOX, board.force("kara_convoy"))
    assert is_over(board)
    assert may_scatter(board, board.force("kara_convoy")) is False


@rule("pq17", "12.12", "12.12b")
def test_a_pack_finds_the_convoy_but_does_not_score_by_coming() -> None:
    board = kara(force("pack", "axis", "wolfpack", "kara_sea", "ss_german 2"))
    assert (phase_d(board), any(one.id == "kara_convoy" for one in board.state.forces)) == (0, True)


@rule("pq17", "12.12")
def test_one_panzerschiff_and_one_pack_may_go() -> None:
    scheer = force("scheer", "axis", "task_force", "0421", "admiral_scheer")
    pack = force("pack", "axis", "wolfpack", "0421", "ss_german 2")
    others = [
        force("two", "axis", "wolfpack", "0421", "ss_german 2"),
        force("lutzow", "axis", "task_force", "0421", "lutzow"),
        force("escorted", "axis", "task_force", "0421", "admiral_hipper"),
    ]
    board = holding("axis", "s", "wunderland", scheer, pack, *others, scenario="pq18")
    assert [bool(opened_areas(board, one)) for one in (scheer, pack, *others)] == [True, True, True, True, False]
    board.state.chits["axis"].forces = ["scheer", "pack"]
    assert [bool(opened_areas(board, one)) for one in (scheer, pack, *others)] == [True, True, False, False, False]
    assert [bool(lifted_rules(board, one)) for one in (scheer, pack)] == [True, False]


def landing(*ships: str, **fields: Any) -> Board:
    there = force("f", "allied", "task_force", fields.pop("at", "1010"), *ships, moved=fields.pop("moved", 2))
    chit = {"target": "1010", "turn": 12, "forces": ["f"]}
    return holding("allied", "m", "archery", there, chit=chit, scenario="pq6", turn=12, light="dec_1", **fields)


@rule("pq17", "12.14", "12.14.1a")
def test_pp185_archery() -> None:
    assert phase_d(landing("jamaica", "landing_ship_one")) == 10
    for board in (
        landing("jamaica", "landing_ship_one", sky=Sky("storm")),
        landing("jamaica", "landing_ship_one", moved=3),
        landing("jamaica", "landing_ship_one", at="1009"),
        landing("jamaica"),
    ):
        assert (phase_d(board), board.state.chits["allied"].done) == (0, True)
        assert events_for(board, "axis") == [AttackSpent("archery")]


@rule("pq17", "12.14")
def test_a_special_attack_is_declared_the_turn_before() -> None:
    board = landing("jamaica", "landing_ship_one")
    board.state.turn = 10
    phase_d(board)
    assert events_for(board, "axis") == []
    board.state.turn = 11
    phase_d(board)
    assert events_for(board, "axis") == [ChitShown("allied", "m", "archery"), AttackDeclared("archery", "1010", 12)]


def chariots(**fields: Any) -> Board:
    ship = force("t", "axis", "task_force", "1111", "tirpitz", port=fields.pop("port", "trondheim"))
    chit = {"target": "1111", "turn": 9}
    return holding("allied", "o", "title", ship, chit=chit, **fields)


@rule("pq17", "12.14.2", "2.4b")
@pytest.mark.parametrize(("die", "left", "dead"), [(0, 5, False), (1, 4, False), (5, 0, True), (6, 5, False)])
def test_pp184_title(die: int, left: int, dead: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.is_usable", lambda *args, **named: True)
    board = chariots()
    assert phase_d(board, die) == 0
    counter = board.force("t").counters[0]
    assert (counter.strength, counter.dead) == (left, dead)
    assert TitleStruck("tirpitz", die, 5 - left) in events_for(board, "axis")
    assert [one.how for one in board.state.losses] == (["raided"] if left < 5 else [])


@rule("pq17", "12.14.2")
def test_title_finds_nobody_at_sea_or_in_rough_weather(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.is_usable", lambda *args, **named: True)
    for board in (chariots(port=""), chariots(sky=Sky("gale"))):
        phase_d(board)
        assert events_for(board, "axis") == [AttackSpent("title")]


def test_faulty_figures_are_refused() -> None:
    for old, new, said in (
        ('"abcij"', '"abci"', "12.3"), ('"fg"', '"f"', "12.10"), ('last = "11 pm"', 'last = "11"', "turn"),
    ):  # fmt: skip
        error = refused(swapped("special.toml", old, new))
        assert isinstance(error, ComponentError)
        assert said in str(error)
    assert "special.toml" in FILES


@rule("pq17", "13.1")
def test_an_elusive_target_holds_for_the_phase() -> None:
    assert is_elusive(arctic(phase=Phase("axis", event="elusive_target")))
    assert not is_elusive(arctic(phase=Phase("axis", event="signals")))
    assert not is_elusive(arctic())
    assert SIDES == ("allied", "axis")


@rule("pq17", "12.2", "12.2b")
def test_a_break_out_is_ordered_and_leaves_the_map() -> None:
    edge = next(one.id for one in BOX.hexes.values() if one.door == "atlantic" and not one.zone)
    raider = force("raider", "axis", "task_force", edge, "tirpitz", fuel=Fuel(29))
    board = holding("axis", "e", "break_out", raider)
    sails(board, "move raider way=atlantic")
    assert (board.state.forces, score(board.state)) == ([], -24)
    other = holding("axis", "p", "none", force("raider", "axis", "task_force", edge, "tirpitz", fuel=Fuel(29)))
    with pytest.raises(Illegal):
        sails(other, "move raider way=atlantic")


@rule("pq17", "12.11", "12.12")
def test_barentsburg_and_the_kara_sea_are_open_to_those_that_may_go() -> None:
    visitor = force("raider", "axis", "task_force", "0314", "tirpitz", fuel=Fuel(29))
    board = holding("axis", "u", "sizilien", visitor, scenario="pq18")
    sails(board, "move raider way=0214", (5,))
    assert board.force("raider").at == "0214"
    scheer = force("raider", "axis", "task_force", "0421", "admiral_scheer", fuel=Fuel(29))
    board = holding("axis", "s", "wunderland", scheer, scenario="pq18")
    sails(board, "move raider way=kara_sea", (5,))
    assert ([one.id for one in board.state.forces], scheer.at) == (["raider", "kara_convoy"], "kara_sea")
    assert phase_d(board) == -10
    barred = holding("axis", "p", "none", force("raider", "axis", "task_force", "0314", "tirpitz", fuel=Fuel(29)))
    with pytest.raises(Illegal):
        sails(barred, "move raider way=0214")
