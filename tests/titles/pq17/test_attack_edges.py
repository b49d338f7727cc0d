"""5.2, 6.3, 6.4.2, 7.1 Each condition of who may attack, strike, follow and search, by itself."""

import pytest

from games.titles.pq17.rules.special.writing import situation_part
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Chit
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "12.14.2", "12.0a")
def test_chariots_go_for_ports_of_south_norway_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.is_usable", lambda *args, **named: True)
    board: Board = arctic(chits={"allied": Chit("t", "title")})
    targets = situation_part(board, "allied").targets
    assert targets
    assert {BOX.ports[one].hex for one in targets} <= set(BOX.areas.south_norway.hexes)
