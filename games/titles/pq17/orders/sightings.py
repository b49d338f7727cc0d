"""6.1, 6.2 Blocks of the enemy as an order may name them: side, place, and public facts."""

from collections.abc import Mapping

from msgspec import Struct

from games.kernel.text import Labels, Text
from games.titles.pq17.components.pieces import Side

WHOSE = {"allied": Text("Allied", "連合軍"), "axis": Text("German", "ドイツ軍")}
"""The name of each side as an adjective."""


class BlockName(Text, frozen=True):
    """The name of a block, with its place and known facts.

    `short`: the name for long lists; `number`: the block's number.
    """

    short: Text
    number: int
    kind: str = ""

    def abbreviated(self, language: str) -> str:
        """Return the short name of the block: its side and number."""
        return self.short.get(language)

    def aliases(self, language: str) -> str:
        """Return other names for the block: its number without a side, and "the convoy" for a known convoy."""
        known = Text("|the convoy", "|輸送船団|船団") if self.kind == "convoy" else Text("", "")
        return Text(f"block {self.number}", f"積み木{self.number}").get(language) + known.get(language)


class Sighting(Struct, frozen=True, omit_defaults=True, gc=False):
    """The public facts about a block: its side and hex; for a face-up block also its kind and level."""

    side: Side
    at: str
    kind: str = ""
    level: int = 0

    def name(self, block: str, labels: Labels) -> Text:
        """Return the enemy's name for the block: `German block 14 in 0716 (North Cape): convoy, ID 2`."""
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
    """Return the public name of a block."""
    return Text(f"{WHOSE[side].en} block {number}", f"{WHOSE[side].ja}の積み木{number}")


def with_sightings(labels: Labels, seen: Mapping[str, Sighting]) -> Labels:
    """Return labels extended by the names of the seen enemy blocks, with their places.

    `seen`: the sightings by block id.
    """
    return lambda value: seen[value].name(value, labels) if value in seen else labels(value)
