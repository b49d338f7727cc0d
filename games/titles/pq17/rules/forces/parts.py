"""5.6, 9.3.2 The dispersed part that belongs to a convoy."""

from games.titles.pq17.rules.forces.points import tally_of
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def parts_of(sea: Sea, force: Force) -> list[Force]:
    """5.6 The dispersed part of a convoy, if it has a block of its own; nobody else has any."""
    if force.convoy is None:
        return []
    return [one for one in sea.state.forces if one.convoy is not None and one.convoy.part_of == force.id]


def inherit(sea: Sea, force: Force) -> None:
    """5.6 When no merchant is left of a convoy itself, its dispersed part is the convoy from then on: it sails as was
    written for the whole and keeps its tally (reading; the rulebook has no word on it).
    """
    for part in parts_of(sea, force):
        tally = tally_of(sea, part)
        if part.convoy is not None:
            part.convoy.part_of = ""
        part.plan = force.plan
        if tally is not None:
            tally.convoy = part.id
