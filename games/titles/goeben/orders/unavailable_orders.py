"""4.1 The orders that are not available in a form, each with the rule and the reason.

Each reason has a key. A form lists under it the ships and spaces to which it applies. The functions of this module
derive further reasons from a Berth or a KnownSea.
"""

from collections.abc import Iterable, Iterator, Mapping

from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.orders.order_set import Field, OrderTemplate
from games.titles.goeben.orders.prospects import REPAIRED, Berth, KnownSea, Ware

REASONS: dict[str, tuple[str, Text]] = {
    # 4.1 the day
    "revising": ("4.1", Text("Only moves and mines can still be changed.", "今変更できるのは移動と機雷敷設だけです。")),
    "bound": ("9.1", Text("She must leave the neutral port today.", "今日中に中立港を出なければなりません。")),
    "allied": (
        "20.0.1",
        Text("Austro-Hungarian ships only sail and fight.", "オーストリア＝ハンガリー艦は移動と戦闘のみ行います。"),
    ),
    "no_stores": (
        "7.0",
        Text("There is neither coal nor ammunition where she lies.", "停泊地に石炭も弾薬もありません。"),
    ),
    "no_shop": ("8.5", Text("Cargo is to be had at friendly naval bases.", "資材は友軍基地で搭載できます。")),
    "wrong_type": ("8.2.1", Text("A ship of her type cannot carry it.", "この艦種には搭載できません。")),
    "not_aboard": ("8.3", Text("There is none aboard.", "搭載していません。")),
    "not_ashore": (
        "8.3",
        Text("Crews go ashore in friendly ports and bases.", "要員を降ろせるのは友軍の港と基地だけです。"),
    ),
    "no_taker": (
        "8.6",
        Text(
            "Cargo goes to another ship in the same port, which is not an Allied one.",
            "資材を渡せるのは、連合国のものでない同じ港にいる艦だけです。",
        ),
    ),
    "sound": ("10.0", Text("She has no damage that can be repaired.", "修理できる損傷はありません。")),
    "intact": ("10.0", Text("There is no damage of this kind.", "この種類の損傷はありません。")),
    "no_dice": ("10.1.2", Text("She has no dice for repairs here.", "ここでは修理ダイスがありません。")),
    "no_seaplane": ("21.2", Text("There is no seaplane aboard.", "水上機を搭載していません。")),
    "no_letters": ("25.2", Text("Letters are left in friendly and neutral ports.", "手紙は友軍港と中立港に残せます。")),
    "no_mines": ("23.0", Text("There are no mines aboard.", "機雷を搭載していません。")),
    "no_mining": ("23.0.1", Text("No mines in neutral ports and bases.", "中立の港と基地には敷設できません。")),
    "outfitted": (
        "23.0.3",
        Text("She has spent the day outfitting and lays no mines.", "艤装中のため今日は機雷を敷設できません。"),
    ),
    # 12.0 movement
    "busy": ("4.1", Text("She has spent the day outfitting.", "艤装のため今日は移動できません。")),
    "no_engines": ("12.4.1", Text("Her engines are gone.", "機関が失われています。")),
    "visited": ("9.1", Text("This neutral port has been visited.", "この中立港には寄港済みです。")),
    "black_sea": ("12.5", Text("This sea is closed.", "この海域には入れません。")),
    "exit": (
        "12.5.2",
        Text(
            "Only the mission Atlantic Breakout leads into the Atlantic.",
            "大西洋へ出るのは任務「大西洋突破」の時だけです。",
        ),
    ),
    "sortie": (
        "13.chart/French Navy Sortie",
        Text("The French fleet sweeps this zone today.", "フランス艦隊が出撃している海域です。"),
    ),
    "foreign": (
        "20.0",
        Text("Austro-Hungarian ships keep to their seas.", "オーストリア＝ハンガリー艦の行動海域外です。"),
    ),
    # 3.0, 8.0 before the first day
    "no_room": ("8.2", Text("All her boxes are full.", "空きボックスがありません。")),
    "in_port": ("3.0(9)", Text("Colliers wait at sea.", "給炭艦は海上のスペースで待機します。")),
    "others_colliers": ("3.0(9)", Text("The senior captain places the colliers.", "給炭艦は先任艦長が配置します。")),
    "fixed_start": ("3.0", Text("The mission says where the ships begin.", "開始地点は任務で決まっています。")),
    # 14.0 battle
    "no_ammunition": ("14.8", Text("She has no ammunition left.", "弾薬がありません。")),
    "no_guns": ("14.5", Text("None of her guns can fire now.", "今撃てる砲がありません。")),
    "spent": (
        "14.9.1",
        Text(
            "Maximum fire needs ammunition enough, before she has opened fire.",
            "最大射撃には射撃開始前に十分な弾薬が必要です。",
        ),
    ),
    "no_torpedoes": ("14.10", Text("She has no torpedoes left.", "魚雷がありません。")),
    "no_torpedo_dice": ("14.6.1", Text("Her torpedoes would have no dice.", "魚雷攻撃のダイスがありません。")),
    "not_now": ("14.2", Text("Torpedoes are not launched at this moment.", "今は魚雷を発射できません。")),
    "no_exit": (
        "14.4",
        Text("All withdraw or none, and one ship has nowhere to go.", "離脱先のない艦があり、全艦離脱できません。"),
    ),
    "unsafe": (
        "14.4",
        Text(
            "No withdrawal to a neutral or enemy port, an Allied ship or a marker.",
            "中立港・敵港・連合国艦艇・マーカーのあるスペースには離脱できません。",
        ),
    ),
    "not_leader": ("20.0.2", Text("The senior officer says who fires first.", "射撃順は先任士官が決めます。")),
    "one_nation": ("20.0.2", Text("Ships of one nation alone fight here.", "一国の艦だけの戦闘です。")),
    "asked_again": ("14.5", Text("You are being asked at every round.", "各砲火ごとに尋ねられています。")),
}
"""The rule and the explanation of each reason, by its key."""


def bars(reason: str, values: Iterable[str]) -> tuple[Unavailable, ...]:
    """Return `values` as unavailable, with the rule and explanation of a reason (a key of REASONS)."""
    rule, why = REASONS[reason]
    return tuple(Unavailable(value, rule, why) for value in values)


def unavailable_template(verb: str, field: str, reason: str, *values: str, **where: str) -> OrderTemplate:
    """Return an order template in which the given values of `field` are unavailable for a reason (a key of REASONS).

    `where`: values of other fields of the order. The values are unavailable only together with these.
    """
    return OrderTemplate(
        verb,
        (*(Field(name, (value,)) for name, value in where.items()), Field(field, (), unavailable=bars(reason, values))),
    )


def unavailable_while_revising() -> Iterator[OrderTemplate]:
    """4.1 Return templates of the orders that a revision does not allow: all except moves and mines."""
    verbs = (
        "take",
        "leave",
        "hand",
        "outfit",
        "repair",
        "coal",
        "rearm",
        "intelligence",
        "scout",
        "letter",
        "carry_on",
    )
    return (unavailable_template(verb, "order", "revising", verb) for verb in verbs)


def unavailable_in_port(berth: Berth, wares: Mapping[str, Ware]) -> Iterator[OrderTemplate]:
    """7.0–10.0 Yield templates of the orders that a ship cannot carry out in the first phase of the day."""
    ship = berth.ship
    general = "allied" if berth.austrian else "bound" if berth.bound else ""
    if not berth.outfits:
        for verb in ("outfit", "coal", "rearm"):
            yield unavailable_template(verb, "ships", general or "no_stores", ship)
    if not (berth.works and berth.damage):
        yield unavailable_template("repair", "ship", general or "sound", ship)
    else:
        missing = [track for track in REPAIRED if track not in berth.damage]
        yield from (unavailable_template("repair", track, "intact", "", ship=ship) for track in missing)
    if not berth.shop:
        yield unavailable_template("take", "ship", general or "no_shop", ship)
    else:
        yield unavailable_template(
            "take", "cargo", "wrong_type", *(kind for kind in wares if kind not in berth.shop), ship=ship
        )
    yield from _closed_cargo(berth, wares, general)
    if not berth.tries:
        yield unavailable_template("intelligence", "ship", "allied", ship)
    if not berth.scouts:
        yield unavailable_template("scout", "ship", "allied" if berth.austrian else "no_seaplane", ship)
    if not berth.letters:
        yield unavailable_template("letter", "ship", "allied" if berth.austrian else "no_letters", ship)


def _closed_cargo(berth: Berth, wares: Mapping[str, Ware], general: str) -> Iterator[OrderTemplate]:
    """8.3, 8.6 Yield templates of orders with the cargo that a ship cannot leave behind or hand over."""
    kept = [kind for kind in berth.cargo if kind not in berth.landing]
    away = [kind for kind in wares if kind not in berth.cargo]
    yield unavailable_template("leave", "cargo", general or "not_ashore", *dict.fromkeys(kept), ship=berth.ship)
    yield unavailable_template("leave", "cargo", general or "not_aboard", *away, ship=berth.ship)
    if not berth.takers:
        yield unavailable_template("hand", "ship", general or "no_taker", berth.ship)
    else:
        yield unavailable_template("hand", "cargo", "not_aboard", *away, ship=berth.ship)


def barred_space(sea: KnownSea, space: str) -> Unavailable | None:
    """12.5 Return a space as unavailable, with the reason why ships cannot enter it today; None if they can enter."""
    reason = next((why for why, spaces in sea.closed.items() if space in spaces), "")
    return bars(reason, (space,))[0] if reason else None


def unavailable_at_sea(berth: Berth, sea: KnownSea) -> Iterator[OrderTemplate]:
    """12.0, 23.0 Yield templates of the moves and mines that a ship cannot order."""
    if not berth.emergency:
        yield unavailable_template("move", "ships", "busy" if berth.busy else "no_engines", berth.ship)
    for reason, spaces in sea.closed.items():
        yield unavailable_template("move", "way", reason, *spaces, ships=berth.ship)
    if not berth.mines:
        yield unavailable_template("mine", "ship", "allied" if berth.austrian else "no_mines", berth.ship)
    elif berth.busy:
        yield unavailable_template("mine", "ship", "outfitted", berth.ship)
    else:
        yield unavailable_template("mine", "space", "no_mining", *sea.shore, ship=berth.ship)
