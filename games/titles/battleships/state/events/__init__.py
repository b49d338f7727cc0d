"""The events. They carry ids and numbers, no texts. `discloses` names the fields with hidden facts."""

from games.titles.battleships.state.events.gunnery import (
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
from games.titles.battleships.state.events.movement import Departed, FlagShifted, MineStruck, Moved, Shifted
from games.titles.battleships.state.events.repair import Mended
from games.titles.battleships.state.events.scenario import Decided, Disheartened, FlagNamed, MinesLaid, Opened
from games.titles.battleships.state.events.sighting import Astray, ChitsDrawn, Lit, Sighted, Spotting, TurnBegan
from games.titles.battleships.state.events.torpedoes import Launched, Ran, TorpedoHit, Unsealed

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
