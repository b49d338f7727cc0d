"""Games that nobody laid out come to the questions about air attacks: at random, of bots, of sides that want all."""

from collections import Counter as Tally
from typing import Any

import pytest

from bench.operations import PLAY_STYLES, count
from games.kernel.conformance import check
from games.kernel.conformance.play import play_out
from games.titles.pq17.rules.air import exchange
from games.titles.pq17.rules.air import raid as at_sea
from games.titles.pq17.rules.special import raids
from tests.sampling import rest_thorough
from tests.titles.loading import load

PQ17 = load("pq17")
KINDS = {"air_defence", "air_strike"}
PLAYED = ("pq17", "pq15")


def test_random_play_asks_to_be_asked() -> None:
    """Of attacks at sea and of raids."""
    met: Tally[tuple[str, str]] = Tally()
    for scenario in PLAYED:
        for seed in range(8):
            play = play_out(PQ17, scenario, PQ17.options.type(), seed)
            assert play.failure is None
            met.update((one.kind, one.key.partition(".")[0]) for stop in play.stops for one in stop.open_questions)
    assert {key for key in met if key[0] in KINDS} >= {(kind, what) for kind in KINDS for what in ("air", "raid")}


def test_the_bot_answers_and_with_standing_instructions_gets_no_letter_of_it() -> None:
    asked, instructed = (count(PQ17, "pq17", 0, style).letters for style in PLAY_STYLES)
    assert set(asked) >= KINDS
    assert not KINDS & set(instructed)


@pytest.mark.parametrize("scenario", rest_thorough(["pq15", "pq13"]))
def test_where_both_want_to_be_asked_nothing_that_is_hidden_shows(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def everybody(*_: Any) -> bool:
        return True

    for module in (exchange, at_sea, raids):
        monkeypatch.setattr(module, "is_asked", everybody)
    check(PQ17, scenario, PQ17.options.type(), range(1), pairs=12).raise_findings()
