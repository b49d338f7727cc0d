"""Standing instructions of a side for the enemy's phase and for battles.

instruct scramble does=none
instruct strikes does=always
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
    """The standing instructions of a side, in the words of the orders.

    Searched blocks: whether the owner `refuses` a search (6.2.2). After a search (`strikes`, 7.1): the side is asked
    about shadowers and attacks, or follows and attacks all targets that are not hopeless, or only follows, or does
    neither. `quarry`, `from_id`: the kind of block and the lowest ID for automatic attacks. Shadowers: whether it
    `releases` them before the target moves (6.3.5a); the part that a shadower `follows` when the target splits (6.3.4);
    whether an undamaged cruiser `detaches` herself to follow while her force continues (6.3.3). `decoys`: whether
    dummies appear beside own blocks at ID 0 that are no longer followed, in either side's turn (6.3.5b).

    Air attacks: `scramble`, `cam_from`: the least attackers against which fighters scramble (7.2.1), and at one stack
    against which CAM ships are used (7.2.5c). `asks_air`: the side is asked once in each air attack, its own or the
    enemy's, or never (7.2). `strike`: the first targets of its aircraft; whether they drop `torpedoes` or bombs
    (7.2.4c); they `break_off` with fewer bombers than this number (7.2.3h). Submarines: `boats`: the ships that they
    name first (7.4.3c, 7.4.2c); `sally`: whether the submarines of a convoy attack (7.4.6).

    Surface battles: whether a force `intercepts` an attack and `joins` a battle (7.5.1, 7.5.2a); `torpedo_round`: the
    round from which it closes for torpedoes, and whether it `evades` then; whether it `stands` or withdraws; how often
    the side is asked in a battle (`asks`). `takes_cover`: German forces under a warning by superiors withdraw with the
    modifiers of night and weather, or without (13.3). `meets`: what a force does with a block that it finds passing
    through its hex, or has fought (6.6.1a, 6.3.3). `revises`: whether the side is asked to change its other orders when
    one of its blocks is found in passing, or stopped by ice (6.6.1b). `tows`: whether ships Dead in the Water are
    towed, or sink (5.1.1a).

    In a campaign: its `bids` for the initiative of each fortnight (4.1.2); a side with this instruction declares no
    operation EV. `calls`, `administers`: whether it is asked about emergency forces (15.4) and about its order of
    battle, each time or never. The damaged ships that it `docks` (15.5.1), the aircraft that it `replaces` first
    (15.6.3), and the merchants that it `unloads` first (15.2.2). `oilers`, `boats_at`: where lost oilers and CAM ships
    return (15.6.1), and where replaced submarines do (15.6.2). `hastens`: which entry of the fortnight's list the
    reinforcements situation brings: the first, or the first of its sort (15.3.2). How many submarines, and of the
    Allies Soviet ships, are `left_at_sea` as an operation begins (15.8a, 15.8.2).
    """

    refuses: Refuses = "ask"
    strikes: After = "ask"
    quarry: Quarry = "any"
    from_id: Level = "0"
    releases: YesNo = "no"
    detaches: YesNo = "no"
    decoys: YesNo = "no"
    follows: Literal["convoy", "larger", "capital"] = "convoy"
    scramble: Scrambles = "all"
    cam_from: Count = "2"
    strike: AimsAt = "transports"
    torpedoes: YesNo = "yes"
    break_off: Count = "0"
    boats: Hunted = "convoy"
    sally: YesNo = "yes"
    intercepts: Interferes = "if_weaker"
    joins: Interferes = "if_weaker"
    torpedo_round: Rounds = "2"
    evades: YesNo = "no"
    stands: Fights = "if_stronger"
    takes_cover: YesNo = "no"
    asks: Asks = "once"
    asks_air: AsksAir = "never"
    meets: Meets = "follow"
    revises: Revises = "ask"
    tows: YesNo = "yes"
    bids: Bids = "ask"
    calls: Literal["each", "never"] = "each"
    administers: Literal["each", "never"] = "each"
    docks: Docks = "half"
    replaces: Replaces = "bombers"
    oilers: OilersTo = "reykjavik"
    boats_at: Literal["bergen", "trondheim"] = "bergen"
    unloads: Unloads = "mv"
    hastens: Hastens = "listed"
    left_at_sea: LeftAtSea = "a_half"


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
"""The values of each instruction."""
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
"""15.0 The values of the instructions that apply between the operations of a campaign."""
_OF_ONE_SIDE: dict[str, Side] = {
    "cam_from": "allied", "sally": "allied", "detaches": "allied", "oilers": "allied", "unloads": "allied",
    "takes_cover": "axis", "boats_at": "axis",
}  # fmt: skip
"""6.3.3, 7.2.5c, 7.4.6, 13.3, 15.2.2, 15.6 Instructions that only one side has; the other is not offered them."""
_CALLED = {
    "oilers": Text("Lost oilers come back at", "給油艦の補充先"),
    "boats": Text("submarines", "潜水艦"),
}
"""The names of these words in a campaign's instructions; elsewhere they name a force, and targets of submarines."""
_ORDERED = {
    "tows": Text("Tow ships Dead in the Water", "航行不能艦の曳航"),
    "evades": Text("Evade in battle", "戦闘中の回避"),
    "torpedoes": Text("Torpedoes rather than bombs", "爆弾より魚雷を優先"),
    "attack": Text("attack", "攻撃"),
    "escort": Text("escort", "護衛"),
}
"""The names of these words in the orders of a phase; elsewhere they name a state, a weapon and verbs."""
_WORDS = {value: value for values in (*VALUES.values(), *CAMPAIGN_VALUES.values()) for value in values}
# A default is left out of what is stored only where it is the very same string.
LEFT_AT_SEA: dict[LeftAtSea, int] = {"a_half": 2, "a_third": 3}
"""15.8a, 15.8.2 One in this number is at sea."""
SCRAMBLE_FROM = {"all": 0, "from_two": 2, "from_four": 4}
"""7.2.1 The attacking strength from which fighters rise."""


class Standing(Order, frozen=True, tag="instruct"):
    """Order to set a standing instruction from now on."""

    what: str
    does: str


@cache
def doctrine_ways(*named: str, side: Side | str = "") -> tuple[OrderTemplate, ...]:
    """Return an order template for each named instruction that a side can use; for all of them without names.

    If the side is unknown, the templates of both sides are returned.
    """
    return tuple(
        _template(what, values)
        for what, values in VALUES.items()
        if (not named or what in named) and _concerns(what, side)
    )


def campaign_values(side: Side | str) -> dict[str, tuple[str, ...]]:
    """15.0 Return the campaign instructions that a side can use; all of them if the side is unknown."""
    return {what: does for what, does in CAMPAIGN_VALUES.items() if _concerns(what, side)}


def _concerns(what: str, side: Side | str) -> bool:
    return not side or _OF_ONE_SIDE.get(what, side) == side


def campaign_ways(side: Side | str) -> Iterator[OrderTemplate]:
    """Yield an order template for each campaign instruction of a side."""
    for what, values in campaign_values(side).items():
        yield _template(what, values)


def _template(what: str, values: tuple[str, ...]) -> OrderTemplate:
    fields = (Field("what", (what,)), Field("does", values))
    return OrderTemplate("instruct", fields, subject="what", is_rare=True, about=EXPLAINED[what])


def named_in_campaign(labels: Labels) -> Labels:
    """Return labels extended by the names that orders between operations use."""
    return lambda value: _CALLED.get(value) or labels(value)


def named_in_orders(labels: Labels) -> Labels:
    """Return labels extended by the names that orders of a phase use."""
    return lambda value: _ORDERED.get(value) or labels(value)


def apply_instructions(instructions: Instructions, orders: Iterable[object]) -> Instructions:
    """Return the standing instructions with the changes of these orders."""
    said = {one.what: _WORDS[one.does] for one in orders if isinstance(one, Standing)}
    return structs.replace(instructions, **said)
