"""The vocabulary check: banned words are found in names, docstrings, comments and texts, and nowhere else."""

import ast
from pathlib import Path

import pytest

from tools import vocabulary
from tools.launch import checks
from tools.python_files import PACKAGES

WORDS = {"whim": "'random source'", "lookout": "'current view'"}
PHRASES = {"of which": "'whose'", "on end": "a number"}


def names(source: str, module: str = "orders") -> list[str]:
    return list(vocabulary.name_problems(ast.parse(source), module, WORDS))


@pytest.mark.parametrize(
    "source",
    [
        "class Lookout: ...",
        "class HMSLookout: ...",
        "def take_whim(): ...",
        "def drawn(whim): ...",
        "async def drawn(*, whim=None): ...",
        "WHIM = 1",
        "class Form:\n    whim: int",
    ],
)
def test_a_banned_word_in_a_name_is_found(source: str) -> None:
    assert len(names(source)) == 1


def test_the_name_of_a_module_is_checked() -> None:
    assert names("", "whim") == ["1: whim: not 'whim' but 'random source'"]


def test_a_longer_word_and_a_use_of_a_name_are_no_problem() -> None:
    assert names("import whim\nwhimsical = whim.Lookout()") == []


def test_prose_is_found_in_docstrings_and_comments_with_its_line() -> None:
    source = '"""Ships, of which\nthree days on end."""\nx = 1  # of which\ny = "of which"\n'
    found = list(vocabulary.prose_problems(source, ast.parse(source), PHRASES))
    assert found == ["1: not 'of which' but 'whose'", "2: not 'on end' but a number", "3: not 'of which' but 'whose'"]


def test_texts_are_found_whatever_their_case_and_as_whole_phrases() -> None:
    assert list(vocabulary.text_problems("Of which?", PHRASES)) == ["not 'of which' but 'whose': 'Of which?'"]
    assert list(vocabulary.text_problems("proof whichever", PHRASES)) == []


def test_descriptions_of_the_api_are_read() -> None:
    source = 'call(about="One of which", description=f"{x} on end", name="of which")\nText("of which", "")'
    found = [text for _, text in vocabulary._written_texts(ast.parse(source))]
    assert found == ["One of which", " on end", "of which"]


def test_all_product_code_is_read(tmp_path: Path) -> None:
    for package in (*PACKAGES, "tests", "games/migrations"):
        (tmp_path / package).mkdir(parents=True, exist_ok=True)
        (tmp_path / package / "x.py").write_text('whim = Text(f"Seal {x} of which", "")  # of which\n')
    (tmp_path / "pbem" / "templates").mkdir()
    (tmp_path / "pbem" / "templates" / "x.html").write_text('{% load i18n %}{% translate "Of which" %}\n')
    lists = {"names": WORDS, "prose": PHRASES, "texts": PHRASES}
    found = [one.rsplit(": not", 1)[0] for one in vocabulary.all_problems(tmp_path, lists)]
    assert found == [
        *(f"{one}/x.py:{place}" for one in PACKAGES for place in ("1: whim", "1", "1")),
        "pbem/templates/x.html:1",
    ]


def test_it_is_checked() -> None:
    assert any("tools.vocabulary" in check.command for check in checks.checks())
