"""Wording that the lines on several chapters share."""

from collections.abc import Iterable

from games.titles.pq17.orders.sightings import WHOSE, block_text
from games.titles.pq17.presentation.labels import Words
from games.toolkit.sentences import is_plural, plural_verb


def side_adjective(side: str, say: Words) -> str:
    """Return the adjective for a side's forces, such as "British" or "German"."""
    return WHOSE["allied" if side == "allied" else "axis"].get(say.language)


def place_name(at: str, port: str, say: Words) -> str:
    """Return the place of a unit in words. `at`: its hex or box; `port`: its port, or ""."""
    if port:
        return say(f"in {say.name(port)}", f"{say.name(port)}港")
    return say(f"in {say.where(at)}", say.where(at))


def block_name(side: str, number: int, say: Words) -> str:
    """Return the public name of a block."""
    return block_text(side, number).get(say.language)


def block_or_force_name(side: str, number: int, force: str, say: Words) -> str:
    """Return the name of a block. If the seat knows its force, return the name of the force with the block's number."""
    if not force:
        return block_name(side, number, say)
    name = say.name(force)
    return say(f"{name} (block {number})", f"{name}（積み木{number}）")


def verb_of(name: str, verb: str) -> str:
    """Return a verb that agrees with the English noun `name` when there are words between noun and verb.

    `verb`: the singular of the verb, such as "loses".
    """
    return plural_verb(verb) if is_plural(name) else verb


def units_text(units: Iterable[str], say: Words) -> str:
    """Return units in words, each name with its number: "3 Merchant vessels, Alynbank".

    `units`: one name for each step.
    """
    found = list(units)
    several = {one: found.count(one) for one in found}
    return say.join([_several(say.name(one), count, say) for one, count in several.items()])


def _several(name: str, count: int, say: Words) -> str:
    return say(f"{count} {name}", f"{name} {count}") if count > 1 else name


def dice_text(dice: Iterable[int], say: Words) -> str:
    """Return the results of dice in brackets; "" without dice."""
    fallen = [*dice]
    if not fallen:
        return ""
    shown = say.dice(fallen)
    return say(f" ({shown})", f"（{shown}）")
