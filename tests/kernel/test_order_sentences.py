"""Orders as sentences: the actor first, articles, `and`, commas, the name of a proposal, a full stop."""

from typing import Any

import pytest

from games.kernel.drafts import Proposal
from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.text import Text, id_label
from games.kernel.unavailable import Unavailable
from games.order_text import parse_lines
from games.order_text.row_parser import MOST_SENTENCES
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from tests.kernel.written import SEA, text_of

NAMES = {
    "station": Text("Station a collier", "給炭艦の配置"),
    "hunt": Text("Hunt", "迎撃"),
    "search": Text("Search", "捜索"),
    "card_1": Text("Reflag 1", "国籍変更 1"),
    "q_ship": Text("Q-Ship Q-19 Privet", "囮船"),
    "optics": Text("Optics and Searchlights", "光学装置"),
    "emden": Text("Emden", "エムデン"),
    "wolf": Text("Wolf", "ヴォルフ"),
    "lovat": Text("Lovat", "ロヴァット"),
    "dee": Text("Dee", "ディー"),
    "jam": Text("Jam the enemy's signals", "妨害"),
    "targets": Text("targets", "目標"),
    "target": Text("target", "目標"),
    "supports": Text("supports", "補助"),
    "sweepers": Text("Minesweepers", "掃海艇"),
    "otters": Text("Otters", "オッター"),
    "hudson": Text("Hudson 3", "ハドソン3"),
    "patrol": Text("Patrol White", "ホワイト哨戒隊"),
    "boats": Text("Submarines 1", "潜水艦1"),
    "relief": Text("Cruisers that relieve those in the Denmark Strait", "デンマーク海峡の交代巡洋艦"),
    "0405": Text("N of Iceland", "アイスランド北"),
    "0404": Text("NE of Reykjavik", "レイキャビク北東"),
}


def labels(value: str) -> Text:
    return NAMES.get(value, id_label(value))


class Station(Order, frozen=True, tag="station"):
    space: str


class Hunt(Order, frozen=True, tag="hunt"):
    card: str
    ship: str
    targets: tuple[str, ...] = ()
    boarding: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()


class Search(Order, frozen=True, tag="search"):
    ship: str
    target: str
    prefer: str = ""


class Hunting(Orders[Station | Hunt | Search], frozen=True, kw_only=True, dict=True, tag="test.hunting"):
    order_types = (Station, Hunt, Search)

    def templates(self) -> tuple[OrderTemplate, ...]:
        prey, ships = ("lovat", "dee"), Field("ship", ("emden", "wolf"))
        hunt = (
            *(Field("card", ("card_1", "q_ship", "optics")), ships, Field("targets", prey, many=True)),
            Field("boarding", prey, required=False, many=True, needs_name=True),
            Field("supports", ("optics",), required=False, many=True),
        )
        search = (ships, Field("target", ("malta", "lovat")), Field("prefer", ("jam",), required=False))
        return (
            OrderTemplate("station", (Field("space", ("malta",)),)),
            OrderTemplate("hunt", hunt),
            OrderTemplate("search", search),
        )

    def proposals(self) -> tuple[Proposal, ...]:
        hunt = {"order": "hunt", "card": "card_1", "ship": "emden", "targets": ["lovat"]}
        broken = {"order": "hunt", "card": "card_1", "ship": "emden", "targets": ["lovat", "lovat"]}
        return (
            Proposal(Text("every ship hunts", "全艦で迎撃"), [hunt]),
            Proposal(Text("Emden", "エムデン"), [hunt]),
            Proposal(Text("what cannot be", "不可能"), [broken]),
        )


class Place(Order, frozen=True, tag="place"):
    force: str
    at: str


class Fly(Order, frozen=True, tag="fly"):
    flyer: str
    over: str


class Sweep(Order, frozen=True, tag="sweep"):
    force: str
    to: str
    gear: str = ""


class Placing(Orders[Place | Fly | Sweep], frozen=True, kw_only=True, dict=True, tag="test.placing"):
    order_types = (Place, Fly, Sweep)

    def templates(self) -> tuple[OrderTemplate, ...]:
        place = (Field("force", ("patrol", "boats", "relief")), Field("at", ("0405", "0404")))
        sweep = (Field("force", ("sweepers",)), Field("gear", ("otters",)), Field("to", ("0404",)))
        return OrderTemplate("place", place), OrderTemplate("sweep", sweep)

    def unavailable_templates(self) -> tuple[OrderTemplate, ...]:
        bar = Unavailable("hudson", "7.4.2", Text("Nothing flies in this weather.", "この天候では飛べません。"))
        return (OrderTemplate("fly", (Field("flyer", (), unavailable=(bar,)), Field("over", ("0405",)))),)


HUNTING = Hunting()
ALL = "hunt card_1 ship=emden targets=lovat"


def said(*lines: str) -> str | None:
    found = parse_lines(lines, HUNTING, labels)
    return None if found.refused else found.text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("hunt Reflag with Emden at Lovat", ALL),
        ("Hunt reflag 1, Emden, Lovat", ALL),
        ("hunt reflag 1, ship Emden, target Lovat.", ALL),
        ("迎撃　国籍変更1　エムデン　目標　ロヴァット。", ALL),
        ("迎撃　国籍変更1、エムデン、ロヴァット", ALL),
        ("迎撃　国籍変更 1　エムデン　目標=ロヴァット", ALL),
        ("迎撃　国籍変更1、エムデン、ロバット", ALL),
        ("囮船で迎撃　エムデン　ロヴァット", "hunt q_ship ship=emden targets=lovat"),
        ("囮船で迎撃する、エムデン、ロヴァット", "hunt q_ship ship=emden targets=lovat"),
        ("hunt Q-19 with Wolf at Lovat and Dee", "hunt q_ship ship=wolf targets=lovat,dee"),
        (
            "hunt reflag with Emden at Lovat, supported by Optics and Searchlights",
            "hunt card_1 ship=emden targets=lovat supports=optics",
        ),
        ("hunt reflag with Emden at Dee boarding Dee", "hunt card_1 ship=emden targets=dee boarding=dee"),
        (
            "hunt reflag, ship Emden, target Lovat, support Optics and Searchlights",
            "hunt card_1 ship=emden targets=lovat supports=optics",
        ),
        ("Station the collier at Malta", "station malta"),
        ("station in the Malta", "station malta"),
        ("Wolf searches Malta", "search wolf target=malta"),
        ("Emden search the Lovat", "search emden target=lovat"),
        ("search Wolf target the Malta", "search wolf target=malta"),
        ("Every ship hunts.", ALL),
        ("全艦で迎撃", ALL),
        ("見送り。", "pass"),
    ],
)
def test_orders_are_read_as_they_are_said(written: str, read: str) -> None:
    assert said(written) == read


@pytest.mark.parametrize(
    "written",
    [
        "search Wolf the",
        "search Wolf target the",
        "hunt reflag with",
        "hunt reflag 1,, Emden, Lovat",
        "hunt reflag 1, Emden,",
        "what cannot be",
        "Emden",
        "Malta searches Wolf",
        "囮船で",
        "ロヴァットで迎撃　エムデン　ロヴァット",
    ],
)
def test_what_says_too_little_is_still_refused(written: str) -> None:
    assert said(written) is None


def test_a_proposal_stands_alone() -> None:
    """Beside another line its name is a line like every other."""
    assert said("every ship hunts", "station malta") is None


def test_words_of_no_meaning_are_no_beginning_of_a_name() -> None:
    assert text_of(SEA, "sail goeben and breslau to the malta") == "sail goeben,breslau to=malta"
    assert text_of(SEA, "sail goeben to the Straits") == "sail goeben to=straits"
    assert text_of(SEA, "sail goeben to=malta。") == "sail goeben to=malta"
    assert said("search Wolf target Malta prefer the") is None


def test_a_choice_is_passed_over_by_any_word_for_it() -> None:
    form: Any = MayChoose(options=("emden", "wolf"))
    for written in ("pass", "nothing", "なし。", "見送る", "見送ります。"):
        assert parse_lines([written], form, labels).text == "pass", written


@pytest.mark.parametrize(
    ("form", "written", "read"),
    [
        (ChooseSome(options=("emden", "wolf"), most=2), "Keep the Wolf", "choose wolf"),
        (ChooseSome(options=("emden", "wolf"), most=2), "I keep Emden and Wolf.", "choose emden wolf"),
        (ChooseSome(options=("emden", "wolf"), most=2), "ヴォルフを残します。", "choose wolf"),
        (ChooseSome(options=("emden", "wolf"), most=2), "keep none", "pass"),
        (ChooseSome(options=("emden", "keep"), most=2), "keep", "choose keep"),
        (Choose(options=("emden", "wolf")), "take the Emden", "emden"),
        (Choose(options=("emden", "wolf")), "エムデンにします", "emden"),
        (MayChoose(options=("emden", "wolf")), "we choose Wolf", "wolf"),
        (MayChoose(options=("emden", "wolf"), kept=True), "I'll keep the Wolf.", "wolf"),
        (MayChoose(options=("emden", "wolf"), kept=True), "I carry the Wolf over into the next round", "wolf"),
        (MayChoose(options=("emden", "wolf"), kept=True), "ヴォルフを残します。", "wolf"),
        (MayChoose(options=("emden", "wolf"), kept=True), "ヴォルフを持ち越します。", "wolf"),
        (MayChoose(options=("emden", "wolf")), "I'll keep the Wolf.", None),
        (MayChoose(options=("emden", "wolf")), "ヴォルフを持ち越します。", None),
        (ChooseSome(options=("emden", "wolf"), most=2, given_away=True), "Keep the Wolf", None),
        (ChooseSome(options=("emden", "wolf"), most=2, given_away=True), "ヴォルフを残します。", None),
        (ChooseSome(options=("emden", "wolf"), most=2, given_away=True), "I give Emden and Wolf.", "choose emden wolf"),
        (MayChoose(options=("emden", "wolf")), "we sink Wolf", None),
    ],
)
def test_a_choice_is_read_as_it_is_said(form: Form[Any], written: str, read: str | None) -> None:
    found = parse_lines([written], form, labels)
    assert (found.text, not found.refused) == (read, read is not None)


@pytest.mark.parametrize("lines", [("The Emden stays.", "All others carry on."), ("take Emden or Wolf",)])
def test_who_makes_no_choice_hears_between_what(lines: tuple[str, ...]) -> None:
    (found,) = parse_lines(lines, Choose(options=("emden", "wolf")), labels).refused
    assert "possible: 'Emden', 'Wolf'." in found.problems[0].message.en
    assert "「エムデン」「ヴォルフ」" in found.problems[0].message.ja


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("The Emden searches Lovat", "search emden target=lovat"),
        ("Please put the collier in Malta", "station malta"),
        ("put Malta", "station malta"),
        ("エムデンでロヴァットを捜索", "search emden target=lovat"),
        ("エムデンがロヴァットを捜索します。", "search emden target=lovat"),
        ("捜索 エムデンが ロヴァットを", "search emden target=lovat"),
        ("エムデンがマルタ沖を捜索", None),
    ],
)
def test_orders_are_read_as_they_are_spoken(written: str, read: str | None) -> None:
    assert said(written) == read


def test_sea_is_spoken_of_without_its_verb_or_with_another() -> None:
    assert text_of(SEA, "goeben to the straits") == "sail goeben to=straits"
    assert text_of(SEA, "Move Goeben to Malta") == "sail goeben to=malta"
    assert text_of(SEA, "send the Goeben from Hex 12 to malta") == "sail goeben to=malta"


@pytest.mark.parametrize(
    "written",
    [
        "Place Patrol White N of Iceland.",
        "Put Patrol White to N of Iceland",
        "Patrol White to 0405.",
        "Patrol White goes to N of Iceland.",
        "Move Patrol White to N of Iceland...",
        "Patrol White stays in 0405.",
        "ホワイト哨戒隊を0405へ配置する。",
    ],
)
def test_a_place_without_a_way_is_said_like_the_end_of_one(written: str) -> None:
    """Where a form has no order to move, whoever says move means to place; a full stop is no part of the last name."""
    assert parse_lines([written], Placing(), labels).text == "place patrol at=0405"


@pytest.mark.parametrize("written", ["Patrol White stays", "Patrol White to", "Go to N of Iceland", "move.", "..."])
def test_of_placing_too_little_is_refused(written: str) -> None:
    found = parse_lines([written], Placing(), labels)
    assert found.text is None
    assert found.refused


def test_lines_that_are_no_orders_apart_are_refused() -> None:
    found = parse_lines(("Patrol White is to be found at N of Iceland", "and nowhere else"), Placing(), labels)
    assert found.text is None
    found = parse_lines(("Patrol White to", "N of Iceland. Submarines 1 to 0404"), Placing(), labels)
    assert (found.text, {one.written for one in found.refused}) == (
        "place boats at=0404",
        {"Patrol White to", "N of Iceland"},
    )


@pytest.mark.parametrize("end", ["", "."])
def test_a_long_line_is_not_led_on_by_the_next_order(end: str) -> None:
    """Orders without a verb, the first as long as a line that a mail program would break."""
    relief = f"Cruisers that relieve those in the Denmark Strait to N of Iceland{end}"
    found = parse_lines((relief, "Submarines 1 to 0404"), Placing(), labels)
    assert (found.text, found.refused) == ("place relief at=0405\nplace boats at=0404", ())


def test_a_line_that_was_broken_is_one_all_the_same() -> None:
    lines = ("place the Cruisers that relieve those in the Denmark Strait at", "N of Iceland", "Submarines 1 to 0404.")
    found = parse_lines(lines, Placing(), labels)
    assert (found.text, found.refused) == ("place relief at=0405\nplace boats at=0404", ())


def test_a_line_may_hold_several_sentences() -> None:
    whole = ("Patrol White goes to 0405. Submarines 1 remain in 0404.",)
    broken = ("Cruisers that relieve those in the Denmark Strait to 0405. The", "Submarines 1 remain in 0404.")
    assert [parse_lines(lines, Placing(), labels).text for lines in (whole, broken)] == [
        "place patrol at=0405\nplace boats at=0404",
        "place relief at=0405\nplace boats at=0404",
    ]


def test_of_several_sentences_each_is_refused_by_itself() -> None:
    line = "Patrol White to 0405. Good luck. Place the Wolf at 0405. Submarines 1 to 0404."
    found = parse_lines((line,), Placing(), labels)
    assert found.text == "place patrol at=0405\nplace boats at=0404"
    assert [one.written for one in found.refused] == ["Place the Wolf at 0405"]
    assert [one.written for one in found.ignored] == ["Good luck"], "it does not look like an order"


@pytest.mark.parametrize(("more", "read"), [(MOST_SENTENCES - 1, "place patrol at=0405"), (MOST_SENTENCES, None)])
def test_a_line_of_very_many_sentences_is_refused_whole(more: int, read: str | None) -> None:
    found = parse_lines(("Patrol White to 0405." + " Place luck." * more,), Placing(), labels)
    assert (found.text, len(found.refused)) == (read, more if read else 1)


def test_what_is_ordered_of_one_who_can_do_nothing_is_refused_for_its_reason() -> None:
    """Without the verb, too, where no order of this kind can be given now."""
    (found,) = parse_lines(("Hudson 3 searches 0405.",), Placing(), labels).refused
    assert [(one.code, one.rule) for one in found.problems] == [("barred", "7.4.2")]


@pytest.mark.parametrize("written", ["Submarines 1 go to 0408.", "Move Submarines 1 to 0408"])
def test_where_one_cannot_go_is_told_though_the_words_are_no_order_as_they_stand(written: str) -> None:
    (found,) = parse_lines((written,), Placing(), labels).refused
    assert "NE of Reykjavik" in found.problems[0].message.en
    assert [one.code for one in found.problems] == ["not_an_option"]


@pytest.mark.parametrize("written", ["sweep Minesweepers Otters 0405", "Minesweepers sweep Otters 0405."])
def test_a_place_of_other_orders_is_refused_as_the_place_of_this_one(written: str) -> None:
    (found,) = parse_lines((written,), Placing(), labels).refused
    assert [(one.code, one.pointer) for one in found.problems] == [("not_an_option", "/0/to")]
    assert "NE of Reykjavik" in found.problems[0].message.en


def test_a_word_that_is_no_place_is_refused_as_before() -> None:
    (found,) = parse_lines(("sweep Minesweepers Otters Hudson 3",), Placing(), labels).refused
    assert [one.code for one in found.problems] == ["notation"]


class Stay(Order, frozen=True, tag="stay"):
    force: str


class Staying(Orders[Stay], frozen=True, kw_only=True, dict=True, tag="test.staying"):
    order_types = (Stay,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (OrderTemplate("stay", (Field("force", ("patrol",)),)),)


def test_who_is_put_somewhere_does_not_stay() -> None:
    """To stay is said of who is placed; not the other way round."""
    assert parse_lines(("Put Patrol White",), Staying(), labels).text is None
    assert parse_lines(("Send Patrol White",), Staying(), labels).text is None
    assert parse_lines(("stay Patrol White",), Staying(), labels).text == "stay patrol"
