"""12 to 14 The lines on chits, random events, and bought forces."""

from typing import Any

from games.kernel.text import Text
from games.titles.pq17.presentation.labels import Words, turn_name
from games.titles.pq17.presentation.narration.wording import dice_text, side_adjective, units_text
from games.titles.pq17.state.events import special as told


def situation_name(key: str, say: Words) -> str:
    """Return the name of a special situation."""
    return say.name(f"situation.{key}")


def event_name(key: str, say: Words) -> str:
    """Return the name of a random event."""
    return say.name(f"event.{key}")


def _chit_drawn(event: told.ChitDrawn, say: Words) -> str:
    side = side_adjective(event.side, say)
    if not event.letter:
        return say(f"The {side} side draws a chit.", f"{side}がチットを引いた。")
    name = situation_name(event.situation, say)
    letter = event.letter.upper()
    return say(f"The {side} side draws chit {letter}: {name}.", f"{side}がチット{letter}を引いた：{name}。")


def _chit_shown(event: told.ChitShown, say: Words) -> str:
    side, name, letter = side_adjective(event.side, say), situation_name(event.situation, say), event.letter.upper()
    return say(f"The {side} side shows chit {letter}: {name}.", f"{side}がチット{letter}を公開：{name}。")


def _return_drawn(event: told.ReturnDrawn, say: Words) -> str:
    if not event.letter:
        return say("The Axis draws a chit for the ships in the Atlantic.", "枢軸軍が大西洋の艦のためにチットを引いた。")
    letter = event.letter.upper()
    if not event.comes:
        return say(f"Chit {letter}: your ships do not come back.", f"チット{letter}：大西洋の艦は戻らない。")
    turn = turn_name(event.turn, say)
    return say(
        f"Chit {letter}: your ships come back from the Atlantic after {turn}.",
        f"チット{letter}：大西洋の艦は{turn}の次のターンに戻る。",
    )


def _ships_returned(event: told.ShipsReturned, say: Words) -> str:
    places = say(", ", "、").join(map(say.where, event.hexes))
    return say(
        f"Ships come back from the Atlantic: German blocks at {places}.",
        f"大西洋から艦が戻る：{places}にドイツ軍ブロック。",
    )


def _attack_declared(event: told.AttackDeclared, say: Words) -> str:
    name, at, turn = situation_name(event.situation, say), say.where(event.at), turn_name(event.turn, say)
    return say(f"{name} is declared at {at} for {turn}.", f"{name}を宣言：{at}、{turn}。")


def _attack_spent(event: told.AttackSpent, say: Words) -> str:
    name = situation_name(event.situation, say)
    return say(f"{name} comes to nothing.", f"{name}は不発に終わった。")


def _title_struck(event: told.TitleStruck, say: Words) -> str:
    ship, dice = say.name(event.ship), dice_text((event.die,), say)
    return say(f"TITLE against {ship}{dice}: hits {event.hits}.", f"TITLE作戦、目標{ship}{dice}：命中{event.hits}。")


def _map_left(event: told.MapLeft, say: Words) -> str:
    side, at, ships = side_adjective(event.side, say), say.where(event.at), units_text(event.ships, say)
    end = "" if event.scores else say(", too late to score", "（得点なし）")
    return say(f"{side} ships leave the map from {at}{end}: {ships}.", f"{side}艦が{at}から地図外へ{end}：{ships}。")


MEANINGS = {
    "collision": Text(
        "two light ships or merchants of one of its forces at sea are hit; only its owner is told which",
        "洋上の自軍1部隊の軽量艦・商船2隻が損傷、所有者のみに通知",
    ),
    "grounding": Text(
        "a light ship or merchant of it in coastal waters is hit; only its owner is told which",
        "沿岸の自軍の軽量艦・商船1隻が損傷、所有者のみに通知",
    ),
    "breakdown": Text(
        "one of its ships breaks down; only its owner is told which", "自軍の1隻が行動不能、所有者のみに通知"
    ),
    "weather_damage": Text(
        "in a gale or storm convoys and task forces at sea are checked for damage", "荒天下の船団とTFに損害判定"
    ),
    "minefield": Text("mines under an enemy force in mined waters, if there is one", "機雷海域の敵部隊が触雷"),
    "chance_encounter": Text(
        "an Axis block meets an Allied force where both are at sea, if there is one", "同じ場所の両軍部隊が遭遇"
    ),
    "superiors_warning": Text("German task forces try to withdraw from battles", "ドイツTFは水上戦から撤退を試みる"),
    "fuhrer_directive": Text("German task forces may attack whom they like", "ドイツTFの攻撃制限なし"),
    "elusive_target": Text(
        "in an air attack of this phase the Allies name a ship that no aircraft finds",
        "このフェーズの航空攻撃で連合軍は発見されない1隻を指定",
    ),
}
"""13.0 The effects of random events, for events whose line does not state the effect or that may have none."""


def _random_event(event: told.RandomEvent, say: Words) -> str:
    side, dice, name = side_adjective(event.side, say), dice_text(event.dice, say), event_name(event.what, say)
    means = MEANINGS.get(event.what)
    en, ja = (f" ({means.en})", f"（{means.ja}）") if means is not None else ("", "")
    en, ja = (
        f"Random event of the {side} phase{dice}: {name}{en}.",
        f"{side}フェーズのランダムイベント{dice}：{name}{ja}。",
    )
    return say(en, ja)


def _mishap(event: told.Mishap, say: Words) -> str:
    name = event_name(event.what, say)
    if not event.force:
        return say(f"{name} finds none of your forces.", f"{name}：該当部隊なし。")
    force, ships = say.name(event.force), units_text(event.ships, say)
    end = say(f": {ships}", f": {ships}") if event.ships else say(": no harm", "：被害なし")
    return say(f"{name} strikes {force}{end}.", f"{force}に{name}{end}。")


def _mines_struck(event: told.MinesStruck, say: Words) -> str:
    side, at, dice = side_adjective(event.side, say), say.where(event.at), dice_text(event.dice, say)
    if event.gone:
        end = say("a dummy, which goes", "ダミー、除去")
    else:
        ends = [say(f"sunk: {units_text(event.sunk, say)}", f"沈没：{units_text(event.sunk, say)}")] * bool(event.sunk)
        ends += [say(f"hit: {units_text(event.hurt, say)}", f"損傷：{units_text(event.hurt, say)}")] * bool(event.hurt)
        end = say("; ", "、").join(ends) or say("nothing is sunk", "沈没なし")
    article = "an" if event.side == "allied" else "a"
    return say(f"Mines under {article} {side} force in {at}{dice}: {end}.", f"{at}で{side}部隊が触雷{dice}：{end}。")


def _chance_encounter(event: told.ChanceEncounter, say: Words) -> str:
    at, kind = say.where(event.at), say.name(event.kind)
    dice = dice_text(() if event.die is None else (event.die,), say)
    ends = [say(f"sunk: {units_text(event.sunk, say)}", f"沈没：{units_text(event.sunk, say)}")] * bool(event.sunk)
    ends += [say(f"hit: {units_text(event.hit, say)}", f"命中：{units_text(event.hit, say)}")] * bool(event.hit)
    end = say("; ", "、").join(ends) or say("nothing is lost", "損害なし")
    return say(
        f"Chance encounter in {at} with a German {kind.lower()}{dice}: {end}.",
        f"{at}で偶然の遭遇（ドイツ軍{kind}）{dice}：{end}。",
    )


def _local_weather(event: told.LocalWeather, say: Words) -> str:
    coast, weather, turn = say.name(f"coast.{event.coast}"), say.name(event.weather), turn_name(event.until, say)
    return say(f"{coast}: {weather} until {turn}.", f"{coast}：{turn}まで{weather}。")


def _order_lasts(event: told.OrderLasts, say: Words) -> str:
    name, turn = event_name(event.what, say), turn_name(event.until, say)
    return say(f"{name} holds until {turn}.", f"{name}は{turn}まで有効。")


def _reinforced(event: told.Reinforced, say: Words) -> str:
    side = side_adjective(event.side, say)
    if not event.place:
        return say(f"No {side} reinforcements are left.", f"{side}の増援は残っていない。")
    units = say(f": {units_text(event.units, say)}", f": {units_text(event.units, say)}") if event.units else ""
    place = say.where(event.place)
    return say(f"{side} reinforcements come to {place}{units}.", f"{side}の増援が{place}に到着{units}。")


def _forces_bought(event: told.ForcesBought, say: Words) -> str:
    side, cost = side_adjective(event.side, say), say.half(event.cost)
    ships = say(f": {units_text(event.ships, say)}", f": {units_text(event.ships, say)}") if event.ships else ""
    return say(f"The {side} side buys ships for {cost} VP{ships}.", f"{side}が{cost}VPで艦を購入{ships}。")


def _raided(event: told.Raided, say: Words) -> str:
    side, place = side_adjective(event.side, say), say.where(event.place)
    if not event.units:
        return say(f"No {side} aircraft raid {place}.", f"{side}は{place}を空襲しない。")
    parts = (
        (Text("attackers lost", "攻撃側の喪失"), event.shot_down), (Text("defenders lost", "防御側の喪失"), event.lost),
        (Text("aircraft damaged", "損傷した航空機"), event.damaged),
        (Text("sunk", "沈没"), event.sunk), (Text("hit", "命中"), event.hit),
    )  # fmt: skip
    ends = [f"{name.get(say.language)}: {units_text(units, say)}" for name, units in parts if units]
    end = say("; ", "、").join(ends) or say("no losses", "損失なし")
    units = units_text(event.units, say)
    return say(f"{side} aircraft ({units}) raid {place}: {end}.", f"{side}機（{units}）が{place}を空襲：{end}。")


def _kara_entered(event: told.KaraEntered, say: Words) -> str:
    return say("A German raider has come into the Kara Sea.", "ドイツ軍がカラ海に侵入した。")


def _bombers_came(event: told.BombersCame, say: Words) -> str:
    base, kind = say.name(event.base), say.name(event.aircraft)
    if not event.strength:
        return say(f"{kind} leaves {base}.", f"{kind}が{base}を去った。")
    return say(f"{kind} {event.strength} comes to {base}.", f"{kind}（{event.strength}）が{base}に到着。")


def _target_eluded(event: told.TargetEluded, say: Words) -> str:
    ship = say.name(event.ship)
    return say(f"{ship} is not found: an elusive target.", f"{ship}は捉えにくい目標、発見できず。")


def _settled(event: told.Settled, say: Words) -> str:
    return ""


TELLERS: dict[type, Any] = {
    told.ChitDrawn: _chit_drawn,
    told.ChitShown: _chit_shown,
    told.AttackDeclared: _attack_declared,
    told.AttackSpent: _attack_spent,
    told.TitleStruck: _title_struck,
    told.MapLeft: _map_left,
    told.ReturnDrawn: _return_drawn,
    told.ShipsReturned: _ships_returned,
    told.RandomEvent: _random_event,
    told.Mishap: _mishap,
    told.MinesStruck: _mines_struck,
    told.ChanceEncounter: _chance_encounter,
    told.LocalWeather: _local_weather,
    told.OrderLasts: _order_lasts,
    told.Reinforced: _reinforced,
    told.ForcesBought: _forces_bought,
    told.Raided: _raided,
    told.KaraEntered: _kara_entered,
    told.BombersCame: _bombers_came,
    told.TargetEluded: _target_eluded,
    told.Settled: _settled,
}
