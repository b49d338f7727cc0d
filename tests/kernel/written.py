"""A form of ships that sail and signal, with names in both languages, for tests of what is written to it."""

from collections.abc import Iterator
from typing import Any

from games.kernel.errors import Problem
from games.kernel.forms import Choose, Form
from games.kernel.text import Text, id_label
from games.order_text import ParsedOrders, parse_lines
from games.orders.order_set import Field, Order, Orders, OrderTemplate

NAMES = {
    "malta_zone": Text("Malta Patrol Zone", "マルタ哨戒海域"),
    "malta": Text("Malta", "マルタ"),
    "ionian_c": Text("Central Ionian Sea", "イオニア海中部"),
    "goeben": Text("SMS Goeben", "ゲーベン"),
    "breslau": Text("Breslau", "ブレスラウ"),
    "hamidieh": Text("Ottoman cruiser Hamidieh", "オスマン巡洋艦ハミディイェ"),
    "gloucester": Text("Gloucester", "グロスター"),
    "hex_12": Text("Hex 12", "ヘクス12"),
    "hex_127": Text("Hex 127", "ヘクス127"),
    "sail": Text("Sail", "航行"),
    "signal": Text("Signal", "信号"),
    "ships": Text("ships", "艦"),
    "to": Text("to", "目的地"),
    "straits": Text("The Straits", "ボスポラス、ダーダネルス"),
    "dd_a_i": Text("A–I class", "A–I級駆逐艦"),
}


def labels(value: str) -> Text:
    return NAMES.get(value, id_label(value))


class Sail(Order, frozen=True, tag="sail"):
    ships: tuple[str, ...]
    to: str


class Signal(Order, frozen=True, tag="signal"):
    text: str


class Sailing(Orders[Sail | Signal], frozen=True, kw_only=True, dict=True, tag="test.forgiving"):
    order_types = (Sail, Signal)

    def templates(self) -> tuple[OrderTemplate, ...]:
        ships = Field("ships", ("goeben", "breslau", "gloucester", "hamidieh", "dd_a_i"), many=True)
        places = Field("to", ("straits", "malta_zone", "malta", "ionian_c", "hex_12", "hex_127"))
        return (OrderTemplate("sail", (ships, places)), OrderTemplate("signal", (Field("text", (), length=40),)))

    def conflicts(self, answer: Any) -> Iterator[Problem]:
        seen: set[str] = set()
        for index, order in enumerate(answer):
            if isinstance(order, Sail) and seen & set(order.ships):
                yield Problem(f"/{index}/ships", "twice", Text("This ship sails already.", "航行済みです。"), "4.2")
            if isinstance(order, Sail):
                seen |= set(order.ships)


SEA = Sailing()
PLACES = Choose(options=("malta_zone", "malta", "ionian_c", "hex_12", "hex_127"))


def text_of(form: Form[Any], *lines: str) -> str | None:
    found = parse_lines(lines, form, labels)
    if not found.refused and found.text is not None:
        form.accept(form.parse(found.text))
    return found.text if not found.refused else None


def refused(form: Form[Any], *lines: str) -> ParsedOrders:
    found = parse_lines(lines, form, labels)
    assert found.refused
    return found
