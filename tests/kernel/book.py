"""A form of orders for tests of orders by hand: ships sail by a chart, load from a purse and fire."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.kernel.drafts import Purse, SuggestedEdit
from games.kernel.errors import Illegal
from games.kernel.forms import Form
from games.kernel.text import Text
from games.order_editor.paths import Chart, CostBand, MovementRule
from games.orders.order_set import Field, Order, Orders, OrderTemplate

CHART = Chart(
    neighbours={
        "kiel": ("belt", "canal"), "belt": ("kiel", "skagen"), "canal": ("kiel", "helgoland"),
        "helgoland": ("canal", "dogger"), "dogger": ("helgoland", "skagen"), "skagen": ("belt", "dogger"),
    },
    stops=("dogger",),
)  # fmt: skip
BANDS = (CostBand(2, "free", Text("slow", "低速")), CostBand(3, "spends", Text("1 coal", "石炭1")))


class Sail(Order, frozen=True, tag="sail"):
    ships: tuple[str, ...]
    way: tuple[str, ...] = ()
    pace: str = ""


class Load(Order, frozen=True, tag="load"):
    ship: str
    cargo: tuple[str, ...] = ()


class Fire(Order, frozen=True, tag="fire"):
    ship: str
    at: tuple[str, ...] = ()


class Book(Orders[Sail | Load | Fire], frozen=True, kw_only=True, dict=True, tag="test.book"):
    """Two ships at Kiel, of which wolf is slow; cargo for 3 points; two mines are left."""

    order_types = (Sail, Load, Fire)
    slow: int = 2

    def templates(self) -> tuple[OrderTemplate, ...]:
        movement = MovementRule("sea", "kiel", 3, bands=BANDS)
        sail = (Field("ships", ("emden", "wolf"), many=True), Field("way", (), movement=movement))
        prices = {"coal": {"points": 1}, "mines": {"points": 2, "left": 1}}
        cargo = Field("cargo", ("coal", "mines"), many=True, ordered=True, may_repeat=True, prices=prices)
        targets = Field("at", ("lion", "tiger"), many=True, ordered=True)
        return (
            OrderTemplate("sail", (*sail, Field("pace", ("1", "2"), required=False)), subject="ships"),
            OrderTemplate("load", (Field("ship", ("emden",)), cargo), subject="ship"),
            OrderTemplate("fire", (Field("ship", ("emden", "wolf")), targets), subject="ship", is_rare=True),
        )

    def charts(self) -> dict[str, Chart]:
        return {"sea": CHART}

    def purses(self) -> tuple[Purse, ...]:
        return (
            Purse("points", Text("points", "点"), 3, "emden", "8.1"),
            Purse("left", Text("left", "残り"), 1, "", "8.3"),
        )

    def movement_for(self, verb: str, subjects: tuple[str, ...], movement: MovementRule) -> MovementRule:
        return (
            MovementRule(movement.chart, movement.start, self.slow, bands=BANDS[:1]) if "wolf" in subjects else movement
        )


FORM = Book()


class Idlers(Book, frozen=True, kw_only=True, dict=True, tag="test.idlers"):
    """Nobody can sail; wolf can only fire, which is rare."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(way for way in super().templates() if way.verb != "sail")


def sail(*way: str, ships: Sequence[str] = ("emden",)) -> dict[str, Any]:
    return {"order": "sail", "ships": list(ships), "way": list(way)}


def offered(form: Form[Any], draft: Any, value: str, *acting: str) -> dict[str, SuggestedEdit]:
    """The legal offers by their change."""
    return {offer.kind: offer for offer in form.suggested_edits(draft, value, acting) if not offer.problems}


def refused(text: str) -> list[tuple[str, str, str]]:
    with pytest.raises(Illegal) as caught:
        FORM.accept(FORM.parse(text))
    return [(problem.pointer, problem.code, problem.rule) for problem in caught.value.problems]
