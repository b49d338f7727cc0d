"""What both boards and the history say alike: where the game stands, how cards are used, what was seen."""

from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.seen.view import FleetView, View
from games.titles.pirates.table.events.common import Place
from games.titles.pirates.table.state import Assigned, Report


def in_reading_order(view: View) -> list[FleetView]:
    """The others clockwise from the reader's left, the reader last; for an onlooker in table order."""
    seats = [fleet.seat for fleet in view.fleets]
    if view.seat not in seats:
        return list(view.fleets)
    start = seats.index(view.seat) + 1
    return view.fleets[start:] + view.fleets[:start]


def partner_mark(fleet: FleetView, view: View, say: Words) -> str:
    """4.0 After a seat's name, whose partner it is; nothing where everybody plays for himself."""
    if not fleet.partner:
        return ""
    if fleet.partner == view.seat:
        return say(" (your partner)", "（味方）")
    name = say.name(fleet.partner)
    return say(f" (with {name})", f"（{name}と同じチーム）")


def headline(view: View, say: Words) -> str:
    """Where the game stands, in a few words."""
    if view.over:
        return say("The game is over", "ゲーム終了")
    if not view.round:
        return say("Before the first round", "開始前")
    parts = [say(f"Round {view.round}", f"ラウンド{view.round}")]
    if view.active:
        seat = say.name(view.active)
        parts.append(say(f"turn {view.turn}, {seat} to play", f"ターン{view.turn}・{seat}の番"))
        if view.extra_turn:
            parts.append(say("extra turn", "追加ターン"))
    return say(", ", "・").join(parts)


def use_line(assigned: Assigned, say: Words) -> str:
    """How its owner means to use an assigned card."""
    targets, supports = say.names(assigned.use.targets), say.names(assigned.use.supports)
    place = say.name(assigned.place)
    if assigned.place and assigned.sideways:
        text = say(f"{place} intercepts", f"{place}で迎撃")
    elif assigned.place:
        text = say(f"mines from {place}", f"{place}で機雷攻撃")
    elif assigned.sideways:
        text = say("British intercept", "イギリス軍の迎撃")
    else:
        text = say("upright, for its text", "縦向き、本文のアクション")
    instead, only = say.names(assigned.use.instead), say.names(assigned.use.only)
    text += say(f"; target {targets}", f"、目標 {targets}") if targets else ""
    text += say(f", else {instead}", f"（だめなら {instead}）") if instead else ""
    text += say(f"; only if {only}", f"、条件 {only}") if only else ""
    text += say(f"; with {supports}", f"、補助 {supports}") if supports else ""
    boarding = say.names(assigned.use.boarding)
    text += say(f"; boarding {boarding}", f"、切り込み {boarding}") if boarding else ""
    return text + (say("; stays unplayed", "、使わずに終わる") if assigned.passed else "")


def report_line(report: Report, say: Words) -> str:
    """What the reader was told in secret, and when: the cards that lay in a hand or on the deck then."""
    cards, place = say.labels(report.cards), say.name(report.place)
    if report.place == "deck":
        where = say("on top of the deck, next first", "山札の上から")
    else:
        where = say(f"in {place}'s hand", f"{place}の手札")
    return say(f"Turn {report.turn}, {where}: {cards}", f"ターン{report.turn}・{where}: {cards}")


def place_line(place: Place, say: Words) -> str:
    """Cards face down at one place: "2 sideways on Emden"."""
    way = say("sideways", "横向き") if place.sideways else say("upright", "縦向き")
    if place.on:
        ship = say.name(place.on)
        return say(f"{place.count} {way} on {ship}", f"{ship}に{way}{place.count}枚")
    return say(f"{place.count} {way} before the fleet", f"船団の前に{way}{place.count}枚")


def card_count(count: int, say: Words) -> str:
    """How many cards: "1 card", "3 cards"."""
    return say("1 card" if count == 1 else f"{count} cards", f"{count}枚")
