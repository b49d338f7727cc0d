"""Check the vocabulary: banned words in names, in docstrings and comments, and in the texts that users read.

`vocabulary.toml` lists the banned words, each with the term to use instead.
"""

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools import translations
from tools.python_files import ROOT, nodes_of, python_files

LIST = Path(__file__).with_suffix(".toml")
_DESCRIPTIONS = frozenset({"about", "description", "summary"})
"""Keyword arguments in the code whose values are texts of the API's document."""
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def banned(path: Path = LIST) -> dict[str, dict[str, str]]:
    """Return the banned words, each with the term to use instead, by section: ``names``, ``prose``, ``texts``."""
    sections: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return sections


def name_problems(tree: ast.Module, module: str, words: Mapping[str, str]) -> Iterator[str]:
    """Yield each banned word in the name of a module, and in the names that the module defines."""
    for line, name in [(1, module), *_defined(tree)]:
        for word in _WORD.findall(name):
            if word.lower() in words:
                yield f"{line}: {name}: not {word.lower()!r} but {words[word.lower()]}"


def prose_problems(source: str, tree: ast.Module, words: Mapping[str, str]) -> Iterator[str]:
    """Yield the banned phrases in a module's docstrings and comments."""
    found = re.compile(rf"\b({'|'.join(map(re.escape, words))})\b", re.IGNORECASE)
    for line, text in [*_docstrings(tree), *_comments(source)]:
        for match in found.finditer(text):
            number = line + text.count("\n", 0, match.start())
            yield f"{number}: not {match[1]!r} but {words[match[1].lower()]}"


def text_problems(text: str, words: Mapping[str, str]) -> Iterator[str]:
    """Yield the banned phrases in a text that users read."""
    for phrase, better in words.items():
        if re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE):
            yield f"not {phrase!r} but {better}: {text[:80]!r}"


def all_problems(root: Path = ROOT, lists: Mapping[str, Mapping[str, str]] | None = None) -> Iterator[str]:
    """Yield every banned word in product code, with its file and line."""
    lists = lists or banned()
    for path in python_files(root):
        place, source = path.relative_to(root), path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        name = path.parent.name if path.name == "__init__.py" else path.stem
        yield from (f"{place}:{one}" for one in name_problems(tree, name, lists["names"]))
        yield from (f"{place}:{one}" for one in prose_problems(source, tree, lists["prose"]))
        for line, text in _written_texts(tree):
            yield from (f"{place}:{line}: {one}" for one in text_problems(text, lists["texts"]))
    for text, where in translations.marked(root):
        yield from (f"{where}: {one}" for one in text_problems(text, lists["texts"]))


def main() -> int:
    """Print the uses of banned words; return 1 if there are any."""
    found = list(all_problems())
    for problem in found:
        print(problem)
    return 1 if found else 0


def _defined(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in nodes_of(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((one.lineno, one.id) for one in targets if isinstance(one, ast.Name))


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of each bare string: docstrings, and strings below an attribute."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _written_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of the English in each `Text(en, ja)` and of the API's descriptions.

    An f-string is returned without its placeholders.
    """
    for node in nodes_of(tree):
        if not isinstance(node, ast.Call):
            continue
        texts = node.args[:1] if getattr(node.func, "id", "") == "Text" else []
        texts += [one.value for one in node.keywords if one.arg in _DESCRIPTIONS]
        for text in texts:
            parts = [one.value for one in ast.walk(text) if isinstance(one, ast.Constant)]
            yield node.lineno, " ".join(one for one in parts if isinstance(one, str))


if __name__ == "__main__":
    sys.exit(main())
