"""A form as the controls of a page, filled with what was entered, every problem beside its field."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.kernel.byhand import taps
from games.kernel.errors import Malformed, Problem
from games.kernel.foreseen import MOST_RULES, Foreseen
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.orders import Field, Orders, Way
from games.kernel.plans import RulePlan
from games.kernel.text import Labels, argument
from pbem.pages.answers import rules
from pbem.pages.answers.boxes import Box, boxed
from pbem.pages.answers.controls import (
    Choice,
    Control,
    MenuEntry,
    MenuGroup,
    Note,
    OrderRow,
    Row,
    Shown,
    Withheld,
    is_fixed,
)
from pbem.pages.answers.entered import Entered, settled, to_answer
from pbem.pages.answers.names import Names


@dataclass(frozen=True)
class Sheet:
    """A whole form.

    `kind` is choose, may_choose, choose_some, arrange, share, orders, plan or text (the notation only).
    """

    kind: str
    controls: tuple[Control, ...] = ()
    rows: tuple[Row, ...] = ()
    menu: tuple[MenuGroup, ...] = ()
    most: int = 0
    least: int = 0
    problems: tuple[Shown, ...] = ()
    count: int = field(default=0)
    withheld: tuple[Withheld, ...] = ()
    boxes: tuple[Box, ...] = ()

    @property
    def has_rare(self) -> bool:
        """True when some orders are folded away."""
        return any(group.rare for group in self.menu)

    @property
    def faulty(self) -> bool:
        """True when anything is wrong anywhere."""
        return bool(
            self.problems
            or any(control.problems for control in self.controls)
            or any(
                row.problems or any(control.problems for control in (*row.controls, *row.conditions))
                for row in self.rows
            )
        )


def sheet(
    form: Form[Any],
    labels: Labels,
    language: str,
    entered: Entered,
    problems: Sequence[Problem] = (),
    *,
    open_row: int | None = None,
) -> Sheet:
    """The form's controls, filled in; each of `problems` stands where its pointer points.

    With an `open_row` only that one and what is not right yet show their controls, the others fold them away.
    """
    maker = _Maker(labels, language, entered, problems, to_answer(form, entered), open_row)
    made = replace(maker.sheet(form), withheld=tuple(maker.withheld(form)))
    named = _in_names(made, Names(form, labels, language))
    if not isinstance(form, Orders):
        return replace(named, boxes=tuple(Box((row,)) for row in named.rows))
    return replace(named, boxes=tuple(boxed(form, entered.rows, named.rows, labels, language)))


class _Maker:
    """Builds one sheet: the words, the entries and the problems are the same throughout."""

    def __init__(
        self,
        labels: Labels,
        language: str,
        entered: Entered,
        problems: Sequence[Problem],
        answer: Any,
        open_row: int | None,
    ) -> None:
        self.labels, self.language, self.entered = labels, language, entered
        self.problems, self.answer, self.open_row = problems, answer, open_row

    def sheet(self, form: Form[Any]) -> Sheet:
        """The controls of any form."""
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
        return Sheet("text", problems=self.at())

    def withheld(self, form: Form[Any]) -> Iterator[Withheld]:
        """What cannot be chosen now, and why; of orders, by the verb. The same stands once."""
        if not isinstance(form, Orders):
            for bar in form.withheld():
                yield Withheld(self.word(bar.value), bar.why.get(self.language), bar.rule)
            return
        seen: dict[tuple[str, str, str], list[str]] = {}
        for way in (*form.listed, *form.closed()):
            fixed = [value for one in way.fields if not one.barred and len(one.values) == 1 for value in one.values]
            for bar in (bar for one in way.fields for bar in one.barred):
                names = [*fixed, *([bar.value] if bar.value not in ("", way.verb) else [])]
                named = seen.setdefault((way.verb, bar.why.get(self.language), bar.rule), [])
                named.append(" · ".join(map(self.word, names)))
        for (verb, why, rule), named in seen.items():
            told = ", ".join(name for name in dict.fromkeys(named) if name)
            yield Withheld(f"{self.word(verb)}: {told}" if told else self.word(verb), why, rule)

    def word(self, value: str) -> str:
        """What a player calls it."""
        return self.labels(value).get(self.language)

    def at(self, *pointers: str) -> tuple[Shown, ...]:
        """The problems at these pointers; of no pointer, all of them. The same words stand once."""
        found = (
            Shown(problem.message.get(self.language), problem.rule)
            for problem in self.problems
            if not pointers or problem.pointer in pointers
        )
        return tuple(dict.fromkeys(found))

    def below(self, pointer: str) -> tuple[Shown, ...]:
        """The problems at a pointer and under it."""
        return self.at(*(p.pointer for p in self.problems if (p.pointer + "/").startswith(pointer + "/")), "\0")

    def said(self, message: str) -> tuple[Shown, ...]:
        """A problem in words of the page's own."""
        return (Shown(message),)

    def choices(self, values: Iterable[str], chosen: Iterable[str]) -> tuple[Choice, ...]:
        """The values to pick from."""
        picked = set(chosen)
        return tuple(Choice(value, self.word(value), value in picked) for value in values)

    def one(self, form: Choose | MayChoose) -> Sheet:
        """Radio buttons, with "nothing" where it is allowed."""
        none = isinstance(form, MayChoose)
        choices = self.choices(form.options, self.entered.chosen)
        value = "none" if none and "" in self.entered.chosen else ""
        control = Control("radio", "choice", choices=choices, value=value, none=none, problems=self.at())
        return Sheet("may_choose" if none else "choose", (control,))

    def some(self, form: ChooseSome) -> Sheet:
        """Tick boxes."""
        choices = self.choices(form.options, self.entered.chosen)
        control = Control("boxes", "choice", choices=choices, problems=self.at())
        return Sheet("choose_some", (control,), least=form.least, most=min(form.most, len(form.options)))

    def arrange(self, form: Arrange) -> Sheet:
        """All of them as a list that can be put in another order; what is missing can be added."""
        chosen = self.entered.chosen
        items = tuple(Choice(one, self.word(one), index=place) for place, one in enumerate(chosen))
        rest = self.choices([one for one in form.options if one not in chosen], ())
        control = Control("ranked", "choice", choices=rest, items=items, at="-1.-1", required=True)
        return Sheet("arrange", (control,), problems=self.at(), count=len(form.options))

    def share(self, form: Share) -> Sheet:
        """A number beside each option: how much it gets."""
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
        return Sheet("share", tuple(controls), problems=self.at(""), count=form.total)

    def orders(self, form: Orders[Any]) -> Sheet:
        """A row for each order so far, and the ways to add another."""
        ways, notes = form.listed, self.notes(form)
        rows = [self.row(form, number, ways[row.way], row, notes) for number, row in enumerate(self.entered.rows)]
        most = min(form.most(), 100)
        return Sheet(
            "orders", rows=tuple(rows), menu=tuple(self.menu(ways)), most=most, problems=self.outside(len(rows))
        )

    def notes(self, form: Orders[Any]) -> dict[int, list[Note]]:
        """What the orders come to, by their number."""
        found: dict[int, list[Note]] = {}
        names = Names(form, self.labels, self.language)
        for line in form.outlook(settled(form, self.answer)).lines:
            first = line.pointer.split("/")[1] if line.pointer else ""
            if first.isdecimal():
                found.setdefault(int(first), []).append(Note(line.tone, names.text(line.text.get(self.language))))
        return found

    def outside(self, rows: int) -> tuple[Shown, ...]:
        """The problems that no row has."""
        loose = [p.pointer for p in self.problems if not _in_rows(p.pointer, rows)]
        return self.at(*loose) if loose else ()

    def row(self, form: Orders[Any], number: int, way: Way, row: OrderRow, notes: dict[int, list[Note]]) -> Row:
        """One order with its controls."""
        written = self.open_row in (None, number)
        controls = tuple(
            self.control(f"{number}.{place}", number, way.verb, one, row)
            if one.walk is None
            else self.path(form, f"{number}.{place}", number, one, row, judged=written)
            for place, one in enumerate(way.fields)
        )
        problems = self.beside(number, [f"/{number}/{one.name}" for one in way.fields])
        lines = self.said_of(form, number)
        wrong = bool(problems or any(control.problems for control in controls))
        lacking = any(one.required and not row.values.get(one.name) for one in way.fields if len(one.values) != 1)
        shown = written or wrong or lacking or not lines
        found = tuple(notes.get(number, ()))
        return Row(number, row.way, self.word(way.verb), controls, problems, lines=lines, notes=found, open=shown)

    def said_of(self, form: Orders[Any], number: int) -> tuple[str, ...]:
        """One order in words; nothing while it cannot be read."""
        try:
            order = form.read([self.answer[number]])
        except Malformed:
            return ()
        return tuple(form.describe(order, self.language, self.labels).splitlines())

    def beside(self, number: int, shown: Iterable[str]) -> tuple[Shown, ...]:
        """The problems of a row that none of the pointers `shown` leads to."""
        known = tuple(f"{place}/" for place in shown)
        others = [
            p.pointer
            for p in self.problems
            if (p.pointer + "/").startswith(f"/{number}/") and not (p.pointer + "/").startswith(known)
        ]
        return self.at(*others) if others else ()

    def plan(self, form: RulePlan) -> Sheet:
        """A row for each rule so far, and the kinds of question to add one for."""
        kinds = form.foreseen
        rows = [self.rule(number, kinds[row.way], row) for number, row in enumerate(self.entered.rows)]
        menu = [MenuGroup(kind.name.get(self.language), (MenuEntry(index, ""),)) for index, kind in enumerate(kinds)]
        problems = self.outside(len(rows))
        return Sheet("plan", rows=tuple(rows), menu=tuple(menu), most=MOST_RULES, problems=problems)

    def rule(self, number: int, foreseen: Foreseen, row: OrderRow) -> Row:
        """One rule: its answer, and the conditions that it may have."""
        made = rules.RuleControls(self, foreseen, number, row)
        problems = self.beside(number, rules.known_pointers(number, foreseen))
        title = foreseen.name.get(self.language)
        return Row(number, row.way, title, made.answers(), problems, made.conditions())

    def control(self, at: str, number: int, verb: str, one: Field, row: OrderRow) -> Control:
        """One field of an order: fixed where there is nothing to choose."""
        given = row.values.get(one.name, ())
        problems = self.below(f"/{number}/{one.name}")
        name, label = f"row.{number}.{one.name}", argument(self.labels, verb, one.name).get(self.language)
        if one.ordered or one.repeats:
            return self.listing(at, name, label, one, given, problems)
        choices = self.choices(one.values, given)
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
        self, at: str, name: str, label: str, one: Field, given: tuple[str, ...], problems: tuple[Shown, ...]
    ) -> Control:
        """A ranking, best first; or a basket, in which the same may be several times."""
        items = tuple(Choice(value, self.word(value), index=place) for place, value in enumerate(given))
        if not one.repeats:
            rest = self.choices([value for value in one.values if value not in given], ())
            return Control("ranked", name, label, rest, required=one.required, problems=problems, items=items, at=at)
        choices = tuple(
            Choice(value, self.word(value), count=given.count(value), index=place, note=self.price(one, value))
            for place, value in enumerate(one.values)
        )
        return Control("basket", name, label, choices, required=one.required, problems=problems, items=items, at=at)

    def price(self, one: Field, value: str) -> str:
        """The first price of a value, which is what it costs most."""
        return str(next(iter(one.prices.get(value, {}).values()), ""))

    def path(self, form: Orders[Any], at: str, number: int, one: Field, row: OrderRow, *, judged: bool) -> Control:
        """A path: its marks, and the places that it could be led to instead, with what that costs, by bands.

        Only of the order that is being written they are judged together with all others, which takes its time.
        """
        given = row.values.get(one.name, ())
        unled = {name: value for name, value in self.answer[number].items() if name != one.name}
        draft = [*self.answer[:number], unled, *self.answer[number + 1 :]]
        groups: dict[str, list[Choice]] = {}
        places = form.reach(draft, f"/{number}/{one.name}") if judged else taps.led(form, draft, number, one.name)
        for priced in places:
            label = f"{self.word(priced.value)} ({priced.price})"
            groups.setdefault(priced.note.get(self.language), []).append(Choice(priced.value, label))
        name, label, problems = f"row.{number}.{one.name}", self.word(one.name), self.below(f"/{number}/{one.name}")
        marks = taps.marked(form, form.listed[row.way], self.answer[number], one) if given else ()
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

    def menu(self, ways: Sequence[Way]) -> Iterator[MenuGroup]:
        """The ways by verb, in the form's order, rare verbs last; a way is named by what is fixed in it."""
        by_verb: dict[str, list[MenuEntry]] = {}
        common = {way.verb for way in ways if not way.rare}
        for index, way in enumerate(ways):
            fixed = [one.values[0] for one in way.fields if one.required and not one.many and len(one.values) == 1]
            label = " · ".join(map(self.word, fixed))
            by_verb.setdefault(way.verb, []).append(MenuEntry(index, label))
        for verb, entries in sorted(by_verb.items(), key=lambda found: found[0] not in common):
            yield MenuGroup(self.word(verb), tuple(entries), verb not in common)


def _pointer(key: str) -> str:
    return "/" + key.replace("~", "~0").replace("/", "~1")


def _in_rows(pointer: str, rows: int) -> bool:
    """Whether a pointer leads into one of the rows."""
    first = pointer.split("/")[1] if pointer else ""
    return first.isdecimal() and int(first) < rows


def _in_names(made: Sheet, names: Names) -> Sheet:
    """The sheet with all its problems in names."""
    rows = tuple(
        replace(
            row,
            problems=names.all(row.problems),
            controls=_named(row.controls, names),
            conditions=_named(row.conditions, names),
        )
        for row in made.rows
    )
    return replace(made, problems=names.all(made.problems), controls=_named(made.controls, names), rows=rows)


def _named(controls: tuple[Control, ...], names: Names) -> tuple[Control, ...]:
    return tuple(replace(one, problems=names.all(one.problems)) if one.problems else one for one in controls)
