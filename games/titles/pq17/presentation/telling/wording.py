"""What the lines of all chapters say alike."""

from collections.abc import Iterable

from games.titles.pq17.orders.sightings import WHOSE, block_text
from games.titles.pq17.presentation.labels import Words


def whose(side: str, say: Words) -> str:
    """Of which side something is: as it stands before a noun."""
    return WHOSE["allied" if side == "allied" else "axis"].get(say.language)


def place(at: str, port: str, say: Words) -> str:
    """Where something is: in port, in a box, or in a hex."""
    if port:
        return say(f"in {say.name(port)}", f"{say.name(port)}港")
    return say(f"in {say.where(at)}", say.where(at))


def block_name(side: str, number: int, say: Words) -> str:
    """What everybody calls a block."""
    return block_text(side, number).get(say.language)


def whom(side: str, number: int, force: str, say: Words) -> str:
    """A block, to its owner by his own name for it besides."""
    name = block_name(side, number, say)
    return say(f"{name} ({say.name(force)})", f"{name}（{say.name(force)}）") if force else name


def counted(units: Iterable[str], say: Words) -> str:
    """Units of which each step is named, with how many: `3 Merchant vessels, Alynbank`."""
    found = list(units)
    several = {one: found.count(one) for one in found}
    return say.join([_several(say.name(one), count, say) for one, count in several.items()])


def _several(name: str, count: int, say: Words) -> str:
    return say(f"{count} {name}", f"{name} {count}") if count > 1 else name


def thrown(dice: Iterable[int], say: Words) -> str:
    """Dice in brackets, or nothing."""
    fallen = [*dice]
    if not fallen:
        return ""
    shown = say.dice(fallen)
    return say(f" ({shown})", f"（{shown}）")
