"""Aliases with a single meaning, for sentences without blanks."""

from functools import lru_cache

from games.kernel.catalogues import WRITTEN
from games.order_text.names import normalize_signs
from games.order_text.vocabulary import Vocabulary

MOST_FORMS = 4
"""The number of forms whose aliases are cached while an e-mail's lines are read."""


@lru_cache(maxsize=MOST_FORMS)
def aliases_to_ids(words: Vocabulary) -> dict[str, str]:
    """Return the id for each alias that means only one thing, and for each name with blanks."""
    found: dict[str, dict[str, None]] = {}
    for value in dict.fromkeys(words.form.values()):
        label = words.labels(value)
        for language in WRITTEN:
            whole = label.get(language)
            besides = (label.abbreviated(language), *label.aliases(language).split("|"))
            for name in map(normalize_signs, (whole, *besides) if " " in whole else {*besides} - {whole}):
                found.setdefault(name, {})[value] = None
    return {name: next(iter(values)) for name, values in found.items() if len(name) > 1 and len(values) == 1}
