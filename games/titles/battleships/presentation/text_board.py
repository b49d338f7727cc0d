"""The battle as text, with the content of the picture, no wider than a terminal or an e-mail."""

from collections.abc import Iterator

from games.titles.battleships.presentation import lines
from games.titles.battleships.presentation.labels import Labels, Words
from games.titles.battleships.presentation.reading import read
from games.titles.battleships.presentation.scene import Scene, Vessel
from games.titles.battleships.visibility.view import View
from games.toolkit.text_columns import pad, page_rule, wrap

NAME = 26
"""The number of columns for a ship's name."""


class TextBoard:
    """Draws the board as text."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def draw(self, view: View, language: str) -> str:
        """Return the board of a view as text."""
        say = Words(self.labels, language)
        return "\n".join(_page(read(view), say)) + "\n"


def _page(scene: Scene, say: Words) -> Iterator[str]:
    """Yield the lines of the board: the turn, both fleets, and the events of the turn."""
    yield page_rule(lines.headline(scene, say))
    heads = (lines.weather_line(scene, say), lines.order_line(scene, say), lines.goal_line(scene, say))
    for line in filter(None, heads):
        yield from wrap(line, "", "  ")
    wide = max(
        [4, *(len(vessel.at) for vessel in scene.vessels)]
    )  # on an open map, hexes beyond the printed one have more digits
    for side in scene.sides:
        yield ""
        yield page_rule(say.name(side), "-")
        yield _heads(say, wide)
        for vessel in scene.vessels:
            if vessel.side == side:
                yield from _ship(vessel, say, wide)
    told = lines.turn_lines(scene, say)
    if told:
        yield ""
        yield page_rule(say("What the turn brought", "このターンの経過"), "-")
        for line in told:
            yield from wrap(line, "", "  ")
    if scene.mines:
        yield ""
        yield from wrap(say("Mines: ", "機雷：") + say.marks(scene.mines), "", "  ")


def _heads(say: Words, wide: int) -> str:
    return " ".join(
        (
            pad("", NAME + 3), pad(say("at", "位置"), wide), pad(say("now", "針路"), 4), pad(say("attack", "攻撃"), 7),
            pad(say("def", "防御"), 4), pad(say("range", "射程"), 5), pad(say("move", "移動"), 4),
            pad(say("hurt", "損害"), 5), say("torp", "魚雷"),
        )
    ).rstrip()  # fmt: skip


def _ship(vessel: Vessel, say: Words, wide: int) -> Iterator[str]:
    """Yield a line with a ship's values, and a second line with its conditions of this turn, if it has any."""
    kind = "" if vessel.kind == "battery" else vessel.kind.upper()
    name = f"{pad(kind, 2)} {pad(say.name(vessel.id), NAME)}"
    if vessel.gone:
        yield f"{name} {say.name(vessel.gone)}"
        return
    still = vessel.kind == "battery"
    course = "-" if still else f"{'ABCDEF'[vessel.heading]} {vessel.speed}"
    move = "-" if still else _now(vessel.move_now, vessel.move)
    torpedoes = say("yes", "有") if vessel.torpedoes else ""
    figures = (
        pad(vessel.at, wide), pad(course, 4), pad(_now(vessel.attack_now, vessel.attack), 7),
        pad(str(vessel.defence), 4), pad(str(vessel.range), 5), pad(move, 4), pad(vessel.damage, 5), torpedoes,
    )  # fmt: skip
    yield " ".join((name, *figures)).rstrip()
    notes = [say.name(flag) for flag in vessel.flags]
    if vessel.repairs:
        notes.append(say(f"repaired {vessel.repairs} of {vessel.defence}", f"修理{vessel.repairs}/{vessel.defence}"))
    if vessel.crew not in ("", "average"):
        notes.append(say.name(f"{vessel.crew}_crew"))
    if notes:
        yield from wrap(say.marks(notes), "     ", "     ")


def _now(now: int, printed: int) -> str:
    return str(now) if now == printed else f"{now}/{printed}"
