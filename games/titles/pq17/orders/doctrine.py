"""The standing instructions of a side, by which the rules decide where the player is not asked.

Examples of orders:

- instruct scramble does=none
- instruct strikes does=always
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

from msgspec import Struct, structs

from games.kernel.text import Labels, Text
from games.orders.order_set import Field, Order, OrderTemplate
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.instruction_texts import EXPLAINED

Refuses = Literal["ask", "never", "always"]
Scrambles = Literal["all", "none", "from_two", "from_four"]
AimsAt = Literal["transports", "heavy", "light"]
Hunted = Literal["convoy", "heavy", "light"]
Interferes = Literal["always", "if_weaker", "never"]
Asks = Literal["never", "once", "each_round"]
AsksAir = Literal["never", "once"]
Fights = Literal["stay", "withdraw", "if_stronger"]
Revises = Literal["ask", "never"]
Meets = Literal["ignore", "follow", "attack"]
After = Literal["ask", "always", "follow", "never"]
Quarry = Literal["any", "convoy", "task_force", "wolfpack"]
Level = Literal["0", "1", "2", "3", "4"]
Docks = Literal["half", "all", "none"]
Replaces = Literal["bombers", "torpedo", "search", "fighters"]
OilersTo = Literal["reykjavik", "scapa_flow", "loch_ewe"]
Unloads = Literal["mv", "mo", "mc"]
Hastens = Literal["listed", "heavy", "light", "boats", "aircraft"]
LeftAtSea = Literal["a_half", "a_third"]
YesNo = Literal["yes", "no"]
Rounds = Literal["1", "2", "3", "4", "5", "never"]
Count = Literal["0", "1", "2", "3", "4", "6", "8"]
Bids = Literal["ask", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]


class Instructions(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The standing instructions of a side; each field has one of the values in `VALUES` or `CAMPAIGN_VALUES`.

    The fields from `bids` on apply between the operations of a campaign. `EXPLAINED` describes each one to players.
    """

    refuses: Refuses = "ask"
    """Whether the side refuses enemy searches of its blocks, or is asked about each one (6.2.2)."""
    strikes: After = "ask"
    """What happens after a search (7.1). ``ask``: the side is asked about shadowers and attacks.

    ``always``: it shadows, and attacks all targets that are not hopeless. ``follow``: it only shadows. ``never``: it
    does neither.
    """
    quarry: Quarry = "any"
    """The kind of block for automatic attacks."""
    from_id: Level = "0"
    """The lowest ID level of a block for automatic attacks."""
    releases: YesNo = "no"
    """Whether the side's shadowers release their targets before these move (6.3.5a)."""
    detaches: YesNo = "no"
    """Whether an undamaged cruiser leaves her force to follow a target while the force continues (6.3.3)."""
    decoys: YesNo = "no"
    """Whether dummies appear beside own blocks at ID 0 that are no longer shadowed (6.3.5b).

    This applies in the turns of both sides.
    """
    follows: Literal["convoy", "larger", "capital"] = "convoy"
    """The part that a shadower follows when its target splits (6.3.4)."""
    scramble: Scrambles = "all"
    """The attacking strength from which fighters take off (7.2.1)."""
    cam_from: Count = "2"
    """The strength of an attack on a stack from which its CAM ships launch (7.2.5c)."""
    strike: AimsAt = "transports"
    """The ships that the side's aircraft attack first."""
    torpedoes: YesNo = "yes"
    """Whether aircraft that can carry both drop torpedoes or bombs (7.2.4c)."""
    break_off: Count = "0"
    """The bomber strength below which the side's air attacks break off (7.2.3h)."""
    boats: Hunted = "convoy"
    """The ships that the side's submarines attack first (7.4.3c, 7.4.2c)."""
    sally: YesNo = "yes"
    """Whether the submarines of a convoy attack a force that attacks the convoy (7.4.6)."""
    intercepts: Interferes = "if_weaker"
    """Whether a force intercepts an attack on a block nearby (7.5.1)."""
    joins: Interferes = "if_weaker"
    """Whether a force joins a battle nearby (7.5.2a)."""
    torpedo_round: Rounds = "2"
    """The round of a battle from which light ships close for a torpedo attack."""
    evades: YesNo = "no"
    """Whether units evade in a battle."""
    stands: Fights = "if_stronger"
    """Whether the side stays in a battle or withdraws."""
    takes_cover: YesNo = "no"
    """Whether German forces under a warning by superiors use the modifiers of night and weather (13.3).

    The modifiers apply when the forces withdraw.
    """
    asks: Asks = "once"
    """How often the side is asked in a surface battle."""
    asks_air: AsksAir = "never"
    """Whether the side is asked once in each air attack, its own or the enemy's, or never (7.2)."""
    meets: Meets = "follow"
    """What a force does with a block that it finds passing through its hex, or has fought (6.6.1a, 6.3.3)."""
    revises: Revises = "ask"
    """Whether the side may change its other orders during its moves (6.6.1b).

    This happens when one of its blocks finds an enemy in passing, or is stopped by ice.
    """
    tows: YesNo = "yes"
    """Whether ships Dead in the Water are towed, or sink (5.1.1a)."""
    bids: Bids = "ask"
    """The bid for the initiative of each fortnight (4.1.2); a side with this instruction declares no operation EV."""
    calls: Literal["each", "never"] = "each"
    """Whether the side is asked about emergency forces each time or never (15.4)."""
    administers: Literal["each", "never"] = "each"
    """Whether the side is asked about its order of battle each time or never."""
    docks: Docks = "half"
    """The damaged ships that the side puts into dock (15.5.1)."""
    replaces: Replaces = "bombers"
    """The kind of aircraft that the side replaces first (15.6.3)."""
    oilers: OilersTo = "reykjavik"
    """The port where lost oilers and CAM ships return (15.6.1)."""
    boats_at: Literal["bergen", "trondheim"] = "bergen"
    """The port where replaced submarines return (15.6.2)."""
    unloads: Unloads = "mv"
    """The type of merchant that is unloaded first (15.2.2)."""
    hastens: Hastens = "listed"
    """The entry of the fortnight's reinforcement list that the reinforcements situation brings (15.3.2).

    ``listed``: the first entry. Otherwise the first entry of the named sort.
    """
    left_at_sea: LeftAtSea = "a_half"
    """The share of submarines, and for the Allies of Soviet ships, at sea at the start of an operation.

    See 15.8a and 15.8.2.
    """


VALUES: dict[str, tuple[str, ...]] = {
    "tows": ("yes", "no"),
    "refuses": ("ask", "never", "always"),
    "strikes": ("ask", "always", "follow", "never"),
    "quarry": ("any", "convoy", "task_force", "wolfpack"),
    "from_id": ("0", "1", "2", "3", "4"),
    "releases": ("no", "yes"),
    "detaches": ("no", "yes"),
    "decoys": ("no", "yes"),
    "follows": ("convoy", "larger", "capital"),
    "scramble": ("all", "from_two", "from_four", "none"),
    "cam_from": ("0", "1", "2", "3", "4", "6", "8"),
    "strike": ("transports", "heavy", "light"),
    "torpedoes": ("yes", "no"),
    "break_off": ("0", "1", "2", "3", "4", "6", "8"),
    "boats": ("convoy", "heavy", "light"),
    "sally": ("yes", "no"),
    "intercepts": ("if_weaker", "always", "never"),
    "joins": ("if_weaker", "always", "never"),
    "torpedo_round": ("1", "2", "3", "4", "5", "never"),
    "evades": ("no", "yes"),
    "stands": ("if_stronger", "stay", "withdraw"),
    "takes_cover": ("no", "yes"),
    "asks": ("once", "never", "each_round"),
    "asks_air": ("never", "once"),
    "meets": ("follow", "attack", "ignore"),
    "revises": ("ask", "never"),
}
"""The possible values of each instruction that applies in an operation."""
CAMPAIGN_VALUES: dict[str, tuple[str, ...]] = {
    "bids": ("ask", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
    "calls": ("each", "never"),
    "administers": ("each", "never"),
    "docks": ("half", "all", "none"),
    "replaces": ("bombers", "torpedo", "search", "fighters"),
    "oilers": ("reykjavik", "scapa_flow", "loch_ewe"),
    "boats_at": ("bergen", "trondheim"),
    "unloads": ("mv", "mo", "mc"),
    "hastens": ("listed", "heavy", "light", "boats", "aircraft"),
    "left_at_sea": ("a_half", "a_third"),
}
"""15.0 The possible values of each instruction that applies between the operations of a campaign."""
_OF_ONE_SIDE: dict[str, Side] = {
    "cam_from": "allied", "sally": "allied", "detaches": "allied", "oilers": "allied", "unloads": "allied",
    "takes_cover": "axis", "boats_at": "axis",
}  # fmt: skip
"""6.3.3, 7.2.5c, 7.4.6, 13.3, 15.2.2, 15.6 Instructions of a single side, which are not offered to its enemy."""
_CALLED = {
    "oilers": Text("Lost oilers come back at", "給油艦の補充先"),
    "boats": Text("submarines", "潜水艦"),
}
"""The names of words in forms between operations. In other forms, these words name a force and targets."""
_ORDERED = {
    "tows": Text("Tow ships Dead in the Water", "航行不能艦の曳航"),
    "evades": Text("Evade in battle", "戦闘中の回避"),
    "torpedoes": Text("Torpedoes rather than bombs", "爆弾より魚雷を優先"),
    "attack": Text("attack", "攻撃"),
    "escort": Text("escort", "護衛"),
}
"""The names of words in the orders of a phase. In other forms, these words name a state, a weapon and verbs."""
_WORDS = {value: value for values in (*VALUES.values(), *CAMPAIGN_VALUES.values()) for value in values}
# A default is left out of what is stored only where it is the very same string.
LEFT_AT_SEA: dict[LeftAtSea, int] = {"a_half": 2, "a_third": 3}
"""15.8a, 15.8.2 The number n for each value of `left_at_sea`: one in n submarines is at sea."""
SCRAMBLE_FROM = {"all": 0, "from_two": 2, "from_four": 4}
"""7.2.1 The attacking strength from which fighters take off, for each value of `scramble` except ``none``."""


class Standing(Order, frozen=True, tag="instruct"):
    """Order to set a standing instruction from now on. `what`: the instruction; `does`: its new value."""

    what: str
    does: str


@cache
def doctrine_ways(*named: str, side: Side | str = "") -> tuple[OrderTemplate, ...]:
    """Return an order template for each instruction in `named` that the player of a side may set.

    If no names are given, include all instructions. If `side` is "", include the instructions of both sides.
    """
    return tuple(
        _template(what, values)
        for what, values in VALUES.items()
        if (not named or what in named) and _concerns(what, side)
    )


def campaign_values(side: Side | str) -> dict[str, tuple[str, ...]]:
    """15.0 Return the names of the campaign instructions that a side may set, each with its possible values.

    If `side` is "", include the instructions of both sides.
    """
    return {what: does for what, does in CAMPAIGN_VALUES.items() if _concerns(what, side)}


def _concerns(what: str, side: Side | str) -> bool:
    return not side or _OF_ONE_SIDE.get(what, side) == side


def campaign_ways(side: Side | str) -> Iterator[OrderTemplate]:
    """Yield an order template for each campaign instruction that a side may set; for both sides if `side` is ""."""
    for what, values in campaign_values(side).items():
        yield _template(what, values)


def _template(what: str, values: tuple[str, ...]) -> OrderTemplate:
    fields = (Field("what", (what,)), Field("does", values))
    return OrderTemplate("instruct", fields, subject="what", is_rare=True, about=EXPLAINED[what])


def named_in_campaign(labels: Labels) -> Labels:
    """Return `labels` with other names for words that have a special meaning in forms between operations."""
    return lambda value: _CALLED.get(value) or labels(value)


def named_in_orders(labels: Labels) -> Labels:
    """Return `labels` with other names for words that have a special meaning in the orders of a phase."""
    return lambda value: _ORDERED.get(value) or labels(value)


def apply_instructions(instructions: Instructions, orders: Iterable[object]) -> Instructions:
    """Return the standing instructions after the changes by the `Standing` orders among `orders`."""
    said = {one.what: _WORDS[one.does] for one in orders if isinstance(one, Standing)}
    return structs.replace(instructions, **said)
