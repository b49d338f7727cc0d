"""Positions worked out by hand from the rulebook alone: the end of a mission, the campaign, larger fleets.

GP numbers are those of the reader who wrote the positions before seeing any code.
"""

from typing import Any

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.components.pieces import MISSIONS
from games.titles.goeben.rules.mission.campaign import debrief, starts_of
from games.titles.goeben.rules.mission.fitting import fit_out, stowage
from games.titles.goeben.rules.mission.objective import fulfilled, objective
from games.titles.goeben.rules.mission.setup import muster
from games.titles.goeben.rules.ships.ports import port_at, terrain
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events.setup import CountersLaid
from games.titles.goeben.state.state import Campaign, Gone
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Dice, Played, Says, at_sea, play, refused

rule = pytest.mark.rule
PACT, SUEZ = "austro_hungarian_pact", "suez_canal"


def ended(mission: str = SUEZ, *, won: bool = True, before: int = 0, says: Says | None = None, draws: Dice = (),
          vp: int = 80, prepare: Any = None, options: Options | None = None, **laid: Any) -> Board:  # fmt: skip
    """After the debriefing of a mission, so many others having been won before."""
    board = at_sea("campaign", mission=mission, turn=8, vp=vp, options=options, **laid)
    others = [name for name in MISSIONS if name != mission]
    done = [(name, True) for name in others[:before]]
    board.state.campaign = Campaign(left=[mission, *others[before:]], done=[*done, (mission, won)])
    if prepare is not None:
        prepare(board)
    play(board, debrief(board), says=says, draws=draws)
    return board


def campaign(board: Board) -> Campaign:
    assert board.state.campaign is not None
    return board.state.campaign


def at_hand(board: Board, ship: str) -> tuple[int, ...]:
    found = board.ship(ship)
    return (found.hull, found.engines, found.secondary, found.ammunition, found.torpedoes, found.coal)


# --- 24.1(1) what ships keep


@rule("goeben", "24.1.1")
def test_gp35_a_ship_without_damage_keeps_the_values_she_has() -> None:
    board = ended(goeben="pola+ammunition=1+torpedoes=0+coal=0", breslau="pola+hull=3+ammunition=2+torpedoes=1+coal=1")
    assert at_hand(board, "goeben") == (12, 6, 3, 1, 0, 0)
    assert at_hand(board, "breslau") == (4, 6, 3, 6, 2, 5), "damaged: back to her start"


@rule("goeben", "24.1.1")
@pytest.mark.parametrize("damage", ["tertiary=1", "engines=5", "hull=11", "primary=4"])
def test_gp36_any_lost_box_of_guns_engines_or_hull_is_damage(damage: str) -> None:
    """Whatever caused it."""
    board = ended(goeben=f"pola+{damage}+ammunition=1+coal=0")
    goeben = board.ship("goeben")
    assert (goeben.tertiary, goeben.primary, *at_hand(board, "goeben")) == (2, 5, 12, 6, 3, 6, 2, 4)


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
def test_gp37_leadership_is_not_repaired(changes: str, won: bool, after: int) -> None:
    assert ended(goeben=f"pola+{changes}", won=won).ship("goeben").leadership == after


@rule("goeben", "24.1.1")
def test_gp38_moltke_goes_back_to_her_own_start() -> None:
    board = ended(options=Options(fleet="all_four"), moltke="pola+hull=6+engines=1", stralsund="pola+hull=1")
    assert at_hand(board, "moltke")[:2] == (12, 7)
    assert at_hand(board, "stralsund")[:2] == (4, 6)


# --- 24.2 where ships begin


def fitted(board: Board, orders: str) -> dict[str, str]:
    """Where the ships begin the next mission."""
    play(board, muster(board))
    play(board, fit_out(board), says={"stow": orders})
    return {ship.id: ship.at for ship in board.afloat}


@rule("goeben", "24.2")
def test_gp39_each_ship_begins_where_her_captain_says() -> None:
    board = ended("ottoman_alliance")
    assert fitted(board, "begin goeben space=constantinople") == {"goeben": "constantinople", "breslau": "pola"}
    board = ended("ottoman_alliance")
    both = "begin goeben space=constantinople\nbegin breslau space=dardanelles"
    assert fitted(board, both) == {"goeben": "constantinople", "breslau": "dardanelles"}
    form = stowage(board, "commander")
    assert refused(form, "begin goeben space=constantinople\nbegin goeben,breslau space=dardanelles") == ["24.2"]
    assert refused(form, "begin goeben space=messina") != []


@rule("goeben", "24.2")
def test_gp39_after_a_failure_all_begin_at_pola() -> None:
    board = ended("ottoman_alliance", won=False)
    play(board, muster(board))
    assert "begin" not in stowage(board, "commander").templates_by_verb
    assert {ship.at for ship in board.afloat} == {"pola"}


@rule("goeben", "24.2")
@rule("goeben", "25.2")
def test_gp39_each_captain_says_it_for_his_own_ship() -> None:
    board = at_sea("captains", options=Options(orders="campaign"), mission="suez_canal")
    board.state.campaign = Campaign(
        left=[], done=[("ottoman_alliance", True)], starts=["constantinople", "dardanelles"]
    )
    form = stowage(board, "breslau")
    assert refused(form, "begin breslau space=dardanelles") == []
    assert refused(form, "begin goeben space=dardanelles") != []
    says = {"stow@goeben": "begin goeben space=constantinople", "stow@breslau": "begin breslau space=dardanelles"}
    play(board, fit_out(board), says=says)
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("constantinople", "dardanelles")


@rule("goeben", "24.orders.1")
@pytest.mark.parametrize(
    ("mission", "starts"),
    [
        ("atlantic_breakout", {"north_atlantic", "cadiz", "barcelona", "palma"}),
        (PACT, {"pola", "cattaro", "spalato", "trieste", "fiume"}),
        ("ottoman_alliance", {"constantinople", "dardanelles"}),
        (SUEZ, {"constantinople", "dardanelles", "smyrna", "beirut", "alexandretta"}),
    ],
)
def test_gp40_the_starts_that_a_bonus_opens(mission: str, starts: set[str]) -> None:
    """Of Spain the ports alone, not the base of Cartagena."""
    assert set(starts_of(at_sea("campaign"), BOX.missions[mission].bonus)) == starts


@rule("goeben", "24.orders.2")
def test_gp40_bonuses_add_up() -> None:
    board = at_sea("campaign", mission=SUEZ, vp=80)
    board.state.campaign = Campaign(left=[SUEZ, PACT], done=[(SUEZ, True)], starts=["pola"])
    play(board, debrief(board))
    assert {"pola", "smyrna"} <= set(campaign(board).starts)


@rule("goeben", "24.2.1")
def test_gp42_austro_hungarian_ships_begin_at_pola() -> None:
    board = ended(PACT, ah_cl_1="pola", ah_ca_1="cattaro", draws=[(0,)])
    places = {one.id: (one.at, one.gone) for one in board.state.consorts if one.id in ("ah_cl_1", "ah_ca_1")}
    assert places == {"ah_cl_1": ("pola", ""), "ah_ca_1": ("", "left")}


@rule("goeben", "19.1")
def test_gp43_moltke_and_stralsund_cost_thirty_points_at_the_start_of_the_next_mission() -> None:
    board = ended("atlantic_breakout", says={"bonus": "reinforce"})
    assert (board.state.vp, len(board.afloat)) == (-30, 4)
    assert "gb_bc_4" in board.state.pool
    starts = fitted(board, "begin moltke space=cadiz")
    assert starts == {"goeben": "pola", "moltke": "cadiz", "breslau": "pola", "stralsund": "pola"}


@rule("goeben", "25.2.2")
def test_gp232_captains_do_not_hear_how_many_counters_are_left() -> None:
    for scenario, told_ in (("captains", 0), ("campaign", 41)):
        board = at_sea(scenario, options=Options(orders="campaign"))
        laid = play(board, muster(board)).told(CountersLaid)
        assert [event.pool for event in laid][-1] == told_


# --- 17.0


def judged(board: Board, says: Says | None = None) -> Played:
    return play(board, objective(board), says=says)


@rule("goeben", "17.0.3")
@pytest.mark.parametrize(
    ("goeben", "breslau", "vp", "met"),
    [("pola", "zante", 59, False), ("pola", "zante", 60, True), ("adriatic_n", "adriatic_n", 60, False),
     ("zante", "pola", 60, True)],
)  # fmt: skip
def test_gp73_points_and_place(goeben: str, breslau: str, vp: int, met: bool) -> None:
    """One German ship is enough."""
    assert fulfilled(at_sea(mission=PACT, goeben=goeben, breslau=breslau, vp=vp)) is met


@rule("goeben", "17.0")
def test_gp74_a_single_mission_ends_with_the_phase_that_fulfils_it() -> None:
    board = at_sea(PACT, mission=PACT, goeben="pola", vp=60, turn=2)
    assert judged(board).kinds == []
    assert (board.state.over, board.state.verdict) == (True, "won")


@rule("goeben", "17.0")
@rule("goeben", "17.0.1")
def test_gp75_in_a_campaign_orders_once_fulfilled_stay_fulfilled() -> None:
    board = at_sea("campaign", mission=PACT, goeben="pola", vp=62, turn=3)
    board.state.campaign = Campaign(left=[PACT, SUEZ])
    assert judged(board, {"declare": "sail_on"}).following == "morning"
    board.state.turn, board.state.vp, board.ship("goeben").at = 5, 40, "corfu_sea"
    assert judged(board).following == "morning", "elsewhere nothing is declared"
    board.state.turn = 6
    assert judged(board).following == "debrief"
    assert campaign(board).done == [(PACT, True)]
    assert not campaign(board).met, "the next mission begins unfulfilled"


@rule("goeben", "24.1.3")
@pytest.mark.parametrize(("vp", "verdict"), [(-1, "dismissed"), (0, "")])
def test_gp76_gp206_points_below_zero_dismiss_even_the_successful(vp: int, verdict: str) -> None:
    assert ended(PACT, vp=vp, draws=[(0,)] if not verdict else ()).state.verdict == verdict


@rule("goeben", "17.0")
@pytest.mark.parametrize(("vp", "verdict"), [(60, "won"), (59, "lost")])
def test_gp77_there_is_no_day_after_the_last(vp: int, verdict: str) -> None:
    board = at_sea(PACT, mission=PACT, goeben="pola", vp=vp, turn=6)
    judged(board)
    assert board.state.verdict == verdict


@rule("goeben", "17.0.2")
@rule("goeben", "20.0.3")
def test_gp78_without_german_ships_austro_hungarian_ones_win_nothing() -> None:
    board = at_sea(PACT, mission=PACT, vp=100, turn=3, ah_cl_1="pola")
    for ship in board.afloat:
        ship.sunk, ship.at = True, ""
    judged(board)
    assert board.state.verdict == "lost"


@rule("goeben", "17.orders.1")
@pytest.mark.parametrize(
    ("mission", "place", "vp", "forts", "met"),
    [
        ("raid_convoys", "cartagena", 100, {}, True), ("raid_convoys", "barcelona", 100, {}, False),
        ("raid_convoys", "messina", 100, {}, False), ("raid_convoys", "pola", 100, {}, True),
        ("raid_convoys", "pola", 99, {}, False), ("raid_convoys", "pola", 100, {"bone": "fort_1"}, False),
        (SUEZ, "athens", 75, {}, True), (SUEZ, "constantinople", 75, {}, True),
        (SUEZ, "athens", 75, {"alexandria": "fort_1"}, False), ("raid_convoys", "algiers", 100, {}, False),
    ],
)  # fmt: skip
def test_gp72_gp79_gp80_bases_and_coastal_defences(
    mission: str, place: str, vp: int, forts: dict[str, str], met: bool
) -> None:
    board = at_sea(mission=mission, goeben=place, breslau="zante", vp=vp, forts=forts)
    board.state.ashore["algiers"] = "goeben"
    assert fulfilled(board) is met


# --- 24.0 the next mission


@rule("goeben", "24.1.7")
@pytest.mark.parametrize(("before", "alert"), [(0, 2), (1, 3), (4, 6)])
def test_gp205_alert_and_everything_else_begin_anew(before: int, alert: int) -> None:
    def prepare(board: Board) -> None:
        board.state.visited = ["messina"]

    board = ended(before=before, prepare=prepare)
    assert (board.state.alert, board.state.vp, board.state.visited) == (alert, 0, [])


@rule("goeben", "24.1.5")
@pytest.mark.parametrize(
    ("ship", "how", "back"),
    [("gb_ca_1", "sunk", True), ("gb_lc_1", "sunk", True), ("fr_cp_1", "sunk", True), ("gb_dd_1", "sunk", True),
     ("fr_convoy_1", "sunk", True), ("gb_bc_1", "sunk", False), ("gb_bc_1", "damaged", True),
     ("gb_bc_1", "withdrawn", True)],
)  # fmt: skip
def test_gp207_which_losses_are_made_good(ship: str, how: Any, back: bool) -> None:
    def prepare(board: Board) -> None:
        board.state.pool.remove(ship)
        board.state.gone.append(Gone(ship, how))

    assert (ship in ended(prepare=prepare).state.pool) is back


@rule("goeben", "24.3")
def test_gp208_a_marker_stands_in_for_a_lost_battlecruiser() -> None:
    def prepare(board: Board) -> None:
        board.state.pool.remove("gb_bc_1")
        board.state.gone.append(Gone("gb_bc_1", "sunk"))

    board = ended(prepare=prepare)
    storm = [name for name in board.state.pool if name not in {*BOX.groups["british"], *BOX.groups["french"]}]
    play(board, muster(board), draws=[(storm.index("storm_1"),), tuple(reversed(range(18)))])
    laid = [marker.id for zone in BOX.numbers.setup.british for marker in board.markers_at(zone)]
    assert len(laid) == 12
    assert {*laid} <= {*BOX.groups["british"], "storm_1"}


@rule("goeben", "24.4.1")
@pytest.mark.parametrize(
    ("mission", "won", "removed"),
    [("ottoman_alliance", True, "italian_alliance"), (SUEZ, True, "italian_alliance"),
     ("italian_alliance", True, "ottoman_alliance"), ("ottoman_alliance", False, "")],
)  # fmt: skip
def test_gp209_alliances_that_can_no_longer_be_made(mission: str, won: bool, removed: str) -> None:
    left = campaign(ended(mission, won=won)).left
    assert {name for name in MISSIONS if name not in (*left, mission)} == ({removed} if removed else set())


@rule("goeben", "24.orders.2")
def test_gp211_the_cruiser_of_the_pact_comes_once() -> None:
    board = ended(PACT, draws=[(0,)])
    assert [one.at for one in board.state.consorts if one.at] == ["pola"]
    campaign(board).done.append((SUEZ, True))
    play(board, debrief(board))
    assert [one.at for one in board.state.consorts if one.at] == ["pola"]


@rule("goeben", "24.orders")
def test_gp212_a_battlecruiser_of_the_pool_is_called_away_for_good() -> None:
    board = ended("atlantic_breakout", says={"bonus": "call_away"}, draws=[(1,)])
    assert [gone.how for gone in board.state.gone if gone.id == "gb_bc_2"] == ["out_of_play"]


@rule("goeben", "24.orders.1")
@pytest.mark.parametrize(
    ("friend", "ports"), [("ottoman", "constantinople dardanelles smyrna"), ("italy", "brindisi taranto")]
)
def test_gp213_ports_of_a_new_ally_are_friendly(friend: str, ports: str) -> None:
    board = at_sea("campaign")
    board.state.campaign = Campaign(friendly=[friend])
    for space in ports.split():
        port = port_at(board, space)
        assert port is not None
        assert port.side == "friendly"
        effects = terrain(board, space)
        assert (effects.coal, effects.ammunition, effects.cargo, effects.draws) == (
            2,
            2 if port.base else 1,
            port.base,
            None,
        )


@rule("goeben", "24.1")
@rule("goeben", "24.1.6")
def test_gp228_a_whole_debriefing() -> None:
    def prepare(board: Board) -> None:
        board.ship("breslau").sunk, board.ship("breslau").at = True, ""
        for name, how in (("gb_ca_1", "sunk"), ("gb_bc_3", "sunk"), ("gb_lc_2", "damaged")):
            board.state.pool.remove(name)
            board.state.gone.append(Gone(name, how))  # type: ignore[arg-type]
        board.state.visited = ["messina"]

    board = ended(SUEZ, vp=12, before=1, prepare=prepare, goeben="delta+ammunition=3+coal=1+torpedoes=1",
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


# --- 18.0, 19.0


@rule("goeben", "18.0.1")
@pytest.mark.parametrize(
    ("die", "space"), [(1, "messina"), (2, "messina"), (3, "brindisi"), (4, "pola"), (5, "athens"), (6, "dardanelles")]
)
def test_gp197_where_the_task_force_begins(die: int, space: str) -> None:
    board = at_sea(options=Options(variable_start=True))
    play(board, muster(board), dice=[(die,)])
    assert {ship.at for ship in board.afloat} == {space}


@rule("goeben", "19.0")
@rule("goeben", "19.0.1")
@pytest.mark.parametrize(
    ("fleet", "vp", "new_zealand", "colliers"),
    [("moltke", -5, False, 1), ("moltke_and_stralsund", -15, False, 1), ("stralsund", -10, False, 1),
     ("all_four", -50, True, 2)],
)  # fmt: skip
def test_gp198_what_a_larger_fleet_costs(fleet: Any, vp: int, new_zealand: bool, colliers: int) -> None:
    board = at_sea(options=Options(fleet=fleet))
    play(board, muster(board))
    zones = [marker.id for zone in BOX.numbers.setup.british for marker in board.markers_at(zone)]
    assert board.state.vp == vp
    assert ("gb_bc_4" in board.state.pool) is new_zealand
    assert "gb_bc_4" not in zones
    assert stowage(board, "commander").colliers == colliers
