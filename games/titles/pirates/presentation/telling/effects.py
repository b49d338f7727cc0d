"""3.3 What the cards do that do not attack, in words."""

from typing import Any

from games.kernel.events import Event
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.presentation.lines import card_count
from games.titles.pirates.table.events import effects as told


def _left_refuge(figures: Figures, event: told.LeftRefuge, say: Words) -> str:
    seat, ship = say.name(event.seat), say.name(event.ship)
    return say(f"{seat}'s {ship} leaves the island refuge.", f"{seat}の{ship}が島の避難場所を出る。")


def _repaired(figures: Figures, event: told.Repaired, say: Words) -> str:
    card, left = say.name(event.card), event.markers
    if left:
        markers = "1 marker is" if left == 1 else f"{left} markers are"
        return say(f"{card} is repaired in part; {markers} left.", f"{card}は一部修理された（残る損傷{left}）。")
    return say(f"{card} is repaired.", f"{card}は修理された。")


def _sheltered(figures: Figures, event: told.Sheltered, say: Words) -> str:
    ship = say.name(event.ship)
    return say(f"{ship} shelters at an island refuge.", f"{ship}は島の避難場所に入る。")


def _transferred(figures: Figures, event: told.Transferred, say: Words) -> str:
    card, owner, by = say.name(event.card), say.name(event.owner), say.name(event.by)
    return say(f"{card} passes from {owner} to {by}.", f"{card}の指揮が{owner}から{by}に移る。")


def _weather_laid(figures: Figures, event: told.WeatherLaid, say: Words) -> str:
    seat, card, by = say.name(event.seat), say.name(event.card), say.name(event.by)
    return say(f"{by} lays {card} before {seat}'s fleet.", f"{by}が{seat}の船団の前に{card}を置く。")


def _turn_lost(figures: Figures, event: told.TurnLost, say: Words) -> str:
    seat = say.name(event.seat)
    return say(f"{seat} will miss the next turn.", f"{seat}の次のターンは飛ばされる。")


def _ships_arrived(figures: Figures, event: told.ShipsArrived, say: Words) -> str:
    seat, ships = say.name(event.seat), say.names(event.ships)
    if not ships:
        return say(f"No ship is left to join {seat}'s fleet.", f"{seat}の船団に加わる艦は残っていない。")
    return say(f"{ships} break out to join {seat}'s fleet.", f"{ships}が包囲を突破し、{seat}の船団に加わる。")


def _no_effect(figures: Figures, event: told.NoEffect, say: Words) -> str:
    card, reason = say.name(event.card), say.name(event.reason)
    return say(f"{card} has no effect ({reason}).", f"{card}は効果なし（{reason}）。")


def _hand_taken(figures: Figures, event: told.HandTaken, say: Words) -> str:
    seat, by, cards = say.name(event.seat), say.name(event.by), say.labels(event.cards)
    shown = f": {cards}" if cards else ""
    return say(
        f"{by} takes {card_count(event.count, say)} from {seat}'s hand{shown}.",
        f"{by}が{seat}の手札から{event.count}枚を取る{shown}。",
    )


def _cards_handed_over(figures: Figures, event: told.CardsHandedOver, say: Words) -> str:
    seat, to, cards = say.name(event.seat), say.name(event.to), say.labels(event.cards)
    shown = f": {cards}" if cards else ""
    if not event.count:
        return say(f"{seat} hands no cards over to {to}.", f"{seat}は{to}にカードを渡さない。")
    return say(
        f"{seat} hands {card_count(event.count, say)} over to {to}{shown}.",
        f"{seat}が{to}に手札{event.count}枚を渡す{shown}。",
    )


def _hand_seen(figures: Figures, event: told.HandSeen, say: Words) -> str:
    seat, by, cards = say.name(event.seat), say.name(event.by), say.names(event.cards)
    shown = f": {cards}" if cards else ""
    return say(
        f"{by} sees {seat}'s hand, {card_count(event.count, say)}{shown}.",
        f"{by}が{seat}の手札{event.count}枚を見る{shown}。",
    )


def _deck_seen(figures: Figures, event: told.DeckSeen, say: Words) -> str:
    by, cards = say.name(event.by), say.names(event.cards)
    shown = f": {cards}" if cards else ""
    return say(
        f"{by} looks at the next {card_count(event.count, say)} of the deck{shown}.",
        f"{by}が山札の上から{event.count}枚を見る{shown}。",
    )


def _deck_arranged(figures: Figures, event: told.DeckArranged, say: Words) -> str:
    by, cards = say.name(event.by), say.names(event.cards)
    shown = f": {cards}" if cards else ""
    return say(f"{by} puts them back in an order of choice{shown}.", f"{by}がそれを好きな順に戻す{shown}。")


def _discards_taken(figures: Figures, event: told.DiscardsTaken, say: Words) -> str:
    by, cards = say.name(event.by), say.names(event.cards)
    if not cards:
        return say(f"{by} finds no discards to take.", f"{by}が取れる捨て札はない。")
    return say(f"{by} takes {cards} from the discards.", f"{by}が捨て札から{cards}を手札に加える。")


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
