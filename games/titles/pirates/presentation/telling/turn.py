"""3.1, 3.2.1, 3.2.8 What happens in every turn, in words."""

from typing import Any

from games.kernel.events import Event
from games.titles.pirates.orders.legality import FOR_OWN
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.presentation.lines import card_count, place_line
from games.titles.pirates.table.events import turn as told


def _turn_began(figures: Figures, event: told.TurnBegan, say: Words) -> str:
    seat = say.name(event.seat)
    if event.extra:
        return say(f"Turn {event.number}: {seat} again.", f"ターン{event.number}: 続けて{seat}の番。")
    return say(f"Turn {event.number}: {seat}.", f"ターン{event.number}: {seat}の番。")


def _fogged(figures: Figures, event: told.Fogged, say: Words) -> str:
    seat = say.name(event.seat)
    return say(
        f"Fog lies over {seat}'s fleet: no action cards this turn, and no draw.",
        f"{seat}の船団は濃霧の中。このターンはアクションもドローもできない。",
    )


def _deceived(figures: Figures, event: told.Deceived, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.card:
        return say(f"{seat} is deceived, and has no card to act with.", f"{seat}は欺瞞を受け、使えるカードがない。")
    card = say.name(event.card)
    return say(
        f"{seat} is deceived and may act this turn with one card drawn by chance: {card}.",
        f"{seat}は欺瞞を受け、無作為に引かれた1枚だけを使える: {card}。",
    )


def _cards_assigned(figures: Figures, event: told.CardsAssigned, say: Words) -> str:
    seat, count = say.name(event.seat), sum(place.count for place in event.places)
    if not count:
        return say(f"{seat} assigns no action cards.", f"{seat}はアクションカードを割り当てない。")
    places = say.join([place_line(place, say) for place in event.places])
    return say(f"{seat} assigns {card_count(count, say)}: {places}.", f"{seat}が{count}枚を割り当てる: {places}。")


ON_CARDS = ("intelligence", "recon_aircraft")
"""Cards that look into a hand or the deck."""


def _whose(targets: tuple[str, ...], say: Words) -> str:
    """A hand, or the deck."""
    names = [
        say.name(target) if target == "deck" else say(f"{say.name(target)}'s hand", f"{say.name(target)}の手札")
        for target in targets
    ]
    return say.join(names)


def _revealed(figures: Figures, event: told.Revealed, say: Words) -> str:
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


def _turn_ended(figures: Figures, event: told.TurnEnded, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.unused:
        return say(f"{seat} plays no further card.", f"{seat}はこれ以上カードを使わない。")
    return say(
        f"{seat} plays no further card; {card_count(event.unused, say)} left unused.",
        f"{seat}はこれ以上カードを使わない。割り当てた{event.unused}枚は使われない。",
    )


def _drew(figures: Figures, event: told.Drew, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.card:
        return say(f"{seat} draws a card; {event.left} left.", f"{seat}がカードを1枚引く。残り{event.left}枚。")
    card = say.label(event.card)
    return say(f"{seat} draws {card}; {event.left} left.", f"{seat}が{card}を引く。残り{event.left}枚。")


def _discarded(figures: Figures, event: told.Discarded, say: Words) -> str:
    seat, cards = say.name(event.seat), say.names(event.cards)
    if event.count:
        shown = f": {cards}" if cards else ""
        return say(
            f"{seat} discards {card_count(event.count, say)} face down{shown}.",
            f"{seat}が裏向きで{event.count}枚を捨てる{shown}。",
        )
    return say(f"{seat} discards {cards}.", f"{seat}の捨て札: {cards}。")


def _merchants_arrived(figures: Figures, event: told.MerchantsArrived, say: Words) -> str:
    seat, merchants = say.name(event.seat), say.names(event.merchants)
    return say(f"New merchants of {seat}: {merchants}.", f"{seat}に新しい商船: {merchants}。")


def _reshuffled(figures: Figures, event: told.Reshuffled, say: Words) -> str:
    deck = say.name(event.deck)
    return say(
        f"The deck of {deck} is shuffled: {card_count(event.count, say)}.",
        f"{deck}の山札を切り直す（{event.count}枚）。",
    )


def _extra_turn(figures: Figures, event: told.ExtraTurn, say: Words) -> str:
    seat = say.name(event.seat)
    return say(f"{seat} takes another turn at once.", f"{seat}は続けてもう1ターン行う。")


def _turn_skipped(figures: Figures, event: told.TurnSkipped, say: Words) -> str:
    seat = say.name(event.seat)
    return say(f"{seat}'s turn is skipped.", f"{seat}のターンは飛ばされた。")


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
