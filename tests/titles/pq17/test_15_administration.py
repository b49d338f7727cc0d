"""Chapter 15, the order-of-battle phase as it is played: what both sides are asked, and in which order it happens."""

from typing import Any

import pytest
from msgspec import structs

from games.kernel.errors import GameError
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign import preparations, withdrawals
from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.rules.campaign.unloading import unload_merchants
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.administration import Called, OrderOfBattleDone, ShipsChanged
from games.titles.pq17.state.roster import Away, Boxes, Unit
from games.titles.pq17.visibility.campaign import roster_of
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch15_campaign.administration import at_administration, lying_on, points_booked, refused, settle
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.rosters import KEYS

rule = pytest.mark.rule


@rule("pq17", "15.6")
def test_both_are_asked_at_one_stop_and_hear_nothing_of_each_other() -> None:
    board = at_administration("mar_2", Unit("suffolk", 1, "scapa_flow"))
    run = settle(board, {"administration@allied": "repair suffolk steps=1"})
    assert [(one.seat, one.kind, one.form.is_forced()) for one in run.asked] == [
        ("allied", "administration", False), ("axis", "administration", False),
    ]  # fmt: skip
    assert run.following == "next_fortnight"
    (allied,) = [one for one in events_for(board, "allied") if isinstance(one, ShipsChanged)]
    assert "suffolk 1 scapa_flow" in allied.went
    assert allied.docked == ("suffolk jun_1",)
    assert [one.side for one in events_for(board, "axis") if isinstance(one, ShipsChanged)] == ["axis"]
    assert not [one for one in events_for(board, "public") if not isinstance(one, OrderOfBattleDone)]


@rule("pq17", "15.6")
def test_who_is_in_dock_or_due_comes_before_what_arrives_is_counted() -> None:
    """A ship that comes back in this phase does not leave in it; one that leaves cannot be repaired."""
    due = Away(Unit("renown", 5, "clyde"), "repair", KEYS.index("may_1"))
    board = at_administration("may_1", away=[due])
    settle(board)
    assert lying_on(board, "renown") == [(5, "clyde")]
    gone = at_administration("may_1", Unit("renown", 1, "scapa_flow"))
    settle(gone, {"administration@allied": "repair renown steps=1"})
    assert [(one.unit.kind, one.why, one.back) for one in gone.roster.away] == [("renown", "leave", -1)]


@rule("pq17", "15.5.1")
@pytest.mark.parametrize(("steps", "back"), [(1, "clyde"), (2, "english_channel")])
def test_part_of_the_damage_may_be_repaired_and_the_owner_says_where_she_comes_back(steps: int, back: str) -> None:
    full = BOX.ships["king_george_v"].strength
    board = at_administration("mar_2", Unit("king_george_v", full - 2, "scapa_flow"))
    settle(board, {"administration@allied": f"repair king_george_v steps={steps} at={back}"})
    (away,) = [one for one in board.roster.away if one.unit.kind == "king_george_v"]
    assert (away.unit.strength, away.unit.place) == (full - 2 + steps, back)
    assert away.back == KEYS.index("mar_2") + 5 * steps


@rule("pq17", "15.5.1")
def test_no_more_is_repaired_than_was_lost() -> None:
    full = BOX.ships["king_george_v"].strength
    board = at_administration(
        "mar_2", Unit("king_george_v", full - 1, "scapa_flow"), Unit("duke_of_york", 2, "reykjavik")
    )
    assert [one[0] for one in refused(board, "allied", "repair king_george_v steps=2")] == ["/0/steps"]
    assert [one[0] for one in refused(board, "allied", "repair duke_of_york steps=1")] == ["/0/ship"]
    assert refused(board, "allied", "repair king_george_v steps=1\nrepair king_george_v steps=1") == [
        ("/1/order", "twice", "15.5.1")
    ]


@rule("pq17", "15.5.1a")
def test_tirpitz_is_mended_where_she_lies_for_a_point_and_not_twice_at_once() -> None:
    full = BOX.ships["tirpitz"].strength
    board = at_administration("mar_2", Unit("tirpitz", full - 2, "trondheim"))
    settle(board, {"administration@axis": "repair tirpitz steps=1"})
    assert points_booked(board) == 2
    assert lying_on(board, "tirpitz") == [(full - 2, "trondheim")]
    assert not sheet(board, "axis").docks
    board.roster.fortnight += 7
    settle(board)
    assert lying_on(board, "tirpitz") == [(full - 1, "trondheim")]


@rule("pq17", "15.5")
@pytest.mark.parametrize(("word", "docked"), [
    ("half", ["suffolk"]), ("all", ["kenya", "suffolk"]), ("none", []),
])  # fmt: skip
def test_a_side_that_is_never_asked_has_its_standing_instruction_carried_out(word: Any, docked: list[str]) -> None:
    board = at_administration("mar_2", Unit("suffolk", 1, "scapa_flow"), Unit("kenya", 3, "scapa_flow"))
    assert [BOX.ships[kind].strength for kind in ("suffolk", "kenya")] == [2, 4]
    board.state.instructions["allied"] = Instructions(administers="never", docks=word)
    run = settle(board)
    assert [one.seat for one in run.asked] == ["axis"]
    assert sorted(one.unit.kind for one in board.roster.away) == docked


@rule("pq17", "15.0")
def test_an_instruction_that_is_given_once_stands_until_it_is_changed() -> None:
    board = at_administration("mar_2")
    settle(board, {"administration@axis": "instruct administers does=never\ninstruct replaces does=fighters"})
    assert board.state.instructed("axis") == Instructions(administers="never", replaces="fighters")
    assert board.state.instructed("allied") == Instructions()
    assert [one.seat for one in settle(board).asked] == ["allied"]
    perform(board, preparations.preparations(board), says={"preparations@axis": "instruct administers does=each"})
    assert [one.seat for one in settle(board).asked] == ["allied", "axis"]


@rule("pq17", "15.8")
def test_a_task_force_that_was_at_sea_goes_where_its_owner_says() -> None:
    board = at_administration("apr_2", Unit("dd_a_i", 2, "scapa_flow", afloat=True), Unit("dd_a_i", 3, "reykjavik"))
    assert "trondheim" not in sheet(board, "allied").afloat["dd_a_i"]
    settle(board, {"administration@allied": "moor dd_a_i port=reykjavik"})
    assert lying_on(board, "dd_a_i") == [(5, "reykjavik")]
    assert [one[0] for one in refused(board, "allied", "moor dd_a_i port=reykjavik")] == ["/0/order"]


@rule("pq17", "15.8", "1.1.1")
def test_soviet_ships_go_to_soviet_ports_and_german_ones_to_norway() -> None:
    board = at_administration(
        "apr_2", Unit("dd_project_7", 2, "murmansk", afloat=True), Unit("tirpitz", 5, "narvik", afloat=True)
    )
    assert set(sheet(board, "allied").afloat["dd_project_7"]) == {"murmansk", "arkhangelsk"}
    assert "kiel" not in sheet(board, "axis").afloat["tirpitz"]
    settle(board)
    assert lying_on(board, "tirpitz") == [(5, "narvik")]


@rule("pq17", "15.7.2")
def test_the_owner_chooses_who_leaves_where_a_type_is_named() -> None:
    ships = [Unit("kenya", 3, "scapa_flow"), Unit("nigeria", 1, "scapa_flow"), Unit("dd_a_i", 4, "scapa_flow")]
    board = at_administration("apr_1", *ships, Unit("dd_j_r", 4, "scapa_flow"))
    assert sheet(board, "allied").leaving == {"cl": 1, "dd": 2}
    assert refused(board, "allied", "send kenya\nsend nigeria") == [("/1/ship", "count", "15.7.2")]
    assert refused(board, "allied", "send dd_a_i strength=2\nsend dd_j_r") == [("/1/ship", "count", "15.7.2")]
    settle(board, {"administration@allied": "send kenya\nsend dd_j_r strength=1"})
    assert lying_on(board, "kenya") == []
    assert lying_on(board, "nigeria") == [(1, "scapa_flow")]
    # One more destroyer goes than was named; two come in this fortnight.
    assert sum(strength for kind in ("dd_a_i", "dd_j_r") for strength, _ in lying_on(board, kind)) == 8 - 2 + 2
    assert points_booked(board) == 0


@rule("pq17", "15.6.3")
def test_no_more_steps_than_the_schedule_has_and_the_rest_is_lost() -> None:
    board = at_administration("mar_2", Unit("ju_88", 1, "banak"), Unit("bf_109", 1, "sola"))
    board.roster.away.append(Away(Unit("he_115", 1, "tromso"), "lost"))
    assert sheet(board, "axis").steps == 2
    three = "reinforce ju_88 base=banak\nreinforce bf_109 base=sola\nreinforce he_115 base=tromso"
    assert refused(board, "axis", three) == [("/2/steps", "steps", "15.6.3")]
    settle(board, {"administration@axis": "reinforce he_115 base=tromso"})
    assert (lying_on(board, "he_115"), lying_on(board, "ju_88")) == ([(1, "tromso")], [(1, "banak")])


@rule("pq17", "15.6.3")
@pytest.mark.parametrize(("word", "whole"), [("bombers", "ju_88"), ("fighters", "bf_109")])
def test_steps_go_first_where_the_standing_instruction_has_them(word: Any, whole: str) -> None:
    board = at_administration("nov_1", Unit("ju_88", 1, "banak"), Unit("bf_109", 1, "sola"))
    board.state.instructions["axis"] = Instructions(replaces=word)
    assert sheet(board, "axis").steps == 1
    settle(board)
    assert [kind for kind in ("ju_88", "bf_109") if lying_on(board, kind)[0][0] == 2] == [whole]


@rule("pq17", "15.6.4")
@pytest.mark.parametrize(("arrived", "steps"), [(0, 0), (1, 1), (3, 1), (4, 2)])
def test_convoys_bring_soviet_fighters(arrived: int, steps: int) -> None:
    board = at_administration(
        "mar_2", Unit("hurricane_soviet", 1, "vaenga"), Unit("hudson", 1, "wick"), arrived=arrived
    )
    form = sheet(board, "allied")
    assert form.steps == steps
    assert [one[0] for one in form.room] == ["hurricane_soviet"]


@rule("pq17", "15.6.5")
def test_an_upgrade_puts_a_whole_unit_in_the_place_of_the_old_one() -> None:
    board = at_administration("mar_2", Unit("hurricane_soviet", 3, "vaenga"), arrived=1)
    settle(board, {"administration@allied": "upgrade hurricane_soviet base=vaenga becomes=p_40"})
    assert (lying_on(board, "hurricane_soviet"), lying_on(board, "p_40")) == ([(2, "vaenga")], [(2, "vaenga")])


@rule("pq17", "15.6.1")
def test_lost_oilers_come_back_where_their_owner_says_in_the_second_fortnight() -> None:
    for key, found in (("apr_1", []), ("apr_2", [(1, "loch_ewe")])):
        board = at_administration(key, sunk=["aldersdale"])
        settle(board, {"administration@allied": "instruct oilers does=loch_ewe"})
        assert [(1, place) for _, place in lying_on(board, "aldersdale")] == found


@rule("pq17", "15.6.2")
def test_german_submarines_come_to_bergen_or_trondheim() -> None:
    board = at_administration("mar_2", boats_lost={"ss_british": 2})
    settle(board, {"administration@axis": "instruct boats_at does=trondheim"})
    assert lying_on(board, "ss_german") == [(2, "trondheim")]
    assert lying_on(board, "ss_british") == [(2, "lerwick")]


@rule("pq17", "15.4", "15.4.1")
def test_emergency_forces_are_paid_for_when_they_are_called_and_come_after_the_fortnight() -> None:
    board = at_administration("mar_1")
    run = perform(board, preparations.preparations(board), says={"preparations@allied": "call dd_a_i strength=3"})
    assert [one.seat for one in run.asked] == ["allied", "axis"]
    assert [(one.points, one.on) for one in board.state.bookings] == [(-6, "allied")]
    assert lying_on(board, "dd_a_i") == []
    assert [one for one in events_for(board, "allied") if isinstance(one, Called)] == [Called("allied", ("dd_a_i 3",))]
    assert events_for(board, "axis") == []
    settle(board)
    assert lying_on(board, "dd_a_i") == [(3, "scapa_flow")]
    assert board.roster.called == {}


@rule("pq17", "15.4.1", "15.4.2")
@pytest.mark.parametrize(("side", "most", "beyond"), [
    ("allied", "call dd_a_i strength=2\ncall tb_old strength=2", "call dd_a_i strength=2\ncall tb_old strength=3"),
    ("allied", "call dd_a_i strength=4\ncall dd_us strength=4", "call dd_a_i strength=3\ncall tb_old strength=2"),
    ("axis", "call tb_35_37 strength=2", "call tb_35_37 strength=3"),
])  # fmt: skip
def test_so_much_may_be_called_in_a_fortnight(side: Any, most: str, beyond: str) -> None:
    form = preparations.form_of(at_administration("mar_1"), side)
    form.accept(form.parse(most))
    with pytest.raises(GameError) as error:
        form.accept(form.parse(beyond))
    assert error.value.problems[0].pointer.endswith("/strength")


@rule("pq17", "15.4a", "15.4.3c")
def test_they_go_in_the_next_phase_unless_they_are_paid_for_again() -> None:
    called, green = Unit("dd_a_i", 3, "scapa_flow", emergency=True), Unit("tb_old", 1, "scapa_flow", emergency=True)
    green.green = True
    board = at_administration("apr_2", called, green)
    assert sheet(board, "allied").kept == 3
    settle(board, {"administration@allied": "keep 2"})
    assert (lying_on(board, "dd_a_i"), lying_on(board, "tb_old")) == ([(2, "scapa_flow")], [])
    assert points_booked(board) == -4


@rule("pq17", "15.4.3", "15.4.3b")
@pytest.mark.parametrize(("key", "offered"), [("apr_2", False), ("may_1", True)])
def test_new_ships_may_come_four_fortnights_early_with_a_green_crew(key: str, offered: bool) -> None:
    board = at_administration(key, green=True, ev="")
    assert ("anson" in preparations.form_of(board, "allied").new) is offered
    assert preparations.form_of(at_administration(key), "allied").new == ()


@rule("pq17", "15.4.3", "15.4.3b")
def test_who_came_early_does_not_come_again_and_is_green_until_her_time() -> None:
    board = at_administration("may_1", green=True, ev="")
    perform(board, preparations.preparations(board), says={"preparations@allied": "early anson"})
    settle(board)
    (anson,) = [unit for unit in board.roster.units if unit.kind == "anson"]
    assert (anson.place, anson.green, anson.due) == ("scapa_flow", True, KEYS.index("jul_1"))
    assert "anson" not in preparations.form_of(board, "allied").new
    board.roster.units.remove(anson)
    board.roster.fortnight = KEYS.index("jul_1")
    settle(board)
    assert lying_on(board, "anson") == []


@rule("pq17", "15.8.3b")
def test_ev_takes_every_new_light_ship() -> None:
    board = at_administration("may_1", green=True)
    form = preparations.form_of(board, "allied")
    assert (form.new, form.due) == (("anson", "dd_j_r"), ("dd_j_r",))
    with pytest.raises(GameError) as error:
        form.accept(form.parse("early anson"))
    assert [(one.code, one.rule) for one in error.value.problems] == [("missing", "15.8.3b")]


def boxed(*units: Unit) -> dict[str, Boxes]:
    return {"murmansk": Boxes(unloading=list(units))}


@rule("pq17", "15.2.2", "15.2.2a")
def test_the_owner_names_what_is_unloaded_first_when_the_next_operation_is_over() -> None:
    """Of nine merchants and four tankers, two of which lie in the port still, eleven are unloaded."""
    units = (Unit("mv", 9, "murmansk"), Unit("mo", 2, "murmansk"))
    board = at_administration("apr_1", Unit("mo", 2, "murmansk", laden=True), boxes=boxed(*units))
    assert sheet(board, "allied").cargo == {"murmansk": {"mv": 9, "mo": 4}, "arkhangelsk": {}}
    settle(board, {"administration@allied": "unload murmansk ship=mo strength=3"})
    assert not sheet(board, "axis").cargo
    unload_merchants(BOX, board.roster)
    assert {unit.kind: unit.strength for unit in board.roster.boxes["murmansk"].down} == {"mo": 3, "mv": 8}
    assert board.roster.unload_first == {}


@rule("pq17", "15.2.2")
@pytest.mark.parametrize(("word", "left"), [("mv", {"mo": 2}), ("mo", {"mv": 2})])
def test_which_kind_is_unloaded_before_others_is_a_standing_instruction(word: Any, left: dict[str, int]) -> None:
    board = embark_none("mar_2")
    board.roster.boxes = boxed(Unit("mv", 9, "murmansk"), Unit("mo", 4, "murmansk"))
    board.state.instructions["allied"] = Instructions(unloads=word)
    perform(board, fortnights.unloading(board))
    assert {unit.kind: unit.strength for unit in board.roster.boxes["murmansk"].unloading} == left


def embark_none(key: str) -> Board:
    """A fortnight in which no operation is played."""
    board = at_administration(key)
    now = BOX.campaign.fortnights[KEYS.index(key)]
    board.state.composed = BOX.campaign.bare(now, {})
    board.state.command = begin_fortnight(BOX, board.roster)
    return board


@rule("pq17", "15.2.2")
def test_no_more_is_named_than_a_port_unloads_or_holds() -> None:
    board = at_administration("apr_1", boxes=boxed(Unit("mv", 12, "murmansk"), Unit("mo", 4, "murmansk")))
    assert [one[0] for one in refused(board, "allied", "unload murmansk ship=mv strength=12")] == ["/0/strength"]
    assert refused(board, "allied", "unload murmansk ship=mo strength=5")
    text = "unload murmansk ship=mv strength={}\nunload murmansk ship=mo strength=4"
    assert refused(board, "allied", text.format(8)) == [("/1/strength", "count", "15.2.2")]
    sheet(board, "allied").accept(sheet(board, "allied").parse(text.format(7)))


async def no_ice(*_: Any, **__: Any) -> dict[str, Any]:
    return {}


def patrolling(key: str, *others: str) -> Board:
    ships = ("norfolk", "kent", *others)
    units = [Unit(ship, BOX.ships[ship].strength, "scapa_flow") for ship in ships]
    return at_administration(key, *units, patrol=["norfolk", "kent"])


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(("text", "patrol"), [
    ("pass", ["berwick", "kent"]),
    ("relieve kent by=suffolk", ["norfolk", "suffolk"]),
    ("relieve norfolk by=suffolk\nrelieve kent by=london", ["suffolk", "london"]),
])  # fmt: skip
def test_the_owner_says_who_takes_over_on_patrol_white(
    text: str, patrol: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fortnights, "ice_of_fortnight", no_ice)
    board = patrolling("may_2", "berwick", "london", "suffolk")
    settle(board, {"administration@allied": text})
    board.roster.fortnight += 1
    perform(board, fortnights.fortnight(board))
    assert board.roster.patrol == patrol
    board.roster.fortnight += 1
    perform(board, fortnights.fortnight(board))
    assert board.roster.patrol != patrol


@rule("pq17", "15.8.1")
def test_heavy_cruisers_take_over_before_battle_cruisers_and_those_before_light_ones() -> None:
    board = patrolling("may_2", "berwick", "renown", "kenya")
    assert sheet(board, "allied").reliefs == {"berwick": 0, "renown": 1, "kenya": 2}
    assert refused(board, "allied", "relieve kent by=renown") == [("/0/by", "rank", "15.8.1")]
    text = "relieve kent by=berwick\nrelieve norfolk by={}"
    assert refused(board, "allied", text.format("kenya")) == [("/1/by", "rank", "15.8.1")]
    assert refused(board, "allied", text.format("berwick")) == [("/1/by", "twice", "15.8.1")]
    sheet(board, "allied").accept(sheet(board, "allied").parse(text.format("renown")))
    assert [one[0] for one in refused(board, "allied", "relieve berwick by=renown")] == ["/0/ship"]


@rule("pq17", "15.8.1", "15.5.1")
def test_who_goes_into_dock_relieves_nobody_and_no_heavier_ship_is_waited_for() -> None:
    """Once Berwick is in dock the battle cruiser may take over."""
    board = patrolling("may_2", "berwick", "renown")
    form = structs.replace(sheet(board, "allied"), docks={"berwick": 1}, in_place=("berwick",))
    wrong = {text: [one.code for one in form.problems(form.read(form.parse(text)))] for text in (
        "repair berwick steps=1\nrelieve kent by=berwick", "repair berwick steps=1\nrelieve kent by=renown",
    )}  # fmt: skip
    assert list(wrong.values()) == [["twice"], []]


@rule("pq17", "15.8.1", "15.0a")
@pytest.mark.parametrize(("key", "asked"), [("mar_1", False), ("mar_2", True), ("dec_2", False)])
def test_nobody_is_relieved_in_march_and_the_axis_is_told_of_nobody(key: str, asked: bool) -> None:
    board = patrolling(key, "berwick")
    assert bool(sheet(board, "allied").reliefs) is asked
    assert not sheet(board, "axis").patrol
    board.roster.unload_first = {"murmansk": {"mo": 1}}
    assert roster_of(board, ("axis",)).unload_first == {}
    assert roster_of(board, ("allied",)).unload_first == {"murmansk": {"mo": 1}}


@rule("pq17", "15.7.5", "15.7.4", "15.0a")
@pytest.mark.parametrize(("option", "there"), [(True, [(4, "narvik")]), (False, [])])
def test_whether_german_ships_are_sailed_home_is_an_option(option: bool, there: list[tuple[int, str]]) -> None:
    board = at_administration("jul_2", Unit("lutzow", 4, "narvik"))
    board.state.options = Options(sailing_home=option)
    settle(board)
    assert lying_on(board, "lutzow") == there
    assert roster_of(board, ("axis",)).overdue == ({"lutzow": 1} if option else {})
    assert roster_of(board, ("allied",)).overdue == {}


@rule("pq17", "15.7.5", "15.0a")
@pytest.mark.parametrize(("units", "late", "text", "there", "due"), [
    ([("lutzow", 4, "narvik")], ("lutzow",), "homeward lutzow", [(4, "kiel")], {"lutzow": 1}),
    ([("lutzow", 4, "narvik")], ("lutzow",), "pass", [(4, "narvik")], {"lutzow": 1}),
    ([("lutzow", 4, "kiel")], (), "pass", [], {}),
])  # fmt: skip
def test_a_late_german_ship_may_begin_the_next_operation_in_germany(
    units: list[tuple[str, int, str]], late: tuple[str, ...], text: str, there: list[Any], due: dict[str, int]
) -> None:
    board = at_administration("jul_2", *(Unit(*one) for one in units))
    board.state.options = Options(sailing_home=True)
    assert (sheet(board, "axis").late, sheet(board, "allied").late) == (late, ())
    settle(board, {"administration@axis": text})
    assert lying_on(board, "lutzow") == there
    assert board.roster.overdue == due
    assert "lutzow" not in str(events_for(board, "allied"))


@rule("pq17", "15.7.5", "15.7.4")
def test_a_late_ship_that_lies_in_kiel_is_gone_a_fortnight_later() -> None:
    board = at_administration("jul_2", Unit("lutzow", 4, "narvik"))
    board.state.options = Options(sailing_home=True)
    settle(board, {"administration@axis": "homeward lutzow"})
    board.roster.fortnight += 1
    settle(board)
    assert (lying_on(board, "lutzow"), board.roster.overdue) == ([], {})


@rule("pq17", "15.7.5")
def test_of_a_class_so_much_begins_at_home_as_is_due() -> None:
    board = at_administration("aug_2", Unit("dd_34_36", 4, "narvik"))
    board.state.options = Options(sailing_home=True)
    due = sum(withdrawals.overdue_ships(BOX, board.roster).values())
    assert 0 < due < 4
    settle(board, {"administration@axis": "homeward dd_34_36"})
    assert sorted(lying_on(board, "dd_34_36")) == sorted([(4 - due, "narvik"), (due, "kiel")])


@rule("pq17", "15.7.5")
@pytest.mark.parametrize("option", [True, False])
def test_who_is_not_late_stays_where_he_is(option: bool) -> None:
    board = at_administration("jul_1", Unit("lutzow", 4, "narvik"))
    board.state.options = Options(sailing_home=option)
    assert sheet(board, "axis").late == ()
    with pytest.raises(GameError):
        sheet(board, "axis").accept(sheet(board, "axis").parse("homeward lutzow"))
