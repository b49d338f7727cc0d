"""5.3, 7.1, 7.2, 7.4.2, 7.8: events of aircraft and their attacks."""

from typing import Literal

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.combat_charts import AirResult
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.state import Mission

CalledOff = Literal["unidentified", "gone", "barred", "ordered"]
"""7.1.1 The reason for which an attack was called off."""


class InFight(Event, frozen=True):
    """7.0 The base of events in a combat: both sides see the enemy's units and their damage."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class Flown(Event, frozen=True, tag="flown"):
    """5.3, 1.5a Aircraft are over a hex, visible to all, with their owner and mission.

    `base` is the hex of their base, "" to the enemy for those of a carrier.
    """

    side: Side
    aircraft: str
    strength: int
    base: str
    at: str
    mission: Mission

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class RadiusDeclared(Event, frozen=True, tag="radius_declared"):
    """5.3.1a A carrier in a hex holds an air radius; only her owner knows which block."""

    side: Side
    at: str
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Located(InFight, frozen=True, tag="located"):
    """7.1.1 A side declared an attack on a block, and drew cards to locate it. `found`: they located the block.

    `by`: the kind of attacker. Only the attacker reads the attacking units (`who`, `force`), and the cards of a failed
    attempt.
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
    """7.1.1 Aircraft or a force that were sent to attack in a hex found nothing to attack; only their owner reads it.

    `why`: no identified block, no block at all, no legal target, or orders that fit no target.
    """

    side: Side
    at: str
    why: CalledOff
    aircraft: tuple[str, ...] = ()
    force: str = ""


class AirAttackBegan(InFight, frozen=True, tag="air_attack_began"):
    """7.2a An attack began by aircraft that did not fly to the hex in their air movement segment.

    They raid a port or airfield, or are a second strike (14.1). `strengths`: the strength of each kind in `aircraft`.
    """

    side: Side
    at: str
    aircraft: tuple[str, ...] = ()
    strengths: tuple[int, ...] = ()


class Scrambled(InFight, frozen=True, tag="scrambled"):
    """7.2.1 Fighters take off against an air attack: their kinds, with the strength of each.

    `surprise`: the die of the option for surprise (7.2.1o); `surprised`: the defender was taken by surprise.
    """

    side: Side
    at: str
    aircraft: tuple[str, ...] = ()
    strengths: tuple[int, ...] = ()
    surprise: int | None = None
    surprised: bool = False


class AirFired(InFight, frozen=True, tag="air_fired"):
    """7.2.3 Aircraft fire at aircraft: dice, modifiers and results.

    `firer_unit`, `target_unit`: the id of the unit, for its owner only.
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
    """7.2.4 The ships of an attacked block lie in a row: each stack lists its ships with their strength.

    `ice`: there is too much ice for torpedoes (7.2.4d).
    """

    side: Side
    at: str
    row: tuple[tuple[tuple[str, int], ...], ...]
    ice: bool = False


class Grounded(InFight, frozen=True, tag="grounded"):
    """7.2.4f The aircraft on the ground of an attacked airfield lie in a row, each kind with its strength."""

    side: Side
    at: str
    row: tuple[tuple[str, int], ...]


class FlakFired(InFight, frozen=True, tag="flak_fired"):
    """7.2.5 Ships fired at an air unit: the column (`value`), the die, the modifier and the result.

    `unit`: the id of the air unit, for its owner only.
    """

    side: Side
    aircraft: str
    value: int
    die: int
    modifier: int
    result: AirResult
    unit: str = ""


class Struck(InFight, frozen=True, tag="struck"):
    """7.2.6, 7.3.1 An air unit attacked one place of the row: its dice, and the ships that were hit.

    For each ship: the strength `lost`, whether she was `sunk`, and with the option the `fates` of destroyers (7.9).
    `place` is -1 if the unit broke off. `unit`: the id of the unit, for its owner only; `stack`: all ships of the
    place, for all who know them.
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
    """7.2.6d The result of an attack on aircraft on the ground."""

    side: Side
    aircraft: str
    target: str
    dice: tuple[int, ...]
    results: tuple[AirResult, ...]


class Hunted(InFight, frozen=True, tag="hunted"):
    """7.4.1, 7.4.2 A side attacked a wolfpack with ASW: the dice with their modifiers, and second dice (`fates`).

    `sunk`: the boats sunk; `damaged`: the boats sent home; `held_down`: the pack is held down. Both sides read the
    number of boats lost (7.4c). `force`: the pack's id, which only its owner reads.
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
    force: str = ""


class EmbarkedLost(Event, frozen=True, tag="embarked_lost"):
    """7.8 Aircraft that were lost with the steps of their carrier; only her owner reads it."""

    ship: str
    aircraft: tuple[str, ...]


Events = (
    Flown
    | RadiusDeclared
    | Located
    | AttackCalledOff
    | AirAttackBegan
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
