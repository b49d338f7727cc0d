"""What a row of the tables of refusals says, and how it is provoked."""

import csv
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.kernel.errors import GameError, Problem
from games.kernel.forms import Form
from tests.titles.refusals.places import Place, recorded


class Row(NamedTuple):
    """An answer to a question, or options of a game, and one of the refusals that it meets."""

    title: str
    position: str
    said: str
    pointer: str
    code: str
    rule: str
    en: str
    ja: str

    def __str__(self) -> str:
        return f"{self.title} {self.position}: {self.said}".replace("\n", " / ")


def table(title: str) -> list[Row]:
    """The rows of a title: position, answer, pointer, code, rule and words, parted by tabs; `\\n` parts lines."""
    with (Path(__file__).parent / f"{title}.tsv").open(encoding="utf-8", newline="") as file:
        found = [Row(title, *row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    return [row._replace(said=row.said.replace("\\n", "\n")) for row in found]


class Met(NamedTuple):
    """The refusals that an answer met, and the places that made them."""

    problems: tuple[Problem, ...]
    places: frozenset[Place]


Provoke = Callable[[str], Iterable[Problem]]


def answering(make: Callable[[], Form[Any]], spelled: Callable[[str], str] = str) -> Provoke:
    """Answers to the question of a position, in the text notation."""

    def provoke(said: str) -> Iterable[Problem]:
        form = make()
        try:
            return list(form.problems(form.read(form.parse(spelled(said)))))
        except GameError as error:
            return error.problems

    return provoke


@cache
def met(provoke: Provoke, said: str) -> Met:
    """What is said in a position, and what it meets."""
    with recorded() as found:
        problems = tuple(provoke(said))
    return Met(problems, frozenset(found))
