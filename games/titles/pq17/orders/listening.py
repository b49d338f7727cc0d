"""13.0c The form to choose an enemy block about which a side's radio intelligence learns more."""

from games.kernel.forms import Choose
from games.kernel.text import Labels
from games.titles.pq17.orders.sightings import Sighting, with_sightings


class BlockForm(Choose, frozen=True, kw_only=True, tag="pq17.block"):
    """A choice among the enemy's blocks at sea. `seen`: the public facts about each block."""

    seen: dict[str, Sighting] = {}

    def labels_in_context(self, labels: Labels) -> Labels:
        return with_sightings(labels, self.seen)

    def identity(self) -> str:
        """Return the tag of the base form `Choose`.

        Journals that were recorded before the field `seen` existed stay readable by this.
        """
        return str(Choose.__struct_config__.tag)
