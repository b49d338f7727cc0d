"""Orders written with the names of things, in either language, say what the same orders say with ids."""

import re
from collections import Counter
from typing import Any

import pytest

from games.kernel.forms import Form
from games.kernel.text import Labels
from games.order_text.names import replace_names
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan
from tests.titles.loading import load
from tests.titles.test_schema import GAMES, met

_VALUE = re.compile(r"(?<=[\s,=])[^\s,=\"#]+(?=$|[\s,])")


def _spoken(written: str, form: Form[Any], labels: Labels, language: str) -> str:
    """The notation with names in the place of ids, where a name means one thing alone."""
    ids = list(dict.fromkeys(form.values()))
    names = {value: labels(value).get(language) for value in ids}
    common = Counter(name.casefold() for value in ids for name in {labels(value).en, labels(value).ja})

    def named(match: re.Match[str]) -> str:
        name = names.get(match[0], match[0])
        return match[0] if set(name) & set(',"#=') or common[name.casefold()] > 1 else name

    lines = written.splitlines()
    if isinstance(form, Orders | RulePlan):
        return "\n".join(line[: line.find(" ")] + _VALUE.sub(named, line[line.find(" ") :]) for line in lines)
    return "\n".join(_VALUE.sub(named, line) for line in lines)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES[::3], ids=lambda game: game[1])
def test_names_say_what_ids_say(game: Any, language: str) -> None:
    labels, told = load(game[0]).presentation.labels, 0
    for ask, answers in met(*game):
        for raw in answers:
            form = ask.form
            written = form.render(form.read(raw))
            spoken = _spoken(written, form, labels, language)
            told += spoken != written
            assert form.read(form.parse(replace_names(spoken, form, labels))) == form.read(raw), spoken
            assert form.read(form.parse(replace_names(written, form, labels))) == form.read(raw), written
    assert told > 20
