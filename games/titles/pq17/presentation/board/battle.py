"""7.5.2 The battle display: the units of both sides in their areas, as both sides in the battle see them."""

from typing import get_args

from games.kernel.craft.metrics import cut
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import SIDES
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.table.battle import Area, Battle, Unit

AREAS: tuple[Area, ...] = get_args(Area)
ROW, HEAD, SIZE = 13.0, 20.0, 9.0


def unit_line(box: Box, unit: Unit, say: Words) -> str:
    """What lies in a unit, and what it does."""
    held = say.join([lines.counter_line(box, counter, say) for counter in unit.counters]) or "?"
    marks = [say("evading", "回避")] if unit.evading else []
    if unit.screens:
        marks.append(say("screens off ", "煙幕: ") + say.names(unit.screens))
    return held + (f" [{say.marks(marks)}]" if marks else "")


def battle_title(battle: Battle, say: Words) -> str:
    """The round, who attacks, and who was surprised."""
    attacker = say.name(battle.attacker)
    text = say(
        f"Surface battle, round {battle.round}: the {attacker} attack",
        f"水上戦闘・第{battle.round}ラウンド: {attacker}の攻撃",
    )
    if battle.surprised:
        caught = say.name(battle.surprised)
        text += say(f", the {caught} surprised", f"・{caught}は奇襲を受けた")
    return text


def draw_battle(ink: Ink, box: Box, battle: Battle, say: Words, place: tuple[float, float, float]) -> float:
    """The display at a place of the page (left, top, width), areas one below the other; returns the y below."""
    x, top, width = place
    ink.text(x, top + 11, battle_title(battle, say), 11, bold=True)
    y = top + 17
    for area in AREAS:
        ranks = {side: [one for one in battle.of(side) if one.area == area] for side in SIDES}
        high = HEAD + ROW * max(1, *(len(units) for units in ranks.values()))
        ink.rect(x, y, width, high, "paper", edge="steel", round_=4)
        ink.text(x + width / 2, y + 13, say.name(area), 10, colour="faint", bold=True, anchor="middle")
        for column, side in enumerate(SIDES):
            left = x + 6 + column * width / 2
            for index, unit in enumerate(ranks[side]):
                text = cut(unit_line(box, unit, say), width / 2 - 16, SIZE)
                ink.text(left, y + HEAD + 9 + index * ROW, text, SIZE, colour=f"{side}_line")
        y += high + 3
    return y
