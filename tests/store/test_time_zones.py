"""The time zones that may be named."""

from zoneinfo import available_timezones

from games.time_zones import time_zones


def test_all_that_the_machine_knows_are_known_and_looked_for_once() -> None:
    assert time_zones() == available_timezones()
    assert time_zones() is time_zones()
