"""Write the order form of an e-mail: the default orders in the text notation, and comments that list the options.

A *place* is a hex or area of the board; a *subject* is the unit that an order is for.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import structs

from games.kernel.drafts import Purse
from games.kernel.forms import Arrange, ChooseSome, Form, MayChoose, Share
from games.kernel.standing_orders import Fact
from games.kernel.text import LIST_COMMA, Labels, Text
from games.order_editor.paths import CostBand, MovementRule, path_cost, path_extensions
from games.order_text.names import IdReplacer
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.rule_plan import RulePlan

MAX_REASONS = 12
"""The maximum number of reasons for unavailable options in an e-mail; all are on the page."""
MAX_EXPLAINED = 12
"""The maximum number of explanations of orders in an e-mail; of more, a player asks by reply."""
MAX_OPTIONS = 120
"""The maximum number of options in an e-mail; a larger form is complete only on its page."""

MAX_ENUMERATED = 6
"""The maximum number of consecutive counts that are written one by one, not as a range."""
MAX_PLACES = 12
"""The maximum number of numbered places that are written one by one, not as ranges."""
MAX_NEARBY = 70
"""The maximum number of named places that are listed by distance."""
MAX_LISTED = 24
"""The maximum number of words in one list; of a longer list only the first `MAX_PLACES` are written."""

_BETWEEN_NAMES = Text("; ", "；")
MAX_PER_LINE = 4
"""The maximum number of numbered places in one row."""

SHORT, WIDE = 48, 66
"""The maximum width of a short table row, and the width of a line with several such rows, in characters."""


def render_order_form(form: Form[Any], labels: Labels, language: str, draft: str = "") -> str:
    """Return the order form: orders, which a player can send back unchanged, and comments.

    The orders are the `draft`, if there is one, else the usual plan or the default. The comments list options and
    costs. `labels` returns the name of an id.
    """
    if isinstance(form, Orders) and not form.cached_templates:
        comments = [*_withheld(form, labels, language)]
        if form.is_forced() and not comments:
            return "pass"
    else:
        comments = [*_syntax(form, labels, language), *_example(form)]
    return "\n".join([*_ready_to_send(form, draft), *(f"# {line}".rstrip() for line in comments)])


def _ready_to_send(form: Form[Any], draft: str) -> list[str]:
    """Return orders in the notation below a comment that says what they are."""
    if draft:
        return [_("# Lines that begin with # are not read. This is your draft; change it."), draft]
    usual = form.default()
    if (plan := _usual(form)) is not None and form.render(plan) != form.render(usual):
        return [_("# Lines that begin with # are not read. This is the usual plan; change it."), form.render(plan)]
    return [_("# Lines that begin with # are not read. This is the default; change it."), form.render(usual)]


def _usual(form: Form[Any]) -> Any:
    """Return the first complete answer that the form proposes and accepts; None if there is none."""
    plans = (form.read(one.answer) for one in form.proposals())
    return next((plan for plan in plans if next(iter(form.problems(plan)), None) is None), None)


def list_options(form: Form[Any], labels: Labels, language: str) -> list[tuple[str, str]]:
    """Return the words that an answer may contain, each with its meaning; self-explanatory words are left out."""
    named = [(value, labels(value).get(language)) for value in dict.fromkeys(form.values())]
    passed = _passed_through(form)
    found = [
        (value, name)
        for value, name in named
        if not _speaks_for_itself(value, name) and not (value in passed and name.startswith(f"{value} "))
    ]
    if isinstance(form, MayChoose) or (found and not isinstance(form, Orders)):
        found = named
    if isinstance(form, MayChoose):
        found.append(("pass", _("nothing of this")))
    found = _by_what_is_near(_with_long_lists(form, found, labels, language))
    numbered = [row for row in found if row[0][:1].isdigit()]
    if len(numbered) > MAX_PLACES:
        left = sum(len(value.split()) for value, _name in numbered)
        others = [row for row in found if row not in numbered][:MAX_OPTIONS]
        return [*others, ("…", _numbered_places(left))] if others else []
    if (more := len(found) - MAX_OPTIONS) > 0:
        found = [*found[:MAX_OPTIONS], ("…", _more(more))]
    return found


def _with_long_lists(
    form: Form[Any], found: list[tuple[str, str]], labels: Labels, language: str
) -> list[tuple[str, str]]:
    """Return the list with one row for an argument of more than `MAX_LISTED` things, which names them one by one.

    Numbered places, and things that another argument names too, keep their own rows.
    """
    if not isinstance(form, Orders):
        return found
    fields = [field for way in form.cached_templates for field in way.fields]
    rows, between = [*found], _BETWEEN_NAMES.get(language)
    for name in dict.fromkeys(field.name for field in fields if len(field.values) > MAX_LISTED):
        elsewhere = {value for field in fields if field.name != name for value in field.values}
        own = {value for field in fields if field.name == name for value in field.values} - elsewhere
        listed = [row for row in rows if row[0] in own and not row[0][:1].isdigit()]
        if len(listed) > MAX_LISTED:
            rows = [row for row in rows if row not in listed]
            rows.append((labels(name).get(language), between.join(meaning for _value, meaning in listed)))
    return rows


def _by_what_is_near(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the list with numbered places grouped by what is near them, which follows in brackets."""
    near: dict[str, list[str]] = {}
    for value, name in found:
        if value.isdecimal() and name.startswith(value):
            near.setdefault(name.removeprefix(value).strip(" ()（）"), []).append(value)
    rows: list[tuple[str, str]] = []
    for value, name in found:
        place = name.removeprefix(value).strip(" ()（）") if value.isdecimal() and name.startswith(value) else ""
        if not place:
            rows.append((value, name))
        elif near[place][0] == value:
            several = near[place]
            starts = range(0, len(several), MAX_PER_LINE)
            rows += [(" ".join(several[start : start + MAX_PER_LINE]), place) for start in starts]
    return rows


def _passed_through(form: Form[Any]) -> set[str]:
    """Return the places that a path may pass through, without those that another part of the form names."""
    if not isinstance(form, Orders):
        return set()
    return {*form.values()} - {value for way in form.cached_templates for field in way.fields for value in field.values}


def _more(count: int) -> str:
    words = ngettext(
        "%(count)d more, which is on the page of this decision",
        "%(count)d more, which are on the page of this decision",
        count,
    )
    return words % {"count": count}


def _numbered_places(count: int) -> str:
    words = ngettext("%(count)d numbered place on the map", "%(count)d numbered places on the map", count)
    return words % {"count": count}


def _speaks_for_itself(value: str, name: str) -> bool:
    """Return True if a value is like its name, as ``wolf`` is like Wolf."""
    return value == "_".join(re.findall(r"\w+", name.casefold()))


def _example(form: Form[Any]) -> list[str]:
    """Return the lines of the form's example answer, if it is short and differs from the default."""
    example, default = form.render(form.example()), form.render(form.default())
    return [] if example == default else [_("For example:"), *(f"  {line}" for line in example.splitlines())]


def _syntax(form: Form[Any], labels: Labels, language: str) -> list[str]:
    """Return lines that explain how answers are written."""
    if isinstance(form, Orders):
        head = _("One order a line, each in one of these ways (or only: pass):")
        purses = {purse.key: purse for purse in form.purses()}
        named = _("Names may be written instead of these words.")
        ways = [*_ways(form.templates(), purses, labels, language), *_distances(form, labels, language)]
        about = [*_explanations(form, language), *_rules_of(form, labels, language)]
        return [head, named, *ways, *about, *_withheld(form, labels, language)]
    if isinstance(form, RulePlan):
        return [_("One rule a line, the best first, each in one of these ways (or only: pass):"), *_rules(form)]
    if isinstance(form, ChooseSome):
        count = _("from %(least)d to %(most)d of them, with blanks between") % {"least": form.least, "most": form.most}
        return [f"choose … ({count}): {_list(form.options)}"]
    if isinstance(form, Arrange):
        return [_("All of them, in your order:") + f" {_list(form.options)}"]
    if isinstance(form, Share):
        amounts = " ".join(f"{name}=0..{limit}" for name, limit in form.limits.items())
        return [_("%(total)d in all:") % {"total": form.total} + f" share {amounts}"]
    values = [*form.values(), *(["pass"] if isinstance(form, MayChoose) else [])]
    return [_("One of:") + f" {_list(values)}"] if len(values) > 1 or not isinstance(form, MayChoose) else []


def _distances(form: Orders[Any], labels: Labels, language: str) -> Iterator[str]:
    """Yield the distances to the places of paths, if these are few and have names."""
    walks = {
        field.movement.start: field.movement
        for way in form.templates()
        for field in way.fields
        if field.movement is not None and not field.movement.start[:1].isdigit()
    }
    charts = form.charts() if walks else {}
    for start, walk in walks.items():
        ends = path_extensions(charts[walk.chart], walk, ()).items()
        priced = ((place, path_cost(charts[walk.chart], walk, path)) for place, path in ends)
        near = [*islice(((place, price) for place, price in priced if price is not None), MAX_NEARBY + 1)]
        if 0 < len(near) <= MAX_NEARBY:
            found: dict[int, list[str]] = {}
            for place, price in near:
                found.setdefault(price.cost, []).append(place)
            yield _("How far it is from %(start)s:") % {"start": labels(start).get(language)}
            yield from (f"      {cost}: {_list(found[cost])}" for cost in sorted(found))


def _explanations(form: Orders[Any], language: str) -> Iterator[str]:
    """Yield the explanation of each order that has one, after its verb and subject."""
    told = [(way, about) for way in form.cached_templates if (about := way.about.get(language))]
    if len(told) > MAX_EXPLAINED:
        first = next((value for field in told[0][0].fields for value in field.values[:1]), "")
        yield _("What they do: reply “help” and the word, such as “help %(word)s”.") % {"word": first}
        return
    if told:
        yield _("What they do:")
    for way, about in told:
        subject = next((field for field in way.fields if field.name == way.subject), None)
        yield f"  {' '.join([_verb(way), *(subject.values[:1] if subject is not None else ())])}: {about}"


def _rules_of(form: Orders[Any], labels: Labels, language: str) -> Iterator[str]:
    """Yield the restrictions that no list of words can express, with their rules."""
    said = [(note.rule, note.text) for note in form.schema_notes()]
    if not said:
        return
    yield _("Rules to know:")
    names = IdReplacer(form, labels, language)
    for rule, text in said:
        yield f"  {names.replace(text)} ({rule})"


def _withheld(form: Orders[Any], labels: Labels, language: str) -> Iterator[str]:
    """Yield the unavailable orders with their subjects, grouped by reason."""
    found = _reasons(form, labels, language)
    if 0 < len(found) <= MAX_REASONS:
        yield _("Not available now:")
        for (who, what, why), verbs in found.items():
            said = " → ".join(
                _list(dict.fromkeys(_called(names, labels, language)), ", ") for names in (who, what) if names
            )
            yield f"  {' '.join([', '.join(verbs), said]).rstrip()}: {why}"


def _called(values: Iterable[str], labels: Labels, language: str) -> Iterator[str]:
    return (labels(value).get(language) for value in values)


_Reason = tuple[tuple[str, ...], tuple[str, ...], str]
"""The subjects of unavailable options (empty: all), the options, and the reason."""


def _reasons(form: Orders[Any], labels: Labels, language: str) -> dict[_Reason, list[str]]:
    """Return the reasons for unavailable options, each with the verbs of the orders concerned.

    Subjects with the same reason for the same options are grouped, and so are options unavailable to the same subjects
    for one reason.
    """
    whom: dict[tuple[str, str, str], dict[str, None]] = {}
    names_of = IdReplacer(form, labels, language)
    for way in form.unavailable_templates():
        who = [value for field in way.fields if field.values and not field.unavailable for value in field.values]
        for bar in (bar for field in way.fields for bar in field.unavailable):
            why = names_of.replace(bar.why).rstrip(".。")
            whom.setdefault((_verb(way), f"{why} ({bar.rule})", bar.value), {}).update(dict.fromkeys(who))
    kept: dict[tuple[str, tuple[str, ...], str], dict[str, None]] = {}
    for (verb, why, value), names in whom.items():
        only = () if {*_acting(form, verb)} <= names.keys() else tuple(names)
        kept.setdefault((verb, only, why), {}).update(dict.fromkeys([value] if value else []))
    found: dict[_Reason, list[str]] = {}
    for (verb, only, why), things in kept.items():
        found.setdefault((only, tuple(things), why), []).append(verb)
    return found


def _acting(form: Orders[Any], verb: str) -> Iterator[str]:
    """Yield the possible subjects of an order with this verb; only "" if there is no such order."""
    ways = form.templates_by_verb.get(verb.replace("-", "_"), ())
    yield from (value for way in ways for value in way.fields[0].values if way.fields) if ways else ("",)


def _ways(ways: Iterable[OrderTemplate], purses: dict[str, Purse], labels: Labels, language: str) -> Iterator[str]:
    """Yield the lines for all order templates, grouped by verb and arguments, with common parts written once."""
    for alike in _by_head(ways).values():
        first = alike[0]
        if not first.fields:
            yield f"  {_verb(first)}"
            continue
        if columns := _columns(alike):
            yield from _table(alike, columns, purses, labels, language)
            continue
        yield f"  {_head(first)}"
        yield from _one_by_one(alike, purses, labels, language)


def _one_by_one(
    ways: Sequence[OrderTemplate], purses: dict[str, Purse], labels: Labels, language: str
) -> Iterator[str]:
    """Yield the arguments of order templates that begin with the same words.

    If there are several templates, their common parts are written once, before the lines of each subject.
    """
    if len(ways) == 1:
        yield from (line for field in ways[0].fields for line in _field(field, purses, labels, language))
        return
    told = [[[*_differing(field, purses, labels, language)] for field in way.fields] for way in ways]
    same = {at for at, lines in enumerate(told[0]) if at and all(fields[at] == lines for fields in told)}
    for at, field in enumerate(ways[0].fields):
        if field.movement is not None:
            yield f"      {field.name}: {_path(MovementRule('', '', 0), labels, language)}"
        yield from told[0][at] if at in same else ()
    if len(same) == len(told[0]) - 1 and all(len(fields[0]) == 1 for fields in told):
        who = dict.fromkeys(value for way in ways for value in way.fields[0].values)
        yield f"      {ways[0].fields[0].name}: {_list(who)}"
        return
    for fields in told:
        yield from (line for at, lines in enumerate(fields) if at not in same for line in lines)


def _differing(field: Field, purses: dict[str, Purse], labels: Labels, language: str) -> Iterator[str]:
    """Yield how an argument of one template differs from that of the others: for a path only its cost."""
    if field.movement is None:
        yield from _field(field, purses, labels, language)
    else:
        bands = _packed(_band(band, language) for band in field.movement.bands)
        yield from (f"      {field.name}: {line}" for line in bands)


def _by_head(ways: Iterable[OrderTemplate]) -> dict[str, list[OrderTemplate]]:
    """Return the templates by their first words; templates that differ only in the subject are merged."""
    found: dict[str, list[OrderTemplate]] = {}
    for way in ways:
        same = found.setdefault(_head(way), [])
        place = next((at for at, one in enumerate(same) if way.fields and _shown(one)[1:] == _shown(way)[1:]), None)
        if place is None:
            same.append(way)
        else:
            same[place] = _joined(same[place], way)
    return found


def _verb(way: OrderTemplate) -> str:
    return way.verb.replace("_", "-")


def _head(way: OrderTemplate) -> str:
    if not way.fields:
        return _verb(way)
    first, *rest = way.fields
    return " ".join([_verb(way), _slot(first, bare=True), *(_slot(field) for field in rest)])


def _shown(way: OrderTemplate) -> list[Field]:
    """Return the arguments of a template without unavailable values, and paths without their start."""
    return [
        structs.replace(
            field,
            unavailable=(),
            end_places={},
            movement=field.movement and MovementRule("", "", 0, bands=field.movement.bands),
        )
        for field in way.fields
    ]


def _joined(one: OrderTemplate, other: OrderTemplate) -> OrderTemplate:
    """Return two templates merged: with both subjects, and a path that starts where each of them is."""
    (mine, *rest), (theirs, *others) = one.fields, other.fields
    who = structs.replace(
        mine, values=tuple(dict.fromkeys((*mine.values, *theirs.values))), prices={**mine.prices, **theirs.prices}
    )
    return structs.replace(one, fields=(who, *(_from_either(*both) for both in zip(rest, others, strict=True))))


def _from_either(mine: Field, theirs: Field) -> Field:
    if mine.movement is None or theirs.movement is None or mine.movement.start == theirs.movement.start:
        return mine
    return structs.replace(mine, movement=structs.replace(mine.movement, start=""))


def _columns(ways: Sequence[OrderTemplate]) -> tuple[int, ...]:
    """Return the indices of the arguments, besides the subject, in which several templates differ.

    Returns none if one of these arguments is too long for a table.
    """
    if len(ways) < 2:
        return ()
    rows = [_shown(way) for way in ways]
    differing = [at for at, same in enumerate(zip(*rows, strict=True)) if any(one != same[0] for one in same)]
    told = [field for row in rows for field in (row[at] for at in differing)]
    plain = all(not (field.length or field.prices or field.movement) for field in told)
    return tuple(differing[1:]) if plain and differing[:1] == [0] else ()


def _table(
    ways: Sequence[OrderTemplate], columns: Sequence[int], purses: dict[str, Purse], labels: Labels, language: str
) -> Iterator[str]:
    """Yield the lines of a table of templates that differ in the subject and a few arguments.

    The common parts come first, then a row for each template; several short rows share a line.
    """
    first = reduce(_joined, ways)
    yield f"  {_head(first)}"
    for at, field in enumerate(first.fields):
        if at not in (0, *columns):
            yield from _field(field, purses, labels, language)
    yield f"      {_row(first, columns, lambda field: field.name.upper())}"
    rows = [_row(way, columns, lambda field: _list(field.values)) for way in ways]
    few = all(way.is_rare for way in ways) and len(columns) == 1 and max(map(len, rows)) <= SHORT
    yield from (f"      {line}" for line in (_packed(rows) if few else rows))
    if any(first.fields[at].may_repeat for at in columns):
        yield "          " + _several()


def _row(way: OrderTemplate, columns: Sequence[int], told: Callable[[Field], str]) -> str:
    """Return a table row: the subject, and the text of each argument in `columns`."""
    return f"{told(way.fields[0])}: {' | '.join(told(way.fields[at]) for at in columns)}"


def _packed(rows: Iterable[str]) -> Iterator[str]:
    """Yield lines of short rows side by side, as many as fit on a line."""
    line = ""
    for row in rows:
        if line and len(line) + len(row) + 2 > WIDE:
            yield f"{line};"
            line = ""
        line = f"{line}; {row}" if line else row
    if line:
        yield line


def _field(field: Field, purses: dict[str, Purse], labels: Labels, language: str) -> Iterator[str]:
    """Yield lines with the possible values of an argument and their prices."""
    if field.movement is not None:
        yield f"      {field.name}: {_path(field.movement, labels, language)}"
        yield from (f"          {line}" for line in _packed(_band(band, language) for band in field.movement.bands))
        return
    yield f"      {field.name}: {_words(field) if field.length else _list(field.values)}"
    if field.may_repeat:
        yield "          " + _several()
    yield from (f"          {line}" for line in _prices(field, purses, language))


def _several() -> str:
    return _("several of one kind: NAME as often as many are meant, or NAME NUMBER")


def _words(field: Field) -> str:
    return _("your own words in quotation marks, at most %(most)d letters and signs, on this line") % {
        "most": field.length
    }


def _path(walk: MovementRule, labels: Labels, language: str) -> str:
    """Return how a path is written: with its target, and optional waypoints."""
    if not walk.start:
        return _("from where it is to PLACE, or by way of others: PLACE,PLACE (what lies between is filled in)")
    return _("from %(start)s to PLACE, or by way of others: PLACE,PLACE (what lies between is filled in)") % {
        "start": labels(walk.start).get(language)
    }


def _band(band: CostBand, language: str) -> str:
    """Return the cost of a path with a length in this band."""
    return _("up to %(count)d: %(cost)s") % {"count": band.max_cost, "cost": band.cost.get(language)}


def _prices(field: Field, purses: dict[str, Purse], language: str) -> Iterator[str]:
    """Yield the prices of values and the purses from which they are paid, grouped by price."""
    payers = Counter(key for prices in field.prices.values() for key, price in prices.items() if price > 0)
    found: dict[str, list[str]] = {}
    for value, prices in field.prices.items():
        shared = [(purses[key], price) for key, price in prices.items() if payers[key] > 1 and price > 0]
        paid = [f"{purse.name.get(language)} {purse.format_amount(price)}" for purse, price in shared]
        if paid:
            found.setdefault(LIST_COMMA.get(language).join(paid), []).append(value)
    for price, values in found.items():
        yield f"{price}: {' '.join(values)}"


def _rules(plan: RulePlan) -> Iterator[str]:
    for order_kind in plan.offered:
        answer = "ANSWER ANSWER …" if order_kind.many else "ANSWER"
        conditions = (f"[{fact.key}={_condition(fact)}]" for fact in order_kind.facts)
        yield "  " + " ".join([order_kind.kind.replace("_", "-"), answer, *conditions])
        yield f"      ANSWER: {_list(order_kind.answers)}{' pass' if order_kind.may_pass else ''}"
        for fact in order_kind.facts:
            if fact.values:
                yield f"      {fact.key}: {_list(fact.values)}"


def _condition(fact: Fact) -> str:
    """Return the possible values of a condition after its equals sign."""
    return {"flag": "yes|no", "number": "3..7"}.get(fact.sort, f"{fact.key.upper()},…")


def _slot(field: Field, *, bare: bool = False) -> str:
    value = field.name.upper() + (",…" if field.many else "")
    value = f'"{value}"' if field.length else value
    text = value if bare else f"{field.name}={value}"
    return text if field.required else f"[{text}]"


def _list(values: Iterable[str], between: str = " ") -> str:
    """Return the values on one line: many numbers as ranges, of many other values the first and how many more."""
    shown = _in_ranges([*values])
    if len(shown) > MAX_LISTED:
        more = _("and %(count)d more") % {"count": len(shown) - MAX_PLACES}
        return f"{between.join(shown[:MAX_PLACES])} … ({more})"
    return between.join(shown) if shown else "-"


def _in_ranges(values: Sequence[str]) -> list[str]:
    """Return the values, with ranges for long runs.

    Consecutive numbered places become ranges if there are more than `MAX_PLACES`, consecutive counts if there are more
    than `MAX_ENUMERATED`.
    """
    counts = all(value.isdecimal() and len(value) < 3 for value in values)
    if sum(map(str.isdecimal, values)) <= (MAX_ENUMERATED if counts else MAX_PLACES):
        return [*values]
    found: list[list[str]] = []
    for value in values:
        follows = found and value.isdecimal() and found[-1][-1].isdecimal() and int(value) == int(found[-1][-1]) + 1
        if follows:
            found[-1].append(value)
        else:
            found.append([value])
    return [row[0] if len(row) == 1 else f"{row[0]}–{row[-1]}" for row in found]
