"""Wolfpacks, those who hunt them, and what they attack."""

from typing import Any

from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.forces.submarine_combat import Encounter, Escort, Quarry, escort_dice
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.submarine.attack import Encounter as BoatEncounter
from games.titles.pq17.rules.submarine.attack import Fight
from games.titles.pq17.rules.submarine.attack import submarine_combat as boats_attack
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force, Kind
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.strikes import OPEN, facing
from tests.titles.pq17.trial import Dice, run

FOG_BY_NIGHT = Encounter(day=False, weather="fog")
DAY = BoatEncounter(day=True, weather="fair", level=1)


def strength_of(one: Force) -> int:
    return sum(counter.strength for counter in one.counters)


def packs_hunted(*prey: str, boats: int = 3, kind: Kind = "convoy", level: int = 0, **fields: Any) -> Board:
    target = force("pq", "allied", kind, OPEN, *prey)
    board = facing(target, force("pack", "axis", "wolfpack", OPEN, f"ss_german {boats}"), level=level, **fields)
    board.phase.attacks = (Attack("pack", contact_name(target)),)
    return board


def fight(
    boats: int,
    target: list[Counter],
    *,
    dice: Dice,
    named: tuple[Quarry, ...] = ("convoy",),
    encounter: Encounter = FOG_BY_NIGHT,
    escorts: Escort | None = None,
    lots: tuple[int, ...] = (),
) -> Fight:
    able = escort_dice(BOX, target) if escorts is None else escorts
    combat = boats_attack(BOX, boats, target, able, named, encounter, key="s")
    return run(combat, dice=dice, lots=lots, secret=True)
