"""13.0c The block of which a side's listeners learn more."""

from games.kernel.forms import Choose
from games.kernel.text import Labels
from games.titles.pq17.orders.sightings import Sighting, with_sightings


class BlockForm(Choose, frozen=True, kw_only=True, tag="pq17.block"):
    """One of the enemy's blocks at sea, each with where it is and what lies open of it."""

    seen: dict[str, Sighting] = {}

    def named(self, labels: Labels) -> Labels:
        return with_sightings(labels, self.seen)

    def identity(self) -> str:
        """That of a plain choice: journals of games that began before there was more to say stay as they are."""
        return str(Choose.__struct_config__.tag)
