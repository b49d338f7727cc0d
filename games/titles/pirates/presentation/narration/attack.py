"""3.2.2-3.2.7 The lines of text for events of attacks, reactions and the fate of ships."""

from typing import Any

from games.kernel.events import Event
from games.titles.pirates.presentation.dice import coin_text, signed
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.common import Throw


def throw_line(throw: Throw, say: Words) -> str:
    """Return one side of a roll as text: "Wolf d10+d6: 8, 2; Fast Ship −2 → 6"."""
    values = ", ".join(map(str, throw.values))
    changes = "".join(f"; {say.name(why)} {signed(amount)}" for why, amount in throw.modifiers)
    plain = len(throw.values) == 1 and not throw.modifiers
    total = "" if plain else f" → {throw.total}"
    return f"{say.name(throw.of)} {coin_text(throw.coin)}: {values}{changes}{total}"


def _fought(figures: Figures, event: told.Fought, say: Words) -> str:
    attack, defence = throw_line(event.attacker, say), throw_line(event.defender, say)
    if event.weapon in ("british", "interrogate"):
        attack = say("Royal Navy, {attack}", "イギリス軍、{attack}", attack=attack)
    weapon = f"{say.name(event.weapon)}: " if event.weapon in ("torpedo", "mines", "gun", "depth_charge") else ""
    result = say.name(event.outcome)
    return say(
        "{weapon}{attack} against {defence} → {result}.",
        "{weapon}{attack}　対　{defence} → {result}。",
        weapon=weapon,
        attack=attack,
        defence=defence,
        result=result,
    )


def _challenged(figures: Figures, event: told.Challenged, say: Words) -> str:
    mine, theirs = throw_line(event.challenger, say), throw_line(event.responder, say)
    purpose, subject = say.name(event.purpose), say.name(event.subject)
    about = (
        purpose
        if subject == purpose
        else say("{purpose}, {subject}", "{purpose}（{subject}）", purpose=purpose, subject=subject)
    )
    result = say("success", "成功") if event.success else say("failure", "失敗")
    return say(
        "{about}: {mine} against {theirs} → {result}.",
        "{about}：{mine}　対　{theirs} → {result}。",
        about=about,
        mine=mine,
        theirs=theirs,
        result=result,
    )


def _support_revealed(figures: Figures, event: told.SupportRevealed, say: Words) -> str:
    seat, card, target = say.name(event.seat), say.name(event.card), say.name(event.target)
    return say(
        "{seat} adds {card} against {target}.", "{seat}が{target}に{card}を使う。", seat=seat, card=card, target=target
    )


def _reacted(figures: Figures, event: told.Reacted, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.card:
        return _no_reaction(event, seat, say)
    card, target = say.name(event.card), say.name(event.target)
    if event.to == "identified":
        return say(
            "{seat} plays {card} for {target}.", "{seat}が{target}に{card}を使う。", seat=seat, card=card, target=target
        )
    if event.to == "sinking":
        return say("{seat} answers the sinking with {card}.", "{seat}は撃沈に{card}で対応する。", seat=seat, card=card)
    return say("{seat} reacts with {card}.", "{seat}が{card}でリアクション。", seat=seat, card=card)


def _no_reaction(event: told.Reacted, seat: str, say: Words) -> str:
    target = say.name(event.target)
    if event.to == "identified":
        return say(
            "{seat} does not disguise {target} again.", "{seat}は{target}を偽装し直さない。", seat=seat, target=target
        )
    if event.to == "sinking":
        return say("{seat} does not react to the sinking.", "{seat}は撃沈にリアクションしない。", seat=seat)
    return say("{seat} does not react.", "{seat}はリアクションしない。", seat=seat)


CANCELLED = {
    "slim_pickings": ("{0}: the intercept is cancelled (Slim Pickings).", "{0}への迎撃は取り消された（乏しい収穫）。"),
    "others_spared": (
        "Only {0} is attacked; the other merchants are spared (Slim Pickings).",
        "攻撃されるのは{0}だけとなる（乏しい収穫）。",
    ),
    "break_contact": ("{0} shakes off her pursuer.", "{0}は追跡を振り切った。"),
    "shallow_run": ("{0} flees through shoal water: no attack.", "{0}は浅瀬へ逃れ、攻撃を免れる。"),
    "minesweeper": ("The mines before {0}'s merchants are swept.", "{0}の商船を狙う機雷は掃海された。"),
    "razzle_dazzle": ("The torpedo misses {0}, deceived by her paint.", "迷彩塗装により、{0}への魚雷は外れた。"),
    "pull_the_plug": ("{0} is scuttled before the enemy can fire.", "{0}は攻撃を受ける前に自沈する。"),
    "reflag": ("{0} slips away under another flag.", "{0}は国籍を偽って逃れる。"),
}


def _cancelled(figures: Figures, event: told.Cancelled, say: Words) -> str:
    target = say.name(event.target)
    if event.reason in CANCELLED:
        return say(*CANCELLED[event.reason]).format(target)
    reason = say.name(event.reason)
    return say(
        "The attack on {target} is cancelled ({reason}).",
        "{target}への攻撃は取り消された（{reason}）。",
        target=target,
        reason=reason,
    )


FOLLOWED = {
    ("chase", True): ("{0} chases {1}.", "{0}は{1}を追跡する。"),
    ("chase", False): ("{0} does not chase {1}.", "{0}は{1}を追跡しない。"),
    ("pursue", True): ("{0} pursues {1} into the shallows.", "{0}は浅瀬へ逃れる{1}を追撃する。"),
    ("pursue", False): ("{0} does not follow {1} into the shallows.", "{0}は浅瀬へ逃れる{1}を追撃しない。"),
}


def _followed(figures: Figures, event: told.Followed, say: Words) -> str:
    return say(*FOLLOWED[event.how, event.declared]).format(say.name(event.ship), say.name(event.target))


def _exhausted(figures: Figures, event: told.Exhausted, say: Words) -> str:
    card, owner = say.name(event.card), say.name(event.owner)
    points = figures.points(event.card, False, say)
    return say(
        "{card} has no stores left and is scuttled: {points} for {owner}.",
        "{card}は物資が尽きて自沈する。{owner}が{points}を得る。",
        card=card,
        points=points,
        owner=owner,
    )


def _sunk(figures: Figures, event: told.Sunk, say: Words) -> str:
    card, owner, by = say.name(event.card), say.name(event.owner), say.name(event.by)
    points = figures.points(event.card, event.doubled, say)
    return say(
        "{owner}'s {card} is sunk: {points} for {by}.",
        "{owner}の{card}が沈没。{by}が{points}を得る。",
        owner=owner,
        card=card,
        points=points,
        by=by,
    )


def _captured(figures: Figures, event: told.Captured, say: Words) -> str:
    card, owner, by = say.name(event.card), say.name(event.owner), say.name(event.by)
    line = say(
        "{owner}'s {card} is captured and sails as a prize of {by}",
        "{owner}の{card}が{by}の拿捕船となる",
        owner=owner,
        card=card,
        by=by,
    )
    if event.resupplied:
        ship = say.name(event.resupplied)
        line += say("; {ship} takes supplies from her", "。{ship}は再補給を受ける", ship=ship)
    return line + say(".", "。")


def _damaged(figures: Figures, event: told.Damaged, say: Words) -> str:
    card = say.name(event.card)
    if event.markers > 1:
        count = event.markers
        return say(
            "{card} is damaged again, {count} markers now.",
            "{card}はさらに損傷した（損傷{count}）。",
            card=card,
            count=count,
        )
    return say("{card} is damaged.", "{card}は損傷した。", card=card)


def _safe(figures: Figures, event: told.Safe, say: Words) -> str:
    card, owner = say.name(event.card), say.name(event.owner)
    points = figures.points(event.card, event.doubled, say)
    return say(
        "{card} reaches a safe port: {points} for {owner}.",
        "{card}は無事に到着。{owner}が{points}を得る。",
        card=card,
        points=points,
        owner=owner,
    )


def _identified(figures: Figures, event: told.Identified, say: Words) -> str:
    card = say.name(event.card)
    return say("{card} is identified.", "{card}が確認された。", card=card)


def _disguised(figures: Figures, event: told.Disguised, say: Words) -> str:
    card = say.name(event.card)
    return say("{card} is disguised again.", "{card}は再び偽装した。", card=card)


def _supplied(figures: Figures, event: told.Supplied, say: Words) -> str:
    card = say.name(event.card)
    return say("{card} is resupplied.", "{card}は再補給を受けた。", card=card)


def _unsupplied(figures: Figures, event: told.Unsupplied, say: Words) -> str:
    card = say.name(event.card)
    return say("{card} runs out of supply.", "{card}は補給欠乏となった。", card=card)


REMOVED = {
    "pull_the_plug": ("{0} has sunk herself; nobody scores.", "{0}は自沈した。得点にはならない。"),
    "scuttle": ("{0} is scuttled by her crew; nobody scores.", "{0}は乗組員の手で自沈した。得点にはならない。"),
    "recalled": ("{0} is recalled home and leaves play.", "{0}は本国へ呼び戻され、ゲームから除かれる。"),
    "interned": ("{0} is interned in a neutral port and leaves play.", "{0}は中立港に抑留され、ゲームから除かれる。"),
    "heavy_weather": ("{0} founders in heavy weather; nobody scores.", "{0}は荒天で沈没した。得点にはならない。"),
}


def _removed(figures: Figures, event: told.Removed, say: Words) -> str:
    card = say.name(event.card)
    if event.reason in REMOVED:
        return say(*REMOVED[event.reason]).format(card)
    reason = say.name(event.reason)
    return say("{card} leaves play ({reason}).", "{card}はゲームから除かれる（{reason}）。", card=card, reason=reason)


def _exchanged(figures: Figures, event: told.Exchanged, say: Words) -> str:
    seat, given, taken = say.name(event.seat), say.name(event.given), say.name(event.taken)
    return say(
        "It was {given} that was sunk: {seat} keeps {taken} in the pile instead.",
        "沈んだのは{given}だった。{seat}は代わりに{taken}を得点パイルに置く。",
        given=given,
        seat=seat,
        taken=taken,
    )


TELLERS: dict[type[Event], Any] = {
    told.SupportRevealed: _support_revealed,
    told.Reacted: _reacted,
    told.Cancelled: _cancelled,
    told.Followed: _followed,
    told.Exhausted: _exhausted,
    told.Fought: _fought,
    told.Challenged: _challenged,
    told.Sunk: _sunk,
    told.Captured: _captured,
    told.Damaged: _damaged,
    told.Safe: _safe,
    told.Identified: _identified,
    told.Disguised: _disguised,
    told.Supplied: _supplied,
    told.Unsupplied: _unsupplied,
    told.Removed: _removed,
    told.Exchanged: _exchanged,
}
