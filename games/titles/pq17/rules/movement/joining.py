"""1.2.3, 1.2.4, 1.3 Forces that part and combine, for the segments of a phase."""

from games.titles.pq17.rules.joining import add_dummy, clear_dummies, combine, may_exchange, part, remove_dummy, without
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

__all__ = ["add_dummy", "clear_dummies", "combine", "leaving", "may_exchange", "part", "remove_dummy", "without"]


def leaving(sea: Sea, force: Force, ships: tuple[str, ...]) -> list[Counter]:
    """The counters that an order names, as they lie in the force."""
    found = []
    for name in dict.fromkeys(ships):
        single = sea.box.ships[name].is_single
        wanted = ships.count(name)
        for one in force.counters:
            if one.ship == name and wanted and not (one.crippled or one.dead or one.towed or one.tows):
                strength = one.strength if single else min(one.strength, wanted)
                wanted -= 1 if single else strength
                found.append(_of(one, strength))
    return found


def _of(counter: Counter, strength: int) -> Counter:
    return Counter(
        counter.ship, strength, spent=counter.spent, used=counter.used, oil=counter.oil,
        inoperative=counter.inoperative, green=counter.green,
    )  # fmt: skip
