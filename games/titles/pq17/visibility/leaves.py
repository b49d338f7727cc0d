"""The leaves (single values) of the state that each seat may know. A leaf without a rule is hidden from every seat."""

from collections.abc import Iterator

from games.kernel.leaf_rules import LeafAt, LeafRule, Who, either, everybody, key, leaf, only, own, players, when
from games.titles.pq17.components.contents import Box
from games.titles.pq17.state.roster import Away, Unit
from games.titles.pq17.state.state import AirUnit, Loss, State

side = own("side")
ALLIED, AXIS = only("allied"), only("axis")
COMMANDED = {"home_fleet": "allied", "severny_flot": "allied", "gruppe_nord": "axis"}
"""4.3.1 The seat that owns each command."""


def _is_over(at: LeafAt) -> bool:
    return bool(at.state.over)


def _is_face_up(at: LeafAt) -> bool:
    """6.1 Return True if the block around the leaf is face up: if it has an ID level."""
    return at.field("level") is not None


def _commands(at: LeafAt, seat: str) -> bool:
    """4.3.1 Return True if the seat owns the command that the path of the leaf names."""
    return any(COMMANDED.get(one) == seat for one in at.keys)


def _booked(at: LeafAt, seat: str) -> bool:
    """2.0b Return True if the points around the leaf are booked in public, or on the seat's own sheet."""
    return at.field("on") in ("both", seat)


def _phasing(at: LeafAt, seat: str) -> bool:
    """3.2a Return True if the current phase is the seat's."""
    phase = at.state.phase
    return phase is not None and phase.side == seat


def _among(at: LeafAt, seat: str) -> bool:
    """Return True if the differing values of the leaf include the seat, or "both"."""
    return seat in at.subjects or "both" in at.subjects


def _of_force(at: LeafAt, seat: str) -> bool:
    """Return True if the leaf, by its values or its path, names a force of the seat."""
    state: State = at.state
    named = {*at.keys, *(one for one in at.subjects if isinstance(one, str))}
    return any(force.side == seat for force in state.forces if force.id in named)


def _known_losses(at: LeafAt, seat: str) -> bool:
    """2.0b Return True if one of the losses whose order differs is public, or a loss of the seat."""
    return any(isinstance(one, Loss) and (one.open or one.side == seat) for one in at.subjects)


def _of_aircraft(box: Box) -> Who:
    """1.5a Return a rule that lets the seat of an air unit's side know the leaf."""

    def owns(at: LeafAt, seat: str) -> bool:
        units = [one for one in (*at.subjects, *at.around) if isinstance(one, AirUnit)]
        return any(box.aircraft[one.aircraft].side == seat for one in units)

    return owns


def _lies_open(box: Box) -> Who:
    """1.5a, 7.2.3d Return a predicate for leaves of aircraft that all seats know.

    These are flying aircraft, and units of land bases except interceptors.
    """

    def shown(at: LeafAt, seat: str) -> bool:
        unit = next((one for one in at.around if isinstance(one, AirUnit)), None)
        return unit is not None and not unit.interceptor and (bool(unit.at) or unit.base not in box.ships)

    return shown


def _of_kind(box: Box) -> Who:
    """15.0a Return a rule that lets a seat know a leaf about a unit, kind of unit or airfield of its side."""

    def owns(at: LeafAt, seat: str) -> bool:
        held = [one.unit if isinstance(one, Away) else one for one in (*at.subjects, *at.around)]
        kinds = [one.kind for one in held if isinstance(one, Unit)]
        kinds += [one for one in (*at.keys, *at.subjects) if isinstance(one, str)]
        pieces = [box.ships.get(kind) or box.aircraft.get(kind) for kind in kinds]
        fields = [box.airfields.get(one.rpartition("_")[0]) for one in at.keys]
        return any(one is not None and one.side == seat for one in (*pieces, *fields))

    return owns


def _lost_of(at: LeafAt, seat: str) -> bool:
    """2.0b Return True if a loss in a past operation is public, or a loss of the seat."""
    loss = at.around[-1]
    return isinstance(loss, dict) and (loss.get("open", True) or loss.get("side") == seat)


def leaves(box: Box) -> tuple[LeafRule, ...]:
    """Return the rules for the leaves of the state. Each rule names some leaves and the seats that may know them."""
    return (*_of_table(), *_of_forces(), *_of_air(box), *_of_sheets(), *_of_play(), *_of_campaign(box))


def _of_table() -> Iterator[LeafRule]:
    yield from (leaf(name, "3.1") for name in ("scenario", "turn", "start", "over", "verdict"))
    yield leaf("come**", "4.2", shows=everybody)
    yield leaf("due_start", "8.3", shows=everybody)
    yield leaf("light", "8.2")
    yield leaf("options.**", "1.0")
    yield from (leaf(f"sky.{name}**", "9.1") for name in ("kind", "local"))
    yield from (leaf(f"sky.{name}**", "9.2.5", _of_force) for name in ("stopped", "dispersing"))
    yield leaf("ice_seen**", "10.1")
    yield from (leaf(f"lasting.{name}", "13.3") for name in ("warning", "directive"))
    yield leaf("lasting.no_restrictions", "12.9", AXIS)
    yield leaf("offensive**", "12.6")
    yield leaf("setting_up", "4.1.3")
    yield leaf("temporary{}[]", "1.1.1", _among)
    yield leaf("temporary{}~", "1.1.1", players)
    yield leaf("temporary~", "1.1.1", players)


def _of_forces() -> Iterator[LeafRule]:
    yield from (leaf(f"forces[].{name}", "1.2a") for name in ("side", "block", "at", "port", "level", "trail**"))
    yield leaf("forces[].kind", "6.1", either(side, when(_is_face_up)), shows=everybody)
    yield leaf("forces[].convoy.scattered", "5.5", either(side, when(_is_face_up)), shows=everybody)
    yield leaf("forces~", "1.2a", side)
    yield leaf("forces[].id", "1.2a", side, shows=everybody)
    yield leaf("forces[].counters[].ship", "6.2.1g", shows=when(_is_face_up))
    for name in ("told", "spent", "refuelling", "reloading", "resting", "held", "formation**", "fuel**", "home"):
        yield leaf(f"forces[].{name}", "1.9", side)
    yield from (leaf(f"forces[].{name}", "1.2b", side) for name in ("from_port", "moved"))
    yield leaf("forces[].convoy.**", "1.2.1a", side)
    yield leaf("forces[].counters**", "1.2a", side)
    yield leaf("forces[].plan**", "4.2", side, shows=everybody)
    yield leaf("blocks**", "1.2a", shows=everybody)
    yield leaf("shadows**", "6.3", players)
    yield from (leaf(f"shadows[].{name}", "6.3") for name in ("by", "target"))
    yield leaf("reports~", "6.2.2a")
    yield leaf("declared**", "5.3.1a")
    yield leaf("losses~", "2.0b", _known_losses)
    yield leaf("losses[].**", "2.0b", either(side, when(lambda at: bool(at.field("open")))))
    yield leaf("tracks**", "3.4", when(_is_over))


def _of_air(box: Box) -> Iterator[LeafRule]:
    owner = _of_aircraft(box)
    yield leaf("air~", "1.5a", owner)
    yield leaf("air[].id", "1.5a", owner)
    for name in ("aircraft", "strength", "damaged", "aborted", "base", "mission", "at", "also**"):
        yield leaf(f"air[].{name}", "1.5a", either(owner, _lies_open(box)))
    yield leaf("air[].interceptor", "7.2.3d", either(owner, _lies_open(box)))


def _of_sheets() -> Iterator[LeafRule]:
    yield leaf("bookings**", "2.0b", _booked)
    yield leaf("bookings~", "2.0b", own("on"))
    yield leaf("bookings[].on", "2.0b", _among)
    yield leaf("command{}**", "4.3.1", _commands)
    yield leaf("command~", "4.3.1", ALLIED)
    yield leaf("chits~", "12.0")
    for name in ("letter", "situation", "target", "turn", "done"):
        yield leaf(f"chits{{}}.{name}", "12.0", either(key, when(lambda at: bool(at.field("shown")))), shows=everybody)
    yield leaf("chits{}.shown", "12.0a")
    yield leaf("chits{}.forces**", "12.0", key)
    yield leaf("bought{}**", "14.0b", key)
    yield leaf("tallies**", "2.1.2", ALLIED)
    yield from (leaf(f"{name}**", "5.1.2a", ALLIED) for name in ("russian", "patrol"))
    yield from (leaf(name, "5.1.8", AXIS) for name in ("unbound", "sighted"))
    yield leaf("training_used", "4.3.4", AXIS)
    yield leaf("soviet_paid", "4.3.2", ALLIED)


def _of_play() -> Iterator[LeafRule]:
    yield leaf("reports**", "6.2.1", players)
    for name in ("refusal", "at", "block", "port", "to", "turn", "source", "kind", "level"):
        yield leaf(f"reports[].{name}", "6.2.2a", when(lambda at: bool(at.field("refusal"))))
    yield from (leaf(f"phase.{name}", "13.0") for name in ("side", "event"))
    for name in ("sectors", "moved", "fought", "orders", "attacks", "found", "attacked", "stirred"):
        yield leaf(f"phase.{name}**", "3.2a", _phasing, shows=everybody)
    yield leaf("phase.unforeseen", "6.6.1b", shows=everybody)
    yield leaf("instructions{}**", "4.2", key)
    yield leaf("battle.**", "7.5.2", players)
    yield leaf("air_attack.**", "7.2.4", players)


def _of_campaign(box: Box) -> Iterator[LeafRule]:
    owner = _of_kind(box)
    for name in ("months", "fortnight", "initiative", "played", "bids**", "ledger**"):
        yield leaf(f"roster.{name}", "15.9")
    yield leaf("roster.markers**", "10.4")
    yield from (leaf(f"roster.{name}", "15.8.3", shows=everybody) for name in ("ev", "ev_declared"))
    yield leaf("roster.ev", "15.8.3", either(ALLIED, when(lambda at: "crossed" not in at.subjects)))
    yield from (leaf(f"roster.{name}", "12.1") for name in ("betrayed**",))
    yield leaf("roster.chariots", "12.14.2")
    for name in ("units", "away", "noted", "early", "interceptors"):
        yield leaf(f"roster.{name}**", "15.0a", owner)
    for name in ("boxes", "severny_flot", "raised", "unloaded", "waiting", "arrived", "sunk", "boats_lost", "patrol"):
        yield leaf(f"roster.{name}**", "15.0a", ALLIED)
    yield from (leaf(f"roster.{name}**", "15.2.2", ALLIED) for name in ("relieved", "convoys", "unload_first"))
    for name in ("cobweb", "agent", "overdue", "returning", "return_shown", "gruppe_nord", "damaged_boats"):
        yield leaf(f"roster.{name}**", "15.0a", AXIS)
    yield from (leaf(f"composed.{name}", "15.9") for name in ("ice**", "light"))
    yield leaf("composed.**", "15.0a", shows=everybody)
    yield leaf("history[].tracks{}.**", "15.0a", either(side, when(_is_over)))
    yield leaf("history[].losses[].**", "15.0a", either(_lost_of, when(_is_over)))
    yield leaf("history[].key", "15.0")
