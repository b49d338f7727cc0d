"""The fields of events from which a replay draws attacks and lost ships."""

from games.kernel.event_marks import MarkFields

MARK_FIELDS = {
    "revealed": MarkFields(shot=("ship", "targets")),
    "phantom_acted": MarkFields(shot=("ship", "targets")),
    "followed": MarkFields(shot=("ship", "target")),
    "fought": MarkFields(shot=("attacker.of", "defender.of")),
    "challenged": MarkFields(shot=("challenger.of", "responder.of")),
    "sunk": MarkFields(lost="card"),
    "captured": MarkFields(lost="card"),
    "removed": MarkFields(lost="card"),
}
