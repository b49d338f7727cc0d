"""The problems of a draft that is empty or cannot be read."""

from types import SimpleNamespace
from typing import Any

from games.kernel.edits import find_problems
from games.kernel.errors import Problem, malformed
from games.kernel.forms import Choose
from games.kernel.text import Text


def unreadable(*, legal: Any = ()) -> Any:
    """A form that can read nothing but `legal`, and has something to say beside each fault."""

    def read(raw: Any) -> Any:
        if raw == legal:
            return raw
        raise malformed("", f"not {raw}", f"{raw}ではない", "shape")

    def beside(raw: Any) -> list[Problem]:
        return [Problem("/beside", "beside", Text(f"beside {raw}", ""))]

    return SimpleNamespace(read=read, draft_problems=beside, problems=lambda answer: [])


def told(found: tuple[Problem, ...]) -> list[str]:
    return [problem.message.en for problem in found]


def test_of_a_draft_not_begun_the_fault_of_the_first_empty_answer_is_told() -> None:
    assert told(find_problems(unreadable(), None)) == ["not None", "beside None"]


def test_a_draft_not_begun_counts_as_whatever_empty_answer_can_be_read() -> None:
    assert find_problems(unreadable(legal=[]), None) == ()
    assert find_problems(unreadable(legal={}), None) == ()
    assert told(find_problems(unreadable(legal=[]), "x")) == ["not x", "beside x"]


def test_what_is_read_is_judged_by_the_form() -> None:
    form = Choose(options=("a", "b"))
    assert find_problems(form, "a") == ()
    assert find_problems(form, "c") != ()
