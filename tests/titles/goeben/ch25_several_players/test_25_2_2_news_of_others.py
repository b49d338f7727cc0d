"""What a captain learns, and forms built from it (25.2.2, 25.2.3)."""

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from games.kernel.conformance.play import play_out
from games.kernel.conformance.two_worlds import check_redeal
from games.kernel.events import NOBODY, PUBLIC, UMPIRE, Audience
from games.titles.goeben import rules
from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.mission.setup import muster
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import News
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.events import incidents as befallen
from games.titles.goeben.state.events.day import AlertChanged, Damaged, Scored
from games.titles.goeben.state.events.setup import CountersLaid
from games.titles.goeben.state.state import Marker, State
from games.titles.goeben.title import FORMS
from games.titles.goeben.visibility.hearing import may_hear
from games.titles.goeben.visibility.knowledge import known_stock, take_notes
from games.titles.goeben.visibility.notes import CaptainsNotes, Notes, notes_of, tell_noted
from games.titles.goeben.visibility.redeal import conserved
from tests.titles.goeben.box import BOX
from tests.titles.goeben.captains import apart, parted, worlds
from tests.titles.goeben.fights import SEA, battle_board, fight
from tests.titles.goeben.laid_out import at_sea, plain, play
from tests.titles.goeben.skirmishes import Skirmish
from tests.titles.loading import load

rule = pytest.mark.rule


def _functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function of the rules, with its file."""
    for path in sorted(Path(inspect.getfile(rules)).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield path.name, node


def _calls(node: ast.AST) -> set[str]:
    """The names that are called in a function."""
    calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return {one.id for one in calls if isinstance(one, ast.Name)}


def _takes(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The types of its arguments."""
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return {ast.unparse(one.annotation) for one in arguments if one.annotation is not None}


FORM_NAMES = {form.__name__ for form in FORMS}
ARITHMETIC = {("outfit.py", "_shared")}
"""It uses the form to share without asking, and shows it to nobody."""


def pursued(lying: dict[str, str], **more: object) -> Board:
    """Goeben meets a battlecruiser; what lies around she has not seen."""
    board = battle_board("gb_bc_1", doctrine="ask-first", scenario="captains", **more)  # type: ignore[arg-type]
    take_notes(board)
    for space, counter in lying.items():
        board.state.pool.remove(counter)
        board.lay(space, Marker(counter))
    return board


# --- 25.2.2 news


@pytest.mark.rule("goeben", "25.2.2")
@pytest.mark.rule("goeben", "25.2")
@pytest.mark.parametrize(
    ("goeben", "breslau", "hear"),
    [
        ("malta_pz", "messina", {"goeben"}),
        ("malta_pz", "malta_pz", {"goeben", "breslau"}),
        ("malta_pz+cargo=wireless", "messina+cargo=wireless", {"goeben", "breslau"}),
        ("malta_pz", "messina+cargo=wireless", {"goeben"}),
    ],
)
def test_damage_is_told_to_those_who_see_or_hear_of_it(goeben: str, breslau: str, hear: set[str]) -> None:
    board = at_sea("captains", goeben=goeben, breslau=breslau)
    hurt(board, board.ship("goeben"), "hull", 1)
    assert {seat for seat in ("goeben", "breslau", PUBLIC) if board.told[0].for_seat(seat) is not None} == hear
    assert isinstance(plain(board.told[0].for_seat("goeben")), Damaged)


@rule("goeben", "25.2.2", "7.4")
def test_colliers_that_the_captain_does_not_see_may_be_used_up() -> None:
    assert {tuple(world.colliers) for world in worlds(apart())} == {("malta_pz", "matapan"), ("malta_pz",)}


@rule("goeben", "25.2.2", "14.14")
def test_zones_that_the_captain_does_not_see_may_be_clear() -> None:
    board = apart()
    found = worlds(board)
    assert {len(world.lying["adriatic_pz"]) for world in found} == {0, 2}
    assert {len(world.lying["malta_pz"]) for world in found} == {1}
    assert all(conserved(BOX, world) == conserved(BOX, board.state) for world in found)


@rule("goeben", "25.2.2")
@pytest.mark.parametrize(
    "counts",
    [
        lambda state: len(state.colliers),
        lambda state: sum(map(len, state.lying.values())),
        lambda state: sum(map(ord, "".join(ship.at for ship in state.ships))),
    ],
    ids=["colliers", "zones", "ships"],
)
def test_the_gate_notices_a_view_that_counts_them(counts: Callable[[State], int]) -> None:
    title = load("goeben")

    def leaking(state: State, seat: str) -> Any:
        return structs.replace(title.secrecy.view(state, seat), forts_aside=counts(state))

    play = play_out(title.evolve(view=leaking), "captains", title.options.type(), 0, most_stops=30)
    assert any("the observer sees it" in finding.what for finding in check_redeal(play))


@rule("goeben", "25.2.2")
def test_captains_do_not_hear_how_many_counters_are_left() -> None:
    for scenario, told_ in (("captains", 0), ("campaign", 41)):
        board = at_sea(scenario, options=Options(orders="campaign"))
        laid = play(board, muster(board)).told(CountersLaid)
        assert [event.pool for event in laid][-1] == told_


# --- 25.2.3 forms and events


@rule("goeben", "25.2.3")
def test_every_form_is_built_from_notes_alone() -> None:
    """No function that makes a form can see the true board."""
    building = [(file, node) for file, node in _functions() if FORM_NAMES & _calls(node)]
    assert len(building) > 12
    seeing = [
        (file, node.name)
        for file, node in building
        if (file, node.name) not in ARITHMETIC and ("Notes" not in _takes(node) or "Board" in _takes(node))
    ]
    assert not seeing


@rule("goeben", "25.2.3")
def test_every_question_has_its_form_built_from_the_notes_of_its_seat() -> None:
    asking = {(file, node.name) for file, node in _functions() if "Ask" in _calls(node)}
    assert asking == {("roles.py", "question"), ("doctrine.py", "doctrine_question")}
    assert all("notes_of" in _calls(node) for file, node in _functions() if (file, node.name) in asking)


@rule("goeben", "25.2.3")
def test_notes_of_a_captain_are_made_of_his_view() -> None:
    """The constructor is not given the board; what is missing in the view cannot be in them."""
    assert list(inspect.signature(CaptainsNotes.__init__).parameters) == ["self", "box", "seen", "doctrine"]
    assert isinstance(notes_of(parted(), "breslau"), CaptainsNotes)


@rule("goeben", "25.2.3")
@pytest.mark.parametrize("scenario", ["ottoman_alliance", "officers", "austrian"])
def test_where_nobody_sails_alone_all_know_the_sea(scenario: str) -> None:
    board = at_sea(scenario)
    assert notes_of(board, "commander").state is board.state
    assert notes_of(parted(), UMPIRE).seat == UMPIRE


@rule("goeben", "25.2.3")
def test_every_event_of_days_at_random_is_one_that_its_captain_may_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is told, by whatever step, to a captain or to spectators, judged when it is told.

    Not judged is what follows for points and alert level, when the ships that saw it may be gone, and Austro-Hungarian
    ships, which tell of their loss when they are gone already.
    """
    true, heard, wrong = Board.emit, list[str](), list[Any]()

    def emit(board: Board, event: Any, *, to: Audience = NOBODY, reduced: Any = None) -> None:
        true(board, event, to=to, reduced=reduced)
        for seat in (*board.state.seats, PUBLIC) if board.mode == "captains" else ():
            form: Any = board.told[-1].for_seat(seat)
            if isinstance(form, News) and not (isinstance(form.news, Scored | AlertChanged) and form.news.why):
                heard.append(seat)
                wrong.extend([(seat, form)] if not may_hear(board, form.news, seat) else [])

    monkeypatch.setattr(Board, "emit", emit)
    for seed in range(300):
        day = Skirmish(seed)
        if day.board.mode == "captains" and not day.board.state.options.austro_hungarian:
            assert list(day.steps())
            assert not wrong
    assert len(heard) > 500


@rule("goeben", "25.2.3")
def test_what_lies_face_down_has_no_name_in_notes() -> None:
    notes = notes_of(parted(), "goeben")
    assert [marker.id for marker in notes.markers_at("malta_pz")] == ["gb_bc_1", ""]
    assert [marker.id for marker in notes.markers_at("adriatic_pz")] == ["", ""]
    assert [marker.id for marker in notes.state.forts["bone"]] == [""]
    assert not notes.state.pool
    assert notes.is_barred("adriatic_pz")
    assert not notes.is_barred("zante")


@rule("goeben", "25.2.3")
def test_notes_hold_what_was_seen_last() -> None:
    board = parted()
    board.state.colliers = []
    board.lift("adriatic_pz", "gb_lc_1")
    board.lay("spartivento", Marker("storm_1"))
    notes = notes_of(board, "goeben")
    assert notes.state.colliers == ["zante"]
    assert len(notes.markers_at("adriatic_pz")) == 2
    assert not notes.is_barred("spartivento")
    assert notes.ship("breslau").at == "messina"


@rule("goeben", "25.2.3")
def test_a_ship_that_was_last_seen_where_he_looks_now_is_not_there() -> None:
    board = parted(goeben="messina")
    assert notes_of(board, "goeben").ship("breslau").at == ""
    assert notes_of(board, "goeben").state.available == known_stock(board, "goeben")


@rule("goeben", "25.2.3")
@rule("goeben", "20.0")
@pytest.mark.parametrize(
    ("goeben", "breslau", "option", "held"),
    [
        ("pola", "malta_pz", False, {"goeben": True, "breslau": None}),
        ("zante", "zante", False, {"goeben": False, "breslau": False}),
        ("zante", "zante", True, {"goeben": False, "breslau": None}),
        ("zante", "malta_pz", False, {"goeben": None, "breslau": None}),
    ],
)
def test_who_knows_whether_a_ship_is_in_the_adriatic(
    goeben: str, breslau: str, option: bool, held: dict[str, bool | None]
) -> None:
    """The first captain has the Austro-Hungarian ships under him; another cannot know where they are."""
    board = parted(goeben, breslau, options=Options(austro_hungarian=option))
    assert {seat: notes_of(board, seat).held("adriatic") for seat in held} == held


@rule("goeben", "25.2.3")
def test_notes_tell_nothing() -> None:
    with pytest.raises(TypeError):
        notes_of(parted(), "goeben").tell(told.NoBattle("zante", "storm"))


@rule("goeben", "25.2.3")
def test_each_captain_is_told_by_his_own_notes() -> None:
    def event(notes: Notes) -> befallen.Befell:
        return befallen.Befell("zante", "storm", notes.state.colliers == [])

    board = parted()
    board.state.logs["breslau"].spaces.clear()
    board.told.clear()
    tell_noted(board, ("goeben", "breslau"), event)
    heard = [{seat: plain(one.for_seat(seat)) for seat in ("goeben", "breslau")} for one in board.told]
    assert heard == [
        {"goeben": befallen.Befell("zante", "storm"), "breslau": None},
        {"goeben": None, "breslau": befallen.Befell("zante", "storm", True)},
    ]
    tell_noted(board, (), event)
    assert len(board.told) == 3, "the umpire hears of what nobody sees"


@rule("goeben", "14.4.4")
@rule("goeben", "25.2.3")
def test_a_captain_breaks_off_to_where_his_notes_show_nothing() -> None:
    board = pursued({"ionian_s": "storm_1"})
    board.state.logs["goeben"].spaces["zante"] = board.state.logs["goeben"].spaces[SEA]
    form = fight(board, dice=[(6,)], says={"engage": "withdraw goeben to=corfu_sea"}).question("engage").form
    assert form.exits["goeben"] == ("sicily_e", "spartivento", "ionian_s", "corfu_sea", "ionian_e")
    assert ("zante", "14.4") in [(bar.value, bar.rule) for bar in form.unavailable_values()]
    assert board.ship("goeben").at == "corfu_sea"


@rule("goeben", "14.4.4")
@rule("goeben", "25.2.3")
def test_who_finds_a_counter_on_the_way_out_goes_elsewhere_and_has_seen_it() -> None:
    board = pursued({"ionian_s": "storm_1", "sicily_e": "pursue_1"})
    played = fight(board, dice=[(6,)], says={"engage": "withdraw goeben to=ionian_s"})
    assert played.heard("goeben", told.WayOutBarred) == [told.WayOutBarred("goeben", "ionian_s")]
    assert played.heard("goeben", told.GermansBrokeOff) == [told.GermansBrokeOff(SEA, {"goeben": "spartivento"})]
    assert not played.heard("breslau", told.WayOutBarred)
    assert notes_of(board, "goeben").is_barred("ionian_s")
    assert not notes_of(board, "goeben").is_barred("sicily_e"), "she has not been there"


@rule("goeben", "14.4.4")
@rule("goeben", "25.2.3")
def test_where_every_way_out_is_barred_in_truth_they_fight() -> None:
    near = ("sicily_e", "spartivento", "ionian_s", "corfu_sea", "zante", "ionian_e")
    markers = ("storm_1", "storm_2", "pursue_1", "pursue_2", "minefield_1", "berlin_1")
    board = pursued(dict(zip(near, markers, strict=True)))
    played = play(board, contact(board), dice=[(6,)], says={"engage": "withdraw goeben to=zante"})
    assert played.following == "salvo"
    assert played.heard("goeben", told.WayOutBarred) == [told.WayOutBarred("goeben", "zante")]
    assert not played.told(told.GermansBrokeOff)
    assert board.ship("goeben").at == SEA
