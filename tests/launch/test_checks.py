"""The checks of our own: they pass over what is right and see what is wrong."""

import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tools import contracts, lengths, locks, po, tracked, translations
from tools.launch import ROOT, checks, testing

GOOD_LOCK = "django==5.2.19 ; python_version < '4' \\\n    --hash=sha256:" + "a" * 64 + "\n"


def test_the_projects_locks_are_clean() -> None:
    assert locks.main() == 0


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("--index-url https://mirror.example/simple\n", "names an address"),
        ("    --find-links /opt/wheels\n", "names an address"),
        ("thing @ https://mirror.example/thing.whl\n", "names an address"),
        ("# made by uv pip compile\n", "is no pinned package"),
        ("thing>=1.0\n", "is no pinned package"),
        ("thing==1.0\n", "has no hash"),
    ],
)
def test_a_lock_with_an_address_or_without_a_hash_is_seen(line: str, problem: str) -> None:
    assert locks.problems(GOOD_LOCK) == []
    (found,) = locks.problems(GOOD_LOCK + line)
    assert problem in found
    assert found.startswith("line 3 ")


def test_an_environment_that_is_a_link_is_ignored_and_must_not_be_committed(tmp_path: Path) -> None:
    assert tracked.ignored(tmp_path) == [], "no checkout"
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text((ROOT / ".gitignore").read_text())
    (tmp_path / ".venv").symlink_to(tmp_path / "elsewhere")
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    assert tracked.ignored(tmp_path) == [], "a link is passed over as a folder is"
    subprocess.run(["git", "add", "--force", ".venv"], cwd=tmp_path, check=True)
    assert tracked.ignored(tmp_path) == [".venv"]


def test_locks_that_disagree_are_seen() -> None:
    assert locks.disagreements(GOOD_LOCK, GOOD_LOCK.replace("5.2.19", "5.2.20"))
    assert locks.disagreements(GOOD_LOCK, "")
    assert not locks.disagreements("", GOOD_LOCK)


def function(lines: int, *, docstring: int = 0) -> str:
    """A method of so many lines, decorated, with a docstring of so many more."""
    words = ['        """First.', *["        More."] * (docstring - 2), '        """'] if docstring else []
    body = ["        n = 1"] * (lines - 1)
    return "\n".join(["class Fleet:", "    @property", "    async def long(self):", *words, *body]) + "\n"


@pytest.mark.parametrize("docstring", [0, 2, 12])
def test_a_function_of_more_lines_than_can_be_read_at_once_is_seen(docstring: int) -> None:
    assert lengths.problems(function(35, docstring=docstring)) == []
    assert lengths.problems(function(36, docstring=docstring)) == ["3: long has 36 lines"]


def test_a_long_function_is_named_wherever_it_stands_but_in_migrations(tmp_path: Path) -> None:
    for package in ("games/migrations", *lengths.WITH_TESTS):
        (tmp_path / package / "inner").mkdir(parents=True)
        (tmp_path / package / "inner" / "x.py").write_text(function(36))
    found = list(lengths.all_problems(tmp_path))
    assert found == [f"{package}/inner/x.py:3: long has 36 lines" for package in lengths.WITH_TESTS]


def test_the_projects_functions_are_short_and_it_is_checked() -> None:
    assert list(lengths.all_problems()) == []
    assert any("tools.lengths" in check.command for check in checks.checks())


PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

#: games/x.py:1
msgid "Round %(number)s"
msgstr "第%(number)sラウンド"

msgctxt "ship"
msgid "Sunk"
msgstr ""
"沈"
"没"

#, fuzzy
msgid "Later"
msgstr "後"

msgid "%(count)s ship"
msgid_plural "%(count)s ships"
msgstr[0] "%(count)s隻"

#~ msgid "Old"
#~ msgstr "古"
"""


def write_mo(path: Path, texts: dict[str, str]) -> None:
    """A compiled catalogue, as msgfmt would write it."""
    entries = sorted((key.encode(), text.encode()) for key, text in texts.items())
    start = 28 + 16 * len(entries)
    body, tables = b"", {0: b"", 1: b""}
    for column in (0, 1):
        for entry in entries:
            tables[column] += struct.pack("<II", len(entry[column]), start + len(body))
            body += entry[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, 0)
    path.write_bytes(head + tables[0] + tables[1] + body)


def test_a_catalogue_is_read_entry_by_entry() -> None:
    entries = {entry.key: entry for entry in po.read_po(PO)}
    assert set(entries) == {"Round %(number)s", "ship\x04Sunk", "Later", "%(count)s ship"}
    assert entries["ship\x04Sunk"].translations == ["沈没"]
    assert [key for key, entry in entries.items() if entry.fuzzy] == ["Later"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project with one marked string in Python, one in a template, and a catalogue that has both."""
    for package in translations.PACKAGES:
        (tmp_path / package / "templates").mkdir(parents=True)
    (tmp_path / "games" / "x.py").write_text('a = _("Round %(number)s")\nb = pgettext("ship", "Sunk")\n')
    (tmp_path / "pbem" / "templates" / "x.html").write_text(
        "{% load i18n %}{% blocktranslate count count=n %}{{ count }} ship{% plural %}{{ count }} ships"
        "{% endblocktranslate %}"
    )
    folder = tmp_path / "locale" / "ja" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(PO.replace("#, fuzzy\n", ""))
    header = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n"
    texts = {"Round %(number)s": "第%(number)sラウンド", "ship\x04Sunk": "沈没", "Later": "後"}
    write_mo(folder / "django.mo", {"": header, **texts, "%(count)s ship\0%(count)s ships": "%(count)s隻"})
    return tmp_path


def test_complete_translations_pass(checkout: Path) -> None:
    assert translations.problems(checkout) == []


@pytest.mark.parametrize(
    ("path", "old", "new", "problem"),
    [
        ("games/x.py", "Sunk", "Afloat", "games/x.py:2: not in"),
        ("pbem/templates/x.html", "ship{%", "boat{%", "pbem/templates/x.html:1: not in"),
        ("locale/ja/LC_MESSAGES/django.po", '"後"', '""', "not translated"),
        ("locale/ja/LC_MESSAGES/django.po", '"後"', '"前"', "is stale"),
        ("locale/ja/LC_MESSAGES/django.po", "第%(number)s", "第%(nummer)s", "placeholders differ"),
        ("locale/ja/LC_MESSAGES/django.po", 'msgid "Later"', '#, fuzzy\nmsgid "Later"', "marked fuzzy"),
        ("games/x.py", "a =", 'Text("Ship", "")\na =', "lacks a language"),
        ("locale/ja/LC_MESSAGES/django.po", '"後"', '"🛳"', "the font has no"),
    ],
)
def test_what_is_missing_in_translation_is_seen(checkout: Path, path: str, old: str, new: str, problem: str) -> None:
    text = (checkout / path).read_text()
    assert old in text
    (checkout / path).write_text(text.replace(old, new))
    assert any(problem in found for found in translations.problems(checkout))


@pytest.mark.parametrize(
    ("module", "pure"),
    [
        ("msgspec", True),
        ("collections.abc", True),
        ("hmac", True),
        ("random", False),
        ("os.path", False),
        ("datetime", False),
        ("asyncio", False),
        ("logging", False),
        ("django.db", False),
        ("numpy", False),
    ],
)
def test_what_a_pure_package_may_import(module: str, pure: bool) -> None:
    assert contracts.is_pure(module, frozenset({"msgspec"})) is pure


PURE_PROJECT = """
[tool.importlinter]
root_package = "house"
include_external_packages = true
contract_types = ["pure: tools.contracts.PureContract"]
[[tool.importlinter.contracts]]
name = "pure"
type = "pure"
packages = ["house.rules"]
allowed = ["msgspec"]
"""


def test_an_impure_import_breaks_the_contract(tmp_path: Path) -> None:
    rules = tmp_path / "house" / "rules"
    (rules / "ships").mkdir(parents=True)
    for folder in (rules.parent, rules, rules / "ships"):
        (folder / "__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text(PURE_PROJECT)
    (rules / "dice.py").write_text("import hmac\nimport msgspec\nfrom house.rules import ships\n")
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    variables = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "NO_COLOR": "1"}

    good = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    assert good.returncode == 0, good.stdout + good.stderr

    (rules / "ships" / "sink.py").write_text("from random import choice\n")
    (rules / "dice.py").write_text("import house.models\n")
    (rules.parent / "models.py").touch()
    bad = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert "house.rules.dice line 1: import house.models" in bad.stdout
    assert "house.rules.ships.sink line 1: from random import choice" in bad.stdout


def test_a_check_is_judged_by_its_exit_code() -> None:
    good = checks.Check(name="good", command=(sys.executable, "-c", "print('fine')"))
    bad = checks.Check(name="bad", command=(sys.executable, "-c", "raise SystemExit('broken')"))
    assert checks.perform(good, {}).good
    outcome = checks.perform(bad, {})
    assert not outcome.good
    assert "broken" in outcome.output


def test_what_a_good_check_skips_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    words = f"print('much'); print('{checks.SKIPPED}redocly is not installed')"
    checks.show(checks.perform(checks.Check(name="API", command=(sys.executable, "-c", words)), {}))
    shown = capsys.readouterr().out
    assert "skipped: redocly is not installed" in shown
    assert "much" not in shown


def result(code: int) -> testing._Result:
    return testing._Result(title="somewhere", code=code, line="1 passed")


@pytest.mark.parametrize(
    ("codes", "may_be_empty", "expected"),
    [
        ((0, 0), False, 0),
        ((0, 1), False, 1),
        ((1, 0), False, 1),
        ((5, 0), False, 5),
        ((0, 5), False, 5),
        ((0, 5), True, 0),
        ((5, 0), True, 0),
        ((5, 1), True, 1),
        ((5, 5), True, 5),
    ],
)
def test_one_bad_pass_or_none_at_all_is_a_failure(codes: tuple[int, int], may_be_empty: bool, expected: int) -> None:
    assert testing.conclude([result(code) for code in codes], may_be_empty=may_be_empty) == expected


def test_whoever_wants_no_bytecode_beside_the_sources_gets_it_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(testing, "BYTECODE", tmp_path)
    program = "import sys; print(sys.dont_write_bytecode, sys.pycache_prefix)"
    told = []
    for wish in ("1", ""):
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", wish)
        monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
        command = [sys.executable, "-c", program]
        told.append(subprocess.run(command, env=testing._common(tmp_path), capture_output=True, text=True, check=True))
    assert [one.stdout.strip() for one in told] == [f"False {tmp_path}", "False None"]


SUITE = """
import pytest
from django.test import SimpleTestCase, TestCase

@pytest.fixture
def game(db): ...
@pytest.mark.django_db
def test_marked(): ...
def test_through_a_fixture(game): ...
def test_pure(): ...
class TestTables(TestCase):
    def test_case(self): ...
class TestSimple(SimpleTestCase):
    def test_simple(self): ...
"""


def test_database_tests_are_known_by_mark_fixture_and_class(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    command = [sys.executable, "-m", "pytest", "-p", "tools.launch.pytest_runs", "--on-sqlite"]
    collecting = ["--collect-only", "-q", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path)]
    done = subprocess.run([*command, *collecting, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True)
    names = {line.rpartition("::")[2] for line in done.stdout.splitlines() if "::" in line}
    assert names == {"test_marked", "test_through_a_fixture", "test_case"}
