"""Convert a form to the controls of a page, with the player's entries, and each problem beside its control."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.kernel.errors import Malformed, Problem
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.standing_orders import MOST_RULES, StandingOrderKind
from games.kernel.text import Labels, argument_label
from games.order_editor import order_edits
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.rule_plan import RulePlan
from pbem.web.pages.order_form import rule_fields
from pbem.web.pages.order_form.button_labels import disambiguate_entries, make_entry_label, name_rows
from pbem.web.pages.order_form.controls import (
    Choice,
    Control,
    EnteredOrder,
    LocatedProblem,
    MenuEntry,
    MenuGroup,
    Note,
    Row,
    ShownProblem,
    UnavailableValue,
    is_fixed,
)
from pbem.web.pages.order_form.form_entries import FormEntries, fill_path_gaps, gives_no_orders, to_answer
from pbem.web.pages.order_form.notes import note_of
from pbem.web.pages.order_form.order_groups import OrderGroup, group_orders
from pbem.web.pages.order_form.problem_names import ProblemNamer

MAX_UNFILTERED_ENTRIES = 12
"""The maximum number of entries of a menu without a filter."""


@dataclass(frozen=True)
class FormControls:
    """A whole form as controls."""

    kind: str
    """choose, may_choose, choose_some, arrange, share, orders, plan, or text (no controls, only the notation)."""
    controls: tuple[Control, ...] = ()
    """The controls of a form without rows."""
    rows: tuple[Row, ...] = ()
    """The orders, or the rules of a plan."""
    menu: tuple[MenuGroup, ...] = ()
    """The menu of what can be added."""
    most: int = 0
    """The highest number of options or rows."""
    least: int = 0
    """The lowest number of options."""
    problems: tuple[ShownProblem, ...] = ()
    """The problems of the whole form."""
    count: int = field(default=0)
    """The number of options to arrange, or the total to share out."""
    unavailable_values: tuple[UnavailableValue, ...] = ()
    """The options that are not available now, with the reasons."""
    order_groups: tuple[OrderGroup, ...] = ()
    """The rows in boxes by unit."""
    no_orders: str = ""
    """The sentence that the player gives no orders on purpose; empty for other forms."""

    @property
    def has_rare(self) -> bool:
        """True if some verbs of the menu have only rare orders and are folded."""
        return any(group.rare for group in self.menu)

    @property
    def has_long_menu(self) -> bool:
        """True if the menu has so many entries that a filter helps."""
        return sum(len(group.entries) for group in self.menu) > MAX_UNFILTERED_ENTRIES

    @property
    def has_problems(self) -> bool:
        """True if the form has any problem."""
        return bool(self.located_problems)

    @property
    def located_problems(self) -> tuple[LocatedProblem, ...]:
        """Return each problem with its element's id, in the order of the page; equal problems appear once."""
        found = [LocatedProblem(one, "sheet") for one in self.problems]
        rows = [row for box in self.order_groups for row in box.rows] or self.rows
        parts = [(f"row-{row.number}", row.problems, (*row.controls, *row.conditions)) for row in rows]
        for place, problems, controls in (("sheet", (), self.controls), *parts):
            found += [LocatedProblem(one, place) for one in problems]
            found += [LocatedProblem(one, control.id) for control in controls for one in control.problems]
        return tuple({one.problem: one for one in reversed(found)}.values())[::-1]


def in_given_sequence(values: tuple[str, ...], given: tuple[str, ...]) -> tuple[str, ...]:
    """Return the values of tick boxes, those in `given` in its sequence; the others keep their places.

    A browser sends ticked boxes in the sequence of the page, and the first target of an attack counts as certain.
    """
    chosen = iter([value for value in given if value in values])
    picked = set(given)
    return tuple(next(chosen, value) if value in picked else value for value in values)


def build_form_controls(
    form: Form[Any],
    labels: Labels,
    language: str,
    entered: FormEntries,
    problems: Sequence[Problem] = (),
    *,
    open_row: int | None = None,
) -> FormControls:
    """Return the form's controls, filled with the entries; each of `problems` is at the control of its JSON pointer.

    With an `open_row` (an index) only this row and invalid or unfinished rows show their controls; others are folded.
    """
    maker = _ControlMaker(labels, language, entered, problems, to_answer(form, entered), open_row)
    made = replace(maker.build(form), unavailable_values=tuple(maker.unavailable_values(form)))
    named = _in_names(made, ProblemNamer(form, labels, language))
    if not isinstance(form, Orders):
        return replace(named, order_groups=tuple(OrderGroup((row,)) for row in named.rows))
    return replace(named, order_groups=tuple(group_orders(form, entered.rows, named.rows, labels, language)))


class _ControlMaker:
    """Builds the controls of one form, from its labels, language, entries, answer (JSON) and problems."""

    def __init__(
        self,
        labels: Labels,
        language: str,
        entered: FormEntries,
        problems: Sequence[Problem],
        answer: Any,
        open_row: int | None,
    ) -> None:
        self.labels, self.language, self.entered = labels, language, entered
        self.problems, self.answer, self.open_row = problems, answer, open_row

    def build(self, form: Form[Any]) -> FormControls:
        """Return the controls of a form of any kind."""
        match form:
            case Orders():
                return self.order_rows(form)
            case RulePlan():
                return self.rule_rows(form)
            case Arrange():
                return self.ranking(form)
            case Share():
                return self.number_fields(form)
            case ChooseSome():
                return self.tick_boxes(form)
            case Choose() | MayChoose():
                return self.radio_buttons(form)
        return FormControls("text", problems=self.problems_at())

    def unavailable_values(self, form: Form[Any]) -> Iterator[UnavailableValue]:
        """Yield the unavailable options with their reasons; for orders, once for each verb and reason."""
        if not isinstance(form, Orders):
            for bar in form.unavailable_values():
                yield UnavailableValue(self.name_of(bar.value), bar.why.get(self.language), bar.rule)
            return
        seen: dict[tuple[str, str, str], list[str]] = {}
        for template in (*form.cached_templates, *form.unavailable_templates()):
            fixed = [
                value for one in template.fields if not one.unavailable and len(one.values) == 1 for value in one.values
            ]
            for bar in (bar for one in template.fields for bar in one.unavailable):
                names = [*fixed, *([bar.value] if bar.value not in ("", template.verb) else [])]
                named = seen.setdefault((template.verb, bar.why.get(self.language), bar.rule), [])
                named.append(" · ".join(map(self.name_of, names)))
        for (verb, why, rule), named in seen.items():
            told = ", ".join(name for name in dict.fromkeys(named) if name)
            yield UnavailableValue(f"{self.name_of(verb)}: {told}" if told else self.name_of(verb), why, rule)

    def name_of(self, value: str) -> str:
        """Return the name of a value for players."""
        return self.labels(value).get(self.language)

    def problems_at(self, *pointers: str) -> tuple[ShownProblem, ...]:
        """Return the problems at these pointers, or all problems without pointers. Equal texts appear once."""
        found = (
            ShownProblem(problem.message.get(self.language), problem.rule)
            for problem in self.problems
            if not pointers or problem.pointer in pointers
        )
        return tuple(dict.fromkeys(found))

    def problems_below(self, pointer: str) -> tuple[ShownProblem, ...]:
        """Return the problems at a pointer and at all pointers below it."""
        return self.problems_at(
            *(p.pointer for p in self.problems if (p.pointer + "/").startswith(pointer + "/")), "\0"
        )

    def problem(self, message: str) -> tuple[ShownProblem, ...]:
        """Return a problem with this text, which does not come from the form."""
        return (ShownProblem(message),)

    def choices(self, values: Iterable[str], chosen: Iterable[str]) -> tuple[Choice, ...]:
        """Return the options of a control, with names; those in `chosen` are chosen."""
        picked = set(chosen)
        return tuple(Choice(value, self.name_of(value), value in picked) for value in values)

    def radio_buttons(self, form: Choose | MayChoose) -> FormControls:
        """Return radio buttons for a choice of one option, with "nothing" if the form allows it."""
        none = isinstance(form, MayChoose)
        names = ProblemNamer(form, self.labels, self.language)
        odds = {value: tuple(note_of(line, names) for line in form.preview(value).lines) for value in form.odds}
        choices = [
            replace(one, odds=odds.get(one.value, ())) for one in self.choices(form.options, self.entered.chosen)
        ]
        value = "none" if none and "" in self.entered.chosen else ""
        control = Control(
            "radio",
            "choice",
            choices=tuple(choices),
            value=value,
            none=none,
            odds=odds.get("", ()),
            problems=self.problems_at(),
        )
        return FormControls("may_choose" if none else "choose", (control,))

    def tick_boxes(self, form: ChooseSome) -> FormControls:
        """Return tick boxes for a choice of several options."""
        choices = self.choices(form.options, self.entered.chosen)
        control = Control("boxes", "choice", choices=choices, problems=self.problems_at())
        return FormControls("choose_some", (control,), least=form.least, most=min(form.most, len(form.options)))

    def ranking(self, form: Arrange) -> FormControls:
        """Return all options as a list that can be reordered; missing ones can be added."""
        chosen = self.entered.chosen
        items = tuple(Choice(one, self.name_of(one), index=place) for place, one in enumerate(chosen))
        rest = self.choices([one for one in form.options if one not in chosen], ())
        control = Control("ranked", "choice", choices=rest, items=items, at="-1.-1", required=True)
        return FormControls("arrange", (control,), problems=self.problems_at(), count=len(form.options))

    def number_fields(self, form: Share) -> FormControls:
        """Return a number field for each option's share."""
        controls = [
            Control(
                "number",
                f"share.{index}",
                self.name_of(option),
                value=self.entered.numbers.get(option, ""),
                most=limit,
                problems=self.problems_below(_pointer(option)),
                at=f"-1.-1.{index}",
            )
            for index, (option, limit) in enumerate(form.limits.items())
        ]
        return FormControls("share", tuple(controls), problems=self.problems_at(""), count=form.total)

    def order_rows(self, form: Orders[Any]) -> FormControls:
        """Return a row for each entered order, and a menu to add orders."""
        templates, notes = form.cached_templates, self.preview_notes(form)
        rows = [
            self.order_row(form, number, templates[row.type_index], row, notes)
            for number, row in enumerate(self.entered.rows)
        ]
        most = min(form.max_orders(), 100)
        named = name_rows(rows, self.entered.rows, templates, self.name_of)
        none = form.no_orders_text.get(self.language) if gives_no_orders(form, self.entered) else ""
        menu = tuple(self.menu_groups(templates))
        return FormControls(
            "orders", rows=named, menu=menu, most=most, problems=self.problems_outside_rows(len(rows)), no_orders=none
        )

    def preview_notes(self, form: Orders[Any]) -> dict[int, list[Note]]:
        """Return the previewed effects of each order, by the order's index."""
        found: dict[int, list[Note]] = {}
        names = ProblemNamer(form, self.labels, self.language)
        for line in form.preview(fill_path_gaps(form, self.answer)).lines:
            first = line.pointer.split("/")[1] if line.pointer else ""
            if first.isdecimal():
                found.setdefault(int(first), []).append(note_of(line, names))
        return found

    def problems_outside_rows(self, rows: int) -> tuple[ShownProblem, ...]:
        """Return the problems that belong to none of the first `rows` rows."""
        loose = [p.pointer for p in self.problems if not _in_rows(p.pointer, rows)]
        return self.problems_at(*loose) if loose else ()

    def order_row(
        self, form: Orders[Any], number: int, template: OrderTemplate, row: EnteredOrder, notes: dict[int, list[Note]]
    ) -> Row:
        """Return the row of the order at index `number`: `row` are its values, `template` is its template."""
        written = self.open_row in (None, number)
        controls = tuple(
            self.field_control(f"{number}.{place}", number, template.verb, one, row)
            if one.movement is None
            else self.path_control(form, f"{number}.{place}", number, one, row, judged=written)
            for place, one in enumerate(template.fields)
        )
        problems = self.row_problems(number, [f"/{number}/{one.name}" for one in template.fields])
        lines = self.describe_row(form, number)
        wrong = bool(problems or any(control.problems for control in controls))
        lacking = any(one.required and not row.values.get(one.name) for one in template.fields if len(one.values) != 1)
        shown = written or wrong or lacking or not lines
        found = tuple(notes.get(number, ()))
        about = template.about.get(self.language)
        return Row(
            number, row.type_index, self.name_of(template.verb), controls, problems,
            lines=lines, notes=found, open=shown, help_text=about,
        )  # fmt: skip

    def describe_row(self, form: Orders[Any] | RulePlan, number: int) -> tuple[str, ...]:
        """Return the order or rule at an index in words, line by line; empty if the form cannot read it yet."""
        try:
            order = form.read([self.answer[number]])
        except Malformed:
            return ()
        return tuple(form.describe(order, self.language, self.labels).splitlines())

    def row_problems(self, number: int, shown: Iterable[str]) -> tuple[ShownProblem, ...]:
        """Return the problems of a row that are neither at nor below one of the `shown` pointers."""
        known = tuple(f"{place}/" for place in shown)
        others = [
            p.pointer
            for p in self.problems
            if (p.pointer + "/").startswith(f"/{number}/") and not (p.pointer + "/").startswith(known)
        ]
        return self.problems_at(*others) if others else ()

    def rule_rows(self, form: RulePlan) -> FormControls:
        """Return a row for each entered rule, and a menu of the kinds of question for which a rule can be added."""
        kinds = form.kinds
        rows = [self.rule_row(form, number, kinds[row.type_index], row) for number, row in enumerate(self.entered.rows)]
        menu = [
            MenuGroup(kind.name.get(self.language), (MenuEntry(index, ""),))
            for index, kind in enumerate(kinds)
            if kind.kind not in form.idle
        ]
        problems = self.problems_outside_rows(len(rows))
        named = name_rows(rows, self.entered.rows, (), self.name_of)
        return FormControls("plan", rows=named, menu=tuple(menu), most=MOST_RULES, problems=problems)

    def rule_row(self, form: RulePlan, number: int, order_kind: StandingOrderKind, row: EnteredOrder) -> Row:
        """Return the row of the rule at index `number`: the controls of its answer and of its possible conditions.

        The row is folded to its sentence, unless it is being edited, invalid or incomplete.
        """
        made = rule_fields.RuleControls(self, order_kind, number, row)
        problems = self.row_problems(number, rule_fields.list_control_pointers(number, order_kind))
        answers, conditions = made.answers(), made.conditions()
        lines = self.describe_row(form, number) if row.values.get("answer") else ()
        wrong = bool(problems or any(control.problems for control in (*answers, *conditions)))
        shown = wrong or not lines or self.open_row in (None, number)
        title = order_kind.name.get(self.language)
        return Row(number, row.type_index, title, answers, problems, conditions, lines=lines, open=shown)

    def field_control(self, at: str, number: int, verb: str, one: Field, row: EnteredOrder) -> Control:
        """Return the control of a field of an order; it is "fixed" if the field leaves no choice.

        `at` is "row.field" as indexes, `number` the order's index, `verb` the order's verb.
        """
        given = row.values.get(one.name, ())
        problems = self.problems_below(f"/{number}/{one.name}")
        name, label = f"row.{number}.{one.name}", argument_label(self.labels, verb, one.name).get(self.language)
        if one.ordered or one.may_repeat:
            return self.list_control(at, name, label, one, given, problems)
        choices = self.choices(in_given_sequence(one.values, given) if one.many else one.values, given)
        if one.length:
            value = given[0] if given else ""
            return Control("line", name, label, value=value, most=one.length, required=one.required, problems=problems)
        if one.many:
            return Control("boxes", name, label, choices, required=one.required, problems=problems)
        if is_fixed(one):
            choices = self.choices(one.values, one.values)
            return Control("fixed", name, label, choices, value=one.values[0], problems=problems)
        return Control("select", name, label, choices, required=one.required, problems=problems)

    def list_control(
        self, at: str, name: str, label: str, one: Field, given: tuple[str, ...], problems: tuple[ShownProblem, ...]
    ) -> Control:
        """Return a ranking (values in an order, the best first) or a basket (a value may occur several times)."""
        items = tuple(Choice(value, self.name_of(value), index=place) for place, value in enumerate(given))
        if not one.may_repeat:
            rest = self.choices([value for value in one.values if value not in given], ())
            return Control("ranked", name, label, rest, required=one.required, problems=problems, items=items, at=at)
        choices = tuple(
            Choice(value, self.name_of(value), count=given.count(value), index=place, note=self.main_price(one, value))
            for place, value in enumerate(one.values)
        )
        return Control("basket", name, label, choices, required=one.required, problems=problems, items=items, at=at)

    def main_price(self, one: Field, value: str) -> str:
        """Return the main price of a value (the first in `Field.prices`) as text; empty if it has no price."""
        return str(next(iter(one.prices.get(value, {}).values()), ""))

    def path_control(
        self, form: Orders[Any], at: str, number: int, one: Field, row: EnteredOrder, *, judged: bool
    ) -> Control:
        """Return the control of a path: its waypoints, and the places to which it can lead with their costs, by bands.

        If `judged`, the places are checked together with all other orders, which is slow.
        """
        given = row.values.get(one.name, ())
        without_path = {name: value for name, value in self.answer[number].items() if name != one.name}
        draft = [*self.answer[:number], without_path, *self.answer[number + 1 :]]
        groups: dict[str, list[Choice]] = {}
        places = (
            form.completions(draft, f"/{number}/{one.name}")
            if judged
            else order_edits.path_completions(form, draft, number, one.name)
        )
        for priced in places:
            label = f"{self.name_of(priced.value)} ({priced.price})"
            groups.setdefault(priced.note.get(self.language), []).append(Choice(priced.value, label))
        template = form.cached_templates[row.type_index]
        waypoints = order_edits.waypoints_of(form, template, self.answer[number], one) if given else ()
        items = tuple(Choice(place, self.name_of(place), index=index) for index, place in enumerate(waypoints))
        return Control(
            "path",
            f"row.{number}.{one.name}",
            self.name_of(one.name),
            required=one.required,
            problems=self.problems_below(f"/{number}/{one.name}"),
            value=",".join(given),
            items=items,
            groups=tuple((band, tuple(found)) for band, found in groups.items()),
            at=at,
        )

    def menu_groups(self, templates: Sequence[OrderTemplate]) -> Iterator[MenuGroup]:
        """Yield the menu's groups: the order templates by verb, in the form's order, rare verbs last.

        The label of an entry names the template's subject and fixed values.
        """
        by_verb: dict[str, list[MenuEntry]] = {}
        common = {template.verb for template in templates if not template.is_rare}
        for index, template in enumerate(templates):
            entry = MenuEntry(index, make_entry_label(template, self.name_of), template.about.get(self.language))
            by_verb.setdefault(template.verb, []).append(entry)
        for verb, entries in sorted(by_verb.items(), key=lambda found: found[0] not in common):
            yield MenuGroup(
                self.name_of(verb), disambiguate_entries(entries, templates, self.name_of), verb not in common
            )


def _pointer(key: str) -> str:
    return "/" + key.replace("~", "~0").replace("/", "~1")


def _in_rows(pointer: str, rows: int) -> bool:
    """Return True if a pointer leads into one of the first `rows` rows."""
    first = pointer.split("/")[1] if pointer else ""
    return first.isdecimal() and int(first) < rows


def _in_names(made: FormControls, names: ProblemNamer) -> FormControls:
    """Return the form with names instead of ids in the texts of all its problems."""
    rows = tuple(
        replace(
            row,
            problems=names.name_problems(row.problems),
            controls=_named(row.controls, names),
            conditions=_named(row.conditions, names),
        )
        for row in made.rows
    )
    return replace(made, problems=names.name_problems(made.problems), controls=_named(made.controls, names), rows=rows)


def _named(controls: tuple[Control, ...], names: ProblemNamer) -> tuple[Control, ...]:
    return tuple(replace(one, problems=names.name_problems(one.problems)) if one.problems else one for one in controls)
