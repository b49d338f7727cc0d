"""7.2.1–7.2.4 The forms of an air attack, in which both sides order exceptions from their standing instructions.

The defender answers before the fighters meet, the attacker once the row of targets is public.

Examples of orders:

- rise bf_109_1,bf_110_1
- engage he_111,ju_88
- lay_out dd_a_i,mv,mo stacked=no
- cams cam_from=4
- strike_back albacore_1
- assign ju_88_1 at=mv wave=2 drop=bombs instead=to_left
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from games.kernel.drafts import Annotation, Preview, PreviewLine
from games.kernel.errors import Problem, pointer
from games.kernel.odds import OddsOfPair
from games.kernel.text import Labels, Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote
from games.titles.pq17.orders import draft_odds as odds
from games.titles.pq17.orders.attacks import DROPS
from games.titles.pq17.orders.doctrine import VALUES
from games.titles.pq17.orders.formations import TWICE, named_in_stacks, row_fields

WAVES = ("1", "2", "3", "4", "5", "6")
INSTEAD = ("transports", "to_left", "to_right", "go_home")
"""7.2.6b The values of `Assign.instead`: what a unit does if its target is gone when its wave comes."""
MOST_AT_ONCE = 2
"""7.2.4b The most air units that attack one target in a wave."""
ONE = Text("Only one of these rises.", "発進できるのは1部隊だけです。")


# --- the defender


class Rise(Order, frozen=True, tag="rise"):
    """7.2.1 Order that only these fighters take off against the attack. Without `units`, no fighter takes off."""

    units: tuple[str, ...] = ()


class Engage(Order, frozen=True, tag="engage"):
    """7.2.2 Order for the fighters to engage these aircraft types first, once all escorting fighters are engaged."""

    kinds: tuple[str, ...]


class LayOut(Order, frozen=True, tag="lay_out"):
    """7.2.4 Order to lay out the ships in this row from left to right, for this attack.

    `row`: the ids of the ships. `stacked`: with "yes", neighbouring counters form stacks where the rules allow it.
    """

    row: tuple[str, ...]
    stacked: str = "yes"


class Cams(Order, frozen=True, tag="cams"):
    """7.2.5c Order for CAM ships to launch their fighters against a strong attack.

    `cam_from`: the attacking strength at a stack from which its CAM ships launch; 0 means never.
    """

    cam_from: str


class StrikeBack(Order, frozen=True, tag="strike_back"):
    """14.1 Order that only these bombers of the attacked carriers strike back. Without `units`, no bomber does."""

    units: tuple[str, ...] = ()


class _Attackers(Text, frozen=True):
    """7.2.5c A number of attackers, which a player may write together with a noun such as "bombers"."""

    def aliases(self, language: str) -> str:
        none = self.en == "0"
        if language == "ja":
            return "発進しない" if none else f"{self.ja}以上に発進"
        several = "" if self.en == "1" else "s"
        return "never serve" if none else f"serve from {self.en} attacker{several}"


DefenceOrder = Rise | Engage | LayOut | Cams | StrikeBack


class Fighter(Struct, frozen=True, omit_defaults=True, gc=False):
    """7.2.1 A fighter unit that may take off. `beside`: True if its base is in a neighbouring hex."""

    unit: str
    beside: bool = False


class AirDefenceForm(Orders[DefenceOrder], frozen=True, kw_only=True, dict=True, tag="pq17.air_defence"):
    """The form of the defender in an air attack."""

    order_types = (Rise, Engage, LayOut, Cams, StrikeBack)

    at: str = ""
    """The hex of the attacked force."""
    attackers: tuple[tuple[str, int], ...] = ()
    """Each attacking unit's aircraft type and strength."""
    ships: tuple[tuple[str, int], ...] = ()
    """The ships of the attacked force with their strength."""
    fighters: tuple[Fighter, ...] = ()
    """The fighter units that may take off."""
    surprise: str = ""
    """The defender's surprise: ``caught`` or ``warned``; "" without the option for surprise."""
    cams: bool = False
    """True if the force has CAM ships that can launch."""
    bombers: tuple[str, ...] = ()
    """Carrier bombers that can strike back (14.1)."""
    throws: tuple[odds.Throw, ...] = ()
    """The odds of the fire of each fighter at each type of attacker, and of each type of attacker at each fighter."""
    guns: dict[str, int] = {}
    """The anti-aircraft value of each ship. 0 is the value `*`, with which a ship fires only for itself."""
    cam: int = 0
    """The modifier that a CAM ship adds to the anti-aircraft fire."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        found: list[OrderTemplate] = []
        if self.fighters:
            names = tuple(one.unit for one in self.fighters)
            found.append(OrderTemplate("rise", (Field("units", names, required=False, many=True),)))
            kinds = tuple(dict.fromkeys(name for name, _ in self.attackers))
            if len(kinds) > 1:
                found.append(OrderTemplate("engage", (Field("kinds", kinds, many=True, ordered=True),)))
        ships = tuple(dict.fromkeys(name for name, _ in self.ships))
        if len(ships) > 1:
            found.append(OrderTemplate("lay_out", row_fields(ships, required=True)))
        if self.cams:
            found.append(OrderTemplate("cams", (Field("cam_from", VALUES["cam_from"]),)))
        if self.bombers:
            found.append(OrderTemplate("strike_back", (Field("units", self.bombers, required=False, many=True),)))
        return tuple(found)

    def labels_in_context(self, labels: Labels) -> Labels:
        """7.2.5c Return labels that let a player write a number with a noun: "serve from 3 attackers" for 3.

        All numbers in the form are values of `cam_from`, the attacking strength from which CAM ships launch.
        """
        numbers = VALUES["cam_from"]
        return lambda value: _Attackers(value, value) if value in numbers else labels(value)

    def is_forced(self) -> bool:
        """Return False: the question is never skipped.

        Both sides see that aircraft attack. A skipped question would disclose the contents of the force.
        """
        return False

    def preview(self, draft: Any) -> Preview:
        """Return the odds of fighters that take off, anti-aircraft values of the row, and the effect of CAM ships."""
        base = super().preview(draft)
        return Preview((*base.lines, *self._fighting(draft), *self._row(draft), *self._cams(draft)), base.spent)

    def _fighting(self, draft: Any) -> Iterator[PreviewLine]:
        for index, raw in odds.orders_with_verb(draft, "rise"):
            for unit in odds.words_of(raw, "units"):
                for one in self.throws:
                    if unit in (one.by, one.at):
                        told = odds.throw_text(one)
                        text = Text(f"'{one.by}' at '{one.at}': {told.en}.", f"「{one.by}」→「{one.at}」：{told.ja}。")
                        yield PreviewLine(pointer(index, "units"), "free", text, one.odds)

    def list_odds(self) -> Iterator[OddsOfPair]:
        """7.2.3 Yield the chances of the fighters against the attackers, and of the attackers against the fighters."""
        yield from odds.pairs_of(self.throws)

    def _row(self, draft: Any) -> Iterator[PreviewLine]:
        for index, raw in odds.orders_with_verb(draft, "lay_out"):
            fire = [(name, self.guns[name]) for name in odds.words_of(raw, "row") if name in self.guns]
            if fire:
                en = ", ".join(f"'{name}' {worth or '*'}" for name, worth in fire)
                ja = "、".join(f"「{name}」{worth or '*'}" for name, worth in fire)
                en = f"Their fire: {en}. Who is not attacked fires for a neighbour, but not with a *."
                ja = f"対空値：{ja}。攻撃されない艦は隣の艦を援護します（*を除く）。"
                yield PreviewLine(pointer(index, "row"), "free", Text(en, ja))

    def _cams(self, draft: Any) -> Iterator[PreviewLine]:
        for index, raw in odds.orders_with_verb(draft, "cams"):
            if raw.get("cam_from") == "0":
                yield PreviewLine(pointer(index), "free", Text("None serves.", "CAM機は発進しません。"))
            elif self.cam:
                en = f"Each CAM ship of the stack adds {self.cam} to the fire at who attacks it, once in the operation."
                yield PreviewLine(
                    pointer(index), "free", Text(en, f"目標のCAM船1隻ごとに対空射撃に+{self.cam}（1回限り）。")
                )

    def conflicts(self, answer: tuple[DefenceOrder, ...]) -> Iterator[Problem]:
        given: set[str] = set()
        beside = {one.unit for one in self.fighters if one.beside}
        for index, order in enumerate(answer):
            if type(order).__name__ in given:
                yield Problem(pointer(index, "order"), "twice", TWICE, "7.2")
            given.add(type(order).__name__)
            if isinstance(order, Rise):
                near = [one for one in order.units if one in beside]
                if (self.surprise == "caught" and len(order.units) > 1) or (self.surprise and len(near) > 1):
                    yield Problem(pointer(index, "units"), "count", ONE, "7.2.1")

    def schema_notes(self) -> Iterator[SchemaNote]:
        text = Text("Fighters meet the escorts first, strength for strength.", "まず同数の護衛戦闘機と交戦します。")
        yield SchemaNote("7.2.2", text)
        text = Text("Who is not named lies right of the others.", "指定しない艦は右端に並びます。")
        yield SchemaNote("7.2.4", text)
        if self.bombers:
            text = Text("Unless you order otherwise, all of them strike back.", "命令がなければ全部隊が反撃します。")
            yield SchemaNote("14.1", text)


# --- the attacker


class Assign(Order, frozen=True, tag="assign"):
    """7.2.4b, 7.2.4c, 7.2.6b Order for a bomber unit to attack a stack of the row.

    `at`: the name of the stack. `wave`: the wave of the attack in which the unit attacks. `drop`: bombs or torpedoes.
    `instead`: the neighbouring stack that the unit attacks if its own target is gone; "" means a neighbour with
    transports or, over an airfield, any neighbour.
    """

    unit: str
    at: str
    wave: str = "1"
    drop: str = ""
    instead: str = ""


class Laid(Struct, frozen=True, gc=False):
    """7.2.4 A target in the row: a stack of ships, or an air unit on the ground (7.2.4f).

    `name`: the id of the target. `ships`: its ships with their strength.
    """

    name: str
    ships: tuple[tuple[str, int], ...]


class AirStrikeForm(Orders[Assign], frozen=True, kw_only=True, dict=True, tag="pq17.air_strike"):
    """The form in which an attacker assigns bombers to the defender's row of targets, which both sides see."""

    order_types = (Assign,)

    at: str = ""
    """The hex of the attacked force."""
    row: tuple[Laid, ...] = ()
    """The targets from left to right."""
    units: tuple[tuple[str, int], ...] = ()
    """The bomber units that still fly, with their strength."""
    torpedoes: tuple[str, ...] = ()
    """The bomber units that may drop torpedoes here."""
    grounded: bool = False
    """True if the row consists of aircraft on the ground."""
    throws: tuple[odds.Throw, ...] = ()
    """The odds of each unit's bombs, and of its torpedoes, at each stack."""
    guns: dict[str, int] = {}
    """The anti-aircraft value with which each stack can fire for a neighbouring stack."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        names, stacks = tuple(name for name, _ in self.units), tuple(one.name for one in self.row)
        beside = named_in_stacks((one.name, one.ships) for one in self.row)
        found: list[OrderTemplate] = []
        for name in names if stacks else ():
            drop = (Field("drop", DROPS, required=False),) if name in self.torpedoes else ()
            wave, instead = Field("wave", WAVES, required=False), Field("instead", self._instead(), required=False)
            at = Field("at", stacks, unavailable=beside)
            found.append(OrderTemplate("assign", (Field("unit", (name,)), at, wave, *drop, instead), "unit"))
        return tuple(found)

    def _instead(self) -> tuple[str, ...]:
        return tuple(one for one in INSTEAD if one != "transports" or not self.grounded)

    def labels_in_context(self, labels: Labels) -> Labels:
        """Return labels with which a number may be written with a noun: "serve from 3 attackers"."""
        numbers = VALUES["cam_from"]
        return lambda value: _Attackers(value, value) if value in numbers else labels(value)

    def is_forced(self) -> bool:
        """Return False: the question is never skipped.

        Both sides see that aircraft attack. A skipped question would disclose the attacker's losses.
        """
        return False

    def preview(self, draft: Any) -> Preview:
        """Return the odds of each ordered unit against its target, both with bombs and with torpedoes.

        If the order chooses bombs or torpedoes (`drop`), only the odds of that weapon are returned.
        """
        base = super().preview(draft)
        found: list[PreviewLine] = []
        for index, raw in odds.orders_with_verb(draft, "assign"):
            for one in self.throws:
                drops = raw.get("drop") or one.means
                if (one.by, one.at, one.means) == (raw.get("unit"), raw.get("at"), drops):
                    told = odds.throw_text(one)
                    text = Text(f"{told.en}.", f"{told.ja}。")
                    found.append(PreviewLine(pointer(index, "at"), "free", text, one.odds))
        return Preview((*base.lines, *found, *self._beside(draft)), base.spent)

    def list_odds(self) -> Iterator[OddsOfPair]:
        """7.2.6 Yield the chances of each unit's bombs and torpedoes against each stack."""
        yield from odds.pairs_of(self.throws)

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        """7.2.4b Return an arrow from each bomber unit to its target, marked with the number of the wave."""
        return tuple(
            Annotation("link", (raw["unit"], raw["at"]), "", pointer(index, "at"), str(raw.get("wave") or "1"))
            for index, raw in odds.orders_with_verb(draft, "assign")
            if isinstance(raw.get("unit"), str) and isinstance(raw.get("at"), str)
        )

    def _beside(self, draft: Any) -> Iterator[PreviewLine]:
        """7.2.5a Yield a line on the stacks beside each target that fire for it, unless the same wave attacks them."""
        names = [one.name for one in self.row]
        flown = [
            (index, raw.get("at"), raw.get("wave") or "1") for index, raw in odds.orders_with_verb(draft, "assign")
        ]
        for index, at, wave in flown:
            place = names.index(at) if at in names else -len(names)
            near = [names[one] for one in (place - 1, place + 1) if 0 <= one < len(names)]
            fire = [
                one for one in near if one in self.guns and (one, wave) not in {(to, when) for _, to, when in flown}
            ]
            if fire:
                en = ", ".join(f"'{one}' {self.guns[one]}" for one in fire)
                ja = "、".join(f"「{one}」{self.guns[one]}" for one in fire)
                en = f"Beside it, unless attacked in this wave, fire at one unit each: {en}."
                yield PreviewLine(
                    pointer(index, "at"), "free", Text(en, f"この波で攻撃されない隣の艦も1部隊ずつ射撃：{ja}。")
                )

    def conflicts(self, answer: tuple[Assign, ...]) -> Iterator[Problem]:
        """7.2.4b Yield a problem for each unit that attacks twice, and for each third attacker of a stack in a wave."""
        used: set[str] = set()
        held: Counter[tuple[str, str]] = Counter()
        for index, order in enumerate(answer):
            if order.unit in used:
                yield Problem(pointer(index, "unit"), "twice", TWICE, "7.2.4b")
            used.add(order.unit)
            held[order.at, order.wave] += 1
            if held[order.at, order.wave] > MOST_AT_ONCE:
                text = Text(
                    "At most two units attack a stack in one wave: write another wave, or another stack.",
                    "1波で1目標を攻撃できるのは2部隊までです。別の波か目標にしてください。",
                )
                yield Problem(pointer(index, "at"), "count", text, "7.2.4b")

    def schema_notes(self) -> Iterator[SchemaNote]:
        text = Text("Units that are not named attack as usual.", "指定しない部隊は常時指示どおりに攻撃します。")
        yield SchemaNote("7.2.4", text)
