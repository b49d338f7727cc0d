""" "Both" where more than two units can act: which are meant, and the question if that is unclear."""

import pytest

from games.order_text import parse_lines
from tests.wordings.positions import question


@pytest.mark.parametrize(
    "said", ["Both cruisers to 2511", "The two cruisers to 2511", "Hood to 2510 and both cruisers to 2511"]
)
def test_both_of_three_is_refused_with_the_three(said: str) -> None:
    (refused,) = parse_lines([said], *question("battleships", "courses")).refused
    (problem,) = refused.problems
    assert problem.message.en.endswith("but 3 can act here: 'Hood (BC)', 'Norfolk (CA)', 'Suffolk (CA)'. Name the two.")
    assert "どの2つか名前で書いてください" in problem.message.ja


@pytest.mark.parametrize("said", ["both packs", "Both wolfpacks", "both our packs", "The two wolfpacks"])
def test_a_noun_names_the_two_that_bear_it_with_a_number(said: str) -> None:
    found = parse_lines([f"{said} to 0615"], *question("pq17", "axis"))
    assert found.text == "move pack_1 way=0615\nmove pack_2 way=0615"


@pytest.mark.parametrize("said", ["", "...", "the", "Tirpitz", "both", "the two"])
def test_a_few_words_alone_order_nothing(said: str) -> None:
    assert not (parse_lines([said], *question("pq17", "axis")).text or "").startswith("move")
