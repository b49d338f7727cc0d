"""6.1 The form of torpedoes."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Struct

from games.kernel.drafts import Preview, PreviewLine
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.odds import Chances, Odds, OddsOfPair, shorten_odds
from games.kernel.text import Text
from games.orders.idle_behaviour import IdleBehaviour
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.schema_rules import argument_is, at_most
from games.titles.battleships.orders import doctrine
from games.titles.battleships.orders.chances import torpedo_odds
from games.titles.battleships.orders.orders import Launch, Strike, TorpedoOrder
from games.titles.battleships.orders.unavailable_orders import NO_TORPEDOES, OFF_THE_LINE, out_of_reach


class Salvo(Struct, frozen=True, omit_defaults=True, gc=False):
    """6.1 A possible launch of a ship's torpedoes at a target."""

    ship: str
    at: str
    """The target."""
    distance: int
    """The distance in hexes."""
    number: int
    """The highest total of two dice that hits."""
    odds: str
    """The column of the combat results table for a hit, such as "3:1"."""
    kind: str = ""
    """The kind of the target."""
    friend: bool = False
    """True if a ship of the same side is on the path of the torpedoes (6.2a)."""
    chances: Chances | None = None
    """The chances of the launch; None in questions of earlier versions."""

    @property
    def shown_odds(self) -> Odds | None:
        """The odds of the launch, with the names that players see; None in questions of earlier versions."""
        return torpedo_odds(self.chances, self.distance, self.number) if self.chances is not None else None


class TorpedoForm(Orders[TorpedoOrder], frozen=True, kw_only=True, dict=True, tag="battleships.torpedoes"):
    """6.1 The form of a side's torpedo launches: the possible targets of each ship.

    A doctrine may also name ships for which no launch is possible now. So the form has all ships of the own side
    (`crew`) and of the enemy (`prey`).
    """

    order_types = (Launch, Strike)
    range_rules = {"launch": "6.2"}
    idle_behaviour = IdleBehaviour("holds_torpedoes", ("launch",))

    salvoes: tuple[Salvo, ...] = ()
    crew: tuple[str, ...] = ()
    prey: tuple[str, ...] = ()

    def templates(self) -> tuple[OrderTemplate, ...]:
        ships = dict.fromkeys(one.ship for one in self.salvoes)
        launches = (
            OrderTemplate(
                "launch",
                (Field("ship", (ship,)), Field("at", tuple(one.at for one in self.salvoes if one.ship == ship))),
                subject="ship",
            )
            for ship in ships
        )
        return (*launches, *([doctrine.strike_template(self.prey, self.crew)] if self.crew else ()))

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        """6.2 Yield templates with the targets that no torpedo can attack, and with the ships that cannot launch.

        The form of a standing order has no such templates, because it has no positions.
        """
        if not self.salvoes:
            return
        pairs = {(one.ship, one.at) for one in self.salvoes}
        yield from out_of_reach("launch", pairs, self.crew, self.prey, "6.2", OFF_THE_LINE, NO_TORPEDOES)

    def idle_units(self) -> frozenset[str]:
        """6.1 Return the ships that launch no torpedoes without an order: all ships of the side."""
        return frozenset((*self.crew, *(one.ship for one in self.salvoes)))

    def meant(self, answer: Sequence[TorpedoOrder]) -> tuple[Launch, ...]:
        """6.1 Return the answer with each doctrine replaced by launches.

        A doctrine produces only launches without a ship of the own side on the line.
        """
        found = [order for order in answer if isinstance(order, Launch)]
        for order in answer:
            if isinstance(order, Strike):
                found += self._struck(order, {one.ship for one in found})
        return tuple(found)

    def _struck(self, order: Strike, busy: Collection[str]) -> Iterator[Launch]:
        for ship in order.ships or dict.fromkeys(one.ship for one in self.salvoes):
            if ship in busy:
                continue
            hers = [one for one in self.salvoes if one.ship == ship and not one.friend]
            hers = [one for one in hers if not order.chance or one.number >= int(order.chance)]
            marks = (doctrine.Mark(one.at, one.kind, one.distance) for one in hers)
            best = doctrine.preferred(marks, order.at, order.within)[:1]
            yield from (Launch(ship, at) for at in best)

    def conflicts(self, answer: tuple[TorpedoOrder, ...]) -> Iterator[Problem]:
        """6.2c Yield a problem for each second launch of a ship."""
        ships = [order.ship if isinstance(order, Launch) else f"/{index}" for index, order in enumerate(answer)]
        for index, ship in enumerate(ships):
            if ship in ships[:index]:
                text = Text("She launches once.", "雷撃は1回だけです。")
                yield Problem(pointer(index, "ship"), "twice", text, "6.2c")

    def schema_limits(self) -> Iterator[Json]:
        for way in self.cached_templates:
            if way.subject:
                yield at_most(1, argument_is("ship", way.fields[0].values[0]))

    def list_odds(self) -> Iterator[OddsOfPair]:
        """6.1 Yield the odds of every possible launch."""
        for one in self.salvoes:
            if (odds := one.shown_odds) is not None:
                yield OddsOfPair(one.ship, one.at, odds)

    def preview(self, draft: Any) -> Preview:
        """Return the number to hit and the odds of each ordered launch.

        Add a warning if the launch endangers an own ship.
        """
        known = {(one.ship, one.at): one for one in self.salvoes}
        lines: list[PreviewLine] = []
        for index, raw in enumerate(draft if isinstance(draft, list) else []):
            name = (str(raw.get("ship")), str(raw.get("at"))) if isinstance(raw, dict) else ("", "")
            one = known.get(name)
            if one is not None:
                tone = "risk" if one.friend else "spends"
                lines.append(PreviewLine(pointer(index, "at"), tone, _said(one), one.shown_odds))
        return Preview(tuple(lines))


def _said(one: Salvo) -> Text:
    """Return the distance and number to hit of a launch as text, with its odds."""
    said = Text(
        "range {far}, hits on {number} or less, then {odds}", "距離{far}、{number}以下で命中、オッズ{odds}"
    ).format(far=one.distance, number=one.number, odds=one.odds)
    if one.friend:
        said = Text("{said}; a friend on the line", "{said}、線上に味方").format(said=said)
    if one.shown_odds is None:
        return said
    return Text("{said}: {odds}", "{said}：{odds}").format(said=said, odds=shorten_odds(one.shown_odds))
