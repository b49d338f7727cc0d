"""14.0b What a side bought is its own secret: other truths for the same points, which its enemy cannot tell apart."""

from random import Random

import msgspec
import pytest

from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.orders.moves import Split
from games.titles.pq17.seen.redeal import conserved, redeal
from games.titles.pq17.seen.view import view
from games.titles.pq17.table.battle import Battle
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Loss, Named, Phase, Purchase, Report, State
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule
WORLDS = 60
Bought = frozenset[tuple[str, int]]


def bought(*ships: tuple[str, int], side: str = "axis", **fields: object) -> Sea:
    """JW 51B before anything is set up: the Axis may buy Scharnhorst and Gneisenau (36), Graf Zeppelin (30) and Prinz
    Eugen (10), the Allies Howe (30), Belfast (4) and Curacoa (2); three groups of reinforcements each.
    """
    had = [Purchase(name, group) for name, group in ships]
    return Sea(State(scenario="jw51b", light="dec_2", bought={side: had}, **fields), BOX)


def dealt(sea: Sea, seat: str) -> list[Sea]:
    return [Sea(redeal(BOX, sea.state, seat, Random(seed).randrange), BOX) for seed in range(WORLDS)]


def truths(sea: Sea, seat: str, side: str = "axis") -> set[Bought]:
    return {frozenset((one.ship, one.group) for one in other.state.bought[side]) for other in dealt(sea, seat)}


@rule("pq17", "14.0", "14.0a", "14.0b")
@pytest.mark.parametrize(
    ("ships", "others"),
    [
        ([("scharnhorst", 0)], [[("scharnhorst", 0)], [("gneisenau", 0)]]),
        ([("prinz_eugen", 2)], [[("prinz_eugen", group)] for group in (1, 2, 3)]),
        ([("graf_zeppelin", 0)], [[("graf_zeppelin", 0)]]),
        (
            [("scharnhorst", 0), ("gneisenau", 1)],
            [
                [(one, 0), (two, n)]
                for one, two in (("scharnhorst", "gneisenau"), ("gneisenau", "scharnhorst"))
                for n in (1, 2, 3)
            ],
        ),
    ],
)
def test_all_that_costs_as_much_may_have_been_bought(
    ships: list[tuple[str, int]], others: list[list[tuple[str, int]]]
) -> None:
    sea = bought(*ships)
    for seat in ("allied", "public"):
        assert truths(sea, seat) == {frozenset(one) for one in others}
    assert truths(sea, "axis") == {frozenset(ships)}


@rule("pq17", "14.0b")
def test_as_many_stand_on_the_map_in_every_world() -> None:
    """Belfast with a group costs 2, as Curacoa does on the map; but she would stand there as a block more."""
    sea = bought(("belfast", 1), side="allied")
    assert truths(sea, "axis", "allied") == {frozenset([("belfast", group)]) for group in (1, 2, 3)}


@rule("pq17", "14.0", "13.6")
def test_what_stands_on_the_map_or_has_come_stays() -> None:
    sea = bought(("scharnhorst", 0), ("prinz_eugen", 1), ("gneisenau", 2), groups_placed={"axis": 1})
    sea.state.forces.append(force("tf_scharnhorst", "axis", "task_force", "0813", "scharnhorst", port="narvik"))
    found = truths(sea, "allied")
    fixed = {("scharnhorst", 0), ("prinz_eugen", 1)}
    assert found == {frozenset({*fixed, ("gneisenau", group)}) for group in (2, 3)}


def scharnhorst_at_narvik(*also: tuple[str, int], **fields: object) -> Sea:
    """Scharnhorst was bought and lies in Narvik, as whatever else was bought may."""
    sea = bought(("scharnhorst", 0), *also, **fields)
    sea.place(force("tf_scharnhorst", "axis", "task_force", "0813", "scharnhorst", port="narvik"))
    sea.state.began = {"scharnhorst": "narvik"}
    return sea


def in_narvik(sea: Sea) -> str:
    return sea.state.forces[0].counters[0].ship


@rule("pq17", "14.0b", "1.2a")
def test_a_ship_on_the_map_may_be_another_that_is_like_her_in_all_but_the_name() -> None:
    sea = scharnhorst_at_narvik()
    others = dealt(sea, "allied")
    assert {in_narvik(one) for one in others} == {"scharnhorst", "gneisenau"}
    for one in others:
        assert one.state.bought["axis"] == [Purchase(in_narvik(one))]
        assert one.state.began == {in_narvik(one): "narvik"}
    assert {msgspec.json.encode(view(one, "allied")) for one in others} == {msgspec.json.encode(view(sea, "allied"))}
    assert {in_narvik(one) for one in dealt(sea, "axis")} == {"scharnhorst"}
    assert redeal(BOX, sea.state, "allied", lambda sides: 0) == sea.state


@rule("pq17", "14.0b", "6.9a")
@pytest.mark.parametrize(
    "why", ["named", "lost", "ordered", "in a row", "in battle", "both bought", "aircraft", "price"]
)
def test_she_stays_where_her_name_is_known_or_written(why: str) -> None:
    sea = scharnhorst_at_narvik(*[("gneisenau", 1)] * (why == "both bought"))
    (block,) = sea.state.forces
    if why == "named":
        sea.state.reports.append(Report(to="allied", turn=1, source="photo", at="0813", names=(Named("scharnhorst"),)))
    elif why == "lost":
        sea.state.losses.append(Loss("axis", "scharnhorst", 1, 1, "damaged", open=False))
    elif why == "ordered":
        sea.state.phase = Phase("axis", orders=(Split("tf_scharnhorst", ("scharnhorst",)),))
    elif why == "in a row":
        block.formation = Formation("tf_scharnhorst", ("scharnhorst",))
    elif why == "in battle":
        sea.state.battle = Battle("allied", [], day=True)
    elif why in ("aircraft", "price"):
        block.counters[0].ship = name = {"aircraft": "graf_zeppelin", "price": "prinz_eugen"}[why]
        sea.state.bought["axis"] = [Purchase(name)]
    assert len({in_narvik(one) for one in dealt(sea, "allied")}) == 1


@rule("pq17", "14.0b")
@pytest.mark.parametrize("seat", ["allied", "public"])
def test_no_other_purchase_shows(seat: str) -> None:
    sea = bought(("scharnhorst", 0), ("prinz_eugen", 2))
    others = dealt(sea, seat)
    assert len(truths(sea, seat)) > 3
    assert {msgspec.json.encode(view(one, seat)) for one in others} == {msgspec.json.encode(view(sea, seat))}
    assert {tuple(conserved(BOX, one.state).items()) for one in others} == {tuple(conserved(BOX, sea.state).items())}
    assert redeal(BOX, sea.state, seat, lambda sides: 0) == sea.state


@rule("pq17", "14.0b")
def test_a_view_that_showed_it_would_be_found_out() -> None:
    """What the buyer sees, shown to his enemy, differs from world to world."""
    sea = bought(("scharnhorst", 0))
    assert len({msgspec.json.encode(view(one, "axis").bought) for one in dealt(sea, "allied")}) == 2
