"""13.0c The form that chooses the block about which a side's listeners learn more."""

from games.kernel.forms import Choose
from games.kernel.text import Labels
from games.titles.pq17.orders.sightings import Sighting, with_sightings


class BlockForm(Choose, frozen=True, kw_only=True, tag="pq17.block"):
    """The enemy's blocks at sea, each with its place and its public facts."""

    seen: dict[str, Sighting] = {}

    def labels_in_context(self, labels: Labels) -> Labels:
        return with_sightings(labels, self.seen)

    def identity(self) -> str:
        """Return the identity of a plain choice, so that journals from before the extra fields stay readable."""
        return str(Choose.__struct_config__.tag)
