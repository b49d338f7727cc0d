"""Update the gettext catalogues of a language: ``python -m tools.messages de``; run it again after translating.

Each sentence without a translation gets an empty entry, and the catalogues are compiled. Without the name of a title,
the server's catalogue and all existing ones are updated; `python -m tools.messages de goeben` creates the catalogue of
a title.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import po, translations
from tools.sentences import Sentence

HEADER = """Project-Id-Version: Sealed Orders
Language: {language}
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
Plural-Forms: nplurals=2; plural=(n != 1);
"""
"""The header of a new catalogue, with the plural rule of most European languages."""


def update(root: Path, language: str, name: str) -> Path:
    """Add missing entries to the catalogue `name` (of a title or the server), compile it, and return its path."""
    path = translations.catalogue_path(root, language, name)
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    head = (old and po.header(old)) or HEADER.format(language=language)
    known = {message.key: message for message in po.read_po(old)}
    wanted = translations.translatable(root, name)
    plurals = dict(_plurals(root)) if name == translations.SERVER else {}
    contexts = [one for key, one in known.items() if "msgctxt" in one.texts and key not in wanted]
    named = {one.texts["msgid"] for one in contexts}
    entries = [
        (known.get(key) or _entry(key, one, plurals.get(key, "")), one.place)
        for key, one in wanted.items()
        if key in known or key not in named
    ]
    entries += [(one, "with a context of its own") for one in contexts]
    text = po.write_po(f"{language}: texts of Sealed Orders, {name}.", head, entries)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.with_suffix(".mo").write_bytes(po.compile_po(text))
    return path


def _entry(key: str, sentence: Sentence, plural: str) -> po.Message:
    context, mark, words = key.rpartition(po.CONTEXT_MARK)
    plural = sentence.plural or plural
    texts = {"msgctxt": context} if mark else {}
    texts["msgid"] = words
    texts |= {"msgid_plural": plural, "msgstr[0]": "", "msgstr[1]": ""} if plural else {"msgstr": ""}
    return po.Message(line=0, texts=texts)


def _plurals(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the marked strings that have a plural, each with the plural, from the Japanese catalogue."""
    catalogue = translations.catalogue_path(root, "ja", translations.SERVER)
    for message in po.read_po(catalogue.read_text(encoding="utf-8")):
        if plural := message.texts.get("msgid_plural"):
            yield message.key, plural


def main(words: Sequence[str]) -> int:
    """Update the catalogues of a language, and print how complete they are.

    `words` are the code of the language and, to create the catalogue of a title, its key.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    parser = argparse.ArgumentParser(prog="tools.messages", description="Update and compile catalogues.")
    parser.add_argument("language", help="the folder of the language: de, pt_BR")
    parser.add_argument("title", nargs="*", help="a title to be translated as well")
    asked = parser.parse_args(words)
    if asked.language in translations.LANGUAGES:
        parser.error("its texts stand in the code, and its catalogue is compiled with django-admin compilemessages")
    present = [path.stem for path in translations.added_catalogues(translations.ROOT)]
    for name in dict.fromkeys([translations.SERVER, *present, *asked.title]):
        path = update(translations.ROOT, asked.language, name)
        wanted, lacking = (
            translations.translatable(translations.ROOT, name),
            translations.missing(translations.ROOT, path),
        )
        print(f"{path.relative_to(translations.ROOT)}: {len(wanted) - len(lacking)} of {len(wanted)} translated")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
