"""11.0 Scenarios that cannot be played are refused, at the edge of each figure and place."""

import pytest

from games.titles.battleships.components.box import ComponentError, load
from tests.titles.battleships.box import FILES, Files

rule = pytest.mark.rule
FILE = "scenarios.toml"


def changed(old: str, new: str) -> Files:
    """The files with one thing changed in the scenarios."""
    before = FILES[FILE].decode()
    assert old in before, "the change must change something"
    return {**FILES, FILE: before.replace(old, new, 1).encode()}


def refused(old: str, new: str) -> str:
    with pytest.raises(ComponentError) as caught:
        load(changed(old, new))
    assert caught.value.file == FILE
    return str(caught.value)


@rule("battleships", "11.0")
@pytest.mark.parametrize(
    ("old", "least"),
    [
        ("turns = 14", 1),
        ("sight = 8", 1),
        ("margin = 10", 1),
        ("from_turn = 8", 1),
        ("count = 3", 1),
        ("hexes = 3", 1),
    ],
)
def test_turns_sight_margins_and_counts_are_one_at_least(old: str, least: int) -> None:
    name = old.partition(" ")[0]
    load(changed(old, f"{name} = {least}"))
    assert refused(old, f"{name} = {least - 1}")


@rule("battleships", "11.0")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('first = "british"', 'first = "italian"', "two sides"),
        ('german = ["gneisenau', 'allied = ["gneisenau', "two sides"),
        ('british = ["renown 2721 B 4", "gb_dd 2623 B 3"]\n', "", "two sides"),
        ('proposes = ["crews"]', 'proposes = ["crews", "magic"]', "magic: no such option"),
        ("renown 2721 B 4", "renown 2721 B", "an id, a hex, a heading and a speed"),
        ("renown 2721 B 4", "renown 2721 B x", "an id, a hex, a heading and a speed"),
        ("renown 2721 B 4", "yamato_x 2721 B 4", "no such counter"),
        ("renown 2721 B 4", "renown 2721 G 4", "no such hex or heading"),
        ("renown 2721 B 4", "renown 2735 B 4", "no such hex or heading"),
        ("renown 2721 B 4", "renown 1021 B 4", "no such hex or heading"),
        ("renown 2721 B 4", "renown 27 B 4", "no such hex or heading"),
        ("renown 2721 B 4", "renown 127121 B 4", "no such hex or heading"),
        ("renown 2721 B 4", "renown 2623 B 4", "the hex is taken, or land"),
        ("renown 2721 B 4", "renown 3315 B 4", "the hex is taken, or land"),
        ("hood 3016 C 3", "hood 3028 C 3", "the hex is taken, or land"),
        ("hood 3016 C 3", "hood 3427 C 3", "the hex is taken, or land"),
        ("renown 2721 B 4", "renown 2721 B 6", "she makes 5 at most"),
        ("gb_dd 2623 B 3", "gb_dd 2623 B 5", "she makes 4 at most"),
    ],
)
def test_units_lie_in_hexes_of_the_sea_by_themselves_and_go_no_faster_than_they_can(
    old: str, new: str, says: str
) -> None:
    """Shore batteries stand on land (3427); the destroyers are slowed by the sea of the first scenario (11.1)."""
    assert says in refused(old, new)


@rule("battleships", "11.0")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("renown 2721 B 4", "renown 2721 B 5"),
        ("gb_dd 2623 B 3", "gb_dd 2623 B 4"),
        ("renown 2721 B 4", "renown 1101 B 4"),
        ("renown 2721 B 4", "renown 5534 B 4"),
        ("hood 3016 C 3", "hood 3027 C 3"),
        ("gb_dd 2623 B 3", "gb_dd_3 2623 B 3"),
    ],
)
def test_what_is_just_so_much_is_taken(old: str, new: str) -> None:
    """Full speed, the map's corners, the hex off the coast; a counter that stands there more than once has a number."""
    assert load(changed(old, new)).battles
