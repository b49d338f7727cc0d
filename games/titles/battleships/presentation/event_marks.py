"""The fields of events from which a replay draws tracks, gunfire, torpedoes and lost ships."""

from games.kernel.event_marks import MarkFields

MARK_FIELDS = {
    "moved": MarkFields(unit="ship", track=("origin", "way")),
    "marked": MarkFields(shot=("firer", "target")),
    "fired": MarkFields(shot=("firer", "target")),
    "secondaries": MarkFields(shot=("firer", "target")),
    "strayed": MarkFields(shot=("firer", "target")),
    "bombarding": MarkFields(shot=("ship", "place")),
    "bombarded": MarkFields(shot=("ship", "place")),
    "launched": MarkFields(shot=("ship", "target")),
    "sunk": MarkFields(lost="ship"),
    "departed": MarkFields(lost="ship", lost_if="lost"),
}
