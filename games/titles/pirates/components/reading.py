"""Readers of the tables in `data/`, one function for each file.

Each function raises ComponentError for an invalid cell and records the source of each figure in `sources`. The function
`load` checks that each deck is complete.
"""

from collections.abc import Callable, Mapping

from games.kernel.text import Text
from games.titles.pirates.components.cards import (
    AIMS,
    CATEGORIES,
    COINS,
    FATES,
    KINDS,
    MERCHANT_TYPES,
    SHIP_CLASSES,
    SOLITAIRE_ACTIONS,
    TOURNAMENT_ROLES,
    ActionCard,
    ActionKind,
    Aim,
    GermanShip,
    Merchant,
    SolitaireAttack,
    SolitaireCard,
)
from games.titles.pirates.components.sheets import Coin, ComponentError, Row, read_sheet

Sources = dict[str, dict[str, str]]
"""The source of each figure, by (card or kind of card, name of the figure)."""

_CHALLENGED = frozenset({
    "blockade_runner", "break_contact", "breakdown", "breakout", "heavy_weather", "interned", "interrogate",
    "island_refuge", "mistaken_identity", "q_ship", "razzle_dazzle", "recalled", "rendezvous_missed", "sail_q_ship",
    "shallow_run", "transfer_command",
})  # fmt: skip
_ARMED = {
    "amc": {"attack", "defence"},
    "interrogate": {"attack"},
    "lay_mines": {"mine"},
    "monitor": {"attack"},
    "q_ship": {"gun", "depth_charge", "defence"},
    "sail_q_ship": {"gun", "defence"},
    "submarines_u": {"torpedo", "gun", "defence"},
    "submarines_uc": {"torpedo", "mine", "gun", "defence"},
    "trap": {"attack"},
}
_SCORING = frozenset({"amc", "q_ship", "sail_q_ship", "submarines_u", "submarines_uc"})

_SHIP_COLUMNS = (
    "id", "name", "class", "attack", "defence", "vp", "mines", "coal", "fast", "sail", "aircraft", "removed_1914",
    "tournament", "name_source", "attack_source", "defence_source", "vp_source", "mines_source", "coal_source",
)  # fmt: skip
_MERCHANT_COLUMNS = (
    "id", "name", "nation", "type", "tonnage", "vp", "defence", "challenge", "response", "sail", "lost_1914", "lost",
    "captor", "fate", "name_source", "vp_source", "defence_source", "challenge_source", "history_source",
)  # fmt: skip
_ACTION_FIGURES = ("intercept", "night", "challenge", *COINS, "vp")
_ACTION_COLUMNS = (
    "id", "name", "name_ja", "rule", "count", "category", "team", "expansion", "solitaire_removed", "card_names",
    "british_ship", "intercept", "night_copies", "challenge", "response", *COINS, "vp",
    *(f"{figure}_source" for figure in _ACTION_FIGURES),
)  # fmt: skip
_SOLITAIRE_COLUMNS = (
    "id", "defence_13", "defence_24", "special", "attack_1", "attack_2", "attack_3", "attack_4",
    "defence_source", "special_source", "attack_source",
)  # fmt: skip
_TEXT_GROUPS = ("summary", "nation", "type", "solitaire")


def read_ships(content: bytes, sources: Sources) -> dict[str, GermanShip]:
    """Return the German ships by id."""
    ships: dict[str, GermanShip] = {}
    for row in read_sheet("ships.tsv", content, _SHIP_COLUMNS):
        ship = GermanShip(
            id=row.new_id(ships),
            name=row.text("name"),
            ship_class=row.choice("class", SHIP_CLASSES),
            attack=row.coin("attack"),
            defence=row.coin("defence"),
            vp=row.number("vp", least=1),
            mines=row.flag("mines"),
            coal=row.flag("coal"),
            fast=row.flag("fast"),
            sail=row.flag("sail"),
            aircraft=row.flag("aircraft"),
            removed_1914=row.flag("removed_1914"),
            tournament=row.choice("tournament", TOURNAMENT_ROLES),
        )
        for ability in ("mines", "fast", "sail", "aircraft"):
            if ship.warship and row.flag(ability):
                row.fail(ability, "only a raider has this mark")
        ships[ship.id] = ship
        sources[ship.id] = row.sources(("name", "attack", "defence", "vp", "mines", "coal"))
    return ships


def read_merchants(content: bytes, sources: Sources, ships: Mapping[str, GermanShip]) -> dict[str, Merchant]:
    """Return the merchants by id. Raises ComponentError for an invalid cell, or a captor that is not one of `ships`."""
    merchants: dict[str, Merchant] = {}
    for row in read_sheet("merchants.tsv", content, _MERCHANT_COLUMNS):
        merchant = Merchant(
            id=row.new_id(merchants),
            name=row.text("name"),
            nation=row.identifier("nation"),
            type=row.choice("type", MERCHANT_TYPES),
            tonnage=row.number("tonnage", least=1),
            vp=row.number("vp", least=1),
            defence=row.coin("defence"),
            challenge=row.coin("challenge"),
            response=row.coin("response"),
            sail=row.flag("sail"),
            lost_1914=row.flag("lost_1914"),
            lost=row.day("lost"),
            captor=row.choice("captor", tuple(ships)),
            fate=row.choice("fate", FATES),
        )
        if merchant.sail != (merchant.type == "sail"):
            row.fail("sail", f"contradicts the type {merchant.type!r}")
        if merchant.lost_1914 != merchant.lost.startswith("1914"):
            row.fail("lost_1914", f"contradicts the date {merchant.lost}")
        merchants[merchant.id] = merchant
        sources[merchant.id] = row.sources(("name", "vp", "defence", "challenge", "history"))
    return merchants


def read_actions(
    content: bytes, sources: Sources, summaries: Mapping[str, Text]
) -> tuple[dict[str, ActionKind], dict[str, ActionCard]]:
    """Return the kinds of action card by id, and the single cards by id.

    `summaries`: a text on the effect of each kind.
    """
    kinds: dict[str, ActionKind] = {}
    cards: dict[str, ActionCard] = {}
    for row in read_sheet("actions.tsv", content, _ACTION_COLUMNS):
        kind = _read_kind(row, row.new_id(kinds), summaries)
        kinds[kind.id] = kind
        absent = [figure for figure in ("challenge", *COINS, "vp") if not getattr(kind, figure)]
        sources[kind.id] = row.sources(_ACTION_FIGURES, absent)
        for card in _copies(row, kind):
            cards[card.id] = card
    return kinds, cards


def _read_kind(row: Row, identifier: str, summaries: Mapping[str, Text]) -> ActionKind:
    if identifier not in KINDS:
        row.fail("id", f"there is no kind {identifier!r} in the rules")
    rule = f"3.3.{KINDS.index(identifier) + 1}"
    if row.text("rule") != rule:
        row.fail("rule", f"{identifier} is rule {rule}")
    if identifier not in summaries:
        raise ComponentError(f"there is no summary of {identifier}", file="texts.tsv")
    kind = ActionKind(
        id=identifier,
        name=Text(row.text("name"), row.text("name_ja")),
        rule=rule,
        summary=summaries[identifier],
        count=row.number("count", least=1),
        category=row.choice("category", CATEGORIES),
        team=row.flag("team"),
        expansion=row.flag("expansion"),
        solitaire_removed=row.flag("solitaire_removed"),
        british_ship=row.optional("british_ship"),
        intercept=row.coin("intercept"),
        night_copies=row.number("night_copies"),
        challenge=row.optional_coin("challenge"),
        response=row.optional_coin("response"),
        attack=row.optional_coin("attack"),
        torpedo=row.optional_coin("torpedo"),
        mine=row.optional_coin("mine"),
        gun=row.optional_coin("gun"),
        depth_charge=row.optional_coin("depth_charge"),
        defence=row.optional_coin("defence"),
        vp=row.optional_number("vp"),
    )
    _check_kind(row, kind)
    return kind


def _check_kind(row: Row, kind: ActionKind) -> None:
    """Check that a kind of card has the dice that its rule rolls, and no others."""
    if kind.night_copies > kind.count:
        row.fail("night_copies", f"{kind.night_copies} of {kind.count} cards cannot be night cards")
    needed = {
        "challenge": kind.id in _CHALLENGED,
        "response": kind.id in _CHALLENGED,
        "vp": kind.id in _SCORING,
        **{coin: coin in _ARMED.get(kind.id, ()) for coin in COINS},
    }
    for column, wanted in needed.items():
        if wanted and not getattr(kind, column):
            row.fail(column, f"rule {kind.rule} needs this")
        if not wanted and getattr(kind, column):
            row.fail(column, f"rule {kind.rule} knows no such thing")


def _copies(row: Row, kind: ActionKind) -> list[ActionCard]:
    """Return the cards of a kind. The last `night_copies` of them are the night ones."""
    written = row.optional("card_names")
    names = [Text(name, name) for name in written.split("|")] if written else [kind.name] * kind.count
    if len(names) != kind.count:
        row.fail("card_names", f"{len(names)} names for {kind.count} cards")
    first_night = kind.count - kind.night_copies + 1
    return [
        ActionCard(f"{kind.id}_{number}", kind.id, number, name, number >= first_night, kind.vp)
        for number, name in enumerate(names, start=1)
    ]


def read_solitaire(content: bytes, sources: Sources, kinds: Mapping[str, ActionKind]) -> dict[str, SolitaireCard]:
    """Return the phantom's cards by id. `kinds`: the kinds of action card that they may name."""
    cards: dict[str, SolitaireCard] = {}
    for row in read_sheet("solitaire.tsv", content, _SOLITAIRE_COLUMNS):
        card = SolitaireCard(
            id=row.new_id(cards),
            defences=(
                _named_kind(row, "defence_13", kinds, lambda kind: kind.can_react),
                _named_kind(row, "defence_24", kinds, lambda kind: kind.can_react),
            ),
            special=_named_kind(row, "special", kinds, lambda kind: kind.is_support or kind.id == "reflag"),
            attacks=(
                _read_attack(row, "attack_1", kinds),
                _read_attack(row, "attack_2", kinds),
                _read_attack(row, "attack_3", kinds),
                _read_attack(row, "attack_4", kinds),
            ),
        )
        if card.attacks[0] != SolitaireAttack("no_action", ends_turn=True):
            row.fail("attack_1", "entry 1 always ends the turn without action (5.4.3.1)")
        if card.attacks[1].action not in ("warship_intercept", "raider_intercept"):
            row.fail("attack_2", "entry 2 is always an interception of a merchant (5.4.3.2)")
        cards[card.id] = card
        sources[card.id] = row.sources(("defence", "special", "attack"))
    return cards


def _named_kind(row: Row, column: str, kinds: Mapping[str, ActionKind], fits: Callable[[ActionKind], bool]) -> str:
    """Return the kind of card that a cell names, or "" for none; `fits` returns True for the allowed kinds."""
    name = row.optional(column)
    if name and (name not in kinds or not fits(kinds[name])):
        row.fail(column, f"{name!r} is no card that can stand here")
    return name


def _read_attack(row: Row, column: str, kinds: Mapping[str, ActionKind]) -> SolitaireAttack:
    """Return the attack entry in a cell, such as ``interrogate random``, ``recon_aircraft ET`` or ``lay_mines d10``."""
    action, *words = row.text(column).split(" ")
    known = action in SOLITAIRE_ACTIONS or (action in kinds and kinds[action].can_act)
    if not known:
        row.fail(column, f"{action!r} is no action of the phantom")
    ends_turn = False
    coin: Coin = ()
    aim: Aim = ""
    for word in words:
        if word == "ET":
            ends_turn = True
        elif word in AIMS:
            aim = next(known_aim for known_aim in AIMS if known_aim == word)
        else:
            coin = row.read_coin(column, word)
    if (aim != "") != (action == "interrogate"):
        row.fail(column, "Interrogate, and nothing else, says low, high or random")
    if (coin != ()) != (action in ("british_intercept", "submarine_torpedo", "submarine_mine", "lay_mines")):
        row.fail(column, "a coin stands with British interceptions, submarines and mines, and with nothing else")
    return SolitaireAttack(action, ends_turn, coin, aim)


def read_texts(content: bytes) -> dict[str, dict[str, Text]]:
    """Return the texts of the data files in English and Japanese, by group and id."""
    texts: dict[str, dict[str, Text]] = {group: {} for group in _TEXT_GROUPS}
    for row in read_sheet("texts.tsv", content, ("group", "id", "en", "ja")):
        group = texts[row.choice("group", _TEXT_GROUPS)]
        group[row.new_id(group)] = Text(row.text("en"), row.text("ja"))
    return texts
