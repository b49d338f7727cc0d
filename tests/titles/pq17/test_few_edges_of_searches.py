"""1.3, 4.1.3, 6.2.2, 6.3.3, 6.4.2, 7.4.1, 15.6.3: refusals, sectors, who splits off, dummies, boats, aircraft."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.campaign.folding import _fold_aircraft
from games.titles.pq17.rules.search.air_patrols import sector_hexes
from games.titles.pq17.rules.search.casualties import lose_boats
from games.titles.pq17.rules.search.detachment import detach_ships, detachable_ships, unhurt_cruisers
from games.titles.pq17.rules.search.public_options import public_grounds
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import AirUnit, Phase, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.playing import play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule
GROUNDS: Any = ("wolfpack", "carrier", "cam")


@rule("pq17", "6.2.2", "6.2.2b", "6.6.1a")
@pytest.mark.parametrize(
    ("side", "kind", "level", "passing", "grounds"),
    [
        ("allied", "convoy", None, False, ["wolfpack", "carrier", "cam"]),
        ("allied", "convoy", 1, False, ["carrier", "cam"]),
        ("allied", "task_force", 1, False, ["carrier"]),
        ("allied", "task_force", None, False, ["wolfpack", "carrier", "cam"]),
        ("allied", "wolfpack", 0, False, ["wolfpack"]),
        ("allied", "wolfpack", 0, True, []),
        ("allied", "task_force", None, True, ["carrier", "cam"]),
        ("axis", "task_force", None, False, ["wolfpack"]),
        ("axis", "task_force", 1, False, []),
        ("axis", "wolfpack", 2, False, ["wolfpack"]),
    ],
)
def test_which_grounds_of_refusal_all_can_see_a_block_might_have(
    side: Any, kind: Any, level: int | None, passing: bool, grounds: list[str]
) -> None:
    """PQ-17 lists Victorious, and no carrier of the Axis."""
    board = arctic(force("x", side, kind, OPEN, level=level))
    assert list(public_grounds(board, board.force("x"), GROUNDS, passing=passing)) == grounds
    assert not public_grounds(board, board.force("x"), (), passing=passing)


@rule("pq17", "6.2.2", "6.2.2b", "1.4.3")
@pytest.mark.parametrize(
    ("scenario", "grounds"),
    [("pq6", []), ("pq13", ["carrier"]), ("pq14", ["carrier", "cam"]), ("qp14", ["carrier"]), ("jw51b", [])],
)
@pytest.mark.parametrize("level", [None, 1])
def test_nobody_is_asked_for_aircraft_that_no_list_of_his_scenario_has(
    scenario: str, grounds: list[str], level: int | None
) -> None:
    """A convoy that a + found: CAM ships came in with PQ-14, and the convoys to the end of 1942 had none."""
    board = arctic(force("x", "allied", "convoy", OPEN, "mv 5", level=level))
    board.state.scenario = scenario
    assert list(public_grounds(board, board.force("x"), ("carrier", "cam"))) == grounds


@rule("pq17", "6.2.2b", "15.0a")
def test_in_a_campaign_cam_ships_may_be_with_any_convoy() -> None:
    board = campaign()
    board.place(force("x", "allied", "convoy", OPEN, "mv 5", level=1))
    assert list(public_grounds(board, board.force("x"), ("cam",))) == ["cam"]


@rule("pq17", "6.4.2", "6.3.1c", "9.2.5")
@pytest.mark.parametrize("sector", ["barents", "trondheim", "stavanger", "british", "soviet"])
def test_a_sector_searches_a_hex_less_for_each_that_it_follows_and_none_in_a_gale(sector: Any) -> None:
    board = arctic()
    most = {**BOX.charts.sectors.searched(board.operation.calendar_month), **board.operation.sectors}.get(sector, 0)
    for following in range(most + 2):
        board.state.shadows = [Shadow(f"f{number}", "sector", sector) for number in range(following)]
        board.state.shadows += [Shadow("x", "aircraft", sector), Shadow("y", "sector", "another")]
        assert sector_hexes(board, sector) == max(most - following, 0)
    board.state.shadows = []
    board.state.sky = Sky("gale")
    assert sector_hexes(board, sector) == 0


@rule("pq17", "6.3.3", "1.2.3", "1.2c")
@pytest.mark.parametrize(
    ("kind", "holding", "may"),
    [
        ("task_force", ("london 3", "dd_a_i 2"), {"london": 1, "dd_a_i": 2}),
        ("task_force", ("london 3",), {}),
        ("task_force", ("london 2", "dd_a_i 2"), {}),
        ("task_force", ("london 3+crippled", "dd_a_i 2"), {}),
        ("task_force", ("dd_a_i 2", "dd_j_r 2"), {}),
        ("task_force", ("duke_of_york 4", "dd_a_i 2"), {}),
        ("convoy", ("london 3", "mv 4"), {}),
    ],
)
def test_who_may_be_split_off_to_follow(kind: Any, holding: tuple[str, ...], may: dict[str, int]) -> None:
    one = force("t", "allied", kind, OPEN)
    one.counters = read_counters(*holding)
    assert detachable_ships(arctic(one), one) == may


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("ships", "detaches", "fought", "follows"),
    [
        ((), "no", False, ["london", "kent", "dd_a_i"]),
        ((), "yes", False, ["kent"]),
        (("dd_a_i", "kent"), "no", True, ["dd_a_i", "kent"]),
        (("london",), "no", True, ["london", "kent", "dd_a_i"]),
        (("kent",), "yes", True, ["kent"]),
    ],
)
def test_what_follows(ships: tuple[str, ...], detaches: Any, fought: bool, follows: list[str]) -> None:
    """A hurt cruiser does not; of her own accord the first that is sound; a part of who has fought has fought."""
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters("london 2+crippled", "kent 2", "dd_a_i 1")
    board = arctic(one, instructions={"allied": Instructions(detaches=detaches)})
    board.state.phase = Phase("allied", fought=["t"] * fought)
    new = detach_ships(board, one, ships)
    assert [ship.ship for ship in new.counters] == follows
    assert board.phase.fought == ["t"] * fought + [new.id] * (fought and new is not one)
    assert unhurt_cruisers(BOX, read_counters("london 2", "kent 2", "norfolk 3+dead", "anson 4")) == ["kent"]


@rule("pq17", "7.4.1a", "7.4.1c")
@pytest.mark.parametrize(
    ("sunk", "damaged", "left", "lost"),
    [
        (1, 0, [("ss_german", 1, False), ("ss_german", 2, True)], {"sunk": 1}),
        (0, 1, [("ss_german", 1, False), ("ss_german", 2, True)], {"damaged": 1}),
        (2, 0, [("ss_german", 2, True)], {"sunk": 2}),
        (2, 1, [("ss_german", 1, True)], {"sunk": 2, "damaged": 1}),
        (0, 3, [("ss_german", 1, True)], {"damaged": 3}),
    ],
)
def test_boats_without_torpedoes_are_lost_last(
    sunk: int, damaged: int, left: list[tuple[str, int, bool]], lost: dict[str, int]
) -> None:
    pack = force("pack", "axis", "wolfpack", OPEN)
    pack.counters = [Counter("ss_german", 2, used=True), Counter("ss_german", 2)]
    board = arctic(pack)
    board.state.phase = Phase("allied")
    play(lose_boats(board, pack, sunk, damaged, key="k"))
    assert sorted((one.ship, one.strength, one.used) for one in pack.counters) == sorted(left)
    found: dict[str, int] = {}
    for loss in board.state.losses:
        found[loss.how] = found.get(loss.how, 0) + loss.strength
    assert found == lost


@rule("pq17", "15.6.3", "15.5.4")
def test_after_an_operation_what_flew_is_whole_and_what_is_gone_may_be_replaced() -> None:
    board = campaign()
    roster = board.roster
    bare = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    board.state.composed = structs.replace(bare, air={"banak": ("ju_88 2", "ju_88 1"), "bardufoss": ("he_111 2",),
                                                      "tromso": ("bv_138 1",)})  # fmt: skip
    roster.units, roster.away, roster.noted = [], [], []
    fields = {unit.id: unit for unit in _printed(board)}
    lacking = next(iter(fields))
    fields[lacking].strength -= 1
    board.state.air = [
        AirUnit("ju_88", 2, id="a", base="banak", damaged=1), AirUnit("ju_88", 0, id="b", base="banak"),
        AirUnit("bv_138", 1, id="c", base="tromso"), AirUnit("albacore", 2, id="d", base="victorious"),
        *fields.values(),
    ]  # fmt: skip
    _fold_aircraft(board)
    assert sorted((one.kind, one.strength, one.place) for one in roster.units) == [
        ("bv_138", 1, "tromso"), ("ju_88", 2, "banak"),
    ]  # fmt: skip
    assert [(one.unit.kind, one.unit.strength, one.unit.place, one.why) for one in roster.away] == [
        ("he_111", 1, "bardufoss", "lost")
    ]
    assert roster.interceptors == {lacking: 1}


def _printed(board: Any) -> list[AirUnit]:
    """All printed fighters of the operation, whole."""
    found = []
    for field in BOX.airfields.values():
        printed = BOX.interceptors_at(field.id, board.operation.month)
        for place in range(printed.counters if printed is not None else 0):
            assert printed is not None
            strength = BOX.aircraft[printed.aircraft].strength
            found.append(
                AirUnit(printed.aircraft, strength, id=f"{field.id}_{place + 1}", base=field.id, interceptor=True)
            )
    return found
