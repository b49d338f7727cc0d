"""15.0 Commerce raiding."""

from games.kernel.requests import roll
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.scoring import score
from games.titles.goeben.table.sea import Sea

MERCHANT = "merchantman"


async def raiding(sea: Sea) -> str | None:
    """15.0 In the space whose turn it is every merchant in sight is taken; at the end of the phase none is left."""
    space = groups.current(sea)
    if space is not None:
        for merchant in merchants(sea, space):
            await _raid(sea, space, merchant)
    following = groups.begin(sea, "bombardment") if space is None else groups.done(sea, space, "raiding", "bombardment")
    if following != "raiding":
        _escape(sea)
    return following


def merchants(sea: Sea, space: str) -> list[str]:
    """15.0 The merchants in sight in a space; not those that intelligence found (11.2) and no ship has come to."""
    met = [marker.id for marker in sea.markers_at(space) if not marker.waits]
    return [name for name in met if sea.box.markers.get(name) == MERCHANT]


async def _raid(sea: Sea, space: str, merchant: str) -> None:
    """15.0 A die and the leadership of one ship, the best; a Seebataillon there rolls another (15.crew)."""
    ships = sea.ships_at(space)
    led = [(ship.leadership, ship.id) for ship in ships]
    led += [(sea.box.numbers.consorts.leadership, one.id) for one in sea.consorts_at(space)]
    leadership, leader = max(led, key=lambda one: one[0])
    boarding = any("seebataillon" in ship.cargo for ship in ships)
    count = 1 + (sea.box.numbers.raiding.seebataillon if boarding else 0)
    dice = await roll(*[6] * count, key=sea.occasion("raid"), rule="15.0")
    sea.tell_at(space, told.Raided(space, merchant, leader, dice, leadership))
    score(sea, sum(dice) + leadership, "raid", merchant, to=sea.witnesses(space))
    _put_back(sea, space, merchant)


def _escape(sea: Sea) -> None:
    """15.0 Merchants that nobody is left to take go back into the pool too."""
    for space in list(sea.state.lying):
        for merchant in merchants(sea, space):
            _put_back(sea, space, merchant)


def _put_back(sea: Sea, space: str, merchant: str) -> None:
    sea.lift(space, merchant)
    sea.state.pool.append(merchant)
