"""Chapter 12: what chits let be done and what they score, by PP174 to PP185."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.box.components import ComponentError
from games.titles.pq17.box.options import Options, problems
from games.titles.pq17.box.pieces import SIDES, WeatherKind
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.convoy.scattering import may_scatter
from games.titles.pq17.rules.forces.situations import (
    freed,
    is_elusive,
    may_fly,
    opened,
    strikes_norway,
    uses_no_restrictions,
)
from games.titles.pq17.rules.joining import remove_dummy
from games.titles.pq17.rules.movement.orders import held_by, is_free, moves_part
from games.titles.pq17.rules.operation.setup import new_game
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.rules.operation.victory import score, victory
from games.titles.pq17.rules.sequence import movement as moved
from games.titles.pq17.rules.special.chits import tromso_block
from games.titles.pq17.rules.special.segment import after_movement, clear_kara
from games.titles.pq17.rules.special.situations import confirm_situations
from games.titles.pq17.seen.view import view
from games.titles.pq17.table.events.special import (
    AttackDeclared,
    AttackSpent,
    ChitShown,
    KaraEntered,
    MapLeft,
    TitleStruck,
)
from games.titles.pq17.table.fuel import Fuel
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Booking, Chit, Force, Phase, Points, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX, FILES
from tests.titles.pq17.faults import refused, swapped
from tests.titles.pq17.procedures import heard, play
from tests.titles.pq17.situations import holding, phase_d

rule = pytest.mark.rule


# ---------------------------------------------------------------- break-out


def leaving(turn: int, *ships: str, warning: int = 17) -> Sea:
    raider = force("r", "axis", "task_force", "atlantic", *ships, fuel=Fuel(warning))
    sea = holding("axis", "e", "break_out", raider, turn=turn)
    raider.trail = ["0502", "0501", "atlantic"]
    after_movement(sea)
    return sea


@rule("pq17", "12.2", "12.2b", "12.0d")
@pytest.mark.parametrize(("turn", "halves"), [(10, -34), (11, 0)])
def test_pp174_break_out(turn: int, halves: int) -> None:
    sea = leaving(turn, "tirpitz", "admiral_hipper")
    assert (score(sea.state), sea.state.forces, sea.state.chits["axis"].shown) == (halves, [], True)
    assert MapLeft("axis", "0501", ("tirpitz", "admiral_hipper"), halves < 0) in heard(sea, "allied")
    assert [one.how for one in sea.state.losses] == ["left", "left"]


@rule("pq17", "12.2", "12.2a")
def test_only_heavy_ships_break_out_and_no_light_cruiser() -> None:
    for ships, may in ((("tirpitz",), True), (("tirpitz", "koln"), False), (("tirpitz", "dd_36a 1"), False)):
        raider = force("r", "axis", "task_force", "0501", *ships)
        sea = holding("axis", "e", "break_out", raider)
        assert (opened(sea, raider) == {"atlantic"}) is may
        assert (freed(sea, raider) == {"5.1.8", "11.4"}) is may
    sea = holding("axis", "p", "none", force("r", "axis", "task_force", "0501", "tirpitz"))
    assert opened(sea, sea.force("r")) == frozenset()


# ---------------------------------------------------------------- the Axis convoy


@rule("pq17", "12.3a", "12.0d")
@pytest.mark.parametrize(("letter", "merchants", "halves"), [("c", 2, 4), ("s", 3, 6)])
def test_pp176_a_late_convoy_scores_for_the_allies_and_its_ships_for_the_axis(
    letter: str, merchants: int, halves: int
) -> None:
    convoy = force("b", "axis", "convoy", "0815", f"mv_german {merchants}", "es_german 1")
    scenario = "pq17" if letter == "c" else "pq8"
    sea = holding("axis", letter, "axis_convoy", convoy, scenario=scenario, turn=21)
    assert phase_d(sea) == 0
    sea.state.turn = 22
    assert phase_d(sea) == halves
    assert sea.state.chits["axis"].shown
    convoy.at, convoy.port = "0816", "kirkenes"
    sea.state.turn = 24
    assert phase_d(sea) == halves
    confirm_situations(sea)
    assert score(sea.state) == 0


@rule("pq17", "12.3a")
def test_a_convoy_in_time_scores_for_the_axis_alone() -> None:
    convoy = force("b", "axis", "convoy", "0816", "mv_german 2", port="kirkenes")
    sea = holding("axis", "a", "axis_convoy", convoy, turn=22)
    assert (phase_d(sea), sea.state.chits["axis"].shown) == (0, False)
    confirm_situations(sea)
    assert score(sea.state) == -4


@rule("pq17", "12.3b", "11.4", "5.1.8")
def test_the_axis_convoy_is_a_convoy_like_any_other() -> None:
    sea = holding("axis", "a", "axis_convoy")
    convoy = tromso_block(sea, "axis_convoy")
    sea.place(convoy)
    assert (held_by(sea, convoy), may_scatter(sea, convoy)) == ("", False)
    convoy.port = ""
    assert may_scatter(sea, convoy)
    with pytest.raises(ValueError, match=r"1\.3d"):
        remove_dummy(sea, convoy)


# ---------------------------------------------------------------- bombing, strikes, offensives


@rule("pq17", "12.5", "12.5a")
def test_pp178_each_carrier_that_struck_nothing_costs_five() -> None:
    began = {"victorious": "scapa_flow", "anson": "scapa_flow"}
    sea = holding("allied", "c", "fleet_air_strike", began=began)
    confirm_situations(sea)
    assert score(sea.state) == -10
    sea = holding("allied", "c", "fleet_air_strike", began=began)
    strikes_norway(sea, "victorious")
    strikes_norway(sea, "victorious")
    confirm_situations(sea)
    assert (score(sea.state), sea.state.struck) == (0, ["victorious"])


@rule("pq17", "12.6")
def test_what_flies_during_a_ground_offensive() -> None:
    sea = arctic(offensive={"axis": "m"})
    units = {name: AirUnit(name, 2, id=name, base="banak") for name in BOX.aircraft}
    grounded = {name for name, unit in units.items() if not may_fly(sea, unit)}
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
        sea = arctic(prey, air=units, phase=Phase("axis"), offensive=offensive)
        offered.append([one.unit for one in missions_part(sea, "axis").flights])
        sea.state.forces.clear()
    assert offered == [["kg30", "kufl"], ["kufl"]]


# ---------------------------------------------------------------- mines


def laying(moved: int, sky: WeatherKind = "fair", at: str = "0421") -> Sea:
    layer = force("r", "axis", "task_force", at, "admiral_hipper", "lutzow", "dd_36a 3", moved=moved)
    chit = {"target": "0421", "forces": ["r"]}
    return holding("axis", "f", "minelaying", layer, chit=chit, sky=Sky(sky))


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("moved", "sky", "halves"),
    [(2, "fair", -10), (1, "fog", -10), (3, "fair", 0), (0, "fair", 0), (2, "storm", 0), (2, "gale", 0)],
)
def test_pp180_minelaying(moved: int, sky: str, halves: int) -> None:
    sea = laying(moved, sky)
    assert phase_d(sea) == halves
    assert phase_d(sea) == halves


@rule("pq17", "12.8a")
def test_mines_count_by_ship_and_in_their_hex() -> None:
    sea = laying(1)
    sea.force("r").counters = sea.force("r").counters[2:]
    assert phase_d(sea) == -6
    assert phase_d(laying(1, at="0420")) == 0


@rule("pq17", "12.8", "11.4")
def test_who_lays_mines_may_sail_though_nobody_was_identified() -> None:
    sea = laying(0)
    assert freed(sea, sea.force("r")) == {"11.4"}
    sea.state.chits["axis"].forces = []
    assert freed(sea, sea.force("r")) == frozenset()


# ---------------------------------------------------------------- no restrictions


@rule("pq17", "12.9")
def test_no_restrictions_is_shown_when_it_is_used() -> None:
    sea = holding("axis", "n", "no_restrictions", force("t", "axis", "task_force", "0814", "tirpitz", port="tromso"))
    assert freed(sea, sea.force("t")) == {"5.1.8"}
    assert not view(sea, "axis").lasting.no_restrictions
    uses_no_restrictions(sea)
    uses_no_restrictions(sea)
    assert sea.state.lasting.no_restrictions
    assert heard(sea, "allied") == [ChitShown("axis", "n", "no_restrictions")]
    other = holding("axis", "p", "none")
    uses_no_restrictions(other)
    assert not other.state.lasting.no_restrictions


# ---------------------------------------------------------------- GEARBOX


def relief(letter: str, *ships: str, port: str = "barentsburg", began: str = "reykjavik") -> Sea:
    there = force("g", "allied", "task_force", "0214", *ships, port=port)
    names = {ship.partition(" ")[0]: began for ship in ships if not ship.startswith("dd")}
    return holding("allied", letter, "gearbox", there, began=names)


@rule("pq17", "12.10", "12.10a")
def test_pp181_gearbox() -> None:
    sea = relief("g", "kent", "jamaica", "dd_a_i 2")
    assert (phase_d(sea), phase_d(sea)) == (5, 5)
    confirm_situations(sea)
    assert score(sea.state) == 5
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


# ---------------------------------------------------------------- SIZILIEN


def visit(*ships: str, **fields: Any) -> Sea:
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
    sea = visit("tirpitz")
    assert (opened(sea, sea.force("s")), freed(sea, sea.force("s"))) == ({"0214"}, {"11.4"})
    phase_d(sea)
    assert opened(sea, sea.force("s")) == frozenset()


# ---------------------------------------------------------------- WUNDERLAND


def kara(*blocks: Force) -> Sea:
    sea = holding("axis", "s", "wunderland", *blocks, scenario="pq18")
    after_movement(sea)
    return sea


@rule("pq17", "12.12", "12.12a", "12.12b")
def test_pp183_wunderland() -> None:
    sea = kara(force("scheer", "axis", "task_force", "kara_sea", "admiral_scheer"))
    convoy = sea.force("kara_convoy")
    assert [f"{one.ship} {one.strength}" for one in convoy.counters] == ["es_soviet 1", "mv 4"]
    assert (convoy.level, convoy.at, convoy.convoy is not None and convoy.convoy.laden) == (1, "kara_sea", True)
    assert [(one.to, one.kind, one.level, one.large) for one in sea.state.reports] == [("axis", "convoy", 1, False)]
    assert heard(sea, "allied")[:2] == [ChitShown("axis", "s", "wunderland"), KaraEntered()]
    assert (phase_d(sea), phase_d(sea)) == (-10, -10)
    after_movement(sea)
    assert sum(one.id == "kara_convoy" for one in sea.state.forces) == 1
    clear_kara(sea)
    assert ([one.id for one in sea.state.forces], score(sea.state)) == (["scheer"], -10)


@rule("pq17", "12.12a", "3.4")
def test_the_convoy_of_the_kara_sea_takes_no_orders_and_keeps_no_operation_going() -> None:
    sea = kara(force("scheer", "axis", "task_force", "0815", "admiral_scheer", port="altenfjord"))
    assert is_over(sea)
    sea.force("scheer").at, sea.force("scheer").port = "kara_sea", ""
    after_movement(sea)
    assert not is_free(BOX, sea.force("kara_convoy"))
    assert is_over(sea)
    assert may_scatter(sea, sea.force("kara_convoy")) is False


@rule("pq17", "12.12", "12.12b")
def test_a_pack_finds_the_convoy_but_does_not_score_by_coming() -> None:
    sea = kara(force("pack", "axis", "wolfpack", "kara_sea", "ss_german 2"))
    assert (phase_d(sea), any(one.id == "kara_convoy" for one in sea.state.forces)) == (0, True)


@rule("pq17", "12.12")
def test_one_panzerschiff_and_one_pack_may_go() -> None:
    scheer = force("scheer", "axis", "task_force", "0421", "admiral_scheer")
    pack = force("pack", "axis", "wolfpack", "0421", "ss_german 2")
    others = [
        force("two", "axis", "wolfpack", "0421", "ss_german 2"),
        force("lutzow", "axis", "task_force", "0421", "lutzow"),
        force("escorted", "axis", "task_force", "0421", "admiral_hipper"),
    ]
    sea = holding("axis", "s", "wunderland", scheer, pack, *others, scenario="pq18")
    assert [bool(opened(sea, one)) for one in (scheer, pack, *others)] == [True, True, True, True, False]
    sea.state.chits["axis"].forces = ["scheer", "pack"]
    assert [bool(opened(sea, one)) for one in (scheer, pack, *others)] == [True, True, False, False, False]
    assert [bool(freed(sea, one)) for one in (scheer, pack)] == [True, False]


# ---------------------------------------------------------------- ARCHERY and TITLE


def landing(*ships: str, **fields: Any) -> Sea:
    there = force("f", "allied", "task_force", fields.pop("at", "1010"), *ships, moved=fields.pop("moved", 2))
    chit = {"target": "1010", "turn": 12, "forces": ["f"]}
    return holding("allied", "m", "archery", there, chit=chit, scenario="pq6", turn=12, light="dec_1", **fields)


@rule("pq17", "12.14", "12.14.1a")
def test_pp185_archery() -> None:
    assert phase_d(landing("jamaica", "landing_ship_one")) == 10
    for sea in (
        landing("jamaica", "landing_ship_one", sky=Sky("storm")),
        landing("jamaica", "landing_ship_one", moved=3),
        landing("jamaica", "landing_ship_one", at="1009"),
        landing("jamaica"),
    ):
        assert (phase_d(sea), sea.state.chits["allied"].done) == (0, True)
        assert heard(sea, "axis") == [AttackSpent("archery")]


@rule("pq17", "12.14")
def test_a_special_attack_is_declared_the_turn_before() -> None:
    sea = landing("jamaica", "landing_ship_one")
    sea.state.turn = 10
    phase_d(sea)
    assert heard(sea, "axis") == []
    sea.state.turn = 11
    phase_d(sea)
    assert heard(sea, "axis") == [ChitShown("allied", "m", "archery"), AttackDeclared("archery", "1010", 12)]


def chariots(**fields: Any) -> Sea:
    ship = force("t", "axis", "task_force", "1111", "tirpitz", port=fields.pop("port", "trondheim"))
    chit = {"target": "1111", "turn": 9}
    return holding("allied", "o", "title", ship, chit=chit, **fields)


@rule("pq17", "12.14.2", "2.4b")
@pytest.mark.parametrize(("die", "left", "dead"), [(0, 5, False), (1, 4, False), (5, 0, True), (6, 5, False)])
def test_pp184_title(die: int, left: int, dead: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.applies", lambda *args, **named: True)
    sea = chariots()
    assert phase_d(sea, die) == 0
    counter = sea.force("t").counters[0]
    assert (counter.strength, counter.dead) == (left, dead)
    assert TitleStruck("tirpitz", die, 5 - left) in heard(sea, "axis")
    assert [one.how for one in sea.state.losses] == (["raided"] if left < 5 else [])


@rule("pq17", "12.14.2")
def test_title_finds_nobody_at_sea_or_in_rough_weather(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.applies", lambda *args, **named: True)
    for sea in (chariots(port=""), chariots(sky=Sky("gale"))):
        phase_d(sea)
        assert heard(sea, "axis") == [AttackSpent("title")]


# ---------------------------------------------------------------- the confirmation phase


@rule("pq17", "3.3", "12.0a", "2.0b", "12.12b")
def test_at_the_end_chits_are_shown_sheets_opened_and_debts_paid() -> None:
    fleet = force("f", "allied", "task_force", "1206", "victorious", port="scapa_flow")
    kara = force("kara_convoy", "allied", "convoy", "kara_sea", "mv 2")
    sea = arctic(
        fleet, kara, began={"victorious": "scapa_flow"}, bookings=[Booking(9, 6, "arrived", "allied")],
        chits={"allied": Chit("c", "fleet_air_strike"), "axis": Chit("p", "none")},
    )  # fmt: skip
    run = play(sea, victory(sea))
    assert (run.following, run.asked, sea.state.verdict, sea.state.over) == (None, [], "axis", True)
    assert score(sea.state) == -4
    assert [one.id for one in sea.state.forces] == ["f"]
    told = [type(one).__name__ for one in heard(sea, "public")]
    assert told[:4] == ["ChitShown", "ChitShown", "SheetOpened", "Scored"]


@rule("pq17", "1.0")
def test_two_starts_are_refused_at_creation_with_both_rules() -> None:
    assert [(one.pointer, one.rule) for one in problems(Options(variable_start=True, from_day_one=True))] == [
        ("/variable_start", "8.3.1"), ("/from_day_one", "8.3.2"),
    ]  # fmt: skip
    assert not list(problems(Options(variable_start=True, historical_forces=True)))
    with pytest.raises(Illegal, match="exclude each other"):
        new_game(BOX, "pq17", Options(variable_start=True, from_day_one=True))


# ---------------------------------------------------------------- the data


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


# ---------------------------------------------------------------- beyond the map, by the form and the segment


def sails(sea: Sea, text: str, *dice: tuple[int, ...]) -> Any:
    """Orders written in the form of the Axis phase, and the movement segment with what follows it."""
    sea.state.phase = Phase("axis")
    sea.state.command = {"gruppe_nord": Points(left=10)}
    form = run_form(sea)
    sea.state.phase.orders = form.accept(form.parse(text))
    return play(sea, moved(sea), dice=dice)


def run_form(sea: Sea) -> PhaseForm:
    return PhaseForm(forces=tuple(one.id for one in sea.as_seen(sea.forces_of("axis"))), moves=moves_part(sea, "axis"))


@rule("pq17", "12.2", "12.2b")
def test_a_break_out_is_ordered_and_leaves_the_map() -> None:
    edge = next(one.id for one in BOX.hexes.values() if one.door == "atlantic" and not one.zone)
    raider = force("raider", "axis", "task_force", edge, "tirpitz", fuel=Fuel(29))
    sea = holding("axis", "e", "break_out", raider)
    sails(sea, "move raider way=atlantic")
    assert (sea.state.forces, score(sea.state)) == ([], -24)
    other = holding("axis", "p", "none", force("raider", "axis", "task_force", edge, "tirpitz", fuel=Fuel(29)))
    with pytest.raises(Illegal):
        sails(other, "move raider way=atlantic")


@rule("pq17", "12.11", "12.12")
def test_barentsburg_and_the_kara_sea_are_open_to_those_that_may_go() -> None:
    visitor = force("raider", "axis", "task_force", "0314", "tirpitz", fuel=Fuel(29))
    sea = holding("axis", "u", "sizilien", visitor, scenario="pq18")
    sails(sea, "move raider way=0214", (5,))
    assert sea.force("raider").at == "0214"
    scheer = force("raider", "axis", "task_force", "0421", "admiral_scheer", fuel=Fuel(29))
    sea = holding("axis", "s", "wunderland", scheer, scenario="pq18")
    sails(sea, "move raider way=kara_sea", (5,))
    assert ([one.id for one in sea.state.forces], scheer.at) == (["raider", "kara_convoy"], "kara_sea")
    assert phase_d(sea) == -10
    barred = holding("axis", "p", "none", force("raider", "axis", "task_force", "0314", "tirpitz", fuel=Fuel(29)))
    with pytest.raises(Illegal):
        sails(barred, "move raider way=0214")
