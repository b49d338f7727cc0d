"""What people say in a letter beside the order itself: ranks, ways by other places, who stays where he is."""

from collections.abc import Iterator

import pytest

from games.kernel.errors import Problem
from games.kernel.text import Text, id_label
from games.order_editor.paths import Chart, MovementRule
from games.order_text import ParsedOrders, parse_lines
from games.orders.order_set import Field, Order, Orders, OrderTemplate

NAMES = {
    "patrol": Text("Patrol White", "ホワイト哨戒"),
    "hipper": Text("Admiral Hipper", "アドミラル・ヒッパー"),
    "kent": Text("Kent", "ケント"),
    "force_r": Text("Force R", "R部隊"),
    "jw51b": Text("JW 51B", "JW 51B"),
    "0612": Text("0612 (NW of Narvik)", "0612（ナルヴィク北西）"),
    "0613": Text("0613 (N of Narvik)", "0613（ナルヴィク北）"),
    "0614": Text("0614 (North Cape)", "0614（ノールカップ）"),
    "murmansk": Text("Murmansk", "ムルマンスク"),
    "dd_a": Text("A to I class destroyers", "A–I級駆逐艦"),
    "strikes": Text("After the search, attack", "索敵後の攻撃"),
    "follow": Text("follow", "追尾"),
    "move": Text("Move", "移動"),
    "stay": Text("Stay", "待機"),
    "route": Text("Route", "航路"),
}


def labels(value: str) -> Text:
    return NAMES.get(value, id_label(value))


class Move(Order, frozen=True, tag="move"):
    force: str
    way: tuple[str, ...] = ()


class Stay(Order, frozen=True, tag="stay"):
    force: str


class Route(Order, frozen=True, tag="route"):
    convoy: str
    to: str
    way: tuple[str, ...] = ()


class Split(Order, frozen=True, tag="split"):
    force: str
    ships: tuple[str, ...]


class Instruct(Order, frozen=True, tag="instruct"):
    what: str
    does: str


class Sheet(Orders[Move | Stay | Route | Split | Instruct], frozen=True, kw_only=True, dict=True, tag="test.sheet"):
    """Two who lie still, one who sails by an earlier order, and a convoy that always sails."""

    order_types = (Move, Stay, Route, Split, Instruct)

    def charts(self) -> dict[str, Chart]:
        return {"sea": Chart({"0612": ("0613",), "0613": ("0612", "0614"), "0614": ("0613",), "murmansk": ()})}

    def templates(self) -> tuple[OrderTemplate, ...]:
        way = Field("way", (), required=False, movement=MovementRule("sea", "0612", 9))
        movers = Field("force", ("patrol", "hipper", "kent", "force_r"))
        return (
            OrderTemplate("move", (movers, way)),
            OrderTemplate("stay", (Field("force", ("force_r",)),)),
            OrderTemplate("route", (Field("convoy", ("jw51b",)), Field("to", ("murmansk",)), way)),
            OrderTemplate("split", (movers, Field("ships", ("kent", "dd_a"), many=True, may_repeat=True))),
            OrderTemplate("instruct", (Field("what", ("strikes",)), Field("does", ("follow",)))),
        )

    def idle_units(self) -> tuple[str, ...]:
        return ("patrol", "hipper", "kent")

    def unit_places(self) -> dict[str, tuple[str, ...]]:
        return {"patrol": ("0612",), "force_r": ("0612", "murmansk")}


class Planned(Sheet, frozen=True, kw_only=True, dict=True, tag="test.planned"):
    """As `Sheet`, where the convoy must be planned."""

    def conflicts(self, answer: tuple[Move | Stay | Route | Split | Instruct, ...]) -> Iterator[Problem]:
        if not any(isinstance(order, Route) for order in answer):
            yield Problem("", "missing", Text("Plan the convoy.", "船団を計画してください。"), "4.2")


def read(*lines: str) -> ParsedOrders:
    return parse_lines(lines, Sheet(), labels)


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("move Adm. Hipper to 0614", "move hipper way=0614"),
        ("Adm. Hipper goes to 0614.", "move hipper way=0614"),
        ("H.M.S. Kent goes to 0614.", "move kent way=0614"),
        ("HMS Kent shall proceed to 0614", "move kent way=0614"),
        ("Patrol White is to go to 0613, N of Narvik.", "move patrol way=0613"),
        ("Patrol White goes to North Cape (0614)", "move patrol way=0614"),
        ("Patrol White sails to 0614 via 0613", "move patrol way=0613,0614"),
        ("Patrol White sails by way of 0613 to 0614", "move patrol way=0613,0614"),
        ("The Patrol White force steams to 0613", "move patrol way=0613"),
        ("ホワイト哨戒は0613を経由して0614へ", "move patrol way=0613,0614"),
        ("ホワイト哨戒は0613経由で0614へ移動する", "move patrol way=0613,0614"),
        ("JW 51B sails for Murmansk by way of 0613", "route jw51b to=murmansk way=0613"),
        ("Convoy JW 51B goes to Murmansk via 0613", "route jw51b to=murmansk way=0613"),
        ("JW51Bは0613経由でムルマンスクへ", "route jw51b way=0613 to=murmansk"),
        ("Force R splits off Kent and two A to I class destroyers", "split force_r ships=kent,dd_a,dd_a"),
        ("split Force R 2 A to I class destroyers", "split force_r ships=dd_a,dd_a"),
        ("Instruct strikes to follow", "instruct strikes does=follow"),
        ("All carry on.", "pass"),
        ("続行", "pass"),
    ],
)
def test_turns_of_phrase_are_understood(written: str, order: str) -> None:
    found = read(written)
    assert (found.text, found.refused) == (order, ())


def test_words_written_short_end_no_sentence() -> None:
    found = read("H.M.S. Kent goes to 0613. Adm. Hipper goes to 0614. Move Force R to 0613. Force R it is.")
    assert found.text == "move kent way=0613\nmove hipper way=0614\nmove force_r way=0613"
    assert [one.written for one in found.refused] == ["Force R it is."]


def test_a_japanese_full_stop_ends_a_sentence() -> None:
    found = read("ホワイト哨戒は0613へ。ケントは0614へ！R部隊は0613へ")
    assert found.text == "move patrol way=0613\nmove kent way=0614\nmove force_r way=0613"


def test_a_long_line_that_ends_with_a_japanese_full_stop_is_not_led_on() -> None:
    long = "ホワイト哨戒は0613を経由して0614へ移動する。アドミラル・ヒッパーは0614へ移動します。"
    found = read(long, "ケントは0613へ")
    assert (found.text, found.refused) == (
        "move patrol way=0613,0614\nmove hipper way=0614\nmove kent way=0613",
        (),
    )


def test_of_sentences_that_are_all_refused_each_hears_why() -> None:
    found = read("Good evening. Kent is a fine ship. Hipper is another.")
    assert [one.written for one in found.refused] == ["Kent is a fine ship", "Hipper is another."]
    assert [one.written for one in found.ignored] == ["Good evening"]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Patrol White stays where it is.", ["Patrol White"]),
        ("Patrol White remains in 0612 (NW of Narvik)", ["Patrol White"]),
        ("The Patrol White stays put", ["Patrol White"]),
        ("Patrol White and Kent do not move.", ["Patrol White", "Kent"]),
        ("Leave Patrol White where it is", ["Patrol White"]),
        ("Patrol White shall hold its position.", ["Patrol White"]),
        ("Everybody else carries on.", []),
        ("ホワイト哨戒はそのまま。", ["Patrol White"]),
        ("ホワイト哨戒は動かない", ["Patrol White"]),
        ("ホワイト哨戒、ケントは待機する。", ["Patrol White", "Kent"]),
        ("残りの部隊は続行する", []),
    ],
)
def test_who_stays_where_he_is_needs_no_order(written: str, names: list[str]) -> None:
    found = read(written)
    assert (found.text, found.refused, [one.en for one in found.idle_units]) == ("pass", (), names)
    beside = read(written, "Force R to 0613")
    assert (beside.text, [one.en for one in beside.idle_units]) == ("move force_r way=0613", names)


@pytest.mark.parametrize(
    "written",
    [
        "Force R stays where it is",
        "Force R remains in Murmansk.",
        "Force R does not sail",
        "R部隊はムルマンスクで待機。",
    ],
)
def test_who_would_sail_on_is_ordered_to_stay(written: str) -> None:
    found = read(written)
    assert (found.text, found.refused, found.idle_units) == ("stay force_r", (), ())


@pytest.mark.parametrize(
    "written",
    [
        "Patrol White stays in Murmansk",
        "Patrol White stays with Kent",
        "Patrol White does not stay",
        "Nobody stays where he is",
        "Patrol White keeps",
        'Patrol White stays "here"',
    ],
)
def test_who_stays_elsewhere_or_not_at_all_is_not_left_alone(written: str) -> None:
    found = read(written)
    assert found.text is None or not found.idle_units


def test_who_sails_on_is_not_said_to_stay() -> None:
    (found,) = read("JW 51B stays where it is").refused
    assert [one.code for one in found.problems] == ["goes_on"]


class Still(Sheet, frozen=True, kw_only=True, dict=True, tag="test.still"):
    """As `Sheet`, and nobody is on his way."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(way for way in super().templates() if way.verb != "stay")


@pytest.mark.parametrize(
    "written", ["All others stay where they are.", "The rest remain in port", "他の部隊は待機する。"]
)
def test_that_all_others_stay_is_said_where_none_of_them_sails(written: str) -> None:
    assert parse_lines([written], Still(), labels).text == "pass"
    (found,) = read(written).refused
    assert "these sail on: 'Force R'" in found.problems[0].message.en


def test_who_is_said_to_stay_and_to_go_is_asked_which() -> None:
    found = read("Patrol White goes to 0613", "Patrol White stays where it is")
    assert (found.text, [one.written for one in found.refused]) == (
        "move patrol way=0613",
        ["Patrol White stays where it is"],
    )


def test_who_stays_beside_refused_lines_changes_nothing_alone() -> None:
    found = read("Patrol White stays where it is", "Kent is a fine ship")
    assert (found.text, [one.written for one in found.refused]) == (None, ["Kent is a fine ship"])


def test_to_stay_is_no_answer_where_something_must_be_ordered() -> None:
    found = parse_lines(["Patrol White stays where it is"], Planned(), labels)
    assert (found.text, [one.rule for one in found.refused[0].problems]) == (None, ["4.2"])


@pytest.mark.parametrize("written", ["Patrol White is a fine force", "The Patrol White", "ホワイト哨戒は立派である"])
def test_who_is_named_and_told_nothing_hears_what_he_can_be_told(written: str) -> None:
    (found,) = read(written).refused
    assert "what 'Patrol White' is to do; these words can say it: `move`, `split`." in found.problems[0].message.en
    assert "「ホワイト哨戒」に何をさせるか" in found.problems[0].message.ja
