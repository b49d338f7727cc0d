"""7.5.2g A target for each firer, so that as many enemies as possible have one."""

from collections.abc import Mapping, Sequence


def covered(reach: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """A firer for as many enemies as can have one, by augmenting paths; enemies with their firers.

    `reach`: what each firer may fire at, what it likes best first.
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
