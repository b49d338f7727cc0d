"""3.1.3, 3.2.1 Orders that are not available in this turn, with the rule and the reason, for players who ask.

The reasons depend only on the `Prospects`: the opponent that was already attacked, fleets in fog, and ships that have
acted or are in refuge.
"""

from collections.abc import Iterable, Iterator

from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.orders.order_set import Field, OrderTemplate
from games.titles.pirates.orders.legality import Prospects
from games.titles.pirates.orders.orders import kind_of

REASONS: dict[str, tuple[str, Text]] = {
    "refuge": ("3.3.20.3", Text("She lies in her refuge.", "隠れ家に停泊中です。")),
    "engaged": (
        "3.1.3",
        Text(
            "She has acted in this turn, or has just put to sea.", "このターンにすでに行動したか、出航したばかりです。"
        ),
    ),
    "intercepted": (
        "3.1.3",
        Text("She has been intercepted in this turn already.", "このターンにすでに迎撃を受けています。"),
    ),
    "fogged": ("3.3.14.1", Text("Her fleet lies in the fog.", "濃霧の中の船団です。")),
    "elsewhere": (
        "3.1.3",
        Text(
            "The attacks of this turn go against another player.",
            "このターンの攻撃は別のプレイヤーに向けられています。",
        ),
    ),
    "disguised": ("3.2.3.1", Text("She has not been identified.", "まだ確認されていません。")),
    "sheltered": (
        "3.3.20.2",
        Text("She lies in a refuge, where only Monitor reaches her.", "隠れ家の艦にはモニターしか届きません。"),
    ),
    "extra_turn": ("3.3.37", Text("Not in an extra turn.", "追加ターンには使えません。")),
    "team": (
        "3.3.4",
        Text("Only in the team game; else it only lies under a ship or the British.", "効果は協力戦でのみ使えます。"),
    ),
    "reaction": ("3.2.2", Text("It only answers an attack, from the hand.", "攻撃に応じて手札から出すカードです。")),
    "laid": ("3.2.1", Text("It has not been laid down for its text.", "効果のために置かれたカードではありません。")),
    "aimless": (
        "3.1.5.1",
        Text("There is nothing that it could do in this turn, whatever happens.", "このターンには使い道がありません。"),
    ),
    "no_mines": ("3.3.21", Text("She carries no mines.", "機雷を搭載していません。")),
    "unarmed": (
        "3.3.21",
        Text("No minelayer is free, or no merchants can be reached.", "使える機雷敷設艦か、届く商船がありません。"),
    ),
    "no_refuge": ("3.3.20.4", Text("She lies in no refuge that she could leave now.", "今出られる隠れ家にいません。")),
    "in_supply": ("6.12.1", Text("She is in supply.", "補給は足りています。")),
}
"""The rule and explanation for each reason, by key. A card of team games (key ``team``) has its own rule."""

SHIPS = ("refuge", "engaged")
AIMS = ("intercepted", "fogged", "elsewhere", "disguised", "sheltered")
CARDS = ("laid", "reaction", "extra_turn", "team", "aimless")


def unavailable_templates(
    prospects: Prospects, cards: tuple[str, ...], refuges: tuple[str, ...]
) -> Iterator[OrderTemplate]:
    """Yield, for each verb, an order template with the values that are not available and the reasons.

    `cards`: the cards that the seat may use. `refuges`: its ships that may leave a refuge.
    """
    known = dict(prospects.withheld)
    if prospects.attacked:
        known["elsewhere"] = tuple(_elsewhere(prospects))
    idle, aims = _barred(known, SHIPS), _barred(known, AIMS)
    yield _closed("intercept", ship=idle, targets=_barred(known, AIMS[:3]))
    yield _closed("british", target=aims)
    if "lay_mines" in map(kind_of, cards):
        unarmed = [ship for ship in prospects.ships if ship not in prospects.minelayers]
        yield _closed("mines", ship=(*idle, *_each("no_mines", unarmed)), against=aims)
        if not (prospects.minelayers and prospects.minable):
            laying = [card for card in cards if kind_of(card) == "lay_mines"]
            yield _closed("mines", card=tuple(_each("unarmed", laying)))
    yield _closed("play", card=_barred(known, CARDS), target=aims)
    own = (*prospects.ships, *(ship for reason in SHIPS for ship in known.get(reason, ())))
    at_sea = [ship for ship in dict.fromkeys(own) if ship not in refuges]
    yield _closed("leave", ship=tuple(_each("no_refuge", at_sea)))
    if prospects.laden:
        sated = [ship for ship in dict.fromkeys(own) if ship not in prospects.wanting]
        yield _closed("resupply", ship=tuple(_each("in_supply", sated)))


def _elsewhere(prospects: Prospects) -> Iterator[str]:
    """3.1.3 Yield the fleets, and their ships, that this turn's attacks cannot target: all but the attacked fleet."""
    others = [seat for seat in prospects.seats if seat != prospects.attacked]
    yield from others
    yield from (card for card, seat in prospects.owners.items() if seat in others)


def _each(reason: str, values: Iterable[str]) -> Iterator[Unavailable]:
    rule, why = REASONS[reason]
    return (Unavailable(value, _own_rule(value) if reason == "team" else rule, why) for value in values)


def _own_rule(card: str) -> str:
    return {"exchange_information": "3.3.11"}.get(kind_of(card), REASONS["team"][0])


def _barred(known: dict[str, tuple[str, ...]], reasons: tuple[str, ...]) -> tuple[Unavailable, ...]:
    return tuple(bar for reason in reasons for bar in _each(reason, known.get(reason, ())))


def _closed(verb: str, **barred: tuple[Unavailable, ...]) -> OrderTemplate:
    return OrderTemplate(verb, tuple(Field(name, (), unavailable=bars) for name, bars in barred.items()))
