"""5.3, 7.1, 7.2, 7.4.2, 7.8: events of aircraft and their attacks."""

from typing import Literal

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.combat_charts import AirResult
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.state import Mission

CalledOff = Literal["unidentified", "gone", "barred", "ordered"]
"""7.1.1 The reason why an attack was called off."""


class InFight(Event, frozen=True):
    """7.0 The base class of events in a combat, which disclose the enemy's units and their damage to both sides."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class Flown(Event, frozen=True, tag="flown"):
    """5.3, 1.5a Aircraft fly to a hex, where all players see them with their owner and mission.

    `strength`: their steps over this hex. `base`: the hex of their base; the enemy reads "" for carrier aircraft.
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
    """5.3.1a A carrier in a hex holds an air radius. Only her owner reads the id of her force."""

    side: Side
    at: str
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Located(InFight, frozen=True, tag="located"):
    """7.1.1 A side declared an attack on a block, and drew cards to locate it. `found`: True if it was located.

    `by`: the kind of the attacker: aircraft, wolfpack or task force. Only the attacking side reads its units (`who`,
    `force`), and the cards of a failed attempt.
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
    """7.1.1 Aircraft, or a force, were sent to attack in a hex but found no target. Only their owner reads this."""

    side: Side
    at: str
    why: CalledOff
    """The reason: no identified block, no block at all, no legal target, or orders that fit no target."""
    aircraft: tuple[str, ...] = ()
    """The ids of the aircraft; empty if a force was sent."""
    force: str = ""
    """The id of the force; "" if aircraft were sent."""


class AirAttackBegan(InFight, frozen=True, tag="air_attack_began"):
    """7.2a Aircraft began an attack in a hex to which they did not fly in their air movement segment.

    The aircraft raid a port or airfield, or strike back from carriers (14.1). `strengths`: the strength of each unit in
    `aircraft`.
    """

    side: Side
    at: str
    aircraft: tuple[str, ...] = ()
    strengths: tuple[int, ...] = ()


class Scrambled(InFight, frozen=True, tag="scrambled"):
    """7.2.1 Fighters take off against an air attack: their types, with the strength of each unit.

    `surprise`: the die for surprise (7.2.1o); None if the option for surprise is not in play. `surprised`: True if the
    defender was taken by surprise.
    """

    side: Side
    at: str
    aircraft: tuple[str, ...] = ()
    strengths: tuple[int, ...] = ()
    surprise: int | None = None
    surprised: bool = False


class AirFired(InFight, frozen=True, tag="air_fired"):
    """7.2.3 An air unit fired at an enemy air unit: their types, the dice, the modifier, and the result of each die.

    `side`: the side that fired. `firer_unit`, `target_unit`: the ids of the two units; each side reads only its own.
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
    """7.2.4 The ships of an attacked block lie in a row, from left to right.

    `row`: for each stack, its ships with their strength. `ice`: True if there is too much ice in the hex for torpedoes
    (7.2.4d).
    """

    side: Side
    at: str
    row: tuple[tuple[tuple[str, int], ...], ...]
    ice: bool = False


class Grounded(InFight, frozen=True, tag="grounded"):
    """7.2.4f The aircraft on the ground of an attacked airfield lie in a row of targets: their types and strengths."""

    side: Side
    at: str
    row: tuple[tuple[str, int], ...]


class FlakFired(InFight, frozen=True, tag="flak_fired"):
    """7.2.5 Anti-aircraft guns fired at an air unit: the column of the chart (`value`), the die, modifier and result.

    `side`: the side of the guns. `unit`: the id of the air unit, for its owner only.
    """

    side: Side
    aircraft: str
    value: int
    die: int
    modifier: int
    result: AirResult
    unit: str = ""


class Struck(InFight, frozen=True, tag="struck"):
    """7.2.6, 7.3.1 An air unit attacked one place in the row of targets: its dice, and the ships that were hit."""

    side: Side
    aircraft: str
    place: int
    """The index of the place in the row, from 0; -1 if the unit broke off."""
    torpedoes: bool = False
    """True if the unit dropped torpedoes, not bombs."""
    dice: tuple[int, ...] = ()
    ships: tuple[str, ...] = ()
    """The ids of the ships that were hit."""
    lost: tuple[int, ...] = ()
    """The strength that each of `ships` lost."""
    sunk: tuple[bool, ...] = ()
    """For each of `ships`, True if she was sunk."""
    fates: tuple[tuple[str, ...], ...] = ()
    """For each of `ships`, the fates of destroyers, if that option is in play (7.9)."""
    unit: str = ""
    """The id of the air unit, for its owner only."""
    stack: tuple[str, ...] = ()
    """All ships at the place, for the seats that know them."""


class BaseBombed(InFight, frozen=True, tag="base_bombed"):
    """7.2.6d An air unit bombed an air unit on the ground: the types of both, the dice, and the result of each die."""

    side: Side
    aircraft: str
    target: str
    dice: tuple[int, ...]
    results: tuple[AirResult, ...]


class Hunted(InFight, frozen=True, tag="hunted"):
    """7.4.1, 7.4.2 A side attacked a wolfpack with ASW (anti-submarine warfare): the dice and their modifiers."""

    side: Side
    at: str
    block: int
    dice: tuple[int, ...]
    modifiers: tuple[int, ...]
    fates: tuple[int, ...] = ()
    """The second dice, which decide the fates of submarines that were hit."""
    sunk: int = 0
    """The number of submarines sunk."""
    damaged: int = 0
    """The number of submarines sent home, which both sides read (7.4c)."""
    held_down: bool = False
    """True if the wolfpack is held down."""
    force: str = ""
    """The id of the wolfpack, which only its owner reads."""


class EmbarkedLost(Event, frozen=True, tag="embarked_lost"):
    """7.8 Aircraft were lost with the steps of their carrier. Only her owner reads this event."""

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
