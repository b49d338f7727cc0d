"""Every kind of question has a short name, for the subjects of e-mails."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import registry

TITLES = Path(registry.__file__).parent / "titles"
ELSEWHERE = {
    "goeben": {"doctrine"},
    "pirates": {"chase", "pursue", "reactions"},
}
"""Kinds that stand in constants or are handed on."""


def literal_kinds(title: str) -> Iterator[str]:
    for path in (TITLES / title / "rules").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call):
                continue
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            given = [one.value for one in call.keywords if name == "Ask" and one.arg == "kind"]
            given += call.args[2:3] if name in ("question", "_question", "consult") else []
            yield from (one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))


@pytest.mark.parametrize("title", ["battleships", "goeben", "pirates", "pq17"])
def test_each_kind_of_question_has_a_name_and_each_name_a_question(title: str) -> None:
    names = registry.current_title(title).presentation.question_names
    assert set(names) == set(literal_kinds(title)) | ELSEWHERE.get(title, set())
    for name in names.values():
        assert 0 < len(name.get("en")) <= 32
        assert 0 < len(name.get("ja")) <= 16
        assert "_" not in name.get("en")
