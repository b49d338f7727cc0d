"""Find the sentences that the code contains in English and Japanese, which catalogues translate to other languages.

A sentence is two adjacent strings, the first without Japanese letters, the second with some: `Text("Red", "赤")`,
``say("{ship} is sunk.", "{ship}は沈没した。", ship=…)``, a line of a table.
An f-string cannot be translated, because its text contains the values.
"""

import ast
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

_JAPANESE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_LETTER = re.compile(r"[A-Za-z]")
_VALUE = re.compile(r"\{[^}]*\}")
_COUNTED = "counted"


@dataclass(frozen=True)
class Sentence:
    """A sentence in English and Japanese in the code."""

    en: str
    ja: str
    place: str
    """Its file and line."""
    plural: str = ""
    """The English plural; empty if it has none."""
    is_fixed: bool = False
    """True for an f-string, which a catalogue cannot translate."""


def in_python(source: str, path: str) -> Iterator[Sentence]:
    """Yield all sentences in the source code of a module, in order. `path`: the path to name in `Sentence.place`."""
    for node in sorted(_sequences(ast.parse(source)), key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Tuple):
            yield from (one for one in _pairs(node.elts, path) if not one.is_fixed or " " in one.en)
        elif getattr(node.func, "attr", "") == _COUNTED:
            yield from _counted(node.args, path)
        else:
            yield from _pairs(node.args, path)


def _sequences(tree: ast.AST) -> list[ast.Call | ast.Tuple]:
    """Return the calls and the tuples of two items. Longer tuples are lists of words that players write."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) or (isinstance(node, ast.Tuple) and len(node.elts) == 2)
    ]


def _pairs(items: list[ast.expr], path: str) -> Iterator[Sentence]:
    for first, second in pairwise(items):
        en, ja = _written(first), _written(second)
        if en is not None and ja is not None and _is_pair(en, ja):
            is_fixed = isinstance(first, ast.JoinedStr) or isinstance(second, ast.JoinedStr)
            yield Sentence(en, ja, f"{path}:{first.lineno}", is_fixed=is_fixed)


def _counted(items: list[ast.expr], path: str) -> Iterator[Sentence]:
    one, many, ja = (_written(item) or "" for item in items[1:4])
    yield Sentence(one, ja, f"{path}:{items[1].lineno}", plural=many)


def _written(node: ast.expr) -> str | None:
    """Return the text of a string in the source; of an f-string with {} for each value; None for other expressions."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def _is_pair(en: str, ja: str) -> bool:
    """Return True if `en` has words to translate and `ja` is its Japanese translation."""
    if _JAPANESE.search(en) or not _LETTER.search(_VALUE.sub("", en)):
        return False
    return bool(_JAPANESE.search(ja))


def in_table(text: str, path: str) -> Iterator[Sentence]:
    """Yield the sentences of a table: the columns ``en`` and ``ja``, or ``name`` and ``name_ja``."""
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    for number, row in enumerate(rows, start=2):
        for english, japanese in (("en", "ja"), ("name", "name_ja")):
            if row.get(english) and row.get(japanese):
                yield Sentence(row[english], row[japanese], f"{path}:{number}")


def in_folder(folder: Path, root: Path, *, without: Path | None = None) -> Iterator[Sentence]:
    """Yield the sentences of the modules and tables in a folder, except for those in the folder `without`."""
    for path in sorted(folder.rglob("*")):
        if "migrations" in path.parts or without in path.parents:
            continue
        if path.suffix == ".py":
            yield from in_python(path.read_text(encoding="utf-8"), str(path.relative_to(root)))
        elif path.suffix == ".tsv":
            yield from in_table(path.read_text(encoding="utf-8"), str(path.relative_to(root)))
