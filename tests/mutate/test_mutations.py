"""What the mutation tester can break, and that it finds again what it broke."""

import ast

import pytest

from tools.launch import ROOT
from tools.mutate.mutations import broken_tree, mutants_of

TOLD = "def f(board):\n    "


def broken(source: str) -> set[str]:
    """Every mutant of a source, in words."""
    return {mutant.mutation for mutant in mutants_of("part/rules.py", source)}


@pytest.mark.parametrize(
    ("source", "mutation"),
    [
        ("a < b", "a < b → a <= b"),
        ("a >= b", "a >= b → a > b"),
        ("a == b", "a == b → a != b"),
        ("a in b", "a in b → a not in b"),
        ("a < b < c", "a < b < c → a < b <= c"),
        ("a = 4", "4 → 5"),
        ("a = 4", "4 → 3"),
        ("a = True", "True → False"),
        ("a and b", "a and b → a or b"),
        ("a and b and c", "a and b and c → a and c"),
        ("not a", "not a → a"),
        ("a if b else c", "a if b else c → c"),
        ("a - b", "a - b → a + b"),
        ("a | b", "a | b → a & b"),
        ("ALL | MORE", "ALL | MORE → ALL & MORE"),
        ("a += b", "a += b → a -= b"),
        ("a += b", "a += b → pass"),
        ("a.b = c", "a.b = c → pass"),
        ("min(a, b)", "min(a, b) → max(a, b)"),
        ("f(a, b)", "f(a, b) → f(b, a)"),
        ("f(board, a, b)", "f(board, a, b) → f(board, b, a)"),
        ("hurt(board)", "hurt(board) → pass"),
        ("if a: b()", "if a → if True"),
        ("if a: b()", "if a → if False"),
        ("[x for x in y if x]", "for x in y if x → for x in y"),
        ("def f(a=1): pass", "1 → 2"),
        ("def f():\n for a in b:\n  continue", "continue → pass"),
        ("match a:\n case 1 if b: pass", "case 1 if b → case 1"),
        (f"{TOLD}board.emit(a, to=EVERYBODY)", "board.emit(a, to=EVERYBODY) → board.emit(a, to=())"),
        (f"{TOLD}board.emit(a, to=('*',))", "board.emit(a, to=('*',)) → board.emit(a, to=())"),
        (f"{TOLD}board.emit(a, to=b)", "board.emit(a, to=b) → board.emit(a, to=('*',))"),
        (f"{TOLD}board.emit(a, to=b, reduced=c)", "board.emit(a, to=b, reduced=c) → board.emit(a, to=b, reduced=None)"),
        (f"{TOLD}board.tell_at(a, b, c)", "board.tell_at(a, b, c) → board.tell(b)"),
        (f"{TOLD}board.tell_at(a, b, c)", "board.tell_at(a, b, c) → board.tell_at(a, b)"),
    ],
)
def test_a_breakage(source: str, mutation: str) -> None:
    assert mutation in broken(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring of 4."""',
        "def f(a: Annotated[int, 4]) -> Literal[4]: pass",
        "f'{a + 4}'",
        "class A(Struct, frozen=True): pass",
        "@rule(4)\ndef f(): pass",
        "assert a == 4",
        "f('en', 'ja')",
        "if TYPE_CHECKING:\n a = 4",
        "Told = Sunk | told.Damaged | None",
        "Condition = bool | Range | list[str] | Kinds[int]",
        "a = zip(b(), c(), strict=True)",
    ],
)
def test_words_types_and_decorators_are_left_alone(source: str) -> None:
    assert broken(source) - {"f('en', 'ja') → pass"} == set()


def test_what_min_and_max_compare_may_stand_in_any_order() -> None:
    assert broken("c = min(a, b)") == {"min(a, b) → max(a, b)"}


def test_a_mutant_is_named_by_its_function_and_not_by_its_line() -> None:
    source = "class Board:\n    def ship(self):\n        return [a[0], a[0]]\n"
    places = {mutant.key for mutant in mutants_of("state/board.py", source)}
    assert places == {("state/board.py::Board.ship", "0 → 1"), ("state/board.py::Board.ship", "0 → 1 #2")}
    moved = {mutant.key for mutant in mutants_of("state/board.py", f"\n\n{source}")}
    assert moved == places


def test_every_mutant_of_a_module_is_another_program() -> None:
    path = "games/titles/goeben/rules/day/movement.py"
    source = (ROOT / path).read_text()
    whole = ast.unparse(ast.parse(source))
    mutants = mutants_of(path, source)
    programs = [ast.unparse(broken_tree(source, mutant)) for mutant in mutants]
    assert len(mutants) > 90
    assert whole not in programs
    for mutant in mutants:
        compile(broken_tree(source, mutant), path, "exec")
