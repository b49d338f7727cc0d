"""2.0, 4.9, 6.4 The lines of text for events before, between and after the turns of a round."""

from typing import Any

from games.kernel.events import Event
from games.titles.pirates.presentation.absent import absent
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.presentation.lines import card_count
from games.titles.pirates.state.events import rounds as told


def _round_began(figures: Figures, event: told.RoundBegan, say: Words) -> str:
    return say(
        "Round {round} begins: {deck} action cards are in play, {removed} are set aside unseen.",
        "ラウンド{round}開始。アクションカードは{deck}枚を使い、{removed}枚は見ずに取り除かれた。",
        round=event.round,
        deck=event.deck,
        removed=event.removed,
    )


def _left_out(figures: Figures, event: told.LeftOut, say: Words) -> str:
    rows = absent(figures.box, event.cards, say)
    listed = say("; ", "。").join(
        say("by {rule} {cards}", "{rule}により{cards}", rule=rule, cards=cards) for rule, cards in rows
    )
    return say("Out of this game: {listed}.", "このゲームで使用しないカード：{listed}。", listed=listed)


def _wishes_opened(figures: Figures, event: told.WishesOpened, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.ships:
        return say("{seat} wishes for no ship in particular.", "{seat}は特に希望する船がない。", seat=seat)
    ships = say.names(event.ships)
    return say("{seat} wishes for {ships}.", "{seat}の希望は{ships}。", seat=seat, ships=ships)


def _contested(figures: Figures, event: told.Contested, say: Words) -> str:
    rolls = say(", ", "、").join(f"{say.name(seat)} {value}" for seat, value in event.rolls.items())
    ship = say.name(event.ship)
    return say("Dice for {ship}: {rolls}.", "{ship}を決めるダイス：{rolls}。", ship=ship, rolls=rolls)


def _ships_dealt(figures: Figures, event: told.ShipsDealt, say: Words) -> str:
    seat, merchants = say.name(event.seat), say.names(event.merchants)
    if not event.ships:
        return say(
            "{seat} is dealt the merchants {merchants}.",
            "{seat}に商船{merchants}が配られた。",
            seat=seat,
            merchants=merchants,
        )
    ships = say.names(event.ships)
    return say(
        "{seat} is dealt {ships}, and the merchants {merchants}.",
        "{seat}に{ships}、商船{merchants}が配られた。",
        seat=seat,
        ships=ships,
        merchants=merchants,
    )


def _hand_dealt(figures: Figures, event: told.HandDealt, say: Words) -> str:
    seat, cards = say.name(event.seat), say.label_list(event.cards)
    shown = say(": ", "：") + cards if cards else ""
    return say(
        "{seat} is dealt {count}{shown}.",
        "{seat}に手札{number}枚が配られた{shown}。",
        seat=seat,
        count=card_count(event.count, say),
        shown=shown,
        number=event.count,
    )


def _starter_rolled(figures: Figures, event: told.StarterRolled, say: Words) -> str:
    rolls = say(", ", "、").join(f"{say.name(seat)} {value}" for seat, value in event.rolls.items())
    return say("Dice for the first turn: {rolls}.", "先手を決めるダイス：{rolls}。", rolls=rolls)


def _starter_found(figures: Figures, event: told.StarterFound, say: Words) -> str:
    seat, how = say.name(event.seat), say.name(event.how)
    return say("{seat} takes the first turn ({how}).", "{seat}が先手となる（{how}）。", seat=seat, how=how)


def _round_ended(figures: Figures, event: told.RoundEnded, say: Words) -> str:
    return say("Round {round} is over.", "ラウンド{round}終了。", round=event.round)


def _trophy_lost(figures: Figures, event: told.TrophyLost, say: Words) -> str:
    seat, card = say.name(event.seat), say.name(event.card)
    return say(
        "{card} does not count for {seat}: more German ships than merchants in the pile.",
        "{seat}の得点パイルはドイツ艦が商船より多いため、{card}は得点にならない。",
        card=card,
        seat=seat,
    )


def _round_scored(figures: Figures, event: told.RoundScored, say: Words) -> str:
    parts = [
        say.counted(
            event.round_points[seat],
            "{seat} {victory} victory points, {count} round point",
            "{seat} {victory} victory points, {count} round points",
            "{seat} 勝利得点{victory}・ラウンドポイント{count}",
            seat=say.name(seat),
            victory=victory,
        )
        for seat, victory in event.victory_points.items()
    ]
    return say(
        "Round {round}: {parts}.",
        "ラウンド{round}の結果：{parts2}。",
        round=event.round,
        parts="; ".join(parts),
        parts2="、".join(parts),
    )


def _carried_over(figures: Figures, event: told.CarriedOver, say: Words) -> str:
    seat = say.name(event.seat)
    if not event.ship:
        return say("{seat} carries no ship over.", "{seat}は艦を持ち越さない。", seat=seat)
    ship = say.name(event.ship)
    return say(
        "{seat} carries {ship} over into the next round.",
        "{seat}は{ship}を次のラウンドに持ち越す。",
        seat=seat,
        ship=ship,
    )


def _game_tied(figures: Figures, event: told.GameTied, say: Words) -> str:
    seats = _teams(event.seats, say) if event.teams else say.names(event.seats)
    if event.shared:
        return say(
            "{seats} are tied and nobody scored: they share the win.",
            "{seats}が同点で無得点。勝利を分け合う。",
            seats=seats,
        )
    return say("{seats} are tied: another round is played.", "{seats}が同点。もう1ラウンド行う。", seats=seats)


def _ships_exchanged(figures: Figures, event: told.ShipsExchanged, say: Words) -> str:
    seat, partner = say.name(event.seat), say.name(event.partner)
    lines = [
        say("{by} hands {ships} over to {to}", "{by}が{to}に{ships}を渡す", by=by, ships=say.names(ships), to=to)
        for by, to, ships in ((seat, partner, event.given), (partner, seat, event.taken))
        if ships
    ]
    if not lines:
        return say(
            "{seat} and {partner} exchange no ships.", "{seat}と{partner}は艦を交換しない。", seat=seat, partner=partner
        )
    return say("; ", "、").join(lines) + say(".", "。")


def _teams(seats: tuple[str, ...], say: Words) -> str:
    """Return the teams as text: "the teams Red/White and Black/Blue"."""
    pairs = ["/".join(map(say.name, seats[at : at + 2])) for at in range(0, len(seats), 2)]
    return say("the teams {pairs}", "{pairs2}の両チーム", pairs=say.join(pairs), pairs2="と".join(pairs))


def _game_won(figures: Figures, event: told.GameWon, say: Words) -> str:
    seat = say.name(event.seat)
    if event.partner:
        partner = say.name(event.partner)
        return say(
            "{seat} and {partner} win the game together with {round_points} round points and"
            " {victory_points} victory points.",
            "{seat}・{partner}チームの勝利。合計ラウンドポイント{round_points}、勝利得点{victory_points}。",
            seat=seat,
            partner=partner,
            round_points=event.round_points,
            victory_points=event.victory_points,
        )
    return say(
        "{seat} wins the game with {round_points} round points and {victory_points} victory points.",
        "{seat}の勝利。ラウンドポイント{round_points}、勝利得点{victory_points}。",
        seat=seat,
        round_points=event.round_points,
        victory_points=event.victory_points,
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
