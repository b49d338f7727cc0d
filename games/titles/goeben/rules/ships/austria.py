"""20.0 Austro-Hungarian ships: how they come out, and how they leave the map.

Their seas are those of the movement (12.5), their place in battles that of 14.0; they have no display, need no coal
and no ammunition, and make no attempt at intelligence.
"""

from collections.abc import Collection
from typing import Literal

from games.kernel.requests import lots
from games.titles.goeben.table.events import incidents as told
from games.titles.goeben.table.scoring import score
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Consort

Loss = Literal["sunk", "damaged", "withdrawn"]


def waiting(sea: Sea, classes: Collection[str] = ()) -> list[str]:
    """20.0 The ships that have not come out yet, of these classes or of all."""
    ships = sea.box.austrian
    fresh = [one.id for one in sea.state.consorts if not one.at and not one.gone]
    return [name for name in fresh if not classes or ships[name].type in classes]


async def come_out(sea: Sea, count: int, *, classes: Collection[str] = (), die: int = 0) -> None:
    """20.0 So many ships at random, as far as there are any, go to Pola."""
    home = sea.box.numbers.consorts.home
    chosen = await lots(waiting(sea, classes), count, key="consorts", rule="20.0")
    for consort in sea.state.consorts:
        if consort.id in chosen:
            consort.at = home
    if chosen:
        sea.tell_at(home, told.ConsortsOut(tuple(chosen), home, die))


def consort(sea: Sea, name: str) -> Consort:
    """The ship of that name. Raises LookupError."""
    for one in sea.state.consorts:
        if one.id == name:
            return one
    raise LookupError(f"there is no ship {name}")


def leaves(sea: Sea, one: Consort, how: Loss) -> None:
    """20.0, 17.1 A ship that is damaged or withdraws goes home until the next mission, one that is sunk for good."""
    seen_by = sea.witnesses(one.at)
    sea.emit(told.ConsortLost(one.id, one.at, how), to=seen_by)
    one.at, one.gone = "", how
    points, word = sea.box.charts.points, "sunk" if how == "sunk" else "damaged"
    chart = points.austrian_sunk if how == "sunk" else points.austrian_damaged
    type_ = sea.box.austrian[one.id].type
    score(sea, chart[type_], f"austrian_{word}", one.id, to=seen_by)  # type: ignore[index]


def struck(sea: Sea, one: Consort, hits: int) -> None:
    """14.13, 20.0 Hits outside a battle: more than her armour sink her, others damage her."""
    leaves(sea, one, "sunk" if hits > sea.box.austrian[one.id].armour else "damaged")


def come_home(sea: Sea) -> tuple[str, ...]:
    """20.0.4, 24.2, 24.2.1 The end of a mission: ships that are not at Pola are gone for good; those damaged or
    withdrawn come back there. The ships that came back.
    """
    home = sea.box.numbers.consorts.home
    back: list[str] = []
    for one in sea.state.consorts:
        if one.at and one.at != home and not one.gone:
            sea.tell(told.ConsortLost(one.id, one.at, "left"))
            one.at, one.gone = "", "left"
        elif one.gone in ("damaged", "withdrawn"):
            one.at, one.gone = home, ""
            back.append(one.id)
    return tuple(back)
