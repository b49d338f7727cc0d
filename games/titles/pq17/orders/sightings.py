"""6.1, 6.2 Blocks of the enemy as an order may name them: whose, where they stand, and what lies open of them."""

from collections.abc import Mapping

from msgspec import Struct

from games.kernel.text import Labels, Text
from games.titles.pq17.box.pieces import Side

WHOSE = {"allied": Text("Allied", "連合軍"), "axis": Text("German", "ドイツ軍")}
"""Of which side something is: as it stands before a noun."""


class BlockName(Text, frozen=True):
    """A block with where it stands and what is known of it; among many its number is enough."""

    short: Text
    number: int

    def brief(self, language: str) -> str:
        """Whose it is, and its number."""
        return self.short.get(language)

    def also(self, language: str) -> str:
        """Its number alone, since who looks for a block means one of the enemy's."""
        return Text(f"block {self.number}", f"積み木{self.number}").get(language)


class Sighting(Struct, frozen=True, omit_defaults=True, gc=False):
    """What everybody sees of a block: its side, its hex, and face up its kind and level."""

    side: Side
    at: str
    kind: str = ""
    level: int = 0

    def name(self, block: str, labels: Labels) -> Text:
        """What its enemy calls it: `German block 14 in 0716 (North Cape): convoy, ID 2`."""
        number = int(block.rpartition("_")[2])
        short, place = block_text(self.side, number), labels(self.at)
        en, ja = f"{short.en} in {place.en}", f"{place.ja}の{short.ja}"
        if not self.kind:
            return BlockName(f"{en}, unidentified", f"{ja}・未識別", short, number)
        kind = labels(self.kind)
        return BlockName(f"{en}: {kind.en.lower()}, ID {self.level}", f"{ja}：{kind.ja}・ID{self.level}", short, number)


def block_text(side: str, number: int) -> Text:
    """What everybody calls a block."""
    return Text(f"{WHOSE[side].en} block {number}", f"{WHOSE[side].ja}の積み木{number}")


def with_sightings(labels: Labels, seen: Mapping[str, Sighting]) -> Labels:
    """The names of things, of the blocks that were seen with where they are."""
    return lambda value: seen[value].name(value, labels) if value in seen else labels(value)
