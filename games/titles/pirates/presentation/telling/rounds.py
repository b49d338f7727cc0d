"""2.0, 4.9, 6.4 What happens before, between and after the turns of a round, in words."""

from typing import Any

from games.kernel.events import Event
from games.titles.pirates.presentation.absent import absent
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.presentation.lines import card_count
from games.titles.pirates.table.events import rounds as told


def _round_began(figures: Figures, event: told.RoundBegan, say: Words) -> str:
    return say(
        f"Round {event.round} begins: {event.deck} action cards are in play, {event.removed} are set aside unseen.",
        f"ラウンド{event.round}開始。アクションカードは{event.deck}枚を使い、{event.removed}枚は見ずに取り除かれた。",
    )


def _left_out(figures: Figures, event: told.LeftOut, say: Words) -> str:
    rows = absent(figures.box, event.cards, say)
    listed = say("; ", "。").join(say(f"by {rule} {cards}", f"{rule}により{cards}") for rule, cards in rows)
    return say(f"Out of this game: {listed}.", f"このゲームで使用しないカード: {listed}。")


def _wishes_opened(figures: Figures, event: told.WishesOpened, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.ships:
        return say(f"{seat} wishes for no ship in particular.", f"{seat}は特に希望する船がない。")
    ships = say.names(event.ships)
    return say(f"{seat} wishes for {ships}.", f"{seat}の希望は{ships}。")


def _contested(figures: Figures, event: told.Contested, say: Words) -> str:
    rolls = say(", ", "、").join(f"{say.name(seat)} {value}" for seat, value in event.rolls.items())
    ship = say.name(event.ship)
    return say(f"Dice for {ship}: {rolls}.", f"{ship}を決めるダイス: {rolls}。")


def _ships_dealt(figures: Figures, event: told.ShipsDealt, say: Words) -> str:
    seat, merchants = say.name(event.seat), say.names(event.merchants)
    if not event.ships:
        return say(f"{seat} is dealt the merchants {merchants}.", f"{seat}に商船{merchants}が配られた。")
    ships = say.names(event.ships)
    return say(
        f"{seat} is dealt {ships}, and the merchants {merchants}.",
        f"{seat}に{ships}、商船{merchants}が配られた。",
    )


def _hand_dealt(figures: Figures, event: told.HandDealt, say: Words) -> str:
    seat, cards = say.name(event.seat), say.labels(event.cards)
    shown = f": {cards}" if cards else ""
    return say(
        f"{seat} is dealt {card_count(event.count, say)}{shown}.",
        f"{seat}に手札{event.count}枚が配られた{shown}。",
    )


def _starter_rolled(figures: Figures, event: told.StarterRolled, say: Words) -> str:
    rolls = say(", ", "、").join(f"{say.name(seat)} {value}" for seat, value in event.rolls.items())
    return say(f"Dice for the first turn: {rolls}.", f"先手を決めるダイス: {rolls}。")


def _starter_found(figures: Figures, event: told.StarterFound, say: Words) -> str:
    seat, how = say.name(event.seat), say.name(event.how)
    return say(f"{seat} takes the first turn ({how}).", f"{seat}が先手となる（{how}）。")


def _round_ended(figures: Figures, event: told.RoundEnded, say: Words) -> str:
    return say(f"Round {event.round} is over.", f"ラウンド{event.round}終了。")


def _trophy_lost(figures: Figures, event: told.TrophyLost, say: Words) -> str:
    seat, card = say.name(event.seat), say.name(event.card)
    return say(
        f"{card} does not count for {seat}: more German ships than merchants in the pile.",
        f"{seat}の得点パイルはドイツ艦が商船より多いため、{card}は得点にならない。",
    )


def _round_scored(figures: Figures, event: told.RoundScored, say: Words) -> str:
    parts = [
        say(
            f"{say.name(seat)} {victory} victory points, {event.round_points[seat]} round points",
            f"{say.name(seat)} 勝利得点{victory}・ラウンドポイント{event.round_points[seat]}",
        )
        for seat, victory in event.victory_points.items()
    ]
    return say(f"Round {event.round}: {'; '.join(parts)}.", f"ラウンド{event.round}の結果: {'、'.join(parts)}。")


def _carried_over(figures: Figures, event: told.CarriedOver, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.ship:
        return say(f"{seat} carries no ship over.", f"{seat}は艦を持ち越さない。")
    ship = say.name(event.ship)
    return say(f"{seat} carries {ship} over into the next round.", f"{seat}は{ship}を次のラウンドに持ち越す。")


def _game_tied(figures: Figures, event: told.GameTied, say: Words) -> str:
    seats = _teams(event.seats, say) if event.teams else say.names(event.seats)
    if event.shared:
        return say(
            f"{seats} are tied and nobody scored: they share the win.", f"{seats}が同点で無得点。勝利を分け合う。"
        )
    return say(f"{seats} are tied: another round is played.", f"{seats}が同点。もう1ラウンド行う。")


def _ships_exchanged(figures: Figures, event: told.ShipsExchanged, say: Words) -> str:
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


def _game_won(figures: Figures, event: told.GameWon, say: Words) -> str:
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


TELLERS: dict[type[Event], Any] = {
    told.RoundBegan: _round_began,
    told.LeftOut: _left_out,
    told.WishesOpened: _wishes_opened,
    told.Contested: _contested,
    told.ShipsDealt: _ships_dealt,
    told.HandDealt: _hand_dealt,
    told.StarterRolled: _starter_rolled,
    told.StarterFound: _starter_found,
    told.RoundEnded: _round_ended,
    told.TrophyLost: _trophy_lost,
    told.RoundScored: _round_scored,
    told.CarriedOver: _carried_over,
    told.ShipsExchanged: _ships_exchanged,
    told.GameTied: _game_tied,
    told.GameWon: _game_won,
}
