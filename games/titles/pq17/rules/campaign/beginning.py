"""15.0 The start of a campaign: the roster with all units before the first planning phase."""

from collections.abc import Iterator

from games.kernel.errors import raise_problems
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.options import Options, problems
from games.titles.pq17.components.scenarios import read_entry
from games.titles.pq17.rules.campaign.arrivals import strength_of
from games.titles.pq17.rules.campaign.command import HALVES
from games.titles.pq17.rules.campaign.repairs import is_single
from games.titles.pq17.rules.operation import setup
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.state import State

PATROL_PORT, BRITISH_BOATS, SOVIET_PORT, GERMAN_BOATS = "reykjavik", "lerwick", "murmansk", "narvik"
"""5.1.9, 15.8a The ports of units for which the campaign names no port."""


def new_game(box: Box, scenario: str, options: Options) -> State:
    """T.scenarios, 15.0 Return the state at the start of a campaign or of a single operation.

    Raises Illegal for options that exclude each other (1.0).
    """
    if scenario not in box.campaign.lengths:
        return setup.new_game(box, scenario, options)
    raise_problems(problems(options))
    return new_campaign(box, scenario, options)


def new_campaign(box: Box, scenario: str, options: Options) -> State:
    """15.9 Return the state at the start of a campaign, before any chit is drawn. The scenario decides its months."""
    begin = box.campaign.begin
    roster = Roster(
        months=box.campaign.lengths[scenario],
        severny_flot=HALVES * begin.severny_flot,
        gruppe_nord=HALVES * begin.gruppe_nord,
        patrol=list(begin.patrol_white),
        known=list(begin.ballast),
    )
    for unit in _units(box):
        roster.add(unit, single=is_single(box, unit.kind))
    for port, ships in begin.ballast.items():
        lying = [read_entry(ship) for ship in ships]
        roster.boxes[port] = Boxes(down=[Unit(one.kind, one.strength, port) for one in lying])
    return State(options=options, scenario=scenario, turn=1, start=1, roster=roster, cup=list(box.situations))


def _units(box: Box) -> Iterator[Unit]:
    begin = box.campaign.begin
    for group in begin.forces:
        for entry in group.entries:
            yield Unit(entry.kind, strength_of(box, entry), group.ports[0], crippled=entry.crippled)
    lying = (
        (PATROL_PORT, begin.patrol_white), (BRITISH_BOATS, begin.british_submarines), (SOVIET_PORT, begin.soviet),
        (GERMAN_BOATS, begin.german_submarines),
    )  # fmt: skip
    for port, ships in lying:
        for entry in (read_entry(ship) for ship in ships):
            yield Unit(entry.kind, strength_of(box, entry), port)
    for entry in (read_entry(ship) for ship in begin.merchants):
        yield Unit(entry.kind, entry.strength, PATROL_PORT, laden=True)
    for base, units in begin.air.items():
        for entry in (read_entry(unit) for unit in units):
            yield Unit(entry.kind, entry.strength, base)
