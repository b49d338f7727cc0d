# ruff: noqa: E501 - a table of lines
"""What a refused line is told: the word that is wrong, what is possible, the nearest names, the rule only if it is why.

A table of plausible wrong lines in all titles: the question, the line, and of its one refusal the code, the rule, a part
of the message in each language, and the nearest names.
"""

from functools import cache
from typing import Any

import pytest

from games.kernel.forms import Form
from games.kernel.text import Labels
from games.order_text import ParsedOrders, parse_lines
from games.orders.order_set import Orders
from tests.titles.loading import load
from tests.titles.test_schema import GAMES, met
from worker.mail.outbound.order_form import render_order_form

DAY, STOW = ("goeben", "captains_four", "plan"), ("goeben", "captains_four", "stow")
TARGETS, COURSES = ("battleships", "lofoten", "targets"), ("battleships", "lofoten", "courses")
PLAN, REACT = ("pirates", "two_players", "plan"), ("pirates", "two_players", "react.1")
AHEAD = ("pirates", "four_players", "reactions")
MOVES = ("pq17", "jw51b", "orders")
Question = tuple[str, str, str]


@cache
def asked(question: Question) -> tuple[Form[Any], Labels]:
    """The first form of a question, and the names in it."""
    title, scenario, key = question
    game = next(one for one in GAMES if one[:2] == (title, scenario))
    form = next(ask.form for ask, _ in met(*game) if ask.key == key)
    return form, form.labels_in_context(load(title).presentation.labels)


def mailed(question: Question, *lines: str) -> ParsedOrders:
    return parse_lines(lines, *asked(question))


TABLE: list[tuple[Question, str, str, str, str, str, str]] = [
    # a word in a path that is no place
    (DAY, "move goeben way=Mesina", "unknown_place", "", "'mesina' is no place here.", "「mesina」という場所", "Messina"),
    (DAY, "move goeben way=messina,mesina", "unknown_place", "", "'mesina' is no place", "「mesina」", "Messina"),
    (DAY, "Goeben sails to Mesina", "unknown_place", "", "'mesina' is no place here.", "「mesina」", "Messina"),
    (DAY, "move goeben way=メシーナ", "unknown_place", "", "'メシーナ' is no place", "「メシーナ」", "Messina"),
    (DAY, "move goeben way=athens", "unknown_place", "", "'athens' is no place here.", "「athens」という場所", ""),
    (COURSES, "course renown way=9999", "unknown_place", "", "'9999' is no place", "「9999」という場所", ""),
    (COURSES, "course renown way=99", "unknown_place", "", "'99' is no place here.", "「99」という場所", ""),
    (MOVES, "move force_r way=9999", "unknown_place", "", "'9999' is no place", "「9999」という場所", ""),
    (MOVES, "move force_r to Murmansck", "unknown_place", "", "'murmansck' is no place", "「murmansck」", "Murmansk"),
    (MOVES, "move patrol_white way=0203,Narwick", "unknown_place", "", "'narwick' is no place", "「narwick」", ""),
    # a place to which no way leads, or where one is: that is what the rule says
    (DAY, "move goeben way=messina", "no_way", "12.5", "It is at 'Messina' already.", "すでに「メッシーナ」", ""),
    # nobody is called so
    (DAY, "move gobben way=naples", "notation", "", "'gobben' is nothing that `move` can name", "「gobben」", "Goeben"),
    (STOW, "take hood cargo=optics", "notation", "", "'hood' is nothing that `take` can", "「hood」は「take」", ""),
    (COURSES, "course renwon way=2721", "notation", "", "'renwon' is nothing", "「renwon」", "Renown (BC)"),
    (PLAN, "play xx", "notation", "", "'xx' is nothing that `play` can name now; possible: '", "「xx」は「play」", ""),
    (PLAN, "intercept moniter_1 ship=meteor targets=invercoe", "notation", "", "'moniter_1' is", "「moniter_1」", "Monitor"),
    (MOVES, "move patrol_wite way=0203", "notation", "", "'patrol_wite' is nothing", "「patrol_wite」", "Patrol White"),
    # a value that cannot stand there: only the wrong ones of several are named
    (STOW, "take goeben cargo=woreless", "not_an_option", "", "cargo: 'woreless' is not", "cargo：「woreless」", "Wireless"),
    (STOW, "take goeben cargo=wireles,optcs", "not_an_option", "", "cargo: 'optcs' is", "cargo：「optcs」", "Optics and Searchlights"),
    (DAY, "move goeben,breslau way=naples", "not_an_option", "", "ships: 'Breslau' is", "ships：「ブレスラウ」", ""),
    (PLAN, "intercept monitor_1 ship=meteorr targets=invercoe", "not_an_option", "", "ship: 'meteorr'", "「meteorr」", "Meteor"),
    (PLAN, "intercept monitor_1 ship=meteor targets=invercoa", "not_an_option", "", "targets: 'invercoa'", "「invercoa」", "Invercoe"),
    (TARGETS, "target renown at=gneisnau", "not_an_option", "", "at: 'gneisnau' is not", "at：「gneisnau」", "Gneisenau (BB)"),
    (COURSES, 'steer renown by="port" until=hitt', "not_an_option", "", "until: 'hitt' is not possible here; possible: '", "until：「hitt」", "one of mine is hit"),
    (MOVES, "move force_r pace=fst way=0511", "not_an_option", "", "pace: 'fst' is not possible here; possible: '", "pace：「fst」", ""),
    (MOVES, "route jw51b to=Murmnsk", "not_an_option", "", "to: 'murmnsk' is not possible", "to：「murmnsk」", ""),
    (REACT, "qqqq", "not_an_option", "3.2.2", "'qqqq' is not one of the options; possible: 'Pull the Plug', 'pass'.", "「qqqq」", ""),
    # said twice only where it is
    (DAY, "move goeben way=naples way=palermo", "notation", "", "`way` is said twice, 'Naples' and 'palermo'", "2回書かれて", ""),
    (PLAN, "intercept monitor_1 ship=meteor ship=leopard targets=invercoe", "notation", "", "`ship` is said twice", "「ship」が", ""),
    (COURSES, "course renown renown way=2721", "notation", "", "'Renown (BC)' does not fit", "「レナウン（BC）」が何を指すか", ""),
    (DAY, "move goeben way=2 naples", "notation", "", "'Naples' does not fit: `way` is already '2'.", "「way」はすでに「2」", "Naples"),
    (TARGETS, "target gneisenau renown renown", "twice", "", "'Renown (BC)' is named twice.", "「レナウン（BC）」が重複", ""),
    # nothing stands where something has to
    (DAY, "move goeben to", "notation", "", "Nothing follows `to`.", "「to」の後に", ""),
    (DAY, "letter goeben text=", "notation", "", "Nothing follows `text=`.", "「text=」の後に", ""),
    (DAY, "move goeben", "required", "", "way: still missing.", "way：指定", ""),
    # an order that there is not, or not now
    (TARGETS, "secondary renown at=gneisenau", "barred", "5.11a", "Renown (BC): sights no enemy", "レナウン（BC）：", ""),
    (DAY, "repair goeben hull", "barred", "10.0", "Goeben: She has no damage", "ゲーベン：", ""),
    (DAY, "take goeben cargo=wireless", "barred", "8.5", "Goeben: Cargo is to be had", "ゲーベン：", ""),
    (PLAN, "mines lay_mines_1 ship=wolf against=brown", "notation", "", "'mines' begins no order here; these", "「mines」で始まる", ""),
    (DAY, "pass now or never", "notation", "", "`pass` means no orders, and stands alone.", "「pass」は命令なし", ""),
    (DAY, "# move goeben way=naples", "comment", "", "A line that begins with # is not read.", "「#」で始まる行", ""),
    (DAY, "move goeben way=adriatic", "ambiguous", "", "'adriatic' may be Central Adriatic", "「adriatic」は", ""),
    (DAY, "both to the Philipville", "notation", "", "'both' begins no order here", "「both」で始まる", "Philippeville"),
    # answers given ahead
    (AHEAD, "react foo weapon=mines", "not_an_option", "", "'foo' is not possible here; possible: '", "「foo」は指定", ""),
    (AHEAD, "react trap weapon=minez", "not_an_option", "", "weapon: 'minez' is not", "weapon：「minez」", "Lay mines"),
    (AHEAD, "react trap weapn=mines", "unknown", "", "no condition 'weapn' here; possible: `weapon`", "「weapn」という条件", ""),
    (AHEAD, "react trap damaged=maybe", "type", "", "damaged: yes or no", "damaged：yes か no", ""),
    (AHEAD, "react trap value=abcde", "notation", "", "'abcde' is no number, and no range", "「abcde」は数でも", ""),
    (AHEAD, "trap weapon=mines", "not_an_option", "", "No question is called 'Trap'; a line begins", "「罠」という種類", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "line", "code", "number", "en", "ja", "near"), TABLE, ids=lambda one: str(one)[:40]
)
def test_a_refusal_says_what_is_wrong(
    question: Question, line: str, code: str, number: str, en: str, ja: str, near: str
) -> None:
    found = mailed(question, line)
    assert found.text is None
    (refused,) = found.refused
    problem = next((one for one in refused.problems if one.code == code), refused.problems[0])
    assert (problem.code, problem.rule) == (code, number)
    assert en in problem.message.en
    assert ja in problem.message.ja
    assert near in [name.en for name in refused.suggestions] if near else not refused.suggestions


def test_refused_lines_come_in_the_order_in_which_they_were_written() -> None:
    lines = (
        "move goeben way=mesina",
        "move bogus",
        "Goeben sails to Mesina. Coal hood. Scout Goeben.",
        "move foo bar",
        "move goeben way=athens",
    )
    written = [one.written for one in mailed(DAY, *lines).refused]
    whole = " ".join(lines)
    places = [whole.find(one) for one in written]
    assert -1 not in places, written
    assert places == sorted(places)
    assert len(written) > len(lines)


def test_what_cannot_be_aimed_at_is_named_with_the_ships_for_which_that_is_so() -> None:
    """Another ship may aim at it: then the list names those that may not."""
    told = 0
    for game in (one for one in GAMES if one[0] == "battleships"):
        for ask, _ in met(*game):
            form = ask.form
            if not isinstance(form, Orders):
                continue
            labels = form.labels_in_context(load("battleships").presentation.labels)
            page = render_order_form(form, labels, "en").splitlines()
            for way in form.unavailable_templates():
                who = next((field.values for field in way.fields if field.values and not field.unavailable), ())
                bars = [bar for field in way.fields for bar in field.unavailable if who]
                free = {one for open_ in form.templates_by_verb.get(way.verb, ()) for one in open_.fields[0].values} - {
                    *who
                }
                for bar in bars if free and any(line == "# Not available now:" for line in page) else ():
                    name = labels(bar.value).en
                    rows = [row for row in page if f"{way.verb} " in row and f"→ {name}" in row.replace(", ", " → ")]
                    assert any(all(labels(one).en in row for one in who) for row in rows), (name, who)
                    told += 1
    assert told > 3
