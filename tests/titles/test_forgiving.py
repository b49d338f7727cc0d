"""Orders of every title as they come in a letter: by ids or by names in either language, they say the same."""

from typing import Any

import pytest

from games import registry
from games.kernel.forgiving import understand_lines
from games.kernel.orders import Orders
from tests.titles.loading import load
from tests.titles.test_naming import _spoken
from tests.titles.test_schema import GAMES, met
from worker.inbound.commands import _HEADS, _WORDS


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES[::4], ids=lambda game: game[1])
def test_a_letter_says_what_its_writer_wrote(game: Any, language: str) -> None:
    labels = load(game[0]).labels
    for ask, answers in met(*game):
        form = ask.form
        for raw in answers:
            written = form.render(form.read(raw))
            for text in {written, _spoken(written, form, labels, language)}:
                found = understand_lines(text.splitlines(), form, labels)
                assert found.refused == (), text
                assert found.text is not None, text
                assert form.read(form.parse(found.text)) == form.read(raw), text


@pytest.mark.parametrize("key", registry.title_keys())
def test_no_verb_of_a_title_is_a_command_of_letters(key: str) -> None:
    """What a form takes for itself is no command; so these would be missed, in that title."""
    commands = {*_WORDS, *(head for head, _ in _HEADS)}
    for game in (one for one in GAMES if one[0] == key):
        for ask, _ in met(*game):
            verbs = set(ask.form.by_verb) if isinstance(ask.form, Orders) else set()
            assert not commands & {verb.replace("_", " ") for verb in verbs}, verbs
