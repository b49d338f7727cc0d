"""The battle display, laid out by hand."""

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.state.battle import Battle
from tests.titles.pq17.trial import left, read_counters


def battle(allied: tuple[str, ...], axis: tuple[str, ...], *, attacker: Side = "axis", round_: int = 1) -> Battle:
    """Every counter a unit of its own, called after its ship."""
    found = Battle(attacker, [], day=False)
    for side, ships in (("allied", allied), ("axis", axis)):
        lay_out_force(found, "allied" if side == "allied" else "axis", [[one] for one in read_counters(*ships)])
    found.round = round_
    return found


def lies(fight: Battle, name: str) -> list[str]:
    return left(fight.unit(name).counters)
