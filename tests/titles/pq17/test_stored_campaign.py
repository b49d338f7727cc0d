"""A campaign in its middle, stored by an earlier release: it stays readable for ever, and plays on.

The file is never written anew. What a later release adds to the state has a default; what it changes is read as it was.
"""

from pathlib import Path

import pytest
from msgspec import Raw, structs

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import Play
from games.kernel.conformance.two_worlds import check_two_worlds
from games.kernel.driver import initial_checkpoint
from games.kernel.events import PUBLIC, UMPIRE
from games.titles.pq17.rules.campaign.administration import order_of_battle
from games.titles.pq17.rules.campaign.fortnight import bid, next_fortnight, unloading
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Chapter, Loss, State, Track, encode_chapter
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.playing import play

PAIRS = 16
STORED = sorted(Path(__file__).with_name("stored").glob("*.json"))


def test_there_is_one() -> None:
    assert STORED


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_campaign_is_read_and_shown_to_everybody(path: Path) -> None:
    state = decode(path.read_bytes(), State)
    assert decode(encode(state), State) == state
    assert state.roster is not None
    assert [one.key for one in state.roster.ledger] == ["mar_1", "mar_2", "apr_1"]
    for seat in ("allied", "axis", PUBLIC, UMPIRE):
        for language in ("en", "ja"):
            shown = PQ17.secrecy.view(state, seat)
            assert PQ17.presentation.text_board(shown, language)
            assert PQ17.presentation.render_board(shown, language).svg()


def test_an_operation_that_is_over_is_kept_to_the_byte_as_it_was_written() -> None:
    lost = [Loss("allied", "mv", 1, 9, "raided", open=False)]
    chapters = [Chapter("mar_1", {"pq12": Track("allied", "convoy", Raw(b'[[1,"0504"]]'))}, lost), Chapter("mar_2")]
    stored = encode({"scenario": "campaign", "history": chapters})
    state = decode(stored, State)
    assert state.chapters == chapters
    assert state.history == [encode_chapter(one) for one in chapters]
    assert decode(encode(state), dict[str, Raw])["history"] == Raw(encode(chapters))


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_campaign_plays_on(path: Path) -> None:
    board = Board(decode(path.read_bytes(), State), BOX)
    before = len(board.state.bookings)
    play(bid(board), says={"bid@allied": "choose 0", "bid@axis": "choose 0"})
    play(unloading(board))
    play(order_of_battle(board))
    play(next_fortnight(board))
    assert board.roster.ledger[-1].key == "apr_2"
    assert board.roster.fortnight == 4
    assert len(board.state.bookings) >= before


@pytest.mark.rule("pq17", "15.0a")
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_no_side_can_tell_orders_of_battle_apart_that_it_may_not_know(path: Path) -> None:
    """Two worlds from before the bids on: what is in dock, who lies where, and what both seal differ."""
    state = decode(path.read_bytes(), State)
    begun = structs.replace(initial_checkpoint(PQ17, state), step="bid")
    campaign = Play(PQ17, state.scenario, state.options, 1, begun, checkpoints=[begun], pairs=PAIRS)
    assert [str(finding) for finding in check_two_worlds(campaign)] == []
    assert campaign.counts["pairs that differ"] > PAIRS // 2
    assert campaign.counts["pairs parted by a disclosure"]
