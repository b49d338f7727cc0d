"""What an e-mail prints is read as itself, in whatever way a mail program or its writer has dressed it.

Every proposal, default, example and option of the forms that bots meet in all titles, as the text part and the HTML
part print them: wrapped, quoted, in a list, between quotation marks, with thanks and emoji. A seeded draw of dresses
for each answer; the answer must be the one that the form's own `parse` reads.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import Any, NamedTuple

import pytest

from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.text import LANGUAGES, Labels
from games.order_text import ParsedOrders, parse_lines
from games.orders.order_set import Orders
from tests.titles.loading import load
from tests.titles.test_schema import GAMES, met
from worker.mail.inbound.command_parser import reserved_words, split_commands
from worker.mail.inbound.html_text import html_to_text
from worker.mail.inbound.line_normalizer import unflow_lines
from worker.mail.inbound.mail_parser import to_plain_notation
from worker.mail.inbound.mime_parts import TextPart
from worker.mail.inbound.quote_stripping import extract_own_lines
from worker.mail.outbound.blocks import DefinitionTable, EmailContent, Section, Verbatim
from worker.mail.outbound.html_part import render_html
from worker.mail.outbound.order_form import list_options
from worker.mail.outbound.plain_text import render_text
from worker.mail.outbound.proposals import list_proposals

MOST_ALIKE = 2
"""Forms of one kind whose answers are tried; of the others every twentieth."""
DRESSES = 3
"""Dresses that are drawn for each answer."""
Dress = Callable[[str], str]


class Printed(NamedTuple):
    """An answer in the notation, the form that it answers, and the names in it."""

    form: Form[Any]
    labels: Labels
    written: str


def _answers(games: Sequence[Any]) -> Iterator[Printed]:
    """The answers that e-mails of these games print, and some that players might copy together from their options."""
    seen = Counter[str]()
    for game in games:
        title = load(game[0])
        for ask, raw in met(*game):
            form = ask.form
            kind = f"{game[1]} {form.__struct_config__.tag}"
            seen[kind] += 1
            if seen[kind] <= MOST_ALIKE or seen[kind] % 20 == 0:
                labels = form.labels_in_context(title.presentation.labels)
                written = [one.notation for one in list_proposals(form, labels, "en")]
                written += [form.render(form.read(one)) for one in raw[3:5]]
                yield from (Printed(form, labels, one) for one in dict.fromkeys(written))


def _each(before: str, after: str = "") -> Dress:
    return lambda text: "\n".join(f"{before}{line}{after}" for line in text.splitlines())


def _around(before: str, after: str) -> Dress:
    return lambda text: f"{before}{text}{after}"


def _numbered(written: str) -> Dress:
    return lambda text: "\n".join(
        written.format(number=number, circled=chr(0x245F + min(number, 20)), letter=chr(96 + min(number, 26))) + line
        for number, line in enumerate(text.splitlines(), start=1)
    )


def _wrapped(width: int) -> Dress:
    return lambda text: "\n".join(
        piece
        for line in text.splitlines()
        for piece in wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
    )


def _outside_quotes(change: Dress) -> Dress:
    """A change of what does not stand between quotation marks."""

    def changed(text: str) -> str:
        pieces = text.split('"')
        return '"'.join(piece if at % 2 else change(piece) for at, piece in enumerate(pieces))

    return changed


def _in_curly_quotes(text: str) -> str:
    pieces = text.split('"')
    return "".join(piece + ("" if at == len(pieces) - 1 else "”" if at % 2 else "“") for at, piece in enumerate(pieces))


def _in_html(element: str) -> Dress:
    opening, closing = (f"<{element}>", f"</{element}>")
    return lambda text: html_to_text("".join(f"{opening}{escape(line)}{closing}" for line in text.splitlines()))


BEFORE = ("* ", "- ", "• ", "– ", "— ", "· ", "+ ", "‣ ", "◦ ", "・", "→ ", "-> ", "👉 ", "    ", "\xa0\xa0")
NUMBERS = ("{number}. ", "{number}) ", "({number}) ", "[{number}] ", "{number}: ", "{number} - ", "{number}．")
MORE_NUMBERS = ("{circled} ", "{circled}", "{number}、", "No. {number}: ", "{letter}) ", "({letter}) ")
BEHIND = (
    *(".", "!", ";", " .", "。", "！", "…", ", thanks", ", thanks!", ", thank you.", " Thanks.", ". Thanks!"),
    *(" please", ", please.", " - thanks", " (thanks)", " thx", " 👍", "🚢", " ☺️", " 👍🏽", " 👨‍👩‍👧"),
    *(" :)", " ;-)", " :-D", " ^^"),
    *(" <3", " !!", "、お願いします。", " お願いします。", "でお願いします", " ありがとうございます。"),
    *(" よろしくお願いします。",),
)  # fmt: skip
AROUND = ("“”", "„“", "»«", "«»", "‘’", "''", '""', "``", "「」", "『』")
MARKS = ("**", "*", "`", "_")

ALL: dict[str, Dress] = {
    **{f"before {one}": _each(one) for one in BEFORE},
    **{f"number {one}": _numbered(one) for one in (*NUMBERS, *MORE_NUMBERS)},
    **{f"behind {one}": _each("", one) for one in BEHIND},
    **{f"at the end {one}": _around("", one) for one in BEHIND},
    **{f"each in {one}": _each(one[0], one[1]) for one in AROUND},
    **{f"all in {one}": _around(*one) for one in AROUND},
    **{f"marked {one}": _each(one, one) for one in MARKS},
    **{f"wrapped at {width}": _wrapped(width) for width in range(40, 81, 4)},
    **{f"in <{one}>": _in_html(one) for one in ("pre", "div", "li", "p")},
    "fenced": lambda text: f"```\n{text}\n```",
    "curly quotes": _in_curly_quotes,
    "wide equals": _outside_quotes(lambda text: text.replace("=", "＝")),
    "wide commas": _outside_quotes(lambda text: text.replace(",", "，")),
    "spaced equals": _outside_quotes(lambda text: text.replace("=", " = ")),
    "spaced commas": _outside_quotes(lambda text: text.replace(",", ", ")),
    "capitals": _outside_quotes(str.upper),
    "empty lines": lambda text: text.replace("\n", "\n\n"),
    "comments": _each("", "  # that is all"),
}
TWICE = [("number {number}. ", "behind  👍"), ("before * ", "wrapped at 40"), ("wrapped at 60", "number {number}) ")]
TWICE += [("curly quotes", "before • "), ("wide equals", "at the end , thanks"), ("before - ", "each in “”")]


def _read(one: Printed, text: str, *, flowed: bool = False) -> ParsedOrders:
    """What is made of a mail's text, by the way that each mail goes."""
    said = extract_own_lines(unflow_lines(TextPart(text, flowed)))
    commands, orders = split_commands(to_plain_notation(said), said, reserved_words(one.form))
    assert not commands, text
    return parse_lines(orders, one.form, one.labels)


def _is_itself(one: Printed, text: str, **how: bool) -> bool:
    found = _read(one, text, **how)
    assert not found.refused, (text, found.refused)
    assert found.text is not None, text
    return bool(one.form.read(one.form.parse(found.text)) == one.form.read(one.form.parse(one.written)))


BY_TITLE = {key: [game for game in GAMES if game[0] == key] for key in dict.fromkeys(game[0] for game in GAMES)}


@pytest.fixture(scope="module", params=BY_TITLE)
def printed(request: pytest.FixtureRequest) -> list[Printed]:
    return [*_answers(BY_TITLE[request.param])]


def test_what_an_e_mail_prints_is_read_as_itself_in_any_dress(printed: list[Printed]) -> None:
    names = [*ALL]
    turns = random.Random(1914)
    tried = Counter[str]()
    for one in printed:
        for name in turns.sample(names, DRESSES):
            tried[name] += 1
            assert _is_itself(one, ALL[name](one.written)), (name, one.written)
    assert len(tried) > min(len(names), DRESSES * len(printed)) / 2


def test_two_dresses_at_once_are_taken_off_too(printed: list[Printed]) -> None:
    for number, one in enumerate(printed):
        inner, outer = TWICE[number % len(TWICE)]
        assert _is_itself(one, ALL[outer](ALL[inner](one.written))), (inner, outer, one.written)


def test_both_parts_of_an_e_mail_print_what_is_read(printed: list[Printed]) -> None:
    """The text part and the words of the HTML part, sent back as they are, without the frame of the e-mail."""
    for one in printed[:: max(len(printed) // 12, 1)]:
        content = EmailContent("subject", "heading", "who", "", [Section("", [Verbatim(one.written)])])
        text = render_text(content).partition("who\n")[2].partition("-" * 20)[0]
        assert _is_itself(one, text), text
        page = html_to_text(render_html(content, "")).partition("who\n")[2]
        assert _is_itself(one, page), page


def test_what_is_quoted_is_no_order_and_what_stands_above_is_itself(printed: list[Printed]) -> None:
    for number, one in enumerate(printed):
        quoted = _each("> ")(_wrapped(40 + number % 41)(one.written))
        assert extract_own_lines(quoted.splitlines()) == []
        assert _is_itself(one, f"{one.written}\n\n{quoted}"), quoted


def test_a_sign_of_quotation_before_orders_that_were_handed_over_says_nothing(printed: list[Printed]) -> None:
    """Only an e-mail's own lines reach the reader; a sign that is left on them is a bullet like any other."""
    for one in printed[::5]:
        found = parse_lines(_each("> ")(one.written).splitlines(), one.form, one.labels)
        assert found.text is not None, (one.written, found.refused)
        assert one.form.read(one.form.parse(found.text)) == one.form.read(one.form.parse(one.written))


def test_flowed_lines_are_whole_again(printed: list[Printed]) -> None:
    for number, one in enumerate(printed):
        flowed = _wrapped(40 + number % 41)(one.written).replace("\n", " \n")
        ends = {line.split()[-1] for line in one.written.splitlines()}
        lines = [line.rstrip() if line.split()[-1] in ends else line for line in flowed.split("\n")]
        assert _is_itself(one, "\n".join(lines), flowed=True), flowed


def test_an_option_is_read_by_each_way_in_which_it_is_listed(printed: list[Printed]) -> None:
    """Its id, its name, and the whole line with both, in the text part and in the table of the HTML part."""
    for one in {id(one.form): one for one in printed if isinstance(one.form, Choose | MayChoose | ChooseSome)}.values():
        for language in LANGUAGES:
            rows = [row for row in list_options(one.form, one.labels, language) if row[0] in one.form.values()]
            for value, name in rows[:6]:
                content = EmailContent(
                    "subject", "heading", "who", "", [Section("", [DefinitionTable([(value, name)])])]
                )
                line = render_text(content).partition("who\n")[2].partition("-" * 20)[0]
                cells = html_to_text(f"<table><tr><td>{escape(value)}</td><td>{escape(name)}</td></tr></table>")
                for text in (value, line, cells):
                    found = _read(one, text)
                    least = one.form.least if isinstance(one.form, ChooseSome) else 1
                    assert least > 1 or (found.text or "").split()[-1:] == [value], (text, found.refused)


def test_a_basket_takes_a_name_with_its_number_as_the_form_says() -> None:
    tried = 0
    for one in _answers(BY_TITLE["goeben"]):
        ways = one.form.cached_templates if isinstance(one.form, Orders) else ()
        for way in ways:
            basket = next((field for field in way.fields if field.may_repeat), None)
            if basket is None or len(basket.values) < 2:
                continue
            who, first, second = way.fields[0].values[0], *basket.values[:2]
            verb, plain = way.verb.replace("_", "-"), f"{way.verb} {who} {basket.name}={first},{first},{second}"
            if any(one.form.problems(one.form.read(one.form.parse(plain)))):
                continue
            for said in (f"{first} 2,{second}", f"{first} 2, {second}", f"{first} x2,{second}", f"{second},{first} 2"):
                found = _read(one, f"{verb} {who} {basket.name}={said}")
                assert found.text is not None, (said, found.refused)
                (order,) = one.form.write(one.form.read(one.form.parse(found.text)))
                assert sorted(order[basket.name]) == sorted([first, first, second]), said
                tried += 1
    assert tried
