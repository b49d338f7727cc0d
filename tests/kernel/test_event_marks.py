"""The marks of an event: what a line of the log speaks of on the board."""

from games.kernel.event_marks import EventMarks, MarkFields, read_event_marks

FIELDS = {
    "moved": MarkFields(unit="ship", track=("origin", "way")),
    "fought": MarkFields(shot=("attacker.of", "targets")),
    "struck": MarkFields(lost="ships", lost_if="sunk"),
    "gone": MarkFields(lost="ship", lost_if="lost"),
}


def test_a_track_has_its_places_in_order() -> None:
    event = {"event": "moved", "ship": "hood", "origin": "0101", "way": ["0102", "0103"], "speed": 3}
    found = read_event_marks(event, FIELDS)
    assert (found.unit, found.track) == ("hood", ("0101", "0102", "0103"))
    assert {"hood", "0101", "0102", "0103"} <= {*found.names}
    assert "moved" not in found.names


def test_a_shot_goes_from_a_nested_field_to_every_target() -> None:
    event = {"event": "fought", "attacker": {"of": "wolf"}, "targets": ["dee", "hudson"]}
    assert read_event_marks(event, FIELDS).shots == (("wolf", "dee"), ("wolf", "hudson"))


def test_only_flagged_units_are_lost() -> None:
    assert read_event_marks({"event": "struck", "ships": ["a", "b"], "sunk": [False, True]}, FIELDS).lost == ("b",)
    assert read_event_marks({"event": "gone", "ship": "a", "lost": True}, FIELDS).lost == ("a",)
    assert read_event_marks({"event": "gone", "ship": "a"}, FIELDS).lost == ()


def test_an_event_that_is_passed_on_has_its_own_marks() -> None:
    inner = {"event": "moved", "ship": "hood", "origin": "0101", "way": ["0102"]}
    assert read_event_marks({"event": "news", "news": inner}, FIELDS) == read_event_marks(inner, FIELDS)


def test_a_table_names_its_keys() -> None:
    assert "red" in read_event_marks({"event": "rolled", "rolls": {"red": 3}}, FIELDS).names


def test_an_event_without_fields_names_what_it_holds() -> None:
    assert read_event_marks({"event": "seen", "at": "0101", "who": ""}, FIELDS) == EventMarks(("at", "0101", "who"))
