"""Layers of every title's pictures: what is printed tells nothing, and the layers are the board that screens show."""

from collections.abc import Iterator

import pytest

from bench.random_play import play, title_of
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.picture import Picture
from games.kernel.text import LANGUAGES
from games.registry import TITLES

STOPS = 5


def sights(key: str) -> Iterator[tuple[str, str, Picture, Picture]]:
    """Whole pictures and glances of everybody at some stops of a game, with the SVG that screens show."""
    title = title_of(key)
    assert title.presentation.email_picture is not None
    scenario = next(iter(title.scenarios))
    stops = play(title, scenario, 3).run.checkpoints
    for stop in (*stops[:: max(1, len(stops) // STOPS)], stops[-1]):
        state = title.read_state(stop.state)
        for seat in (*title.seats(scenario), PUBLIC, UMPIRE):
            view = title.secrecy.view(state, seat)
            for language in LANGUAGES:
                whole = title.presentation.render_board(view, language)
                yield language, whole.svg(), whole.picture, title.presentation.email_picture(view, language)


def printed(picture: Picture) -> set[str]:
    return {layer.marks for layer in picture.layers if layer.is_printed}


@pytest.mark.parametrize("key", TITLES)
def test_what_is_printed_is_the_same_for_everybody_at_every_stop(key: str) -> None:
    """A letter may have printed sheets of its own: those of its first picture, like all others drawn for anybody."""
    known: dict[str, set[str]] = {}
    own: dict[str, set[str]] = {}
    for language, shown, picture, glance in sights(key):
        marks = picture.svg().partition("<defs>")[2].removesuffix("</svg>")
        assert shown.partition("<defs>")[2].startswith(marks), "names for the ear lie over it, nothing is between"
        assert printed(picture) == known.setdefault(language, printed(picture))
        assert printed(glance) <= known[language] | own.setdefault(language, printed(glance))


@pytest.mark.parametrize("key", TITLES)
def test_a_glance_is_no_wider_than_a_letter_or_it_is_the_whole(key: str) -> None:
    for _, _, picture, glance in sights(key):
        assert glance.width <= 600 or glance == picture
        assert all(colour.startswith("#") and len(colour) == 7 for colour in glance.palette)
        assert 2 <= len(glance.palette) <= 128
