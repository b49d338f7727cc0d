"""6.3, 7.1 The form after the search, to choose the units that shadow or attack identified blocks.

Examples of orders:

- shadow sector_barents contact_7
- strike ju_88_1,ju_88_2,he_111_1 at=contact_7
- attack u_pack_2 at=contact_7
- attack hipper_group at=contact_7
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from games.kernel.drafts import Preview, PreviewLine
from games.kernel.edits import Edit
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.odds import Odds, OddsOfPair
from games.kernel.text import Labels, Text
from games.kernel.unavailable import Unavailable
from games.orders.idle_behaviour import IdleBehaviour
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import (
    SchemaNote,
    argument_among,
    argument_is,
    at_most,
    gives_argument,
    has_verb,
    implies,
    lists_any,
    lists_at_most,
    lists_at_most_of_each,
    matches_all,
    matches_any,
    matches_none,
)
from games.titles.pq17.orders import draft_odds as odds
from games.titles.pq17.orders.doctrine import Instructions, Standing, doctrine_ways
from games.titles.pq17.orders.joint_attacks import join_attack
from games.titles.pq17.orders.sightings import Sighting, with_sightings

DROPS = ("torpedoes", "bombs")
QUARRIES = ("convoy", "heavy", "light")
PARTS = ("convoy", "larger", "capital")
"""6.3.4 The words for the part of a block that a shadower follows if the block splits."""


class Follow(Order, frozen=True, tag="shadow"):
    """6.3 Order for an air unit, air sector, air radius or force (`by`) to shadow a block (`at`) from now on.

    `ships`: if given, these ships are split off the Allied force `by`, and only they follow (6.3.3). `prefers`: the
    part to follow if the block splits, as words of `PARTS`, the most wanted first (6.3.4).
    """

    by: str
    at: str
    prefers: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()


class Strike(Order, frozen=True, tag="strike"):
    """7.2, 7.4.2 Order for air units to attack a block: a surface force, or, with depth charges, a wolfpack.

    `first`: the group of ships to attack first; `drop`: torpedoes or bombs. If a field is "", the side's standing
    instruction decides.
    """

    units: tuple[str, ...]
    at: str
    first: str = ""
    drop: str = ""


class Attack(Order, frozen=True, tag="attack"):
    """7.4, 7.5 Order for a wolfpack or task force to attack a block.

    `boats`: for each submarine of a wolfpack in turn, the group of ships that it attacks.
    """

    force: str
    at: str
    boats: tuple[str, ...] = ()


AttackOrder = Strike | Attack
StrikesOrder = Follow | Strike | Attack | Standing


class Target(Struct, frozen=True, omit_defaults=True, gc=False):
    """An identified enemy block, and the own units that may shadow or attack it."""

    block: str
    """The contact name of the block: the public id by which its enemy names it."""
    seen: Sighting | None = None
    """The public facts about the block."""
    shadowers: tuple[str, ...] = ()
    """The air units, sectors, radii and forces that may shadow it."""
    units: tuple[str, ...] = ()
    """The air units that may attack it."""
    forces: tuple[str, ...] = ()
    """The wolfpacks and task forces that may attack it."""
    packs: tuple[str, ...] = ()
    """All wolfpacks of the own side."""
    hopeless: tuple[str, ...] = ()
    """Units that attack the block only if an order names them."""
    splits: dict[str, tuple[dict[str, int], tuple[str, ...]]] = {}
    """By shadowing force, the ships that may be split off to follow, and the undamaged cruisers among them (6.3.3)."""
    kept: dict[str, str] = {}
    """Own forces nearby that may not attack the block, each with the number of the rule that forbids it."""


_LIMITS = Text(
    "German task forces do not attack what may be too strong for them, by what they know of it.",
    "ドイツTFは、判明している限りで強力すぎる相手を攻撃できません。",
)
KEPT = {
    "6.3.2": Text("It shadows, and who shadows does not attack.", "追尾中のため攻撃できません。"),
    "5.2": Text("It has moved in this phase: wolfpacks move or attack.", "このフェーズに移動したため攻撃できません。"),
    "7.3.2a": Text("Its boats have no torpedoes left.", "魚雷が残っていません。"),
    "7.4d": Text("In a gale there is no submarine combat.", "強風下では潜水艦戦闘はできません。"),
    "7.5": Text("No ship of it is able to fight.", "戦闘可能な艦がありません。"),
}
"""By rule number, the reason why a nearby force does not attack. All other rules are limits of German task forces."""


class StrikesForm(Orders[StrikesOrder], frozen=True, kw_only=True, dict=True, tag="pq17.strikes"):
    """The form for shadowing and attacks after the search, and for the instruction that can replace the question."""

    order_types = (Follow, Strike, Attack, Standing)
    idle_behaviour = IdleBehaviour("idle", ("shadow", "strike", "attack"))
    range_rules = {"strike": "7.1", "attack": "7.1", "shadow": "6.3"}

    forces: tuple[str, ...] = ()
    """The ids of all forces of the side."""
    targets: tuple[Target, ...] = ()
    groups: bool = False
    """True if several groups of air units may attack one target (7.1.2)."""
    chances: dict[str, dict[str, odds.Chance]] = {}
    """By target and attacking unit, the odds to locate the target."""
    dives: dict[str, dict[str, odds.Dive]] = {}
    """By target and wolfpack, the odds of the wolfpack's attack."""
    hunts: dict[str, dict[str, odds.Hunters]] = {}
    """By target and attacking unit, the odds of an attack on submarines."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        found: list[OrderTemplate] = []
        for one in self.targets:
            at = Field("at", (one.block,))
            if one.units:
                first, drop = Field("first", ("transports", *QUARRIES[1:]), required=False), Field("drop", DROPS, False)
                found.append(
                    OrderTemplate("strike", (Field("units", one.units, many=True), at, first, drop), subject="units")
                )
            for force in one.forces:
                boats = Field("boats", QUARRIES, required=False, many=True, ordered=True, may_repeat=True, most=4)
                fields = (Field("force", (force,)), at, *((boats,) if force in one.packs else ()))
                found.append(OrderTemplate("attack", fields, subject="force"))
            found += [
                OrderTemplate("shadow", (Field("by", (by,)), at, *_details(one, by)), subject="by")
                for by in one.shadowers
            ]
        return (*found, *doctrine_ways("strikes"))

    def idle_units(self) -> frozenset[str]:
        """6.3, 7.1 Return the units that could follow or attack, but that do nothing without an order."""
        able = (name for one in self.targets for name in (*one.units, *one.forces, *one.shadowers, *one.kept))
        return frozenset((*self.forces, *able))

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        """Yield an `attack` template for each target with forces nearby that may not attack it, with the reasons."""
        for one in self.targets:
            barred = tuple(Unavailable(force, rule, KEPT.get(rule, _LIMITS)) for force, rule in one.kept.items())
            if barred:
                yield OrderTemplate("attack", (Field("force", (), unavailable=barred), Field("at", (one.block,))))

    def labels_in_context(self, labels: Labels) -> Labels:
        return with_sightings(labels, {one.block: one.seen for one in self.targets if one.seen is not None})

    def is_idle(self) -> bool:
        """Return True if no unit can follow or attack anything."""
        return not any(one.units or one.forces or one.shadowers for one in self.targets)

    def is_forced(self) -> bool:
        """Return False: the question is never skipped. Only public facts decide whether the rules ask the question."""
        return False

    @cached_property
    def _by_block(self) -> dict[str, Target]:
        return {one.block: one for one in self.targets}

    def conflicts(self, answer: tuple[StrikesOrder, ...]) -> Iterator[Problem]:
        """6.3, 6.3.2, 7.1, 7.1a Yield a problem for each unit that gets two tasks.

        Also yield a problem for each second wolfpack that follows a convoy, and for each target that aircraft attack
        twice. If the option for groups is in play, aircraft may attack a target several times.
        """
        used: set[str] = set()
        struck: set[str] = set()
        packs: set[str] = set()
        for index, order in enumerate(answer):
            if isinstance(order, Standing):
                continue
            names = order.units if isinstance(order, Strike) else (_actor(order),)
            for name in names:
                if name in used and not name.startswith("sector_"):
                    text = Text(f"{name} does one thing in a phase.", f"{name}は1フェーズに1つのことしかできません。")
                    yield Problem(pointer(index), "twice", text, "7.1")
                used.add(name)
            if isinstance(order, Strike):
                if order.at in struck and not self.groups:
                    text = Text("Aircraft attack a block once.", "航空攻撃は1つの目標に1回です。")
                    yield Problem(pointer(index, "at"), "twice", text, "7.1a")
                struck.add(order.at)
            if isinstance(order, Follow) and order.ships:
                yield from self._wrong_ships(index, order)
            elif isinstance(order, Follow) and order.by in self._packs(order.at):
                if order.at in packs:
                    text = Text("One wolfpack follows a convoy.", "船団を追尾できるウルフパックは1個です。")
                    yield Problem(pointer(index, "by"), "twice", text, "6.3.2")
                packs.add(order.at)

    def _wrong_ships(self, index: int, order: Follow) -> Iterator[Problem]:
        """6.3.3, 1.2.3 Yield the problems of ships split off to follow: too many, the whole force, or no cruiser."""
        ships, cruisers = self._by_block[order.at].splits[order.by]
        if any(order.ships.count(name) > ships.get(name, 0) for name in order.ships):
            yield Problem(
                pointer(index, "ships"),
                "count",
                Text("The force has fewer ships of this class.", "数が足りません。"),
                "1.2.3",
            )
        elif len(order.ships) >= sum(ships.values()):
            text = Text("At least one ship must stay in the force.", "一部は残さなければなりません。")
            yield Problem(pointer(index, "ships"), "count", text, "1.2.3")
        if not set(order.ships) & set(cruisers):
            text = Text("Without an undamaged cruiser they do not follow.", "無傷の巡洋艦がなければ追尾できません。")
            yield Problem(pointer(index, "ships"), "cruiser", text, "6.3.3")

    def _packs(self, block: str) -> tuple[str, ...]:
        target = self._by_block.get(block)
        return target.packs if target is not None else ()

    def edits(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Edit]:
        """7.1a Return the edits that a tap on the word `value` can make for the `acting` units, the likeliest first.

        If an air attack on the tapped block is already ordered, the units join that order.
        """
        return (*self._sent(draft, value, acting), *super().edits(draft, value, acting))

    def _sent(self, draft: Any, value: str, acting: Sequence[str]) -> Iterator[Edit]:
        target = self._by_block.get(value)
        if target is not None and not self.groups:
            yield from join_attack(draft, "strike", "at", value, [one for one in acting if one in target.units])

    def preview(self, draft: Any) -> Preview:
        """7.1.1, 7.4 Return the odds to locate each target, and the odds of attacks by and on submarines."""
        base = super().preview(draft)
        found: list[PreviewLine] = []
        for index, raw in odds.orders_with_verb(draft, "strike", "attack"):
            who = odds.words_of(raw, "units") + odds.words_of(raw, "force")
            found += [
                PreviewLine(pointer(index, "at"), "free", text, shown)
                for at in odds.words_of(raw, "at")
                for text, shown in self._foretold(at, who, odds.words_of(raw, "boats"))
            ]
        return Preview((*base.lines, *found), base.spent)

    def list_odds(self) -> Iterator[OddsOfPair]:
        """7.1.1, 7.4 Yield the odds to locate a target, of wolfpacks' attacks, and of attacks on submarines."""
        for at, chances in self.chances.items():
            yield from (OddsOfPair(who, at, odds.chance_odds(one)) for who, one in chances.items())
        for at, dives in self.dives.items():
            yield from (OddsOfPair(who, at, odds.dive_odds(one, ())) for who, one in dives.items())
        for at, hunts in self.hunts.items():
            shown = ((who, odds.hunters_odds(one)) for who, one in hunts.items())
            yield from (OddsOfPair(who, at, one) for who, one in shown if one is not None)

    def _foretold(self, at: str, who: Sequence[str], named: tuple[str, ...]) -> Iterator[tuple[Text, Odds | None]]:
        known = self.chances.get(at, {})
        chances = [known[one] for one in who if one in known]
        if chances:  # Aircraft draw for all of them together: as well as the best of them.
            best = max(chances, key=lambda one: one.finds)
            yield odds.chance_text(best), odds.chance_odds(best)
        dives, hunts = self.dives.get(at, {}), self.hunts.get(at, {})
        quarries = tuple(one for one in named if one in QUARRIES)
        for one in who:
            if one in dives:
                yield odds.dive_lines(dives[one], quarries), odds.dive_odds(dives[one], quarries)
        yield from odds.hunt_lines_with_odds(hunts[one] for one in who if one in hunts)

    def schema_limits(self) -> Iterator[Json]:
        for name in dict.fromkeys(name for one in self.targets for name in (*one.units, *one.forces, *one.shadowers)):
            if not name.startswith("sector_"):
                yield at_most(
                    1, matches_any(lists_any("units", name), argument_is("force", name), argument_is("by", name))
                )
        for one in self.targets:
            if one.units and not self.groups:
                yield at_most(1, matches_all(has_verb("strike"), argument_is("at", one.block)))
            if one.packs:
                follows = matches_all(
                    has_verb("shadow"), argument_is("at", one.block), argument_among("by", *one.packs)
                )
                yield at_most(1, matches_all(follows, matches_none(gives_argument("ships"))))
            for by, (ships, cruisers) in one.splits.items():
                chosen = matches_all(
                    has_verb("shadow"), argument_is("at", one.block), argument_is("by", by), gives_argument("ships")
                )
                parts = matches_all(
                    lists_at_most_of_each("ships", ships), lists_at_most("ships", sum(ships.values()) - 1)
                )
                yield implies(chosen, matches_all(parts, lists_any("ships", *cruisers)))

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("7.1", Text("A force or unit does one thing.", "各部隊ができるのは1つです。"))
        yield SchemaNote("6.3.2", Text("One wolfpack follows a convoy.", "船団を追尾できるウルフパックは1個です。"))

    def example(self) -> tuple[StrikesOrder, ...]:
        """Return one order about an identified block, or an empty answer if nothing can be ordered."""
        return self.default() if self.is_idle() else super().example()

    def default(self) -> tuple[StrikesOrder, ...]:
        """Return the default orders: attack each block with all units that are not hopeless; other units shadow."""
        found: list[StrikesOrder] = []
        used: set[str] = set()
        for one in self.targets:
            units = tuple(name for name in one.units if name not in used and name not in one.hopeless)
            if units:
                found.append(Strike(units, one.block))
                used.update(units)
            for force in one.forces:
                if force not in used and force not in one.hopeless:
                    found.append(Attack(force, one.block))
                    used.add(force)
        return (*found, *self._follows(used))

    def _follows(self, used: Collection[str]) -> Iterator[Follow]:
        """6.3 Yield an order to shadow each target with a unit that is not in `used`, and no wolfpack."""
        taken = {*used}
        for one in self.targets:
            free = [by for by in one.shadowers if by not in taken and by not in one.packs]
            if free:
                taken.add(free[0])
                yield Follow(free[0], one.block)

    def instructed_orders(self, instructions: Instructions) -> tuple[StrikesOrder, ...]:
        """7.1 Return the answer that the standing instruction `strikes` gives in place of the player.

        For ``always``, the answer is the default orders; for ``follow``, only orders to shadow; otherwise, no orders.
        """
        if instructions.strikes == "follow":
            return tuple(self._follows(()))
        return self.default() if instructions.strikes == "always" else ()


def _details(target: Target, by: str) -> tuple[Field, ...]:
    """6.3.3, 6.3.4 Return the optional fields of an order to shadow: preferences, and ships that are split off."""
    prefers = Field("prefers", PARTS, required=False, many=True, ordered=True, most=len(PARTS))
    ships = tuple(target.splits.get(by, ({}, ()))[0])
    return (prefers, *((Field("ships", ships, required=False, many=True, may_repeat=True),) if ships else ()))


def _actor(order: Follow | Attack) -> str:
    return order.by if isinstance(order, Follow) else order.force
