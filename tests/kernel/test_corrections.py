"""Orders that take back others in the same e-mail: the correction counts, or nothing does."""

import pytest

from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.text import Text, id_label
from games.order_text import parse_lines
from games.order_text.corrections import (
    CORRECTION_UNCLEAR,
    ENGLISH,
    ENGLISH_BEFORE_NAMES,
    INFIX,
    JAPANESE,
    JAPANESE_BEFORE_NAMES,
    begins_with_correction,
    is_only_correction,
)
from tests.kernel.written import SEA, labels, text_of

MARKERS_EN, MARKERS_JA = (*ENGLISH, *ENGLISH_BEFORE_NAMES), (*JAPANESE, *JAPANESE_BEFORE_NAMES)
MALTA, IONIAN = "sail goeben to=malta", "sail goeben to=ionian_c"


def codes_of(*lines: str) -> set[str]:
    """The codes of the problems of an e-mail from which nothing is used."""
    found = parse_lines(lines, SEA, labels)
    assert found.text is None
    assert not found.idle_units
    return {problem.code for one in found.refused for problem in one.problems}


WRITTEN_EN = ("{a}. {M}, {b}", "{a}\n{M}: {b}", "{a} - {m}, {b}.")
WRITTEN_JA = ("{a}\n{m}、{b}", "{a}。{m}、{b}")
UNCLEAR = ("ionian_c or malta", "sail hamidieh to=ionian_c", "sail goeben to=nowhere at all malta")


@pytest.mark.parametrize(("at", "marker"), [*enumerate(MARKERS_EN)])
def test_behind_an_english_marker_the_correction_counts(at: int, marker: str) -> None:
    text = WRITTEN_EN[at % 3].format(a=MALTA, b=IONIAN, m=marker, M=marker.capitalize())
    assert text_of(SEA, *text.split("\n")) == IONIAN


@pytest.mark.parametrize(("at", "marker"), [*enumerate(MARKERS_JA)])
def test_behind_a_japanese_marker_the_correction_counts(at: int, marker: str) -> None:
    text = WRITTEN_JA[at % 2].format(a="航行 ゲーベン 目的地=マルタ", b="航行 ゲーベン 目的地=イオ", m=marker)
    assert text_of(SEA, *text.split("\n")) == IONIAN


@pytest.mark.parametrize(("at", "marker"), [*enumerate([*MARKERS_EN, *MARKERS_JA])])
def test_a_correction_that_is_not_clear_refuses_the_whole_e_mail(at: int, marker: str) -> None:
    between = "、" if marker in MARKERS_JA else ", "
    assert CORRECTION_UNCLEAR in codes_of(MALTA, f"{marker}{between}{UNCLEAR[at % 3]}")


@pytest.mark.parametrize("said", ["ionian_c", "to ionian_c", "Ionian_c."])
@pytest.mark.parametrize("marker", ["no wait", "sorry, I meant", "scratch that"])
def test_a_name_alone_replaces_the_one_argument_that_it_can_be(marker: str, said: str) -> None:
    assert text_of(SEA, MALTA, f"{marker}, {said}") == IONIAN
    assert codes_of(MALTA, "sail breslau to=malta", f"{marker}, {said}") == {CORRECTION_UNCLEAR}


@pytest.mark.parametrize("infix", INFIX)
def test_not_this_but_that_is_asked_back(infix: str) -> None:
    assert codes_of(f"航行 ゲーベン 目的地=マルタ{infix}イオニア") == {CORRECTION_UNCLEAR}


def test_the_answer_names_what_could_be_read() -> None:
    (refused,) = parse_lines([MALTA, "No wait, the other place"], SEA, labels).refused
    assert MALTA in refused.written
    assert "`sail goeben to=malta`" in refused.problems[-1].message.en
    assert "`sail goeben to=malta`" in refused.problems[-1].message.ja


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        ([MALTA, "sail breslau to=malta", f"Scratch that. {IONIAN}"], f"{IONIAN}\nsail breslau to=malta"),
        ([MALTA, f"no wait, {IONIAN}", f"Actually, {MALTA}"], MALTA),
        ([f"Sorry, I meant {MALTA}"], MALTA),
        ([f"Correction: {MALTA}", "sail breslau to=malta"], f"{MALTA}\nsail breslau to=malta"),
        ([MALTA, f"Sorry about that! I meant {IONIAN}"], IONIAN),
        (["すみません、訂正です。", "航行 ゲーベン 目的地=マルタ"], MALTA),
        ([MALTA, "Scratch that: pass"], "pass"),
        ([f"{MALTA} no wait {IONIAN}"], IONIAN),
        ([MALTA, f"Oops, sorry, I meant: {IONIAN}"], IONIAN),
        ([MALTA, 'signal text="no wait, sorry"'], f'{MALTA}\nsignal text="no wait, sorry"'),
        ([f"{MALTA}  # I mean the island"], MALTA),
    ],
)
def test_what_counts(lines: list[str], read: str) -> None:
    assert text_of(SEA, *lines) == read


@pytest.mark.parametrize(
    "lines",
    [
        [MALTA, "Scratch that."],
        ["No wait!"],
        [MALTA, "sail breslau to=malta", "いや、ゲーベンは別の所へ"],
        [MALTA, "sail breslau to=malta", "No wait, sail goeben,breslau to=ionian_c"],
        [MALTA, f"No wait, {IONIAN}", "sail hamidieh to=malta"],
        ["sail goeben to=nonsense", f"No wait, {IONIAN}"],
        [MALTA, *(f"No wait, {IONIAN}" for _ in range(9))],
    ],
)
def test_what_is_asked_back(lines: list[str]) -> None:
    assert CORRECTION_UNCLEAR in codes_of(*lines)


@pytest.mark.parametrize(
    "courtesy", ["Sorry for the delay.", "Sorry, I was away.", "Apologies for that!", "すみません、遅くなりました。"]
)
def test_a_courtesy_takes_nothing_back(courtesy: str) -> None:
    found = parse_lines([MALTA, courtesy], SEA, labels)
    assert found.text == MALTA
    assert CORRECTION_UNCLEAR not in {problem.code for one in found.refused for problem in one.problems}


CARDS = ("c1", "c2", "c3")


@pytest.mark.parametrize(
    ("form", "line", "read"),
    [
        (Choose(options=CARDS), "c1, no wait, c2", "c2"),
        (Choose(options=CARDS), "c1. Sorry, c3", "c3"),
        (MayChoose(options=CARDS), "c1 - scratch that, pass", "pass"),
        (ChooseSome(options=CARDS, least=1, most=2), "c1 c2, I mean c1 c3", "choose c1 c3"),
        (ChooseSome(options=CARDS, least=1, most=2), "c1 c2, I mean c3", None),
        (Arrange(options=CARDS), "c1 c2 c3, or rather c3 c2 c1", "arrange c3 c2 c1"),
        (Share(total=3, limits={"a": 3, "b": 3}), "share a=1 b=2. Correction: share a=2 b=1", "share a=2 b=1"),
        (Choose(options=("yes", "no")), "no", "no"),
        (Choose(options=("yes", "no", "correction")), "correction", "correction"),
    ],
)
def test_corrections_of_other_answers(form: Form[object], line: str, read: str | None) -> None:
    assert parse_lines([line], form, id_label).text == read


@pytest.mark.parametrize("marker", [*ENGLISH, *JAPANESE])
def test_a_text_that_begins_with_a_marker(marker: str) -> None:
    assert begins_with_correction(f"{marker}, perhaps")
    assert is_only_correction(f"{marker}!")
    assert not is_only_correction(f"{marker}, perhaps")


@pytest.mark.parametrize(
    "said",
    [
        "Perhaps.",
        "No way, never!",
        "No.",
        "No, thanks.",
        "いや、いいです。",
        "いいえ",
        "Well done.",
        "We meant no harm.",
        "Sorry to hear that.",
    ],
)
def test_a_text_that_begins_with_none(said: str) -> None:
    assert not begins_with_correction(said)


def test_names_are_no_markers() -> None:
    form = Choose(options=("mine", "other"))
    names = {"mine": Text("Correction", "訂正"), "other": Text("Other", "別")}
    assert parse_lines(["Correction"], form, lambda one: names.get(one, id_label(one))).text is not None
