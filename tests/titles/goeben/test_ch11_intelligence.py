"""Chapter 11: intelligence."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.rules.search.revealing import looks
from games.titles.goeben.state import alert
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Campaign
from games.titles.goeben.visibility.foreseen import foreseen_kinds
from games.titles.goeben.visibility.notes import notes_of
from tests.titles.goeben.box import BOX
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.laid_out import Dice, Played, at_sea, ordered, play, refused

rule = pytest.mark.rule
CHARTS = BOX.charts
LYING = {"malta_pz": "gb_ca_1 gb_bc_1 gb_dd_1", "toulon_pz": "fr_ca_1"}


def tried(
    die: int, orders: str = "intelligence goeben", *, ship: str = "messina", start: int = 3, **more: str
) -> Played:
    board = at_sea(goeben=ship, lying=LYING, forts={"bone": "fort_3"}, alert=start)
    return play(ordered(board, orders), intelligence(board), dice=[(die,)], says=more)


def attempted(board: Board, dice: Dice, draws: Dice = (), at: str = "") -> Played:
    where = f" at={at}" if at else ""
    return play(ordered(board, f"intelligence goeben{where}"), intelligence(board), dice=dice, draws=draws)


# --- 11.1 the attempt


@rule("goeben", "11.1")
@pytest.mark.parametrize(("leadership", "value"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2)])
def test_intelligence_value(leadership: int, value: int) -> None:
    assert CHARTS.intelligence.value(leadership, wireless=False) == value
    assert CHARTS.intelligence.value(leadership, wireless=True) == value + 1


@rule("goeben", "11.1")
def test_one_attempt_a_day() -> None:
    board = at_sea(lying=LYING)
    form = plan_form(board, "commander")
    assert refused(form, "intelligence goeben") == []
    assert refused(form, "intelligence goeben\nintelligence breslau") == ["11.1"]
    played = play(board, intelligence(board))
    assert played.told(told.IntelligenceTried) == [], "nobody must"
    assert played.following == "movement"


@rule("goeben", "11.1")
@pytest.mark.parametrize(("leadership", "value"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
@pytest.mark.parametrize("wireless", [0, 1, 2])
def test_value_from_leadership_and_wireless(leadership: int, value: int, wireless: int) -> None:
    cargo = "+cargo=" + ",".join(["wireless"] * wireless) if wireless else ""
    played = tried(2, ship=f"messina+leadership={leadership}{cargo}")
    (event,) = played.told(told.IntelligenceTried)
    assert event.value == value + bool(wireless)


@rule("goeben", "11.1")
@pytest.mark.parametrize(
    ("value", "column"),
    [
        (0, ["si", "none", "none", "none", "none", "ir"]), (1, ["si", "none", "none", "none", "ir", "je"]),
        (2, ["si", "none", "none", "ir", "je", "je_ib"]), (3, ["si", "none", "ir", "ib", "jf", "je_ib"]),
    ],
)  # fmt: skip
def test_the_table(value: int, column: list[str]) -> None:
    assert [BOX.charts.intelligence.finding(die, value) for die in range(1, 7)] == column


@rule("goeben", "11.1")
@pytest.mark.parametrize(
    ("value", "findings"),
    [
        (0, ("si", "none", "none", "none", "none", "ir")), (1, ("si", "none", "none", "none", "ir", "je")),
        (2, ("si", "none", "none", "ir", "je", "je_ib")), (3, ("si", "none", "ir", "ib", "jf", "je_ib")),
    ],
)  # fmt: skip
def test_every_cell_of_the_intelligence_table(value: int, findings: tuple[str, ...]) -> None:
    assert tuple(BOX.charts.intelligence.finding(die, value) for die in range(1, 7)) == findings


@rule("goeben", "11.1")
@pytest.mark.parametrize(
    ("leadership", "wireless", "value"),
    [(0, False, 0), (2, False, 0), (3, False, 1), (4, False, 1), (5, False, 2), (7, False, 2), (2, True, 1),
     (6, True, 3)],
)  # fmt: skip
def test_the_intelligence_value(leadership: int, wireless: bool, value: int) -> None:
    assert BOX.charts.intelligence.value(leadership, wireless) == value


@rule("goeben", "11.1")
@rule("goeben", "20.0.1")
def test_one_attempt_a_day_for_the_whole_force() -> None:
    form = plan_form(at_sea(breslau="zante", ah_cl_1="pola"), "commander")
    assert refused(form, "intelligence goeben\nintelligence breslau") == ["11.1"]
    assert refused(form, "intelligence ah_cl_1") != []


@rule("goeben", "11.1", "11.1.1")
def test_of_two_captains_who_try_the_first_by_precedence_does() -> None:
    """One attempt a turn for ships that are apart too; the other hears that much and no more."""
    board = at_sea("captains", alert=3, goeben="malta_pz", breslau="zante+cargo=wireless")
    for seat in ("goeben", "breslau"):
        ordered(board, f"intelligence {seat} prefer=jam", seat)
    played = play(board, intelligence(board), dice=[(2,)])
    assert played.heard("goeben", day.IntelligenceTried) == [day.IntelligenceTried("goeben", 1, 2, "none")]
    assert not played.heard("breslau", day.IntelligenceTried)
    assert played.heard("breslau", day.AttemptForestalled) == [day.AttemptForestalled("breslau")]
    assert not played.heard("goeben", day.AttemptForestalled)
    assert board.day.news == ["goeben"]


@rule("goeben", "11.1", "11.1.1")
def test_a_captain_who_tries_alone_is_not_forestalled() -> None:
    board = at_sea("captains", alert=3, goeben="malta_pz", breslau="zante+hull=2")
    ordered(board, "intelligence breslau prefer=jam\nrepair breslau hull=1", "breslau")
    played = play(board, intelligence(board), dice=[(1,)])
    assert [event.ship for event in played.told(day.IntelligenceTried)] == ["breslau"], "a ship that outfits may try"
    assert not played.told(day.AttemptForestalled)


# --- 11.2 results


@rule("goeben", "11.2")
def test_intelligence_table() -> None:
    rows = [" ".join(CHARTS.intelligence.finding(die, value) for value in range(4)) for die in range(1, 7)]
    assert rows == [
        "si si si si",
        "none none none none",
        "none none none ir",
        "none none ir ib",
        "none ir je jf",
        "ir je je_ib je_ib",
    ]
    assert CHARTS.intelligence.alert == {"si": 1, "je": -1, "jf": -2}
    assert CHARTS.intelligence.shown == 2


@rule("goeben", "11.2")
@pytest.mark.parametrize(("ship", "die", "level"), [("", 1, 4), ("", 6, 2), ("+leadership=5+cargo=wireless", 5, 1)])
def test_signals_read_and_jammed(ship: str, die: int, level: int) -> None:
    """SI +1, JE -1, JF -2."""
    assert tried(die, ship=f"messina{ship}").board.state.alert == level


@rule("goeben", "11.2")
def test_ir_turns_up_two_units_of_one_place() -> None:
    board = at_sea(lying=LYING)
    ordered(board, "intelligence goeben at=malta_pz")
    played = play(board, intelligence(board), dice=[(5,)], draws=[(2, 0)])
    up = [marker.id for marker in board.markers_at("malta_pz") if marker.up]
    assert up == ["gb_ca_1", "gb_dd_1"]
    assert played.told(told.CountersShown) == [told.CountersShown("malta_pz", ("gb_dd_1", "gb_ca_1"))]
    assert not any(marker.up for marker in board.markers_at("toulon_pz"))
    assert board.state.reports[-1].counters == ("gb_dd_1", "gb_ca_1")


@rule("goeben", "11.2")
def test_ib_turns_up_all_units() -> None:
    played = tried(4, "intelligence goeben at=malta_pz", ship="messina+leadership=5+cargo=wireless")
    assert all(marker.up for marker in played.board.markers_at("malta_pz"))


@rule("goeben", "11.2")
def test_coastal_defences_are_units() -> None:
    played = tried(5, "intelligence goeben at=bone")
    assert played.told(told.CountersShown) == [told.CountersShown("bone", (), ("fort_3",))]
    assert played.board.state.forts["bone"][0].up


@rule("goeben", "11.2")
def test_the_player_says_where_if_the_plan_does_not() -> None:
    played = tried(5, reveal="choose toulon_pz")
    assert tuple(played.question("reveal").form.values()) == ("bone", "toulon_pz", "malta_pz")
    assert played.board.markers_at("toulon_pz")[0].up


@rule("goeben", "11.2")
@pytest.mark.parametrize(("prefer", "level", "up"), [("look", 3, True), ("jam", 2, False)])
def test_je_or_ib(prefer: str, level: int, up: bool) -> None:
    ship = "messina+leadership=5"
    asked = tried(6, "intelligence goeben at=malta_pz", ship=ship, choice=f"choose {prefer}")
    planned = tried(6, f"intelligence goeben at=malta_pz prefer={prefer}", ship=ship)
    assert planned.kinds == []
    for played in (asked, planned):
        assert played.board.state.alert == level
        assert played.board.markers_at("malta_pz")[0].up is up


@rule("goeben", "11.2")
def test_an_order_ahead_may_name_every_place_where_counters_lie_face_down() -> None:
    """The zones where they are laid out, and the ports that have coastal defences (3.0(3), 3.0(4))."""
    (reveal,) = (kind for kind in foreseen_kinds(BOX) if kind.kind == "reveal")
    ports = {space.id for space in BOX.spaces.values() if space.forts}
    assert set(reveal.answers) == {*BOX.numbers.setup.british, *BOX.numbers.setup.french, *ports}
    assert {"malta_pz", "malta", "port_said"} <= set(reveal.answers)


@rule("goeben", "11.2.1")
def test_with_the_option_what_was_found_slips_away_when_the_alert_changes() -> None:
    board = at_sea(lying=LYING, options=Options(return_on_alert=True), alert=6)
    ordered(board, "intelligence goeben at=malta_pz")
    play(board, intelligence(board), dice=[(5,)], draws=[(0, 1)])
    alert.change(board, 1, "pursue")
    assert len(board.markers_at("malta_pz")) == 3, "at the end of the track nothing has changed"
    alert.change(board, -1, "conflicting_orders")
    assert [marker.id for marker in board.markers_at("malta_pz")] == ["gb_dd_1"]
    assert {"gb_ca_1", "gb_bc_1"} <= set(board.state.pool)
    assert Played(board).told(told.SlippedAway) == [told.SlippedAway("malta_pz", ("gb_ca_1", "gb_bc_1"))]


@rule("goeben", "11.2.1")
def test_without_the_option_it_stays() -> None:
    board = at_sea(lying=LYING)
    ordered(board, "intelligence goeben at=malta_pz")
    play(board, intelligence(board), dice=[(5,)])
    alert.change(board, 1, "pursue")
    assert len(board.markers_at("malta_pz")) == 3


@rule("goeben", "11.2.1")
@rule("goeben", "2.2")
def test_ships_that_were_found_slip_away_coastal_defences_do_not() -> None:
    board = at_sea(options=Options(return_on_alert=True), goeben="zante+leadership=5+cargo=wireless", breslau="pola",
                   lying={"malta_pz": "gb_lc_2"}, forts={"malta": "fort_1"}, turn=2)  # fmt: skip
    attempted(board, [(4,)], at="malta_pz")
    board.day.tried = ""
    attempted(board, [(4,)], at="malta")
    meet(board, "pursue_1", draws=())
    assert "gb_lc_2" in board.state.pool
    assert [fort.up for fort in board.state.forts["malta"]] == [True]


@rule("goeben", "11.2.2")
@pytest.mark.parametrize(
    ("space", "lying", "forts", "ship", "die", "shown"),
    [
        ("adriatic_pz", "gb_ca_1 gb_ca_2 gb_dd_1 gb_dd_2 quiet_seas_1", "", "", 5, 2),
        ("adriatic_pz", "gb_ca_1", "", "", 5, 1),
        ("adriatic_pz", "gb_ca_1 gb_ca_2 gb_dd_1 gb_dd_2 quiet_seas_1", "", "+leadership=5+cargo=wireless", 4, 5),
        ("toulon", "", "fort_1 fort_5", "", 5, 2),
        ("alexandria", "", "fort_1 fort_5", "+leadership=5+cargo=wireless", 4, 2),
    ],
)  # fmt: skip
def test_what_intelligence_turns_up(space: str, lying: str, forts: str, ship: str, die: int, shown: int) -> None:
    board = at_sea(goeben=f"zante{ship}", lying={space: lying} if lying else {}, forts={space: forts} if forts else {})
    attempted(board, [(die,)], at=space)
    markers = [*board.markers_at(space), *board.state.forts.get(space, [])]
    assert sum(marker.up for marker in markers) == shown


@rule("goeben", "11.2.2")
def test_nothing_is_looked_for_on_the_high_seas() -> None:
    board = at_sea("campaign", lying={"adriatic_pz": "gb_ca_1", "malta_pz": "gb_ca_2"})
    board.state.campaign = Campaign(high_sea=["adriatic_pz"])
    assert looks(notes_of(board, "commander")) == ("malta_pz",)


@rule("goeben", "11.2.3")
@pytest.mark.parametrize(
    ("ship", "die", "before", "after"),
    [("", 6, 1, 1), ("", 6, 3, 2), ("+leadership=5+cargo=wireless", 5, 2, 1), ("+leadership=5+cargo=wireless", 5, 1, 1),
     ("+leadership=5+cargo=wireless", 5, 5, 3), ("", 1, 6, 6), ("", 1, 3, 4)],
)  # fmt: skip
def test_the_alert_level_stays_on_its_track(ship: str, die: int, before: int, after: int) -> None:
    board = at_sea(goeben=f"zante{ship}", alert=before)
    attempted(board, [(die,)])
    assert board.state.alert == after
