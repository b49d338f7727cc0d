"""Texts in several languages: their templates, counts and lists."""

import msgspec
import pytest

from games.kernel.text import Text, and_more, join_texts, quote_all, without_translations

SUNK = Text("{ship} is sunk by {by}.", "{ship}は{by}に撃沈された。")


def test_placeholders_take_texts_in_the_language_of_the_sentence() -> None:
    text = SUNK.format(ship=Text.same("Emden"), by=Text("Red", "赤"))
    assert (text.en, text.ja) == ("Emden is sunk by Red.", "Emdenは赤に撃沈された。")


def test_braces_of_values_are_no_placeholders() -> None:
    assert SUNK.format(ship="{by}", by="{}").en == "{by} is sunk by {}."
    assert Text("{ship}", "{ship}").format() == Text("{ship}", "{ship}")


@pytest.mark.parametrize(("count", "en"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_counted_text_has_the_form_of_its_number(count: int, en: str) -> None:
    assert Text.counted(count, "{count} card", "{count} cards", "{count}枚").get("en") == en
    assert Text.counted(count, "{count} card", "{count} cards", "{count}枚").get("ja") == f"{count}枚"


def test_an_unknown_language_is_english() -> None:
    assert Text("Red", "赤").get("xx") == "Red"


def test_lists_have_the_marks_of_their_language() -> None:
    names = [Text("Red", "赤"), Text("Black", "黒")]
    listed, quoted = join_texts(names), and_more(quote_all(names), 3)
    assert (listed.en, listed.ja) == ("Red, Black", "赤、黒")
    assert (quoted.en, quoted.ja) == ("'Red', 'Black' and 3 more", "「赤」「黒」ほか3")
    assert and_more(join_texts(names), 0) == join_texts(names)


def test_a_text_is_encoded_with_english_and_japanese_first() -> None:
    assert list(msgspec.to_builtins(Text("Red", "赤")))[:2] == ["en", "ja"]
    assert msgspec.convert({"en": "Red", "ja": "赤", "xx": "?"}, Text) == Text("Red", "赤")


def test_without_translations_only_the_written_languages_are_left() -> None:
    text = {"en": "Red", "ja": "赤", "de": "Rot", "pt-br": "Vermelho"}
    assert without_translations([{"name": text, "de": 1}]) == [{"name": {"en": "Red", "ja": "赤"}, "de": 1}]
    assert without_translations({**text, "value": "v", "rule": "2.1"}) == {
        "en": "Red",
        "ja": "赤",
        "value": "v",
        "rule": "2.1",
    }
