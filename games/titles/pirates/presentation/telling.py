"""What happened, one readable line per event, in the words of those who saw it.

An event in its reduced form lacks what its audience may not know; the line then says only that it took place.
"""

from collections.abc import Callable
from typing import Any

from games.kernel.events import Event
from games.kernel.text import Text
from games.titles.pirates import events as told
from games.titles.pirates.components import Components
from games.titles.pirates.events import Place, Throw
from games.titles.pirates.legality import FOR_OWN
from games.titles.pirates.orders import kind_of
from games.titles.pirates.presentation.absent import absent
from games.titles.pirates.presentation.dice import coin_text, signed
from games.titles.pirates.presentation.labels import Labels, Words

Teller = Callable[["Telling", Any, Words], str]


class Telling:
    """The lines of all events."""

    def __init__(self, components: Components, labels: Labels) -> None:
        self.components = components
        self.labels = labels

    def tell(self, event: Event, language: str) -> str:
        """The line for one event. Raises KeyError for an event of another title."""
        return TELLERS[type(event)](self, event, Words(self.labels, language))

    def value(self, card: str) -> int:
        """The victory points on a card."""
        return self.components.value(card)

    def points(self, card: str, doubled: bool, say: Words) -> str:
        """What a card is worth in a pile: "9 points", "18 points, doubled"."""
        times = self.components.numbers.score.doubled if doubled else 1
        worth = self.value(card) * times
        return say(f"{worth} points", f"{worth}点") + (say(" (doubled)", "（2倍）") if doubled else "")


# --- dice


def throw_line(throw: Throw, say: Words) -> str:
    """One side of a roll: "Wolf d10+d6: 8, 2; Fast Ship −2 → 6"."""
    values = ", ".join(map(str, throw.values))
    changes = "".join(f"; {say.name(why)} {signed(amount)}" for why, amount in throw.modifiers)
    plain = len(throw.values) == 1 and not throw.modifiers
    total = "" if plain else f" → {throw.total}"
    return f"{say.name(throw.of)} {coin_text(throw.coin)}: {values}{changes}{total}"


def _fought(telling: Telling, event: told.Fought, say: Words) -> str:
    attack, defence = throw_line(event.attacker, say), throw_line(event.defender, say)
    if event.weapon in ("british", "interrogate"):
        attack = say(f"Royal Navy, {attack}", f"イギリス軍、{attack}")
    weapon = f"{say.name(event.weapon)}: " if event.weapon in ("torpedo", "mines", "gun", "depth_charge") else ""
    result = say.name(event.outcome)
    return say(f"{weapon}{attack} against {defence} → {result}.", f"{weapon}{attack}　対　{defence} → {result}。")


def _challenged(telling: Telling, event: told.Challenged, say: Words) -> str:
    mine, theirs = throw_line(event.challenger, say), throw_line(event.responder, say)
    purpose, subject = say.name(event.purpose), say.name(event.subject)
    about = purpose if subject == purpose else say(f"{purpose}, {subject}", f"{purpose}（{subject}）")
    result = say("success", "成功") if event.success else say("failure", "失敗")
    return say(f"{about}: {mine} against {theirs} → {result}.", f"{about}: {mine}　対　{theirs} → {result}。")


# --- rounds


def _round_began(telling: Telling, event: told.RoundBegan, say: Words) -> str:
    return say(
        f"Round {event.round} begins: {event.deck} action cards are in play, {event.removed} are set aside unseen.",
        f"ラウンド{event.round}開始。アクションカードは{event.deck}枚を使い、{event.removed}枚は見ずに取り除かれた。",
    )


def _left_out(telling: Telling, event: told.LeftOut, say: Words) -> str:
    rows = absent(telling.components, event.cards, say)
    listed = say("; ", "。").join(say(f"by {rule} {cards}", f"{rule}により{cards}") for rule, cards in rows)
    return say(f"Out of this game: {listed}.", f"このゲームで使用しないカード: {listed}。")


def _wishes_opened(telling: Telling, event: told.WishesOpened, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.ships:
        return say(f"{seat} wishes for no ship in particular.", f"{seat}は特に希望する船がない。")
    ships = say.names(event.ships)
    return say(f"{seat} wishes for {ships}.", f"{seat}の希望は{ships}。")


def _contested(telling: Telling, event: told.Contested, say: Words) -> str:
    rolls = say(", ", "、").join(f"{say.name(seat)} {value}" for seat, value in event.rolls.items())
    ship = say.name(event.ship)
    return say(f"Dice for {ship}: {rolls}.", f"{ship}を決めるダイス: {rolls}。")


def _ships_dealt(telling: Telling, event: told.ShipsDealt, say: Words) -> str:
    seat, merchants = say.name(event.seat), say.names(event.merchants)
    if not event.ships:
        return say(f"{seat} is dealt the merchants {merchants}.", f"{seat}に商船{merchants}が配られた。")
    ships = say.names(event.ships)
    return say(
        f"{seat} is dealt {ships}, and the merchants {merchants}.",
        f"{seat}に{ships}、商船{merchants}が配られた。",
    )


def _hand_dealt(telling: Telling, event: told.HandDealt, say: Words) -> str:
    seat, cards = say.name(event.seat), say.labels(event.cards)
    shown = f": {cards}" if cards else ""
    return say(
        f"{seat} is dealt {_cards(event.count, say)}{shown}.",
        f"{seat}に手札{event.count}枚が配られた{shown}。",
    )


def _starter_rolled(telling: Telling, event: told.StarterRolled, say: Words) -> str:
    rolls = say(", ", "、").join(f"{say.name(seat)} {value}" for seat, value in event.rolls.items())
    return say(f"Dice for the first turn: {rolls}.", f"先手を決めるダイス: {rolls}。")


def _starter_found(telling: Telling, event: told.StarterFound, say: Words) -> str:
    seat, how = say.name(event.seat), say.name(event.how)
    return say(f"{seat} takes the first turn ({how}).", f"{seat}が先手となる（{how}）。")


def _round_ended(telling: Telling, event: told.RoundEnded, say: Words) -> str:
    return say(f"Round {event.round} is over.", f"ラウンド{event.round}終了。")


def _trophy_lost(telling: Telling, event: told.TrophyLost, say: Words) -> str:
    seat, card = say.name(event.seat), say.name(event.card)
    return say(
        f"{card} does not count for {seat}: more German ships than merchants in the pile.",
        f"{seat}の得点パイルはドイツ艦が商船より多いため、{card}は得点にならない。",
    )


def _round_scored(telling: Telling, event: told.RoundScored, say: Words) -> str:
    parts = [
        say(
            f"{say.name(seat)} {victory} victory points, {event.round_points[seat]} round points",
            f"{say.name(seat)} 勝利得点{victory}・ラウンドポイント{event.round_points[seat]}",
        )
        for seat, victory in event.victory_points.items()
    ]
    return say(f"Round {event.round}: {'; '.join(parts)}.", f"ラウンド{event.round}の結果: {'、'.join(parts)}。")


def _carried_over(telling: Telling, event: told.CarriedOver, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.ship:
        return say(f"{seat} carries no ship over.", f"{seat}は艦を持ち越さない。")
    ship = say.name(event.ship)
    return say(f"{seat} carries {ship} over into the next round.", f"{seat}は{ship}を次のラウンドに持ち越す。")


def _game_tied(telling: Telling, event: told.GameTied, say: Words) -> str:
    seats = _teams(event.seats, say) if event.teams else say.names(event.seats)
    if event.shared:
        return say(
            f"{seats} are tied and nobody scored: they share the win.", f"{seats}が同点で無得点。勝利を分け合う。"
        )
    return say(f"{seats} are tied: another round is played.", f"{seats}が同点。もう1ラウンド行う。")


def _ships_exchanged(telling: Telling, event: told.ShipsExchanged, say: Words) -> str:
    seat, partner = say.name(event.seat), say.name(event.partner)
    lines = [
        say(f"{by} hands {say.names(ships)} over to {to}", f"{by}が{to}に{say.names(ships)}を渡す")
        for by, to, ships in ((seat, partner, event.given), (partner, seat, event.taken))
        if ships
    ]
    if not lines:
        return say(f"{seat} and {partner} exchange no ships.", f"{seat}と{partner}は艦を交換しない。")
    return say("; ", "、").join(lines) + say(".", "。")


def _teams(seats: tuple[str, ...], say: Words) -> str:
    """Partners side by side: "the teams Red/White and Black/Blue"."""
    pairs = ["/".join(map(say.name, seats[at : at + 2])) for at in range(0, len(seats), 2)]
    return say(f"the teams {say.join(pairs)}", f"{'と'.join(pairs)}の両チーム")


def _game_won(telling: Telling, event: told.GameWon, say: Words) -> str:
    seat = say.name(event.seat)
    if event.partner:
        partner = say.name(event.partner)
        return say(
            f"{seat} and {partner} win the game together with {event.round_points} round points and"
            f" {event.victory_points} victory points.",
            f"{seat}・{partner}チームの勝利。合計ラウンドポイント{event.round_points}、勝利得点{event.victory_points}。",
        )
    return say(
        f"{seat} wins the game with {event.round_points} round points and {event.victory_points} victory points.",
        f"{seat}の勝利。ラウンドポイント{event.round_points}、勝利得点{event.victory_points}。",
    )


# --- the turn


def _turn_began(telling: Telling, event: told.TurnBegan, say: Words) -> str:
    seat = say.name(event.seat)
    if event.extra:
        return say(f"Turn {event.number}: {seat} again.", f"ターン{event.number}: 続けて{seat}の番。")
    return say(f"Turn {event.number}: {seat}.", f"ターン{event.number}: {seat}の番。")


def _fogged(telling: Telling, event: told.Fogged, say: Words) -> str:
    seat = say.name(event.seat)
    return say(
        f"Fog lies over {seat}'s fleet: no action cards this turn, and no draw.",
        f"{seat}の船団は濃霧の中。このターンはアクションもドローもできない。",
    )


def _deceived(telling: Telling, event: told.Deceived, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.card:
        return say(f"{seat} is deceived, and has no card to act with.", f"{seat}は欺瞞を受け、使えるカードがない。")
    card = say.name(event.card)
    return say(
        f"{seat} is deceived and may act this turn with one card drawn by chance: {card}.",
        f"{seat}は欺瞞を受け、無作為に引かれた1枚だけを使える: {card}。",
    )


def place_line(place: Place, say: Words) -> str:
    """Cards face down at one place: "2 sideways on Emden"."""
    way = say("sideways", "横向き") if place.sideways else say("upright", "縦向き")
    if place.on:
        ship = say.name(place.on)
        return say(f"{place.count} {way} on {ship}", f"{ship}に{way}{place.count}枚")
    return say(f"{place.count} {way} before the fleet", f"船団の前に{way}{place.count}枚")


def _cards_assigned(telling: Telling, event: told.CardsAssigned, say: Words) -> str:
    seat, count = say.name(event.seat), sum(place.count for place in event.places)
    if not count:
        return say(f"{seat} assigns no action cards.", f"{seat}はアクションカードを割り当てない。")
    places = say.join([place_line(place, say) for place in event.places])
    return say(f"{seat} assigns {_cards(count, say)}: {places}.", f"{seat}が{count}枚を割り当てる: {places}。")


def _left_refuge(telling: Telling, event: told.LeftRefuge, say: Words) -> str:
    seat, ship = say.name(event.seat), say.name(event.ship)
    return say(f"{seat}'s {ship} leaves the island refuge.", f"{seat}の{ship}が島の避難場所を出る。")


ON_CARDS = ("intelligence", "recon_aircraft")
"""Cards that look into a hand or the deck."""


def _whose(targets: tuple[str, ...], say: Words) -> str:
    """A hand, or the deck."""
    names = [
        say.name(target) if target == "deck" else say(f"{say.name(target)}'s hand", f"{say.name(target)}の手札")
        for target in targets
    ]
    return say.join(names)


def _revealed(telling: Telling, event: told.Revealed, say: Words) -> str:
    seat, card = say.name(event.seat), say.name(event.card)
    targets, ship = say.names(event.targets), say.name(event.ship)
    night = say(" by night", "夜間に") if event.night else ""
    if event.use == "intercept":
        what = say(f"{ship} intercepts {targets}{night}", f"{ship}が{targets}を{night}迎撃")
    elif event.use == "british":
        what = say(f"the Royal Navy intercepts {targets}{night}", f"イギリス軍が{targets}を{night}迎撃")
    elif event.use == "mines":
        what = say(f"{ship} lays mines against {targets}'s merchants", f"{ship}が{targets}の商船に機雷を敷設")
    elif kind_of(event.card) in FOR_OWN:
        what = say(f"for {targets}", f"対象は{targets}")
    elif kind_of(event.card) in ON_CARDS:
        what = say(f"on {_whose(event.targets, say)}", f"対象は{_whose(event.targets, say)}")
    elif targets:
        what = say(f"against {targets}", f"目標は{targets}")
    else:
        what = ""
    supports = say.names(event.supports)
    more = say(f", with {supports}", f"（{supports}を併用）") if supports else ""
    if not what:
        return say(f"{seat} plays {card}{more}.", f"{seat}が{card}を使う{more}。")
    if event.use == "play":
        return say(f"{seat} plays {card} {what}{more}.", f"{seat}が{card}を使う。{what}{more}。")
    return say(f"{seat} reveals {card}: {what}{more}.", f"{seat}が{card}を公開。{what}{more}。")


def _support_revealed(telling: Telling, event: told.SupportRevealed, say: Words) -> str:
    seat, card, target = say.name(event.seat), say.name(event.card), say.name(event.target)
    return say(f"{seat} adds {card} against {target}.", f"{seat}が{target}に{card}を使う。")


def _turn_ended(telling: Telling, event: told.TurnEnded, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.unused:
        return say(f"{seat} plays no further card.", f"{seat}はこれ以上カードを使わない。")
    return say(
        f"{seat} plays no further card; {_cards(event.unused, say)} left unused.",
        f"{seat}はこれ以上カードを使わない。割り当てた{event.unused}枚は使われない。",
    )


def _drew(telling: Telling, event: told.Drew, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.card:
        return say(f"{seat} draws a card; {event.left} left.", f"{seat}がカードを1枚引く。残り{event.left}枚。")
    card = say.label(event.card)
    return say(f"{seat} draws {card}; {event.left} left.", f"{seat}が{card}を引く。残り{event.left}枚。")


def _discarded(telling: Telling, event: told.Discarded, say: Words) -> str:
    seat, cards = say.name(event.seat), say.names(event.cards)
    if event.count:
        shown = f": {cards}" if cards else ""
        return say(
            f"{seat} discards {_cards(event.count, say)} face down{shown}.",
            f"{seat}が裏向きで{event.count}枚を捨てる{shown}。",
        )
    return say(f"{seat} discards {cards}.", f"{seat}の捨て札: {cards}。")


def _merchants_arrived(telling: Telling, event: told.MerchantsArrived, say: Words) -> str:
    seat, merchants = say.name(event.seat), say.names(event.merchants)
    return say(f"New merchants of {seat}: {merchants}.", f"{seat}に新しい商船: {merchants}。")


def _reshuffled(telling: Telling, event: told.Reshuffled, say: Words) -> str:
    deck = say.name(event.deck)
    return say(
        f"The deck of {deck} is shuffled: {_cards(event.count, say)}.",
        f"{deck}の山札を切り直す（{event.count}枚）。",
    )


def _extra_turn(telling: Telling, event: told.ExtraTurn, say: Words) -> str:
    seat = say.name(event.seat)
    return say(f"{seat} takes another turn at once.", f"{seat}は続けてもう1ターン行う。")


# --- reactions and what befalls ships


def _reacted(telling: Telling, event: told.Reacted, say: Words) -> str:
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


def _cancelled(telling: Telling, event: told.Cancelled, say: Words) -> str:
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


def _followed(telling: Telling, event: told.Followed, say: Words) -> str:
    return say(*FOLLOWED[event.how, event.declared]).format(say.name(event.ship), say.name(event.target))


def _exhausted(telling: Telling, event: told.Exhausted, say: Words) -> str:
    card, owner = say.name(event.card), say.name(event.owner)
    points = telling.points(event.card, False, say)
    return say(
        f"{card} has no stores left and is scuttled: {points} for {owner}.",
        f"{card}は物資が尽きて自沈する。{owner}が{points}を得る。",
    )


def _sunk(telling: Telling, event: told.Sunk, say: Words) -> str:
    card, owner, by = say.name(event.card), say.name(event.owner), say.name(event.by)
    points = telling.points(event.card, event.doubled, say)
    return say(f"{owner}'s {card} is sunk: {points} for {by}.", f"{owner}の{card}が沈没。{by}が{points}を得る。")


def _captured(telling: Telling, event: told.Captured, say: Words) -> str:
    card, owner, by = say.name(event.card), say.name(event.owner), say.name(event.by)
    line = say(f"{owner}'s {card} is captured and sails as a prize of {by}", f"{owner}の{card}が{by}の拿捕船となる")
    if event.resupplied:
        ship = say.name(event.resupplied)
        line += say(f"; {ship} takes supplies from her", f"。{ship}は再補給を受ける")
    return line + say(".", "。")


def _damaged(telling: Telling, event: told.Damaged, say: Words) -> str:
    card = say.name(event.card)
    if event.markers > 1:
        count = event.markers
        return say(f"{card} is damaged again, {count} markers now.", f"{card}はさらに損傷した（損傷{count}）。")
    return say(f"{card} is damaged.", f"{card}は損傷した。")


def _safe(telling: Telling, event: told.Safe, say: Words) -> str:
    card, owner = say.name(event.card), say.name(event.owner)
    points = telling.points(event.card, event.doubled, say)
    return say(f"{card} reaches a safe port: {points} for {owner}.", f"{card}は無事に到着。{owner}が{points}を得る。")


def _identified(telling: Telling, event: told.Identified, say: Words) -> str:
    card = say.name(event.card)
    return say(f"{card} is identified.", f"{card}が確認された。")


def _disguised(telling: Telling, event: told.Disguised, say: Words) -> str:
    card = say.name(event.card)
    return say(f"{card} is disguised again.", f"{card}は再び偽装した。")


def _supplied(telling: Telling, event: told.Supplied, say: Words) -> str:
    card = say.name(event.card)
    return say(f"{card} is resupplied.", f"{card}は再補給を受けた。")


def _unsupplied(telling: Telling, event: told.Unsupplied, say: Words) -> str:
    card = say.name(event.card)
    return say(f"{card} runs out of supply.", f"{card}は補給欠乏となった。")


def _repaired(telling: Telling, event: told.Repaired, say: Words) -> str:
    card, left = say.name(event.card), event.markers
    if left:
        markers = "1 marker is" if left == 1 else f"{left} markers are"
        return say(f"{card} is repaired in part; {markers} left.", f"{card}は一部修理された（残る損傷{left}）。")
    return say(f"{card} is repaired.", f"{card}は修理された。")


def _sheltered(telling: Telling, event: told.Sheltered, say: Words) -> str:
    ship = say.name(event.ship)
    return say(f"{ship} shelters at an island refuge.", f"{ship}は島の避難場所に入る。")


REMOVED = {
    "pull_the_plug": ("{0} has sunk herself; nobody scores.", "{0}は自沈した。得点にはならない。"),
    "scuttle": ("{0} is scuttled by her crew; nobody scores.", "{0}は乗組員の手で自沈した。得点にはならない。"),
    "recalled": ("{0} is recalled home and leaves play.", "{0}は本国へ呼び戻され、ゲームから除かれる。"),
    "interned": ("{0} is interned in a neutral port and leaves play.", "{0}は中立港に抑留され、ゲームから除かれる。"),
    "heavy_weather": ("{0} founders in heavy weather; nobody scores.", "{0}は荒天で沈没した。得点にはならない。"),
}


def _removed(telling: Telling, event: told.Removed, say: Words) -> str:
    card = say.name(event.card)
    if event.reason in REMOVED:
        return say(*REMOVED[event.reason]).format(card)
    reason = say.name(event.reason)
    return say(f"{card} leaves play ({reason}).", f"{card}はゲームから除かれる（{reason}）。")


def _transferred(telling: Telling, event: told.Transferred, say: Words) -> str:
    card, owner, by = say.name(event.card), say.name(event.owner), say.name(event.by)
    return say(f"{card} passes from {owner} to {by}.", f"{card}の指揮が{owner}から{by}に移る。")


def _weather_laid(telling: Telling, event: told.WeatherLaid, say: Words) -> str:
    seat, card, by = say.name(event.seat), say.name(event.card), say.name(event.by)
    return say(f"{by} lays {card} before {seat}'s fleet.", f"{by}が{seat}の船団の前に{card}を置く。")


def _turn_lost(telling: Telling, event: told.TurnLost, say: Words) -> str:
    seat = say.name(event.seat)
    return say(f"{seat} will miss the next turn.", f"{seat}の次のターンは飛ばされる。")


def _turn_skipped(telling: Telling, event: told.TurnSkipped, say: Words) -> str:
    seat = say.name(event.seat)
    return say(f"{seat}'s turn is skipped.", f"{seat}のターンは飛ばされた。")


def _ships_arrived(telling: Telling, event: told.ShipsArrived, say: Words) -> str:
    seat, ships = say.name(event.seat), say.names(event.ships)
    if not ships:
        return say(f"No ship is left to join {seat}'s fleet.", f"{seat}の船団に加わる艦は残っていない。")
    return say(f"{ships} break out to join {seat}'s fleet.", f"{ships}が包囲を突破し、{seat}の船団に加わる。")


def _exchanged(telling: Telling, event: told.Exchanged, say: Words) -> str:
    seat, given, taken = say.name(event.seat), say.name(event.given), say.name(event.taken)
    return say(
        f"It was {given} that was sunk: {seat} keeps {taken} in the pile instead.",
        f"沈んだのは{given}だった。{seat}は代わりに{taken}を得点パイルに置く。",
    )


def _no_effect(telling: Telling, event: told.NoEffect, say: Words) -> str:
    card, reason = say.name(event.card), say.name(event.reason)
    return say(f"{card} has no effect ({reason}).", f"{card}は効果なし（{reason}）。")


# --- hands and decks


def _hand_taken(telling: Telling, event: told.HandTaken, say: Words) -> str:
    seat, by, cards = say.name(event.seat), say.name(event.by), say.labels(event.cards)
    shown = f": {cards}" if cards else ""
    return say(
        f"{by} takes {_cards(event.count, say)} from {seat}'s hand{shown}.",
        f"{by}が{seat}の手札から{event.count}枚を取る{shown}。",
    )


def _cards_handed_over(telling: Telling, event: told.CardsHandedOver, say: Words) -> str:
    seat, to, cards = say.name(event.seat), say.name(event.to), say.labels(event.cards)
    shown = f": {cards}" if cards else ""
    if not event.count:
        return say(f"{seat} hands no cards over to {to}.", f"{seat}は{to}にカードを渡さない。")
    return say(
        f"{seat} hands {_cards(event.count, say)} over to {to}{shown}.",
        f"{seat}が{to}に手札{event.count}枚を渡す{shown}。",
    )


def _hand_seen(telling: Telling, event: told.HandSeen, say: Words) -> str:
    seat, by, cards = say.name(event.seat), say.name(event.by), say.names(event.cards)
    shown = f": {cards}" if cards else ""
    return say(
        f"{by} sees {seat}'s hand, {_cards(event.count, say)}{shown}.",
        f"{by}が{seat}の手札{event.count}枚を見る{shown}。",
    )


def _deck_seen(telling: Telling, event: told.DeckSeen, say: Words) -> str:
    by, cards = say.name(event.by), say.names(event.cards)
    shown = f": {cards}" if cards else ""
    return say(
        f"{by} looks at the next {_cards(event.count, say)} of the deck{shown}.",
        f"{by}が山札の上から{event.count}枚を見る{shown}。",
    )


def _deck_arranged(telling: Telling, event: told.DeckArranged, say: Words) -> str:
    by, cards = say.name(event.by), say.names(event.cards)
    shown = f": {cards}" if cards else ""
    return say(f"{by} puts them back in an order of choice{shown}.", f"{by}がそれを好きな順に戻す{shown}。")


def _discards_taken(telling: Telling, event: told.DiscardsTaken, say: Words) -> str:
    by, cards = say.name(event.by), say.names(event.cards)
    if not cards:
        return say(f"{by} finds no discards to take.", f"{by}が取れる捨て札はない。")
    return say(f"{by} takes {cards} from the discards.", f"{by}が捨て札から{cards}を手札に加える。")


# --- the phantom


def entry_line(event: told.SolitaireDrawn, say: Words) -> str:
    """What an entry says: "Interrogate, highest value", "British interception d10+d6", "Breakout (ends the turn)"."""
    parts = say.name(event.entry)
    if event.coin:
        parts += f" {coin_text(event.coin)}"
    if event.aim:
        parts += AIMS[event.aim].get(say.language)
    return parts + (say(" (ends the turn)", "（ターン終了）") if event.ends_turn else "")


AIMS = {
    "low": Text(", lowest value", "（最低得点）"),
    "high": Text(", highest value", "（最高得点）"),
    "random": Text(", at random", "（ランダム）"),
}

DRAWN = {
    "attack": Text(
        "The phantom draws {card}, red die {die}: {entry}.", "ファントムが{card}を引く。赤ダイス{die}: {entry}。"
    ),
    "deceived": Text(
        "Deceived, the phantom draws {card}, red die {die}: {entry}.",
        "欺瞞工作を受けたファントムが{card}を引く。赤ダイス{die}: {entry}。",
    ),
    "defence": Text(
        "The phantom's answer: {card}, red die {die}: {entry}.", "ファントムの対応: {card}、赤ダイス{die}: {entry}。"
    ),
    "special": Text("A special action? {card}: {entry}.", "スペシャルアクションの確認: {card}、{entry}。"),
    "reflag": Text(
        "May the phantom disguise a ship again? {card}: {entry}.", "ファントムは船を偽装し直せるか: {card}、{entry}。"
    ),
}
NOTHING = {
    "defence": Text("no response", "リアクションなし"),
    "special": Text("blank", "空欄"),
    "reflag": Text("blank", "空欄"),
}


def _solitaire_drawn(telling: Telling, event: told.SolitaireDrawn, say: Words) -> str:
    entry = entry_line(event, say) if event.entry else NOTHING[event.purpose].get(say.language)
    return DRAWN[event.purpose].get(say.language).format(card=say.name(event.card), die=event.die, entry=entry)


def _phantom_acted(telling: Telling, event: told.PhantomActed, say: Words) -> str:
    ship, targets, supports = say.name(event.ship), say.names(event.targets), say.names(event.supports)
    action = say.name(event.action)
    more = say(f", with {supports}", f"（{supports}を併用）") if supports else ""
    if event.action in ("warship_intercept", "raider_intercept"):
        return say(f"The phantom's {ship} intercepts {targets}{more}.", f"ファントムの{ship}が{targets}を迎撃{more}。")
    if ship:
        return say(
            f"The phantom's {ship}: {action} against {targets}{more}.",
            f"ファントムの{ship}: {action}、目標は{targets}{more}。",
        )
    if not targets:
        return say(f"The phantom: {action}.", f"ファントム: {action}。")
    if event.action in FOR_OWN:
        return say(f"The phantom: {action} for {targets}.", f"ファントム: {action}、対象は{targets}。")
    return say(f"The phantom: {action} against {targets}.", f"ファントム: {action}、目標は{targets}。")


IGNORED = {
    "impossible": Text("{action} cannot be done now and is ignored.", "{action}は今は実行できず、無視される。"),
    "repeated": Text(
        "{action} came a second time: it counts once, and no more is drawn.",
        "{action}が重複した。効果は1回分で、これ以上は引かない。",
    ),
    "no_fit": Text(
        "{action} does not fit this attack: no response.", "{action}はこの攻撃に適応しない。リアクションなし。"
    ),
}


def _phantom_ignored(telling: Telling, event: told.PhantomIgnored, say: Words) -> str:
    return IGNORED[event.reason].get(say.language).format(action=say.name(event.action))


ENDED = {
    "no_action": Text("The phantom's turn ends without action.", "行動なし。ファントムのターンは終わる。"),
    "impossible": Text(
        "A second entry that cannot be done ends the phantom's turn.",
        "2の項目が実行できないため、ファントムのターンは終わる。",
    ),
    "ends_turn": Text(
        "The phantom's turn ends: the entry said so (ET).", "「ET」の指示により、ファントムのターンは終わる。"
    ),
    "scouted": Text(
        "After Recon Aircraft the phantom has this one card: its turn ends.",
        "偵察機の効果によりこの1枚だけで、ファントムのターンは終わる。",
    ),
    "deceived": Text(
        "Deceived, the phantom has this one card: its turn ends.",
        "欺瞞工作の効果によりこの1枚だけで、ファントムのターンは終わる。",
    ),
}


def _phantom_turn_ended(telling: Telling, event: told.PhantomTurnEnded, say: Words) -> str:
    return ENDED[event.reason].get(say.language)


def _cards_buried(telling: Telling, event: told.CardsBuried, say: Words) -> str:
    seat, by, cards = say.name(event.seat), say.name(event.by), say.labels(event.cards)
    shown = f": {cards}" if cards else ""
    return say(
        f"{by} puts {_cards(event.count, say)} from {seat}'s hand face down on the discards{shown}.",
        f"{by}が{seat}の手札から{event.count}枚を裏向きで捨て札にする{shown}。",
    )


def _drew_unseen(telling: Telling, event: told.DrewUnseen, say: Words) -> str:
    seat = say.name(event.seat)
    return say(
        f"{seat} draws a card and lays it on the discards unseen; {event.left} left.",
        f"{seat}が1枚引き、見ずに裏向きで捨てる。残り{event.left}枚。",
    )


def _cards(count: int, say: Words) -> str:
    return say("1 card" if count == 1 else f"{count} cards", f"{count}枚")


TELLERS: dict[type[Event], Teller] = {
    told.RoundBegan: _round_began,
    told.ShipsDealt: _ships_dealt,
    told.HandDealt: _hand_dealt,
    told.StarterRolled: _starter_rolled,
    told.StarterFound: _starter_found,
    told.TurnBegan: _turn_began,
    told.Fogged: _fogged,
    told.Deceived: _deceived,
    told.CardsAssigned: _cards_assigned,
    told.LeftRefuge: _left_refuge,
    told.Revealed: _revealed,
    told.SupportRevealed: _support_revealed,
    told.TurnEnded: _turn_ended,
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
    told.Repaired: _repaired,
    told.Sheltered: _sheltered,
    told.Removed: _removed,
    told.Transferred: _transferred,
    told.WeatherLaid: _weather_laid,
    told.ShipsArrived: _ships_arrived,
    told.HandTaken: _hand_taken,
    told.CardsHandedOver: _cards_handed_over,
    told.TurnLost: _turn_lost,
    told.TurnSkipped: _turn_skipped,
    told.HandSeen: _hand_seen,
    told.DeckSeen: _deck_seen,
    told.DeckArranged: _deck_arranged,
    told.DiscardsTaken: _discards_taken,
    told.Exchanged: _exchanged,
    told.NoEffect: _no_effect,
    told.Discarded: _discarded,
    told.Drew: _drew,
    told.MerchantsArrived: _merchants_arrived,
    told.Reshuffled: _reshuffled,
    told.ExtraTurn: _extra_turn,
    told.RoundEnded: _round_ended,
    told.TrophyLost: _trophy_lost,
    told.RoundScored: _round_scored,
    told.CarriedOver: _carried_over,
    told.ShipsExchanged: _ships_exchanged,
    told.GameTied: _game_tied,
    told.GameWon: _game_won,
    told.LeftOut: _left_out,
    told.WishesOpened: _wishes_opened,
    told.Contested: _contested,
    told.SolitaireDrawn: _solitaire_drawn,
    told.PhantomActed: _phantom_acted,
    told.PhantomIgnored: _phantom_ignored,
    told.PhantomTurnEnded: _phantom_turn_ended,
    told.CardsBuried: _cards_buried,
    told.DrewUnseen: _drew_unseen,
}
"""A line for every event of the title."""
