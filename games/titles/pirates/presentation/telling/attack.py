"""3.2.2-3.2.7 Attacks, reactions and what befalls ships, in words."""

from typing import Any

from games.kernel.events import Event
from games.titles.pirates.presentation.dice import coin_text, signed
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.events.common import Throw


def throw_line(throw: Throw, say: Words) -> str:
    """One side of a roll: "Wolf d10+d6: 8, 2; Fast Ship −2 → 6"."""
    values = ", ".join(map(str, throw.values))
    changes = "".join(f"; {say.name(why)} {signed(amount)}" for why, amount in throw.modifiers)
    plain = len(throw.values) == 1 and not throw.modifiers
    total = "" if plain else f" → {throw.total}"
    return f"{say.name(throw.of)} {coin_text(throw.coin)}: {values}{changes}{total}"


def _fought(figures: Figures, event: told.Fought, say: Words) -> str:
    attack, defence = throw_line(event.attacker, say), throw_line(event.defender, say)
    if event.weapon in ("british", "interrogate"):
        attack = say(f"Royal Navy, {attack}", f"イギリス軍、{attack}")
    weapon = f"{say.name(event.weapon)}: " if event.weapon in ("torpedo", "mines", "gun", "depth_charge") else ""
    result = say.name(event.outcome)
    return say(f"{weapon}{attack} against {defence} → {result}.", f"{weapon}{attack}　対　{defence} → {result}。")


def _challenged(figures: Figures, event: told.Challenged, say: Words) -> str:
    mine, theirs = throw_line(event.challenger, say), throw_line(event.responder, say)
    purpose, subject = say.name(event.purpose), say.name(event.subject)
    about = purpose if subject == purpose else say(f"{purpose}, {subject}", f"{purpose}（{subject}）")
    result = say("success", "成功") if event.success else say("failure", "失敗")
    return say(f"{about}: {mine} against {theirs} → {result}.", f"{about}: {mine}　対　{theirs} → {result}。")


def _support_revealed(figures: Figures, event: told.SupportRevealed, say: Words) -> str:
    seat, card, target = say.name(event.seat), say.name(event.card), say.name(event.target)
    return say(f"{seat} adds {card} against {target}.", f"{seat}が{target}に{card}を使う。")


def _reacted(figures: Figures, event: told.Reacted, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.card:
        return _no_reaction(event, seat, say)
    card, target = say.name(event.card), say.name(event.target)
    if event.to == "identified":
        return say(f"{seat} plays {card} for {target}.", f"{seat}が{target}に{card}を使う。")
    if event.to == "sinking":
        return say(f"{seat} answers the sinking with {card}.", f"{seat}は撃沈に{card}で対応する。")
    return say(f"{seat} reacts with {card}.", f"{seat}が{card}でリアクション。")


def _no_reaction(event: told.Reacted, seat: str, say: Words) -> str:
    target = say.name(event.target)
    if event.to == "identified":
        return say(f"{seat} does not disguise {target} again.", f"{seat}は{target}を偽装し直さない。")
    if event.to == "sinking":
        return say(f"{seat} does not react to the sinking.", f"{seat}は撃沈にリアクションしない。")
    return say(f"{seat} does not react.", f"{seat}はリアクションしない。")


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
    return say(f"The attack on {target} is cancelled ({reason}).", f"{target}への攻撃は取り消された（{reason}）。")


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
        f"{card} has no stores left and is scuttled: {points} for {owner}.",
        f"{card}は物資が尽きて自沈する。{owner}が{points}を得る。",
    )


def _sunk(figures: Figures, event: told.Sunk, say: Words) -> str:
    card, owner, by = say.name(event.card), say.name(event.owner), say.name(event.by)
    points = figures.points(event.card, event.doubled, say)
    return say(f"{owner}'s {card} is sunk: {points} for {by}.", f"{owner}の{card}が沈没。{by}が{points}を得る。")


def _captured(figures: Figures, event: told.Captured, say: Words) -> str:
    card, owner, by = say.name(event.card), say.name(event.owner), say.name(event.by)
    line = say(f"{owner}'s {card} is captured and sails as a prize of {by}", f"{owner}の{card}が{by}の拿捕船となる")
    if event.resupplied:
        ship = say.name(event.resupplied)
        line += say(f"; {ship} takes supplies from her", f"。{ship}は再補給を受ける")
    return line + say(".", "。")


def _damaged(figures: Figures, event: told.Damaged, say: Words) -> str:
    card = say.name(event.card)
    if event.markers > 1:
        count = event.markers
        return say(f"{card} is damaged again, {count} markers now.", f"{card}はさらに損傷した（損傷{count}）。")
    return say(f"{card} is damaged.", f"{card}は損傷した。")


def _safe(figures: Figures, event: told.Safe, say: Words) -> str:
    card, owner = say.name(event.card), say.name(event.owner)
    points = figures.points(event.card, event.doubled, say)
    return say(f"{card} reaches a safe port: {points} for {owner}.", f"{card}は無事に到着。{owner}が{points}を得る。")


def _identified(figures: Figures, event: told.Identified, say: Words) -> str:
    card = say.name(event.card)
    return say(f"{card} is identified.", f"{card}が確認された。")


def _disguised(figures: Figures, event: told.Disguised, say: Words) -> str:
    card = say.name(event.card)
    return say(f"{card} is disguised again.", f"{card}は再び偽装した。")


def _supplied(figures: Figures, event: told.Supplied, say: Words) -> str:
    card = say.name(event.card)
    return say(f"{card} is resupplied.", f"{card}は再補給を受けた。")


def _unsupplied(figures: Figures, event: told.Unsupplied, say: Words) -> str:
    card = say.name(event.card)
    return say(f"{card} runs out of supply.", f"{card}は補給欠乏となった。")


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
    return say(f"{card} leaves play ({reason}).", f"{card}はゲームから除かれる（{reason}）。")


def _exchanged(figures: Figures, event: told.Exchanged, say: Words) -> str:
    seat, given, taken = say.name(event.seat), say.name(event.given), say.name(event.taken)
    return say(
        f"It was {given} that was sunk: {seat} keeps {taken} in the pile instead.",
        f"沈んだのは{given}だった。{seat}は代わりに{taken}を得点パイルに置く。",
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
