"""What is told: ids and numbers, no texts. Fields that tell something hidden are named in `discloses`."""

from games.titles.battleships.table.events.gunnery import (
    Bombarded,
    Bombarding,
    Damaged,
    Fired,
    Marked,
    Secondaries,
    SpecialHit,
    Strayed,
    Sunk,
)
from games.titles.battleships.table.events.movement import Departed, FlagShifted, MineStruck, Moved, Shifted
from games.titles.battleships.table.events.repair import Mended
from games.titles.battleships.table.events.scenario import Decided, Disheartened, FlagNamed, MinesLaid, Opened
from games.titles.battleships.table.events.sighting import Astray, ChitsDrawn, Lit, Sighted, Spotting, TurnBegan
from games.titles.battleships.table.events.torpedoes import Launched, Ran, TorpedoHit, Unsealed

AnyEvent = (
    Opened
    | MinesLaid
    | FlagNamed
    | TurnBegan
    | Sighted
    | ChitsDrawn
    | Astray
    | Spotting
    | Lit
    | Marked
    | Bombarding
    | Fired
    | Secondaries
    | Strayed
    | SpecialHit
    | Bombarded
    | Damaged
    | Sunk
    | Unsealed
    | Launched
    | Ran
    | TorpedoHit
    | Moved
    | Departed
    | Shifted
    | MineStruck
    | FlagShifted
    | Mended
    | Disheartened
    | Decided
)
