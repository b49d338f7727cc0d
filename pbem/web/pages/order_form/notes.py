"""Convert lines of a preview to notes on an order, with the details of odds. They are shown before submission."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.kernel.drafts import PreviewLine
from games.kernel.odds import Odds, chance_in_words, mean_with_name, signed
from pbem.web.pages.order_form.controls import Note
from pbem.web.pages.order_form.problem_names import ProblemNamer


def note_of(line: PreviewLine, names: ProblemNamer) -> Note:
    """Return a line of a draft's preview as a note for the page; its details explain the line's odds."""
    details = tuple(map(names.name_text, _details(line.odds, names.language))) if line.odds is not None else ()
    return Note(line.tone, names.name_text(line.text.get(names.language)), details)


def _details(odds: Odds, language: str) -> Iterator[str]:
    """Yield the lines that explain odds: all chances, each modifier with its rule, and what is not included."""
    chances = [f"{one.name.get(language)} {chance_in_words(one.chance)}" for one in (*odds.outcomes, *odds.also)]
    chances += [mean_with_name(one, language) for one in odds.expected]
    yield f"{odds.means.get(language)}: {' · '.join(chances)} ({_('rule %(rule)s') % {'rule': odds.rule}})"
    for one in odds.modifiers:
        amount = f"{signed(one.amount)} " if one.amount else ""
        yield f"{amount}{one.name.get(language)} ({_('rule %(rule)s') % {'rule': one.rule}})"
    if odds.note.en:
        yield odds.note.get(language)
