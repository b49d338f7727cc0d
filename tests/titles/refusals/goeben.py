"""Refusals of Goeben, each in a position that provokes it."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import structs

from games.kernel.forms import Form
from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.stowage import Stowage
from games.titles.goeben.rules.battle import command
from games.titles.goeben.rules.battle.breakoff import exits
from games.titles.goeben.rules.battle.landing import landing
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.incidents.enemies import _evading
from games.titles.goeben.rules.mission.fitting import stowage
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Battle, Foe
from games.titles.goeben.visibility.notes import notes_of
from tests.titles.goeben.laid_out import at_sea, play
from tests.titles.refusals.rows import Provoke, answering

OFF_MALTA = "malta_pz"


def _day(revising: bool = False, visited: str = "", outfitted: str = "", **ships: Any) -> Form[Any]:
    board = at_sea(**ships)
    board.state.visited = visited.split()
    board.day.outfitted = outfitted.split()
    return plan_form(board, "commander", revising=revising)


def _battle(**ships: Any) -> Board:
    board = at_sea(lying={OFF_MALTA: "gb_ca_1+up"}, **ships)
    names = [ship.id for ship in board.afloat if ship.at == OFF_MALTA]
    board.state.battle = Battle(OFF_MALTA, ships=names, foes=[Foe("gb_ca_1")], first="german")
    return board


def _engaged(**ships: Any) -> Form[Any]:
    board = _battle(**ships)
    names = board.state.battle.ships if board.state.battle is not None else []
    return command.battle_plan(notes_of(board, "commander"), names, exits(board), leader=True)


def _stow(seat: str = "commander", scenario: str = "ottoman_alliance", **rest: Any) -> Form[Any]:
    return stowage(at_sea(scenario, turn=0, **rest), seat)


def _swept(**ships: Any) -> Form[Any]:
    board = at_sea(**ships)
    board.state.french_sortie = True
    return plan_form(board, "commander")


def _beginning() -> Form[Any]:
    form = _stow()
    assert isinstance(form, Stowage)
    return structs.replace(form, starts=("pola", "trieste"))


def _hunted() -> Form[Any]:
    board = at_sea(goeben="ionian_c", breslau="ionian_c+coal=0")
    return _evading(notes_of(board, "commander"), space="ionian_c")


def _ashore() -> Form[Any]:
    board = at_sea(goeben="philippeville+cargo=seebataillon", breslau="philippeville")
    board.day.queue = ["philippeville"]
    return play(board, landing(board)).question("land").form


_TWO: dict[str, Any] = {"goeben": OFF_MALTA, "breslau": OFF_MALTA}
_BOXES: dict[str, Any] = {"goeben": "pola+hull=2+cargo=optics", "breslau": "pola+hull=3+cargo=optics,wireless"}
_AUSTRIA: dict[str, Any] = {
    "options": Options(austro_hungarian=True), "ah_bb_1": "pola", "goeben": "pola+hull=9", "breslau": "pola",
}  # fmt: skip


def _mixed(leader: bool) -> Form[Any]:
    return BattlePlan(foes=("gb_ca_1",), batteries={"goeben": ("primary",)}, mixed=True, leader=leader)


def _silenced(reason: str) -> Form[Any]:
    return BattlePlan(foes=("gb_ca_1",), batteries={"breslau": ("primary",)}, unable={reason: ("goeben",)})


POSITIONS: Mapping[str, Provoke] = {
    "battle": answering(partial(_engaged, **_TWO)),
    "spent": answering(
        partial(_engaged, goeben=f"{OFF_MALTA}+ammunition=1+torpedoes=0", breslau=f"{OFF_MALTA}+ammunition=0")
    ),
    "no way out": answering(partial(_engaged, goeben=OFF_MALTA, breslau=f"{OFF_MALTA}+engines=0")),
    "both navies": answering(partial(_mixed, leader=False)),
    "asked each round": answering(lambda: BattlePlan(later=True)),
    "guns gone": answering(partial(_silenced, "no_guns")),
    "no dice for torpedoes": answering(partial(_silenced, "no_torpedo_dice")),
    "torpedoes later": answering(partial(_silenced, "not_now")),
    "doctrine": answering(DoctrineForm),
    "at sea": answering(
        partial(
            _day,
            goeben="ionian_c",
            breslau="ionian_c+cargo=mines",
            lying={"adriatic_s": "gb_ca_1"},
            options=Options(mines=True),
        )
    ),
    "base": answering(
        partial(_day, goeben="pola+cargo=optics", breslau="pola+cargo=wireless", options=Options(mines=True))
    ),
    "neutral": answering(partial(_day, visited="brindisi", goeben="brindisi+hull=9", breslau="pola")),
    "near a visited port": answering(partial(_day, visited="brindisi", goeben="adriatic_s", breslau="gibraltar_pz")),
    "damaged": answering(partial(_day, **_BOXES)),
    "austria": answering(partial(_day, **_AUSTRIA)),
    "seaplanes": answering(
        partial(_day, options=Options(seaplane=True), goeben="pola+cargo=seaplane", breslau="pola+cargo=seaplane")
    ),
    "revised": answering(
        partial(
            _day,
            revising=True,
            outfitted="breslau",
            goeben="pola+engines=0",
            breslau="pola+cargo=mines",
            options=Options(mines=True),
        )
    ),
    "outfit": answering(_stow),
    "full": answering(partial(_stow, goeben="messina+hull=1+cargo=optics")),
    "second captain": answering(partial(_stow, "breslau", "captains")),
    "outfit with seaplanes": answering(partial(_stow, options=Options(seaplane=True), goeben="messina+cargo=seaplane")),
    "landing": answering(_ashore),
    "submarine": answering(_hunted),
    "mines": answering(partial(_day, goeben="pola", breslau="pola+cargo=mines", options=Options(mines=True))),
    "neutral mines": answering(
        partial(_day, goeben="pola", breslau="adriatic_s+cargo=mines", options=Options(mines=True))
    ),
    "open sea": answering(partial(_day, goeben="ionian_c", breslau="pola")),
    "at the narrows": answering(partial(_day, goeben="constantinople", breslau="pola")),
    "off Toulon": answering(partial(_swept, goeben="gulf_of_lion", breslau="pola")),
    "off Gibraltar": answering(partial(_day, goeben="gibraltar_pz", breslau="pola")),
    "dice gone": answering(partial(_day, goeben="ionian_c+hull=1+leadership=1", breslau="pola")),
    "ashore": answering(partial(_day, goeben="ionian_c+cargo=reserve_crew", breslau="pola")),
    "campaign": answering(_beginning),
    "slow": answering(partial(_day, goeben="ionian_c+engines=1", breslau="ionian_c")),
    "austria in the west": answering(partial(_day, **_AUSTRIA | {"ah_bb_1": "messina"})),
}
