"""The names that players read, in all languages, for every id in a form, an event or a view."""

from collections.abc import Mapping

from games.kernel.text import Text, id_label
from games.titles.pirates.components.box import Box
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.presentation.katakana import ShipName
from games.toolkit import sentences

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
    "instead": Text("otherwise", "だめなら代わりに"),
    "only": Text("only if", "条件"),
    # conditions of a sealed order, and the hunter
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
"""The names of ids that are neither cards nor ships. If a kind of card has the same id, its name is used."""

SUBMARINES = ("submarines_u", "submarines_uc")
NAMED = ("amc", "q_ship", "sail_q_ship")
"""The kinds of action card whose cards each have the name of a ship."""


class Labels:
    """The names of all components.

    `label` returns different labels for the copies of one kind in a list of choices; `name` returns the same name for
    all copies.
    """

    def __init__(self, box: Box) -> None:
        self._names: Mapping[str, Text] = _names(box)
        self._labels: Mapping[str, Text] = {**self._names, **_copies(box)}

    def label(self, value: str) -> Text:
        """Return the label of an id.

        An id "card/merchant" means an exchange by Mistaken Identity (3.3.23), or Slim Pickings that spares a single
        merchant (3.3.40).
        """
        if value in self._labels:
            return self._labels[value]
        card, slash, merchant = value.partition("/")
        if not slash:
            return id_label(value)
        by, given = self.label(card), self.label(merchant)
        if kind_of(card) == "slim_pickings":
            return Text("{by}: for {given} alone", "{by}：{given}への迎撃だけを取り消す").format(by=by, given=given)
        return Text("{by}: give {given} in exchange", "{by}：{given}と入れ替える").format(by=by, given=given)

    def name(self, value: str, language: str) -> str:
        """Return the name of the id `value` for use in a sentence.

        All cards of a kind have the same name, except named ships.
        """
        return (self._names.get(value) or id_label(value)).get(language)


def _names(box: Box) -> dict[str, Text]:
    """Return the short name of every id. If an id is in several groups, the name in the later group is used."""
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
    """Return the name of an action card: that of its kind, with the ship's name for a named submarine or cruiser."""
    kind, name = box.kind_of(card), box.cards[card].name
    if kind.id in SUBMARINES:
        return Text("Submarine {name}", "潜水艦{name}").format(name=name)
    if kind.id in NAMED:
        return Text("{name} {name2}", "{name}{name2}").format(name=kind.name, name2=name)
    return kind.name


def _solitaire_name(card: str) -> Text:
    """Return the number of a card of the phantom's deck, which has no other name."""
    number = card.rpartition("_")[2]
    return Text("solitaire card {number}", "ソリティアカード{number}").format(number=number)


def _copies(box: Box) -> dict[str, Text]:
    """Return the labels of action cards: the kind with a number among the cards of the kind, and a mark for night.

    A card with a name of its own has no number.
    """
    found: dict[str, Text] = {}
    for card in box.cards.values():
        kind, name = box.kinds[card.kind], _card_name(box, card.id)
        number = f" {card.number}" if kind.count > 1 and card.kind not in (*SUBMARINES, *NAMED) else ""
        night = Text(" (night)", "（夜間）") if card.night else Text("", "")
        found[card.id] = Text("{name}{number}{night}", "{name}{number}{night}").format(
            name=name, number=number, night=night
        )
    return found


class Words(sentences.Sentences[Labels]):
    """The names of the cards in one language."""

    def labelled(self, value: str) -> Text:
        """Return the label of the id `value` in all languages."""
        return self._labels.label(value)
