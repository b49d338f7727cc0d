"""The order of battle of a campaign, laid out for a fortnight."""

from typing import Any

from games.titles.pq17.state.roster import Roster, Unit
from tests.titles.pq17.box import BOX

KEYS = [one.key for one in BOX.campaign.fortnights]


def roster(key: str, *units: Unit, **more: Any) -> Roster:
    """The order of battle in a fortnight."""
    return Roster(fortnight=KEYS.index(key), units=list(units), **more)


def lies(there: Roster, kind: str) -> list[tuple[int, str]]:
    """The strength and places of all units of a kind."""
    return [(unit.strength, unit.place) for unit in there.units if unit.kind == kind]
