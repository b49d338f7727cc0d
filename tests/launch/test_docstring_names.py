"""The check that names in docstrings exist."""

import ast

import pytest

from tools.docstring_names import problems_of, unknown_exceptions

SOURCE = '''
"""A module with `thing`."""

LIMIT = 3


class Fleet:
    """A fleet of `ships`{extra}."""

    ships: int = 0

    def sail(self, port: str) -> str:
        """Sail to `port` with all `ships`, at most `LIMIT`, as `send_home` does{more}."""
        return f"{{port}} reached"


def thing() -> None:
    """Nothing."""
'''


def found(extra: str = "", more: str = "") -> list[str]:
    tree = ast.parse(SOURCE.format(extra=extra, more=more))
    return [name for _, name in problems_of(tree, {"send_home", "order"})]


def test_names_that_exist_are_accepted() -> None:
    assert found() == []


@pytest.mark.parametrize("name", ["harbour", "order", "port"])
def test_a_name_from_elsewhere_is_found_in_a_class(name: str) -> None:
    assert found(extra=f" in `{name}`") == [name]


@pytest.mark.parametrize("name", ["harbour", "order", "harbour(port)"])
def test_an_old_parameter_is_found_in_a_function(name: str) -> None:
    assert found(more=f" from `{name}`") == [name.partition("(")[0]]


@pytest.mark.parametrize("word", ["``harbour``", "`Harbour`", "harbour", "`reached`", "`len`"])
def test_data_and_words_of_strings_are_no_unknown_names(word: str) -> None:
    assert found(more=f" from {word}") == []


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Raises Missing.", []),
        ("Raises Missing, Stale and Illegal.", ["Stale", "Illegal"]),
        ("Return it. Raises ValueError, and TooOften above the limit.", ["TooOften"]),
        ("Raises the level of Tirpitz.", []),
        ("Raises Missing for Germans.", []),
        ("Raises SMTPDataError if the server refuses it.", []),
    ],
)
def test_exceptions_that_were_renamed_are_found(sentence: str, names: list[str]) -> None:
    tree = ast.parse(f'def find() -> None:\n    """{sentence}"""\n')
    assert [name for _, name in unknown_exceptions(tree, {"Missing", "find"})] == names
