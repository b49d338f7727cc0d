"""What players call things: every id that a form, an event or a view can carry, in both languages."""

from collections.abc import Mapping

from games.kernel.craft import words
from games.kernel.text import Text, plain
from games.titles.pirates.box.components import Box
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.presentation.katakana import ShipName

SEATS = {
    "red": Text("Red", "赤"),
    "black": Text("Black", "黒"),
    "white": Text("White", "白"),
    "blue": Text("Blue", "青"),
    "phantom": Text("Phantom", "ファントム"),
    "public": Text("Spectators", "観戦者"),
    "umpire": Text("Umpire", "審判"),
}

WORDS = {
    # verbs of the orders
    "intercept": Text("Intercept", "迎撃"),
    "british": Text("British intercept", "イギリス軍の迎撃"),
    "mines": Text("Lay mines", "機雷攻撃"),
    "play": Text("Play for its text", "アクション"),
    "leave": Text("Leave the refuge", "避難場所を出る"),
    "resupply": Text("Resupply from a prize", "拿捕船からの再補給"),
    "discard": Text("Discard in this order", "捨て札の順番"),
    "wish": Text("Wish for", "希望"),
    "as_planned": Text("Play as planned, without asking again", "計画どおりに自動で実行"),
    # their arguments
    "card": Text("card", "カード"),
    "cards": Text("cards", "カード"),
    "ship": Text("ship", "実行する船"),
    "target": Text("target", "目標"),
    "targets": Text("targets", "目標"),
    "supports": Text("supports", "補助カード"),
    "boarding": Text("to be boarded", "切り込む商船"),
    "against": Text("against", "相手"),
    "sequence": Text("strike in this order", "攻撃の順番"),
    "instead": Text("if that cannot be, instead", "だめなら代わりに"),
    "only": Text("only if", "条件"),
    # what a sealed order may demand, and who hunts
    "undamaged": Text("undamaged", "無傷"),
    "disguised": Text("disguised", "偽装中"),
    "supplied": Text("in supply", "補給あり"),
    "ship_damaged": Text("own ship damaged", "自艦が損傷"),
    "ship_undamaged": Text("own ship undamaged", "自艦が無傷"),
    "ship_identified": Text("own ship identified", "自艦が確認済"),
    "ship_disguised": Text("own ship disguised", "自艦が偽装中"),
    "ship_unsupplied": Text("own ship out of supply", "自艦が補給欠乏"),
    "ship_supplied": Text("own ship in supply", "自艦に補給あり"),
    "warship": Text("warship", "軍艦"),
    "raider": Text("raider", "通商破壊艦"),
    "source": Text("from the prize", "補給元の拿捕船"),
    "to": Text("hand over to", "渡す相手"),
    # answers and places
    "try": Text("Make for a safe port", "安全な航路への脱出を試みる"),
    "stay": Text("Stay with the fleet", "船団にとどまる"),
    "chase": Text("Chase her, at the risk of running out of supply", "補給欠乏の危険を冒して追跡する"),
    "pursue": Text("Pursue her into the shallows", "浅瀬へ追撃する"),
    "hold": Text("Hold back", "見合わせる"),
    "take_stores": Text("Take her stores", "物資を受け取る"),
    "leave_stores": Text("Leave her stores", "物資を受け取らない"),
    "reactions": Text("Plan of reactions", "リアクションの計画"),
    "hand": Text("Hand", "手札"),
    "deck": Text("the action deck", "アクションカードの山札"),
    "german": Text("German ships", "ドイツ艦"),
    "merchant": Text("merchants", "商船"),
    "solitaire": Text("solitaire cards", "ソリティアカード"),
    "later": Text("Later: ask me again this turn", "後で（このターン中に再度尋ねる）"),
    # weapons
    "monitor": Text("Monitor", "モニター艦"),
    "torpedo": Text("Torpedo", "魚雷攻撃"),
    "gun": Text("Gunfire", "砲撃"),
    "depth_charge": Text("Depth charges", "爆雷攻撃"),
    "identified": Text("Identified", "確認"),
    "sinking": Text("Sinking", "撃沈"),
    # modifiers
    "damaged": Text("damaged", "損傷"),
    "unsupplied": Text("out of supply", "補給欠乏"),
    "night": Text("night", "夜間"),
    "prize": Text("prize in the fleet", "拿捕船"),
    "coal_hog": Text("coal hog", "石炭食い"),
    "sail": Text("under sail", "帆走"),
    "aircraft": Text("aircraft", "搭載機"),
    "draught": Text("deep draught", "深い喫水"),
    "fast": Text("fast", "高速"),
    "sailing_merchant": Text("merchant under sail", "帆船"),
    # purposes of challenges, and reasons
    "safe_passage": Text("Safe passage", "安全な航路"),
    "chase_supply": Text("Supply after the chase", "追跡後の補給"),
    "prize_torpedo": Text("Prize taken for a merchant", "商船との誤認"),
    "exhausted": Text("Stores used up", "物資の枯渇"),
    "all_at_sea": Text("no ship is left to join", "参加できる艦が残っていない"),
    "others_spared": Text("only the first merchant is attacked", "攻撃は最初の1隻のみ"),
    # how the first player was found
    "dice": Text("highest die", "ダイスの最高値"),
    "fleet": Text("weakest fleet", "最も弱い船団"),
    "agreed": Text("as agreed", "取り決めによる"),
    "round_points": Text("fewest round points", "最少のラウンドポイント"),
    # outcomes of attacks
    "none": Text("no effect", "効果なし"),
    "sunk": Text("sunk", "撃沈"),
    "captured": Text("captured", "拿捕"),
}
"""Words that are neither cards nor ships. A kind of card of the same name comes first."""

SUBMARINES = ("submarines_u", "submarines_uc")
NAMED = ("amc", "q_ship", "sail_q_ship")
"""Kinds whose copies have a ship's name of their own."""


class Labels:
    """Names of all things in a box of cards.

    `label` tells copies of one kind apart, for lists to choose from; `name` is what one says at the table.
    """

    def __init__(self, box: Box) -> None:
        self._names: Mapping[str, Text] = _names(box)
        self._labels: Mapping[str, Text] = {**self._names, **_copies(box)}

    def label(self, value: str) -> Text:
        """The label of an option.

        "card/merchant" is an exchange by Mistaken Identity (3.3.23), or Slim Pickings for one merchant alone (3.3.40).
        """
        if value in self._labels:
            return self._labels[value]
        card, slash, merchant = value.partition("/")
        if not slash:
            return plain(value)
        by, given = self.label(card), self.label(merchant)
        if kind_of(card) == "slim_pickings":
            return Text(f"{by.en}: for {given.en} alone", f"{by.ja}: {given.ja}への迎撃だけを取り消す")
        return Text(f"{by.en}: give {given.en} in exchange", f"{by.ja}: {given.ja}と入れ替える")

    def name(self, value: str, language: str) -> str:
        """What a thing is called where one copy is as good as another."""
        return self._names.get(value, plain(value)).get(language)


def _names(box: Box) -> dict[str, Text]:
    """Every name, shortest form. Later groups win: kinds of card over plain words."""
    names = dict(WORDS)
    names |= {kind.id: kind.name for kind in box.kinds.values()}
    names |= {name: ShipName(ship.name, ship.name, name) for name, ship in (box.ships | box.merchants).items()}
    names |= {card.id: _card_name(box, card.id) for card in box.cards.values()}
    names |= box.solitaire_actions
    names |= {card: _solitaire_name(card) for card in box.solitaire}
    for kind in (*box.kinds, *box.solitaire_actions):
        names[f"{kind}_0"] = names[kind]
    return names | SEATS


def _card_name(box: Box, card: str) -> Text:
    """The kind, or for a named submarine or cruiser both."""
    kind, name = box.kind_of(card), box.cards[card].name
    if kind.id in SUBMARINES:
        return Text(f"Submarine {name.en}", f"潜水艦{name.ja}")
    if kind.id in NAMED:
        return Text(f"{kind.name.en} {name.en}", f"{kind.name.ja}{name.ja}")
    return kind.name


def _solitaire_name(card: str) -> Text:
    """A card of the phantom's deck has nothing but its number."""
    number = card.rpartition("_")[2]
    return Text(f"solitaire card {number}", f"ソリティアカード{number}")


def _copies(box: Box) -> dict[str, Text]:
    """The copies of one kind by number, night cards marked; a card with a name of its own needs no number."""
    found: dict[str, Text] = {}
    for card in box.cards.values():
        kind, name = box.kinds[card.kind], _card_name(box, card.id)
        number = f" {card.number}" if kind.count > 1 and card.kind not in (*SUBMARINES, *NAMED) else ""
        night = Text(" (night)", "（夜間）") if card.night else Text("", "")
        found[card.id] = Text(f"{name.en}{number}{night.en}", f"{name.ja}{number}{night.ja}")
    return found


class Words(words.Words[Labels]):
    """The labels of the cards in one language."""

    def labelled(self, value: str) -> Text:
        """The label in every language."""
        return self._labels.label(value)
