"""The pieces of an e-mail: columns, order forms, stored files and pictures."""

from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest
from django.core.mail import EmailMessage
from django.utils import translation

from games.kernel.drafts import Purse
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.standing_orders import Fact, StandingOrderKind
from games.kernel.text import Text, id_label
from games.kernel.text_columns import column_width
from games.kernel.unavailable import Unavailable
from games.order_editor.paths import Chart, CostBand, MovementRule
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.rule_plan import RulePlan
from games.orders.schema_rules import SchemaNote
from pbem.rendering.renderer_pool import MAX_WIDTH, draw_png
from tests.titles.loading import load
from tests.titles.test_schema import met
from worker.mail.outbound.blocks import Verbatim, merge_repeated
from worker.mail.outbound.eml_backend import EmlFolderBackend
from worker.mail.outbound.order_form import MAX_EXPLAINED, list_options, render_order_form
from worker.mail.outbound.plain_text import wrap_text

FORMS: list[Form] = [
    Choose(options=("emden", "wolf"), fallback="wolf"),
    MayChoose(options=("emden", "wolf")),
    MayChoose(options=()),
    ChooseSome(options=("a", "b", "c"), least=1, most=2),
    ChooseSome(options=("a", "b"), most=2),
    Arrange(options=("x", "y", "z")),
    Share(limits={"a": 2, "b": 3}, total=4),
    RulePlan(
        kinds=(
            StandingOrderKind(
                kind="chase",
                name=Text("Chase", "追撃"),
                facts=(Fact("night", Text("night", "夜")), Fact("target", Text("target", "標的"), "word", ("emden",))),
                answers=("sail", "anchor"),
            ),
        )
    ),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_an_order_form_sent_back_untouched_is_the_default(form: Form) -> None:
    assert form.accept(form.parse(render_order_form(form, id_label, "en"))) == form.default()


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_an_order_form_names_all_that_may_be_chosen(form: Form) -> None:
    comments = " ".join(line for line in render_order_form(form, id_label, "en").splitlines() if line.startswith("#"))
    assert all(value in comments for value in form.values())


class Write(Order, frozen=True, tag="write"):
    ship: str
    text: str = ""


class WriteForm(Orders[Write], frozen=True, kw_only=True, tag="test.write_by_mail"):
    order_types = (Write,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (OrderTemplate("write", (Field("ship", ("emden",)), Field("text", (), length=40))),)


def test_an_order_form_says_how_words_of_ones_own_are_written() -> None:
    told = render_order_form(WriteForm(), id_label, "en")
    assert 'write SHIP text="TEXT"' in told
    assert "at most 40 letters" in told


class Stow(Order, frozen=True, tag="stow"):
    ship: str
    cargo: tuple[str, ...] = ()


class StowForm(Orders[Stow], frozen=True, kw_only=True, tag="test.stow_by_mail"):
    order_types = (Stow,)
    ships: tuple[str, ...] = ("emden",)

    def templates(self) -> tuple[OrderTemplate, ...]:
        cargo = Field("cargo", ("coal", "shells"), many=True, may_repeat=True)
        return (OrderTemplate("stow", (Field("ship", self.ships), cargo)),) if self.ships else ()


def test_a_rule_across_the_page_ends_early_where_the_page_is_narrow_and_nothing_else_does() -> None:
    board = "\n".join(["== Day 1 " + "=" * 60, "-- Own forces " + "-" * 60, "move a way=0716 --", "", "x" * 70])
    narrow = Verbatim(board).narrow.split("\n")
    assert [len(line) for line in narrow] == [36, 36, 18, 0, 70]
    assert narrow[1].startswith("-- Own forces ---")
    assert Verbatim("-" * 60 + "words").narrow == "-" * 60 + "words"


def test_an_order_form_says_how_several_of_one_kind_are_written() -> None:
    assert "or NAME NUMBER" in render_order_form(StowForm(), id_label, "en")
    assert "or NAME NUMBER" not in render_order_form(WriteForm(), id_label, "en")


@pytest.mark.parametrize("form", [*FORMS, WriteForm(), StowForm()], ids=lambda form: type(form).__name__)
def test_an_order_form_shows_an_example_that_is_more_than_the_default(form: Form) -> None:
    example = form.render(form.example())
    shown = (
        []
        if example == form.render(form.default())
        else ["# For example:", *(f"#   {one}" for one in example.split("\n"))]
    )
    lines = render_order_form(form, id_label, "en").split("\n")
    assert [line for line in lines if line in shown] == shown
    assert ("# For example:" in lines) is bool(shown)
    assert isinstance(form, WriteForm | StowForm) <= bool(shown)


def test_an_order_form_without_any_order_is_nothing_but_the_word_for_none() -> None:
    assert render_order_form(StowForm(ships=()), id_label, "en") == "pass"


class Go(Order, frozen=True, tag="go"):
    ship: str
    way: tuple[str, ...] = ()
    pace: str = ""


class Tell(Order, frozen=True, tag="tell"):
    what: str
    does: str


BANDS = (CostBand(2, "free", Text("now", "今")), CostBand(9, "free", Text("later", "後で")))


class ManyForm(Orders[Go | Tell | Stow], frozen=True, kw_only=True, tag="test.many_by_mail"):
    """Three ships of which two differ in where they are alone, three instructions, and a ship that is kept back."""

    order_types = (Go, Tell, Stow)

    def charts(self) -> dict[str, Chart]:
        return {"sea": Chart({"0101": ("0102",), "0102": ("0101", "0103"), "0103": ("0102",)})}

    def templates(self) -> Iterator[OrderTemplate]:
        for ship, at, paces in (("a", "0101", ("slow",)), ("b", "0102", ("slow",)), ("c", "0101", ("slow", "fast"))):
            way = Field("way", (), required=False, movement=MovementRule("sea", at, 9, bands=BANDS))
            yield OrderTemplate("go", (Field("ship", (ship,)), way, Field("pace", paces, required=False)))
        for what, does in (("asks", ("yes", "no")), ("tows", ("yes", "no")), ("joins", ("never", "always"))):
            yield OrderTemplate("tell", (Field("what", (what,)), Field("does", does)))

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        why = Unavailable("d", "4.2", Text("It stays in port.", "在港のままです。"))
        yield from (OrderTemplate(verb, (Field("ship", (), unavailable=(why,)),)) for verb in ("go", "stow"))

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("7.1", Text("One at a time.", "1つずつ。"))


def test_what_is_the_same_for_several_stands_once() -> None:
    told = render_order_form(
        ManyForm(), lambda value: Text(f"Ship {value}", value) if value in "abcd" else id_label(value), "en"
    )
    assert told.splitlines()[4:] == [
        "#   go SHIP [way=WAY] [pace=PACE]",
        "#       way: from where it is to PLACE, or by way of others: PLACE,PLACE (what lies between is filled in)",
        "#           up to 2: now; up to 9: later",
        "#       SHIP: PACE",
        "#       a b: slow",
        "#       c: slow fast",
        "#   tell WHAT does=DOES",
        "#       WHAT: DOES",
        "#       asks tows: yes no",
        "#       joins: never always",
        "# Rules to know:",
        "#   One at a time. (7.1)",
        "# Not available now:",
        "#   go, stow Ship d: It stays in port (4.2)",
    ]


class Lay(Order, frozen=True, tag="lay"):
    ship: str
    row: tuple[str, ...] = ()
    smoke: tuple[str, ...] = ()
    stacked: str = ""


class LayForm(Orders[Lay | Tell], frozen=True, kw_only=True, tag="test.lay_by_mail"):
    """Two ships that differ in two arguments, and seldom instructions that say little."""

    order_types = (Lay, Tell)
    length: int = 0
    long: str = "yes"

    def templates(self) -> Iterator[OrderTemplate]:
        for ship, row, smoke in (("a", ("x", "y"), ("x",)), ("b", ("z",), ())):
            shown = Field("smoke", smoke, many=True, length=self.length if ship == "a" else 0)
            stacked = Field("stacked", ("yes", "no"))
            yield OrderTemplate(
                "lay", (Field("ship", (ship,)), Field("row", row, many=True, may_repeat=True), shown, stacked)
            )
        for what in ("asks", "tows", "joins", "follows", "releases", "strikes", "scrambles"):
            yield OrderTemplate(
                "tell", (Field("what", (what,)), Field("does", (f"{what}_not", self.long))), is_rare=True
            )


def test_ways_that_differ_in_several_arguments_are_a_table_of_as_many_columns() -> None:
    told = render_order_form(LayForm(), id_label, "en").splitlines()
    assert told[4:10] == [
        "#   lay SHIP row=ROW,… smoke=SMOKE,… stacked=STACKED",
        "#       stacked: yes no",
        "#       SHIP: ROW | SMOKE",
        "#       a: x y | x",
        "#       b: z | -",
        "#           several of one kind: NAME as often as many are meant, or NAME NUMBER",
    ]
    assert told[10:15] == [
        "#   tell WHAT does=DOES",
        "#       WHAT: DOES",
        "#       asks: asks_not yes; tows: tows_not yes; joins: joins_not yes;",
        "#       follows: follows_not yes; releases: releases_not yes;",
        "#       strikes: strikes_not yes; scrambles: scrambles_not yes",
    ]


def test_what_is_no_word_or_too_long_for_a_table_stands_by_itself() -> None:
    ways = LayForm(length=9).templates()
    assert [field.length for way in ways for field in way.fields if field.name == "smoke"] == [9, 0]
    alone = render_order_form(LayForm(length=9), id_label, "en")
    assert "ROW | SMOKE" not in alone
    rows = render_order_form(LayForm(long="a" * 40), id_label, "en")
    assert ";" not in rows.partition("tell WHAT")[2]


class SailForm(Orders[Go | Lay], frozen=True, kw_only=True, tag="test.sail_by_mail"):
    """Ships that differ in how far they go, and two that go alike from different places to different ports."""

    order_types = (Go, Lay)

    def charts(self) -> dict[str, Chart]:
        return {"sea": Chart({"0101": ("0102",), "0102": ("0101", "0103"), "0103": ("0102",)})}

    def purses(self) -> tuple[Purse, ...]:
        return tuple(Purse(f"boxes.{ship}", Text("boxes", "箱"), 2) for ship in "ef")

    def templates(self) -> Iterator[OrderTemplate]:
        for ship, at, bands, paces in (("a", "0101", BANDS, ("slow",)), ("b", "0102", BANDS[:1], ("slow", "fast"))):
            way = Field("way", (), required=False, movement=MovementRule("sea", at, 9, bands=bands))
            pace, ice = Field("pace", paces, required=False), Field("ice", ("go", "stop"), required=False)
            yield OrderTemplate("go", (Field("ship", (ship,)), way, pace, ice))
        for ship, purse in (("e", "boxes.e"), ("f", "boxes.f")):
            prices = {"x": {purse: 1}, "z": {purse: 1}}
            yield OrderTemplate("lay", (Field("ship", (ship,)), Field("row", ("x", "z"), prices=prices)))
        for ship, at, port in (("c", "0101", "x"), ("d", "0103", "y")):
            way = Field("smoke", (), required=False, movement=MovementRule("sea", at, 9, bands=BANDS))
            yield OrderTemplate("lay", (Field("ship", (ship,)), Field("row", (port,)), way))


def test_who_pays_for_the_same_out_of_purses_of_his_own_stands_with_the_others() -> None:
    told = render_order_form(SailForm(), id_label, "en").splitlines()
    assert told[13:17] == ["#   lay SHIP row=ROW", "#       row: x z", "#           boxes 1: x z", "#       ship: e f"]


def test_of_ways_that_are_no_table_what_is_the_same_stands_once_before_who_acts() -> None:
    told = render_order_form(SailForm(), id_label, "en").splitlines()
    anywhere = "from where it is to PLACE, or by way of others: PLACE,PLACE (what lies between is filled in)"
    assert told[4:13] == [
        "#   go SHIP [way=WAY] [pace=PACE] [ice=ICE]",
        f"#       way: {anywhere}",
        "#       ice: go stop",
        "#       ship: a",
        "#       way: up to 2: now; up to 9: later",
        "#       pace: slow",
        "#       ship: b",
        "#       way: up to 2: now",
        "#       pace: slow fast",
    ]
    assert told[17:23] == [
        "#   lay SHIP row=ROW [smoke=SMOKE]",
        f"#       smoke: {anywhere}",
        "#           up to 2: now; up to 9: later",
        "#       SHIP: ROW",
        "#       c: x",
        "#       d: y",
    ]


class HeldForm(ManyForm, frozen=True, kw_only=True, tag="test.held_by_mail"):
    """Nothing can be ordered, and one ship is kept back."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        return ()


def test_a_form_in_which_all_is_withheld_says_which_lines_are_not_read() -> None:
    assert render_order_form(HeldForm(), id_label, "en").splitlines() == [
        "# Lines that begin with # are not read. This is the default; change it.",
        "pass",
        "# Not available now:",
        "#   go, stow d: It stays in port (4.2)",
    ]


def test_places_that_a_way_leads_through_are_no_words_to_be_explained() -> None:
    told = dict(list_options(ManyForm(), lambda value: Text(f"{value} (Sea)", value), "en"))
    assert "0102" not in told
    assert told["asks"] == "asks (Sea)"


def test_options_are_told_by_their_names() -> None:
    form = MayChoose(options=("c01", "c02"))
    told = list_options(form, lambda value: Text(f"Card {value}", f"カード{value}"), "ja")
    assert told[:2] == [("c01", "カードc01"), ("c02", "カードc02")]
    assert told[2][0] == "pass"


def test_options_whose_ids_are_their_names_are_not_explained() -> None:
    assert list_options(Choose(options=("wolf",)), lambda value: Text(value.title(), value), "en") == []


def test_beside_the_word_for_none_every_option_is_explained() -> None:
    """Else `pass` seems to be all that can be chosen."""
    told = list_options(MayChoose(options=("wolf",)), lambda value: Text(value.title(), value), "en")
    assert told == [("wolf", "Wolf"), ("pass", "nothing of this")]


def test_a_choice_without_options_lists_none() -> None:
    assert render_order_form(MayChoose(options=()), id_label, "en").splitlines()[1:] == ["pass"]
    assert "One of: wolf pass" in render_order_form(MayChoose(options=("wolf",)), id_label, "en")


def test_a_huge_form_is_cut_short() -> None:
    form = Choose(options=tuple(f"option-{number}" for number in range(5000)))
    assert len(render_order_form(form, id_label, "en")) < 3000
    *some, last = list_options(form, lambda value: Text(value + "!", value), "en")
    assert len(some) == 120
    assert last == ("…", "4880 more, which are on the page of this decision")


@pytest.mark.parametrize(
    "text",
    ["a sea of words " * 30, "荒天のため、両軍とも敵を見失った。" * 12, "Emden は " * 40, "x" * 200 + " end"],
)
def test_wrapped_lines_fit_and_lose_nothing(text: str) -> None:
    lines = wrap_text(text, first="- ", then="  ")
    assert all(column_width(line) <= 76 for line in lines if "x" * 200 not in line)
    assert "".join("".join(lines).split()).removeprefix("-") == "".join(text.split())


def test_no_japanese_line_begins_with_a_full_stop() -> None:
    assert not any(line.startswith(("。", "、", "ー")) for line in wrap_text("敵艦、見ゆ。カード。" * 30))


def test_what_cannot_be_broken_stays_whole() -> None:
    address = "http://127.0.0.1:8000/" + "a" * 90
    assert address in wrap_text(f"see {address} for more")


def test_each_mail_becomes_a_file_of_its_own(tmp_path: Path) -> None:
    backend = EmlFolderBackend(file_path=tmp_path / "mail")
    letters = [EmailMessage("Round 1", "text", "a@localhost", [f"{name}@localhost"]) for name in ("../anna", "ben")]
    assert backend.send_messages(letters) == 2
    files = sorted((tmp_path / "mail").iterdir())
    assert len(files) == 2
    assert all(path.suffix == ".eml" and b"Subject: Round 1" in path.read_bytes() for path in files)
    assert {S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert not list(tmp_path.glob("*.eml"))


def test_a_picture_has_the_width_asked_for_and_letters_of_our_fonts() -> None:
    def drawn(word: str) -> bytes:
        return draw_png(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><text y="30">{word}</text></svg>', width=400
        )

    png = drawn("巡洋艦 Emden")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20], "big") == 400
    assert int.from_bytes(png[20:24], "big") == 100
    assert len(png) > len(drawn(" ")) * 2


def test_pictures_read_no_files_and_know_their_bounds() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="/etc/hostname"/></svg>'
    with pytest.raises(ValueError, match="image"):
        draw_png(svg, width=100)
    with pytest.raises(ValueError, match="width"):
        draw_png(svg.replace("image", "rect"), width=MAX_WIDTH + 1)
    with pytest.raises(ValueError, match=r".+"):
        draw_png("no picture", width=100)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_order_form_says_what_ways_and_cargo_cost(language: str) -> None:
    """In comments: the lines that are read stay the default."""
    labels = load("goeben").presentation.labels
    with translation.override(language):
        told: dict[str, str] = {}
        for ask, _ in met("goeben", "officers", {}):
            told.setdefault(ask.kind, render_order_form(ask.form, labels, language))
    en, ja = "from Messina to PLACE", "メッシーナからPLACEまで"
    assert (en if language == "en" else ja) in told["plan"]
    assert ("up to 5: maximum: 1 coal" if language == "en" else "5まで：最大：石炭1") in told["plan"]
    price = "cargo points 2, empty hull boxes 1" if language == "en" else "資材ポイント 2、空きボックス 1"
    assert f"#           {price}: damage_control reserve_crew seebataillon calculator" in told["stow"]
    assert "way: -" not in told["plan"]


@pytest.mark.parametrize(
    ("said", "listed"),
    [
        ([], []),
        (["a"], ["a"]),
        (["a", "a", "b", "a"], ["a ×2", "b", "a"]),
        (["a", "b", "b", "b"], ["a", "b ×3"]),
    ],
)
def test_what_happened_several_times_in_a_row_is_said_once(said: list[str], listed: list[str]) -> None:
    assert merge_repeated(said) == listed


def test_places_of_one_neighbourhood_stand_in_a_row() -> None:
    near = {"0510": "SE of Jan Mayen", "0511": "SE of Jan Mayen", "0512": "Greenland Sea", "0610": "SE of Jan Mayen"}
    form = Choose(options=("pack", *near, *(f"07{number}" for number in range(10, 15))))
    names = {place: Text(f"{place} ({name})", f"{place}（{name}）") for place, name in near.items()}
    for language in ("en", "ja"):
        rows = list_options(
            form, lambda value: names.get(value, Text(f"{value} (North)", f"{value}（North）")), language
        )
        assert rows[1:] == [
            ("0510 0511 0610", "SE of Jan Mayen"),
            ("0512", "Greenland Sea"),
            ("0710 0711 0712 0713", "North"),
            ("0714", "North"),
        ]


class Tow(Order, frozen=True, tag="tow"):
    what: str


class InstructForm(Orders[Tow], frozen=True, kw_only=True, tag="test.instruct_by_mail"):
    """Orders that each have an explanation."""

    order_types = (Tow,)
    count: int

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(
            OrderTemplate("tow", (Field("what", (f"ship_{n}",)),), about=Text(f"It tows {n}.", f"{n}を曳航します。"))
            for n in range(self.count)
        )


@pytest.mark.parametrize(("count", "listed"), [(MAX_EXPLAINED, True), (MAX_EXPLAINED + 1, False)])
def test_many_explanations_are_given_when_asked_for(count: int, listed: bool) -> None:
    told = render_order_form(InstructForm(count=count), id_label, "en")
    assert ("It tows 0." in told) == listed
    assert ("What they do: reply “help” and the word, such as “help ship_0”." in told) != listed
