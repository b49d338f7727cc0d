"""What an answer may hold once, what its schema says of that, and what looks the same in another world."""

from typing import Any

import pytest
from msgspec import structs

from games.kernel.conformance.json_schema import violations
from games.kernel.requests import Ask
from games.kernel.text import id_label
from games.kernel.title_parts import NO_EQUIVALENT
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.orders.attacks import StrikesForm, Target
from games.titles.pq17.orders.cautions import Caution
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Array, Formations
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.planning import PlansForm, Sail
from games.titles.pq17.orders.preparations import PreparationsForm
from games.titles.pq17.orders.refusals import Found, RefusalForm
from games.titles.pq17.orders.special import Specials
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.forms_laid_out import SEA, mover

rule = pytest.mark.rule
NONE = Specials()
FLEETS = Moves(movers=(mover("a", trains=True), mover("b", trains=True)), waters=SEA)
ROWS = Formations(arrays=(Array("a", ("x", "y"), smoke=("x",), torpedoes=("x", "y")), Array("b", ("z",))))
PREPARED = PreparationsForm(classes={"dd_us": "us", "dd_a_i": "british"}, limits_of={"us": 2, "british": 3},
                            rule="15.4.1", new=("jamaica", "sheffield"), side="allied")  # fmt: skip


@rule("pq17", "6.2.2a", "7.1.2", "4.2", "5.0", "4.3.4", "15.4.1", "15.4.3")
@pytest.mark.parametrize(
    ("form", "one", "again", "apart", "by"),
    [
        (RefusalForm(found=(Found("pq", ("cam", "dd")), Found("qp", ("cam",)))), "refuse pq ground=cam",
         "refuse pq ground=dd", "refuse qp ground=cam", "6.2.2a"),
        (StrikesForm(targets=(Target("x", units=("a", "b")), Target("y", units=("a", "b")))), "strike a at=x",
         "strike b at=x", "strike b at=y", "7.1a"),
        (PlansForm(movers=(mover("a"), mover("b")), waters=SEA, start=5), "sail a sails=1.am way=0408",
         "sail a sails=1.am way=0410", "sail b sails=1.am way=0408", "4.2"),
        (PhaseForm(moves=FLEETS), "move a way=0408", "move a way=0410", "move b way=0408", "5.0"),
        (PhaseForm(moves=FLEETS), "train a way=0408", "train b way=0408", "move b way=0408", "4.3.4"),
        (PREPARED, "early jamaica", "early jamaica", "early sheffield", "15.4.3"),
        (PREPARED, "instruct oilers does=reykjavik", "instruct oilers does=loch_ewe", "instruct calls does=never",
         "15.4.1"),
    ],
    ids=["a refusal", "a strike", "a plan", "a movement", "a training", "a ship that comes early", "an instruction"],
)  # fmt: skip
def test_the_schema_lets_be_written_once_what_can_be_done_once(
    form: Any, one: str, again: str, apart: str, by: str
) -> None:
    twice, each = ([*form.parse(one), *form.parse(words)] for words in (again, apart))
    assert list(violations(form.schema(), twice))
    assert [(found.code, found.rule) for found in form.problems(form.read(twice))] == [("twice", by)]
    assert not list(violations(form.schema(), each))
    assert not list(form.problems(form.read(each)))


@rule("pq17", "5.3", "7.1", "7.2.4", "7.5.2c", "15.4.1")
@pytest.mark.parametrize(
    ("form", "words", "by"),
    [
        (PhaseForm(formations=ROWS), "formation a row=x,y", ""),
        (PhaseForm(formations=ROWS), "formation a row=x,y\nformation b row=z", ""),
        (PhaseForm(formations=ROWS), "formation a row=x,y\nformation a row=y,x", "7.2.4"),
        (PhaseForm(formations=ROWS), "formation a smoke=x closes=y", ""),
        (PhaseForm(formations=ROWS), "formation a smoke=x closes=x,y", "7.5.2c"),
        (StrikesForm(targets=(Target("x", units=("a",)), Target("y", units=("a",)))), "strike a at=x\nstrike a at=y",
         "7.1"),
        (PREPARED, "call dd_us strength=1", ""),
        (PREPARED, "call dd_us strength=1\ncall dd_us strength=1", "15.4.1"),
        (PREPARED, "call dd_us strength=2\ncall dd_a_i strength=3", ""),
    ],
)  # fmt: skip
def test_what_no_schema_says_is_a_problem_all_the_same(form: Any, words: str, by: str) -> None:
    assert {found.rule for found in form.problems(form.read(form.parse(words)))} == ({by} if by else set())


@rule("pq17", "15.6.3", "15.4", "15.5.1")
def test_where_there_is_nothing_to_decide_nothing_is_offered() -> None:
    for form in (AdministrationForm(), PreparationsForm(), PhaseForm(), StrikesForm(), RefusalForm()):
        verbs = {way.verb for way in form.templates()}
        assert verbs <= {"instruct"}, type(form)
        assert not list(form.problems(()))


@rule("pq17", "5.5", "7.1.3", "12.4", "12.9", "1.2.3", "1.2.4", "1.2.5", "1.3d", "11.3.2")
def test_what_is_seldom_ordered_stands_behind_the_rest() -> None:
    movers = (mover("a", ships={"x": 1, "y": 1}, stands=True, tows=True, refuels=True, trains=True),
              mover("b", ships={"z": 2}), mover("d", kind="dummy"))  # fmt: skip
    specials = Specials(convoys=("c",), bombed=("p",), show="f", raided=("p",), raiders=("u",))
    form = PhaseForm(moves=Moves(movers=movers, waters=SEA, dummies=1), specials=specials, formations=ROWS)
    seldom = {"train", "split", "combine", "decoy", "remove", "cast_off", "exchange", "refuel", "formation",
              "scatter", "bomb", "reveal", "raid", "instruct"}  # fmt: skip
    assert {way.verb for way in form.templates() if way.is_rare} == seldom
    assert {way.verb for way in form.templates() if not way.is_rare} == {"move"}


@rule("pq17", "7.1.2")
def test_by_option_one_target_is_attacked_in_several_groups() -> None:
    form = StrikesForm(targets=(Target("x", units=("a", "b")),), groups=True)
    assert not list(violations(form.schema(), form.parse("strike a at=x\nstrike b at=x")))


# --- what is proposed


@rule("pq17", "6.3", "6.3.2", "7.1")
@pytest.mark.parametrize(
    ("shadowers", "packs", "strikes", "ordered"),
    [
        (("u", "fw"), ("u",), "follow", "shadow fw at=x"),
        (("u", "fw"), (), "follow", "shadow u at=x"),
        (("u",), ("u",), "follow", "pass"),
        (("u", "fw"), ("u",), "never", "pass"),
        (("fw",), (), "always", "attack u at=x\nshadow fw at=x"),
        (("u", "fw"), ("u",), "always", "attack u at=x\nshadow fw at=x"),
        (("u",), (), "always", "attack u at=x"),
    ],
)
def test_who_follows_by_instruction(shadowers: Any, packs: Any, strikes: Any, ordered: str) -> None:
    """What is free; no pack that could attack, nobody who attacks already."""
    forces = ("u",) if strikes == "always" else ()
    form = StrikesForm(targets=(Target("x", shadowers=shadowers, packs=packs, forces=forces),))
    assert form.render(form.instructed_orders(Instructions(strikes=strikes))) == ordered


@rule("pq17", "6.3.2")
def test_nobody_follows_two() -> None:
    form = StrikesForm(targets=(Target("x", shadowers=("a",)), Target("y", shadowers=("a", "b")),
                                Target("z", shadowers=("a", "b"))))  # fmt: skip
    assert form.render(form.instructed_orders(Instructions(strikes="follow"))) == "shadow a at=x\nshadow b at=y"


@rule("pq17", "4.2", "5.1.2")
@pytest.mark.parametrize(
    ("enters", "way", "wrong"),
    [("", "0408", []), ("narvik", "0408", []), ("narvik", "0410", ["5.1.2"]), ("", "", []), ("narvik", "", ["5.1.2"])],
)
def test_the_way_of_a_plan_ends_at_the_port_that_it_enters(enters: str, way: str, wrong: list[str]) -> None:
    form = PlansForm(movers=(mover("a"),), waters=SEA, ports={"narvik": "0408"}, start=5)
    sail = Sail("a", "1.am", (way,) if way else (), enters=enters)
    assert [one.rule for one in form.problems((sail,)) if one.rule == "5.1.2"] == wrong
    (led_on,) = form.read(form.write((sail,)))
    assert isinstance(led_on, Sail)
    assert led_on.way[-1:] == (("0408",) if enters else sail.way)


# --- 1.2a the same in another world


def twin(here: Moves, order: str, there: Moves, ours_too: Specials = NONE, theirs_too: Specials = NONE) -> Any:
    """What looks like an order of force `a` in a world in which force `b` stands there."""
    ours = PhaseForm(forces=("a",), moves=here, specials=ours_too)
    theirs = PhaseForm(forces=("b",), moves=there, specials=theirs_too)
    asks = [
        Ask(key="k", kind="orders", seat="allied", rule="3.2", prompt=id_label("?"), form=form)
        for form in (ours, theirs)
    ]
    found = PQ17.secrecy.equivalent_answer(asks[0], ours.read(ours.parse(order)), asks[1])
    return found if found is NO_EQUIVALENT else theirs.render(found)


def fleet(*movers: Mover, **fields: Any) -> Moves:
    return Moves(movers=movers, waters=SEA, ports={"narvik": "0408"}, **fields)


@rule("pq17", "1.2b", "5.0")
@pytest.mark.parametrize(
    ("order", "planned", "order_of_blocks", "looks"),
    [
        ("stay a", True, "ba", NO_EQUIVALENT),
        ("move a way=0408", True, "ba", NO_EQUIVALENT),
        ("stay a", True, "ab", "stay a"),
        ("move a way=0408", False, "ba", "move b way=0408"),
        ("stay a\nstay b", True, "ba", "stay b\nstay a"),
        ("stay c", True, "ba", "stay c"),
        ("pass", True, "ba", "pass"),
    ],
)
def test_of_blocks_that_lie_together_none_is_left_to_its_plan_alone(
    order: str, planned: bool, order_of_blocks: str, looks: Any
) -> None:
    """The block that is left goes on: by which plan, and so how far, may differ in the other world."""
    asks = []
    for names in ("ab", order_of_blocks):
        movers = (*(mover(name, planned=planned) for name in names), mover("c", at="0407", planned=True))
        form = PhaseForm(forces=(*names, "c"), moves=fleet(*movers))
        asks.append(Ask(key="k", kind="orders", seat="allied", rule="3.2", prompt=id_label("?"), form=form))
    here, there = (ask.form for ask in asks)
    found = PQ17.secrecy.equivalent_answer(asks[0], here.read(here.parse(order)), asks[1])
    assert (found if found is NO_EQUIVALENT else there.render(found)) == looks


CLEAR = ("slow", "cruise", "high")


@rule("pq17", "1.2a", "5.0")
@pytest.mark.parametrize(
    ("mine", "order", "theirs", "looks"),
    [
        (mover("a"), "move a way=0407", mover("b"), "move b way=0407"),
        (mover("a", hexes=3), "move a way=0408 pace=high", mover("b", hexes=3), "move b way=0408 pace=high"),
        (mover("a", hexes=3), "move a way=0408 pace=high", mover("b", hexes=2), NO_EQUIVALENT),
        (mover("a", hexes=1), "move a way=0408", mover("b"), "move b way=0408 pace=slow"),
        (mover("a", hexes=1), "move a way=0408", mover("b", paces=("cruise",)), NO_EQUIVALENT),
        (mover("a"), "move a way=0408", mover("b", hexes=1), NO_EQUIVALENT),
        (mover("a", hexes=3), "move a way=0408", mover("b"), "move b way=0408"),
        (mover("a"), "move a way=0408 enters=narvik", mover("b"), "move b way=0408 enters=narvik"),
        (mover("a", hexes=1, kind="convoy", to=("narvik",)), "route a to=narvik way=0408 ice=turn", mover("b"),
         "move b way=0408 pace=slow enters=narvik ice=turn"),
        (mover("a", hexes=1, kind="convoy", to=("narvik",)), "route a to=narvik way=0408",
         mover("b", hexes=1, kind="convoy", to=("narvik",)), "route b to=narvik way=0408"),
        (mover("a", at="0408", hexes=1, kind="convoy", to=("narvik",), port="narvik"),
         "route a to=narvik way=0407,0408", mover("b", at="0408", port="narvik"), NO_EQUIVALENT),
        (mover("a"), "move a way=0408", mover("b", kind="convoy", to=("narvik",)), NO_EQUIVALENT),
        (mover("a"), "move a way=0408", mover("c"), NO_EQUIVALENT),
        (mover("a", planned=True), "stay a", mover("b", planned=True), "stay b"),
    ],
)  # fmt: skip
def test_a_movement_looks_the_same_if_no_faster_force_would_be_needed(
    mine: Mover, order: str, theirs: Mover, looks: Any
) -> None:
    mine, theirs = (structs.replace(one, paces=one.paces or CLEAR) for one in (mine, theirs))
    assert twin(fleet(mine), order, fleet(theirs)) == looks


@rule("pq17", "5.2.1", "1.2a")
@pytest.mark.parametrize(
    ("here", "there", "force", "why", "same"),
    [
        ("", "0408", "b", "friends", False),
        ("0410", "0408", "b", "friends", False),
        ("0408", "0408", "b", "friends", True),
        ("", "0408", "b", "patrol", True),
        ("", "0408", "c", "friends", True),
    ],
)
def test_where_friends_would_be_met_in_one_world_alone_nothing_looks_the_same(
    here: str, there: str, force: str, why: Any, same: bool
) -> None:
    """British submarines keep clear of convoys."""
    mine, theirs = ([mover("pq", at=at, kind="convoy")] * bool(at) for at in (here, there))
    cautions = (Caution(force, why, ("0408",)),)
    looks = twin(fleet(mover("a"), *mine), "move a way=0408", fleet(mover("b"), *theirs, cautions=cautions))
    assert looks == ("move b way=0408" if same else NO_EQUIVALENT)


@rule("pq17", "4.3.2", "1.2a")
@pytest.mark.parametrize(
    ("port", "points", "same"),
    [("narvik", 4, True), ("narvik", 5, True), ("narvik", 3, False), ("", 3, True)],
)
def test_who_leaves_port_needs_as_many_points_in_the_other_world(port: str, points: int, same: bool) -> None:
    worlds = [
        fleet(mover(name, at="0408", port=port), points={"gruppe_nord": left})
        for name, left in (("a", 4), ("b", points))
    ]
    assert twin(worlds[0], "move a way=0407", worlds[1]) == ("move b way=0407" if same else NO_EQUIVALENT)


@rule("pq17", "5.5", "7.1.3", "12.4", "12.9", "1.2a")
@pytest.mark.parametrize(
    ("order", "there", "same"),
    [
        ("bomb trondheim", Specials(bombed=("trondheim",)), True),
        ("bomb trondheim", Specials(bombed=("narvik",)), False),
        ("reveal f", Specials(show="f"), True),
        ("reveal f", Specials(show="g"), False),
        ("raid banak_field units=u", Specials(raided=("banak_field",), raiders=("u", "v")), True),
        ("raid banak_field units=u", Specials(raided=("banak_field",), raiders=("v",)), False),
        ("raid banak_field units=u", Specials(raided=("narvik",), raiders=("u",)), False),
        ("scatter a", Specials(convoys=("b",)), True),
        ("scatter a", Specials(convoys=("c",)), False),
    ],
)
def test_what_rests_on_a_chit_or_a_carrier_is_the_same_where_it_can_be_ordered(
    order: str, there: Specials, same: bool
) -> None:
    here = Specials(convoys=("a",), bombed=("trondheim",), show="f", raided=("banak_field",), raiders=("u",))
    looks = twin(fleet(mover("a")), order, fleet(mover("b")), here, there)
    assert looks == (order.replace("scatter a", "scatter b") if same else NO_EQUIVALENT)
