"""Check that every text for users exists in Japanese, and report the coverage of other languages.

The server's texts are in gettext catalogues: all strings marked in Python and in templates need a translation with the
same placeholders, and the `.mo` must match the `.po`. The titles contain English and Japanese in `Text(en, ja)`, and
neither may be empty. Japanese texts have Japanese punctuation, without spaces beside it. The boards' fonts must have
all characters. No gettext programs are needed.

Other languages may lack sentences, which then appear in English, but their catalogues must be valid. They contain the
server's marked strings and the sentences that the code has in both languages; the sentences of a title are in the
title's own catalogue.
"""

import ast
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tools import po, sentences

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("pbem", "games", "api", "worker")
LANGUAGES = ("ja",)
"""The languages that must be complete."""
SERVER = "django"
"""The name of the server's catalogue; the catalogue of a title has the title's key as its name."""
FUNCTIONS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"}
_STRING = r"u?(?:'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")"
_CALL = re.compile(rf"\b(n?p?gettext|_)\(\s*((?:{_STRING}\s*,?\s*)+)")
_MARK = re.compile(r"gettext|\b_\(")
"""A module without these words marks no string, and is not parsed."""
_PLACEHOLDER = re.compile(r"%\(\w+\)[a-zA-Z]|%[sd]|\{\w*(?:![rs])?(?::[^}]*)?\}")
_LETTER = "[\u3040-\u30ff\u3400-\u9fff々〆）」』]"
_MARKS = "、。！？：；（）「」『』"
_HALF_WIDTH = re.compile(
    "|".join(
        (
            rf"{_LETTER} ?[?!:;,](?!//)",
            rf"[?!:;,] ?(?={_LETTER})",
            rf"(?<![0-9])[?!:;,] ?(?=[0-9]+{_LETTER})",
            rf"{_LETTER} ?\(",
            rf"\((?={_LETTER})",
            rf"{_LETTER}\)",
            rf"\)(?=[{_LETTER[1:-1]}{_MARKS}])",
            r"[。、！？：；] (?![—·/(]|$)",
            rf"(?<=[{_LETTER[1:-1]}]) [（「『。、！？：；]",
        )
    )
)
"""Punctuation of European width beside a Japanese letter, and a space that Japanese does not have."""
_EXEMPT = re.compile(r"日\(D\)|「[?,]」")
"""The weekday in the format of a date, and marks of the notation in quotes."""
TITLE_FILES = frozenset({".py", ".toml", ".tsv", ".json"})
FONT = ROOT / "pbem" / "assets" / "fonts" / "NotoSansJP-Regular.ttf"


def in_python(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the marked strings of a module with their lines."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if name in FUNCTIONS and words:
            yield words[0], node.lineno
        elif name in WITH_CONTEXT and len(words) > 1:
            yield f"{words[0]}{po.CONTEXT_MARK}{words[1]}", node.lineno


def in_template(source: str) -> Iterator[tuple[str, int]]:
    """Yield the marked strings of a Django template, found by Django's own parser."""
    from django.utils.translation.template import templatize

    text = templatize(source)
    for match in _CALL.finditer(text):
        words = [ast.literal_eval(word.lstrip("u")) for word in re.findall(_STRING, match[2])]
        with_context = match[1] in WITH_CONTEXT and len(words) > 1
        key = f"{words[0]}{po.CONTEXT_MARK}{words[1]}" if with_context else words[0]
        yield key, text.count("\n", 0, match.start()) + 1


def marked(root: Path) -> Iterator[tuple[str, str]]:
    """Yield every marked string of the server with its place."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.suffix == ".py" and "migrations" not in path.parts:
                source = path.read_text(encoding="utf-8")
                found = in_python(ast.parse(source)) if _MARK.search(source) else iter(())
            elif path.suffix in {".html", ".txt"} and "templates" in path.parts:
                found = in_template(path.read_text(encoding="utf-8"))
            else:
                continue
            for key, line in found:
                yield key, f"{path.relative_to(root)}:{line}"


def catalogue_problems(catalogue: Path, wanted: dict[str, str]) -> list[str]:
    """Return the problems of a `.po` file and its `.mo` file; `wanted` has each used string with its place in code."""
    messages = {message.key: message for message in po.read_po(catalogue.read_text(encoding="utf-8"))}
    name = catalogue.relative_to(catalogue.parents[3])
    found = [f"{where}: not in {name}: {key!r}" for key, where in wanted.items() if key not in messages]
    for message in messages.values():
        found += [f"{name}:{message.line}: {problem}" for problem in message_problems(message)]
    return found + list(stale(catalogue, messages.values()))


def stale(catalogue: Path, messages: Iterable[po.Message]) -> Iterator[str]:
    """Yield a problem if the `.mo` does not match the `.po`."""
    compiled = catalogue.with_suffix(".mo")
    good = {one.key: one.translations for one in messages if not one.fuzzy and is_translated(one)}
    if not compiled.exists() or po.read_mo(compiled) != good:
        language = catalogue.parents[1].name
        command = (
            f"django-admin compilemessages -l {language}"
            if language in LANGUAGES
            else f"python -m tools.messages {language}"
        )
        yield f"{compiled.relative_to(catalogue.parents[3])} is stale: run {command}"


def is_translated(message: po.Message) -> bool:
    """Return True if an entry has a translation, for each plural form."""
    return bool(message.translations) and all(message.translations)


def catalogue_path(root: Path, language: str, name: str) -> Path:
    """Return the path of the catalogue of the server or of a title."""
    folder = root if name == SERVER else root / "games" / "titles" / name
    return folder / "locale" / language / "LC_MESSAGES" / f"{name}.po"


def added_catalogues(root: Path) -> list[Path]:
    """Return the paths of the catalogues of the additional languages, which are not written in the code."""
    found = [*root.glob("locale/*/LC_MESSAGES/*.po"), *root.glob("games/titles/*/locale/*/LC_MESSAGES/*.po")]
    return sorted(path for path in found if path.parents[1].name not in LANGUAGES)


@cache
def translatable(root: Path, name: str) -> dict[str, sentences.Sentence]:
    """Return the sentences that the catalogue `name` of an additional language can translate, by message id."""
    titles = root / "games" / "titles"
    if name != SERVER:
        return {one.en: one for one in sentences.in_folder(titles / name, root)}
    found = {one.en: one for package in PACKAGES for one in sentences.in_folder(root / package, root, without=titles)}
    return {**found, **{key: sentences.Sentence(key, "", where) for key, where in marked(root)}}


def added_problems(root: Path, catalogue: Path) -> Iterator[str]:
    """Yield the problems of an additional language's catalogue; a sentence without a translation is no problem."""
    messages = list(po.read_po(catalogue.read_text(encoding="utf-8")))
    for message in messages:
        if is_translated(message):
            for problem in message_problems(message):
                yield f"{catalogue.relative_to(root)}:{message.line}: {problem}"
    yield from stale(catalogue, messages)
    for one in translatable(root, catalogue.stem).values():
        if one.is_fixed:
            yield f"{one.place}: placeholders instead of an f-string, so that it can be translated: {one.en!r}"


def disagreements(catalogues: Iterable[Path]) -> Iterator[str]:
    """Yield the sentences that two catalogues of a language translate differently, because only one would be used."""
    known: dict[tuple[str, str], tuple[Path, list[str]]] = {}
    for catalogue in catalogues:
        for message in po.read_po(catalogue.read_text(encoding="utf-8")):
            if not is_translated(message):
                continue
            first, said = known.setdefault((catalogue.parents[1].name, message.key), (catalogue, message.translations))
            if said != message.translations:
                yield f"{catalogue.name}:{message.line}: {message.key!r} is {said} in {first.name}: add a msgctxt"


def missing(root: Path, catalogue: Path) -> list[sentences.Sentence]:
    """Return the sentences that have no translation in a catalogue."""
    messages = po.read_po(catalogue.read_text(encoding="utf-8"))
    good = {message.texts["msgid"] for message in messages if is_translated(message) and not message.fuzzy}
    wanted = translatable(root, catalogue.stem)
    return [one for key, one in wanted.items() if key.rpartition(po.CONTEXT_MARK)[2] not in good]


def coverage(root: Path = ROOT) -> Iterator[str]:
    """Yield a line about the coverage of each additional language's catalogues."""
    for catalogue in added_catalogues(root):
        wanted, lacking = translatable(root, catalogue.stem), missing(root, catalogue)
        count = len(wanted) - len(lacking)
        yield f"{catalogue.parents[1].name}, {catalogue.stem}: {count} of {len(wanted)} sentences translated"


def message_problems(message: po.Message) -> Iterator[str]:
    """Yield the problems of one entry of a catalogue."""
    if message.fuzzy:
        yield "marked fuzzy"
    if not is_translated(message):
        yield "not translated"
        return
    allowed = {name for source in message.sources for name in _PLACEHOLDER.findall(source)}
    for text in message.translations:
        if not set(_PLACEHOLDER.findall(text)) <= allowed:
            yield f"placeholders differ from the original's ({', '.join(sorted(allowed)) or 'none'})"


def empty_texts(root: Path) -> Iterator[str]:
    """Yield each `Text(en, ja)` of games and worker in which a language is empty or missing."""
    for path in sorted((root / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text"):
                continue
            values = [*node.args, *(word.value for word in node.keywords)]
            empty = [value for value in values if isinstance(value, ast.Constant) and value.value == ""]
            if len(empty) == 1:  # both empty is a deliberate "nothing to say"
                yield f"{path.relative_to(root)}:{node.lineno}: a Text that lacks a language"


def half_width(root: Path) -> Iterator[str]:
    """Yield each Japanese text with half-width punctuation, or with a space beside Japanese punctuation."""
    for package in PACKAGES:
        for one in sentences.in_folder(root / package, root):
            yield from _half_width(one.ja, one.place)
    for catalogue in root.glob("locale/ja/LC_MESSAGES/*.po"):
        for message in po.read_po(catalogue.read_text(encoding="utf-8")):
            for text in message.translations:
                yield from _half_width(text, f"{catalogue.relative_to(root)}:{message.line}")


def _half_width(text: str, place: str) -> Iterator[str]:
    if found := _HALF_WIDTH.search(_EXEMPT.sub("", text)):
        yield f"{place}: punctuation that is not Japanese, {found[0]!r}: {text!r}"


def undrawable(root: Path, font: Path) -> list[str]:
    """Return the characters of titles and catalogues that the boards' font lacks."""
    from fontTools.ttLib import TTFont

    drawable = set(TTFont(font).getBestCmap())
    found: dict[str, str] = {}
    titles = (path for path in (root / "games" / "titles").rglob("*") if path.suffix in TITLE_FILES)
    for path in sorted({*titles, *(root / "locale").rglob("*.po"), *added_catalogues(root)}):
        for char in set(path.read_text(encoding="utf-8")):
            if ord(char) > 126 and ord(char) not in drawable:
                found.setdefault(char, str(path.relative_to(root)))
    return [f"{where}: the font has no {char!r}: see tools/subset_fonts.py" for char, where in found.items()]


def problems(root: Path = ROOT) -> list[str]:
    """Return all problems."""
    wanted: dict[str, str] = {}
    for key, where in marked(root):
        wanted.setdefault(key, where)
    found = [*empty_texts(root), *half_width(root), *undrawable(root, FONT)]
    for language in LANGUAGES:
        catalogues = sorted(root.glob(f"**/locale/{language}/LC_MESSAGES/django.po"))
        catalogues = [path for path in catalogues if ".venv" not in path.parts]
        if wanted and not catalogues:
            found.append(f"there is no catalogue for {language}, and {len(wanted)} strings to translate")
        for catalogue in catalogues:
            found += catalogue_problems(catalogue, wanted)
    for catalogue in added_catalogues(root):
        found += added_problems(root, catalogue)
    return found + list(disagreements(added_catalogues(root)))


def main() -> int:
    """Print the problems; return 1 if there are any."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    found = problems()
    print("\n".join([*found, *coverage()]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
