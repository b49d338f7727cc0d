"""The wording that the lines on all chapters share."""

from collections.abc import Iterable

from games.titles.pq17.orders.sightings import WHOSE, block_text
from games.titles.pq17.presentation.labels import Words
from games.toolkit.sentences import is_plural, plural_verb


def side_adjective(side: str, say: Words) -> str:
    """Return the adjective of a side, such as British."""
    return WHOSE["allied" if side == "allied" else "axis"].get(say.language)


def place_name(at: str, port: str, say: Words) -> str:
    """Return the place of a unit in words: in port, in a box, or in a hex."""
    if port:
        return say(f"in {say.name(port)}", f"{say.name(port)}港")
    return say(f"in {say.where(at)}", say.where(at))


def block_name(side: str, number: int, say: Words) -> str:
    """Return the public name of a block."""
    return block_text(side, number).get(say.language)


def block_or_force_name(side: str, number: int, force: str, say: Words) -> str:
    """Return the name of a block; for its owner the name of the force, with the number that the enemy reads."""
    if not force:
        return block_name(side, number, say)
    name = say.name(force)
    return say(f"{name} (block {number})", f"{name}（積み木{number}）")


def verb_of(name: str, verb: str) -> str:
    """Return an English verb that agrees in number with its subject, for a sentence with words between them.

    `name`: the subject. `verb`: the verb in the singular.
    """
    return plural_verb(verb) if is_plural(name) else verb


def units_text(units: Iterable[str], say: Words) -> str:
    """Return units, given as one name for each step, with their number: `3 Merchant vessels, Alynbank`."""
    found = list(units)
    several = {one: found.count(one) for one in found}
    return say.join([_several(say.name(one), count, say) for one, count in several.items()])


def _several(name: str, count: int, say: Words) -> str:
    return say(f"{count} {name}", f"{name} {count}") if count > 1 else name


def dice_text(dice: Iterable[int], say: Words) -> str:
    """Return dice in brackets; empty without dice."""
    fallen = [*dice]
    if not fallen:
        return ""
    shown = say.dice(fallen)
    return say(f" ({shown})", f"（{shown}）")
