"""The conflicts that make a plan, or the play of a card, invalid (3.1.2–3.1.4, 3.2.3, 3.2.4, 3.3).

The checks use only the orders and the `Prospects`, which contain public information and the seat's own.
"""

from collections.abc import Iterable, Iterator

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.titles.pirates.orders.legality import (
    AIMED_AT_FREELY,
    CONDITIONS,
    FOR_OWN,
    LAID,
    SUPPORTS,
    UNTARGETED,
    Prospects,
    aims_of,
    is_attack,
    opponent_of,
    targets_of,
)
from games.titles.pirates.orders.orders import (
    AsPlanned,
    British,
    CardOrder,
    Discard,
    Intercept,
    Leave,
    Mines,
    PlanOrder,
    Play,
    PlayOrder,
    Resupply,
    cards_of,
    kind_of,
)

AIMED_AT_NOBODY = (*AIMED_AT_FREELY, *FOR_OWN)
"""3.1.4.1 Upright cards whose targets leave the targets of other cards free."""

WEATHER = {"deception": "3.3.10", "fog_bank": "3.3.14"}
"""The rules of the weather cards, by kind. Only one weather card may lie in front of a fleet."""


def _problem(index: int, field: str, rule: str, en: str, ja: str, **values: object) -> Problem:
    return Problem(f"/{index}/{field}" if field else f"/{index}", "forbidden", Text(en, ja).format(**values), rule)


def conflicts_of_play(prospects: Prospects, answer: tuple[PlayOrder, ...]) -> Iterator[Problem]:
    """Yield a problem for each reason why a single card cannot be revealed now.

    `answer`: the order for it, or nothing.
    """
    yield from _once(answer)
    for index, order in enumerate(answer):
        if isinstance(order, LAID):
            yield from _support_problems(prospects, index, order, complete=True)
    yield from _sequence_problems(prospects, answer)
    yield from _opponent_problems(prospects, answer)


def conflicts_of_plan(prospects: Prospects, answer: tuple[PlanOrder, ...]) -> Iterator[Problem]:
    """Yield a problem for each conflict in a plan.

    Conflicts are: a card, ship or target used twice; a wrong support; too many opponents.
    """
    as_planned = prospects.sealed or any(isinstance(order, AsPlanned) for order in answer)
    several = len(answer) > 1
    yield from _once(answer)
    if several:
        yield from _single_use(answer)
    for index, order in enumerate(answer):
        if isinstance(order, LAID):
            yield from _support_problems(prospects, index, order, complete=as_planned)
            yield from _fallback_problems(index, order)
            if as_planned:
                yield from _untargeted(prospects, index, order)
    yield from _sequence_problems(prospects, answer)
    yield from _opponent_problems(prospects, answer)
    if several:
        yield from _one_intercept_each(answer)
        yield from _one_for_one(answer)
        if prospects.partner:
            yield from _gone_over(answer)


def at_partner(prospects: Prospects, answer: Iterable[PlanOrder]) -> Iterator[Problem]:
    """4.2–4.4 Yield a problem for each order of a team game that targets the partner's fleet.

    Attacks (4.2) and cards against opponents (4.3) may not target it. Cards for own ships may not help it (4.4).
    """
    for index, order in enumerate(answer):
        if not isinstance(order, LAID):
            continue
        for target in aims_of(order):
            if target == prospects.partner or target in prospects.allied:
                yield _problem(
                    index,
                    _aim_field(order, target),
                    _rule_of_partners(order),
                    "{target} is your partner's: no card can be used on it.",
                    "{target} は味方プレイヤーのものなので、カードの対象にできません。",
                    target=target,
                )


def _rule_of_partners(order: CardOrder) -> str:
    if is_attack(order):
        return "4.2"
    return "4.4" if kind_of(order.card) in FOR_OWN else "4.3"


def _once(answer: Iterable[PlanOrder]) -> Iterator[Problem]:
    """3.2.1 Yield a problem for each card that is used twice."""
    seen: set[str] = set()
    for index, order in enumerate(answer):
        for card in cards_of(order):
            if card in seen:
                yield _problem(index, "card", "3.2.1", "{card} is used twice.", "{card} が重複しています。", card=card)
            seen.add(card)


def _single_use(answer: tuple[PlanOrder, ...]) -> Iterator[Problem]:
    """3.1.3 Yield a problem for each ship that intercepts or lays mines twice; 3.3.47 for a second Wireless Intercept.

    Also yield a problem for each other order that is given twice but allowed only once in a turn.
    """
    ships: set[str] = set()
    seen: set[str] = set()
    for index, order in enumerate(answer):
        if isinstance(order, (Intercept, Mines)):
            if order.ship in ships:
                yield _problem(
                    index, "ship", "3.1.3", "This ship has her task already.", "この艦にはすでに任務があります。"
                )
            ships.add(order.ship)
        name = _single_name(order)
        if name and name in seen:
            yield _problem(index, "", _single_rule(name), "Only once in a turn.", "1ターンに1度だけです。")
        seen.add(name)


def _single_name(order: PlanOrder) -> str:
    if isinstance(order, Leave):
        return f"leave {order.ship}"
    if isinstance(order, (Discard, AsPlanned)):
        return str(order.__struct_config__.tag)
    if isinstance(order, Play) and kind_of(order.card) == "wireless_intercept":
        return "wireless_intercept"
    return ""


def _single_rule(name: str) -> str:
    return "3.3.47" if name == "wireless_intercept" else "3.2.1"


def _one_intercept_each(answer: tuple[PlanOrder, ...]) -> Iterator[Problem]:
    """3.1.3 Yield a problem for each ship intercepted twice, and each second weather card of a kind on a fleet.

    Weather cards are Deception (3.3.10) and Fog Bank (3.3.14). Two orders to interrogate may name one ship, because the
    first may fail to identify it. A merchant may be named again as the second or a later target of an intercept,
    because it may be spared there (3.3.40), and in an intercept that has only conditional targets (3.1.5.1).
    """
    seen: set[str] = set()
    for index, order in enumerate(answer):
        intercepts = isinstance(order, (Intercept, British)) or (
            isinstance(order, Play) and kind_of(order.card) == "monitor"
        )
        weather = WEATHER.get(kind_of(order.card), "") if isinstance(order, Play) else ""
        if not intercepts and not weather:
            continue
        certain = () if isinstance(order, LAID) and order.only else targets_of(order)[:1]
        for target in certain:
            name = f"{'weather' if weather else 'intercept'} {target}"
            if name in seen:
                yield _problem(
                    index,
                    _target_field(order),
                    weather or "3.1.3",
                    "{target} is a target already.",
                    "{target} はすでに目標です。",
                    target=target,
                )
            seen.add(name)


def _one_for_one(answer: tuple[PlanOrder, ...]) -> Iterator[Problem]:
    """6.12.1 Yield a problem for a prize that supplies two ships, and for a ship supplied by two prizes."""
    seen: set[str] = set()
    for index, order in enumerate(answer):
        if not isinstance(order, Resupply):
            continue
        for field, name in (("ship", order.ship), ("source", order.source)):
            if name in seen:
                yield _problem(
                    index, field, "6.12.1", "One prize supplies one ship.", "拿捕船1隻で再補給できるのは1隻です。"
                )
            seen.add(name)


def _gone_over(answer: tuple[PlanOrder, ...]) -> Iterator[Problem]:
    """4.4, 4.6 Yield a problem for each order to supply a ship after an order that moves it to the partner's fleet.

    Prizes of this seat cannot supply it there.
    """
    gone: set[str] = set()
    for index, order in enumerate(answer):
        if isinstance(order, Leave):
            gone.add(order.ship)
        elif isinstance(order, Resupply) and order.ship in gone:
            yield _problem(
                index,
                "ship",
                "4.6",
                "She is your partner's then; take the stores before she leaves.",
                "出港後は味方の船団に移ります。再補給は出港の前に行ってください。",
            )


def _target_field(order: PlanOrder) -> str:
    if isinstance(order, Intercept):
        return "targets"
    return "against" if isinstance(order, Mines) else "target"


def _aim_field(order: PlanOrder, target: str) -> str:
    """Return the name of the argument of an order that contains `target`: its targets or its fallback targets."""
    return "instead" if target not in targets_of(order) else _target_field(order)


def _untargeted(prospects: Prospects, index: int, order: CardOrder) -> Iterator[Problem]:
    """Yield a problem for each card without a target in a plan that runs automatically."""
    needs = not isinstance(order, Play) or (
        kind_of(order.card) not in UNTARGETED and kind_of(order.card) not in SUPPORTS
    )
    if needs and not targets_of(order):
        yield _problem(
            index,
            _target_field(order),
            "3.2.8",
            "To be played as planned, this card needs its target.",
            "計画どおりに実行するには目標の指定が必要です。",
        )


def _fallback_problems(index: int, order: CardOrder) -> Iterator[Problem]:
    """3.2.8 Yield a problem for each fallback target that is a target already, and each pair of opposite conditions."""
    for card in order.instead:
        if card in targets_of(order):
            yield _problem(
                index, "instead", "3.2.8", "{card} is a target already.", "{card} はすでに目標です。", card=card
            )
    for one, other in zip(CONDITIONS[::2], CONDITIONS[1::2], strict=True):
        if one in order.only and other in order.only:
            yield _problem(
                index,
                "only",
                "3.2.8",
                "{one} and {other} exclude each other.",
                "{one} と {other} は両立しません。",
                one=one,
                other=other,
            )


def _support_problems(prospects: Prospects, index: int, order: CardOrder, *, complete: bool) -> Iterator[Problem]:
    """3.2.3, 3.2.4 Yield a problem for each support that does not fit the attack or another support."""
    kinds = [kind_of(card) for card in order.supports]
    if isinstance(order, Intercept) and (kinds or order.targets or order.boarding):
        yield from _intercept_problems(prospects, index, order, kinds, complete=complete)
    if not kinds:
        return
    if kinds.count("surprise_attack") > 1:
        yield _problem(index, "supports", "3.3.44", "One Surprise Attack per intercept.", "奇襲は1迎撃に1枚です。")
    for kind in ("good_hunting", "shipping_lanes", "searchlight", "special_cargo"):
        for card in [card for card in order.supports if kind_of(card) == kind][1:2]:
            yield _problem(
                index,
                "supports",
                "3.2.4",
                "'{card}' is the second of its kind.",
                "「{card}」と同じカードは1枚で足ります。",
                card=card,
            )
    if "searchlight" in kinds and order.card not in prospects.night:
        yield _problem(
            index, "supports", "3.3.36", "Searchlight is for night intercepts.", "サーチライトは夜間専用です。"
        )


def _most_targets(prospects: Prospects, kinds: list[str]) -> int:
    """3.3.15, 3.3.39 Return how many merchants one intercept may target."""
    if "shipping_lanes" in kinds:
        return prospects.shipping_lanes
    return prospects.good_hunting if "good_hunting" in kinds else 1


def _intercept_problems(
    prospects: Prospects, index: int, order: Intercept, kinds: list[str], *, complete: bool
) -> Iterator[Problem]:
    raider = order.ship in prospects.raiders
    if "good_hunting" in kinds and not raider:
        yield _problem(index, "supports", "3.3.15", "Good Hunting is for raiders.", "順調な狩りは通商破壊艦専用です。")
    if "shipping_lanes" in kinds and raider:
        yield _problem(index, "supports", "3.3.39", "Shipping Lanes is for warships.", "商船の航路は軍艦専用です。")
    most = _most_targets(prospects, kinds)
    if len(order.targets) > most:
        text = Text.counted(most, "At most {count} target.", "At most {count} targets.", "目標は{count}隻までです。")
        yield Problem(f"/{index}/targets", "forbidden", text, "3.2.4")
    if len(order.boarding) > kinds.count("boarding_party"):
        yield _problem(
            index, "boarding", "3.3.3", "One Boarding Party for each ship boarded.", "切り込み隊は1隻に1枚必要です。"
        )
    if complete and not set(order.boarding) <= set(aims_of(order)):
        yield _problem(index, "boarding", "3.3.3", "Only targets can be boarded.", "目標だけに切り込めます。")


def _sequence_problems(prospects: Prospects, answer: Iterable[PlanOrder]) -> Iterator[Problem]:
    """3.2.9 Yield a problem for each sequence of merchants with a merchant that is not in the mined fleet.

    The merchants may be in any sequence.
    """
    for index, order in enumerate(answer):
        if not isinstance(order, (Mines, Play)) or not order.sequence:
            continue
        fleets = [target for target in aims_of(order) if target in prospects.seats]
        if any(opponent_of(prospects, merchant) not in fleets for merchant in order.sequence):
            yield _problem(
                index, "sequence", "3.2.9", "Only merchants of the mined fleet.", "機雷を受ける船団の商船だけです。"
            )


def _opponent_problems(prospects: Prospects, answer: Iterable[PlanOrder]) -> Iterator[Problem]:
    """3.1.3 Yield a problem for each attack on a second opponent.

    3.1.4, 3.1.4.1 Cards that do not attack may be used against the same opponent, or all against one other opponent.
    """
    attacked = prospects.attacked
    others = {prospects.other} - {""}
    orders = list(enumerate(answer))
    for index, order in orders:
        for target in aims_of(order) if is_attack(order) else ():
            seat = opponent_of(prospects, target)
            if attacked and seat != attacked:
                yield _problem(
                    index,
                    _aim_field(order, target),
                    "3.1.3",
                    "All attacks of a turn go against one opponent: {attacked}.",
                    "1ターンの攻撃は同じ相手（{attacked}）に限られます。",
                    attacked=attacked,
                )
            attacked = attacked or seat
    for index, order in orders:
        if not isinstance(order, Play) or is_attack(order) or kind_of(order.card) in AIMED_AT_NOBODY:
            continue
        others |= {opponent_of(prospects, target) for target in aims_of(order)} - {"", attacked}
        if len(others) > 1:
            yield _problem(
                index,
                "target",
                "3.1.4",
                "Cards that do not attack go against the attacked player or one other.",
                "迎撃以外のカードは攻撃相手か、他の1名にしか使えません。",
            )
