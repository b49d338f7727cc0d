"""5.3, 7.1, 7.2, 7.4.2, 7.8: what is told of aircraft and their attacks."""

from typing import Literal

from games.kernel.events import WHOLE, Event
from games.titles.pq17.box.combat_charts import AirResult
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.table.state import Mission

CalledOff = Literal["unidentified", "gone", "barred", "ordered"]
"""7.1.1 Why an attack came to nothing."""


class InFight(Event, frozen=True):
    """7.0 What is told of a fight: both sides learn by it what was hidden, what the other has and how it fares."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class Flown(Event, frozen=True, tag="flown"):
    """5.3, 1.5a Aircraft are out over a hex, in sight of all: whose they are and their mission; `base` is the hex of
    their base, "" to the enemy for those of a carrier.
    """

    side: Side
    aircraft: str
    strength: int
    base: str
    at: str
    mission: Mission

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (WHOLE,)


class RadiusDeclared(Event, frozen=True, tag="radius_declared"):
    """5.3.1a A carrier in a hex holds an air radius; which block, its owner alone knows."""

    side: Side
    at: str
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (WHOLE,)


class Located(InFight, frozen=True, tag="located"):
    """7.1.1 An attack on a block was declared, and its cards drawn: whether it was `found`. Which forces or aircraft
    attack, and the cards of an attack in vain, the attacker alone knows.
    """

    side: Side
    by: str
    at: str
    block: int
    found: bool
    cards: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    force: str = ""


class AttackCalledOff(Event, frozen=True, tag="attack_called_off"):
    """7.1.1 Aircraft that were sent to a hex, or a force there, attack nothing: no block was identified, none is there
    any more, none that they may attack, or none by their orders. Their owner alone is told.
    """

    side: Side
    at: str
    why: CalledOff
    aircraft: tuple[str, ...] = ()
    force: str = ""


class Scrambled(InFight, frozen=True, tag="scrambled"):
    """7.2.1 Fighters rise against an attack: so much strength of each kind; `surprised` by the option of 7.2.1."""

    side: Side
    at: str
    aircraft: tuple[str, ...] = ()
    strengths: tuple[int, ...] = ()
    surprise: int | None = None
    surprised: bool = False


class AirFired(InFight, frozen=True, tag="air_fired"):
    """7.2.3 Aircraft fire at aircraft: dice, what was added to each, and results. `firer_unit`, `target_unit`: to its
    owner alone, which unit it is.
    """

    side: Side
    firer: str
    target: str
    dice: tuple[int, ...]
    modifier: int
    results: tuple[AirResult, ...]
    firer_unit: str = ""
    target_unit: str = ""


class Laid(InFight, frozen=True, tag="laid"):
    """7.2.4 The ships of a block that is attacked, as they lie in a row: each stack by its ships with their strength.
    `ice`: whether the water is too icy for torpedoes (7.2.4d).
    """

    side: Side
    at: str
    row: tuple[tuple[tuple[str, int], ...], ...]
    ice: bool = False


class Grounded(InFight, frozen=True, tag="grounded"):
    """7.2.4f The aircraft on the ground of an airfield that is attacked, as they lie in a row, with their strength."""

    side: Side
    at: str
    row: tuple[tuple[str, int], ...]


class FlakFired(InFight, frozen=True, tag="flak_fired"):
    """7.2.5 Anti-aircraft fire at a unit: the column, the die, what was added, and the result. `unit`: to its owner."""

    side: Side
    aircraft: str
    value: int
    die: int
    modifier: int
    result: AirResult
    unit: str = ""


class Struck(InFight, frozen=True, tag="struck"):
    """7.2.6, 7.3.1 What aircraft did to the place of the row that they attacked: the dice of bombs or torpedoes and the
    ships that were hit, with what they lost and whether they sank; `place` -1: they broke off; by option the fates of
    destroyers (7.9). `unit`: to its owner, which it is; `stack`: the ships of the place, to all who know them.
    """

    side: Side
    aircraft: str
    place: int
    torpedoes: bool = False
    dice: tuple[int, ...] = ()
    ships: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    sunk: tuple[bool, ...] = ()
    fates: tuple[tuple[str, ...], ...] = ()
    unit: str = ""
    stack: tuple[str, ...] = ()


class BaseBombed(InFight, frozen=True, tag="base_bombed"):
    """7.2.6d What aircraft did to aircraft on the ground."""

    side: Side
    aircraft: str
    target: str
    dice: tuple[int, ...]
    results: tuple[AirResult, ...]


class Hunted(InFight, frozen=True, tag="hunted"):
    """7.4.1, 7.4.2 Dice thrown at a wolfpack: by ASW of a side, with modifiers and second dice; boats `sunk`, gone home
    `damaged`, and whether they are held down. How many are gone is told to both (7.4c).
    """

    side: Side
    at: str
    block: int
    dice: tuple[int, ...]
    modifiers: tuple[int, ...]
    fates: tuple[int, ...] = ()
    sunk: int = 0
    damaged: int = 0
    held_down: bool = False


class EmbarkedLost(Event, frozen=True, tag="embarked_lost"):
    """7.8 Aircraft that were lost with the steps of their carrier; her owner alone sees it."""

    ship: str
    aircraft: tuple[str, ...]


Events = (
    Flown
    | RadiusDeclared
    | Located
    | AttackCalledOff
    | Scrambled
    | AirFired
    | Laid
    | Grounded
    | FlakFired
    | Struck
    | BaseBombed
    | Hunted
    | EmbarkedLost
)
