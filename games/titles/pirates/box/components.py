"""1.1 Everything in the box: the cards, and the numbers of the rules.

`load` makes it from the bytes of the files in `data/` and refuses anything that the rules could not be played with.
The figures live in those files alone, each marked with its source; an owner of the printed game may replace any file.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256

from msgspec import Struct

from games.kernel.craft.sheets import expect
from games.kernel.text import Text
from games.titles.pirates.box.cards import (
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
from games.titles.pirates.box.numbers import Numbers, read_numbers
from games.titles.pirates.box.reading import (
    Sources,
    read_actions,
    read_merchants,
    read_ships,
    read_solitaire,
    read_texts,
)
from games.titles.pirates.box.sheets import Coin, ComponentError

__all__ = [
    "FILES", "KINDS", "ActionCard", "ActionKind", "Box", "Coin", "ComponentError", "GermanShip", "Merchant", "Numbers",
    "SolitaireAttack", "SolitaireCard", "digest", "load",
]  # fmt: skip

FILES = ("actions.tsv", "fixed.toml", "merchants.tsv", "ships.tsv", "solitaire.tsv", "texts.tsv")


class Box(Struct, frozen=True, dict=True):
    """Everything in the box, each mapping in the order of its file, and where each figure comes from."""

    ships: dict[str, GermanShip]
    merchants: dict[str, Merchant]
    kinds: dict[str, ActionKind]
    cards: dict[str, ActionCard]
    solitaire: dict[str, SolitaireCard]
    numbers: Numbers
    nations: dict[str, Text]
    merchant_types: dict[str, Text]
    solitaire_actions: dict[str, Text]
    sources: Sources

    @cached_property
    def warships(self) -> frozenset[str]:
        """1.1.4 The German ships without the raider mark."""
        return frozenset([name for name, ship in self.ships.items() if ship.warship])

    @cached_property
    def night(self) -> frozenset[str]:
        """1.1.4 The action cards whose intercept half is a night action; none of the phantom's is."""
        return frozenset([name for name, card in self.cards.items() if card.night])

    def card(self, card: str) -> ActionCard:
        """An action card, or what the phantom plays in its stead: number 0 of its kind, which no deck holds (5.1)."""
        return self.cards.get(card) or self._phantoms(card.removesuffix("_0"))

    def _phantoms(self, kind: str) -> ActionCard:
        named = self.kinds.get(kind)
        if named is None:
            return ActionCard(f"{kind}_0", kind, 0, self.solitaire_actions[kind], False, 0)
        return ActionCard(f"{kind}_0", kind, 0, named.name, False, named.vp)

    def kind_of(self, card: str) -> ActionKind:
        """The kind of the action card with this id."""
        return self.kinds[self.card(card).kind]

    def value(self, card: str) -> int:
        """The victory points on any card, 0 on one that has none."""
        return (self.ships.get(card) or self.merchants.get(card) or self.card(card)).vp

    def source(self, item: str, figure: str) -> str:
        """Where a figure comes from: "rulebook", "public" or "reconstructed"; "" where there is no such figure."""
        return self.sources[item].get(figure, "")


def digest(files: Mapping[str, bytes]) -> str:
    """A fingerprint (SHA-256) of the data files, names and contents; a game keeps the one it was started with."""
    whole = sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name]):
            whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def load(files: Mapping[str, bytes]) -> Box:
    """The box in these files, by file name. Raises ComponentError, which says what is wrong and where."""
    for name in FILES:
        if name not in files:
            raise ComponentError("this file is missing", file=name)
    for name in sorted(files):
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
    expect("solitaire.tsv", "solitaire cards (1.1.3)", len(solitaire), 20)
    numbers = read_numbers("fixed.toml", files["fixed.toml"])
    _check_texts(texts, merchants)
    _check_ids(ships, merchants, kinds, cards, solitaire)
    _check_numbers(numbers, merchants)
    return Box(
        ships, merchants, kinds, cards, solitaire, numbers, texts["nation"], texts["type"], texts["solitaire"], sources
    )


def _check_ships(ships: Mapping[str, GermanShip]) -> None:
    """1.1.1, 1.1.4 and the lists of section 6."""
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
        expect("ships.tsv", what, found, wanted)


def _check_merchants(merchants: Mapping[str, Merchant]) -> None:
    """1.1.1, N.1: the play note on merchant values, and the lists of section 6."""
    every = merchants.values()
    expect("merchants.tsv", "merchants (1.1.1)", len(merchants), 60)
    values = dict(sorted(Counter(ship.vp for ship in every).items()))
    expect("merchants.tsv", "merchants by victory points (play notes)", values, {3: 13, 5: 19, 7: 19, 9: 9})
    expect("merchants.tsv", "merchants lost in 1914 (6.5.4)", sum(ship.lost_1914 for ship in every), 19)
    expect("merchants.tsv", "merchants under sail (6.11)", sum(ship.sail for ship in every), 12)


def _check_actions(kinds: Mapping[str, ActionKind]) -> None:
    """1.1.2, 5.2. Reflag counts among the reactions, as the list of cards has it."""
    every = kinds.values()
    for name in KINDS:
        expect("actions.tsv", f"kind {name}", name in kinds, True)
    totals = Counter[str]()
    for kind in every:
        totals["reaction" if kind.can_react else kind.category] += kind.count
    expect(
        "actions.tsv", "cards by use (3.3)", dict(sorted(totals.items())), {"action": 50, "reaction": 31, "support": 19}
    )
    removed = sum(kind.count for kind in every if kind.solitaire_removed)
    expect("actions.tsv", "cards out of the solitaire game (5.2)", removed, 12)
    expect("actions.tsv", "cards of the expansion (1.1)", sum(kind.count for kind in every if kind.expansion), 8)


def _check_texts(texts: Mapping[str, Mapping[str, Text]], merchants: Mapping[str, Merchant]) -> None:
    """Everything that is shown has a name in both languages, and nothing else stands there."""
    wanted: Mapping[str, Sequence[str]] = {
        "summary": KINDS,
        "nation": sorted({merchant.nation for merchant in merchants.values()}),
        "type": MERCHANT_TYPES,
        "solitaire": SOLITAIRE_ACTIONS,
    }
    for group, names in wanted.items():
        for name in names:
            expect("texts.tsv", f"{group} {name}", name in texts[group], True)
        for name in texts[group]:
            expect("texts.tsv", f"{group} {name} is known", name in names, True)


def _check_ids(*groups: Mapping[str, object]) -> None:
    """No two cards or kinds share an id, whichever deck they belong to."""
    taken: set[str] = set()
    for group in groups:
        for identifier in group:
            if identifier in taken:
                raise ComponentError(f"the id {identifier!r} belongs to two things", file="all sheets", column="id")
            taken.add(identifier)


def _check_numbers(numbers: Numbers, merchants: Mapping[str, Merchant]) -> None:
    """What `fixed.toml` says of the other files is true."""
    aside = numbers.tournament.merchant_set_aside
    expect("fixed.toml", f"the merchant {aside} (6.4.3)", aside in merchants, True)
