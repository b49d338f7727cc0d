"""1.3, 1.3a, 1.3b, 6.3.5b Dummies that come beside a force."""

from games.titles.pq17.rules.forces.composition import dummies_left
from games.titles.pq17.rules.search.parting import blocks_changed, new_name
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def add_dummy(sea: Sea, beside: Force, name: str) -> Force:
    """1.3a, 1.3b Put a dummy beside a force that has gone off the plot, or has come into port. Raises ValueError with
    the rule if there is none left, or the force may make none (1.3c).
    """
    limit = sea.operation.dummies.of(beside.side).limit
    makes = ("task_force",) if beside.port else ("task_force", "convoy")
    if beside.kind not in makes:
        raise ValueError("1.3c")
    if beside.level is not None:
        raise ValueError("1.3a")
    if not dummies_left(sea.box, sea.state.forces, beside.side, limit):
        raise ValueError("1.3")
    dummy = Force(id=name, side=beside.side, kind="dummy", block=0, at=beside.at, port=beside.port)
    sea.place(dummy)
    blocks_changed(sea, dummy, before=-1, force=dummy.id)
    return dummy


def accompanied(sea: Sea, force: Force) -> bool:
    """1.3, 1.3c Whether a dummy comes beside a force: it does if the force may make one and there is one left."""
    try:
        add_dummy(sea, force, new_name(sea, f"{force.id}_dummy"))
    except ValueError:
        return False
    return True


def wants_one(sea: Sea, force: Force) -> bool:
    """6.3.5b Whether a side has ordered for good that a dummy comes beside each force that shakes off its shadowers at
    ID 0: whenever that is, so that nobody is asked in the weather's or the enemy's turn, where the question would tell.
    """
    return sea.state.instructed(force.side).decoys == "yes"
