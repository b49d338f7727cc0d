"""7.5.2g The assignment of targets to firing units: as many enemies as possible are fired at."""

from collections.abc import Mapping, Sequence


def cover_enemies(reach: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """7.5.2g Return as many enemies as possible, each with the id of a unit that fires at it.

    The search uses augmenting paths. `reach`: the possible targets of each firing unit, the preferred target first.
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
