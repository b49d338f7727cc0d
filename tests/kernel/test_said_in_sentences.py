"""Orders as people say them: who first, articles, `and`, commas between all, the name of a proposal, a full stop."""

from typing import Any

import pytest

from games.kernel.byhand.prices import Proposal
from games.kernel.forgiving import understand_lines
from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text, plain
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
}


def labels(value: str) -> Text:
    return NAMES.get(value, plain(value))


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

    def ways(self) -> tuple[Way, ...]:
        prey, ships = ("lovat", "dee"), Field("ship", ("emden", "wolf"))
        hunt = (
            *(Field("card", ("card_1", "q_ship", "optics")), ships, Field("targets", prey, many=True)),
            Field("boarding", prey, required=False, many=True, aside=True),
            Field("supports", ("optics",), required=False, many=True),
        )
        search = (ships, Field("target", ("malta", "lovat")), Field("prefer", ("jam",), required=False))
        return (Way("station", (Field("space", ("malta",)),)), Way("hunt", hunt), Way("search", search))

    def proposals(self) -> tuple[Proposal, ...]:
        hunt = {"order": "hunt", "card": "card_1", "ship": "emden", "targets": ["lovat"]}
        broken = {"order": "hunt", "card": "card_1", "ship": "emden", "targets": ["lovat", "lovat"]}
        return (
            Proposal(Text("every ship hunts", "全艦で迎撃"), [hunt]),
            Proposal(Text("Emden", "エムデン"), [hunt]),
            Proposal(Text("what cannot be", "不可能"), [broken]),
        )


HUNTING = Hunting()
ALL = "hunt card_1 ship=emden targets=lovat"


def said(*lines: str) -> str | None:
    found = understand_lines(lines, HUNTING, labels)
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
        assert understand_lines([written], form, labels).text == "pass", written


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
        (MayChoose(options=("emden", "wolf")), "we choose Wolf", "choose wolf"),
        (MayChoose(options=("emden", "wolf")), "we sink Wolf", None),
    ],
)
def test_a_choice_is_read_as_it_is_said(form: Form[Any], written: str, read: str | None) -> None:
    found = understand_lines([written], form, labels)
    assert (found.text, not found.refused) == (read, read is not None)


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
