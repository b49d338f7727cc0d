"""Check the entries exactly as the service will on submission."""

from dataclasses import dataclass
from typing import Any

from games.kernel.edits import UNFINISHED_CODES, find_problems
from games.kernel.errors import Problem
from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.text import Text
from pbem.web.pages.order_form.form_entries import FormEntries

CHOOSE_ONE = Text("Choose one of these.", "どれか一つを選んでください。")


@dataclass(frozen=True)
class FormVerdict:
    """The result of validating a form.

    It holds the problems for which the service refuses the answer, or the request to confirm an answer that does
    nothing although it could. `is_accepted` is true if the button submits the answer.
    """

    problems: tuple[Problem, ...] = ()
    needs_confirmation: bool = False

    @property
    def is_accepted(self) -> bool:
        return not self.problems and not self.needs_confirmation

    def shown_problems(self, *, was_submitted: bool) -> tuple[Problem, ...]:
        """Return the problems to show beside their fields.

        Before the first attempt, problems that only report missing values are left out.
        """
        return tuple(one for one in self.problems if was_submitted or one.code not in UNFINISHED_CODES)


def judge_entries(form: Form[Any], entered: FormEntries, raw: Any) -> FormVerdict:
    """Return the result of checking the entries; `raw` is the answer that they make."""
    missing = find_unchosen_problem(form, entered)
    if missing is not None:
        return FormVerdict((missing,))
    problems = find_problems(form, raw)
    return FormVerdict(problems, not problems and form.needs_confirmation(form.read(raw)))


def find_unchosen_problem(form: Form[Any], entered: FormEntries) -> Problem | None:
    """Return the problem that nothing is chosen, not even "none of these"; None if something is."""
    if isinstance(form, Choose | MayChoose) and not entered.chosen:
        return Problem("", "required", CHOOSE_ONE)
    return None


def preselect_fixed_values(form: Form[Any]) -> FormEntries:
    """Return the entries of a new form: values that leave no choice are chosen."""
    match form:
        case Choose() if len(form.options) == 1:
            return FormEntries(chosen=form.options)
        case MayChoose() if not form.options:
            return FormEntries(chosen=("",))
        case ChooseSome() if form.options and form.least >= len(form.options):
            return FormEntries(chosen=form.options)
    return FormEntries()
