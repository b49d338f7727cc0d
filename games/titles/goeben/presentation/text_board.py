"""The board as text: the content of the picture, in lines that fit a terminal or an e-mail."""

from collections.abc import Iterator

from games.kernel.events import UMPIRE
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import GUNS, Readout, Track
from games.titles.goeben.presentation import lines
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.state.state import Battle, Foe, Note
from games.titles.goeben.visibility.view import ShipView, View
from games.toolkit.text_columns import pad, page_rule, wrap

Lines = Iterator[str]
REPORTS = 12
STORES: tuple[Track, ...] = ("ammunition", "torpedoes", "coal")
NAME = 30


class TextBoard:
    """Writes the board of a view as text."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box = box
        self.labels = labels

    def draw(self, view: View, language: str) -> str:
        """Return the whole board of a view as text."""
        return "\n".join(_Page(self.box, view, Words(self.labels, language)).lines()) + "\n"


class _Page:
    """The text of one view while it is written."""

    def __init__(self, box: Box, view: View, say: Words) -> None:
        self.box, self.view, self.say = box, view, say

    def lines(self) -> Lines:
        """Yield the mission, the ships, the battle, the sea, and other known facts."""
        yield from self._head()
        for known in self.view.ships:
            yield ""
            yield from self._ship(known)
        if self.view.unknown:
            names = self.say.names(self.view.unknown)
            yield from ("", self.say(f"No news of {names}.", f"{names}の消息は不明。"))
        yield from self._consorts()
        if self.view.battle is not None:
            yield from self._battle(self.view.battle)
        yield from self._sea()
        yield from self._notes()
        if self.view.seat == UMPIRE:
            yield from self._umpire()

    def _head(self) -> Lines:
        say, view = self.say, self.view
        yield page_rule(lines.headline(self.box, view, say))
        if view.over and lines.verdict_line(view, say):
            yield lines.verdict_line(view, say)
        yield from wrap(lines.goal_line(self.box, view, say) + say(".", "。"), "", "  ")
        if view.pool:
            yield say(f"Incident pool: {view.pool} counters", f"事件プール：{view.pool}個")

    # --- ships

    def _ship(self, known: ShipView) -> Lines:
        """Yield the lines on a ship display: the current value of each track, the speeds, and the cargo."""
        say, ship = self.say, known.ship
        yield page_rule(f"SMS {say.name(ship.id)} | {lines.where(known, say)}", "-")
        if ship.sunk:
            return
        yield from wrap(say.marks(self._track(known, track) for track in ("leadership", "engines", "hull")), "", "  ")
        yield from wrap(say.marks(self._track(known, track) for track in GUNS), "", "  ")
        yield from wrap(say.marks(self._track(known, track) for track in STORES), "", "  ")
        display = self.box.german[ship.id]
        rows = (
            (say("cruise", "巡航"), display.cruise, False),
            (say("maximum", "最大"), display.maximum, True),
            (say("emergency", "緊急"), display.emergency, True),
        )
        speeds = [f"{name} {min(speed, ship.engines)}" for name, speed, fast in rows if ship.coal or not fast]
        yield say("speed: ", "速度：") + say.marks(speeds)
        cargo = say.names(ship.cargo) or say("none", "なし")
        yield from wrap(say(f"cargo: {cargo}", f"資材：{cargo}"), "", "  ")

    def _track(self, known: ShipView, track: Track) -> str:
        full: int = getattr(self.box.german[known.ship.id], track)
        left: int = getattr(known.ship, track)
        if not full:
            return f"{self.say.name(track)} -"
        return f"{self.say.name(track)} {left}" + ("" if track == "leadership" else f"/{full}")

    def _consorts(self) -> Lines:
        out = [one for one in self.view.consorts if one.at and not one.gone]
        if out:
            yield ""
            yield page_rule(self.say("Austro-Hungarian ships", "オーストリア＝ハンガリー艦"), "-")
            for one in out:
                yield self._readout(self.box.austrian[one.id])
                yield f"    {self.say.name(one.at)}"

    def _readout(self, ship: Readout) -> str:
        """2.2 Return the printed values of a ship on one line: class, name, guns, torpedoes, armour and speed."""
        say = self.say
        guns = f"{ship.primary}/{ship.secondary}/{ship.tertiary}"
        figures = say(
            f"guns {guns} torp {ship.torpedoes} arm {ship.armour} spd {ship.speed}",
            f"砲{guns} 雷{ship.torpedoes} 装{ship.armour} 速{ship.speed}",
        )
        return f"  {pad(say.label(ship.id), NAME)} {figures}"

    # --- the battle

    def _battle(self, battle: Battle) -> Lines:
        say, place = self.say, self.say.name(battle.space)
        title = (
            say(f"Bombardment: {place}", f"沿岸砲撃：{place}")
            if battle.shore
            else say(f"Battle: {place}", f"海戦：{place}")
        )
        yield ""
        yield page_rule(title, "-")
        line = lines.battle_line(battle, say)
        if line:
            yield line
        if battle.first and battle.salvo < 8:
            yield lines.salvo_line(battle, say)
        yield from wrap(say("Ours: ", "味方：") + say.names(battle.ships), "", "  ")
        for name, damage in battle.consorts.items():
            yield f"  {say.name(name)}: " + (lines.damage_line(damage, say) or say("undamaged", "無傷"))
        yield say("Against:", "敵：")
        for foe in battle.foes:
            yield from self._foe(foe)

    def _foe(self, foe: Foe) -> Lines:
        say, ship = self.say, self.box.allied.get(foe.id)
        if foe.gone:
            yield f"  {say.label(foe.id)}: {lines.end_line(self.box, foe, say)}"
        else:
            yield self._readout(ship) if ship is not None else f"  {say.label(foe.id)}"
            hurt = lines.damage_line(foe.damage, say)
            if hurt:
                yield f"    {hurt}"

    # --- the sea

    def _sea(self) -> Lines:
        """Yield the contents of the spaces, the printed values of face-up ships, and the visited ports."""
        say, view = self.say, self.view
        yield ""
        yield page_rule(say("The sea", "海上の状況"), "-")
        for space, note in view.spaces.items():
            old = say(f" (day {note.turn})", f"（{note.turn}日目）") if note.turn < view.turn else ""
            parts = say.marks(self._lying(note))
            ships = [counter for counter in note.up if counter in self.box.allied]
            if parts or ships:
                yield from wrap(f"{say.name(space)}{old}: {parts}".rstrip(), "", "    ")
            for counter in ships:
                yield self._readout(self.box.allied[counter])
        if view.visited:
            yield from wrap(say("Neutral ports visited: ", "寄港済みの中立港：") + say.names(view.visited), "", "  ")
        routes = view.day.routes if view.day is not None else {}
        for ship, route in routes.items():
            yield from wrap(f"{say.name(ship)}: " + " > ".join(say.name(space) for space in route), "", "    ")

    def _lying(self, note: Note) -> Lines:
        say = self.say
        others = [counter for counter in note.up if counter not in self.box.allied]
        if others:
            yield say.names(others)
        if note.down:
            yield say(f"{note.down} face down", f"裏向き{note.down}個")
        if note.forts_up:
            strengths = "+".join(str(self.box.forts[fort]) for fort in note.forts_up)
            yield say(f"coastal defences of strength {strengths}", f"沿岸防衛隊 戦力{strengths}")
        if note.forts_down:
            yield say(f"coastal defences unknown: {note.forts_down}", f"未確認の沿岸防衛隊{note.forts_down}")
        yield from [say("collier", "給炭艦")] * note.collier + [say("mines", "機雷")] * note.mined
        if note.held:
            yield say("held by the Seebataillon", "海兵大隊が占領中")
        if note.friendly_ship:
            yield say("a friendly ship waits", "味方艦船が待機")

    # --- the rest

    def _notes(self) -> Lines:
        say, notes = self.say, lines.notes(self.box, self.view, self.say)
        if notes:
            yield ""
            yield page_rule(say("Notes", "記録"), "-")
            for note in notes:
                yield from wrap(note, "", "  ")
        if self.view.reports:
            yield ""
            yield page_rule(say("Latest reports", "最近の報告"), "-")
            for report in lines.latest(self.view.reports, REPORTS):
                yield from wrap(lines.report_line(report, say), "", "  ")

    def _umpire(self) -> Lines:
        say = self.say
        yield ""
        yield page_rule(say("For the umpire", "審判用"), "-")
        for space, counters in self.view.truth.items():
            yield from wrap(f"{say.name(space)}: {say.label_list(counters)}", "", "    ")
        yield from wrap(say("Pool: ", "プール：") + say.label_list(self.view.pool_order), "", "  ")
