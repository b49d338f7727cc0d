"""The unambiguous short names of the things of a form, for Japanese sentences, which have no blanks."""

from functools import lru_cache

from games.kernel.catalogues import WRITTEN
from games.order_text.names import normalize_signs
from games.order_text.vocabulary import Vocabulary

MOST_FORMS = 4
"""The number of forms whose aliases are cached."""


@lru_cache(maxsize=MOST_FORMS)
def aliases_to_ids(words: Vocabulary) -> dict[str, str]:
    """Return the ids of the form's things by their aliases and abbreviations, in both languages.

    A name that contains blanks is a key, too; other names are recognized without this table. An alias or name that
    several things share is left out.
    """
    found: dict[str, dict[str, None]] = {}
    for value in dict.fromkeys(words.form.values()):
        label = words.labels(value)
        for language in WRITTEN:
            whole = label.get(language)
            besides = (label.abbreviated(language), *label.aliases(language).split("|"))
            for name in map(normalize_signs, (whole, *besides) if " " in whole else {*besides} - {whole}):
                found.setdefault(name, {})[value] = None
    return {name: next(iter(values)) for name, values in found.items() if len(name) > 1 and len(values) == 1}
