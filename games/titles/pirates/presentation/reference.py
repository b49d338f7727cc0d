"""1.1, 3.3 The reference: every card with its figures, and the terms of the game."""

from collections.abc import Iterator

from games.kernel.reference import Chapter, Entry, Reference, facts
from games.kernel.text import Text, join_texts
from games.titles.pirates.components.box import ActionKind, Box, Coin, GermanShip, Merchant
from games.titles.pirates.presentation.katakana import ShipName

ATTACK, DEFENCE = Text("attack", "攻撃"), Text("defence", "防御")
CHALLENGE, RESPONSE = Text("challenge", "挑戦"), Text("response", "対応")
POINTS = Text("victory points", "勝利得点")
CATEGORIES = {
    "action": Text("action", "アクション"),
    "reaction": Text("reaction", "リアクション"),
    "support": Text("support", "補助"),
    "both": Text("action or reaction", "アクション／リアクション両用"),
}
TERMS = (
    Entry(
        "disguised",
        Text("Disguised", "偽装中"),
        Text(
            "A raider or prize that nobody has found out: the Royal Navy cannot intercept her.",
            "正体を知られていない通商破壊艦や拿捕船。イギリス軍は迎撃できない。",
        ),
        "3.2.3",
    ),
    Entry(
        "identified",
        Text("Identified", "確認済み"),
        Text(
            "A raider that has been found out lies on her side and may be hunted. Warships always are.",
            "正体を知られた通商破壊艦。横向きに置かれ、追われる身となる。軍艦は常に確認済み。",
        ),
        "3.2.3",
    ),
    Entry(
        "unsupplied",
        Text("Out of supply", "補給欠乏"),
        Text(
            "The black marker: she intercepts worse until she gets coal.",
            "黒いマーカー。石炭を得るまで迎撃が不利になる。",
        ),
        "3.2.7",
    ),
    Entry(
        "damaged",
        Text("Damaged", "損傷"),
        Text(
            "The red marker: she intercepts and defends herself worse until she is repaired.",
            "赤いマーカー。修理されるまで迎撃と防御が不利になる。",
        ),
        "3.2.7",
    ),
    Entry(
        "prize",
        Text("Prize", "拿捕船"),
        Text(
            "A merchant taken instead of sunk: she sails with her captor's fleet, disguised at first.",
            "沈めずに捕らえた商船。捕らえた側の船団に加わり、初めは偽装中となる。",
        ),
        "3.2.5",
    ),
    Entry(
        "refuge",
        Text("Refuge", "避難中"),
        Text(
            "A ship that hides at an island: she neither intercepts nor lays mines, and hardly anything finds her.",
            "島に隠れた艦。迎撃も機雷敷設もせず、ほとんど見つからない。",
        ),
        "3.3.20",
    ),
    Entry(
        "british",
        Text("British intercept", "イギリス軍の迎撃"),
        Text(
            "A card laid sideways lets the Royal Navy attack a ship that it can find, with the dice beside its flag.",
            "カードを横向きに使うと、旗の横のダイスで、見つけられる艦をイギリス軍が攻撃する。",
        ),
        "3.2.3",
    ),
)


def reference(box: Box) -> Reference:
    """Return the reference entries for all cards and terms."""
    return (
        Chapter("actions", Text("Action cards", "アクションカード"), tuple(map(_action, box.kinds.values()))),
        Chapter("ships", Text("German ships", "ドイツ艦"), tuple(map(_ship, box.ships.values()))),
        Chapter("merchants", Text("Merchants", "商船"), tuple(_merchants(box))),
        Chapter("terms", Text("Words of the table", "用語"), TERMS),
    )


def _coin(coin: Coin) -> str:
    return "+".join(f"d{sides}" for sides in coin)


def _action(kind: ActionKind) -> Entry:
    return Entry(
        kind.id,
        kind.name,
        kind.summary,
        kind.rule,
        facts(
            (Text("sort", "種別"), CATEGORIES[kind.category]),
            (Text("copies in the box", "枚数"), kind.count),
            (Text("of these by night", "うち夜間"), kind.night_copies),
            (Text("British intercept", "イギリス軍の迎撃"), _coin(kind.intercept)),
            (ATTACK, _coin(kind.attack)),
            (Text("torpedo", "魚雷"), _coin(kind.torpedo)),
            (Text("mine", "機雷"), _coin(kind.mine)),
            (Text("gun", "砲"), _coin(kind.gun)),
            (Text("depth charge", "爆雷"), _coin(kind.depth_charge)),
            (DEFENCE, _coin(kind.defence)),
            (CHALLENGE, _coin(kind.challenge)),
            (RESPONSE, _coin(kind.response)),
            (POINTS, kind.vp),
        ),
    )


def _ship(ship: GermanShip) -> Entry:
    traits = [
        name
        for name, has in (
            (Text("minelayer", "機雷敷設"), ship.mines),
            (Text("burns much coal", "石炭消費大"), ship.coal),
            (Text("fast", "高速"), ship.fast),
            (Text("under sail", "帆走"), ship.sail),
            (Text("aircraft", "航空機"), ship.aircraft),
        )
        if has
    ]
    kind = Text("warship", "軍艦") if ship.warship else Text("raider", "通商破壊艦")
    return Entry(
        ship.id,
        ShipName(ship.name, ship.name, ship.id),
        facts=facts(
            (Text("sort", "種別"), kind),
            (ATTACK, _coin(ship.attack)),
            (DEFENCE, _coin(ship.defence)),
            (POINTS, ship.vp),
            (
                Text("also", "特性"),
                join_texts(traits),
            ),
        ),
    )


def _merchants(box: Box) -> Iterator[Entry]:
    for ship in box.merchants.values():
        yield Entry(
            ship.id,
            ShipName(ship.name, ship.name, ship.id),
            facts=facts(
                (Text("sort", "種別"), box.merchant_types[ship.type]),
                (Text("flag", "船籍"), box.nations[ship.nation]),
                (Text("gross tons", "総トン数"), ship.tonnage),
                (DEFENCE, _coin(ship.defence)),
                (CHALLENGE, _coin(ship.challenge)),
                (RESPONSE, _coin(ship.response)),
                (POINTS, ship.vp),
                (Text("lost", "喪失"), _lost(box, ship)),
            ),
        )


def _lost(box: Box, ship: Merchant) -> Text | str:
    captor = box.ships.get(ship.captor)
    return (
        Text("{lost}, by {name}", "{lost}（{name}）").format(lost=ship.lost, name=captor.name) if captor else ship.lost
    )
