"""The board as text: the content of the picture, in lines that fit a terminal or an e-mail."""

from collections.abc import Iterator, Sequence

from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import campaign, lines
from games.titles.pq17.presentation.board.air import AirLists, Bases
from games.titles.pq17.presentation.board.battle import battle_title, unit_line
from games.titles.pq17.presentation.board.flight import attack_title, flying_line, stack_lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.plot import ice_areas
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.reading import Contact, contacts
from games.titles.pq17.state.battle import AirAttack, Battle
from games.titles.pq17.state.state import Force
from games.titles.pq17.visibility.view import View
from games.toolkit.text_columns import pad, page_rule, wrap

PLACE = 26
"""The width of the column with a place, in characters."""
BLOCK = 28
"""The width of the column with a block's name, in characters."""


class TextBoard:
    """Writes the board of a view as text."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box, self.labels = box, labels

    def draw(self, view: View, language: str) -> str:
        """Return the whole board of a view as text."""
        say = Words(self.labels, language)
        return "\n".join(_Sheet(self.box, view, say).page()) + "\n"


class _Sheet:
    """The text of one view while it is written."""

    def __init__(self, box: Box, view: View, say: Words) -> None:
        self.box, self.view, self.say = box, view, say
        self.dates = lines.Dates(box, view.calendar, say)
        self.contacts = contacts(view)

    def page(self) -> Iterator[str]:
        """Yield the lines of the text in order."""
        yield page_rule(lines.headline(self.box, self.view, self.say))
        for line in (
            lines.weather_line(self.view, self.say),
            lines.score_line(self.view, self.say),
            lines.command_line(self.view, self.say),
            self._ice(),
            self._ice_seen(),
        ):
            yield from wrap(line, "", "  ")
        if self.view.battle is not None:
            yield from self._part(battle_title(self.view.battle, self.say), self._battle(self.view.battle))
        if self.view.air_attack is not None:
            yield from self._part(attack_title(self.view.air_attack, self.say), self._air_attack(self.view.air_attack))
        yield from self._part(self.say("Own forces", "自軍部隊"), self._forces())
        yield from self._part(self.say("Known of the enemy", "敵情"), self._enemy(self.contacts))
        lists = AirLists(self.box, self.view, self.say, Ink())
        yield from self._part(self.say("Air", "航空"), self._air(lists.own()))
        theirs = self.say("Enemy aircraft, face up", "敵航空部隊（公開）")
        yield from self._part(theirs, self._air(lists.others()))
        for title, told in campaign.parts(self.box, self.view, self.say):
            yield from self._part(title, iter(told))
        losses = [lines.loss_line(loss, self.say, self.dates) for loss in self.view.losses]
        yield from self._part(self.say("Losses", "損失"), iter(losses))

    def _part(self, title: str, written: Iterator[str]) -> Iterator[str]:
        found = list(written)
        if found:
            yield ""
            yield page_rule(title, "-")
            for line in found:
                yield from wrap(line, "", "    ")

    def _ice(self) -> str:
        """10.1 Return the expected ice in words: each state with its hexes, row by row."""
        told = []
        for ice, area, certain in ice_areas(self.box, self.view):
            if ice != "clear":
                doubt = "" if certain else self.say(" (expected)", "（予想）")
                told.append(f"{self.say.name(ice)}{doubt} {' '.join(_runs(area))}")
        return self.say("Ice: ", "流氷：") + (self.say("; ", "、").join(told) or self.say("none", "なし"))

    def _ice_seen(self) -> str:
        """10.1 Return the ice that blocks met in public, with the turn."""
        told = [
            f"{self.say.name(one.ice)} {hex_}" + self.say(f" ({when})", f"（{when}）")
            for hex_, one in sorted(self.view.ice_seen.items(), key=lambda item: (-item[1].turn, item[0]))
            for when in [self.dates.turn(one.turn)]
        ]
        return self.say("Ice as last reported: ", "流氷の最新報告：") + self.say("; ", "、").join(told) if told else ""

    def _battle(self, battle: Battle) -> Iterator[str]:
        """7.5.2 Yield a line for each unit of both sides in the battle, with its area."""
        for unit in battle.units:
            side, area = self.say.name(unit.side), self.say.name(unit.area)
            yield self.say(f"{side}, {area}: ", f"{side}・{area}：") + unit_line(self.box, unit, self.say)

    def _air_attack(self, attack: AirAttack) -> Iterator[str]:
        """7.2.4 Yield a line for the row of targets from left to right, and lines for the attacking aircraft."""
        say = self.say
        for place, stack in enumerate(attack.row, start=1):
            yield f"{place}. " + say.join(stack_lines(self.box, stack, say))
        over = [flying_line(*one, say) for one in attack.units]
        yield say("Over it: ", "上空：") + say.marks(over)

    def _forces(self) -> Iterator[str]:
        for force in self.view.own:
            yield from self._force(force)

    def _force(self, force: Force) -> Iterator[str]:
        say = self.say
        level = "" if force.level is None else say(f"ID {force.level}", f"ID{force.level}")
        head = f"{pad(lines.place_line(force, say), PLACE)} {pad(say.name(force.id), BLOCK)} {level}".rstrip()
        yield f"{head}  {say.name(force.kind)}"
        held = say.join([lines.counter_line(self.box, counter, say) for counter in force.counters])
        told = [held, lines.fuel_line(force.fuel, say, self.dates), lines.plan_line(force, say, self.dates)]
        told.append(lines.formation_line(force, say))
        told.append(lines.choice_line(self.view, force, say))
        hunters = [one.by for one in self.view.shadows if one.force == force.id]
        if hunters:
            told.append(lines.shadowed_line(hunters, say))
        for text in filter(None, told):
            yield f"    {text}"

    def _enemy(self, found: Sequence[Contact]) -> Iterator[str]:
        for contact in found:
            block = contact.block
            place = self.say.where(block.port or block.at)
            yield f"{pad(place, PLACE)} {lines.block_title(contact, self.say)}"
            for text in lines.contact_lines(contact, self.say, self.dates):
                yield f"    {text}"
            if len(block.trail) > 1:
                yield "    " + self.say("seen in ", "航跡：") + " ".join(block.trail)

    def _air(self, bases: Bases) -> Iterator[str]:
        for base, units in bases.items():
            told = self.say.marks(text for _, _, text in units)
            yield f"{pad(self.say.name(base), 28)} {told}"


def _runs(area: Sequence[str]) -> Iterator[str]:
    """Yield the hexes of an area; adjacent hexes of a row are joined, such as "0713–0716"."""
    first = last = ""
    for hex_ in (*sorted(area), ""):
        if last and (not hex_ or int(hex_) != int(last) + 1):
            yield first if first == last else f"{first}–{last}"
            first = hex_
        first, last = first or hex_, hex_
