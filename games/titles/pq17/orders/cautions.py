"""5.1.9a, 5.2.1 Warnings about the ways of a draft, which forbid nothing."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from games.kernel.byhand.prices import Line
from games.kernel.byhand.taps import Book, filled, orders_in, subjects_of, way_of
from games.kernel.errors import pointer
from games.kernel.text import Text


class Caution(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the owner of a force is warned of: that its way leaves these hexes (`patrol`, 5.1.9a), or that it enters one
    of them this turn (`friends`, 5.2.1).
    """

    force: str
    why: Literal["patrol", "friends"]
    hexes: tuple[str, ...]


def warned(book: Book, draft: Any, cautions: Sequence[Caution], steps: dict[str, int]) -> Iterator[Line]:
    """The warnings about a draft, its ways filled; `steps`: how many hexes a force enters this turn at most."""
    about = {(one.force, one.why): frozenset(one.hexes) for one in cautions}
    for index, order in enumerate(orders_in(draft) if about else ()):
        way = way_of(book, order)
        if way is None or way.verb not in ("move", "train"):
            continue
        force = next(iter(subjects_of(way, order)), "")
        path = next(filled(book, way, order, field) for field in way.fields if field.name == "way")
        area = about.get((force, "patrol"))
        if area is not None and not area.issuperset(path):
            en = "a cruiser leaves Patrol White: 2 points lost, unless Germans are known by then who excuse her"
            ja = "ホワイト哨戒を離れます。それまでに独艦隊を確認していなければ2点を失います"
            yield Line(pointer(index, "way"), "risk", Text(en, ja))
        met = about.get((force, "friends"), frozenset()).intersection(path[: steps.get(force, 0)])
        for hex_ in sorted(met):
            en = f"{hex_} has an Allied convoy or a Soviet wolfpack now: British submarines do not enter it"
            ja = f"{hex_}には現在、連合軍船団かソ連ウルフパックがおり、英潜水艦は進入しません"
            yield Line(pointer(index, "way"), "risk", Text(en, ja))
