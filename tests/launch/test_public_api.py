"""The check for private names of libraries: it finds each kind of use, and passes over what is documented or ours."""

import ast
from pathlib import Path

import pytest

from tools.launch import checks
from tools.public_api import Use, attributes, imports, inherited, problems, uses


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import psycopg._pipeline", ["psycopg._pipeline"]),
        ("from kombu.transport._base import Channel", ["kombu.transport._base.Channel"]),
        ("from celery import _state", ["celery._state"]),  # a documented name of an attribute only
        ("from celery.app import _task_stack", ["celery.app._task_stack"]),
        ("from games.models import _mine", []),
        ("from django import __version__", []),
        ("from django.utils.translation import gettext as _", []),
    ],
)
def test_imports_of_private_names_are_found(line: str, found: list[str]) -> None:
    assert [use.name for use in imports("api.x", ast.parse(line))] == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("request._body = b''", ["_body"]),
        ("task._get_exec_options()", ["_get_exec_options"]),
        ("getattr(request, '_body', b'')", ["_body"]),
        ("getattr(request, name)", []),
        ("Game._meta.pk, row._state.db, values._replace(a=1)", []),
        ("row.__class__", []),
        ("self._anything", []),
        ("other._own", []),
    ],
)
def test_private_attributes_are_found(line: str, found: list[str]) -> None:
    assert [use.name for use in attributes("api.x", ast.parse(line), frozenset({"_own"}))] == found


def test_a_name_that_a_module_imports_from_ours_is_ours() -> None:
    sources = {
        "games.one": "class Words:\n    def _said(self): ...",
        "games.two": "from games.one import Words\nprint(Words()._said())",
        "games.three": "def f(words): return words._said()",
    }
    assert uses(sources) == [Use("games.three", 1, "_said")]


CLASSES = """
from smtplib import SMTP
from django.core.cache.backends.redis import RedisCache
from games.models.player import PlayerManager

class Line(SMTP):
    def _rset(self): ...
    def reset(self):
        self._own = 1
        return self._own

class Cache(RedisCache):
    def client(self):
        return self._cache, self._servers, super()._class

class Manager(PlayerManager):
    def save(self):
        return self._db, self.model._meta
"""


def test_what_belongs_to_a_base_class_of_a_library_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Methods, properties, and attributes that only the library's `__init__` assigns."""
    (tmp_path / "some_classes.py").write_text(CLASSES)
    monkeypatch.syspath_prepend(tmp_path)
    found = list(inherited("some_classes", ast.parse(CLASSES)))
    assert [use.name for use in found] == ["_rset", "_cache", "_servers", "_class", "_db"]


DEVIATION = {"module": "api.x", "name": "_body", "adr": "0001"}


@pytest.mark.parametrize(
    ("found", "deviations", "said"),
    [
        ([Use("api.x", 3, "_body")], [], "api.x:3: _body is private to a library"),
        ([Use("api.x", 3, "_body"), Use("api.x", 9, "_body")], [DEVIATION], ""),
        (
            [Use("api.y", 3, "_body")],
            [DEVIATION],
            "api.y:3: _body is private to a library\napi.x: _body is listed and not used",
        ),
        ([Use("api.x", 3, "_body")], [DEVIATION | {"adr": "9999"}], "api.x: there is no ADR 9999"),
    ],
)
def test_each_use_needs_a_decision_and_each_decision_a_use(
    found: list[Use], deviations: list[dict[str, str]], said: str
) -> None:
    assert "\n".join(problems(found, deviations)) == said


def test_it_is_checked() -> None:
    assert any("tools.public_api" in check.command for check in checks.checks())
