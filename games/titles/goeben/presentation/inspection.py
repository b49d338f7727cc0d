"""2.0, 12.5 The cards on ships, counters and spaces, and distances along the lines of the map, from a seat's view."""

from collections.abc import Iterator
from functools import partial

from games.kernel.inspection import Figure, Inspection, Inspector, Measurement, figures
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import GUNS, Readout, Track
from games.titles.goeben.components.waters import reach
from games.titles.goeben.presentation import lines
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.state.state import Damage, Note
from games.titles.goeben.visibility.view import ShipView, View

TRACKS: tuple[Track, ...] = ("leadership", "engines", "hull", *GUNS, "ammunition", "torpedoes", "coal")
SHORT: tuple[Track, ...] = ("hull", "engines", "coal")
"""The tracks that the list of units shows for each ship."""
SIDES = {"friendly": ("friendly", "友好"), "neutral": ("neutral", "中立"), "allied": ("Allied", "連合国"),
         "captured": ("held by our marines", "海兵大隊が占領中")}  # fmt: skip
"""9.0 The words for the side that holds a port."""


def inspector(box: Box, labels: Labels) -> Inspector:
    """Return the functions that list the pieces in a view, show the card of each, and measure distances."""
    return Inspector(
        own_ships, other_things, partial(inspect, box, labels), partial(measure, box, labels), partial(ring, box)
    )


def own_ships(view: View) -> tuple[str, ...]:
    """Return the ids of the ships that the seat commands, including sunk ones."""
    return tuple(known.ship.id for known in view.ships if known.own)


def other_things(view: View) -> tuple[str, ...]:
    """Return the ids of all other ships that the seat knows, and of Allied counters that are face up or in battle."""
    ships = (known.ship.id for known in view.ships if not known.own)
    consorts = (one.id for one in view.consorts)
    lying = (counter for note in view.spaces.values() for counter in note.up)
    foes = (foe.id for foe in view.battle.foes) if view.battle is not None else ()
    return tuple(dict.fromkeys((*ships, *consorts, *lying, *foes)))


def inspect(box: Box, labels: Labels, view: View, value: str, language: str) -> Inspection | None:
    """Return the card, a short description, of the ship, counter or space with the id `value`.

    Return None if it has no card.
    """
    card = _Card(box, view, Words(labels, language))
    ship = next((known for known in view.ships if known.ship.id == value), None)
    if ship is not None:
        return card.german(ship)
    if value in box.spaces:
        return card.space(value)
    if value in box.austrian:
        return card.consort(value)
    return card.counter(value) if value in box.allied or value in box.markers or value in box.forts else None


class _Card:
    """Writes cards from one view in one language."""

    def __init__(self, box: Box, view: View, say: Words) -> None:
        self.box, self.view, self.say = box, view, say

    def german(self, known: ShipView) -> Inspection:
        """2.1 Return the card of a German ship: the current value of each track, speeds and cargo."""
        say, ship = self.say, known.ship
        kind = say.class_name(self.box.german[ship.id].type)
        if ship.sunk:
            return Inspection(id=ship.id, kind=kind, where=say("sunk", "沈没"), own=known.own)
        cargo = say.names(ship.cargo) or say("none", "なし")
        return Inspection(
            id=ship.id,
            kind=kind,
            place=ship.at,
            where=say.name(ship.at) if ship.at else say("nowhere yet", "未配置"),
            known=self._since(known.since),
            state=say.marks(f"{one.name} {one.value}" for track in SHORT for one in self._track(known, track)),
            figures=(
                *(figure for track in TRACKS for figure in self._track(known, track)),
                Figure(say("speed", "速度"), self._speeds(known)),
                Figure(say("cargo", "資材"), cargo),
            ),
            lines=tuple(self._today(ship.id)),
            own=known.own,
        )

    def _since(self, turn: int | None) -> str:
        return "" if turn is None else self.say(f"as reported on day {turn}", f"{turn}日目の報告")

    def _track(self, known: ShipView, track: Track) -> Iterator[Figure]:
        full, left = int(getattr(self.box.german[known.ship.id], track)), int(getattr(known.ship, track))
        if full or left:
            text = str(left) if track == "leadership" else f"{left}/{full}"
            yield Figure(self.say.name(track), text)

    def _speeds(self, known: ShipView) -> str:
        """12.1–12.4 Return the speeds that the engines and the coal allow."""
        say, ship, display = self.say, known.ship, self.box.german[known.ship.id]
        rows = (
            (say("cruise", "巡航"), display.cruise, False),
            (say("maximum", "最大"), display.maximum, True),
            (say("emergency", "緊急"), display.emergency, True),
        )
        return say.marks(f"{name} {min(speed, ship.engines)}" for name, speed, fast in rows if ship.coal or not fast)

    def _today(self, ship: str) -> Iterator[str]:
        day, say = self.view.day, self.say
        if day is None:
            return
        if route := day.routes.get(ship):
            yield say("Way today: ", "本日の航路：") + " – ".join(map(say.name, route))
        if ship in day.outfitted:
            yield say("She outfits today and may not move.", "本日は艤装中で、移動できない。")

    def consort(self, value: str) -> Inspection | None:
        """20.0 Return the card of an Austro-Hungarian ship; None if the seat does not know the ship's place."""
        known = next((one for one in self.view.consorts if one.id == value), None)
        if known is None:
            return None
        hurt = self.view.battle.consorts.get(value) if self.view.battle is not None else None
        where = self.say.name(known.gone or known.at)
        return self._readout(self.box.austrian[value], "" if known.gone else known.at, where, hurt=hurt)

    def counter(self, value: str) -> Inspection | None:
        """2.2 Return the card of a counter that is face up, in battle or out of the game; None for a hidden one."""
        say, view = self.say, self.view
        gone = next((one for one in view.gone if one.id == value), None)
        foe = next((one for one in view.battle.foes if one.id == value), None) if view.battle is not None else None
        place, note = next(((at, note) for at, note in view.spaces.items() if value in (*note.up, *note.forts_up)),
                           ("", None))  # fmt: skip
        if foe is not None and view.battle is not None:
            place, note = view.battle.space, None
        if not (place or gone is not None):
            return None
        where = say.name(place) if place else say.name(gone.how) if gone is not None else ""
        known = self._since(note.turn) if note is not None and note.turn < view.turn else ""
        ship = self.box.allied.get(value)
        if ship is not None:
            return self._readout(ship, place, where, known, foe.damage if foe is not None else None)
        kind = say("coastal defences", "沿岸防衛隊") if value in self.box.forts else say("incident", "事件マーカー")
        strength = self.box.forts.get(value, "")
        return Inspection(id=value, kind=kind, place=place, where=where, known=known,
                          figures=figures((say("strength", "戦力"), strength)))  # fmt: skip

    def _readout(self, ship: Readout, place: str, where: str, known: str = "",
                 hurt: Damage | None = None) -> Inspection:  # fmt: skip
        """2.2 Return the card of a ship with printed values, and with its hits if it is in battle."""
        say = self.say
        guns = f"{ship.primary}/{ship.secondary}/{ship.tertiary}"
        hits = lines.damage_line(hurt, say) if hurt is not None else ""
        return Inspection(
            id=ship.id,
            kind=say.class_name(ship.type),
            place=place,
            where=where,
            known=known,
            figures=figures(
                (say("guns", "艦砲"), guns),
                (say("torpedoes", "魚雷"), ship.torpedoes),
                (say("armour", "装甲"), ship.armour),
                (say("speed", "速力"), ship.speed),
            ),
            lines=(hits,) if hits else (),
        )

    def space(self, value: str) -> Inspection:
        """2.1 Return the card of a space: its kind, who holds it, and its known contents with the day of the note."""
        say, space, note = self.say, self.box.spaces[value], self.view.spaces.get(value)
        kinds = {
            "transit": say("narrow waters", "水路"),
            "atlantic_exit": say("exit to the Atlantic", "大西洋への出口"),
            "port": say("port", "港"),
            "naval_base": say("naval base", "海軍基地"),
        }
        sea = "patrol_zone" if lines.is_patrol(self.box, self.view, value) else "high_sea"
        holder = say(*SIDES[lines.side(self.box, self.view, value)]) if space.harbour else ""
        owner = say.name(space.owner) if space.owner else ""
        return Inspection(
            id=value,
            kind=kinds.get(space.kind) or say.name(sea),
            place=value,
            where=say.name(space.zone),
            known=self._since(note.turn) if note is not None and note.turn < self.view.turn else "",
            figures=figures((say("side", "陣営"), holder), (say("power", "国"), owner)),
            lines=tuple(self._lying(value, note)),
            contents=self._contents(value, note),
        )

    def _contents(self, space: str, note: Note | None) -> tuple[str, ...]:
        view = self.view
        ships = [known.ship.id for known in view.ships if known.ship.at == space and not known.ship.sunk]
        consorts = [one.id for one in view.consorts if one.at == space and not one.gone]
        return (*ships, *consorts, *(note.up if note is not None else ()))

    def _lying(self, space: str, note: Note | None) -> Iterator[str]:
        """Yield lines on contents of a space that have no card, and on what happens there today."""
        say, view = self.say, self.view
        if space in lines.goals(self.box, view):
            yield say("A goal of the mission.", "任務の目標。")
        if note is not None:
            yield from self._covered(note)
        if space in view.visited:
            yield say("Our ships have called at this neutral port.", "寄港済みの中立港。")
        weather = view.day.weather.get(space) if view.day is not None else None
        if weather is not None and weather.storm:
            yield say("Storm today.", "本日は嵐。")
        if weather is not None and weather.visibility != "clear":
            yield say("Poor visibility today.", "本日は視界不良。")

    def _covered(self, note: Note) -> Iterator[str]:
        say = self.say
        if note.down:
            yield say.counted(note.down, "{count} counter lies face down.", "{count} counters lie face down.",
                              "裏向きのカウンター{count}個。")  # fmt: skip
        if note.forts_up:
            strengths = " + ".join(str(self.box.forts[fort]) for fort in note.forts_up)
            yield say("Coastal defences, strength {strengths}.", "沿岸防衛隊（戦力{strengths}）。", strengths=strengths)
        if note.forts_down:
            yield say.counted(note.forts_down, "{count} coastal defence, not seen yet.",
                              "{count} coastal defences, not seen yet.", "未確認の沿岸防衛隊{count}個。")  # fmt: skip
        if note.collier:
            yield say.counted(note.collier, "{count} collier waits here.", "{count} colliers wait here.",
                              "給炭艦{count}隻が待機。")  # fmt: skip
        if note.mined:
            yield say("Our mines lie here.", "味方の機雷がある。")
        if note.held:
            yield say("Our marines hold it.", "海兵大隊が占領中。")
        if note.friendly_ship:
            yield say("A friendly ship waits here.", "味方艦船が待機。")


# --- distances


def _place_of(box: Box, view: View, value: str) -> str:
    """Return the space of the thing with the id `value`; "" if the seat does not know it."""
    if value in box.spaces:
        return value
    for known in view.ships:
        if known.ship.id == value:
            return known.ship.at
    for one in view.consorts:
        if one.id == value:
            return "" if one.gone else one.at
    return next((at for at, note in view.spaces.items() if value in note.up), "")


def measure(box: Box, labels: Labels, view: View, start: str, end: str, language: str) -> Measurement | None:
    """2.1, 12.5 Return the shortest way along the lines between two ships, counters or spaces, and its number of moves.

    If ships must stop in patrol zones on the way, the lines of the result name these zones and say how long the way
    around them is. Return None if the place of either end is unknown.
    """
    here, there = _place_of(box, view, start), _place_of(box, view, end)
    if not (here and there):
        return None
    say = Words(labels, language)
    stops = frozenset(space for space in box.spaces if lines.is_patrol(box, view, space))
    shortest, free = _path(box, here, there), _path(box, here, there, stops)
    path = free if len(free) == len(shortest) else shortest
    told = [_moves(len(path) - 1, say)]
    zones = [space for space in path[1:-1] if space in stops]
    if zones:
        told.append(say("Ships stop on the way: ", "途中で停止する：") + say.names(zones) + say(".", "。"))
        told.append(_around(len(free) - 1, say))
    return Measurement(start=here, end=there, distance=len(path) - 1, path=path, lines=tuple(told))


def _moves(count: int, say: Words) -> str:
    one, many = "{count} move along the lines of the map.", "{count} moves along the lines of the map."
    return say.counted(count, one, many, "地図の線に沿って{count}移動。")


def _around(count: int, say: Words) -> str:
    """12.5 Return a sentence on the length of the way around the patrol zones. `count`: negative if there is none."""
    if count < 0:
        return say("There is no way around.", "迂回する航路はない。")
    return say.counted(count, "{count} move around them.", "{count} moves around them.", "迂回すれば{count}移動。")


def _path(box: Box, start: str, end: str, stops: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return the spaces of the shortest way that has no stop before its end; empty if there is none."""
    far = reach(box.waters.ways, start, len(box.spaces), stops)
    if end not in far:
        return ()
    path = [end]
    while path[-1] != start:
        here = path[-1]
        path.append(
            next(
                space
                for space in box.waters.neighbours(here)
                if far.get(space, -1) == far[here] - 1 and (space not in stops or space == start)
            )
        )
    return tuple(reversed(path))


def ring(box: Box, view: View, value: str, steps: int) -> tuple[str, ...]:
    """12.5 Return the spaces exactly `steps` moves away from a ship, counter or space, ignoring obstacles.

    `value`: its id.
    """
    here = _place_of(box, view, value)
    far = box.waters.distance
    return tuple(space for space in box.spaces if here and far(here, space) == steps)
