"""Which tests a mutant is tried with, when there is no time for all that reach it."""

from coverage.numbits import nums_to_numbits

from tools.mutate.reach import CoveredLines, SuiteCoverage

GAME = "tests/test_whole_games.py::test_a_whole_game_is_what_it_was"
PATH = "part/rules.py"


def reached(seconds: float, *lines: int) -> CoveredLines:
    return CoveredLines(seconds=seconds, lines={PATH: nums_to_numbits(lines)})


REACH = SuiteCoverage(
    tests={
        "short": reached(1, 1, 2),
        "refused": reached(2, 1, 2, 9),
        "long": reached(4, 1, 2),
        f"{GAME}[one]": reached(5, 1, 2, 3),
        f"{GAME}[two]": reached(6, 1),
        "longest": reached(9, 1, 2, 3),
    }
)
BY_TIME = list(REACH.tests)
TELLING = ["refused", f"{GAME}[one]", "longest", "short", "long", f"{GAME}[two]"]


def test_a_test_tells_more_of_a_function_the_fewer_come_where_it_does() -> None:
    assert REACH.by_specificity(PATH, range(1, 10), BY_TIME) == TELLING
    assert REACH.by_specificity(PATH, range(1, 2), BY_TIME) == BY_TIME, "all come to the first line"


def test_the_quickest_the_most_telling_then_whole_games() -> None:
    assert REACH.tests_within(10, BY_TIME, TELLING) == ["short", "refused", f"{GAME}[one]"]
    assert REACH.tests_within(20, BY_TIME, TELLING) == ["short", "refused", "long", f"{GAME}[one]", f"{GAME}[two]"]


def test_what_is_too_long_does_not_keep_away_what_still_fits() -> None:
    assert REACH.tests_within(4, BY_TIME, TELLING) == ["short", "refused"]
    assert REACH.tests_within(12, ["longest", *BY_TIME], TELLING) == ["short", "refused", f"{GAME}[one]", "long"]


def test_without_a_limit_every_test_takes_part_once() -> None:
    assert sorted(REACH.tests_within(float("inf"), BY_TIME, TELLING)) == sorted(BY_TIME)


def test_what_is_longer_than_the_whole_time_is_tried_rather_than_nothing() -> None:
    assert REACH.tests_within(3, ["longest"], ["longest"]) == ["longest"]
