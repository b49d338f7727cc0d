"""3.1, 3.2.1, 3.2.8 The lines of text for events of every turn."""

from typing import Any

from games.kernel.events import Event
from games.titles.pirates.orders.legality import FOR_OWN
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.presentation.lines import card_count, place_line
from games.titles.pirates.state.events import turn as told


def _turn_began(figures: Figures, event: told.TurnBegan, say: Words) -> str:
    seat = say.name(event.seat)
    if event.extra:
        return say("Turn {number}: {seat} again.", "ターン{number}：続けて{seat}の番。", number=event.number, seat=seat)
    return say("Turn {number}: {seat}.", "ターン{number}：{seat}の番。", number=event.number, seat=seat)


def _fogged(figures: Figures, event: told.Fogged, say: Words) -> str:
    seat = say.name(event.seat)
    return say(
        "Fog lies over {seat}'s fleet: no action cards this turn, and no draw.",
        "{seat}の船団は濃霧の中。このターンはアクションもドローもできない。",
        seat=seat,
    )


def _deceived(figures: Figures, event: told.Deceived, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.card:
        return say(
            "{seat} is deceived, and has no card to act with.", "{seat}は欺瞞を受け、使えるカードがない。", seat=seat
        )
    card = say.name(event.card)
    return say(
        "{seat} is deceived and may act this turn with one card drawn by chance: {card}.",
        "{seat}は欺瞞を受け、無作為に引かれた1枚だけを使える：{card}。",
        seat=seat,
        card=card,
    )


def _cards_assigned(figures: Figures, event: told.CardsAssigned, say: Words) -> str:
    seat, count = say.name(event.seat), sum(place.count for place in event.places)
    if not count:
        return say("{seat} assigns no action cards.", "{seat}はアクションカードを割り当てない。", seat=seat)
    places = say.join([place_line(place, say) for place in event.places])
    return say(
        "{seat} assigns {count}: {places}.",
        "{seat}が{number}枚を割り当てる：{places}。",
        seat=seat,
        count=card_count(count, say),
        places=places,
        number=count,
    )


ON_CARDS = ("intelligence", "recon_aircraft")
"""The kinds of card that let a player look at a hand or at the deck."""


def _whose(targets: tuple[str, ...], say: Words) -> str:
    """Return the target of a card that reveals a hand or the deck, as text: the hand of a seat, or the deck."""
    names = [
        say.name(target) if target == "deck" else say("{target}'s hand", "{target}の手札", target=say.name(target))
        for target in targets
    ]
    return say.join(names)


def _use_revealed(event: told.Revealed, say: Words) -> str:
    """Return the use of a revealed card in words, without its supports; empty for a card without targets."""
    targets, ship = say.names(event.targets), say.name(event.ship)
    night = say(" by night", "夜間に") if event.night else ""
    if event.use == "intercept":
        return say(
            "{ship} intercepts {targets}{night}",
            "{ship}が{targets}を{night}迎撃",
            ship=ship,
            targets=targets,
            night=night,
        )
    if event.use == "british":
        return say(
            "the Royal Navy intercepts {targets}{night}",
            "イギリス軍が{targets}を{night}迎撃",
            targets=targets,
            night=night,
        )
    if event.use == "mines":
        return say(
            "{ship} lays mines against {targets}'s merchants",
            "{ship}が{targets}の商船に機雷を敷設",
            ship=ship,
            targets=targets,
        )
    if kind_of(event.card) in FOR_OWN:
        return say("for {targets}", "対象は{targets}", targets=targets)
    if kind_of(event.card) in ON_CARDS:
        return say("on {whose}", "対象は{whose}", whose=_whose(event.targets, say))
    if targets:
        return say("against {targets}", "目標は{targets}", targets=targets)
    return ""


def _revealed(figures: Figures, event: told.Revealed, say: Words) -> str:
    seat, card = say.name(event.seat), say.name(event.card)
    what = _use_revealed(event, say)
    supports = say.names(event.supports)
    more = say(", with {supports}", "（{supports}を併用）", supports=supports) if supports else ""
    if not what:
        return say("{seat} plays {card}{more}.", "{seat}が{card}を使う{more}。", seat=seat, card=card, more=more)
    if event.use == "play":
        return say(
            "{seat} plays {card} {what}{more}.",
            "{seat}が{card}を使う。{what}{more}。",
            seat=seat,
            card=card,
            what=what,
            more=more,
        )
    return say(
        "{seat} reveals {card}: {what}{more}.",
        "{seat}が{card}を公開。{what}{more}。",
        seat=seat,
        card=card,
        what=what,
        more=more,
    )


def _turn_ended(figures: Figures, event: told.TurnEnded, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.unused:
        return say("{seat} plays no further card.", "{seat}はこれ以上カードを使わない。", seat=seat)
    return say(
        "{seat} plays no further card; {unused} left unused.",
        "{seat}はこれ以上カードを使わない。割り当てた{number}枚は使われない。",
        seat=seat,
        unused=card_count(event.unused, say),
        number=event.unused,
    )


def _drew(figures: Figures, event: told.Drew, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.card:
        return say(
            "{seat} draws a card; {left} left.", "{seat}がカードを1枚引く。残り{left}枚。", seat=seat, left=event.left
        )
    card = say.label(event.card)
    return say(
        "{seat} draws {card}; {left} left.",
        "{seat}が{card}を引く。残り{left}枚。",
        seat=seat,
        card=card,
        left=event.left,
    )


def _discarded(figures: Figures, event: told.Discarded, say: Words) -> str:
    seat, cards = say.name(event.seat), say.names(event.cards)
    if event.count:
        shown = say(": ", "：") + cards if cards else ""
        return say(
            "{seat} discards {count} face down{shown}.",
            "{seat}が裏向きで{number}枚を捨てる{shown}。",
            seat=seat,
            count=card_count(event.count, say),
            shown=shown,
            number=event.count,
        )
    return say("{seat} discards {cards}.", "{seat}の捨て札：{cards}。", seat=seat, cards=cards)


def _merchants_arrived(figures: Figures, event: told.MerchantsArrived, say: Words) -> str:
    seat, merchants = say.name(event.seat), say.names(event.merchants)
    return say(
        "New merchants of {seat}: {merchants}.", "{seat}に新しい商船：{merchants}。", seat=seat, merchants=merchants
    )


def _reshuffled(figures: Figures, event: told.Reshuffled, say: Words) -> str:
    deck = say.name(event.deck)
    return say(
        "The deck of {deck} is shuffled: {count}.",
        "{deck}の山札を切り直す（{number}枚）。",
        deck=deck,
        count=card_count(event.count, say),
        number=event.count,
    )


def _extra_turn(figures: Figures, event: told.ExtraTurn, say: Words) -> str:
    seat = say.name(event.seat)
    return say("{seat} takes another turn at once.", "{seat}は続けてもう1ターン行う。", seat=seat)


def _turn_skipped(figures: Figures, event: told.TurnSkipped, say: Words) -> str:
    seat = say.name(event.seat)
    return say("{seat}'s turn is skipped.", "{seat}のターンは飛ばされた。", seat=seat)


TELLERS: dict[type[Event], Any] = {
    told.TurnBegan: _turn_began,
    told.TurnSkipped: _turn_skipped,
    told.Fogged: _fogged,
    told.Deceived: _deceived,
    told.CardsAssigned: _cards_assigned,
    told.Revealed: _revealed,
    told.TurnEnded: _turn_ended,
    told.Discarded: _discarded,
    told.Drew: _drew,
    told.MerchantsArrived: _merchants_arrived,
    told.Reshuffled: _reshuffled,
    told.ExtraTurn: _extra_turn,
}
