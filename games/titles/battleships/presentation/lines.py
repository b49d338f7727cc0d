"""Lines of text about a scene, for the picture and for the text board."""

from collections.abc import Iterator

from games.titles.battleships.components.scenarios import SCENARIOS
from games.titles.battleships.presentation.goals import GOALS
from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.scene import Loss, Run, Scene, Shot

YARDS = 2000
"""1.2 The width of a hex in yards."""


def battle_name(scenario: str, say: Words) -> str:
    """Return the name of a scenario. It may equal the name of one of the scenario's ships."""
    return SCENARIOS[scenario].name.get(say.language)


def headline(scene: Scene, say: Words) -> str:
    """Return the scenario with the turn and the points, or with the result, as a short text."""
    name = battle_name(scene.scenario, say)
    if scene.over:
        return say(f"{name}: {verdict(scene, say)}", f"{name}：{verdict(scene, say)}")
    if not scene.turn:
        return say(f"{name}, before the first turn", f"{name}・開始前")
    points = score_line(scene, say)
    text = say(f"{name}, turn {scene.turn} of {scene.turns}", f"{name}・第{scene.turn}ターン（全{scene.turns}ターン）")
    return text + (say(f", {points}", f"・{points}") if points else "")


def verdict(scene: Scene, say: Words) -> str:
    """Return the result of the battle as text."""
    if not scene.winner:
        return say("a draw", "引き分け")
    side = say.name(scene.winner)
    return say(f"the {side} have won", f"{side}の勝利")


def goal_line(scene: Scene, say: Words) -> str:
    """11.13, 9.3b Return the victory conditions as text. If the map has shifted, add the present place of exits."""
    goal = GOALS[scene.scenario].get(say.language)
    if not scene.exits:
        return goal
    edges = say.marks([_exit(edge, at, say) for edge, at in scene.exits])
    return goal + say(
        f" Exits stay at the edges of the starting map: {edges}.", f"離脱する端は開始時のマップの端のまま：{edges}。"
    )


def _exit(edge: str, at: int, say: Words) -> str:
    line = say("column", "列") if edge in ("east", "west") else say("row", "段")
    return say(f"{say.name(edge)} at {line} {at}", f"{say.name(edge)}は{line}{at}")


def score_line(scene: Scene, say: Words) -> str:
    """9.1 Return the points of both sides as text."""
    return say(" : ", "対").join(f"{say.name(side)} {points}" for side, points in scene.points.items())


def weather_line(scene: Scene, say: Words) -> str:
    """4.1 Return day or night and the sighting distance as text."""
    light = say("Night", "夜間") if scene.night else say("Day", "昼間")
    if not scene.sighting:
        return light
    yards = f"{scene.sighting * YARDS:,}"
    return say(
        f"{light}, sighting distance {scene.sighting} hexes ({yards} yards)",
        f"{light}・視認距離{scene.sighting}ヘクス（{yards}ヤード）",
    )


def order_line(scene: Scene, say: Words) -> str:
    """3.2 Return a line of text that names the side that goes first this turn: it aims and moves first."""
    if scene.over:
        return verdict(scene, say)
    if not scene.inferior:
        return ""
    side = say.name(scene.inferior)
    return say(f"The {side} aim and move first this turn", f"このターンは{side}が先に目標決定・移動")


# --- what the turn brought


def turn_lines(scene: Scene, say: Words) -> list[str]:
    """Return a line of text for each shot, torpedo and loss of the turn."""
    return [
        *(shot_line(shot, say) for shot in scene.shots),
        *(run_line(run, say) for run in scene.runs),
        *_other(scene, say),
    ]


def shot_line(shot: Shot, say: Words) -> str:
    """Return a shot as text: firer, target, distance and effect."""
    guns = say(" (secondaries)", "（副砲）") if shot.secondary else ""
    text = f"{say.name(shot.firer)}{guns} → {say.name(shot.target)}"
    if not shot.fired:
        return text + say(f", {shot.distance} hexes", f"・{shot.distance}ヘクス")
    what = effect(shot.damage, say)
    if shot.secondary:
        return text + say(f", {shot.distance} hexes: {what}", f"・{shot.distance}ヘクス：{what}")
    odds = say(f", {shot.odds}", f"、{shot.odds}") if shot.odds else ""
    return text + say(
        f", {shot.distance} hexes: {shot.points} points{odds}; {what}",
        f"・{shot.distance}ヘクス：損害ポイント{shot.points}{odds}、{what}",
    )


def run_line(run: Run, say: Words) -> str:
    """Return a torpedo run as text: its target, and the ship that the torpedo struck."""
    text = f"{say.name(run.launcher)} → {say.name(run.target)}"
    if not run.struck:
        return text + say(": torpedo missed", "：魚雷命中せず")
    who = say.name(run.struck)
    return text + say(
        f": torpedo struck {who}; {effect(run.damage, say)}", f"：魚雷が{who}に命中、{effect(run.damage, say)}"
    )


def effect(damage: str, say: Words) -> str:
    """5.12 Return the effect of a shot or torpedo as text: the damage, "sunk" or "no effect"."""
    if not damage:
        return say("no effect", "効果なし")
    return say.name(damage) if damage in ("sunk", "left") else damage


def _other(scene: Scene, say: Words) -> Iterator[str]:
    for space in scene.shells:
        yield say(f"Star shell over {space}", f"星弾：{space}")
    for space in scene.struck:
        yield say(f"Mines struck at {space}", f"触雷：{space}")
    for loss in scene.losses:
        yield loss_line(loss, say)
    for ship, steps in scene.mended.items():
        yield say(f"{say.name(ship)} repaired {steps}", f"{say.name(ship)}：{steps}を修理")


def loss_line(loss: Loss, say: Words) -> str:
    """Return the loss of a ship as text."""
    return f"{say.name(loss.ship)}: {say.name(loss.how)}"


def description(scene: Scene, say: Words) -> str:
    """Return the positions of all ships as text, for readers who cannot see the picture."""
    parts = []
    for one in scene.afloat():
        hurt = f", {one.damage}" if one.damage else ""
        heading = "ABCDEF"[one.heading]
        parts.append(
            say(
                f"{say.name(one.id)}: {one.at}, heading {heading}, speed {one.speed}{hurt}.",
                f"{say.name(one.id)}：{one.at}、針路{heading}、速度{one.speed}{hurt}。",
            )
        )
    return say(" ", "").join([weather_line(scene, say) + say(".", "。"), *parts])
