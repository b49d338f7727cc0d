"""5.1.9: Patrol White in an operation."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.cautions import Caution
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.rules.campaign import patrol
from games.titles.pq17.rules.movement.cautions import cautions_for
from games.titles.pq17.rules.movement.ports import excuses_patrol, leaves_patrol
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.submarine.attacks import resolve_combat
from games.titles.pq17.rules.surface.engagement import fight
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Named, Phase, Report, Strength
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import afloat, one_task_force, report_to_axis, risks, way_lines
from tests.titles.pq17.ch15_campaign.orders_of_battle import patrol_roster, whole
from tests.titles.pq17.openings import opened
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import by_default
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule
NEVER = Instructions(asks="never", stands="stay", torpedo_round="never")


@rule("pq17", "5.1.9")
def test_5_1_9_patrol_white_begins_in_the_strait_and_at_reykjavik() -> None:
    board = opened()
    assert (board.force("patrol_white").at, board.force("patrol_white").fuel) == ("0305", Fuel(20))
    assert board.force("relief").port == "reykjavik"
    assert opened("pq13").force("patrol_white").at == "0304"  # in March the strait is not certainly clear


@rule("pq17", "5.1.9", "15.8.1a")
@pytest.mark.parametrize(
    ("more", "there", "on", "left"),
    [
        ({}, ("norfolk", "kent"), ("norfolk", "kent"), []),
        ({}, ("kent",), ("kent", ""), []),
        ({}, (), ("", ""), []),
        ({"ev": "done"}, ("norfolk", "kent"), ("", "norfolk"), ["kent"]),
        ({"ev": "declared"}, ("norfolk", "kent"), ("norfolk", "kent"), []),
    ],
)
def test_5_1_9_two_patrol_and_after_ev_one(
    more: Any, there: tuple[str, ...], on: tuple[str, str], left: list[str]
) -> None:
    lies = patrol_roster(*(whole(kind) for kind in there), patrol=["norfolk", "kent"], **more)
    assert patrol.patrol_ships(BOX, lies) == on
    assert [(unit.kind, unit.place) for unit in lies.units] == [(kind, "reykjavik") for kind in left]


@rule("pq17", "5.1.9a", position="PP41")
def test_5_1_9a_patrol_white() -> None:
    kent = one_task_force("0305", "kent", "dd_a_i 1", side="allied")
    assert leaves_patrol(BOX, kent, ("0404", "0504"), ["kent", "berwick"]) == ()
    assert leaves_patrol(BOX, kent, ("0504", "0604"), ["kent", "berwick"]) == ("kent",)
    assert leaves_patrol(BOX, kent, ("0604",), ["berwick"]) == ()


@rule("pq17", "5.1.9a", "2.2")
def test_5_1_9a_what_excuses_the_patrol() -> None:
    allied = {"to": "allied"}
    assert not excuses_patrol(BOX, [])
    assert excuses_patrol(BOX, [report_to_axis(**allied, kind="task_force", at="0405")])
    assert not excuses_patrol(BOX, [report_to_axis(**allied, kind="task_force", at="0611")])
    assert not excuses_patrol(BOX, [report_to_axis(**allied, kind="wolfpack", at="0405")])
    assert excuses_patrol(
        BOX, [report_to_axis(**allied, kind="task_force", at="0611", strengths=(Strength("capital", 1, 5),))]
    )
    among = (Strength("cruiser", 1, 3), Strength("capital", 1, 5), Strength("light", 1, 4))
    assert excuses_patrol(BOX, [report_to_axis(**allied, kind="task_force", at="0611", strengths=among)])
    assert not excuses_patrol(BOX, [report_to_axis(**allied, kind="task_force", at="0611", strengths=among[::2])])
    assert not excuses_patrol(
        BOX, [report_to_axis(**allied, at="0813", port="narvik", strengths=(Strength("capital", 1, 5),))]
    )
    assert not excuses_patrol(BOX, [report_to_axis(kind="task_force", at="0405")])


@rule("pq17", "5.1.9a", "10.2.6")
@pytest.mark.parametrize(("way", "points"), [(("0406", "0307"), -4), (("0306",), 0)])
def test_5_1_9a_who_has_left_and_is_put_out_by_the_ice_of_the_next_hex_has_left(
    way: tuple[str, ...], points: int
) -> None:
    """Card 1 puts a heavy ship out. Whom it meets within her area, at 0306, has not left it."""
    kent = force("patrol", "allied", "task_force", "0405", "kent")
    board = arctic(kent, patrol=["kent", "berwick"], start=8)
    board.state.phase = Phase(side="allied", orders=(Move("patrol", way),))
    play(movement(board), dice=[(3,)], cards=["card_01"])
    assert [(one.unit, one.how) for one in board.state.losses] == [("kent", "ice")]
    assert sum(one.points for one in board.state.bookings) == points


@rule("pq17", "5.1.9a", "2.2")
@pytest.mark.parametrize(("way", "points"), [(("0405",), 0), (("0405", "0406"), -4)])
def test_5_1_9a_2_2_patrol_white(way: tuple[str, ...], points: int) -> None:
    board = table(force("patrol", "allied", "task_force", "0305", "kent"), patrol=["kent", "berwick"])
    moved(board, Move("patrol", way))
    assert sum(one.points for one in board.state.bookings) == points
    assert ("kent" in board.state.patrol) is not bool(points)


@rule("pq17", "5.1.9a")
def test_5_1_9a_the_owner_is_warned_before_patrol_white_is_left() -> None:
    board = table(
        force("p", "allied", "task_force", "0305", "kent"), force("l", "allied", "task_force", "0305", "london"),
        patrol=["kent", "berwick"],
    )  # fmt: skip
    leaves = {"order": "move", "force": "p", "way": ["0405", "0406"]}
    assert risks(board, leaves) == ["a cruiser leaves Patrol White"]
    assert risks(board, leaves | {"way": ["0406"]}) == ["a cruiser leaves Patrol White"], "with gaps"
    assert risks(board, leaves | {"way": ["0405"]}) == []
    assert risks(board, leaves | {"force": "l"}) == []
    assert risks(board, {"order": "move"}, {"order": "move", "force": 3, "way": "x"}) == []
    board.state.reports.append(Report(to="allied", turn=8, source="search", at="0509", kind="task_force"))
    assert risks(board, leaves) == ["a cruiser leaves Patrol White"], "outside the British air radius"
    inside = min(board.box.areas.british_radius.hexes)
    board.state.reports.append(Report(to="allied", turn=8, source="search", at=inside, kind="task_force"))
    assert risks(board, leaves) == []


@rule("pq17", "5.1.9a")
def test_5_1_9a_patrol_white_may_leave_for_what_was_seen() -> None:
    """Nothing was reported: nothing excuses it."""
    assert not excuses_patrol(arctic().box, [])


@rule("pq17", "5.1.9a", "7.4.3", "7.4.3b")
@pytest.mark.parametrize(
    ("ship", "face", "excused"),
    [("tirpitz", 8, True), ("tirpitz", 0, False), ("admiral_hipper", 8, False)],
)
def test_5_1_9a_a_capital_ship_that_a_boat_hit_excuses_patrol_white(ship: str, face: int, excused: bool) -> None:
    """Outside the British air radius; that the force is one of heavy ships tells nothing, a name does."""
    raid_ = force("x", "axis", "task_force", "0713", ship, fuel=Fuel(30))
    pack = force("b", "allied", "wolfpack", "0713", "ss_british 2")
    board = arctic(raid_, pack, phase=Phase("allied"), patrol=["kent"])
    by_default(
        resolve_combat(board, pack, raid_, ("heavy",), key="s"),
        lambda key: face if ".before" in key or ".after" in key else 9,
    )
    assert excuses_patrol(board.box, board.state.reports) is excused
    named = [(one.to, one.source, [item.ship for item in one.names]) for one in board.state.reports if one.names]
    assert named == ([("allied", "submarine_combat", [ship])] if face == 8 else [])


@rule("pq17", "5.1.9a", "5.2.1")
@pytest.mark.parametrize(
    ("cautions", "way", "warnings"),
    [
        ((Caution("a", "patrol", ("0401", "0402")),), ["0402"], 0),
        ((Caution("a", "patrol", ("0401", "0402")),), ["0402", "0403"], 1),
        ((Caution("b", "patrol", ("0401",)),), ["0402"], 0),
        ((Caution("a", "friends", ("0403",)),), ["0402", "0403"], 1),
        ((Caution("a", "friends", ("0404",)),), ["0402", "0403", "0404"], 0),
        ((Caution("a", "friends", ("0402", "0403")),), ["0402", "0403"], 2),
        ((Caution("a", "friends", ("0403",)), Caution("a", "patrol", ("0401",))), ["0402", "0403"], 2),
        ((), ["0402", "0403"], 0),
    ],
)
def test_5_1_9a_who_is_warned_of_a_way(cautions: Any, way: list[str], warnings: int) -> None:
    """Of what he meets this turn, two hexes far; of leaving his patrol whenever that is."""
    lines = way_lines({"order": "move", "force": "a", "way": way}, *cautions)
    assert sum(tone == "risk" for tone, _ in lines) == warnings


@rule("pq17", "5.1.9a", "6.2.2")
@pytest.mark.parametrize(("refusal", "excused"), [("carrier", True), ("wolfpack", False)])
def test_5_1_9a_a_refusal_that_names_a_carrier_tells_of_a_capital_ship_at_sea(refusal: Any, excused: bool) -> None:
    told = Report(to="allied", turn=9, source="refusal", at="0411", block=3, refusal=refusal)
    assert excuses_patrol(BOX, [told]) is excused


@rule("pq17", "5.1.9a", "7.5.2", "7.5.9")
@pytest.mark.parametrize(
    ("ship", "dark", "excused"),
    [("tirpitz", False, True), ("tirpitz", True, False), ("admiral_hipper", False, False)],
)
def test_5_1_9a_a_capital_ship_that_lay_on_the_display_by_night_excuses_patrol_white(
    ship: str, dark: bool, excused: bool
) -> None:
    """Off Norway in December, outside the British air radius; ID 2 says that she is heavy, and no more."""
    raid = force("x", "axis", "task_force", "0712", ship, fuel=Fuel(30))
    board = table(
        raid, force("tf", "allied", "task_force", "0712", "anson", fuel=Fuel(30)), light="dec_1", patrol=["kent"],
        options=Options(face_down=dark), instructions={"allied": NEVER, "axis": NEVER},
    )  # fmt: skip
    board.identify(raid, 2)
    board.state.phase = Phase("allied")
    by_default(fight(board, [board.force("tf")], [raid], [], surprised=False, key="fight"), lambda _: 0)
    assert excuses_patrol(board.box, board.state.reports) is excused
    named = [(one.to, *(named.ship for named in one.names)) for one in board.state.reports if one.names]
    assert named == ([] if dark else [("axis", "anson"), ("allied", ship)])


@rule("pq17", "5.1.9a", "7.2.4")
@pytest.mark.parametrize(("ship", "excused"), [("tirpitz", True), ("admiral_hipper", False)])
def test_5_1_9a_one_that_lay_in_a_row_under_attack_from_the_air_does_too(ship: str, excused: bool) -> None:
    for port in ("", "narvik"):
        told = Report(
            to="allied", turn=9, source="air_attack", at="0813", port=port, kind="task_force", names=(Named(ship, 0),)
        )
        assert excuses_patrol(arctic().box, [told]) is (excused and not port), "not in port"


@rule("pq17", "5.1.9a")
@pytest.mark.parametrize(
    ("hex_", "leaves"), [(one, False) for one in ("0305", "0204", "0205", "0304", "0306", "0404", "0405", "0504")]
    + [(one, True) for one in ("0403", "0406", "0503", "0505", "0303", "0604")],
)  # fmt: skip
def test_5_1_9a_the_waters_of_the_patrol(hex_: str, leaves: bool) -> None:
    assert bool(leaves_patrol(BOX, afloat("kent", at="0404"), (hex_,), ["kent"])) is leaves
    assert leaves_patrol(BOX, afloat("london", at="0404"), (hex_,), ["kent"]) == ()


@rule("pq17", "5.1.9a", "2.2")
@pytest.mark.parametrize(
    ("fields", "excused"),
    [
        ({"kind": "task_force", "at": "0305"}, True), ({"kind": "task_force", "at": "0407"}, False),
        ({"kind": "convoy", "at": "0305"}, False), ({"kind": "wolfpack", "at": "0305"}, False),
        ({"kind": "task_force", "at": "0712", "strengths": (Strength("capital", 1, 5),)}, True),
        ({"kind": "task_force", "at": "0712", "strengths": (Strength("cruiser", 1, 4),)}, False),
        ({"kind": "task_force", "at": "0813", "port": "narvik", "strengths": (Strength("capital", 1, 5),)}, False),
        ({"kind": "task_force", "at": "0305", "to": "axis"}, False),
    ],
)  # fmt: skip
def test_5_1_9a_what_excuses_a_cruiser(fields: dict[str, object], excused: bool) -> None:
    report = Report(**{"to": "allied", "turn": 9, "source": "search", **fields})
    assert excuses_patrol(BOX, [report]) is excused


@rule("pq17", "5.1.9a", "5.2.1")
@pytest.mark.parametrize(
    ("side", "patrol", "excused", "why"),
    [
        ("allied", ["kent"], False, ["patrol", "friends"]),
        ("allied", ["kent"], True, ["friends"]),
        ("allied", [], False, ["friends"]),
        ("axis", ["kent"], False, []),
    ],
)
def test_5_1_9a_who_is_warned_of_what(side: Any, patrol: list[str], excused: bool, why: list[str]) -> None:
    board = arctic(
        force("p", "allied", "task_force", "0305", "kent"), force("tf", "allied", "task_force", "0305", "london"),
        force("boats", "allied", "wolfpack", "0409", "ss_british 1"),
        force("soviets", "allied", "wolfpack", "0718", "ss_soviet 1"),
        force("wolf", "axis", "wolfpack", "0512", "ss_german 1"), patrol=patrol,
    )  # fmt: skip
    if excused:
        raider = force("r", "axis", "task_force", "1106", "tirpitz", level=3)
        board.place(raider)
        board.report(raider, 3, "search")
    found = list(cautions_for(board, side))
    assert [one.why for one in found] == why
    assert {one.force for one in found} == {{"patrol": "p", "friends": "boats"}[reason] for reason in why}
    assert all(list(one.hexes) == sorted(one.hexes) for one in found)
