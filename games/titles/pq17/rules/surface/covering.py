"""7.5.2g The assignment of targets to firing units, so that as many enemies as possible are fired at."""

from collections.abc import Mapping, Sequence


def cover_enemies(reach: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """7.5.2g Return as many enemies as possible, each with a unit that fires at it (by augmenting paths).

    `reach`: the possible targets of each firing unit, the preferred one first.
    """
    held: dict[str, str] = {}

    def place(firer: str, tried: set[str]) -> bool:
        for target in reach[firer]:
            if target not in tried:
                tried.add(target)
                if target not in held or place(held[target], tried):
                    held[target] = firer
                    return True
        return False

    for firer in reach:
        place(firer, set())
    return held
