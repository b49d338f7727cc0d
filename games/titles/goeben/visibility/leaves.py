"""The leaves (single values) of the state that each seat may know. A leaf without a rule is hidden from every seat.

Face-down counters and sealed orders are hidden. Everything else is public, except in the mode "captains": there a
captain sees the spaces of own ships, and the ships of captains in touch (25.2).
"""

from games.kernel.leaf_rules import LeafAt, either, everybody, key, leaf, own, when
from games.titles.goeben.components.scenarios import mode_of
from games.titles.goeben.state.state import State, Warship

WIRELESS = "wireless"


def _together(at: LeafAt) -> bool:
    """1.3.1 Return True except in the mode "captains"."""
    return mode_of(at.state.scenario) != "captains"


def _afloat(state: State, seat: str) -> list[Warship]:
    return [ship for ship in state.ships if ship.seat == seat and not ship.sunk]


def _touches(state: State, one: str, other: str) -> bool:
    """25.2 Return True if two captains are in one space or both have Wireless."""
    return one == other or any(
        mine.at == theirs.at or (WIRELESS in mine.cargo and WIRELESS in theirs.cargo)
        for mine in _afloat(state, one)
        for theirs in _afloat(state, other)
    )


def _in_touch(at: LeafAt, seat: str) -> bool:
    """25.2 Return True for the captain of the ship around the leaf, and for captains in touch with that captain."""
    return seat in at.state.seats and _touches(at.state, seat, at.field("seat"))


def _setting_up(at: LeafAt) -> bool:
    """25.2 Return True before the first day: all captains know the result of the set-up."""
    return bool(at.state.turn == 0)


def _flag_captain(state: State) -> str:
    """25.3.1 Return the seat of the first captain with a ship afloat, who commands the Austro-Hungarian ships."""
    return next((ship.seat for ship in state.ships if not ship.sunk), state.seats[0])


def _flags(at: LeafAt, seat: str) -> bool:
    """25.3.1 Return True for the first captain with a ship afloat."""
    return seat == _flag_captain(at.state)


def _near(state: State, seat: str) -> set[str]:
    """25.2, 25.3 Return the spaces that a captain sees."""
    allies = [one.at for one in state.consorts if one.at and not one.gone] if seat == _flag_captain(state) else []
    return {*(ship.at for ship in _afloat(state, seat)), *allies}


def _here(at: LeafAt, seat: str) -> bool:
    """25.2 Return True for a captain with a ship in the space that the path or the values of the leaf name."""
    near = _near(at.state, seat)
    return any(one in near for one in (*at.keys, *at.subjects) if isinstance(one, str))


def _fights(at: LeafAt, seat: str) -> bool:
    """25.2 Return True for a captain with a ship in the space of the current battle."""
    fight = at.state.battle
    return fight is not None and fight.space in _near(at.state, seat)


def _of_ship(at: LeafAt, seat: str) -> bool:
    """25.2 Return True for the captain of a ship that path or values name, and for captains in the same space."""
    named = [ship for ship in at.state.ships if ship.id in at.keys or ship.id in at.subjects]
    near = _near(at.state, seat)
    return any(ship.seat == seat or ship.at in near for ship in named)


def _touches_key(at: LeafAt, seat: str) -> bool:
    """25.2 Return True for captains in touch with the captain whose notes contain the leaf, because they share them."""
    return seat in at.state.seats and any(_touches(at.state, seat, one) for one in at.keys if one in at.state.seats)


def _among(at: LeafAt, seat: str) -> bool:
    """25.2 Return True if the values of the leaf name the seat."""
    return seat in at.subjects


together = when(_together)
commanded = either(together, own("seat"), _in_touch)
here = either(together, _here, when(_setting_up))
fighting = either(together, _fights)
SHIP = ("leadership", "engines", "hull", "primary", "secondary", "tertiary", "ammunition", "torpedoes", "coal")
LEAVES = (
    *(leaf(name, "3.5") for name in ("scenario", "options.**", "mission", "days")),
    *(leaf(name, "4.1") for name in ("turn", "over", "verdict")),
    leaf("seats**", "25.1"),
    leaf("alert", "3.1"),
    leaf("vp", "17.1"),
    leaf("ships~", "6.2"),
    *(leaf(f"ships[].{name}", "6.2") for name in ("id", "seat")),
    leaf("ships[].at", "6.1", either(commanded, _here)),
    *(leaf(f"ships[].{name}", "6.2", commanded) for name in SHIP),
    leaf("ships[].cargo**", "8.1", commanded),
    leaf("ships[].sunk", "6.3"),
    leaf("consorts**", "20.0", either(here, _flags)),
    leaf("lying{}[].up", "13.0", here),
    leaf("lying{}[].found", "11.2", here),
    leaf("lying~", "13.0", together),
    leaf("lying{}~", "13.0", here),
    leaf("lying{}[].id", "13.0", when(lambda at: at.field("up"), here)),
    leaf("forts{}[].up", "3.4.1", here),
    leaf("forts{}~", "3.4.1", here),
    leaf("forts{}[].id", "3.4.1", when(lambda at: at.field("up"), here)),
    leaf("gone**", "13.1", together),
    leaf("colliers**", "3.9", here),
    leaf("mines**", "23.0", here),
    leaf("visited**", "9.1"),
    leaf("ashore**", "9.2", here),
    leaf("friendly_ships**", "13.chart/Friendly Ship", here),
    leaf("french_sortie", "13.chart/French Navy Sortie"),
    leaf("available**", "8.3", together),
    leaf("reports~", "25.2.2"),
    *(
        leaf(f"reports[].{name}", "25.2.2", either(together, own("seats")))
        for name in ("turn", "space", "counters**", "how")
    ),
    leaf("reports[].seats**", "25.2.2", _among),
    leaf("logs{}**", "25.2", key, shows=_touches_key),
    *(
        leaf(f"letters[].{name}", "25.2", either(own("seat"), own("readers")))
        for name in ("turn", "seat", "text", "space")
    ),
    leaf("letters~", "25.2", either(own("seat"), own("readers"))),
    leaf("letters[].readers**", "25.2", _among),
    leaf("doctrines{}**", "25.3", key),
    leaf("day.plans{}**", "4.1", key, shows=everybody),
    leaf("day.outfitted**", "4.1.2", either(together, _of_ship)),
    leaf("day.tried", "11.1", together),
    leaf("day.news**", "25.2.3", together),
    leaf("day.routes**", "4.1.3", either(together, _of_ship)),
    leaf("day.order**", "6.1", together),
    leaf("day.queue**", "6.1", together),
    leaf("day.drawn**", "13.0", here),
    leaf("day.arrived**", "13.0", together),
    leaf("day.weather**", "13.chart/Storm", here),
    leaf("day.fought**", "14.1", together),
    leaf("day.occasions", "4.1", together),
    leaf("battle.orders{}**", "14.1", key, shows=everybody),
    *(
        leaf(f"battle.{name}**", "14.1", fighting)
        for name in (
            "space",
            "shore",
            "ships",
            "consorts",
            "foes",
            "first",
            "salvo",
            "opens",
            "night",
            "fired",
            "full",
            "leaving",
            "launched",
            "filmed",
            "fire",
            "vp",
        )
    ),
    leaf("campaign.**", "24.0"),
)
