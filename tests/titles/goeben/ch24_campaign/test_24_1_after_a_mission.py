"""What a mission leaves: results, repairs and losses (24.0, 24.1)."""

from collections import Counter
from typing import Any

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.components.pieces import MISSIONS
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as fought
from games.titles.goeben.state.state import Gone
from games.titles.goeben.visibility.redeal import conserved
from tests.titles.goeben.box import BOX
from tests.titles.goeben.campaigns import campaign_of, debriefed, debriefing, mission_over, next_mission

rule = pytest.mark.rule
PACT, SUEZ = "austro_hungarian_pact", "suez_canal"


def at_hand(board: Board, ship: str) -> tuple[int, ...]:
    found = board.ship(ship)
    return (found.hull, found.engines, found.secondary, found.ammunition, found.torpedoes, found.coal)


# --- 24.0 missions


@rule("goeben", "24.0.1")
@rule("goeben", "24.0")
@pytest.mark.parametrize("won", [True, False])
def test_no_mission_is_played_twice(won: bool) -> None:
    board = mission_over("suez_canal", won=won)
    assert debriefing(board).following == "muster"
    assert "suez_canal" not in campaign_of(board).left
    for place in range(len(campaign_of(board).left)):
        other = mission_over("suez_canal", won=won)
        debriefing(other)
        next_mission(other, draws=[tuple(range(18)), tuple(range(9)), tuple(range(20)), (place,)])
        assert other.state.mission == campaign_of(board).left[place]


# --- 24.1 results


@rule("goeben", "24.1")
def test_ships_are_repaired_and_keep_their_cargo() -> None:
    board = mission_over(
        goeben="messina+hull=3+engines=1+primary=0+coal=0+ammunition=1+leadership=6+cargo=optics,wireless"
    )
    debriefing(board)
    goeben = board.ship("goeben")
    assert (goeben.hull, goeben.engines, goeben.primary, goeben.coal, goeben.ammunition) == (12, 6, 5, 4, 6)
    assert goeben.leadership == 7, "leadership is what they have learned"
    assert goeben.cargo == ["optics", "wireless"]


@rule("goeben", "24.1")
@pytest.mark.parametrize("won", [True, False])
def test_no_counter_is_lost_from_mission_to_mission(won: bool) -> None:
    board = mission_over(won=won)
    before = conserved(BOX, board.state)
    debriefing(board)
    next_mission(board)
    assert conserved(BOX, board.state) == before
    counters = [marker.id for lying in board.state.lying.values() for marker in lying] + board.state.pool
    assert max(Counter(counters).values()) == 1


@rule("goeben", "24.1")
@rule("goeben", "24.1.6")
def test_a_whole_debriefing() -> None:
    def prepare(board: Board) -> None:
        board.ship("breslau").sunk, board.ship("breslau").at = True, ""
        for name, how in (("gb_ca_1", "sunk"), ("gb_bc_3", "sunk"), ("gb_lc_2", "damaged")):
            board.state.pool.remove(name)
            board.state.gone.append(Gone(name, how))  # type: ignore[arg-type]
        board.state.visited = ["messina"]

    board = debriefed(SUEZ, vp=12, before=1, prepare=prepare, goeben="delta+ammunition=3+coal=1+torpedoes=1",
                  ah_cl_1="pola", ah_b_2="adriatic_s", forts={"bone": "fort_1"})  # fmt: skip
    goeben = board.ship("goeben")
    assert (goeben.leadership, goeben.ammunition, goeben.coal, goeben.torpedoes) == (5, 3, 1, 1)
    assert [ship.id for ship in board.afloat] == ["goeben"]
    out = {one.id: (one.at, one.gone) for one in board.state.consorts if one.at or one.gone}
    assert out == {"ah_cl_1": ("pola", ""), "ah_b_2": ("", "left")}
    assert {"gb_ca_1", "gb_lc_2"} <= set(board.state.pool)
    assert "gb_bc_3" not in board.state.pool
    assert (board.state.alert, board.state.vp, board.state.visited) == (3, 0, [])
    assert len(board.state.forts_aside) == len(BOX.forts)


@rule("goeben", "24.1.1")
def test_a_ship_without_damage_keeps_the_values_she_has() -> None:
    board = debriefed(
        goeben="pola+ammunition=1+torpedoes=0+coal=0", breslau="pola+hull=3+ammunition=2+torpedoes=1+coal=1"
    )
    assert at_hand(board, "goeben") == (12, 6, 3, 1, 0, 0)
    assert at_hand(board, "breslau") == (4, 6, 3, 6, 2, 5), "damaged: back to her start"


@rule("goeben", "24.1.1")
@pytest.mark.parametrize("damage", ["tertiary=1", "engines=5", "hull=11", "primary=4"])
def test_any_lost_box_of_guns_engines_or_hull_is_damage(damage: str) -> None:
    """Whatever caused it."""
    board = debriefed(goeben=f"pola+{damage}+ammunition=1+coal=0")
    goeben = board.ship("goeben")
    assert (goeben.tertiary, goeben.primary, *at_hand(board, "goeben")) == (2, 5, 12, 6, 3, 6, 2, 4)


@rule("goeben", "24.1.1")
def test_moltke_goes_back_to_her_own_start() -> None:
    board = debriefed(options=Options(fleet="all_four"), moltke="pola+hull=6+engines=1", stralsund="pola+hull=1")
    assert at_hand(board, "moltke")[:2] == (12, 7)
    assert at_hand(board, "stralsund")[:2] == (4, 6)


@rule("goeben", "24.1.2")
@rule("goeben", "24.1")
@pytest.mark.parametrize(("won", "goeben", "breslau"), [(True, 5, 2), (False, 3, 1)])
def test_leadership_of_all_ships(won: bool, goeben: int, breslau: int) -> None:
    board = mission_over(won=won, breslau="messina+leadership=1")
    played = debriefing(board)
    assert (board.ship("goeben").leadership, board.ship("breslau").leadership) == (goeben, breslau)
    why = "mission_won" if won else "mission_lost"
    assert played.told(fought.LeadershipChanged)[0] == fought.LeadershipChanged("goeben", goeben - 4, goeben, why)


@rule("goeben", "24.1.2")
@pytest.mark.parametrize(
    ("changes", "won", "after"),
    [
        ("leadership=3", True, 4),
        ("leadership=5", False, 4),
        ("leadership=1", False, 1),
        ("leadership=3+hull=5", True, 4),
    ],
)
def test_leadership_is_not_repaired(changes: str, won: bool, after: int) -> None:
    assert debriefed(goeben=f"pola+{changes}", won=won).ship("goeben").leadership == after


@rule("goeben", "24.1.3")
@rule("goeben", "24.1")
@pytest.mark.parametrize("won", [True, False])
def test_negative_points_end_the_campaign(won: bool) -> None:
    board = mission_over(won=won, vp=-1)
    played = debriefing(board)
    assert played.following is None
    assert (board.state.over, board.state.verdict) == (True, "dismissed")
    assert debriefing(mission_over(won=won, vp=0)).following == "muster"


@rule("goeben", "24.1.3")
@rule("goeben", "24.1")
def test_points_begin_anew() -> None:
    board = mission_over()
    debriefing(board)
    assert (board.state.vp, board.state.turn, board.state.day) == (0, 0, None)


@rule("goeben", "24.1.3")
@pytest.mark.parametrize(("vp", "verdict"), [(-1, "dismissed"), (0, "")])
def test_points_below_zero_dismiss_even_the_successful(vp: int, verdict: str) -> None:
    assert debriefed(PACT, vp=vp, draws=[(0,)] if not verdict else ()).state.verdict == verdict


@rule("goeben", "24.1.4")
@rule("goeben", "24.1")
def test_sunk_ships_stay_sunk() -> None:
    board = mission_over()
    board.ship("breslau").sunk, board.ship("breslau").at = True, ""
    debriefing(board)
    next_mission(board)
    assert board.ship("breslau").sunk
    assert board.ship("breslau").at == ""


@rule("goeben", "24.1.5")
@rule("goeben", "24.1")
@pytest.mark.parametrize(
    ("ship", "how", "back"),
    [
        ("gb_ca_1", "sunk", True),
        ("gb_lc_1", "sunk", True),
        ("gb_dd_1", "sunk", True),
        ("fr_cp_1", "sunk", True),
        ("fr_convoy_1", "sunk", True),
        ("gb_bc_1", "sunk", False),
        ("gb_bc_1", "damaged", True),
        ("gb_bc_1", "withdrawn", True),
        ("gb_bc_4", "out_of_play", False),
        ("storm_1", "used", False),
    ],
)
def test_which_allied_counters_come_back(ship: str, how: str, back: bool) -> None:
    assert ship in {**BOX.allied, **BOX.markers}
    board = mission_over()
    if ship in board.state.pool:
        board.state.pool.remove(ship)
        board.state.gone.append(Gone(ship, how, 2))  # type: ignore[arg-type]
    debriefing(board)
    assert (ship in board.state.pool) is back


@rule("goeben", "24.1.5")
@pytest.mark.parametrize(
    ("ship", "how", "back"),
    [("gb_ca_1", "sunk", True), ("gb_lc_1", "sunk", True), ("fr_cp_1", "sunk", True), ("gb_dd_1", "sunk", True),
     ("fr_convoy_1", "sunk", True), ("gb_bc_1", "sunk", False), ("gb_bc_1", "damaged", True),
     ("gb_bc_1", "withdrawn", True)],
)  # fmt: skip
def test_which_losses_are_made_good(ship: str, how: Any, back: bool) -> None:
    def prepare(board: Board) -> None:
        board.state.pool.remove(ship)
        board.state.gone.append(Gone(ship, how))

    assert (ship in debriefed(prepare=prepare).state.pool) is back


@rule("goeben", "24.1.6")
@rule("goeben", "24.1")
def test_the_map_is_cleared() -> None:
    board = mission_over(goeben="bone", forts={"bone": "", "malta": "fort_3"},
                  lying={"malta_pz": "gb_ca_1 storm_1", "corfu_sea": "gb_bc_1+up"})  # fmt: skip
    state = board.state
    state.visited, state.colliers, state.mines, state.ashore = ["messina"], ["denusa"], ["delta"], {"bone": "goeben"}
    state.available["mines"] -= 1
    state.available["seebataillon"] -= 1
    state.friendly_ships, state.french_sortie = ["denusa"], True
    state.forts_aside.remove("fort_1")
    state.gone.append(Gone("fort_1", "destroyed", 2))
    before = conserved(BOX, state)
    debriefing(board)
    assert (state.visited, state.colliers, state.mines, state.friendly_ships) == ([], [], [], [])
    assert (state.ashore, state.lying, state.forts, state.reports) == ({}, {}, {}, [])
    assert not state.french_sortie
    assert sorted(state.forts_aside) == sorted(BOX.forts), "all coastal defences are back (24.1(4))"
    assert {"gb_ca_1", "storm_1", "gb_bc_1"} <= set(state.pool)
    assert board.ship("goeben").cargo == [], "the landing party is lost (9.2.1)"
    assert state.available["mines"] == BOX.cargo["mines"].count
    assert conserved(BOX, state) == before


@rule("goeben", "24.1.7")
@rule("goeben", "24.1")
@pytest.mark.parametrize(("before", "won", "alert"), [(0, True, 2), (0, False, 1), (2, True, 4), (2, False, 3)])
def test_the_alert_level_begins_with_the_successes(before: int, won: bool, alert: int) -> None:
    done = tuple((name, True) for name in MISSIONS[:before])
    board = mission_over(won=won, before=done)
    debriefing(board)
    assert board.state.alert == alert
    next_mission(board)
    assert board.state.alert == alert


@rule("goeben", "24.1.7")
@pytest.mark.parametrize(("before", "alert"), [(0, 2), (1, 3), (4, 6)])
def test_alert_and_everything_else_begin_anew(before: int, alert: int) -> None:
    def prepare(board: Board) -> None:
        board.state.visited = ["messina"]

    board = debriefed(before=before, prepare=prepare)
    assert (board.state.alert, board.state.vp, board.state.visited) == (alert, 0, [])
