"""3.3 The lines of text for events by cards that do not attack."""

from typing import Any

from games.kernel.events import Event
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.presentation.lines import card_count
from games.titles.pirates.state.events import effects as told


def _left_refuge(figures: Figures, event: told.LeftRefuge, say: Words) -> str:
    seat, ship = say.name(event.seat), say.name(event.ship)
    return say(
        "{seat}'s {ship} leaves the island refuge.", "{seat}の{ship}が島の避難場所を出る。", seat=seat, ship=ship
    )


def _repaired(figures: Figures, event: told.Repaired, say: Words) -> str:
    card, left = say.name(event.card), event.markers
    if left:
        return say.counted(
            left,
            "{card} is repaired in part; {count} marker is left.",
            "{card} is repaired in part; {count} markers are left.",
            "{card}は一部修理された（残る損傷{count}）。",
            card=card,
        )
    return say("{card} is repaired.", "{card}は修理された。", card=card)


def _sheltered(figures: Figures, event: told.Sheltered, say: Words) -> str:
    ship = say.name(event.ship)
    return say("{ship} shelters at an island refuge.", "{ship}は島の避難場所に入る。", ship=ship)


def _transferred(figures: Figures, event: told.Transferred, say: Words) -> str:
    card, owner, by = say.name(event.card), say.name(event.owner), say.name(event.by)
    return say(
        "{card} passes from {owner} to {by}.", "{card}の指揮が{owner}から{by}に移る。", card=card, owner=owner, by=by
    )


def _weather_laid(figures: Figures, event: told.WeatherLaid, say: Words) -> str:
    seat, card, by = say.name(event.seat), say.name(event.card), say.name(event.by)
    return say(
        "{by} lays {card} before {seat}'s fleet.", "{by}が{seat}の船団の前に{card}を置く。", by=by, card=card, seat=seat
    )


def _turn_lost(figures: Figures, event: told.TurnLost, say: Words) -> str:
    seat = say.name(event.seat)
    return say("{seat} will miss the next turn.", "{seat}の次のターンは飛ばされる。", seat=seat)


def _ships_arrived(figures: Figures, event: told.ShipsArrived, say: Words) -> str:
    seat, ships = say.name(event.seat), say.names(event.ships)
    if not ships:
        return say("No ship is left to join {seat}'s fleet.", "{seat}の船団に加わる艦は残っていない。", seat=seat)
    return say(
        "{ships} break out to join {seat}'s fleet.",
        "{ships}が包囲を突破し、{seat}の船団に加わる。",
        ships=ships,
        seat=seat,
    )


def _no_effect(figures: Figures, event: told.NoEffect, say: Words) -> str:
    card, reason = say.name(event.card), say.name(event.reason)
    return say("{card} has no effect ({reason}).", "{card}は効果なし（{reason}）。", card=card, reason=reason)


def _hand_taken(figures: Figures, event: told.HandTaken, say: Words) -> str:
    seat, by, cards = say.name(event.seat), say.name(event.by), say.label_list(event.cards)
    shown = say(": ", "：") + cards if cards else ""
    return say(
        "{by} takes {count} from {seat}'s hand{shown}.",
        "{by}が{seat}の手札から{number}枚を取る{shown}。",
        by=by,
        count=card_count(event.count, say),
        seat=seat,
        shown=shown,
        number=event.count,
    )


def _cards_handed_over(figures: Figures, event: told.CardsHandedOver, say: Words) -> str:
    seat, to, cards = say.name(event.seat), say.name(event.to), say.label_list(event.cards)
    shown = say(": ", "：") + cards if cards else ""
    if not event.count:
        return say("{seat} hands no cards over to {to}.", "{seat}は{to}にカードを渡さない。", seat=seat, to=to)
    return say(
        "{seat} hands {count} over to {to}{shown}.",
        "{seat}が{to}に手札{number}枚を渡す{shown}。",
        seat=seat,
        count=card_count(event.count, say),
        to=to,
        shown=shown,
        number=event.count,
    )


def _hand_seen(figures: Figures, event: told.HandSeen, say: Words) -> str:
    seat, by, cards = say.name(event.seat), say.name(event.by), say.names(event.cards)
    shown = say(": ", "：") + cards if cards else ""
    return say(
        "{by} sees {seat}'s hand, {count}{shown}.",
        "{by}が{seat}の手札{number}枚を見る{shown}。",
        by=by,
        seat=seat,
        count=card_count(event.count, say),
        shown=shown,
        number=event.count,
    )


def _deck_seen(figures: Figures, event: told.DeckSeen, say: Words) -> str:
    by, cards = say.name(event.by), say.names(event.cards)
    shown = say(": ", "：") + cards if cards else ""
    return say(
        "{by} looks at the next {count} of the deck{shown}.",
        "{by}が山札の上から{number}枚を見る{shown}。",
        by=by,
        count=card_count(event.count, say),
        shown=shown,
        number=event.count,
    )


def _deck_arranged(figures: Figures, event: told.DeckArranged, say: Words) -> str:
    by, cards = say.name(event.by), say.names(event.cards)
    shown = say(": ", "：") + cards if cards else ""
    return say(
        "{by} puts them back in an order of choice{shown}.", "{by}がそれを好きな順に戻す{shown}。", by=by, shown=shown
    )


def _discards_taken(figures: Figures, event: told.DiscardsTaken, say: Words) -> str:
    by, cards = say.name(event.by), say.names(event.cards)
    if not cards:
        return say("{by} finds no discards to take.", "{by}が取れる捨て札はない。", by=by)
    return say("{by} takes {cards} from the discards.", "{by}が捨て札から{cards}を手札に加える。", by=by, cards=cards)


TELLERS: dict[type[Event], Any] = {
    told.LeftRefuge: _left_refuge,
    told.Repaired: _repaired,
    told.Sheltered: _sheltered,
    told.Transferred: _transferred,
    told.WeatherLaid: _weather_laid,
    told.TurnLost: _turn_lost,
    told.ShipsArrived: _ships_arrived,
    told.HandTaken: _hand_taken,
    told.CardsHandedOver: _cards_handed_over,
    told.HandSeen: _hand_seen,
    told.DeckSeen: _deck_seen,
    told.DeckArranged: _deck_arranged,
    told.DiscardsTaken: _discards_taken,
    told.NoEffect: _no_effect,
}
