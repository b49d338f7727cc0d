"""The shipped German is complete, and its English is found where it slips through."""

import re
from pathlib import Path

import pytest

from tests.languages.english import ROOT, catalogues, english_in, english_pieces
from tools import translations


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.stem)
def test_the_shipped_german_is_complete_and_sound(path: Path) -> None:
    assert translations.missing(ROOT, path) == []
    assert list(translations.added_problems(ROOT, path)) == []


def test_german_is_shipped_for_the_server_and_the_pirates() -> None:
    assert [path.stem for path in catalogues()] == ["pirates", "django"]


def test_what_two_catalogues_translate_differently_has_a_context() -> None:
    assert list(translations.disagreements(catalogues())) == []


def test_japanese_has_japanese_punctuation() -> None:
    assert list(translations.half_width(ROOT)) == []


@pytest.mark.parametrize(
    "text",
    [
        "反応しますか?",
        "行目: 不明",
        "{name}は: 1",
        "艦(損傷)",
        "はい。 いいえ",
        "例 （港）",
        "次の艦, 港",
        "（石炭）:1",
        "どれ? 艦",
    ],
)
def test_half_width_punctuation_is_found(text: str) -> None:
    assert list(translations._half_width(text, "here"))


@pytest.mark.parametrize(
    "text",
    [
        "反応しますか？",
        "行目：不明",
        "Ju88 A-4（雷撃）",
        "n月j日(D) H:i",
        "18:00まで",
        "「?」は不確か。",
        "https://a.example/艦",
        "終わり。",
    ],
)
def test_japanese_punctuation_is_left_alone(text: str) -> None:
    assert not list(translations._half_width(text, "here"))


RAW_COLON = re.compile(r"(?:\}\}|%\})(?:</b>|</a>)?: ?(?=\{|<)|translate \"[^\"]*[.:]\" %\}(?:</b>|</span>)? \{\{")
"""A colon, or a space after a sentence, that is the same in every language."""


@pytest.mark.parametrize(
    "path", sorted((ROOT / "pbem" / "templates" / "pages").glob("*.html")), ids=lambda path: path.stem
)
def test_colons_and_spaces_between_sentences_of_a_page_follow_the_language(path: Path) -> None:
    """Templates write them with the tags `colon` and `gap`, or within a translated sentence."""
    source = re.sub(r"\{% blocktranslate.*?endblocktranslate %\}", "{% x %}", path.read_text(), flags=re.DOTALL)
    assert not [found[0] for found in RAW_COLON.finditer(source)]


def test_english_is_noticed_in_any_line_length() -> None:
    assert len(english_pieces()) > 1000
    assert english_in("Rot: Emden is sunk.\nYour ship was\nidentified. Do you play Reflag?") == [
        "Do you play Reflag",
        "Your ship was identified",
    ]
    assert english_in("Ihr Schiff wurde erkannt. Spielen Sie Flaggenwechsel?") == []
