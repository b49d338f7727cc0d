"""Refusals of PQ-17, each in a position that provokes it."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec import structs

from games.kernel.errors import GameError, Problem
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.orders.attacks import KEPT, StrikesForm, Target
from games.titles.pq17.orders.formations import Array, Formations
from games.titles.pq17.orders.missions import GROUNDED
from games.titles.pq17.orders.moves import HELD, Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.planning import PlansForm
from games.titles.pq17.orders.raids import RaidForm
from games.titles.pq17.orders.refusals import Found, RefusalForm
from games.titles.pq17.orders.returning import ReturnForm
from games.titles.pq17.orders.situations import PurchaseForm, Situation
from games.titles.pq17.orders.special import Specials
from tests.titles.loading import load
from tests.titles.pq17.forms_laid_out import (
    AIR,
    BATTLE,
    CALLED,
    CONVOYS,
    DEFENCE,
    FLIGHTS,
    MOVES,
    NAMED,
    PLACES,
    SEA,
    SHEET,
    STRIKES,
    mover,
)  # fmt: skip
from tests.titles.refusals.rows import Provoke, answering
from tests.wordings.positions import question


def _word(position: str) -> Provoke:
    return answering(lambda: question("pq17", position)[0])


def _opened(said: str) -> Iterable[Problem]:
    """A campaign with options, written as a JSON object."""
    try:
        load("pq17").rules.new_game("pq12", msgspec.json.decode(said, type=Options))
    except GameError as error:
        return error.problems
    return ()


def _kept(rule: str) -> StrikesForm:
    return StrikesForm(forces=("tf",), targets=(Target("x", units=("a",), forces=("pack",), kept={"tf": rule}),))


def _grounded(rule: str) -> PhaseForm:
    return PhaseForm(missions=structs.replace(FLIGHTS.missions, grounded={rule: ("out", "sector_barents")}))


def _held(rule: str) -> PhaseForm:
    return PhaseForm(
        forces=("a", "held"),
        moves=Moves(movers=(mover("a", hexes=3, at="0408"), mover("held", hexes=0)), waters=SEA, held={"held": rule}),
    )


def _at_sea(**changed: Any) -> PhaseForm:
    assert MOVES.moves is not None
    return structs.replace(MOVES, moves=structs.replace(MOVES.moves, **changed))


SPECIAL = Specials(convoys=("pq",), bombed=("narvik",), raided=("narvik", "banak"), raiders=("a", "b"))
FORMATIONS = Formations(arrays=(Array("tf", ("london", "dd"), smoke=("dd",), torpedoes=("dd",)),))
LEAVING = AdministrationForm(
    leaving={"cl": 1}, fit={"cl": {"kenya": 1}}, single=("kenya",), docks={"kenya": 1}, docked_at=("clyde",),
    side="allied",
)  # fmt: skip
BESIDE = {"narvik": "0408", "tromso": "0599", "lerwick": "0410"}
"""Ports of which one lies where no way leads."""
PLANS = PlansForm(
    forces=("pq", "tf", "late", "stuck"),
    convoys=(mover("pq", kind="convoy", at="0410", to=("narvik", "tromso")),),
    movers=(mover("tf", at="0410", port="lerwick", hexes=4, prices={"severny_flot": 2}),),
    waters=SEA, ports={"narvik": "0408", "tromso": "0407", "lerwick": "0410"}, first=1, start=5, last=8,
    latest={"pq": 4}, cargo={"pq": {"mv": 2, "mo": 1}}, waits=("late",), held={"stuck": "5.1.3"}, first_day=True,
    situation=Situation(verb="chariots", targets=("narvik",), turns=("1.am",)),
)  # fmt: skip

POSITIONS: Mapping[str, Provoke] = {
    "strikes": answering(lambda: STRIKES),
    **{f"kept by {rule}": answering(partial(_kept, rule)) for rule in (*KEPT, "7.5.7")},
    "battle": answering(lambda: BATTLE),
    "defence": answering(lambda: DEFENCE),
    "caught": answering(lambda: NAMED["caught"]),
    "air strike": answering(lambda: AIR),
    "sheet": answering(lambda: SHEET),
    "convoys": answering(lambda: CONVOYS),
    "places": answering(lambda: PLACES),
    "flights": answering(lambda: FLIGHTS),
    **{f"grounded by {rule}": answering(partial(_grounded, rule)) for rule in GROUNDED},
    "moves": answering(lambda: MOVES),
    **{f"held by {rule}": answering(partial(_held, rule)) for rule in (*HELD, "4.3.4")},
    "beside the chart": answering(partial(_at_sea, ports=BESIDE)),
    "calls": answering(lambda: CALLED),
    "plans": answering(lambda: PLANS),
    "plans to nowhere": answering(lambda: structs.replace(PLANS, ports=BESIDE)),
    "allied phase": _word("allied"),
    "raid": answering(lambda: RaidForm(reach_of={"narvik": ("a",)})),
    "refusals": answering(lambda: RefusalForm(forces=("a",), found=(Found("a", ("weather", "ice")),))),
    "return": answering(lambda: ReturnForm(edge=("0101", "0102"))),
    "purchase": answering(lambda: PurchaseForm(costs={"london": 2})),
    "special": answering(lambda: PhaseForm(forces=("a",), specials=SPECIAL)),
    "leaving": answering(lambda: LEAVING),
    "formations": answering(lambda: PhaseForm(forces=("tf",), formations=FORMATIONS)),
    "options": _opened,
}
