"""Lines of text that the picture and the text board share."""

from collections.abc import Iterator

from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import BATTERIES, Mission
from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.state.state import Battle, Damage, Foe, Report
from games.titles.goeben.visibility.view import ShipView, View

SIDES = ("friendly", "neutral", "allied", "captured")


def side(box: Box, view: View, space: str) -> str:
    """9.0 Return the side that holds a port now: "friendly", "neutral", "allied" or "captured"."""
    place, campaign = box.spaces[space], view.campaign
    if place.side == "central" or (campaign is not None and place.owner in campaign.friendly):
        return "friendly"
    note = view.spaces.get(space)
    if note is not None and note.held:
        return "captured"
    return "allied" if place.side == "allied" else "neutral"


def is_patrol(box: Box, view: View, space: str) -> bool:
    """12.5 Return True if a space is a patrol zone that no mission of a campaign has turned into open sea."""
    freed = view.campaign.high_sea if view.campaign is not None else []
    return box.spaces[space].kind == "patrol_zone" and space not in freed


def goals(box: Box, view: View) -> tuple[str, ...]:
    """17.0 Return the spaces of the mission: where it may end, and the ports whose defences must be destroyed."""
    mission = box.missions.get(view.mission)
    return () if mission is None else tuple(filter(None, (mission.space, *mission.forts)))


def goal_line(box: Box, view: View, say: Words) -> str:
    """17.0 Return in words what the mission demands."""
    mission = box.missions.get(view.mission)
    if mission is None:
        return say("The mission has not been drawn.", "任務はまだ引かれていません。")
    return _place_line(mission, say) + say(
        f" with {mission.points} points, within {mission.days} days",
        f"、{mission.points}ポイント、{mission.days}日以内",
    )


def _place_line(mission: Mission, say: Words) -> str:
    if mission.space:
        place = say.name(mission.space)
        return say(f"End in {place}", f"{place}で終了")
    forts = say.names(mission.forts)
    return say(
        f"Silence {forts}, end in a friendly or neutral base", f"{forts}の沿岸防衛隊を全滅、友軍か中立の基地で終了"
    )


def headline(box: Box, view: View, say: Words) -> str:
    """Return the mission with the current day, or with the result."""
    mission = say.name(view.mission) if view.mission else ""
    if view.over:
        return say("The game is over", "ゲーム終了") + (say(f": {mission}", f"：{mission}") if mission else "")
    if not view.turn:
        return say("Before the first day", "出撃前") + (say(f": {mission}", f"：{mission}") if mission else "")
    points = _points(box, view)
    return say(
        f"{mission}, day {view.turn} of {view.days}, alert {view.alert}, {points} VP",
        f"{mission}・{view.turn}日目（全{view.days}日）・警戒{view.alert}・勝利ポイント{points}",
    )


def _points(box: Box, view: View) -> str:
    mission = box.missions.get(view.mission)
    return f"{view.vp}/{mission.points}" if mission is not None else str(view.vp)


def verdict_line(view: View, say: Words) -> str:
    """Return the result of the game in words."""
    texts = {
        "won": say("The mission is accomplished.", "任務成功。"),
        "lost": say("The mission has failed.", "任務失敗。"),
        "campaign_victory": say("The campaign is won.", "キャンペーンは勝利。"),
        "moral_victory": say("All ships lost, a moral victory.", "全艦喪失、戦意上の勝利。"),
        "campaign_draw": say("The campaign is drawn.", "キャンペーンは引き分け。"),
        "campaign_failure": say("The campaign is lost.", "キャンペーンは失敗。"),
        "dismissed": say("The commander is dismissed.", "司令官は罷免された。"),
    }
    return texts.get(view.verdict, "")


def where(ship: ShipView, say: Words) -> str:
    """Return the place of a German ship in words; if it is not current, with the day of the last report."""
    if ship.ship.sunk:
        return say("sunk", "沈没")
    place = say.name(ship.ship.at) if ship.ship.at else say("nowhere yet", "未配置")
    if ship.since is None:
        return place
    return say(f"{place} (day {ship.since})", f"{place}（{ship.since}日目の情報）")


def end_line(box: Box, foe: Foe, say: Words) -> str:
    """16.0 Return in words how an enemy left the battle."""
    return say.name("destroyed" if foe.id in box.forts else foe.gone)


def report_line(report: Report, say: Words) -> str:
    """Return a report in words."""
    how = {
        "drawn": say("drawn", "引いた"),
        "revealed": say("met", "遭遇"),
        "intelligence": say("by intelligence", "インテリジェンス"),
        "scouted": say("by seaplane", "水上機"),
        "returned": say("gone again", "離脱"),
        "sunk": say("sunk", "撃沈"),
        "damaged": say("damaged", "損傷"),
        "withdrawn": say("withdrawn", "撤退"),
        "fort": say("destroyed", "破壊"),
    }[report.how]
    counters, place = say.counters(report.counters), say.name(report.space)
    if not counters:
        counters = say("nothing", "なし")
    return say(f"Day {report.turn}, {place}, {how}: {counters}", f"{report.turn}日目・{place}・{how}：{counters}")


def latest(reports: list[Report], most: int) -> Iterator[Report]:
    """Yield the last `most` reports, the newest first. `reports` are in the order of time."""
    yield from list(reversed(reports))[:most]


CODES = {
    "damage_control": ("DC", "応"),
    "reserve_crew": ("RC", "予"),
    "seebataillon": ("SB", "海"),
    "camera_crew": ("CC", "撮"),
    "optics": ("OS", "光"),
    "mines": ("MI", "雷"),
    "seaplane": ("SP", "飛"),
    "calculator": ("TC", "算"),
    "torpedo_nets": ("TN", "網"),
    "torpedo_reload": ("TR", "再"),
    "wireless": ("WL", "無"),
}
"""The sign for the cargo in a hull box."""


def battle_line(battle: Battle, say: Words) -> str:
    """14.2 Return in words which side fires first, at which range fire opens, and whether it is night."""
    parts = []
    if battle.first:
        who = say("Germans", "ドイツ側") if battle.first == "german" else say("Allies", "連合軍")
        parts.append(say(f"{who} fire first", f"{who}が先に射撃"))
    if battle.opens != "primary":
        parts.append(say(f"fire opens with {say.name(battle.opens)}", f"{say.name(battle.opens)}から射撃"))
    if battle.night:
        parts.append(say("night", "夜間"))
    return say(", ", "・").join(parts)


def damage_line(damage: Damage, say: Words) -> str:
    """14.13 Return the number of hits of each kind in words."""
    parts = [
        f"{say.name(sort)} {hits}"
        for sort in ("guns", "hull", "engines", "torpedoes")
        if (hits := getattr(damage, sort))
    ]
    return say("hits: ", "被弾：") + say.marks(parts) if parts else ""


def notes(box: Box, view: View, say: Words) -> list[str]:
    """Return lines of text with facts that the rest of the board does not show.

    These are losses, available cargo, the French sortie, weather, the campaign and letters.
    """
    return [
        *_losses(view, say),
        *_stores(box, view, say),
        *_today(view, say),
        *_campaign(view, say),
        *_letters(view, say),
    ]


def _losses(view: View, say: Words) -> Iterator[str]:
    rows = (
        ("sunk", say("Sunk", "撃沈")),
        ("damaged", say("Damaged, gone home", "損傷して離脱")),
        ("withdrawn", say("Withdrawn", "撤退")),
        ("destroyed", say("Coastal defences destroyed", "破壊した沿岸防衛隊")),
        ("used", say("Used up", "使用済み")),
        ("out_of_play", say("Out of play", "除外")),
    )
    for how, title in rows:
        counters = [gone.id for gone in view.gone if gone.how == how]
        if counters:
            yield f"{title}: {say.label_list(counters)}"
    consorts = [one.id for one in view.consorts if one.gone]
    if consorts:
        yield say("Austro-Hungarian ships gone: ", "離脱したオーストリア＝ハンガリー艦：") + say.label_list(consorts)


def _stores(box: Box, view: View, say: Words) -> Iterator[str]:
    """Yield a line with the available cargo; cargo of an option is listed only with that option (20.1.1, 23.0)."""
    in_play = {"": True, "mines": view.options.mines, "seaplane": view.options.seaplane}
    had = {kind: count for kind, count in view.available.items() if count and in_play[box.cargo[kind].option]}
    cargo = [f"{say.name(kind)} {count}" for kind, count in had.items()]
    if cargo:
        yield say("Cargo available: ", "使用可能な資材：") + say.marks(cargo)


def _today(view: View, say: Words) -> Iterator[str]:
    if view.french_sortie:
        yield say(
            "The French fleet is out: Toulon and North African patrol zones are closed.",
            "フランス艦隊出撃中：トゥーロンと北アフリカの哨戒ゾーンは進入禁止。",
        )
    if view.day is None:
        return
    if view.day.outfitted:
        yield say("Outfitting today: ", "本日艤装中：") + say.names(view.day.outfitted)
    for space, drawn in view.day.drawn.items():
        if drawn:
            yield say(f"Drawn at {say.name(space)}: ", f"{say.name(space)}で引いたマーカー：") + say.counters(drawn)
    for space, weather in view.day.weather.items():
        parts = [say("storm", "嵐")] if weather.storm else []
        if weather.visibility == "none":
            parts.append(say("visibility too poor for fighting", "劣悪視界で戦闘不可"))
        elif weather.visibility != "clear":
            parts.append(
                say(f"fire opens with {say.name(weather.visibility)}", f"{say.name(weather.visibility)}から射撃")
            )
        if weather.morale:
            parts.append(say(f"morale {weather.morale:+d} dice", f"戦意によりダイス{weather.morale:+d}"))
        if parts:
            yield f"{say.name(space)}: {say.marks(parts)}"


def _campaign(view: View, say: Words) -> Iterator[str]:
    campaign = view.campaign
    if campaign is None:
        return
    done = [
        say.name(mission) + (say(" (won)", "（成功）") if won else say(" (lost)", "（失敗）"))
        for mission, won in campaign.done
    ]
    if done:
        yield say("Missions completed: ", "終了した任務：") + say.join(done)
    if campaign.left:
        yield say("Missions still to come: ", "残りの任務：") + say.names(campaign.left)
    if campaign.friendly:
        yield say("Allies won: ", "味方になった国：") + say.names(campaign.friendly)


def _letters(view: View, say: Words) -> Iterator[str]:
    """25.2 Yield the letters that the seat has written or read."""
    for slip in view.letters:
        space, seat = say.name(slip.space), say.name(slip.seat)
        yield say(
            f"Letter from {seat}, {space}, day {slip.turn}: “{slip.text}”",
            f"{seat}艦長の手紙（{space}、{slip.turn}日目）：「{slip.text}」",
        )


def salvo_line(battle: Battle, say: Words) -> str:
    """14.2 Return in words the next round of fire of the current battle."""
    battery, first = say.name(BATTERIES[battle.salvo // 2]), battle.salvo % 2 == 0
    german = (battle.first == "german") == first
    who = say("the Germans", "ドイツ側") if german else say("the Allies", "連合軍")
    return say(f"Next: {who}, {battery}", f"次の射撃：{who}・{battery}")
