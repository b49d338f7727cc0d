"""The order form of a letter: the text notation filled in, with all that may be chosen in comments around it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import structs

from games.kernel.byhand.chart import Band, Walk, onward, price_of
from games.kernel.byhand.prices import Purse
from games.kernel.foreseen import Fact
from games.kernel.forms import Arrange, ChooseSome, Form, MayChoose, Share
from games.kernel.naming import in_words
from games.kernel.orders import Field, Orders, Way
from games.kernel.plans import RulePlan
from games.kernel.text import Labels

MOST_REASONS = 12
"""Reasons for which something is kept back, in a letter; more are on the page."""
MOST_OPTIONS = 120
"""Options listed in a letter; a larger form is shown whole on its page."""

MOST_COUNTED = 6
"""Numbers that count something and are written one by one."""
MOST_NEAR = 70
"""Places that are listed by how far they are, or with what is near; of more a picture says it better."""

MOST_BESIDE = 4
"""Numbers of places in a row."""

SHORT, WIDE = 48, 66
"""A row of a table that says little, in columns; and a line of such rows."""


def order_form(form: Form[Any], labels: Labels, language: str) -> str:
    """The usual plan, which can be sent as it is, and comments that show what else can be written and what it costs."""
    if isinstance(form, Orders) and not form.listed:
        comments = [*_withheld(form, labels, language)]
        if form.is_forced() and not comments:
            return "pass"
    else:
        comments = [*_syntax(form, labels, language), *_example(form)]
    usual, words = form.default(), _("# Lines that begin with # are not read. This is the default; change it.")
    if (plan := _usual(form)) is not None and form.render(plan) != form.render(usual):
        usual, words = plan, _("# Lines that begin with # are not read. This is the usual plan; change it.")
    lines = [words, form.render(usual)]
    return "\n".join([*lines, *(f"# {line}".rstrip() for line in comments)])


def _usual(form: Form[Any]) -> Any:
    """The first whole answer that the form proposes and would accept; None where it proposes none."""
    plans = (form.read(one.answer) for one in form.proposals())
    return next((plan for plan in plans if next(iter(form.problems(plan)), None) is None), None)


def options(form: Form[Any], labels: Labels, language: str) -> list[tuple[str, str]]:
    """Every word that an answer may name, and what it stands for; words that speak for themselves are left out."""
    named = [(value, labels(value).get(language)) for value in dict.fromkeys(form.values())]
    passed = _passed_through(form)
    found = [
        (value, name)
        for value, name in named
        if not _speaks_for_itself(value, name) and not (value in passed and name.startswith(f"{value} "))
    ]
    if found and not isinstance(form, Orders):
        found = named
    if isinstance(form, MayChoose):
        found.append(("pass", _("nothing of this")))
    found = _by_what_is_near(found)
    numbered = [row for row in found if row[0][:1].isdigit()]
    if len(numbered) > MOST_NEAR:
        left = sum(len(value.split()) for value, _name in numbered)
        return [*[row for row in found if row not in numbered][:MOST_OPTIONS], ("…", _more(left))]
    if (more := len(found) - MOST_OPTIONS) > 0:
        found = [*found[:MOST_OPTIONS], ("…", _more(more))]
    return found


def _by_what_is_near(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Places that bear a number and what is near in brackets, several of one neighbourhood in a row."""
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
            starts = range(0, len(several), MOST_BESIDE)
            rows += [(" ".join(several[start : start + MOST_BESIDE]), place) for start in starts]
    return rows


def _passed_through(form: Form[Any]) -> set[str]:
    """Places that a way may lead through, and that nothing else of the form names."""
    if not isinstance(form, Orders):
        return set()
    return {*form.values()} - {value for way in form.listed for field in way.fields for value in field.values}


def _more(count: int) -> str:
    words = ngettext(
        "%(count)d more, which is on the page of this decision",
        "%(count)d more, which are on the page of this decision",
        count,
    )
    return words % {"count": count}


def _speaks_for_itself(value: str, name: str) -> bool:
    """True for `wolf`, which stands for Wolf."""
    return value == "_".join(re.findall(r"\w+", name.casefold()))


def _example(form: Form[Any]) -> list[str]:
    """The richest answer that is easily said, where it is not the default."""
    example, default = form.render(form.example()), form.render(form.default())
    return [] if example == default else [_("For example:"), *(f"  {line}" for line in example.splitlines())]


def _syntax(form: Form[Any], labels: Labels, language: str) -> list[str]:
    """How the form's answers are written."""
    if isinstance(form, Orders):
        head = _("One order a line, each in one of these ways (or only: pass):")
        purses = {purse.key: purse for purse in form.purses()}
        named = _("Names may be written instead of these words.")
        ways = [*_ways(form.ways(), purses, labels, language), *_distances(form, labels, language)]
        return [head, named, *ways, *_rules_of(form, labels, language), *_withheld(form, labels, language)]
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
    values = list(form.values())
    also = " pass" if isinstance(form, MayChoose) else ""
    return [_("One of:") + f" {_list(values)}{also}"]


def _distances(form: Orders[Any], labels: Labels, language: str) -> Iterator[str]:
    """How far it is to the places that a walk can lead to, where these are few, and have names: numbers of hexes stand
    on the map.
    """
    walks = {field.walk.start: field.walk for way in form.ways() for field in way.fields if field.walk is not None}
    charts = form.charts() if walks else {}
    for start, walk in walks.items():
        found: dict[int, list[str]] = {}
        for place, path in onward(charts[walk.chart], walk, ()).items():
            if (price := price_of(charts[walk.chart], walk, path)) is not None:
                found.setdefault(price.cost, []).append(place)
        if 0 < sum(map(len, found.values())) <= MOST_NEAR and not start[:1].isdigit():
            yield _("How far it is from %(start)s:") % {"start": labels(start).get(language)}
            yield from (f"      {cost}: {_list(found[cost])}" for cost in sorted(found))


def _rules_of(form: Orders[Any], labels: Labels, language: str) -> Iterator[str]:
    """What no list of words can say, with the rule."""
    said = [(note.rule, note.text) for note in form.notes()]
    if said:
        yield _("Rules to know:")
    for rule, text in said:
        yield f"  {in_words(text, form, labels).get(language)} ({rule})"


def _withheld(form: Orders[Any], labels: Labels, language: str) -> Iterator[str]:
    """What cannot be ordered now, and why; what is kept back for one reason stands together."""
    kept: dict[tuple[str, str], dict[str, None]] = {}
    for way in form.closed():
        for bar in (bar for field in way.fields for bar in field.barred):
            why = in_words(bar.why, form, labels).get(language).rstrip(".。")
            who = kept.setdefault((_verb(way), f"{why} ({bar.rule})"), {})
            who |= dict.fromkeys([labels(bar.value).get(language)] if bar.value else [])
    found: dict[tuple[str, str], list[str]] = {}
    for (verb, why), names in kept.items():
        found.setdefault((_list(names, ", ") if names else "", why), []).append(verb)
    if 0 < len(found) <= MOST_REASONS:
        yield _("Not possible now:")
        yield from (f"  {' '.join([', '.join(verbs), who]).rstrip()}: {why}" for (who, why), verbs in found.items())


def _ways(ways: Iterable[Way], purses: dict[str, Purse], labels: Labels, language: str) -> Iterator[str]:
    """All ways, those of one verb and form together: what is the same for several of them stands once."""
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


def _one_by_one(ways: Sequence[Way], purses: dict[str, Purse], labels: Labels, language: str) -> Iterator[str]:
    """The arguments of ways with one head; of several ways what is the same for all stands once, before who acts by
    each of them.
    """
    if len(ways) == 1:
        yield from (line for field in ways[0].fields for line in _field(field, purses, labels, language))
        return
    told = [[[*_differing(field, purses, labels, language)] for field in way.fields] for way in ways]
    same = {at for at, lines in enumerate(told[0]) if at and all(fields[at] == lines for fields in told)}
    for at, field in enumerate(ways[0].fields):
        if field.walk is not None:
            yield f"      {field.name}: {_path(Walk('', '', 0), labels, language)}"
        yield from told[0][at] if at in same else ()
    if len(same) == len(told[0]) - 1 and all(len(fields[0]) == 1 for fields in told):
        who = dict.fromkeys(value for way in ways for value in way.fields[0].values)
        yield f"      {ways[0].fields[0].name}: {_list(who)}"
        return
    for fields in told:
        yield from (line for at, lines in enumerate(fields) if at not in same for line in lines)


def _differing(field: Field, purses: dict[str, Purse], labels: Labels, language: str) -> Iterator[str]:
    """What an argument may be by one of several ways: of a path, that each begins where its ship is, only its cost."""
    if field.walk is None:
        yield from _field(field, purses, labels, language)
    else:
        bands = _packed(_band(band, language) for band in field.walk.bands)
        yield from (f"      {field.name}: {line}" for line in bands)


def _by_head(ways: Iterable[Way]) -> dict[str, list[Way]]:
    """The ways by what stands before their values; of those that differ in who acts alone, one for all of them."""
    found: dict[str, list[Way]] = {}
    for way in ways:
        same = found.setdefault(_head(way), [])
        place = next((at for at, one in enumerate(same) if way.fields and _shown(one)[1:] == _shown(way)[1:]), None)
        if place is None:
            same.append(way)
        else:
            same[place] = _joined(same[place], way)
    return found


def _verb(way: Way) -> str:
    return way.verb.replace("_", "-")


def _head(way: Way) -> str:
    if not way.fields:
        return _verb(way)
    first, *rest = way.fields
    return " ".join([_verb(way), _slot(first, bare=True), *(_slot(field) for field in rest)])


def _shown(way: Way) -> list[Field]:
    """The arguments as far as they are shown: without what is barred, and of a path without where it begins."""
    return [
        structs.replace(field, barred=(), leads={}, walk=field.walk and Walk("", "", 0, bands=field.walk.bands))
        for field in way.fields
    ]


def _joined(one: Way, other: Way) -> Way:
    """Both ways as one: whoever acts by either of them, and a path that begins where each of them is."""
    (mine, *rest), (theirs, *others) = one.fields, other.fields
    who = structs.replace(
        mine, values=tuple(dict.fromkeys((*mine.values, *theirs.values))), prices={**mine.prices, **theirs.prices}
    )
    return structs.replace(one, fields=(who, *(_from_either(*both) for both in zip(rest, others, strict=True))))


def _from_either(mine: Field, theirs: Field) -> Field:
    if mine.walk is None or theirs.walk is None or mine.walk.start == theirs.walk.start:
        return mine
    return structs.replace(mine, walk=structs.replace(mine.walk, start=""))


def _columns(ways: Sequence[Way]) -> tuple[int, ...]:
    """Of several ways the places of the arguments in which they differ, besides who acts; none where one of those
    cannot be told in a few words.
    """
    if len(ways) < 2:
        return ()
    rows = [_shown(way) for way in ways]
    differing = [at for at, same in enumerate(zip(*rows, strict=True)) if any(one != same[0] for one in same)]
    told = [field for row in rows for field in (row[at] for at in differing)]
    plain = all(not (field.length or field.prices or field.walk) for field in told)
    return tuple(differing[1:]) if plain and differing[:1] == [0] else ()


def _table(
    ways: Sequence[Way], columns: Sequence[int], purses: dict[str, Purse], labels: Labels, language: str
) -> Iterator[str]:
    """Ways that differ in who acts and in a few more arguments: what is the same, then a line for each of them; of
    those that one seldom needs and that say little several in a line.
    """
    first = reduce(_joined, ways)
    yield f"  {_head(first)}"
    for at, field in enumerate(first.fields):
        if at not in (0, *columns):
            yield from _field(field, purses, labels, language)
    yield f"      {_row(first, columns, lambda field: field.name.upper())}"
    rows = [_row(way, columns, lambda field: _list(field.values)) for way in ways]
    few = all(way.rare for way in ways) and len(columns) == 1 and max(map(len, rows)) <= SHORT
    yield from (f"      {line}" for line in (_packed(rows) if few else rows))
    if any(first.fields[at].repeats for at in columns):
        yield "          " + _several()


def _row(way: Way, columns: Sequence[int], told: Callable[[Field], str]) -> str:
    """Who acts, and what is told of each of these arguments."""
    return f"{told(way.fields[0])}: {' | '.join(told(way.fields[at]) for at in columns)}"


def _packed(rows: Iterable[str]) -> Iterator[str]:
    """Short rows side by side, as many as go on a line."""
    line = ""
    for row in rows:
        if line and len(line) + len(row) + 2 > WIDE:
            yield f"{line};"
            line = ""
        line = f"{line}; {row}" if line else row
    if line:
        yield line


def _field(field: Field, purses: dict[str, Purse], labels: Labels, language: str) -> Iterator[str]:
    """What an argument may be."""
    if field.walk is not None:
        yield f"      {field.name}: {_path(field.walk, labels, language)}"
        yield from (f"          {line}" for line in _packed(_band(band, language) for band in field.walk.bands))
        return
    yield f"      {field.name}: {_words(field) if field.length else _list(field.values)}"
    if field.repeats:
        yield "          " + _several()
    yield from (f"          {line}" for line in _prices(field, purses, language))


def _several() -> str:
    return _("several of one kind: NAME as often as many are meant, or NAME NUMBER")


def _words(field: Field) -> str:
    return _("your own words in quotation marks, at most %(most)d letters and signs, on this line") % {
        "most": field.length
    }


def _path(walk: Walk, labels: Labels, language: str) -> str:
    """How a way is written: where it leads, and by way of what."""
    if not walk.start:
        return _("from where it is to PLACE, or by way of others: PLACE,PLACE (what lies between is filled in)")
    return _("from %(start)s to PLACE, or by way of others: PLACE,PLACE (what lies between is filled in)") % {
        "start": labels(walk.start).get(language)
    }


def _band(band: Band, language: str) -> str:
    """What a way so far costs."""
    return _("up to %(count)d: %(cost)s") % {"count": band.upto, "cost": band.cost.get(language)}


def _prices(field: Field, purses: dict[str, Purse], language: str) -> Iterator[str]:
    """What the values take out of the purses that they share, those of one price together."""
    payers = Counter(key for prices in field.prices.values() for key, price in prices.items() if price > 0)
    found: dict[str, list[str]] = {}
    for value, prices in field.prices.items():
        shared = [(purses[key], price) for key, price in prices.items() if payers[key] > 1 and price > 0]
        paid = [f"{purse.amount(price)} {purse.name.get(language)}" for purse, price in shared]
        if paid:
            found.setdefault(", ".join(paid), []).append(value)
    for price, values in found.items():
        yield f"{price}: {' '.join(values)}"


def _rules(plan: RulePlan) -> Iterator[str]:
    for foreseen in plan.foreseen:
        answer = "ANSWER ANSWER …" if foreseen.many else "ANSWER"
        conditions = (f"[{fact.key}={_condition(fact)}]" for fact in foreseen.facts)
        yield "  " + " ".join([foreseen.kind.replace("_", "-"), answer, *conditions])
        yield f"      ANSWER: {_list(foreseen.answers)}{' pass' if foreseen.may_pass else ''}"
        for fact in foreseen.facts:
            if fact.values:
                yield f"      {fact.key}: {_list(fact.values)}"


def _condition(fact: Fact) -> str:
    """What may stand behind a condition's sign of equality."""
    return {"flag": "yes|no", "number": "3..7"}.get(fact.sort, f"{fact.key.upper()},…")


def _slot(field: Field, *, bare: bool = False) -> str:
    value = field.name.upper() + (",…" if field.many else "")
    value = f'"{value}"' if field.length else value
    text = value if bare else f"{field.name}={value}"
    return text if field.required else f"[{text}]"


def _list(values: Iterable[str], between: str = " ") -> str:
    """The values on one line, cut where nobody would read on; very many numbers as ranges."""
    shown: list[str] = []
    for value in _in_ranges([*values]):
        if len(shown) >= MOST_OPTIONS:
            shown.append("…")
            break
        shown.append(value)
    return between.join(shown) if shown else "-"


def _in_ranges(values: Sequence[str]) -> list[str]:
    """The values; of very many places that bear a number those that follow each other as the first and the last, and
    so of more than a few numbers that count something.
    """
    counts = all(value.isdecimal() and len(value) < 3 for value in values)
    if sum(map(str.isdecimal, values)) <= (MOST_COUNTED if counts else MOST_NEAR):
        return [*values]
    found: list[list[str]] = []
    for value in values:
        follows = found and value.isdecimal() and found[-1][-1].isdecimal() and int(value) == int(found[-1][-1]) + 1
        if follows:
            found[-1].append(value)
        else:
            found.append([value])
    return [row[0] if len(row) == 1 else f"{row[0]}–{row[-1]}" for row in found]
