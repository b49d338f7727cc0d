"""Names of things in the notation, and in refusals."""

import pytest

from games.kernel.drafts import Preview, PreviewLine
from games.kernel.errors import Illegal, Malformed, Problem
from games.kernel.forms import Choose, ChooseSome, MayChoose, Share
from games.kernel.notation import MAX_LINE, MAX_LINES
from games.kernel.text import Text, id_label
from games.kernel.unavailable import Unavailable, unavailable_problem
from games.order_text.names import _KEPT, preview_with_names, refusal_with_names, replace_names
from games.orders.order_set import Field, Order, Orders, OrderTemplate

NAMES = {
    "malta_zone": Text("Malta Patrol Zone", "マルタ哨戒海域"),
    "malta": Text("Malta", "マルタ"),
    "ionian_c": Text("Central Ionian Sea", "イオニア海中部"),
    "breslau": Text("Breslau", "ブレスラウ"),
    "fog_1": Text("Fog", "霧"),
    "fog_2": Text("Fog", "霧"),
    "outfit": Text("Outfit", "艤装"),
    "night": Text("by night", "夜間"),
}


def labels(value: str) -> Text:
    return NAMES.get(value, id_label(value))


class Sail(Order, frozen=True, tag="sail"):
    ships: tuple[str, ...]
    way: tuple[str, ...] = ()
    text: str = ""


class Sailing(Orders[Sail], frozen=True, kw_only=True, tag="sailing"):
    orders = (Sail,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        places = ("malta_zone", "malta", "ionian_c", "fog_1", "fog_2", "outfit", "night")
        return (
            OrderTemplate(
                "sail", (Field("ships", ("breslau",), many=True), Field("way", places, required=False, many=True))
            ),
        )


SEA = Sailing()
PLACES = Choose(options=("malta_zone", "malta", "ionian_c", "fog_1", "fog_2"))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("sail Breslau way=Malta Patrol Zone", "sail Breslau way=malta_zone"),
        ("sail breslau way=Malta,Central  Ionian Sea", "sail breslau way=Malta,ionian_c"),
        ("sail ブレスラウ way=イオニア海中部,マルタ哨戒海域", "sail breslau way=ionian_c,malta_zone"),
        (
            "sail BRESLAU way=MALTA # by way of Central Ionian Sea",
            "sail BRESLAU way=MALTA # by way of Central Ionian Sea",
        ),
        ('sail breslau text="to Central Ionian Sea"', 'sail breslau text="to Central Ionian Sea"'),
        ("sail breslau way=Maltas", "sail breslau way=Maltas"),
        ("sail breslau way=fog_1", "sail breslau way=fog_1"),
    ],
)
def test_names_of_either_language_are_read_as_ids(written: str, read: str) -> None:
    assert replace_names(written, SEA, labels) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("way=CENTRAL Ionian SEA", "way=ionian_c"),
        ("way=K\u00f6nigsberg", "way=konigsberg"),
        ("way=K\u00d6NIGSBERG", "way=konigsberg"),
        ("way=\u212aiel harbour,malta", "way=kiel,malta"),
        ("way=KIEL HARBOUR", "way=kiel"),
        ("way=\u017fmoke", "way=smoke_1"),
        ("way=ILICA,\u0131lica", "way=ILICA,ilica_1"),
        ("way=central \u0130onian sea", "way=central \u0130onian sea"),
        ("way=\u970a,Maltas", "way=\u970a,Maltas"),
    ],
)
def test_names_are_found_in_whatever_letters_they_stand(written: str, read: str) -> None:
    """What is looked for is first sifted by the letters of the text."""
    names = {
        "ionian_c": "Central Ionian Sea",
        "konigsberg": "K\u00f6nigsberg",
        "kiel": "Kiel, harbour",
        "smoke_1": "Smoke",
        "ilica_1": "\u0131lica",
    }
    assert replace_names(written, Choose(options=tuple(names)), lambda value: id_label(names.get(value, value))) == read


def test_every_line_is_read_and_stays_where_it_was() -> None:
    text = "# Central Ionian Sea\nsail breslau way=Central Ionian Sea\n\nsail breslau way=Malta Patrol Zone"
    assert replace_names(text, SEA, labels).splitlines()[1::2] == [
        "sail breslau way=ionian_c",
        "sail breslau way=malta_zone",
    ]


def test_a_verb_is_never_a_name() -> None:
    assert replace_names("Outfit way=Outfit", SEA, labels).startswith("Outfit ")


def test_a_name_of_several_things_is_refused_with_all_of_them() -> None:
    with pytest.raises(Malformed) as refused:
        replace_names("sail breslau\nsail breslau way=fog", SEA, labels)
    (problem,) = refused.value.problems
    assert problem.code == "ambiguous"
    assert problem.message.en == "Line 2: 'fog' may be fog_1, fog_2: write which."
    assert "2行目" in problem.message.ja


SOME = ChooseSome(options=("malta_zone", "ionian_c"), most=2)
SHARES = Share(limits={"malta_zone": 3, "ionian_c": 3}, total=3)


@pytest.mark.parametrize(
    ("form", "written", "read"),
    [
        (PLACES, "Central Ionian Sea", "ionian_c"),
        (PLACES, "choose Malta Patrol Zone", "choose malta_zone"),
        (MayChoose(options=("malta",)), "マルタ", "malta"),
        (SOME, "choose Malta Patrol Zone Central Ionian Sea", "choose malta_zone ionian_c"),
        (MayChoose(options=("ionian_c",)), "pass", "pass"),
        (SHARES, "share Malta Patrol Zone=1 ionian_c=2", "share malta_zone=1 ionian_c=2"),
    ],
)
def test_choices_take_names_too(form: Choose, written: str, read: str) -> None:
    assert replace_names(written, form, labels) == read
    form.accept(form.parse(replace_names(written, form, labels)))


def _said(problem: Problem) -> tuple[str, str]:
    (found,) = refusal_with_names(Illegal(problem), SEA, labels).problems
    assert (found.pointer, found.code, found.rule) == (problem.pointer, problem.code, problem.rule)
    return found.message.en, found.message.ja


def test_refusals_name_what_they_are_about() -> None:
    problem = Problem("/0/way", "stop", Text("The way ends at malta_zone.", "malta_zone で停止します。"), "12.5")
    assert _said(problem) == ("The way ends at Malta Patrol Zone.", "マルタ哨戒海域 で停止します。")
    several = Problem(
        "", "twice", Text("way: 'malta, ionian_c' is not possible.", "way: 「malta, ionian_c」は指定できません。")
    )
    assert _said(several) == (
        "way: 'Malta, Central Ionian Sea' is not possible.",
        "way: 「マルタ, イオニア海中部」は指定できません。",
    )
    bar = Unavailable("malta", "9.1", Text("it is Allied.", "連合軍の港です。"))
    assert _said(unavailable_problem("/0/way", "malta", bar)) == ("Malta: it is Allied.", "マルタ：連合軍の港です。")


def test_who_aims_at_whom_is_told_in_names() -> None:
    """A plain word may be a word of the language; beside an arrow it is none."""
    line = PreviewLine("/0", "free", Text("breslau → malta: a breslau", "breslau → malta"))
    (said,) = preview_with_names(Preview((line,), {}), SEA, lambda value: id_label(f"{labels(value).en}!")).lines
    assert (said.text.en, said.text.ja) == ("Breslau! → Malta!: a breslau", "Breslau! → Malta!")


def test_what_a_draft_comes_to_is_told_in_names() -> None:
    line = PreviewLine("/0", "free", Text("breslau: malta_zone", "breslau: malta_zone"))
    named = PreviewLine("/0", "free", Text("Breslau: Malta Patrol Zone", "ブレスラウ: マルタ哨戒海域"))
    assert preview_with_names(Preview((line,), {"coal": 2}), SEA, labels) == Preview((named,), {"coal": 2})


def test_words_of_a_sentence_stay_words() -> None:
    problem = Problem("", "x", Text("No ship sails at night, nor so-called night-outfit.", "夜は不可。"))
    assert _said(problem)[0] == problem.message.en


def test_a_refusal_without_problems_stays_as_it_is() -> None:
    error = Illegal(detail=Text("No.", "否。"))
    assert refusal_with_names(error, SEA, labels).detail == Text("No.", "否。")


def test_a_refusal_is_summed_up_by_what_it_names() -> None:
    """The summary that was written with ids gives way to the first problem, in names."""
    problem = Problem("/0", "where", Text("malta_zone is closed.", "malta_zone は閉鎖中。"))
    told = refusal_with_names(Illegal(problem, detail=Text("malta_zone: no", "malta_zone: 否")), SEA, labels)
    assert told.detail == Text("Malta Patrol Zone is closed.", "マルタ哨戒海域 は閉鎖中。")


def test_of_names_that_begin_alike_the_longer_is_meant() -> None:
    names = {"n1": Text("North", "北"), "n2": Text("North Sea", "北海")}
    form = Choose(options=("n1", "n2"))
    assert replace_names("choose North Sea", form, names.__getitem__) == "choose n2"
    assert replace_names("choose North", form, names.__getitem__) == "choose n1"


def test_where_nothing_has_a_name_of_its_own_a_text_stays_as_it_was_written() -> None:
    assert (
        replace_names("choose  a1, =x", Choose(options=("a1",)), lambda value: Text(value, value)) == "choose  a1, =x"
    )


@pytest.mark.parametrize("text", ["\n" * (MAX_LINES + 1), "sail breslau " + "x" * MAX_LINE])
def test_a_text_too_long_to_be_looked_through_is_refused_at_once(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        replace_names(text, Sailing(), labels)
    assert [problem.code for problem in refused.value.problems] == ["too_large"]


def test_quotation_marks_without_an_end_are_read_once() -> None:
    """Not again from each of them: a page of such marks would stop the server for minutes."""
    assert len(_KEPT.split('\\"' * 500)) == 3
    assert replace_names('sail breslau text="Malta', Sailing(), labels) == 'sail breslau text="Malta'


@pytest.mark.parametrize(
    ("english", "told"),
    [
        ("malta_zone", "Malta Patrol Zone"),
        ("Xmalta_zone", "Xmalta_zone"),
        ("malta_zoneX", "malta_zoneX"),
        (" malta_zone ", " Malta Patrol Zone "),
        ("a malta_zone/", "a malta_zone/"),
        ("night", "night"),
        ("breslau", "Breslau"),
        ("'night'", "'by night'"),
        ('"night"', '"by night"'),
        ("night'", "by night'"),
        ("'night", "'by night"),
        ("ionian_c", "Central Ionian Sea"),
        ("ionian_d", "ionian_d"),
    ],
)
def test_an_id_is_named_where_it_stands_by_itself_and_a_plain_word_only_in_quotation_marks(
    english: str, told: str
) -> None:
    assert _said(Problem("/0", "x", Text(english, "夜"), "4.2")) == (told, "夜")


def test_in_japanese_a_word_of_letters_is_never_a_plain_one() -> None:
    assert _said(Problem("/0", "x", Text("?", "night は不可"), "4.2")) == ("?", "夜間 は不可")


def test_the_words_of_a_refusal_stay_words_where_a_value_is_called_so() -> None:
    """“This order has No 'at'” took the word for the value of a yes or no."""
    names = {"no": Text("No", "いいえ"), "never": Text("Never", "しない"), "emden": Text("Emden", "エムデン")}
    form = Choose(options=tuple(names))
    problem = Problem("", "x", Text("emden has no 'at', and 'no' is never said.", "「no」は不可。"))
    (told,) = refusal_with_names(Illegal(problem), form, names.__getitem__).problems
    assert told.message.en == "Emden has no 'at', and 'No' is never said."
    assert told.message.ja == "「いいえ」は不可。"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("mv.2 has such an order already.", "Merchant vessels 2 has such an order already."),
        ("'mv.2': 3 dice", "'Merchant vessels 2': 3 dice"),
        ("es_british.2 lies there.", "Escorts 2 lies there."),
        ("It goes for es_british.", "It goes for Escorts."),
        ("es_british.9", "Escorts.9"),
    ],
)
def test_the_second_of_a_kind_has_a_name_of_its_own(written: str, told: str) -> None:
    names = {
        "mv.2": "Merchant vessels 2",
        "mv": "Merchant vessels",
        "es_british": "Escorts",
        "es_british.2": "Escorts 2",
    }
    form = Choose(options=tuple(names))
    (found,) = refusal_with_names(
        Illegal(Problem("", "x", Text(written, written))), form, lambda one: id_label(names[one])
    ).problems
    assert found.message.en == told
