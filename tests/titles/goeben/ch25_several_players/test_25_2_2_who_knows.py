"""25.2 sentence by sentence: who may know what in a game of captains, for every part of its state and every event.

The captain of Goeben lies in Malta; that of Breslau is apart from him, beside him, or in touch by Wireless. A thing of
Goeben's, or of what lies at Malta, is otherwise than it was: whose view shows it? What stands in no row is a finding.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import pytest
from msgspec import structs

from games.kernel.codec import encode
from games.kernel.events import PUBLIC
from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.orders import Fire, Landing, Move
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import Happening, battle, campaign, day
from games.titles.goeben.state.state import (
    Battle,
    Campaign,
    Day,
    Foe,
    Gone,
    Marker,
    Note,
    Report,
    Slip,
    State,
    Warship,
    Weather,
)
from games.titles.goeben.visibility.hearing import may_hear
from games.titles.goeben.visibility.knowledge import take_notes
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.boards import samples
from tests.titles.goeben.laid_out import at_sea, ordered, play

PLACES = {
    "apart": {"goeben": "malta", "breslau": "messina"},
    "in one space": {"goeben": "malta", "breslau": "malta"},
    "by Wireless": {"goeben": "malta+cargo=wireless", "breslau": "messina+cargo=wireless"},
    "one Wireless": {"goeben": "malta", "breslau": "messina+cargo=wireless"},
}
TOGETHER = ("in one space",)
TOUCH = ("in one space", "by Wireless")
"""25.2 Captains talk when their ships are in one space, or when they have Wireless."""
ALWAYS = tuple(PLACES)


class Fact(NamedTuple):
    """A part of the game, how it is made otherwise, and who sees it: how Breslau lies to see it, too, whether Goeben's
    own captain does, and whether spectators do.
    """

    field: str
    change: Callable[[Board], Any]
    breslau: tuple[str, ...] = ()
    goeben: bool = True
    public: bool = False

    def __str__(self) -> str:
        return self.field


def _sets(name: str, value: Any) -> Callable[[Board], Any]:
    return lambda board: setattr(board.state, name, value)


def _day(name: str, value: Any) -> Callable[[Board], Any]:
    return lambda board: setattr(board.day, name, value)


def _fights(name: str, value: Any) -> Callable[[Board], Any]:
    def change(board: Board) -> None:
        assert board.state.battle is not None
        setattr(board.state.battle, name, value)

    return change


def _goeben(name: str, value: Any) -> Callable[[Board], Any]:
    return lambda board: setattr(board.ship("goeben"), name, value)


def _sinks(board: Board) -> None:
    board.ship("goeben").sunk, board.ship("goeben").at = True, ""


def _consort(board: Board) -> None:
    board.state.consorts[0].at = "zante"


def _other_face(board: Board) -> None:
    board.markers_at("malta")[0].id, board.state.pool[0] = board.state.pool[0], board.markers_at("malta")[0].id


def _other_fort(board: Board) -> None:
    board.state.forts["malta"][0].id = "fort_9"


def _all(name: str, value: Any) -> Fact:
    """Berlin signals it: it is known to everybody at once."""
    return Fact(name, _sets(name, value), ALWAYS, public=True)


def _nobody(name: str, value: Any) -> Fact:
    """It lies face down, or says what happens where one is not."""
    return Fact(name, _sets(name, value), goeben=False)


STATE = (
    _all("options", Options(night=True)), _all("mission", "suez_canal"), _all("days", 9), _all("turn", 2),
    _all("alert", 4), _all("vp", 7), _all("visited", ["brindisi"]), _all("french_sortie", True),
    _all("campaign", Campaign(met=True)), _all("verdict", "won"), _all("over", True),
    Fact("scenario", _sets("scenario", "captains_four"), ALWAYS, public=True),
    Fact("seats", lambda board: None, goeben=False),
    Fact("ships", _sinks, ALWAYS, public=True),
    Fact("consorts", _consort),
    _nobody("pool", []), _nobody("forts_aside", []), _nobody("gone", [Gone("gb_dd_4", "sunk", 1)]),
    _nobody("available", {"optics": 0}),
    Fact("lying", lambda board: board.lay("malta", Marker("gb_ca_2")), TOGETHER),
    Fact("lying, face up", lambda board: board.lay("malta", Marker("gb_ca_2", up=True)), TOGETHER),
    Fact("lying, another face", _other_face, goeben=False),
    Fact("forts", lambda board: board.state.forts["malta"].append(Marker("fort_9")), TOGETHER),
    Fact("forts, another strength", _other_fort, goeben=False),
    Fact("colliers", _sets("colliers", ["malta"]), TOGETHER), Fact("mines", _sets("mines", ["malta"]), TOGETHER),
    Fact("ashore", _sets("ashore", {"malta": "goeben"}), TOGETHER),
    Fact("friendly_ships", _sets("friendly_ships", ["malta"]), TOGETHER),
    Fact("reports", _sets("reports", [Report(1, "malta", ("gb_ca_1",), "drawn", ("goeben",))])),
    Fact("logs", lambda board: board.state.logs["goeben"].spaces.update(bone=Note(1, down=1))),
    Fact("letters", _sets("letters", [Slip("pola", "goeben", 1, "Off!")])),
    Fact("doctrines", _sets("doctrines", {"goeben": (Landing(),)})),
    Fact("day", _sets("day", Day(plans={"goeben": ()}, outfitted=["goeben"])), TOGETHER),
    Fact("battle", _sets("battle", None), TOGETHER),
)  # fmt: skip
SHIP = (
    *(Fact(track, _goeben(track, 1), TOUCH) for track in Warship.__struct_fields__[3:12]),
    Fact("at", _goeben("at", "pola"), TOUCH),
    Fact("cargo", lambda board: board.ship("goeben").cargo.append("optics"), TOUCH),
    Fact("sunk", _sinks, ALWAYS, public=True),
)
DAY = (
    Fact("plans", _day("plans", {"goeben": (Move(("goeben",), ("pola",)),)})),
    Fact("outfitted", _day("outfitted", ["goeben"]), TOGETHER),
    Fact("routes", _day("routes", {"goeben": ("pola", "malta")}), TOGETHER),
    Fact("drawn", _day("drawn", {"malta": ["storm_1"]}), TOGETHER),
    Fact("weather", _day("weather", {"malta": Weather(storm=True)}), TOGETHER),
    *(Fact(name, _day(name, value), goeben=False) for name, value in (
        ("tried", "goeben"), ("news", ["goeben"]), ("order", ["malta"]), ("queue", ["malta"]), ("arrived", ["gb_ca_1"]),
        ("fought", ["malta"]), ("occasions", 4))),
)  # fmt: skip
FIGHT = (
    Fact("orders", _fights("orders", {"goeben": (Fire("goeben", ("gb_ca_1",)),)})),
    *(Fact(name, _fights(name, value), TOGETHER) for name, value in (
        ("shore", True), ("ships", []), ("consorts", {"ah_ca_1": {}}), ("foes", []),
        ("first", "allied"), ("salvo", 3), ("opens", "tertiary"), ("night", True), ("fired", ["goeben"]),
        ("full", ["goeben"]), ("leaving", ["goeben"]), ("launched", {"goeben": 1}), ("filmed", ["goeben"]),
        ("fire", True), ("vp", 5))),
)  # fmt: skip
FACTS = (*STATE, *SHIP, *DAY, *FIGHT)


def board_of(places: str) -> Board:
    """The two captains on the first day, Goeben in a battle off Malta, with their notes taken."""
    board = at_sea("captains", lying={"malta": "gb_ca_1"}, forts={"malta": "fort_3"}, **PLACES[places])
    take_notes(board)
    board.state.battle = Battle("malta", ships=["goeben"], foes=[Foe("gb_ca_1")], first="german")
    return board


@pytest.mark.parametrize(("kind", "facts"), [(State, STATE), (Warship, SHIP), (Day, DAY), (Battle, FIGHT)])
def test_every_part_of_a_game_stands_in_a_row(kind: Any, facts: tuple[Fact, ...]) -> None:
    fixed = {Warship: {"id", "seat"}, Battle: {"space"}}.get(kind, set())
    named = {fact.field.partition(",")[0] for fact in facts}
    assert set(kind.__struct_fields__) - fixed == named


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("fact", FACTS, ids=str)
def test_who_sees_it(fact: Fact, places: str) -> None:
    here, there = board_of(places), board_of(places)
    fact.change(there)
    seen = {seat for seat in ("goeben", "breslau", PUBLIC) if encode(view(here, seat)) != encode(view(there, seat))}
    knowing = {"goeben": fact.goeben, "breslau": places in fact.breslau, PUBLIC: fact.public}
    assert seen == {seat for seat, knows in knowing.items() if knows}


@pytest.mark.rule("goeben", "25.2")
def test_nobody_knows_who_else_has_heard_of_it() -> None:
    board = board_of("by Wireless")
    board.state.reports = [Report(1, "malta", ("gb_ca_1",), "drawn", ("goeben", "breslau"))]
    assert [report.seats for report in view(board, "goeben").reports] == [("goeben",)]
    assert [report.seats for report in view(board, "breslau").reports] == [("breslau",)]
    assert not view(board, PUBLIC).reports


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.rule("goeben", "4.1")
@pytest.mark.parametrize("places", PLACES)
def test_only_who_has_heard_of_new_facts_may_plan_anew(places: str) -> None:
    """Else the question alone would tell him that somebody has tried to find something out."""
    board = at_sea("captains", **PLACES[places])
    ordered(board, "pass", "breslau")
    ordered(board, "intelligence goeben", "goeben")
    play(board, intelligence(board), dice=[(2,)])
    assert board.day.news == (["goeben", "breslau"] if places in TOUCH else ["goeben"])
    asked = {question.seat for question in play(board, movement(board)).asked}
    assert asked == set(board.day.news)


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.rule("goeben", "4.1")
def test_a_new_alert_level_is_new_to_all() -> None:
    board = at_sea("captains", alert=3, **PLACES["apart"])
    ordered(board, "intelligence goeben prefer=jam", "goeben")
    board.ship("goeben").leadership = 6
    play(board, intelligence(board), dice=[(6,)])
    assert board.state.alert != 3
    assert set(board.day.news) == {"goeben", "breslau"}


SIGNALLED = (
    day.TurnBegan, day.Consulted, day.PortVisited, day.SortieEnded, *get_args(campaign.Events),
)  # fmt: skip
"""What Berlin signals to all captains, whole."""
PARTLY = {
    day.AlertChanged: day.AlertChanged(1, 2), day.Scored: day.Scored(2, 2), day.ShipSunk: day.ShipSunk("goeben"),
    battle.LeadershipChanged: battle.LeadershipChanged("goeben", 1, 5, "mission_won"),
}  # fmt: skip
"""What they hear of other events: no more than this."""


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.parametrize("event", [*samples()], ids=lambda event: type(event).__name__)
def test_who_may_hear_of_it(event: Any) -> None:
    kind = type(event)
    assert kind in get_args(Happening)
    board = board_of("apart")
    board.state.reports.append(Report(1, "malta", (), "drawn", ("goeben",)))
    told = structs.replace(event, **{name: ELSEWHERE[name] for name in kind.__struct_fields__ if name in ELSEWHERE})
    everybody = kind in SIGNALLED or kind.__name__ in ("FrenchFleetOut", "MoraleChecked")
    assert may_hear(board, told, "breslau") is may_hear(board, told, PUBLIC) is everybody
    if kind in PARTLY:
        assert may_hear(board, PARTLY[kind], "breslau")


ELSEWHERE = {
    "ship": "goeben", "ships": ("goeben",), "space": "malta", "port": "malta", "target": "goeben", "start": "malta",
    "seat": "goeben",
}  # fmt: skip
"""An event at Malta."""
