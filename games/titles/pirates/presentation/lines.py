"""Lines of text that both boards and the history share: the status of the game, the use of cards, reports."""

from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.state.events.common import Place
from games.titles.pirates.state.state import Assigned, Report
from games.titles.pirates.visibility.view import FleetView, View


def in_reading_order(view: View) -> list[FleetView]:
    """Return the fleets in the order of the board: clockwise from the reader's left, the reader's own fleet last.

    For a spectator, the fleets are in table order.
    """
    seats = [fleet.seat for fleet in view.fleets]
    if view.seat not in seats:
        return list(view.fleets)
    start = seats.index(view.seat) + 1
    return view.fleets[start:] + view.fleets[:start]


def partner_mark(fleet: FleetView, view: View, say: Words) -> str:
    """4.0 Return a text that names the partner of a fleet. Return "" if there are no teams."""
    if not fleet.partner:
        return ""
    if fleet.partner == view.seat:
        return say(" (your partner)", "（味方）")
    name = say.name(fleet.partner)
    return say(" (with {name})", "（{name}と同じチーム）", name=name)


def headline(view: View, say: Words) -> str:
    """Return the status of the game as a short text."""
    if view.over:
        return say("The game is over", "ゲーム終了")
    if not view.round:
        return say("Before the first round", "開始前")
    parts = [say("Round {round}", "ラウンド{round}", round=view.round)]
    if view.active:
        seat = say.name(view.active)
        parts.append(say("turn {turn}, {seat} to play", "ターン{turn}・{seat}の番", turn=view.turn, seat=seat))
        if view.extra_turn:
            parts.append(say("extra turn", "追加ターン"))
    return say(", ", "・").join(parts)


def use_line(assigned: Assigned, say: Words) -> str:
    """Return the purpose of an assigned card as text: its use, targets and supports."""
    targets, supports = say.names(assigned.use.targets), say.names(assigned.use.supports)
    place = say.name(assigned.place)
    if assigned.place and assigned.sideways:
        text = say("{place} intercepts", "{place}で迎撃", place=place)
    elif assigned.place:
        text = say("mines from {place}", "{place}で機雷攻撃", place=place)
    elif assigned.sideways:
        text = say("British intercept", "イギリス軍の迎撃")
    else:
        text = say("upright, for its text", "縦向き、本文のアクション")
    instead, only = say.names(assigned.use.instead), say.names(assigned.use.only)
    text += say("; target {targets}", "、目標 {targets}", targets=targets) if targets else ""
    text += say(", else {instead}", "（だめなら {instead}）", instead=instead) if instead else ""
    text += say("; only if {only}", "、条件 {only}", only=only) if only else ""
    text += say("; with {supports}", "、補助 {supports}", supports=supports) if supports else ""
    boarding = say.names(assigned.use.boarding)
    text += say("; boarding {boarding}", "、切り込み {boarding}", boarding=boarding) if boarding else ""
    return text + (say("; stays unplayed", "、使わずに終わる") if assigned.passed else "")


def report_line(report: Report, say: Words) -> str:
    """Return a secret report as text: its turn, and the cards that were in a hand or on the deck."""
    cards, place = say.label_list(report.cards), say.name(report.place)
    if report.place == "deck":
        where = say("on top of the deck, next first", "山札の上から")
    else:
        where = say("in {place}'s hand", "{place}の手札", place=place)
    return say(
        "Turn {turn}, {where}: {cards}", "ターン{turn}・{where}：{cards}", turn=report.turn, where=where, cards=cards
    )


def place_line(place: Place, say: Words) -> str:
    """Return the number of face-down cards at one place as text: "2 sideways on Emden"."""
    way = say("sideways", "横向き") if place.sideways else say("upright", "縦向き")
    if place.on:
        ship = say.name(place.on)
        return say("{count} {way} on {ship}", "{ship}に{way}{count}枚", count=place.count, way=way, ship=ship)
    return say("{count} {way} before the fleet", "船団の前に{way}{count}枚", count=place.count, way=way)


def card_count(count: int, say: Words) -> str:
    """Return a number of cards as text: "1 card", "3 cards"."""
    return say.counted(count, "{count} card", "{count} cards", "{count}枚")
