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
    """The result of checking a form's entries."""

    problems: tuple[Problem, ...] = ()
    """The reasons why the service would refuse the answer."""
    needs_confirmation: bool = False
    """True if the answer is legal but does nothing although it could, so that the player must confirm it."""
    is_begun: bool = True
    """True if the player has entered something."""

    @property
    def is_accepted(self) -> bool:
        return not self.problems and not self.needs_confirmation

    @property
    def has_faults(self) -> bool:
        """True if something that the player entered is wrong, not only missing."""
        return bool(self.shown_problems(was_submitted=False))

    def shown_problems(self, *, was_submitted: bool) -> tuple[Problem, ...]:
        """Return the problems to show beside their fields.

        Before the first attempt, problems that only report missing values are left out.
        """
        if was_submitted:
            return self.problems
        return tuple(one for one in self.problems if self.is_begun and one.code not in UNFINISHED_CODES)


def judge_entries(form: Form[Any], entered: FormEntries, raw: Any) -> FormVerdict:
    """Return the result of checking the entries; `raw` is the JSON of the answer that the entries make."""
    missing = find_unchosen_problem(form, entered)
    is_begun = entered not in (FormEntries(), preselect_fixed_values(form))
    if missing is not None:
        return FormVerdict((missing,), is_begun=is_begun)
    problems = find_problems(form, raw)
    return FormVerdict(problems, not problems and form.needs_confirmation(form.read(raw)), is_begun)


def find_unchosen_problem(form: Form[Any], entered: FormEntries) -> Problem | None:
    """Return the problem that the player has chosen nothing, not even "none of these"; None if there is a choice."""
    if isinstance(form, Choose | MayChoose) and not entered.chosen:
        return Problem("", "required", CHOOSE_ONE)
    return None


def preselect_fixed_values(form: Form[Any]) -> FormEntries:
    """Return the initial entries of a form: options that leave no choice are chosen, all others are not."""
    match form:
        case Choose() if len(form.options) == 1:
            return FormEntries(chosen=form.options)
        case MayChoose() if not form.options:
            return FormEntries(chosen=("",))
        case ChooseSome() if form.options and form.least >= len(form.options):
            return FormEntries(chosen=form.options)
    return FormEntries()
