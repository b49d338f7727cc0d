"""Goeben's orders by taps: ways and their costs, purses, proposals and previews."""

import zlib
from typing import Any

import pytest

from games.kernel.codec import encode
from games.kernel.drafts import PreviewLine
from games.kernel.events import EVERYBODY
from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.orders import Take
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form, revise
from games.titles.goeben.rules.mission.fitting import fit_out, stowage
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Marker
from tests.titles.goeben.boards import FORTS, LYING
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule
LARGEST = 3000
"""Bytes of a stored question, deflated."""


def form_of(board: Board) -> DayPlan:
    return plan_form(board, "commander")


def rings(form: DayPlan, *ships: str, way: tuple[str, ...] = ()) -> dict[str, tuple[int, str, str]]:
    """What can be reached next: the price, the tone, the cost in words."""
    draft = [{"order": "move", "ships": list(ships), "way": list(way)}]
    return {one.value: (one.price, one.band, one.note.en) for one in form.completions(draft, "/0/way")}


def lines(form: DayPlan, text: str) -> list[tuple[str, str, str]]:
    outlook = form.preview(form.write(form.accept(form.parse(text))))
    return [(line.pointer, line.tone, line.text.en) for line in outlook.lines]


# --- 12.0 ways


@rule("goeben", "12.1")
@rule("goeben", "12.2")
@rule("goeben", "12.3")
def test_every_place_in_reach_says_what_it_costs() -> None:
    found = rings(form_of(at_sea(goeben="messina")), "goeben")
    assert found["matapan"] == (4, "free", "cruise: no coal")
    assert found["kithera"] == (5, "spends", "maximum: 1 coal")
    assert found["cyclades_w"] == (6, "risk", "emergency: 1 coal, engines fail on 1–2")
    assert "athens" not in found


@rule("goeben", "12.0")
def test_ships_together_go_as_far_as_the_slowest_and_each_pays_her_own_coal() -> None:
    form = form_of(at_sea(options=Options(fleet="all_four"), moltke="messina"))
    alone, together = rings(form, "moltke"), rings(form, "goeben", "moltke")
    assert (alone["athens"][0], "athens" in together) == (7, False)
    assert alone["kithera"] == (5, "free", "cruise: no coal")
    assert together["kithera"] == (5, "spends", "maximum: 1 coal (1 of 2 ships)")
    assert together["cyclades_w"] == (6, "risk", "emergency: 1 coal each, engines fail on 1–2 (1 of 2 ships)")
    assert refused(form, "move goeben,moltke way=kithera,cyclades_w,athens") == ["12.0"]


@rule("goeben", "12.1")
def test_without_coal_only_what_costs_none_is_in_reach() -> None:
    found = rings(form_of(at_sea(goeben="messina+coal=0")), "goeben")
    assert {tone for _, tone, _ in found.values()} == {"free"}


@rule("goeben", "12.5")
@rule("goeben", "4.1.3")
def test_nothing_beyond_a_stop_is_in_reach() -> None:
    board = at_sea(goeben="messina", lying={"ionian_c": "gb_lc_2"})
    form = form_of(board)
    assert rings(form, "goeben", way=("spartivento", "ionian_c")) == {}
    assert rings(form, "goeben")["zante"][0] == 3, "around it"


@rule("goeben", "12.0")
def test_a_way_is_written_by_marks_and_stored_by_every_space() -> None:
    form = form_of(at_sea())
    (order,) = form.accept(form.parse("move goeben,breslau way=zante,kithera"))
    assert form.write((order,))[0]["way"] == ("sicily_e", "ionian_c", "zante", "matapan", "kithera")
    assert form.render((order,)) == "move goeben,breslau way=zante,kithera"


@rule("goeben", "4.1.3")
@rule("goeben", "4.1")
@pytest.mark.parametrize(
    ("planned", "lying", "stands"),
    [
        ("spartivento,ionian_c,zante", "ionian_c", ("spartivento", "corfu_sea", "zante")),
        ("spartivento,ionian_c,zante", "corfu_sea", ("spartivento", "ionian_c", "zante")),
        ("stromboli,tyrrhenian_s", "stromboli", ("stromboli",)),
    ],
)
def test_a_plan_that_meets_a_new_counter_leads_around_it_or_to_it(
    planned: str, lying: str, stands: tuple[str, ...]
) -> None:
    board = at_sea(goeben="messina", breslau="pola")
    ordered(board, f"move goeben way={planned}")
    board.lay(lying, Marker("gb_lc_2"))
    board.mark_news(EVERYBODY)
    played = play(board, revise(board))
    form = played.question("revise").form
    assert [order.way for order in form.default()] == [stands]
    assert board.day.plans["commander"] == form.default()


# --- 8.0 purses


@rule("goeben", "8.5")
@rule("goeben", "8.2")
@rule("goeben", "8.3")
def test_what_is_bought_is_paid_out_of_points_boxes_and_counters() -> None:
    form = form_of(at_sea(goeben="pola+cargo=optics", breslau="messina"))
    limits = {purse.key: (purse.limit, purse.rule) for purse in form.purses()}
    assert limits["points.goeben"] == (4, "8.5")
    assert limits["boxes.goeben"] == (form.berths[0].hull - 1, "8.2"), "the optics fill one"
    assert limits["left.wireless"] == (2, "8.3")
    assert "points.breslau" not in limits
    draft = [{"order": "take", "ship": "goeben", "cargo": ["calculator", "wireless"]}]
    spent = form.preview(draft).spent
    assert (spent["points.goeben"], spent["boxes.goeben"], spent["left.calculator"]) == (3, 2, 1)
    assert "reserve_crew" not in {one.value for one in form.completions(draft, "/0/cargo")}, "two points more"


@rule("goeben", "8.6")
@rule("goeben", "8.3")
def test_what_is_given_away_makes_room_aboard_and_takes_it_elsewhere() -> None:
    form = form_of(at_sea(goeben="pola+hull=1+cargo=optics", breslau="pola+hull=1"))
    spent = form.preview([{"order": "hand", "ship": "goeben", "to": "breslau", "cargo": ["optics"]}]).spent
    assert (spent["boxes.goeben"], spent["boxes.breslau"]) == (-1, 1)
    (ring,) = form.completions([{"order": "leave", "ship": "goeben"}], "/0/cargo")
    assert (ring.value, ring.note.en) == ("optics", "empty hull boxes +1")
    assert refused(form, "hand goeben to=breslau cargo=optics\ntake goeben cargo=wireless") == []
    assert refused(form, "hand goeben to=breslau cargo=optics\ntake breslau cargo=wireless") == ["8.2"]


@rule("goeben", "8.1")
def test_cargo_is_a_basket_of_which_some_may_be_had_twice() -> None:
    form = form_of(at_sea(goeben="pola", breslau="messina"))
    (order,) = form.accept(form.parse("take goeben cargo=wireless,wireless"))
    assert order.cargo == ("wireless", "wireless")
    assert refused(form, "take goeben cargo=wireless,wireless,wireless") == ["8.3"]


# --- offers, proposals, outlook


def test_a_tap_on_a_place_sends_the_ships_there_and_another_leads_them_by_way_of_it() -> None:
    form = form_of(at_sea())
    (offer, *_) = form.suggested_edits([], "kithera", ["goeben", "breslau"])
    assert (offer.kind, offer.price, offer.band) == ("new", 5, "spends")
    by_way = {one.kind: one for one in form.suggested_edits(offer.answer, "zante", ["goeben"]) if not one.problems}
    assert by_way["via"].answer[0]["way"] == ["sicily_e", "ionian_c", "zante", "matapan", "kithera"]
    assert by_way["back" if "back" in by_way else "to"].answer[0]["way"][-1] == "zante"


@rule("goeben", "23.0.2")
def test_mines_are_offered_where_the_ship_passes() -> None:
    form = form_of(at_sea(options=Options(mines=True), breslau="messina+cargo=mines"))
    sails = {"order": "move", "ships": ["breslau"], "way": ["spartivento", "ionian_c"]}
    draft = [sails, {"order": "mine", "ship": "breslau"}]
    assert [one.value for one in form.completions(draft, "/1/space")] == ["ionian_c", "spartivento"]


def test_orders_are_grouped_by_who_acts_and_the_rare_ones_stand_behind() -> None:
    form = form_of(at_sea(goeben="pola+hull=8+cargo=optics", breslau="pola"))
    assert {way.verb for way in form.cached_templates if not way.subject} == {"carry_on"}
    assert [
        way.verb for way in form.cached_templates if way.subject not in ("", *(field.name for field in way.fields))
    ] == []
    assert {way.verb for way in form.cached_templates if way.is_rare} == {"leave", "hand", "coal", "rearm"}
    assert form.cached_templates[0].verb == "move"


@rule("goeben", "10.1")
def test_a_tap_on_a_ship_offers_what_she_can_do_and_what_still_lacks_something() -> None:
    form = form_of(at_sea(goeben="pola+hull=8", breslau="messina"))
    offers = form.suggested_edits([], "goeben", ["goeben"])
    assert [offer.answer[0]["order"] for offer in offers if not offer.problems][:2] == ["outfit", "intelligence"]
    lacking = {offer.answer[0]["order"] for offer in offers if [one.code for one in offer.problems] == ["required"]}
    assert {"move", "repair", "take"} <= lacking


def test_proposals_are_whole_legal_and_different() -> None:
    form = form_of(at_sea(goeben="pola+hull=8", breslau="pola"))
    found = {proposal.name.en: form.accept(proposal.answer) for proposal in form.proposals()}
    assert list(found) == ["all stay", "all outfit", "for example"]
    assert len(set(found.values())) == 3
    bound = at_sea(goeben="brindisi", breslau="pola")
    bound.state.visited = ["brindisi"]
    assert [proposal.name.en for proposal in form_of(bound).proposals()][:1] == ["leave the neutral port"]


@rule("goeben", "12.2")
@rule("goeben", "12.3")
@pytest.mark.parametrize(
    ("way", "dice"), [("matapan", []), ("kithera", []), ("cyclades_w", [(6,), (6,)]), ("zante,kithera", [])]
)
def test_undisturbed_a_move_costs_what_was_said(way: str, dice: list[tuple[int, ...]]) -> None:
    board = at_sea()
    form, text = form_of(board), f"move goeben,breslau way={way}"
    (priced, *others) = form.preview(form.write(form.accept(form.parse(text)))).lines
    coal, strained = [one for one in others if one.odds is None], [one for one in others if one.odds is not None]
    played = play(ordered(board, text), movement(board), dice=dice)
    for sailed in played.told(told.Sailed):
        assert {"free": 0, "spends": 1, "risk": 1}[priced.tone] == sailed.coal
        assert priced.text.en.startswith(f"{len(sailed.route)} of ")
        after = [line.text.en for line in coal if line.text.en.startswith(f"{sailed.ship}:")]
        assert [line.rpartition(" ")[2] for line in after] == [str(board.ship(sailed.ship).coal)] * bool(sailed.coal)
    assert bool(played.told(told.BreakdownRolled)) is (priced.tone == "risk")
    assert len(played.told(told.BreakdownRolled)) == len(strained)


def test_orders_say_what_they_cost_besides() -> None:
    form = form_of(at_sea(goeben="pola+hull=8", breslau="messina+coal=1"))
    assert lines(form, "repair goeben hull=2") == [
        ("/0", "spends", "does not sail today"), ("/0", "spends", "repair dice: 2"),
        ("/0", "free", "Repair of hull, 2 dice: some repaired 56% · 0.7 boxes on average"),
    ]  # fmt: skip
    assert lines(form, "move breslau way=kithera")[1:] == [("/0/ships", "risk", "breslau: coal 1, then 0")]


@pytest.mark.parametrize("draft", [None, {}, [None], [{"order": "move"}], [{"order": "move", "ships": ["x"], "way": 3}],
                                   [{"order": "repair", "ship": "goeben", "hull": "²"}],
                                   [{"order": "repair", "ship": "goeben", "hull": "1", "secondary": "²"}]])  # fmt: skip
def test_a_draft_may_be_anything(draft: Any) -> None:
    form = form_of(at_sea(goeben="pola+hull=8"))
    assert all(isinstance(line, PreviewLine) for line in form.preview(draft).lines)
    for value in ("goeben", "trieste", "wireless", "nothing"):
        form.suggested_edits(draft, value)
    form.completions(draft, "/0/way")
    form.annotations(draft)


# --- size


@pytest.mark.parametrize(
    "board",
    [
        at_sea(lying=LYING, forts=FORTS),
        at_sea(
            options=Options(fleet="all_four", austro_hungarian=True, mines=True, seaplane=True), lying=LYING,
            forts=FORTS, goeben="pola+hull=6+cargo=seaplane,optics", breslau="messina+cargo=mines",
            moltke="algiers_sea", stralsund="denusa", ah_bb_1="pola", ah_ca_1="corfu_sea",
        ),
    ],
    ids=["two ships", "six ships"],
)  # fmt: skip
def test_a_stored_question_stays_small(board: Board) -> None:
    assert len(zlib.compress(encode(form_of(board)))) <= LARGEST


# --- 8.1 the fitting before the first day


@rule("goeben", "8.1")
@rule("goeben", "8.2")
@rule("goeben", "8.3")
def test_each_ship_has_a_basket_with_purses_of_her_own() -> None:
    form = stowage(at_sea(turn=0, breslau="messina+hull=2"), "commander")
    limits = {purse.key: (purse.limit, purse.rule, purse.subject) for purse in form.purses()}
    assert limits["points.goeben"] == (8, "8.1", "goeben")
    assert limits["boxes.breslau"] == (2, "8.2", "breslau")
    assert limits["left.camera_crew"] == (1, "8.3", "camera_crew")
    cargo = {way.fields[0].values: way.fields[1] for way in form.cached_templates if way.verb == "take"}
    assert {field.kind for field in cargo.values()} == {"basket"}
    assert cargo["goeben",].prices["calculator"] == {"points.goeben": 2, "boxes.goeben": 1, "left.calculator": 1}


@rule("goeben", "8.1")
def test_tapping_cargo_fills_the_basket_in_the_order_of_taps_until_nothing_more_is_to_be_had() -> None:
    form, draft = stowage(at_sea(turn=0), "commander"), []
    for kind in ("optics", "wireless", "camera_crew"):
        draft = form.suggested_edits(draft, kind, ["goeben"])[0].answer
    assert draft == [{"order": "take", "ship": "goeben", "cargo": ["optics", "wireless", "camera_crew"]}]
    again = form.suggested_edits(draft, "camera_crew", ["goeben"])
    assert "add" not in {offer.kind for offer in again if not offer.problems}, "there is one"
    (refused_,) = (offer for offer in form.suggested_edits(draft, "camera_crew", ["breslau"]) if offer.problems)
    assert [problem.rule for problem in refused_.problems] == ["8.3"]
    (up,) = (offer for offer in again if offer.kind == "up")
    assert up.answer[0]["cargo"] == ["optics", "camera_crew", "wireless"], "a safer box"


def test_a_ship_with_a_basket_is_offered_no_second_one() -> None:
    form = stowage(at_sea(turn=0), "commander")
    assert [one.kind for one in form.suggested_edits([], "goeben", ["goeben"])] == ["new"]
    draft = [{"order": "take", "ship": "goeben", "cargo": ["optics"]}]
    for tapped in ("goeben", "wireless"):
        assert "new" not in {one.kind for one in form.suggested_edits(draft, tapped, ["goeben"])}


@rule("goeben", "3.9")
def test_the_collier_is_sent_elsewhere_by_a_tap_whoever_acts() -> None:
    form = stowage(at_sea(turn=0), "commander")
    (first, *_) = form.suggested_edits([], "stromboli", ["goeben"])
    assert first.answer == [{"order": "station", "space": "stromboli"}]
    (other, *_) = form.suggested_edits(first.answer, "cape_gata", ["goeben"])
    assert (other.kind, other.problems) == ("set", ())
    assert other.answer == [{"order": "station", "space": "cape_gata"}]


@rule("goeben", "8.2")
def test_the_first_in_the_basket_lies_in_the_safest_box() -> None:
    board = at_sea(turn=0)
    play(board, fit_out(board), says={"stow": "take goeben cargo=optics,calculator,wireless"})
    assert board.ship("goeben").cargo == ["optics", "calculator", "wireless"]


def test_the_usual_cargo_is_one_basket_a_ship_and_a_proposal() -> None:
    form = stowage(at_sea(turn=0), "commander")
    takes = [order for order in form.default() if isinstance(order, Take)]
    assert [order.ship for order in takes] == ["goeben", "breslau"]
    assert takes[0].cargo[:2] == ("calculator", "wireless")
    assert [proposal.name.en for proposal in form.proposals()] == ["default", "no orders"]
    assert form.accept(form.proposals()[0].answer) == form.default()
    assert len(zlib.compress(encode(form))) <= LARGEST


# --- a day that would pass unused


def test_a_day_without_orders_is_wasted_only_where_ships_could_sail() -> None:
    board = at_sea(goeben="messina")
    assert form_of(board).needs_confirmation(())
    assert not form_of(board).needs_confirmation(form_of(board).accept(form_of(board).parse("carry-on")))
    assert not plan_form(board, "commander", revising=True).needs_confirmation(()), "what was planned stands"
    assert not form_of(at_sea(goeben="pola+engines=0", breslau="pola+engines=0")).needs_confirmation(()), (
        "they cannot sail"
    )
