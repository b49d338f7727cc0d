"""The check that names in docstrings exist."""

import ast

import pytest

from tools.docstring_names import problems_of

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
