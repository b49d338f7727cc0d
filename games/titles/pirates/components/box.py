"""1.1 All components: the cards, and the numbers of the rules.

`load` builds them from the contents of the files in `data/` and rejects data that the rules cannot use. Each figure is
marked with its source. An owner of the printed game may replace any file.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256

from msgspec import Struct

from games.kernel.text import Text
from games.titles.pirates.components.cards import (
    KINDS,
    MERCHANT_TYPES,
    SOLITAIRE_ACTIONS,
    ActionCard,
    ActionKind,
    GermanShip,
    Merchant,
    SolitaireAttack,
    SolitaireCard,
)
from games.titles.pirates.components.numbers import Numbers, read_numbers
from games.titles.pirates.components.reading import (
    Sources,
    read_actions,
    read_merchants,
    read_ships,
    read_solitaire,
    read_texts,
)
from games.titles.pirates.components.sheets import Coin, ComponentError
from games.toolkit.rule_texts import without_rule_texts
from games.toolkit.tables import check_equal

__all__ = [
    "FILES", "KINDS", "ActionCard", "ActionKind", "Box", "Coin", "ComponentError", "GermanShip", "Merchant", "Numbers",
    "SolitaireAttack", "SolitaireCard", "digest", "load",
]  # fmt: skip

FILES = ("actions.tsv", "fixed.toml", "merchants.tsv", "ships.tsv", "solitaire.tsv", "texts.tsv")


class Box(Struct, frozen=True, dict=True):
    """All components. Each mapping is by id, in the order of its file."""

    ships: dict[str, GermanShip]
    """The German ships."""
    merchants: dict[str, Merchant]
    kinds: dict[str, ActionKind]
    """The kinds of action card."""
    cards: dict[str, ActionCard]
    """The single action cards."""
    solitaire: dict[str, SolitaireCard]
    """The phantom's cards."""
    numbers: Numbers
    nations: dict[str, Text]
    """The names of nations."""
    merchant_types: dict[str, Text]
    """The names of types of merchant."""
    solitaire_actions: dict[str, Text]
    """The names of the phantom's actions."""
    sources: Sources
    """The source of each figure."""

    @cached_property
    def warships(self) -> frozenset[str]:
        """1.1.4 The German ships without the raider mark."""
        return frozenset([name for name, ship in self.ships.items() if ship.warship])

    @cached_property
    def night(self) -> frozenset[str]:
        """1.1.4 The action cards with which an intercept is a night action.

        None of the phantom's cards is such a card.
        """
        return frozenset([name for name, card in self.cards.items() if card.night])

    def card(self, card: str) -> ActionCard:
        """1.1.4 Return the action card with this id.

        Number 0 of a kind is the card that the phantom plays, which is in no deck (5.1).
        """
        return self.cards.get(card) or self._phantoms(card.removesuffix("_0"))

    def _phantoms(self, kind: str) -> ActionCard:
        named = self.kinds.get(kind)
        if named is None:
            return ActionCard(f"{kind}_0", kind, 0, self.solitaire_actions[kind], False, 0)
        return ActionCard(f"{kind}_0", kind, 0, named.name, False, named.vp)

    def kind_of(self, card: str) -> ActionKind:
        """Return the kind of the action card with this id."""
        return self.kinds[self.card(card).kind]

    def value(self, card: str) -> int:
        """Return the victory points of a ship, merchant or action card; 0 if it has none."""
        return (self.ships.get(card) or self.merchants.get(card) or self.card(card)).vp

    def source(self, item: str, figure: str) -> str:
        """Return the source of a card's or rule's value: "rulebook", "public" or "reconstructed".

        `item`: the id of the card or rule. `figure`: the name of the value. Return "" if there is no such value.
        """
        return self.sources[item].get(figure, "")


def digest(files: Mapping[str, bytes]) -> str:
    """Return the SHA-256 fingerprint of the names and contents of the data files, as hexadecimal digits.

    A game keeps the fingerprint with which it started.
    """
    whole = sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name]):
            whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def load(files: Mapping[str, bytes]) -> Box:
    """Return all components from `files`, a mapping of file names to contents.

    Raise ComponentError for invalid data; the error names the fault and its place.
    """
    for name in FILES:
        if name not in files:
            raise ComponentError("this file is missing", file=name)
    for name in sorted(without_rule_texts(files)):
        if name not in FILES:
            raise ComponentError("nobody knows this file", file=name)
    sources: Sources = {}
    texts = read_texts(files["texts.tsv"])
    ships = read_ships(files["ships.tsv"], sources)
    _check_ships(ships)
    merchants = read_merchants(files["merchants.tsv"], sources, ships)
    _check_merchants(merchants)
    kinds, cards = read_actions(files["actions.tsv"], sources, texts["summary"])
    _check_actions(kinds)
    solitaire = read_solitaire(files["solitaire.tsv"], sources, kinds)
    check_equal("solitaire.tsv", "solitaire cards (1.1.3)", len(solitaire), 20)
    numbers = read_numbers("fixed.toml", files["fixed.toml"])
    _check_texts(texts, merchants)
    _check_ids(ships, merchants, kinds, cards, solitaire)
    _check_numbers(numbers, merchants)
    return Box(
        ships, merchants, kinds, cards, solitaire, numbers, texts["nation"], texts["type"], texts["solitaire"], sources
    )


def _check_ships(ships: Mapping[str, GermanShip]) -> None:
    """1.1.1, 1.1.4 Check the German ships against the rules and the lists of section 6."""
    every = ships.values()
    cruisers = sum(ship.warship and ship.tournament == "deck" for ship in every)
    roles = Counter(ship.tournament for ship in every)
    for what, found, wanted in (
        ("warships (1.1.1)", sum(ship.warship for ship in every), 6),
        ("raiders (1.1.1)", sum(ship.raider for ship in every), 14),
        ("raiders under sail (6.2)", sum(ship.sail for ship in every), 1),
        ("raiders with an aircraft (6.3)", sum(ship.aircraft for ship in every), 1),
        ("fast raiders (6.6)", sum(ship.fast for ship in every), 5),
        ("ships not used after 1914 (6.5.1)", sum(ship.removed_1914 for ship in every), 8),
        ("cruisers to choose from (6.4.1)", roles["choice"], 4),
        ("ships out of the tournament deck (6.4.2)", roles["removed"], 6),
        ("warships with the coal symbol (1.1.4)", sum(ship.warship and ship.coal for ship in every), 6),
        ("warships in the tournament deck (6.4.2)", cruisers, 0),
    ):
        check_equal("ships.tsv", what, found, wanted)


def _check_merchants(merchants: Mapping[str, Merchant]) -> None:
    """1.1.1, N.1 Check the merchants against the rulebook's note on their values and the lists of section 6."""
    every = merchants.values()
    check_equal("merchants.tsv", "merchants (1.1.1)", len(merchants), 60)
    values = dict(sorted(Counter(ship.vp for ship in every).items()))
    check_equal("merchants.tsv", "merchants by victory points (play notes)", values, {3: 13, 5: 19, 7: 19, 9: 9})
    check_equal("merchants.tsv", "merchants lost in 1914 (6.5.4)", sum(ship.lost_1914 for ship in every), 19)
    check_equal("merchants.tsv", "merchants under sail (6.11)", sum(ship.sail for ship in every), 12)


def _check_actions(kinds: Mapping[str, ActionKind]) -> None:
    """1.1.2, 5.2. Check the numbers of action cards by category. Reflag counts as a reaction."""
    every = kinds.values()
    for name in KINDS:
        check_equal("actions.tsv", f"kind {name}", name in kinds, True)
    totals = Counter[str]()
    for kind in every:
        totals["reaction" if kind.can_react else kind.category] += kind.count
    check_equal(
        "actions.tsv", "cards by use (3.3)", dict(sorted(totals.items())), {"action": 50, "reaction": 31, "support": 19}
    )
    removed = sum(kind.count for kind in every if kind.solitaire_removed)
    check_equal("actions.tsv", "cards out of the solitaire game (5.2)", removed, 12)
    check_equal("actions.tsv", "cards of the expansion (1.1)", sum(kind.count for kind in every if kind.expansion), 8)


def _check_texts(texts: Mapping[str, Mapping[str, Text]], merchants: Mapping[str, Merchant]) -> None:
    """Check that everything that players see has a name in both languages, and that there are no other names."""
    wanted: Mapping[str, Sequence[str]] = {
        "summary": KINDS,
        "nation": sorted({merchant.nation for merchant in merchants.values()}),
        "type": MERCHANT_TYPES,
        "solitaire": SOLITAIRE_ACTIONS,
    }
    for group, names in wanted.items():
        for name in names:
            check_equal("texts.tsv", f"{group} {name}", name in texts[group], True)
        for name in texts[group]:
            check_equal("texts.tsv", f"{group} {name} is known", name in names, True)


def _check_ids(*groups: Mapping[str, object]) -> None:
    """Check that no two cards or kinds share an id, in any deck."""
    taken: set[str] = set()
    for group in groups:
        for identifier in group:
            if identifier in taken:
                raise ComponentError(f"the id {identifier!r} belongs to two things", file="all sheets", column="id")
            taken.add(identifier)


def _check_numbers(numbers: Numbers, merchants: Mapping[str, Merchant]) -> None:
    """Check that the cards that the numbers in ``fixed.toml`` refer to exist."""
    aside = numbers.tournament.merchant_set_aside
    check_equal("fixed.toml", f"the merchant {aside} (6.4.3)", aside in merchants, True)
