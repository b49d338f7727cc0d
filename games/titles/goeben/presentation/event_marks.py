"""The fields of events from which a replay draws marks: the tracks of ships, fire, and lost ships."""

from games.kernel.event_marks import MarkFields

MARK_FIELDS = {
    "sailed": MarkFields(unit="ship", track=("start", "route")),
    "scouted": MarkFields(shot=("ship", "space")),
    "fired": MarkFields(shot=("ship", "target")),
    "raided": MarkFields(shot=("ship", "space")),
    "ship_sunk": MarkFields(lost="ship"),
    "ship_gone": MarkFields(lost="ship"),
    "consort_lost": MarkFields(lost="ship"),
    "hazard": MarkFields(lost="struck"),
    "mines_struck": MarkFields(lost="lost"),
}
