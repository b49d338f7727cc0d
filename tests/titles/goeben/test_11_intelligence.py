"""11.0 Intelligence; 21.2 reconnaissance; 11.2.1 what slips away."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.state import alert
from games.titles.goeben.state.events import day as told
from games.titles.goeben.visibility.foreseen import foreseen_kinds
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play, refused

rule = pytest.mark.rule

LYING = {"malta_pz": "gb_ca_1 gb_bc_1 gb_dd_1", "toulon_pz": "fr_ca_1"}


def tried(
    die: int, orders: str = "intelligence goeben", *, ship: str = "messina", start: int = 3, **more: str
) -> Played:
    board = at_sea(goeben=ship, lying=LYING, forts={"bone": "fort_3"}, alert=start)
    return play(ordered(board, orders), intelligence(board), dice=[(die,)], says=more)


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


@rule("goeben", "21.2")
@pytest.mark.parametrize(
    ("die", "lost", "up"), [(1, True, False), (2, False, False), (3, False, False), (4, False, True)]
)
def test_a_seaplane_scouts_the_next_space(die: int, lost: bool, up: bool) -> None:
    board = at_sea(options=Options(seaplane=True), goeben="sicily_e+cargo=seaplane", lying=LYING)
    form = plan_form(board, "commander")
    assert refused(form, "scout goeben space=toulon_pz") != []
    assert refused(form, "scout breslau space=spartivento") != []
    ordered(board, "scout goeben space=malta_pz")
    play(board, intelligence(board), dice=[(die,)])
    assert ("seaplane" not in board.ship("goeben").cargo) is lost
    assert board.state.available["seaplane"] == BOX.cargo["seaplane"].count - (not lost)
    assert all(marker.up is up for marker in board.markers_at("malta_pz"))


@rule("goeben", "21.2")
def test_once_a_day() -> None:
    board = at_sea(options=Options(seaplane=True), goeben="sicily_e+cargo=seaplane", lying=LYING)
    text = "scout goeben space=malta_pz\nscout goeben space=spartivento"
    assert refused(plan_form(board, "commander"), text) == ["4.1"]


@rule("goeben", "11.2")
def test_an_order_ahead_may_name_every_place_where_counters_lie_face_down() -> None:
    """The zones where they are laid out, and the ports that have coastal defences (3.0(3), 3.0(4))."""
    (reveal,) = (kind for kind in foreseen_kinds(BOX) if kind.kind == "reveal")
    ports = {space.id for space in BOX.spaces.values() if space.forts}
    assert set(reveal.answers) == {*BOX.numbers.setup.british, *BOX.numbers.setup.french, *ports}
    assert {"malta_pz", "malta", "port_said"} <= set(reveal.answers)
