"""5.1.2a, 5.1.9a, 5.2.1 Warnings about the routes of a draft. The player may submit the draft nevertheless."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from games.kernel.drafts import PreviewLine
from games.kernel.errors import pointer
from games.kernel.text import Text
from games.order_editor.order_edits import OrderForm, filled_path, orders_in, subjects_of, template_of


class Caution(Struct, frozen=True, omit_defaults=True, gc=False):
    """A warning that a form shows if the draft moves a force in a certain way."""

    force: str
    """The force to which the warning applies."""
    why: Literal["patrol", "friends", "berths"]
    """The case in which the form warns. ``patrol``: the route leaves `hexes` (5.1.9a).

    ``friends``: the force enters one of `hexes` this turn (5.2.1). ``berths``: the force enters one of `ports`, which
    has no room for all its ships (5.1.2a).
    """
    hexes: tuple[str, ...] = ()
    """For ``patrol``, the area of Patrol White; for ``friends``, the hexes that the force should not enter."""
    ports: tuple[str, ...] = ()
    """For ``berths``, the ports without enough room."""
    beyond: dict[str, int] = {}
    """For ``berths``, the number of ships without room, by category (a key of `_COUNTED`)."""
    parts: bool = True
    """True if the ships without room can be split off the force."""


_COUNTED = {
    "capital_ships": Text("capital ships", "主力艦"),
    "cruisers": Text("cruisers", "巡洋艦"),
    "light": Text("destroyer strength", "駆逐艦CS"),
}


def caution_lines(
    book: OrderForm, draft: Any, cautions: Sequence[Caution], steps: dict[str, int]
) -> Iterator[PreviewLine]:
    """Yield the warnings about Patrol White and friendly hexes on the routes of a draft, as preview lines.

    `book`: the form of the draft. `cautions`: the warnings to check. `steps`: by force, the most hexes that it can
    enter this turn.
    """
    about = {(one.force, one.why): frozenset(one.hexes) for one in cautions}
    for index, order in enumerate(orders_in(draft) if about else ()):
        way = template_of(book, order)
        if way is None or way.verb not in ("move", "train"):
            continue
        force = next(iter(subjects_of(way, order)), "")
        path = next(filled_path(book, way, order, field) for field in way.fields if field.name == "way")
        area = about.get((force, "patrol"))
        if area is not None and not area.issuperset(path):
            en = "a cruiser leaves Patrol White: 2 points lost, unless Germans are known by then who excuse her"
            ja = "ホワイト哨戒を離れます。それまでに独艦隊を確認していなければ2点を失います"
            yield PreviewLine(pointer(index, "way"), "risk", Text(en, ja))
        met = about.get((force, "friends"), frozenset()).intersection(path[: steps.get(force, 0)])
        for hex_ in sorted(met):
            en = f"{hex_} has an Allied convoy or a Soviet wolfpack now: British submarines do not enter it"
            ja = f"{hex_}には現在、連合軍船団かソ連ウルフパックがおり、英潜水艦は進入しません"
            yield PreviewLine(pointer(index, "way"), "risk", Text(en, ja))


def berth_lines(draft: Any, cautions: Sequence[Caution]) -> Iterator[PreviewLine]:
    """5.1.2a Yield a preview line for each force that a draft orders into a port without room for all its ships.

    `cautions`: the warnings to check; only those with the reason ``berths`` apply.
    """
    about = {one.force: one for one in cautions if one.why == "berths"}
    for index, order in enumerate(orders_in(draft) if about else ()):
        said = order if isinstance(order, dict) else {}
        one = about.get(str(said.get("convoy") or said.get("force")))
        field = next((name for name in ("to", "enters") if one is not None and said.get(name) in one.ports), "")
        if one is not None and field:
            yield PreviewLine(pointer(index, field), "risk", _beyond(one))


def _beyond(one: Caution) -> Text:
    """Return the text of a warning: the ships without room, by category, and what happens to them."""
    en = ", ".join(f"{_COUNTED[name].en} {count}" for name, count in one.beyond.items())
    ja = "、".join(f"{_COUNTED[name].ja} {count}" for name, count in one.beyond.items())
    said = Text(f"more warships than the Russian ports take ({en} too many): ", f"ソ連港の収容数を超えます（{ja}）。")
    if one.parts:
        return Text(f"{said.en}those part and wait outside", f"{said.ja}超過分は分離して港外で待ちます")
    en = f"{said.en}the whole force waits outside, since they cannot part from it: no block is free, or nothing stays"
    return Text(en, f"{said.ja}ブロック不足か残る艦がないため分離できず、部隊全体が港外で待ちます")
