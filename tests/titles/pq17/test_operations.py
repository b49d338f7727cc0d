"""Operations are played from the set-up to the verdict, with the default answers and with others."""

import pytest

from bench.operations import PLAY_STYLES, count
from games.kernel.conformance import check
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.search import public_options, strikes
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force
from tests.titles.loading import load
from tests.titles.test_conformance import EPIC

PQ17 = load("pq17")
LONG = ("campaign_march", "campaign_june")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All but the longest are played by `titles/test_conformance.py`, the same games with these checks among all
    others. Here they are only where it leaves them out, or plays others: before a commit, and where it is given seeds.
    """
    if "scenario" in metafunc.fixturenames:
        alone = metafunc.config.getoption("--without-deep", default=False) or not EPIC
        brief = [
            pytest.param(one, marks=pytest.mark.thorough) if one == "campaign" else one
            for one in PQ17.scenarios
            if one not in LONG
        ]
        metafunc.parametrize(
            "scenario", brief if alone else [pytest.param(scenario, marks=pytest.mark.early) for _, scenario in EPIC]
        )


def test_an_operation_is_played_to_its_end(scenario: str) -> None:
    check(PQ17, scenario, PQ17.options.type(), range(1), ("parts", "ends", "conserved")).raise_findings()


@pytest.mark.rule("pq17", "7.1")
@pytest.mark.parametrize("seed", range(3))
def test_whoever_could_follow_or_attack_is_asked(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What all can see leaves out no block that somebody could really follow or attack."""
    judged: list[str] = []

    def watched(board: Board, side: Side) -> list[Force]:
        found = public_options.public_targets(board, side)
        for one in board.state.forces:
            if one.side != side and one.at_sea and one.level is not None:
                target = strikes.target_of(board, side, one)
                able = target.shadowers or target.units or target.forces
                assert not able or one in found, (board.state.turn, side, target)
                judged.append(one.id)
        return found

    monkeypatch.setattr(strikes, "public_targets", watched)
    count(PQ17, ("pq17", "pq18", "qp14")[seed], seed, PLAY_STYLES[0])
    assert len(judged) > 5
