"""12.14: the landing of Archery and the chariots of Title."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.turns import read_turn
from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.forces.situations import situation_of
from games.titles.pq17.rules.operation.plans import plans
from games.titles.pq17.rules.special.landing import _oiler, embark
from games.titles.pq17.rules.special.situations import situations
from games.titles.pq17.rules.special.writing import landing_hexes, may_land, may_lay_mines, situation_part
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import AttackDeclared, AttackSpent, ChitShown, TitleStruck
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import Chit, Loss, Sky
from games.titles.pq17.visibility.campaign import roster_of
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import axis_force, holding, phase_d

rule = pytest.mark.rule
OCTOBER = structs.replace(BOX.operations["pq12"], month="1942-10", light="oct_1")


def landing(*ships: str, **fields: Any) -> Board:
    there = force("f", "allied", "task_force", fields.pop("at", "1010"), *ships, moved=fields.pop("moved", 2))
    chit = {"target": "1010", "turn": 12, "forces": ["f"]}
    return holding("allied", "m", "archery", there, chit=chit, scenario="pq6", turn=12, light="dec_1", **fields)


def chariots(**fields: Any) -> Board:
    ship = force("t", "axis", "task_force", "1111", "tirpitz", port=fields.pop("port", "trondheim"))
    chit = {"target": "1111", "turn": 9}
    return holding("allied", "o", "title", ship, chit=chit, **fields)


def chariots_in_campaign(roster: Roster | None, **fields: Any) -> Board:
    """Tirpitz lies in Trondheim on the turn that was written."""
    lying = force("t", "axis", "task_force", "1111", "tirpitz", port="trondheim")
    chit = {"target": "1111", "turn": 9}
    return holding("allied", "o", "title", lying, scenario="pq12", composed=OCTOBER, roster=roster, chit=chit, **fields)


@rule("pq17", "12.14", "12.14.1a")
@pytest.mark.parametrize(
    ("ships", "fields", "sky", "score"),
    [
        (("kenya", "landing_ship_one"), {}, "fair", 10),
        (("kenya", "landing_ship_two"), {"moved": 2}, "fog", 10),
        (("kenya", "landing_ship_one"), {"moved": 3}, "fair", 0),
        (("kenya", "landing_ship_one"), {"at": "1011"}, "fair", 0),
        (("kenya", "landing_ship_one"), {"port": "bergen"}, "fair", 0),
        (("kenya", "dd_a_i 4"), {}, "fair", 0),
        (("kenya", "landing_ship_one"), {}, "storm", 0),
        (("kenya", "landing_ship_one"), {}, "gale", 0),
    ],
)
def test_12_14_archery_lands_on_its_turn_or_is_spent(ships: Any, fields: Any, sky: Any, score: int) -> None:
    there = force("f", "allied", "task_force", fields.pop("at", "1112"), *ships, **fields)
    board = holding(
        "allied", "n", "archery", there, scenario="pq6", sky=Sky(sky), turn=9, chit={"target": "1112", "turn": 9}
    )
    assert phase_d(board) == score
    assert board.state.chits["allied"].done
    assert (AttackSpent("archery") in heard(board, "axis")) is not bool(score)


@rule("pq17", "12.14", "12.14.1", "12.14.2")
@pytest.mark.parametrize(("situation", "letter"), [("archery", "n"), ("title", "o")])
@pytest.mark.parametrize(
    ("turn", "declared", "spent"), [(7, False, False), (8, True, False), (9, False, True), (10, False, False)]
)
def test_12_14_special_attacks_are_declared_a_turn_before_and_come_once(
    situation: str, letter: str, turn: int, declared: bool, spent: bool
) -> None:
    board = holding(
        "allied",
        letter,
        situation,
        scenario="pq6" if letter == "n" else "pq18",
        turn=turn,
        chit={"target": "1112", "turn": 9},
    )
    phase_d(board)
    told = heard(board, "axis")
    assert (AttackDeclared(situation, "1112", 9) in told) is declared
    assert (ChitShown("allied", letter, situation) in told) is declared
    assert (AttackSpent(situation) in told) is spent
    assert board.state.chits["allied"].done is spent


@rule("pq17", "12.14", "12.14.1a", position="PP185")
def test_12_14_archery() -> None:
    assert phase_d(landing("jamaica", "landing_ship_one")) == 10
    for board in (
        landing("jamaica", "landing_ship_one", sky=Sky("storm")),
        landing("jamaica", "landing_ship_one", moved=3),
        landing("jamaica", "landing_ship_one", at="1009"),
        landing("jamaica"),
    ):
        assert (phase_d(board), board.state.chits["allied"].done) == (0, True)
        assert events_for(board, "axis") == [AttackSpent("archery")]


@rule("pq17", "12.14")
def test_12_14_a_special_attack_is_declared_the_turn_before() -> None:
    board = landing("jamaica", "landing_ship_one")
    board.state.turn = 10
    phase_d(board)
    assert events_for(board, "axis") == []
    board.state.turn = 11
    phase_d(board)
    assert events_for(board, "axis") == [ChitShown("allied", "m", "archery"), AttackDeclared("archery", "1010", 12)]


@rule("pq17", "12.14.1", "12.8")
@pytest.mark.parametrize(
    ("side", "kind", "port", "ships", "may"),
    [
        ("allied", "task_force", "scapa_flow", ("kenya", "dd_a_i 4"), True),
        ("allied", "task_force", "scapa_flow", ("kent", "dd_a_i 2", "tb_hunt 2"), True),
        ("allied", "task_force", "scapa_flow", ("kenya", "dd_a_i 3"), False),
        ("allied", "task_force", "scapa_flow", ("anson", "dd_a_i 4"), False),
        ("allied", "task_force", "reykjavik", ("kenya", "dd_a_i 4"), False),
        ("allied", "convoy", "scapa_flow", ("kenya", "dd_a_i 4"), False),
        ("axis", "task_force", "narvik", ("admiral_hipper", "dd_36a 2"), True),
        ("axis", "task_force", "narvik", ("lutzow",), True),
        ("axis", "task_force", "narvik", ("tirpitz", "dd_36a 2"), False),
        ("axis", "task_force", "narvik", ("admiral_hipper", "tb_35_37 2"), False),
        ("axis", "wolfpack", "narvik", ("dd_36a 2",), False),
    ],
)
def test_12_14_1_who_may_land_and_who_may_lay_mines(
    side: Any, kind: Any, port: str, ships: tuple[str, ...], may: bool
) -> None:
    board = arctic(force("t", side, kind, "1206", *ships, port=port))
    needs = board.box.special.archery
    assert (needs.cruisers, needs.light, needs.port) == (1, 4, "scapa_flow")
    assert (may_land if side == "allied" else may_lay_mines)(board, board.force("t")) is may


@rule("pq17", "12.14.1", "12.14")
def test_12_14_1_archery_takes_ships_that_are_in_play_and_gets_its_landing_ships() -> None:
    fleet = force("fleet", "allied", "task_force", "1206", "jamaica", "dd_a_i 4", port="scapa_flow")
    weak = force("weak", "allied", "task_force", "1206", "kent", "dd_a_i 3", port="scapa_flow")
    far = force("far", "allied", "task_force", "0504", "kent", "dd_a_i 4", port="reykjavik")
    board = holding("allied", "m", "archery", fleet, weak, far, scenario="pq6", turn=1, start=1)
    assert situation_part(board, "allied").able == ("fleet",)
    perform(board, plans(board), says={"plans@allied": "land fleet at=0714 turn=6.am"})
    assert (board.state.chits["allied"].target, board.state.chits["allied"].turn) == ("0714", read_turn("6 am").number)
    assert [one.ship for one in fleet.counters[2:]] == [
        "es_british", "landing_ship_one", "landing_ship_two", "gray_ranger"
    ]  # fmt: skip


@rule("pq17", "12.14.1", "15.0")
def test_12_14_1_the_oiler_of_a_landing_leaves_the_order_of_battle() -> None:
    board = campaign()
    for kind in ("gray_ranger", "black_ranger"):
        (unit,) = [one for one in board.roster.units if one.kind == kind]
        board.roster.units.remove(unit)
    board.roster.units.append(Unit("black_ranger", 1, "reykjavik"))
    assert [_oiler(board), _oiler(board), _oiler(board)] == ["black_ranger", "aldersdale", ""]
    assert not {"black_ranger", "aldersdale"} & {unit.kind for unit in board.roster.units}


@rule("pq17", "12.14.1")
@pytest.mark.parametrize("taken", [0, 1, 99])
def test_12_14_1_landing_ships_come_with_the_first_oiler_that_is_free_or_without(taken: int) -> None:
    oilers = BOX.special.archery.oilers
    busy = oilers[:taken]
    board = arctic(force("raid", "allied", "task_force", "1206", "kenya", port="scapa_flow"),
                   force("others", "allied", "task_force", "1206", "london", *busy, port="scapa_flow"))  # fmt: skip
    free = [one for one in oilers if one not in busy][:1]
    assert _oiler(board) == (free[0] if free else "")
    before = board.state.brought
    embark(board, board.force("raid"))
    joined = [one.ship for one in board.force("raid").counters][1:]
    assert joined == [*(one.kind for one in BOX.special.archery.entries), *free]
    assert board.state.brought - before == sum(one.strength for one in board.force("raid").counters[1:])
    assert all(one.strength for one in board.force("raid").counters)


@rule("pq17", "12.14.1", "15.8")
@pytest.mark.parametrize(
    ("situation", "losses", "escorts"),
    [
        ("archery", [], [(3, "scapa_flow")]), ("archery", ["sunk"], [(2, "scapa_flow"), (1, "clyde")]),
        ("archery", ["weather"], [(2, "scapa_flow")]), ("none", [], [(3, "scapa_flow"), (1, "clyde")]),
    ],
    ids=["none lost", "one lost", "one put out", "another situation"],
)  # fmt: skip
def test_12_14_1_the_escort_given_for_archery_leaves_after_the_operation(
    situation: str, losses: list[Any], escorts: list[tuple[int, str]]
) -> None:
    """Three escorts of the class were in play, and the fourth was given: no more than three are in play afterwards."""
    board = campaign()
    perform(board, fortnight(board))
    board.state.command = begin_fortnight(BOX, board.roster)
    board.roster.units = []
    others = force("others", "allied", "task_force", "1206", "dd_a_i 4", f"es_british {3 - len(losses)}",
                   port="scapa_flow")  # fmt: skip
    raid = force("raid", "allied", "task_force", "1106", "jamaica", port="clyde")
    board.state.forces = [others, raid]
    embark(board, raid)
    board.state.chits = {"allied": Chit("m", situation, forces=["raid"] if situation == "archery" else [])}
    board.state.losses = [Loss("allied", "es_british", 1, 9, how) for how in losses]
    fold_operation(board)
    found = [(unit.strength, unit.place) for unit in board.roster.units if unit.kind == "es_british"]
    assert found == escorts


@rule("pq17", "12.14.1a", "5.1.4")
def test_12_14_1a_archery_lands_on_the_coast_of_norway_where_no_port_is() -> None:
    board = arctic(scenario="pq6")
    found = landing_hexes(board)
    assert found
    assert not set(found) & BOX.enemy_ports(board.operation, "allied")
    assert all("no" in BOX.hexes[one].coasts for one in found)


@rule("pq17", "12.14.2", "7.0")
@pytest.mark.parametrize(
    ("die", "strength", "dead"),
    [(0, 5, False), (1, 4, False), (4, 1, False), (5, 0, True), (6, 5, False), (9, 5, False)],
)
def test_12_14_2_chariots_hit_as_often_as_their_die_shows_up_to_five(die: int, strength: int, dead: bool) -> None:
    hex_ = BOX.ports["trondheim"].hex
    board = holding(
        "allied",
        "o",
        "title",
        axis_force("tirpitz", at=hex_, port="trondheim"),
        scenario="pq18",
        turn=9,
        chit={"target": hex_, "turn": 9},
    )
    assert BOX.ships["tirpitz"].strength == 5
    play(situations(board), dice=[(die,)])
    tirpitz = board.force("tf").counters[0]
    assert (tirpitz.strength, tirpitz.dead, tirpitz.odd) == (strength, dead, 0)


@rule("pq17", "12.14.2")
@pytest.mark.parametrize(
    ("ship", "fields", "sky"),
    [("lutzow", {}, "fair"), ("tirpitz", {"port": ""}, "fair"), ("tirpitz", {"at": "0813", "port": "narvik"}, "fair"),
     ("tirpitz", {}, "storm")],
)  # fmt: skip
def test_12_14_2_chariots_find_nobody_else_and_no_way_in_a_storm(ship: str, fields: Any, sky: Any) -> None:
    hex_ = BOX.ports["trondheim"].hex
    there = axis_force(ship, **{"at": hex_, "port": "trondheim", **fields})
    board = holding(
        "allied", "o", "title", there, scenario="pq18", sky=Sky(sky), turn=9, chit={"target": hex_, "turn": 9}
    )
    phase_d(board)
    assert AttackSpent("title") in heard(board, "axis")
    assert not there.counters[0].dead


@rule("pq17", "12.14.2", "2.4b", position="PP184")
@pytest.mark.parametrize(("die", "left", "dead"), [(0, 5, False), (1, 4, False), (5, 0, True), (6, 5, False)])
def test_12_14_2_title(die: int, left: int, dead: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.is_usable", lambda *args, **named: True)
    board = chariots()
    assert phase_d(board, die) == 0
    counter = board.force("t").counters[0]
    assert (counter.strength, counter.dead) == (left, dead)
    assert TitleStruck("tirpitz", die, 5 - left) in events_for(board, "axis")
    assert [one.how for one in board.state.losses] == (["raided"] if left < 5 else [])


@rule("pq17", "12.14.2")
def test_12_14_2_title_finds_nobody_at_sea_or_in_rough_weather(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.is_usable", lambda *args, **named: True)
    for board in (chariots(port=""), chariots(sky=Sky("gale"))):
        phase_d(board)
        assert events_for(board, "axis") == [AttackSpent("title")]


@rule("pq17", "12.14.2", "12.0a")
def test_12_14_2_chariots_go_for_ports_of_south_norway_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.is_usable", lambda *args, **named: True)
    board: Board = arctic(chits={"allied": Chit("t", "title")})
    targets = situation_part(board, "allied").targets
    assert targets
    assert {BOX.ports[one].hex for one in targets} <= set(BOX.areas.south_norway.hexes)


@rule("pq17", "12.14.2", "2.4b", "7.0")
@pytest.mark.parametrize(
    ("die", "strength", "left_"), [(0, 5, 5), (1, 5, 4), (5, 5, 0), (5, 2, 0), (6, 5, 5), (9, 5, 5)]
)
def test_12_14_2_chariots(die: int, strength: int, left_: int) -> None:
    """She is never sunk in port, and nothing of it scores."""
    one = force("t", "axis", "task_force", "1111", f"tirpitz {strength}", port="trondheim")
    composed = structs.replace(BOX.operations["pq12"], month="1942-10")
    board = holding("allied", "o", "title", one, scenario="pq12", composed=composed, chit={"target": "1111", "turn": 9})
    assert phase_d(board, die) == 0
    assert (one.counters[0].strength, one.counters[0].dead) == (left_, left_ == 0)
    assert not [loss for loss in board.state.losses if loss.how == "damaged"]


@rule("pq17", "12.14.2", "12.0e")
@pytest.mark.parametrize(("sky", "hits"), [("fair", 3), ("gale", 0)])
def test_12_14_2_chariots_come_once_in_a_campaign_spent_in_a_gale_or_not(sky: Any, hits: int) -> None:
    board = chariots_in_campaign(Roster(), sky=Sky(sky))
    phase_d(board, 3) if hits else phase_d(board)
    assert (board.force("t").counters[0].strength, board.roster.chariots) == (5 - hits, True)
    board.state.chits["allied"] = Chit("o", "title", target="1111", turn=9)
    assert situation_of(board, "allied") == "none"
    assert situation_part(board, "allied").verb == ""
    assert phase_d(board) == 0
    assert board.force("t").counters[0].strength == 5 - hits


@rule("pq17", "12.14.2")
def test_12_14_2_a_chit_that_was_written_and_not_used_leaves_them_for_later() -> None:
    board = chariots_in_campaign(Roster())
    board.state.turn = 8
    phase_d(board)
    assert board.roster.chariots is False
    assert situation_of(board, "allied") == "title"


@rule("pq17", "12.14.2")
@pytest.mark.parametrize("own", [("allied",), ("axis",), ()])
def test_12_14_2_that_chariots_have_come_is_known_to_all(own: tuple[Side, ...]) -> None:
    board = campaign()
    board.roster.chariots = True
    assert roster_of(board, own).chariots
