"""What both boards read out of a scene."""

from collections.abc import Iterator

from games.titles.battleships.box.scenarios import SCENARIOS
from games.titles.battleships.presentation.goals import GOALS
from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.scene import Loss, Run, Scene, Shot

YARDS = 2000
"""1.2 To a hex."""


def battle_name(scenario: str, say: Words) -> str:
    """What a scenario is called, which may be as one of its ships is."""
    return SCENARIOS[scenario].name.get(say.language)


def headline(scene: Scene, say: Words) -> str:
    """Where the game stands, in a few words."""
    name = battle_name(scene.scenario, say)
    if scene.over:
        return say(f"{name}: {verdict(scene, say)}", f"{name}：{verdict(scene, say)}")
    if not scene.turn:
        return say(f"{name}, before the first turn", f"{name}・開始前")
    points = score_line(scene, say)
    text = say(f"{name}, turn {scene.turn} of {scene.turns}", f"{name}・第{scene.turn}ターン（全{scene.turns}ターン）")
    return text + (say(f", {points}", f"・{points}") if points else "")


def verdict(scene: Scene, say: Words) -> str:
    """Who has won."""
    if not scene.winner:
        return say("a draw", "引き分け")
    side = say.name(scene.winner)
    return say(f"the {side} have won", f"{side}の勝利")


def goal_line(scene: Scene, say: Words) -> str:
    """11.13 How the scenario is won."""
    return GOALS[scene.scenario].get(say.language)


def score_line(scene: Scene, say: Words) -> str:
    """9.1 The points of both sides."""
    return say(" : ", "対").join(f"{say.name(side)} {points}" for side, points in scene.points.items())


def weather_line(scene: Scene, say: Words) -> str:
    """4.1 Day or night, and how far one sees."""
    light = say("Night", "夜間") if scene.night else say("Day", "昼間")
    if not scene.sighting:
        return light
    yards = f"{scene.sighting * YARDS:,}"
    return say(
        f"{light}, sighting distance {scene.sighting} hexes ({yards} yards)",
        f"{light}・視認距離{scene.sighting}ヘクス（{yards}ヤード）",
    )


def order_line(scene: Scene, say: Words) -> str:
    """3.2 Who must aim and move first."""
    if scene.over:
        return verdict(scene, say)
    if not scene.inferior:
        return ""
    side = say.name(scene.inferior)
    return say(f"The {side} aim and move first this turn", f"このターンは{side}が先に目標決定・移動")


# --- what the turn brought


def turn_lines(scene: Scene, say: Words) -> list[str]:
    """Shots, torpedoes and losses of the turn, a line each."""
    return [
        *(shot_line(shot, say) for shot in scene.shots),
        *(run_line(run, say) for run in scene.runs),
        *_other(scene, say),
    ]


def shot_line(shot: Shot, say: Words) -> str:
    """One shot: who at whom, how far, with what effect."""
    guns = say(" (secondaries)", "（副砲）") if shot.secondary else ""
    text = f"{say.name(shot.firer)}{guns} → {say.name(shot.target)}"
    if not shot.fired:
        return text + say(f", {shot.distance} hexes", f"・{shot.distance}ヘクス")
    what = effect(shot.damage, say)
    if shot.secondary:
        return text + say(f", {shot.distance} hexes: {what}", f"・{shot.distance}ヘクス: {what}")
    odds = say(f", {shot.odds}", f"、{shot.odds}") if shot.odds else ""
    return text + say(
        f", {shot.distance} hexes: {shot.points} points{odds}; {what}",
        f"・{shot.distance}ヘクス: 損害ポイント{shot.points}{odds}、{what}",
    )


def run_line(run: Run, say: Words) -> str:
    """One torpedo: at whom, and whom it struck."""
    text = f"{say.name(run.launcher)} → {say.name(run.target)}"
    if not run.struck:
        return text + say(": torpedo missed", ": 魚雷命中せず")
    who = say.name(run.struck)
    return text + say(
        f": torpedo struck {who}; {effect(run.damage, say)}", f": 魚雷が{who}に命中、{effect(run.damage, say)}"
    )


def effect(damage: str, say: Words) -> str:
    """5.12 What a hit did."""
    if not damage:
        return say("no effect", "効果なし")
    return say.name(damage) if damage in ("sunk", "left") else damage


def _other(scene: Scene, say: Words) -> Iterator[str]:
    for space in scene.shells:
        yield say(f"Star shell over {space}", f"星弾: {space}")
    for space in scene.struck:
        yield say(f"Mines struck at {space}", f"触雷: {space}")
    for loss in scene.losses:
        yield loss_line(loss, say)
    for ship, steps in scene.mended.items():
        yield say(f"{say.name(ship)} repaired {steps}", f"{say.name(ship)}: {steps}を修理")


def loss_line(loss: Loss, say: Words) -> str:
    """A ship that is gone."""
    return f"{say.name(loss.ship)}: {say.name(loss.how)}"


def description(scene: Scene, say: Words) -> str:
    """For those who do not see the picture: where every ship is."""
    parts = []
    for one in scene.afloat():
        hurt = f", {one.damage}" if one.damage else ""
        heading = "ABCDEF"[one.heading]
        parts.append(
            say(
                f"{say.name(one.id)}: {one.at}, heading {heading}, speed {one.speed}{hurt}.",
                f"{say.name(one.id)}: {one.at}、針路{heading}、速度{one.speed}{hurt}。",
            )
        )
    return say(" ", "").join([weather_line(scene, say) + say(".", "。"), *parts])
