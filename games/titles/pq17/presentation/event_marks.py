"""The names of the event fields from which a replay draws marks: tracks of blocks and aircraft, fire, lost ships."""

from games.kernel.event_marks import MarkFields

MARK_FIELDS = {
    "block_moved": MarkFields(unit="force", track=("origin", "way")),
    "flown": MarkFields(track=("base", "at")),
    "ice_met": MarkFields(unit="force", track=("at", "into")),
    "air_fired": MarkFields(shot=("firer_unit", "target_unit")),
    "flak_fired": MarkFields(shot=("aircraft", "unit")),
    "guns_fired": MarkFields(shot=("ship", "target")),
    "torpedoes_ran": MarkFields(shot=("firer", "target"), lost="ships", lost_if="sunk"),
    "struck": MarkFields(shot=("unit", "ships"), lost="ships", lost_if="sunk"),
    "boat_fired": MarkFields(lost="ships", lost_if="sunk"),
    "ship_hit": MarkFields(lost="ship", lost_if="sunk"),
    "straggler_sunk": MarkFields(lost="ship"),
    "stragglers_attacked": MarkFields(shot=("by", "at"), lost="sunk"),
    "scuttled": MarkFields(lost="ship"),
    "raided": MarkFields(shot=("units", "place"), lost="sunk"),
    "mines_struck": MarkFields(lost="sunk"),
    "chance_encounter": MarkFields(lost="sunk"),
}
