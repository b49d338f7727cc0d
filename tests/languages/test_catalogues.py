"""The shipped German is complete, and its English is found where it slips through."""

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


def test_english_is_noticed_in_any_line_length() -> None:
    assert len(english_pieces()) > 1000
    assert english_in("Rot: Emden is sunk.\nYour ship was\nidentified. Do you play Reflag?") == [
        "Do you play Reflag",
        "Your ship was identified",
    ]
    assert english_in("Ihr Schiff wurde erkannt. Spielen Sie Flaggenwechsel?") == []
