"""Kept games and turns: a new option leaves them as they are, and a difference shows the first event that differs."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import defstruct

from games.kernel.title import Title
from tests.titles import agreements
from tests.titles.kept_events import MARK, first_differing_event
from tests.titles.loading import keys, load
from tests.titles.whole_games import KeptGames, Recipe, first_difference, kept, recipes

ROOT = Path(__file__).parents[2]
LATER = "an_option_of_later"
ADD_OPTION = """
import ast, importlib.util, sys
from importlib import import_module

def add_option(key, name):
    module = f"games.titles.{key}.components.options"
    spec = importlib.util.find_spec(module)
    assert module not in sys.modules, "the options are imported too early"
    tree = ast.parse(spec.loader.get_source(module))
    (options,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Options"]
    options.body += ast.parse(f"{name}: bool = False").body
    ast.fix_missing_locations(tree)
    sys.modules[module] = importlib.util.module_from_spec(spec)
    exec(compile(tree, spec.origin, "exec"), sys.modules[module].__dict__)
"""
"""Adds an option to a title in memory, before anything else of the title is imported."""


def modules(key: str) -> list[str]:
    """The test modules of a title that keep turns or whole games."""
    return [path.stem for path in sorted((ROOT / "tests" / "titles" / key).glob("test_*.py"))
            if path.stem in ("test_kept_turns", "test_whole_games")]  # fmt: skip


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=[pytest.mark.thorough] * bool(number)) for number, key in enumerate(keys())]
)
def test_an_option_that_is_added_leaves_all_kept_turns_and_games_as_they_are(key: str) -> None:
    program = f"{ADD_OPTION}\nadd_option({key!r}, {LATER!r})\ncount = 0\n"
    for module in modules(key):
        program += f"kept = import_module('tests.titles.{key}.{module}').KEPT\n"
        program += "for name in kept.names: kept.check(name.values[0]); count += 1\n"
    program += f"title = import_module('tests.titles.loading').load({key!r})\n"
    program += f"print(count, {LATER!r} in title.options.type.__struct_fields__)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("WRITE_PLAYTHROUGHS", None)
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    count, is_added = done.stdout.split()
    folder = ROOT / "tests" / "titles" / key
    files = [*folder.glob("turns/*.txt"), *folder.glob("whole_games/*.txt")]
    assert int(count) == len(files) > 0
    assert is_added == "True"


def with_an_option_more(title: Title[Any]) -> Title[Any]:
    """The title with an option that does nothing."""
    longer = defstruct(
        "Options", [(LATER, bool, False)], bases=(title.options.type,), frozen=True, kw_only=True, omit_defaults=True
    )
    return title.evolve(type=longer)


@pytest.mark.parametrize("key", keys())
def test_options_are_drawn_by_name(key: str) -> None:
    title = load(key)
    scenario = next(iter(title.scenarios))
    dice, same = random.Random(1), random.Random(1)
    later = []
    for _ in range(20):
        old = agreements.combination(title, scenario, dice)
        new = agreements.combination(with_an_option_more(title), scenario, same)
        assert {name: getattr(new, name) for name in old.__struct_fields__} == {
            name: getattr(old, name) for name in old.__struct_fields__
        }
        later.append(getattr(new, LATER))
    assert set(later) == {True, False}


def test_a_new_option_changes_none_of_the_combinations_that_are_tried() -> None:
    title = load("battleships")
    old, new = agreements.sampled(title), agreements.sampled(with_an_option_more(title))
    names = title.options.type.__struct_fields__
    for scenario, row in old.items():
        plain = [title.options.type(**{name: getattr(options, name) for name in names}) for options in new[scenario]]
        assert plain[: len(row)] == row


def test_the_samples_show_every_value_that_is_possible() -> None:
    title = with_an_option_more(load("battleships"))
    shown = {
        value
        for row in agreements.sampled(title).values()
        for options in row
        for value in agreements.shown(title, options)
    }
    assert shown == set(agreements.values(title))


def test_recipes_that_are_kept_stay_and_a_new_option_gets_one_more() -> None:
    title = load("pirates")
    first = recipes(title)
    assert recipes(title, first) == first
    (more,) = recipes(with_an_option_more(title), first)[len(first) :]
    assert more.options[LATER] is True
    assert more.name not in {recipe.name for recipe in first}


SHORT = Recipe(scenario="solitaire", seed=5, bot="random")


@pytest.fixture(scope="module")
def game() -> list[str]:
    """The lines of a kept game of today."""
    return kept(load("pirates"), SHORT)


def test_a_difference_is_shown_as_a_diff_of_the_first_event_that_differs(game: list[str]) -> None:
    event = next(line for line in game if line.startswith(MARK) and '"seat":"red"' in line)
    at = game.index(event)
    stop = next(number for number in range(at, len(game)) if game[number][0] not in "=>")
    lines = [*game[:at], event.replace('"seat":"red"', '"seat":"blue"'), *game[at + 1 : stop], "0 0 0 0 0 0 0 0"]
    found = first_difference(load("pirates"), SHORT, lines)
    assert found.startswith("stop ")
    head = found.partition("\n")[0]
    assert re.search(r"answered by \w+; dice and cards by [^;]*\d\.\d[^;]*; asks red \w+ \([\d.]+\); event", head)
    assert re.search(r"is the first that differs, step \w+ \([\d.]+\), told to \w", head)
    assert '\n- "seat": "blue"' in found
    assert '\n+ "seat": "red"' in found
    assert sum(line[0] in "+-" for line in found.splitlines()[3:]) == 2


def test_without_a_difference_nothing_is_shown(game: list[str]) -> None:
    assert first_difference(load("pirates"), SHORT, game) == ""


def test_a_file_without_events_is_checked_by_its_digests(game: list[str]) -> None:
    lines = [line for line in game if not line.startswith(MARK)]
    assert first_difference(load("pirates"), SHORT, lines) == ""
    assert "does not record its events" in first_difference(load("pirates"), SHORT, ["0 0 0 0 0 0 0 0", *lines[1:]])


def test_an_event_that_is_missing_or_new_is_shown_whole() -> None:
    gone, come = '= deal {"event":"dealt"}', '= deal {"event":"won"}'
    assert '- "event": "won"' in first_differing_event([gone, come], [gone])
    assert '+ "event": "won"' in first_differing_event([gone], [gone, come])
    assert first_differing_event([gone], [gone]) == "The events are the same."


def test_a_failure_names_the_game_and_no_way_to_overwrite_it(tmp_path: Path, game: list[str]) -> None:
    head = '# {"scenario":"solitaire","seed":5,"bot":"random"}'
    (tmp_path / "solitaire-random-5.txt").write_text("\n".join([head, "0 0 0 0 0 0 0 0"]))
    with pytest.raises(AssertionError) as failure:
        KeptGames(load("pirates"), tmp_path).check("solitaire-random-5")
    assert "solitaire-random-5: stop 0 differs" in str(failure.value)
    assert "WRITE_PLAYTHROUGHS" not in str(failure.value)
