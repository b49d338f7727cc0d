"""6.2, 6.3, 6.9 The lines on searches, refusals, reports, shadowers and photographs."""

from typing import Any

from games.kernel.text import Text
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.narration.wording import (
    block_name,
    block_or_force_name,
    side_adjective,
    verb_of,
)
from games.titles.pq17.presentation.reading import enemy_of
from games.titles.pq17.state.events import search as told

WHY = {
    "weather": Text("for the weather", "天候のため"),
    "lost": Text("having lost it", "見失ったため"),
    "range": Text("out of reach", "範囲外のため"),
    "base": Text("for enemy interceptors", "敵迎撃機のため"),
    "port": Text("as it enters port", "入港のため"),
    "gone": Text("as the target is gone", "目標消失のため"),
    "released": Text("by order", "命令により"),
    "scattered": Text("as the convoy scatters", "船団の分散のため"),
    "no_convoy": Text("as it is no convoy any more", "船団ではなくなったため"),
}
"""6.3.5 The reasons why a shadower stops."""


def _searched(event: told.Searched, say: Words) -> str:
    side, where = side_adjective(event.side, say), say.where(event.at)
    block = block_or_force_name(enemy_of(event.side), event.block, event.force, say)
    end = say("found", "成功") if event.found else say("in vain", "失敗")
    number = event.card.removeprefix("card_")
    card = say(f", card {number}", f"・カード{number}") if number else ""
    passing = say(" in passing", "（通過時）") if event.passing else ""
    return say(
        f"{side} search of {block} in {where}{passing}: {end}{card}.",
        f"{side}が{where}の{block}を索敵{passing}：{end}{card}。",
    )


def _refused(event: told.Refused, say: Words) -> str:
    block = block_or_force_name(event.side, event.block, event.force, say)
    why = say.name(f"refusal.{event.ground}")
    return say(
        f"{block} in {say.where(event.at)} {verb_of(block, 'refuses')} to be found: {why}.",
        f"{say.where(event.at)}の{block}は索敵を無効にした：{why}。",
    )


def _identified(event: told.Identified, say: Words) -> str:
    who, kind = block_or_force_name(event.side, event.block, event.force, say), say.name(event.kind)
    return say(
        f"{who} in {say.where(event.at)} {verb_of(who, 'is')} identified: {kind.lower()}, ID {event.level}.",
        f"{say.where(event.at)}の{who}を識別：{kind}・ID{event.level}。",
    )


def _reported(event: told.Reported, say: Words) -> str:
    report = event.report
    figures = lines.figures(report, say) or say("nothing more", "詳細なし")
    level = "" if report.level is None else f"ID {report.level}" if say.language == "en" else f"ID{report.level}"
    where = say.where(report.port or report.at)
    block = say.name(report.port) if report.port else block_name(enemy_of(report.to), report.block, say)
    if event.force:
        block = say.name(event.force)
    place = "" if report.port else say(f" in {where}", f"{where}の")
    mark = say(f", {level}", f"・{level}") if level else ""
    return say(f"Report on {block}{place}{mark}: {figures}.", f"{place}{block}の報告{mark}：{figures}。")


def _dummy_found(event: told.DummyFound, say: Words) -> str:
    who = block_or_force_name(event.side, event.block, event.force, say)
    return say(f"{who} in {say.where(event.at)} is a dummy and goes.", f"{say.where(event.at)}の{who}はダミー、除去。")


def _shadow_began(event: told.ShadowBegan, say: Words) -> str:
    side, by = side_adjective(event.side, say), say.name(event.who or event.by)
    block = block_or_force_name(enemy_of(event.side), event.block, event.force, say)
    return say(
        f"{side} shadower ({by}) on {block} in {say.where(event.at)}.",
        f"{side}（{by}）が{say.where(event.at)}の{block}を追尾開始。",
    )


def _shadow_ended(event: told.ShadowEnded, say: Words) -> str:
    side, by = side_adjective(event.side, say), say.name(event.who or event.by)
    block = block_or_force_name(enemy_of(event.side), event.block, event.force, say)
    why = WHY[event.why].get(say.language) if event.why in WHY else ""
    return say(
        f"{side} shadower ({by}) leaves {block} in {say.where(event.at)} {why}".rstrip() + ".",
        f"{side}（{by}）が{say.where(event.at)}の{block}の追尾を終了{f'（{why}）' if why else ''}。",
    )


def _photographed(event: told.Photographed, say: Words) -> str:
    side, port = side_adjective(event.side, say), say.name(event.port)
    if not event.card and not event.names:
        return say(f"{side} aircraft over {port}.", f"{side}機が{port}上空を偵察。")
    lying = say.marks(f"{say.name(one.ship)}{f' {one.strength}' if one.strength else ''}" for one in event.names)
    what = lying or say("nothing", "艦船なし")
    return say(f"{side} aircraft photograph {port}: {what}.", f"{side}機が{port}を写真偵察：{what}。")


def _sectors_named(event: told.SectorsNamed, say: Words) -> str:
    side = side_adjective(event.side, say)
    if not event.hexes:
        return say(f"{side} sectors search nothing.", f"{side}のセクターは索敵しない。")
    hexes = say(", ", "、").join(map(say.where, event.hexes))
    return say(f"{side} sectors search {hexes}.", f"{side}のセクターの索敵：{hexes}。")


TELLERS: dict[type, Any] = {
    told.Searched: _searched,
    told.Refused: _refused,
    told.Identified: _identified,
    told.Reported: _reported,
    told.DummyFound: _dummy_found,
    told.ShadowBegan: _shadow_began,
    told.ShadowEnded: _shadow_ended,
    told.Photographed: _photographed,
    told.SectorsNamed: _sectors_named,
}
