"""What players look up: entries by their ids, and what copies of a thing have in common."""

from games.kernel.reference import Chapter, Entry, entries_in, entry_of, facts, number
from games.kernel.text import Text


def entry(name: str) -> Entry:
    return Entry(name, Text(name, name))


TRAP, BIG_TRAP, SMOKE = entry("trap"), entry("big_trap"), entry("smoke")
CARDS = entries_in((Chapter("cards", Text("c", "c"), (TRAP, BIG_TRAP)), Chapter("signs", Text("s", "s"), (SMOKE,))))


def test_a_copy_has_the_entry_of_its_kind() -> None:
    assert entry_of("trap", CARDS) is TRAP
    assert entry_of("trap_2", CARDS) is TRAP
    assert entry_of("trap_2_b", CARDS) is TRAP
    assert entry_of("big_trap_2", CARDS) is BIG_TRAP
    assert entry_of("smoke", CARDS) is SMOKE
    assert entry_of("mine_2", CARDS) is None
    assert entry_of("mine", CARDS) is None


def test_figures_that_are_nought_or_empty_are_left_out() -> None:
    told = facts(
        (Text("hull", "船"), 3),
        (Text("guns", "砲"), 0),
        (Text("class", "級"), ""),
        (Text("crew", "員"), Text("x", "y")),
    )
    assert [(fact.name.en, fact.value) for fact in told] == [("hull", number(3)), ("crew", Text("x", "y"))]
