"""What each event discloses to its own side and to the enemy."""

import pytest

from games.kernel.events import ALL_FIELDS, Event
from games.titles.battleships.state.events.gunnery import Marked, SpecialHit, Sunk
from games.titles.battleships.state.events.movement import Departed, FlagShifted, MineStruck, Moved
from games.titles.battleships.state.events.repair import Mended
from games.titles.battleships.state.events.scenario import Disheartened, FlagNamed, MinesLaid
from games.titles.battleships.state.events.sighting import Astray
from games.titles.battleships.state.events.torpedoes import Unsealed

rule = pytest.mark.rule
ALL, NOTHING = (ALL_FIELDS,), ()
DISCLOSED: list[tuple[Event, tuple[str, ...], tuple[str, ...]]] = [
    # the event, what it discloses to the British, to the Germans
    (Marked("hood", "bismarck", "main", 10), NOTHING, NOTHING),
    (Marked("hood", "bismarck", "main", 10, planned=True), ALL, ALL),
    (SpecialHit("hood", (5, 5), "bridge"), ("flag",), ("flag",)),
    (Sunk("hood", "2512"), ("flag",), ("flag",)),
    (Moved("hood", "2512", ("2511",), 1, "A"), NOTHING, NOTHING),
    (Departed("hood", "north", full=True), NOTHING, NOTHING),
    (Departed("hood", "north", lost=True), ALL, ALL),
    (MineStruck("hood", "2512", (3, 4)), ALL, ALL),
    (FlagShifted("british", "hood"), ALL, NOTHING),
    (MinesLaid("british", 3, ("2512", "2513", "2514")), ("hexes",), NOTHING),
    (FlagNamed("british", "hood"), ("ship",), NOTHING),
    (Disheartened("british", "hood", sunk=True), NOTHING, ALL),
    (Astray("british", ("hood",)), ALL, NOTHING),
    (Unsealed(("norfolk",), ("bismarck",)), ("ships", "targets"), ("ships", "targets")),
    (Mended("hood", "guns", 3, True, 1), ALL, ALL),
]


@rule("battleships", "10.6", "10.9", "10.10d", "6.1", "8.1a", "5.1")
@pytest.mark.parametrize(
    ("event", "own", "other"), DISCLOSED, ids=[type(row[0]).__name__ + str(at) for at, row in enumerate(DISCLOSED)]
)
def test_what_an_event_discloses(event: Event, own: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert (event.discloses("british"), event.discloses("german")) == (own, other)
