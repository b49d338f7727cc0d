"""7.1.3: raids on ports and airfields."""

from typing import Any

import pytest

from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.joint_attacks import join_attack
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.raids import Raid, RaidForm
from games.titles.pq17.orders.special import Specials
from games.titles.pq17.rules.special.carrier_raids import carrier_raids, raidable, raiders
from games.titles.pq17.rules.special.events import raid_targets
from games.titles.pq17.rules.special.parts import specials_part
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid, units_in_reach
from games.titles.pq17.state.events import air as told
from games.titles.pq17.state.events.special import Raided
from games.titles.pq17.state.state import AirUnit, Phase, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE
from tests.titles.pq17.ch07_combat.raids import HOME, RAID, by_luck, carriers, murmansk_raided, port_raided
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.strikes import OPEN, air, facing
from tests.titles.pq17.trial import left

rule = pytest.mark.rule
FORM = PhaseForm(specials=Specials(raided=("narvik", "banak"), raiders=("a", "b", "c")))


def asked(run: Any) -> list[tuple[str, str]]:
    return [(one.seat, one.kind) for one in run.asked]


def raid(on: str, *units: str) -> dict[str, Any]:
    return {"order": "raid", "on": on, "units": [*units]}


def offered(draft: list[dict[str, Any]], tapped: str, *acting: str, form: Any = FORM) -> list[Any]:
    return [offer.answer for offer in form.suggested_edits(draft, tapped, acting) if not offer.problems]


def test_where_an_order_of_its_own_would_do_nothing_is_changed() -> None:
    assert [*join_attack([], "raid", "on", "narvik", ["a"])] == []
    assert [*join_attack([raid("narvik", "a")], "raid", "on", "banak", ["b"])] == []
    assert [*join_attack([raid("narvik", "a")], "raid", "on", "narvik", [])] == []
    other = {"order": "stay", "force": "tf"}
    (change,) = join_attack([other, raid("narvik", "a")], "raid", "on", "narvik", ["b"])
    assert (change.kind, change.pointer) == ("add", "/1/units")
    assert change.answer == [other, raid("narvik", "a", "b")]


@rule("pq17", "7.1.3", "5.3a", "9.2.3", "1.1.2")
@pytest.mark.parametrize(
    ("unit", "state", "comes"),
    [
        (air("ju_88", "u", "banak"), {}, True),
        (air("ju_88", "u", "banak", mission="search"), {}, False),
        (air("ju_88", "u", "banak", aborted=2), {}, False),
        (air("ju_88", "u", "banak", interceptor=True), {}, False),
        (air("ju_88", "u", "banak"), {"sky": Sky("fog")}, False),
        (air("ju_88", "u", "sola"), {}, False),
        (air("ju_88d", "u", "banak"), {}, False),
        (air("pe_3", "u", "vaenga"), {}, False),
    ],
    ids=["a bomber", "out", "aborted", "printed", "in fog", "too far", "no bomber", "of the other side"],
)
def test_7_1_3_who_comes_to_a_raid(unit: Any, state: Any, comes: bool) -> None:
    board = phase(arctic(air=[unit], **state), "axis")
    assert units_in_reach(board, "axis", "murmansk", [unit], day=True) == (("u",) if comes else ())


@rule("pq17", "7.1.3", "5.3a")
@pytest.mark.parametrize(("day", "comes"), [(True, ("b", "f")), (False, ("b",))])
def test_7_1_3_fighters_escort_bombers_by_day_and_never_go_alone(day: bool, comes: tuple[str, ...]) -> None:
    units = [air("ju_88", "b", "kirkenes_field"), air("bf_109", "f", "kirkenes_field")]
    board = phase(arctic(air=units), "axis")
    assert units_in_reach(board, "axis", "murmansk", units, day=day) == comes
    assert units_in_reach(board, "axis", "murmansk", units[1:], day=day) == ()


@rule("pq17", "7.1.3", "7.2.4", "7.2.4b")
def test_7_1_3_in_a_raid_the_defender_lays_the_row_and_the_attacker_names_his_targets() -> None:
    """Aldersdale lies left of the merchants by order; Ju 88 go for her, at whom she, they and the port fire."""
    board = murmansk_raided("mv 8", "aldersdale 2", instructions={**ASKED_ONCE})
    says = {"air_defence": "lay_out aldersdale,mv stacked=no", "air_strike": "assign kg30 at=aldersdale"}
    run = port_raided(board, Raid("murmansk", ("kg30",)), dice=[(0,), (0,), (0, 0)], says=says)
    assert asked(run) == [("allied", "air_defence"), ("axis", "air_strike")]
    assert run.asked[0].form.ships == (("mv", 8), ("aldersdale", 2))
    assert run.asked[0].form.attackers == (("ju_88", 2),)
    form = run.asked[1].form
    assert form.row == (Laid("aldersdale", (("aldersdale", 2),)), Laid("mv", (("mv", 8),)))
    assert (form.units, form.torpedoes) == ((("kg30", 2),), ())
    for seat in ("allied", "axis"):
        (row,) = [one.row for one in events_for(board, seat) if isinstance(one, told.Laid)]
        assert row == ((("aldersdale", 2),), (("mv", 8),))


@rule("pq17", "7.1.3", "7.2")
@pytest.mark.parametrize("side", ["allied", "axis", ""])
def test_7_1_3_in_a_raid_only_who_wants_to_be_is_asked(side: str) -> None:
    """By standing instructions no letter is written."""
    board = murmansk_raided("mv 8", fighters=2, instructions={side: ASKED_ONCE[side]} if side else {})
    assert [one.seat for one in by_luck(resolve_raid(board, "axis", HOME, RaidTerms(day=True), key="raid"), 0)] == [
        side
    ] * bool(side)


@rule("pq17", "7.1.3", "7.2")
@pytest.mark.parametrize("order", [HOME, RAID], ids=["port", "airfield"])
@pytest.mark.parametrize("face", [0, 5, 8, 9])
def test_7_1_3_who_says_nothing_raids_as_without_the_question(order: Raid, face: int) -> None:
    """Only that points for the fighters' fight are told before the row lies."""
    ends = []
    for instructions in (ASKED_ONCE, {}):
        board = murmansk_raided("mv 8", "aldersdale 2", fighters=2, instructions={**instructions})
        by_luck(resolve_raid(board, "axis", order, RaidTerms(day=True), key="raid"), face)
        heard_ = [sorted(map(str, events_for(board, seat))) for seat in ("axis", "allied", "public")]
        ends.append((left(board.force("c").counters), sorted(map(str, board.state.losses)), board.state.air, heard_))
    assert ends[0] == ends[1]


@rule("pq17", "7.1.3", "7.1.1e", "7.1.3a", "12.5a")
def test_7_1_3_carriers_raid_ports_in_range_at_any_time() -> None:
    board = carriers(side="allied")
    board.force("b").at = "0813"
    board.force("b").at = "0713"
    board.state.forces.append(force("t", "axis", "task_force", "0813", "admiral_scheer", port="narvik"))
    board.state.phase = Phase("allied", orders=(Raid("narvik", ("817", "809")), Raid("bergen", ("817",))))
    board.state.instructions["axis"] = type(board.state.instructed("axis"))(scramble="none")
    perform(board, carrier_raids(board), dice=[(0,), (0,), (9, 0)])
    assert [one.place for one in events_for(board, "axis") if isinstance(one, Raided)] == ["narvik"]
    assert (left(board.force("t").counters), board.state.struck) == (["admiral_scheer 3"], ["victorious"])


@rule("pq17", "7.1.3")
def test_7_1_3_land_based_aircraft_raid_by_no_order_of_their_own() -> None:
    """An order that went through no form: Ju 88 at Banak come to Murmansk, but need an event or a situation."""
    board = carriers()
    board.state.air.append(AirUnit("ju_88", 2, id="kg30", base="banak"))
    board.state.phase = Phase("axis", orders=(Raid("murmansk", ("kg30",)),))
    perform(board, carrier_raids(board))
    assert [one for one in events_for(board, "allied") if isinstance(one, Raided)] == []


@rule("pq17", "7.1.3", "7.8a")
@pytest.mark.parametrize(("hurt", "flown"), [(True, []), (False, ["narvik"])])
def test_7_1_3_a_carrier_that_no_longer_operates_raids_nothing(hurt: bool, flown: list[str]) -> None:
    """The order was good when it was written."""
    board = carriers(side="allied")
    board.force("b").at = "0713"
    board.force("b").counters[0].crippled = hurt
    board.state.phase = Phase("allied", orders=(Raid("narvik", ("817",)),))
    perform(board, carrier_raids(board))
    assert [one.place for one in events_for(board, "axis") if isinstance(one, Raided)] == flown


@rule("pq17", "7.1.3", "7.1.3a", "7.1.3b", position="PP78")
def test_7_1_3_who_may_bomb_a_port_and_with_what() -> None:
    """Albacores of a carrier off Narvik: bombs, though they could carry torpedoes. Ju 88 at Murmansk: no raid is
    offered to them. No event lets anybody raid Scapa Flow.
    """
    board = arctic(
        force("home", "allied", "task_force", "0713", "victorious"),
        force("t", "axis", "task_force", "0813", "admiral_scheer", port="narvik"),
        air=[AirUnit("albacore", 2, id="albacore", base="victorious"), AirUnit("ju_88", 2, id="ju", base="banak")],
        instructions={"axis": Instructions(scramble="none")},
    )  # fmt: skip
    board.state.phase = Phase("allied", orders=(Raid("narvik", ("albacore",)),))
    play(carrier_raids(board), dice=[(0,), (0,), (9, 0)])
    assert [one.place for one in heard(board, "axis") if isinstance(one, Raided)] == ["narvik"]
    assert [one.strength for one in board.force("t").counters] == [BOX.ships["admiral_scheer"].strength - 1]
    assert (raiders(board, "axis"), raiders(board, "allied")) == ((), ("albacore",))
    british = {one.id for one in (*BOX.ports.values(), *BOX.airfields.values()) if one.owner == "britain"}
    assert {"scapa_flow", "reykjavik"} <= british
    assert not british & ({*raid_targets(board, "axis")} | {*raidable(board, "axis")})


@rule("pq17", "7.1.3", "7.1.3a", position="PP230")
def test_7_1_3_british_ports_and_what_britain_holds_are_never_attacked() -> None:
    board = facing(force("g", "axis", "task_force", OPEN, "graf_zeppelin"), side="axis")
    open_to_raids = set(raidable(board, "axis"))
    assert "murmansk" in open_to_raids
    assert not open_to_raids & {"scapa_flow", "loch_ewe", "lerwick", "wick", "reykjavik"}


@rule("pq17", "7.1.3", "7.2c", position="PP312")
@pytest.mark.parametrize(("light", "german", "british"), [("jul_1", ("s",), ("a",)), ("dec_1", (), ("a",))])
def test_7_1_3_by_night_of_carrier_aircraft_only_british_bombers_raid(
    light: str, german: tuple[str, ...], british: tuple[str, ...]
) -> None:
    board = arctic(
        force("g", "axis", "task_force", "0717", "graf_zeppelin"),
        force("v", "allied", "task_force", "0713", "victorious"), light=light,
        air=[AirUnit("ju_87c", 2, id="s", base="graf_zeppelin"), AirUnit("albacore", 2, id="a", base="victorious")],
    )  # fmt: skip
    assert (raiders(board, "axis"), raiders(board, "allied")) == (german, british)


@rule("pq17", "7.1.3", "12.5")
@pytest.mark.parametrize("form", [FORM, RaidForm(reach_of={"narvik": ("a", "b")})])
def test_7_1_3_who_is_tapped_and_then_a_port_raids_it(form: Any) -> None:
    assert offered([], "narvik", "a", form=form)[0] == [raid("narvik", "a")]


@rule("pq17", "7.1.3")
def test_7_1_3_a_second_unit_joins_the_raid_on_the_same_port() -> None:
    assert offered([raid("narvik", "a")], "narvik", "b")[0] == [raid("narvik", "a", "b")]


@rule("pq17", "7.1.3")
def test_7_1_3_who_is_sent_elsewhere_leaves_the_raid_in_which_it_flew() -> None:
    both = [raid("narvik", "a", "b")]
    assert offered(both, "banak", "b")[0] == [raid("narvik", "a"), raid("banak", "b")]
    alone = [raid("narvik", "a"), raid("banak", "b")]
    assert offered(alone, "banak", "a")[0] == [raid("banak", "b", "a")], "an order without units is none"


@rule("pq17", "7.1.3a", "7.1.3")
def test_7_1_3a_british_ports_are_never_raided_and_land_based_units_need_leave() -> None:
    board = carriers()
    assert set(raidable(board, "axis")) == {
        "murmansk",
        "arkhangelsk",
        "barentsburg",
        "vaenga",
        "iokanka_field",
        "yagodnik",
    }
    assert "narvik" in raidable(board, "allied")
    board.state.air.append(AirUnit("ju_88", 2, id="kg30", base="banak"))
    assert raiders(board, "axis") == ("stukas", "fighters")
    form = specials_part(board, "allied")
    assert form.raiders == ("817", "809")
    board.force("b").port = "scapa_flow"
    assert (raiders(board, "allied"), specials_part(board, "allied").raided) == ((), ())
