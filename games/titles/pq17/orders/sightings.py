"""6.1, 6.2 The names of enemy blocks in orders: side, number, place, and the other public facts."""

from collections.abc import Mapping

from msgspec import Struct

from games.kernel.text import Labels, Text
from games.titles.pq17.components.pieces import Side

WHOSE = {"allied": Text("Allied", "連合軍"), "axis": Text("German", "ドイツ軍")}
"""The name of each side as an adjective."""


class BlockName(Text, frozen=True):
    """The name of a block, with its place and its public facts.

    `short`: the name for long lists. `number`: the block's number. `kind`: the kind of the block; "" if it is
    unidentified.
    """

    short: Text
    number: int
    kind: str = ""

    def abbreviated(self, language: str) -> str:
        """Return the short name of the block: its side and number."""
        return self.short.get(language)

    def aliases(self, language: str) -> str:
        """Return other names of the block: its number without its side, and "the convoy" for a known convoy."""
        known = Text("|the convoy", "|輸送船団|船団") if self.kind == "convoy" else Text("", "")
        return Text(f"block {self.number}", f"積み木{self.number}").get(language) + known.get(language)


class Sighting(Struct, frozen=True, omit_defaults=True, gc=False):
    """The public facts about a block: its side and hex and, if it is face up, its kind and ID level."""

    side: Side
    at: str
    kind: str = ""
    level: int = 0

    def name(self, block: str, labels: Labels) -> Text:
        """Return the name of a block for the enemy: `German block 14 in 0716 (North Cape): convoy, ID 2`.

        `block`: the block's contact name, which ends with its number. `labels`: the names of hexes and of kinds of
        block.
        """
        number = int(block.rpartition("_")[2])
        short, place = block_text(self.side, number), labels(self.at)
        en, ja = f"{short.en} in {place.en}", f"{place.ja}の{short.ja}"
        if not self.kind:
            return BlockName(f"{en}, unidentified", f"{ja}・未識別", short, number)
        kind = labels(self.kind)
        return BlockName(
            f"{en}: {kind.en.lower()}, ID {self.level}", f"{ja}：{kind.ja}・ID{self.level}", short, number, self.kind
        )


def block_text(side: str, number: int) -> Text:
    """Return the public name of a block from its side and number, such as "German block 14"."""
    return Text(f"{WHOSE[side].en} block {number}", f"{WHOSE[side].ja}の積み木{number}")


def with_sightings(labels: Labels, seen: Mapping[str, Sighting]) -> Labels:
    """Return `labels` extended by the names of the sighted enemy blocks, which contain their places.

    `seen`: by contact name of a block, the public facts about it.
    """
    return lambda value: seen[value].name(value, labels) if value in seen else labels(value)
