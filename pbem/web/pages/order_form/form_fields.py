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
    maker = _Maker(labels, language, entered, problems, to_answer(form, entered), open_row)
    made = replace(maker.sheet(form), unavailable_values=tuple(maker.withheld(form)))
    named = _in_names(made, ProblemNamer(form, labels, language))
    if not isinstance(form, Orders):
        return replace(named, order_groups=tuple(OrderGroup((row,)) for row in named.rows))
    return replace(named, order_groups=tuple(group_orders(form, entered.rows, named.rows, labels, language)))


class _Maker:
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

    def sheet(self, form: Form[Any]) -> FormControls:
        """Return the controls of a form of any kind."""
        match form:
            case Orders():
                return self.orders(form)
            case RulePlan():
                return self.plan(form)
            case Arrange():
                return self.arrange(form)
            case Share():
                return self.share(form)
            case ChooseSome():
                return self.some(form)
            case Choose() | MayChoose():
                return self.one(form)
        return FormControls("text", problems=self.at())

    def withheld(self, form: Form[Any]) -> Iterator[UnavailableValue]:
        """Yield the unavailable options with their reasons; for orders, once for each verb and reason."""
        if not isinstance(form, Orders):
            for bar in form.unavailable_values():
                yield UnavailableValue(self.word(bar.value), bar.why.get(self.language), bar.rule)
            return
        seen: dict[tuple[str, str, str], list[str]] = {}
        for way in (*form.cached_templates, *form.unavailable_templates()):
            fixed = [
                value for one in way.fields if not one.unavailable and len(one.values) == 1 for value in one.values
            ]
            for bar in (bar for one in way.fields for bar in one.unavailable):
                names = [*fixed, *([bar.value] if bar.value not in ("", way.verb) else [])]
                named = seen.setdefault((way.verb, bar.why.get(self.language), bar.rule), [])
                named.append(" · ".join(map(self.word, names)))
        for (verb, why, rule), named in seen.items():
            told = ", ".join(name for name in dict.fromkeys(named) if name)
            yield UnavailableValue(f"{self.word(verb)}: {told}" if told else self.word(verb), why, rule)

    def word(self, value: str) -> str:
        """Return the name of a value for players."""
        return self.labels(value).get(self.language)

    def at(self, *pointers: str) -> tuple[ShownProblem, ...]:
        """Return the problems at these pointers, or all problems without pointers. Equal texts appear once."""
        found = (
            ShownProblem(problem.message.get(self.language), problem.rule)
            for problem in self.problems
            if not pointers or problem.pointer in pointers
        )
        return tuple(dict.fromkeys(found))

    def below(self, pointer: str) -> tuple[ShownProblem, ...]:
        """Return the problems at a pointer and at all pointers below it."""
        return self.at(*(p.pointer for p in self.problems if (p.pointer + "/").startswith(pointer + "/")), "\0")

    def said(self, message: str) -> tuple[ShownProblem, ...]:
        """Return a problem with this text, which does not come from the form."""
        return (ShownProblem(message),)

    def choices(self, values: Iterable[str], chosen: Iterable[str]) -> tuple[Choice, ...]:
        """Return the options of a control, with names; those in `chosen` are chosen."""
        picked = set(chosen)
        return tuple(Choice(value, self.word(value), value in picked) for value in values)

    def one(self, form: Choose | MayChoose) -> FormControls:
        """Return radio buttons for a choice of one option, with "nothing" if the form allows it."""
        none = isinstance(form, MayChoose)
        names = ProblemNamer(form, self.labels, self.language)
        odds = {value: tuple(note_of(line, names) for line in form.preview(value).lines) for value in form.odds}
        choices = [
            replace(one, odds=odds.get(one.value, ())) for one in self.choices(form.options, self.entered.chosen)
        ]
        value = "none" if none and "" in self.entered.chosen else ""
        control = Control(
            "radio", "choice", choices=tuple(choices), value=value, none=none, odds=odds.get("", ()), problems=self.at()
        )
        return FormControls("may_choose" if none else "choose", (control,))

    def some(self, form: ChooseSome) -> FormControls:
        """Return tick boxes for a choice of several options."""
        choices = self.choices(form.options, self.entered.chosen)
        control = Control("boxes", "choice", choices=choices, problems=self.at())
        return FormControls("choose_some", (control,), least=form.least, most=min(form.most, len(form.options)))

    def arrange(self, form: Arrange) -> FormControls:
        """Return all options as a list that can be reordered; missing ones can be added."""
        chosen = self.entered.chosen
        items = tuple(Choice(one, self.word(one), index=place) for place, one in enumerate(chosen))
        rest = self.choices([one for one in form.options if one not in chosen], ())
        control = Control("ranked", "choice", choices=rest, items=items, at="-1.-1", required=True)
        return FormControls("arrange", (control,), problems=self.at(), count=len(form.options))

    def share(self, form: Share) -> FormControls:
        """Return a number field for each option's share."""
        controls = [
            Control(
                "number",
                f"share.{index}",
                self.word(option),
                value=self.entered.numbers.get(option, ""),
                most=limit,
                problems=self.below(_pointer(option)),
                at=f"-1.-1.{index}",
            )
            for index, (option, limit) in enumerate(form.limits.items())
        ]
        return FormControls("share", tuple(controls), problems=self.at(""), count=form.total)

    def orders(self, form: Orders[Any]) -> FormControls:
        """Return a row for each entered order, and a menu to add orders."""
        ways, notes = form.cached_templates, self.notes(form)
        rows = [self.row(form, number, ways[row.way], row, notes) for number, row in enumerate(self.entered.rows)]
        most = min(form.max_orders(), 100)
        named = name_rows(rows, self.entered.rows, ways, self.word)
        none = form.no_orders_text.get(self.language) if gives_no_orders(form, self.entered) else ""
        menu = tuple(self.menu(ways))
        return FormControls(
            "orders", rows=named, menu=menu, most=most, problems=self.outside(len(rows)), no_orders=none
        )

    def notes(self, form: Orders[Any]) -> dict[int, list[Note]]:
        """Return the previewed effects of each order, by the order's index."""
        found: dict[int, list[Note]] = {}
        names = ProblemNamer(form, self.labels, self.language)
        for line in form.preview(fill_path_gaps(form, self.answer)).lines:
            first = line.pointer.split("/")[1] if line.pointer else ""
            if first.isdecimal():
                found.setdefault(int(first), []).append(note_of(line, names))
        return found

    def outside(self, rows: int) -> tuple[ShownProblem, ...]:
        """Return the problems that belong to none of the first `rows` rows."""
        loose = [p.pointer for p in self.problems if not _in_rows(p.pointer, rows)]
        return self.at(*loose) if loose else ()

    def row(
        self, form: Orders[Any], number: int, way: OrderTemplate, row: EnteredOrder, notes: dict[int, list[Note]]
    ) -> Row:
        """Return the row of the order at index `number`: `row` are its values, `way` is its template."""
        written = self.open_row in (None, number)
        controls = tuple(
            self.control(f"{number}.{place}", number, way.verb, one, row)
            if one.movement is None
            else self.path(form, f"{number}.{place}", number, one, row, judged=written)
            for place, one in enumerate(way.fields)
        )
        problems = self.beside(number, [f"/{number}/{one.name}" for one in way.fields])
        lines = self.said_of(form, number)
        wrong = bool(problems or any(control.problems for control in controls))
        lacking = any(one.required and not row.values.get(one.name) for one in way.fields if len(one.values) != 1)
        shown = written or wrong or lacking or not lines
        found = tuple(notes.get(number, ()))
        about = way.about.get(self.language)
        return Row(
            number, row.way, self.word(way.verb), controls, problems,
            lines=lines, notes=found, open=shown, help_text=about,
        )  # fmt: skip

    def said_of(self, form: Orders[Any] | RulePlan, number: int) -> tuple[str, ...]:
        """Return the order or rule at an index in words, line by line; empty if the form cannot read it yet."""
        try:
            order = form.read([self.answer[number]])
        except Malformed:
            return ()
        return tuple(form.describe(order, self.language, self.labels).splitlines())

    def beside(self, number: int, shown: Iterable[str]) -> tuple[ShownProblem, ...]:
        """Return the problems of a row that are neither at nor below one of the `shown` pointers."""
        known = tuple(f"{place}/" for place in shown)
        others = [
            p.pointer
            for p in self.problems
            if (p.pointer + "/").startswith(f"/{number}/") and not (p.pointer + "/").startswith(known)
        ]
        return self.at(*others) if others else ()

    def plan(self, form: RulePlan) -> FormControls:
        """Return a row for each entered rule, and a menu of the kinds of question for which a rule can be added."""
        kinds = form.kinds
        rows = [self.rule(form, number, kinds[row.way], row) for number, row in enumerate(self.entered.rows)]
        menu = [
            MenuGroup(kind.name.get(self.language), (MenuEntry(index, ""),))
            for index, kind in enumerate(kinds)
            if kind.kind not in form.idle
        ]
        problems = self.outside(len(rows))
        named = name_rows(rows, self.entered.rows, (), self.word)
        return FormControls("plan", rows=named, menu=tuple(menu), most=MOST_RULES, problems=problems)

    def rule(self, form: RulePlan, number: int, order_kind: StandingOrderKind, row: EnteredOrder) -> Row:
        """Return the row of the rule at index `number`: the controls of its answer and of its possible conditions.

        The row is folded to its sentence, unless it is being edited, invalid or incomplete.
        """
        made = rule_fields.RuleControls(self, order_kind, number, row)
        problems = self.beside(number, rule_fields.list_control_pointers(number, order_kind))
        answers, conditions = made.answers(), made.conditions()
        lines = self.said_of(form, number) if row.values.get("answer") else ()
        wrong = bool(problems or any(control.problems for control in (*answers, *conditions)))
        shown = wrong or not lines or self.open_row in (None, number)
        title = order_kind.name.get(self.language)
        return Row(number, row.way, title, answers, problems, conditions, lines=lines, open=shown)

    def control(self, at: str, number: int, verb: str, one: Field, row: EnteredOrder) -> Control:
        """Return the control of a field of an order; it is "fixed" if the field leaves no choice.

        `at` is "row.field" as indexes, `number` the order's index, `verb` the order's verb.
        """
        given = row.values.get(one.name, ())
        problems = self.below(f"/{number}/{one.name}")
        name, label = f"row.{number}.{one.name}", argument_label(self.labels, verb, one.name).get(self.language)
        if one.ordered or one.may_repeat:
            return self.listing(at, name, label, one, given, problems)
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

    def listing(
        self, at: str, name: str, label: str, one: Field, given: tuple[str, ...], problems: tuple[ShownProblem, ...]
    ) -> Control:
        """Return a ranking (values in an order, the best first) or a basket (a value may occur several times)."""
        items = tuple(Choice(value, self.word(value), index=place) for place, value in enumerate(given))
        if not one.may_repeat:
            rest = self.choices([value for value in one.values if value not in given], ())
            return Control("ranked", name, label, rest, required=one.required, problems=problems, items=items, at=at)
        choices = tuple(
            Choice(value, self.word(value), count=given.count(value), index=place, note=self.price(one, value))
            for place, value in enumerate(one.values)
        )
        return Control("basket", name, label, choices, required=one.required, problems=problems, items=items, at=at)

    def price(self, one: Field, value: str) -> str:
        """Return the main price of a value (the first in `Field.prices`) as text; empty if it has no price."""
        return str(next(iter(one.prices.get(value, {}).values()), ""))

    def path(self, form: Orders[Any], at: str, number: int, one: Field, row: EnteredOrder, *, judged: bool) -> Control:
        """Return the control of a path: its waypoints, and the places to which it can lead with their costs, by bands.

        If `judged`, the places are checked together with all other orders, which is slow.
        """
        given = row.values.get(one.name, ())
        unled = {name: value for name, value in self.answer[number].items() if name != one.name}
        draft = [*self.answer[:number], unled, *self.answer[number + 1 :]]
        groups: dict[str, list[Choice]] = {}
        places = (
            form.completions(draft, f"/{number}/{one.name}")
            if judged
            else order_edits.path_completions(form, draft, number, one.name)
        )
        for priced in places:
            label = f"{self.word(priced.value)} ({priced.price})"
            groups.setdefault(priced.note.get(self.language), []).append(Choice(priced.value, label))
        name, label, problems = f"row.{number}.{one.name}", self.word(one.name), self.below(f"/{number}/{one.name}")
        marks = (
            order_edits.waypoints_of(form, form.cached_templates[row.way], self.answer[number], one) if given else ()
        )
        items = tuple(Choice(mark, self.word(mark), index=place) for place, mark in enumerate(marks))
        return Control(
            "path",
            name,
            label,
            required=one.required,
            problems=problems,
            value=",".join(given),
            items=items,
            groups=tuple((band, tuple(found)) for band, found in groups.items()),
            at=at,
        )

    def menu(self, ways: Sequence[OrderTemplate]) -> Iterator[MenuGroup]:
        """Yield the menu's groups: the order templates by verb, in the form's order, rare verbs last.

        The label of an entry names the template's subject and fixed values.
        """
        by_verb: dict[str, list[MenuEntry]] = {}
        common = {way.verb for way in ways if not way.is_rare}
        for index, way in enumerate(ways):
            entry = MenuEntry(index, make_entry_label(way, self.word), way.about.get(self.language))
            by_verb.setdefault(way.verb, []).append(entry)
        for verb, entries in sorted(by_verb.items(), key=lambda found: found[0] not in common):
            yield MenuGroup(self.word(verb), disambiguate_entries(entries, ways, self.word), verb not in common)


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
