"""Orders of every title as e-mails bring them: ids and names in either language say the same."""

from typing import Any

import pytest

from games import registry
from games.kernel.catalogues import WRITTEN
from games.kernel.forms import Form
from games.kernel.text import Labels
from games.order_text import parse_lines
from games.orders.order_set import Orders
from tests.sampling import rest_thorough
from tests.titles.loading import load
from tests.titles.test_naming import _spoken
from tests.titles.test_schema import GAMES, met
from worker.mail.inbound.command_parser import _HEADS, _WORDS, reserved_words, split_commands
from worker.mail.inbound.line_normalizer import to_notation_signs

LETTERS = [*GAMES[::4], ("pq17", "jw55b", {})]


@pytest.mark.parametrize("game", rest_thorough(LETTERS, 2), ids=lambda game: game[1])
def test_a_letter_says_what_its_writer_wrote(game: Any) -> None:
    labels = load(game[0]).presentation.labels
    for ask, answers in met(*game):
        form = ask.form
        for raw in answers:
            for text in _said(form.render(form.read(raw)), form, labels):
                lines = text.splitlines()
                commands, orders = split_commands(
                    [to_notation_signs(line) for line in lines], lines, reserved_words(form)
                )
                found = parse_lines(orders, form, labels)
                assert (commands, found.refused) == ([], ()), text
                assert found.text is not None, text
                assert form.read(form.parse(found.text)) == form.read(raw), text


def _said(written: str, form: Form[Any], labels: Labels) -> set[str]:
    """The notation, and the same with names for ids or for verbs, in each language."""
    spoken = {_spoken(written, form, labels, language) for language in WRITTEN}
    return {written, *spoken, *(_with_verbs(written, form, labels, language) for language in WRITTEN)}


def _with_verbs(written: str, form: Form[Any], labels: Labels, language: str) -> str:
    """The notation with the names of verbs in the place of verbs."""
    if not isinstance(form, Orders):
        return written
    names = {verb.replace("_", "-"): labels(verb).get(language) for verb in form.templates_by_verb}
    pieces = (line.partition(" ") for line in written.splitlines())
    return "\n".join(f"{names.get(verb, verb)}{blank}{rest}" for verb, blank, rest in pieces)


@pytest.mark.parametrize("key", registry.title_keys())
def test_no_verb_of_a_title_is_a_command_of_letters(key: str) -> None:
    """What a form takes for itself is no command; so these would be missed, in that title."""
    commands = {*_WORDS, *(head for head, _ in _HEADS)}
    for game in (one for one in GAMES if one[0] == key):
        for ask, _ in met(*game):
            verbs = set(ask.form.templates_by_verb) if isinstance(ask.form, Orders) else set()
            assert not commands & {verb.replace("_", " ") for verb in verbs}, verbs
