"""The ledger of rules: what counts as code, what counts as a test, and what a gap costs."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.management import one_rule, rule_coverage
from games.management.commands import rules

LEDGER = "# demo\n1.1\tthe first\tsetup\n1.2\tthe second\tsetup\n1.3\tthe third\tteam\n1.30\tanother\tteam\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the title `demo`."""
    title = tmp_path / "games" / "titles" / "demo"
    title.mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (title / "rules.tsv").write_text(LEDGER)
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.setattr(rule_coverage, "ROOT", tmp_path)
    monkeypatch.setattr(rules, "ROOT", tmp_path)
    monkeypatch.setattr(rules, "measure_coverage", lambda key: rule_coverage.measure_coverage(key, tmp_path))
    monkeypatch.setattr(rules, "find_rule", lambda key, id_: one_rule.find_rule(key, id_, tmp_path))
    monkeypatch.setattr(rules, "find_unknown_marks", lambda key: rule_coverage.find_unknown_marks(key, tmp_path))
    return tmp_path


def write_code(root: Path, source: str, name: str = "play.py") -> None:
    (root / "games" / "titles" / "demo" / name).write_text(source)


def write_tests(root: Path, source: str) -> None:
    (root / "tests" / "test_demo.py").write_text(source)


def code_of(root: Path) -> dict[str, tuple[str, ...]]:
    return {row.rule.id: row.code for row in rule_coverage.measure_coverage("demo", root) if row.code}


def marked(root: Path) -> dict[str, tuple[str, ...]]:
    return {row.rule.id: row.tests for row in rule_coverage.measure_coverage("demo", root) if row.tests}


@pytest.mark.parametrize(
    "source",
    [
        '"""1.1 The first."""',
        "x = 1  # 1.1",
        'def f() -> None:\n    """Does it (1.1)."""',
        'ask(rule="1.1")',
        '"""See 1.0, 1.1."""',
    ],
)
def test_docstrings_comments_and_rule_arguments_count_as_code(root: Path, source: str) -> None:
    write_code(root, source)
    assert list(code_of(root)) == ["1.1"]


@pytest.mark.parametrize("source", ["x = 1.1", 'x = "M 1.1 2"', '"""11.1 and 1.10 and v1.1"""', "y = 2  # 1.1.1"])
def test_numbers_that_are_no_rules_do_not_count(root: Path, source: str) -> None:
    write_code(root, source)
    assert code_of(root) == {}


def test_a_range_names_all_its_rules(root: Path) -> None:
    write_code(root, '"""1.1–1.3 Everything."""')
    assert list(code_of(root)) == ["1.1", "1.2", "1.3"]


def test_data_sheets_count_by_whole_cells_and_comments(root: Path) -> None:
    write_code(root, "emden\t1.1\t7\nwolf\tabout 1.2\t8\n", "ships.tsv")
    write_code(root, "value = 1.2\nother = 3  # 1.3\n", "fixed.toml")
    assert list(code_of(root)) == ["1.1", "1.3"]


def test_marks_are_found_under_any_of_their_names(root: Path) -> None:
    write_tests(
        root,
        "import pytest\n"
        "rule = pytest.mark.rule\n"
        '@rule("demo", "1.1")\ndef test_one(): ...\n'
        '@pytest.mark.rule("demo", "1.1", "1.2")\ndef test_both(): ...\n'
        '@rule("other", "1.3")\ndef test_other(): ...\n'
        '@rule("demo", "1.3")\ndef helper(): ...\n'
        '@pytest.mark.parametrize("x", [pytest.param(1, marks=rule("demo", "1.30"))])\ndef test_params(x): ...\n',
    )
    assert marked(root) == {
        "1.1": ("tests/test_demo.py::test_one", "tests/test_demo.py::test_both"),
        "1.2": ("tests/test_demo.py::test_both",),
        "1.30": ("tests/test_demo.py::test_params",),
    }


def test_a_mark_on_a_module_or_class_holds_for_its_tests(root: Path) -> None:
    write_tests(
        root,
        "import pytest\n"
        'pytestmark = [pytest.mark.django_db, pytest.mark.rule("demo", "1.1")]\n'
        "def test_a(): ...\n"
        '@pytest.mark.rule("demo", "1.2")\nclass TestB:\n    def test_b(self): ...\n',
    )
    assert marked(root) == {
        "1.1": ("tests/test_demo.py::test_a", "tests/test_demo.py::TestB::test_b"),
        "1.2": ("tests/test_demo.py::TestB::test_b",),
    }


def run(*words: str) -> str:
    out = StringIO()
    call_command("rules", "demo", *words, stdout=out)
    return out.getvalue()


def complete(root: Path, *ids: str) -> None:
    write_code(root, "\n".join(f"# {one}" for one in ids))
    write_tests(root, "\n".join(f'@rule("demo", "{one}")\ndef test_{n}(): ...' for n, one in enumerate(ids)))


def test_a_complete_ledger_is_listed_and_accepted(root: Path) -> None:
    complete(root, "1.1", "1.2", "1.3", "1.30")
    text = run()
    assert "4 of 4 rules complete" in text
    assert "tests/test_demo.py::test_0" in text
    assert "games/titles/demo/play.py:1" in text


@pytest.mark.parametrize("missing", ["code", "test"])
def test_a_gap_is_named_and_refused(root: Path, missing: str) -> None:
    complete(root, "1.1", "1.2", "1.3", "1.30")
    if missing == "code":
        write_code(root, "# 1.1 1.2 1.30")
    else:
        write_tests(root, '@rule("demo", "1.1", "1.2", "1.30")\ndef test_all(): ...')
    with pytest.raises(CommandError, match=r"gaps: 1\.3$"):
        run()


def test_tags_restrict_what_must_be_complete(root: Path) -> None:
    complete(root, "1.1", "1.2")
    text = run("--tags", "setup")
    assert "2 of 2 rules complete in setup" in text
    assert "2 rules still open beyond these, in team" in text
    with pytest.raises(CommandError, match=r"gaps: 1\.3, 1\.30"):
        run("--tags", "setup,team")
    with pytest.raises(CommandError, match="No rule has the tag cards"):
        run("--tags", "cards")


def test_what_the_project_declares_counts_by_itself(root: Path) -> None:
    complete(root, "1.1", "1.2")
    with pytest.raises(CommandError):
        run()
    (root / "pyproject.toml").write_text('[tool.sealed-orders.complete-titles]\ndemo = ["--tags", "setup"]\n')
    assert "2 of 2 rules complete in setup" in run()


def test_a_mark_with_an_unknown_rule_is_refused(root: Path) -> None:
    complete(root, "1.1", "1.2", "1.3", "1.30", "9.9")
    with pytest.raises(CommandError, match="unknown rules"):
        run()


def test_an_unknown_title_and_a_broken_ledger_are_refused(root: Path) -> None:
    with pytest.raises(CommandError, match="no ledger for 'other'"):
        call_command("rules", "other")
    (root / "games" / "titles" / "demo" / "rules.tsv").write_text("1.1 the first\n")
    with pytest.raises(CommandError, match="line 1"):
        run()


PLAY = '''"""Play."""

class Ship:
    """A ship."""

    def sail(self):
        """1.2, 1.3 Sail on."""

def score():
    """Score as 1.1 and 1.3 say."""
    return ask(rule="1.3")

@cached
def end():
    """1.30 End the game."""
'''


def test_one_rule_is_shown_with_its_ledger_line_its_code_and_its_tests(root: Path) -> None:
    write_code(root, PLAY)
    write_code(root, "ships = 3  # 1.3\n", "fixed.toml")
    write_tests(root, '@rule("demo", "1.2", "1.3")\ndef test_sailing(): ...\n')
    path = "games/titles/demo/"
    assert [line.split(maxsplit=2) for line in run("1.3").splitlines()] == [
        ["rule", "1.3", "[team] the third"],
        ["code", f"{path}play.py:6", "Ship.sail"],
        ["named", f"{path}fixed.toml:1", "(module)"],
        ["named", f"{path}play.py:9", "score"],
        ["test", "tests/test_demo.py", "test_sailing"],
    ]


def test_the_columns_of_one_rule_are_aligned(root: Path) -> None:
    write_code(root, PLAY)
    write_tests(root, '@rule("demo", "1.2")\ndef test_sailing(): ...\n')
    lines = run("1.2").splitlines()
    starts = {line.index(text) for line, text in zip(lines, ("[setup]", "Ship.sail", "test_sailing"), strict=True)}
    assert len(starts) == 1


def test_a_rule_without_code_or_tests_says_so(root: Path) -> None:
    assert run("1.1").splitlines()[1:] == ["code   none", "test   none"]


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [("1.4", "1.3, 1.2, 1.1, 1.30"), ("1.3.1", "1.3, 1.2"), ("1", "1.1"), ("2.1", "1.1"), ("x", "1.1")],
)
def test_an_unknown_rule_is_refused_with_the_nearest_ones(root: Path, asked: str, nearest: str) -> None:
    with pytest.raises(CommandError, match=rf"^demo has no rule '{asked}'. The nearest rules: {nearest}"):
        run(asked)


def test_one_rule_of_a_real_title_is_found_where_it_is_applied() -> None:
    found = one_rule.find_rule("pirates", "5.4.3.1")
    assert "games/titles/pirates/rules/solitaire/turn.py" in {place.path for place in found.code if place.begins}
    assert any("test_5_4_phantoms_turn.py" in test for test in found.tests)
