"""15.3, 15.4.3b, 15.5, 15.6, 15.8.3: edges of what comes back from other operations, what is booked for green crews,
what is noted of units, and of the sheet that a side fills in after a fortnight.
"""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.scenarios import Convoy as ListedConvoy
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.rules.campaign import arrivals, folding, replacements, unloading, withdrawals
from games.titles.pq17.rules.campaign.ev import note_crossing
from games.titles.pq17.rules.forces.green_crews import green_bonus
from games.titles.pq17.state.roster import Away, Boxes, Unit
from games.titles.pq17.state.state import Loss, Tally
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch15_campaign.orders_of_battle import campaign_at, roster_of

rule = pytest.mark.rule


def back(key: str, operation: str, *ships: tuple[str, int]) -> dict[str, int]:
    """What of these ships comes back, by its kind."""
    left = [Away(Unit(kind, strength, "scapa_flow"), "operation", operation=operation) for kind, strength in ships]
    other = Away(Unit("renown", 3, "scapa_flow"), "operation", operation="elsewhere")
    there = roster_of(key, away=[*left, other])
    arrivals.place_arrivals(BOX, there)
    assert there.away == [other]
    found = [one for one in there.units if one.kind in dict(ships)]
    assert {one.place for one in found} <= {"scapa_flow"}
    return {one.kind: one.strength for one in found}


@rule("pq17", "15.3", "15.7.2")
@pytest.mark.parametrize(
    ("ships", "come"),
    [
        ((("kenya", 4), ("edinburgh", 3)), {"kenya": 4}),
        ((("kenya", 4),), {}),
        ((("dd_a_i", 5),), {"dd_a_i": 3}),
        ((("dd_a_i", 2),), {}),
        ((("dd_a_i", 1), ("dd_j_r", 3)), {"dd_j_r": 2}),
        ((("anson", 5), ("victorious", 4)), {"anson": 5, "victorious": 4}),
    ],
)
def test_from_harpoon_the_weakest_cruiser_and_two_destroyers_do_not_come_back(ships: Any, come: dict[str, int]) -> None:
    assert back("jun_2", "harpoon", *ships) == come


@rule("pq17", "15.3", "15.7.2")
@pytest.mark.parametrize(
    ("ships", "come"),
    [
        ((("kenya", 4),), {}),
        ((("kenya", 4), ("edinburgh", 3)), {"kenya": 4}),
        ((("edinburgh", 3), ("kenya", 4), ("anson", 5)), {"kenya": 4}),
        ((("edinburgh", 3), ("kenya", 4), ("victorious", 4), ("anson", 5)), {"kenya": 4, "anson": 5}),
        ((("edinburgh", 2), ("dd_a_i", 3), ("kenya", 4)), {"kenya": 4, "dd_a_i": 1}),
        ((("dd_a_i", 1), ("edinburgh", 2), ("dd_j_r", 3), ("kenya", 4)), {"kenya": 4, "dd_j_r": 1}),
    ],
    ids=["one", "two", "three", "four", "a class between them", "classes between them"],
)
def test_half_comes_back_from_torch_rounded_down_of_ships_and_of_each_class(ships: Any, come: dict[str, int]) -> None:
    assert back("nov_2", "torch", *ships) == come


@rule("pq17", "15.4.3b")
@pytest.mark.parametrize(
    ("note", "left", "losses", "strength"),
    [
        (("jamaica", 3), (), [("jamaica", 3, "sunk")], 1),
        (("jamaica", 3), (), [("jamaica", 3, "weather")], 0),
        (("jamaica", 3), (), [], 0),
        (("dd_j_r", 3), (("dd_j_r", 1, True),), [("dd_j_r", 2, "sunk")], 2),
        (("dd_j_r", 3), (("dd_j_r", 2, True),), [("dd_j_r", 2, "sunk")], 1),
        (("dd_j_r", 3), (("dd_j_r", 3, False),), [("dd_j_r", 2, "sunk")], 2),
        (("dd_j_r", 3), (), [("dd_a_i", 2, "sunk")], 0),
    ],
    ids=["a ship", "put out by weather", "not lost", "two of three", "one was trained", "none came back", "others"],
)
def test_what_was_sunk_while_green_is_booked_by_itself(note: Any, left: Any, losses: Any, strength: int) -> None:
    kind, began = note
    noted = [Unit(kind, began, "scapa_flow", green=True, due=11), Unit("anson", 5, "scapa_flow", due=9)]
    units = [Unit(ship, number, "scapa_flow", green=green) for ship, number, green in left]
    board = campaign_at("jul_1", *units, noted=noted)
    board.state.losses = [Loss("allied", ship, number, 9, how) for ship, number, how in losses]
    folding._green_losses(board)
    points = -2 * green_bonus(BOX.ships[kind].value) * strength
    assert [(one.points, one.why) for one in board.state.bookings if one.points] == [(points, "green")] * bool(strength)


@rule("pq17", "15.4", "15.4.3b", "15.5")
def test_what_was_noted_of_units_holds_of_what_is_left_of_them() -> None:
    """A fortnight less until a crew is trained; nothing of aircraft, nor of merchants that wait laden."""
    there = roster_of(
        "jul_1", Unit("jamaica", 3, "clyde"), Unit("dd_a_i", 3, "clyde"), Unit("tb_hunt", 1, "clyde"),
        Unit("anson", 5, "clyde"), Unit("mv", 4, "reykjavik", laden=True), Unit("ju_88", 4, "banak"),
        noted=[
            Unit("jamaica", 3, "clyde", green=True, due=11), Unit("dd_a_i", 2, "clyde", emergency=True),
            Unit("tb_hunt", 2, "clyde", emergency=True), Unit("mv", 4, "reykjavik", emergency=True),
            Unit("ju_88", 4, "banak"),
        ],
        sailed=["jamaica"],
    )  # fmt: skip
    folding._mark(BOX, there)
    found = [(one.kind, one.strength, one.emergency, one.green, one.due) for one in there.units]
    assert sorted(found) == [
        ("anson", 5, False, False, 0), ("dd_a_i", 1, False, False, 0), ("dd_a_i", 2, True, False, 0),
        ("jamaica", 3, False, True, 10), ("ju_88", 4, False, False, 0), ("mv", 4, False, False, 0),
        ("tb_hunt", 1, True, False, 0),
    ]  # fmt: skip
    assert there.noted == []


@rule("pq17", "15.5.2", "15.6.2")
@pytest.mark.parametrize(
    ("kind", "how", "docked", "lost"),
    [
        ("ss_german", "damaged", 2, {}),
        ("ss_german", "sunk", 0, {}),
        ("ss_british", "sunk", 0, {"ss_british": 5}),
        ("ss_british", "damaged", 0, {"ss_british": 5}),
    ],
)
def test_submarines_that_were_lost(kind: str, how: Any, docked: int, lost: dict[str, int]) -> None:
    """German ones that were damaged are in dock, British ones are added to those that are replaced already."""
    there = roster_of(boats_lost={"ss_british": 3} if kind == "ss_british" else {})
    folding._boat_lost(there, Loss("axis", kind, 2, 9, how))
    assert (there.damaged_boats, there.boats_lost) == (docked, lost)


@rule("pq17", "15.8.3a")
@pytest.mark.parametrize(
    ("stage", "ships", "began", "port", "reached"),
    [
        ("declared", ("kent", "dd_a_i 2"), "clyde", "murmansk", True),
        ("declared", ("kent", "dd_a_i 1", "dd_j_r 1"), "clyde", "murmansk", True),
        ("declared", ("kent", "dd_a_i 1"), "clyde", "murmansk", False),
        ("declared", ("kent", "tb_hunt 2"), "clyde", "murmansk", False),
        ("declared", ("anson", "dd_a_i 2"), "clyde", "murmansk", False),
        ("declared", ("kent", "dd_a_i 2"), "scapa_flow", "murmansk", False),
        ("declared", ("kent", "dd_a_i 2"), "clyde", "arkhangelsk", False),
        ("", ("kent", "dd_a_i 2"), "clyde", "murmansk", False),
        ("done", ("kent", "dd_a_i 2"), "clyde", "murmansk", False),
    ],
)
def test_ev_needs_a_cruiser_from_the_clyde_and_two_destroyers_in_murmansk(
    stage: Any, ships: tuple[str, ...], began: str, port: str, reached: bool
) -> None:
    there = force("t", "allied", "task_force", BOX.ports[port].hex, *ships, port=port)
    board = arctic(there, began={ships[0]: began}, roster=roster_of(ev=stage))
    note_crossing(board)
    assert board.roster.ev == ("crossed" if reached else stage)


@rule("pq17", "15.6.5")
@pytest.mark.parametrize(("strength", "left"), [(4, [2]), (3, [2]), (2, []), (1, [])])
def test_one_counter_of_an_old_type_gives_way_to_a_whole_one_of_the_new(strength: int, left: list[int]) -> None:
    full = BOX.aircraft["ju_88"].strength
    assert full == 2
    there = roster_of("jul_1", Unit("ju_88", strength, "banak"), Unit("ju_88", 2, "bardufoss"))
    replacements.upgrade_at(BOX, there, "ju_88", "banak", "he_111")
    assert [one.strength for one in there.units if (one.kind, one.place) == ("ju_88", "banak")] == left
    new = [(one.kind, one.strength, one.place) for one in there.units if one.kind == "he_111"]
    assert new == [("he_111", BOX.aircraft["he_111"].strength, "banak")]
    before = list(there.units)
    replacements.upgrade_at(BOX, there, "ju_88", "kirkenes_field", "he_111")
    assert there.units == before, "there is none to give way"


@rule("pq17", "15.7.2")
def test_who_may_leave_of_a_type_is_not_named_and_is_there() -> None:
    """In June two named cruisers leave for Harpoon, a further one, and eight strength of destroyers."""
    there = roster_of(
        "jun_1", Unit("kenya", 4, "scapa_flow"), Unit("nigeria", 4, "scapa_flow"), Unit("trinidad", 4, "reykjavik"),
        Unit("dd_a_i", 12, "scapa_flow"), Unit("dd_j_r", 3, "scapa_flow"),
    )  # fmt: skip
    leaving, fit = withdrawals.withdrawal_demands(BOX, there)
    assert leaving == {"cl": 1, "dd": 8}
    assert fit == {"cl": {"nigeria": 1}, "dd": {"dd_a_i": 8, "dd_j_r": 3}}


@rule("pq17", "15.2.2")
def test_who_was_named_is_unloaded_first_the_sound_before_the_hurt_and_no_more_than_fit() -> None:
    boxes = Boxes(unloading=[
        Unit("mv", 3, "murmansk", crippled=True), Unit("mv", 2, "murmansk"), Unit("mo", 2, "murmansk"),
    ])  # fmt: skip
    moved = unloading._named(boxes, 4, {"mv": 3, "mo": 2})
    assert [(one.kind, one.strength, one.crippled) for one in moved] == [
        ("mv", 2, False), ("mv", 1, True), ("mo", 1, False)
    ]  # fmt: skip
    assert [(one.kind, one.strength, one.crippled) for one in boxes.unloading] == [("mv", 2, True), ("mo", 1, False)]


SHEET = AdministrationForm(
    leaving={"cl": 1, "dd": 4}, fit={"cl": {"nigeria": 1, "kenya": 1}, "dd": {"dd_a_i": 4, "dd_j_r": 3}},
    single=("nigeria", "kenya"), steps=3, room=(("ju_88", "banak", 3), ("ju_87", "banak", 2)),
    new=(("ju_88", "banak", ("he_111",)),), cargo={"murmansk": {"mv": 9, "mo": 2}}, unloaded={"murmansk": 5},
    patrol=("kent", "norfolk"), reliefs={"london": 0, "berwick": 0, "nigeria": 2}, docks={"london": 2, "suffolk": 1},
    docked_at=("clyde",), afloat={"jamaica": ("reykjavik", "clyde")}, waiting=("p_40", "pe_3"), kept=2,
    late=("koln",), side="allied",
)  # fmt: skip


@rule("pq17", "15.7.2", "15.6.3", "15.2.2", "15.8.1", "15.5.1", "15.7", "15.4", "15.3.3", "15.7.5", "15.8")
@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("send nigeria", []),
        ("send nigeria\nsend kenya", ["15.7.2"]),
        ("send dd_a_i strength=4", []),
        ("send dd_a_i strength=2\nsend dd_j_r strength=2", []),
        ("send dd_a_i strength=2\nsend dd_j_r strength=3", ["15.7.2"]),
        ("send nigeria\nsend dd_a_i strength=4", []),
        ("reinforce ju_88 base=banak steps=3", []),
        ("reinforce ju_88 base=banak steps=2\nreinforce ju_87 base=banak steps=1", []),
        ("reinforce ju_88 base=banak steps=2\nreinforce ju_87 base=banak steps=2", ["15.6.3"]),
        ("reinforce ju_88 base=banak steps=2\nupgrade ju_88 base=banak becomes=he_111", []),
        ("reinforce ju_88 base=banak steps=3\nupgrade ju_88 base=banak becomes=he_111", ["15.6.3"]),
        ("unload murmansk ship=mv strength=5", []),
        ("unload murmansk ship=mv strength=3\nunload murmansk ship=mo strength=2", []),
        ("unload murmansk ship=mv strength=4\nunload murmansk ship=mo strength=2", ["15.2.2"]),
        ("relieve kent by=london", []),
        ("relieve kent by=london\nrelieve norfolk by=berwick", []),
        ("relieve kent by=london\nrelieve norfolk by=london", ["15.8.1"]),
        ("repair london steps=1 at=clyde\nrelieve kent by=london", ["15.8.1"]),
        ("repair suffolk steps=1 at=clyde\nrelieve kent by=london", []),
        ("send nigeria\nrelieve kent by=nigeria", ["15.8.1"]),
        ("moor jamaica port=clyde\nmoor jamaica port=reykjavik", ["15.8"]),
        ("repair london steps=1 at=clyde\nrepair london steps=2 at=clyde", ["15.5.1"]),
        ("keep 1\nkeep 2", ["15.4a"]),
        ("admit p_40\nadmit pe_3", ["15.3.3"]),
        ("homeward koln\nhomeward koln", ["15.7.5"]),
        ("moor jamaica port=clyde\nkeep 1\nadmit p_40\nhomeward koln", []),
    ],
)
def test_what_a_sheet_may_not_say(words: str, by: list[str]) -> None:
    found = list(SHEET.problems(SHEET.read(SHEET.parse(words))))
    assert [one.rule for one in found][:1] == by
    assert not by or any(one.pointer.startswith("/1") for one in found)


@rule("pq17", "15.7")
def test_nobody_who_leaves_goes_into_dock() -> None:
    form = AdministrationForm(leaving={"cl": 1}, fit={"cl": {"kenya": 1}}, single=("kenya",),
                              docks={"kenya": 1, "suffolk": 1}, docked_at=("clyde",), side="allied")  # fmt: skip
    for words, by in (("send kenya\nrepair kenya steps=1", ["15.7"]), ("send kenya\nrepair suffolk steps=1", [])):
        assert [one.rule for one in form.problems(form.read(form.parse(words)))] == by


@rule("pq17", "15.5.3b", "15.2.3")
@pytest.mark.parametrize(("convoy", "place"), [("x", "reykjavik"), ("y", "loch_ewe"), ("", "reykjavik")])
def test_merchants_that_weather_turned_back_lie_where_their_own_convoy_sailed(convoy: str, place: str) -> None:
    board = campaign_at("nov_1")
    two = [ListedConvoy(id=name, name=name, laden=True, destinations=(), ships=("mv 12",), port=port)
           for name, port in (("x", "reykjavik"), ("y", "loch_ewe"))]  # fmt: skip
    board.state.composed = structs.replace(board.operation, convoys=tuple(two))
    board.state.tallies = [Tally(name, laden=True, began=12, excepted=1) for name in ("x", "y")]
    folding._put_out(board, Loss("allied", "mv", 1, 9, "weather", open=False, at="0310", convoy=convoy))
    assert [(one.kind, one.place, one.laden) for one in board.roster.units] == [("mv", place, True)]
