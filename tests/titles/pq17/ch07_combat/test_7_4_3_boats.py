"""7.4.3, 7.4.4, 7.4.6: what boats attack, boats against boats, and boats with a convoy."""

from typing import Any

import pytest

from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.forces.submarine_combat import Encounter, Escort, usual_quarry
from games.titles.pq17.rules.forces.surprise import roll_surprise
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.submarine.attack import submarine_combat as boats_attack
from games.titles.pq17.rules.submarine.attacks import packs_meet, submarine_combat
from games.titles.pq17.rules.submarine.boats import fight_duel
from games.titles.pq17.rules.surface import attacks
from games.titles.pq17.rules.surface.attacks import _sally, form_pack, surface_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.events.submarine import BoatFired, PacksMet
from games.titles.pq17.state.events.surface import BattleJoined
from games.titles.pq17.state.state import Force, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.submarine_combat import DAY, fight, packs_hunted, strength_of
from tests.titles.pq17.engaging import attacked, misses
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.strikes import OPEN, facing
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule


def boats(
    *holding: str, kind: Any = "convoy", sky: Any = "fair", sally: Any = "yes", packs: int = 0
) -> tuple[Board, Any]:
    others = [force(f"p{number}", "allied", "wolfpack", "0409", "ss_british 1") for number in range(packs)]
    fields: dict[str, Any] = {"instructions": {"allied": Instructions(sally=sally)}, "sky": Sky(sky)}
    board = arctic(
        force("pq", "allied", kind, OPEN, *holding), force("r", "axis", "task_force", OPEN, "lutzow"), *others, **fields
    )
    phase(board, "axis")
    return board, _sally(board, board.force("pq"), [board.force("r")], key="k")


@rule("pq17", "7.4.3", "7.4.3c", "7.4.3a")
def test_7_4_3_a_class_that_is_not_there() -> None:
    board = packs_hunted("mv 8", boats=1)
    board.phase.attacks = (Attack("pack", contact_name(board.force("pq")), ("heavy",)),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(8,)])
    fired = next(event for event in heard(board, "axis") if isinstance(event, BoatFired))
    assert (fired.named, fired.found, fired.dice) == ("heavy", False, ())


@rule("pq17", "7.4.3", "7.4.3c", position="PP117")
def test_7_4_3_a_group_that_is_not_there_is_attacked_in_vain() -> None:
    by_day = Encounter(day=True, weather="fair", level=1)
    target = read_counters("mv 8")
    found = fight(3, target, dice=[(8,), (4,)], named=("heavy", "light", "convoy"), encounter=by_day, escorts=Escort(0))
    assert [(one.named, one.found) for one in found.before] == [("heavy", False), ("light", False), ("convoy", True)]
    assert [usual_quarry(convoy=True), usual_quarry(convoy=False)] == [("convoy",), ("heavy",)]


@rule("pq17", "7.4.3", position="PP250")
def test_7_4_3_a_class_of_which_the_last_is_sunk_is_there_no_more() -> None:
    target = read_counters("jamaica 1", "dd_a_i 2")
    heavy = boats_attack(BOX, 2, target, Escort(), ("heavy",), DAY, key="s")
    found = run(heavy, dice=[(8,), (9,), (8,)])
    assert [one.found for one in found.before] == [True, False]
    assert left(target) == ["dd_a_i 2"]


@rule("pq17", "7.4.4", "7.4.4a", "7.6")
@pytest.mark.parametrize(
    ("level", "surprise", "die", "caught", "mine", "theirs"),
    [
        (None, 9, 9, True, 2, 1),
        (None, 9, 0, True, 2, 2),
        (None, 0, 9, False, 1, 2),
        (1, 0, 0, False, 2, 2),
    ],
    ids=["surprised", "surprised and missed", "shoots first", "misses"],
)
def test_7_4_4_who_is_surprised_among_packs_is_shot_at(
    level: Any, surprise: int, die: int, caught: bool, mine: int, theirs: int
) -> None:
    boats = force("uk", "allied", "wolfpack", OPEN, "ss_british 2", level=level)
    german = force("u", "axis", "wolfpack", OPEN, "ss_german 2", level=1)
    board = facing(german, boats, side="allied")
    play(packs_meet(board, boats, german, key="k"), dice=[(surprise,), (die,)])
    assert (strength_of(boats), strength_of(german)) == (mine, theirs)
    modifier = board.box.charts.surprise.unidentified if level is None else 0
    met = PacksMet("allied", OPEN, surprise, modifier, caught, die, 0, (mine, theirs) != (2, 2))
    assert [one for one in heard(board, "axis") if isinstance(one, PacksMet)] == [met]
    assert [one for one in heard(board, "allied") if isinstance(one, PacksMet)] == [met]
    assert heard(board, "public").count(met) == 0
    assert all(one.level is not None for one in (boats, german)), "both are known afterwards"


@rule("pq17", "7.4.4", "7.4.4a")
def test_7_4_4_packs_against_each_other() -> None:
    prey = force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    board = facing(prey, force("british", "allied", "wolfpack", OPEN, "ss_british 2"), side="allied")
    board.phase.attacks = (Attack("british", contact_name(prey)),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(9,), (8,)])
    assert [sum(one.strength for one in board.force(name).counters) for name in ("pack", "british")] == [1, 2]
    assert [board.force(name).level for name in ("pack", "british")] == [1, 1]
    board = facing(
        force("pack", "axis", "wolfpack", OPEN, "ss_german 2"),
        force("british", "allied", "wolfpack", OPEN, "ss_british 2"),
        side="allied",
    )
    board.phase.attacks = (Attack("british", contact_name(board.force("pack"))),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(0,), (8,)])
    assert [sum(one.strength for one in board.force(name).counters) for name in ("pack", "british")] == [2, 1]


@rule("pq17", "7.4.4", "7.4.4a", position="PP118")
@pytest.mark.parametrize(
    ("surprise", "soviet", "die", "fires", "sunk"),
    [
        (True, False, 8, "attacker", True),
        (False, False, 8, "defender", True),
        (True, False, 7, "attacker", False),
        (True, True, 8, "attacker", False),
        (True, True, 9, "attacker", True),
    ],
)
def test_7_4_4_boats_against_boats(surprise: bool, soviet: bool, die: int, fires: str, sunk: bool) -> None:
    found = run(fight_duel(BOX, "fair", surprise=surprise, soviet=soviet, key="d"), dice=[(die,)])
    assert (found.fires, found.sunk) == (fires, sunk)


@rule("pq17", "7.4.4", "7.6", position="PP251")
@pytest.mark.parametrize(("die", "caught"), [(6, True), (5, False)])
def test_7_4_4_boats_surprise_boats(die: int, caught: bool) -> None:
    found = run(roll_surprise(BOX, "reduced", unidentified=True, key="s"), dice=[(die,)])
    assert found.succeeds is caught
    fired = [run(fight_duel(BOX, "fair", surprise=True, soviet=True, key="d"), dice=[(one,)]).sunk for one in (8, 9)]
    assert fired == [False, True]


@rule("pq17", "7.4.4", "7.4.4a", "9.2.4")
@pytest.mark.parametrize(
    ("weather", "soviet", "modifier"),
    [("fair", False, 0), ("storm", False, -1), ("fair", True, -1), ("storm", True, -2), ("gale", False, 0)],
)
def test_7_4_4_what_is_added_where_packs_fight_each_other(weather: Any, soviet: bool, modifier: int) -> None:
    for surprise, fires in ((True, "attacker"), (False, "defender")):
        found = run(fight_duel(BOX, weather, surprise=surprise, soviet=soviet, key="k"), dice=[(9,)])
        assert (found.fires, found.die, found.modifier) == (fires, 9, modifier)


@rule("pq17", "7.4.6", "7.5.1b")
def test_7_4_6_the_boats_of_a_convoy_come_out_first() -> None:
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 2", "ss_british 1", "dd_a_i 1"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[(0,), *misses(1, 4), (0,)])
    pack = board.force("pq_boats")
    assert (pack.kind, pack.at) == ("wolfpack", OPEN)
    assert sorted(one.ship for one in board.force("pq").counters) == ["dd_a_i", "mv"]


@rule("pq17", "7.4.6")
def test_7_4_6_the_boats_stay_if_so_ordered() -> None:
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 2", "ss_british 1", "dd_a_i 1"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", sally="no", torpedo_round="never")
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[*misses(1, 4), (0,)])
    assert len(board.forces_of("allied")) == 1


@rule("pq17", "7.4.6", "1.2b")
@pytest.mark.parametrize("level", [None, 2])
def test_7_4_6_boats_that_leave_a_convoy_are_a_block_of_their_own(level: int | None) -> None:
    convoy = force("pq", "allied", "convoy", OPEN, "mv 8", "ss_british 1", "ss_british 1", told=5)
    board = facing(convoy, level=level)
    pack = form_pack(board, convoy, [convoy.counters[1]])
    assert [one.ship for one in convoy.counters] == ["mv", "ss_british"]
    assert (pack.kind, pack.side, pack.at, pack.level, convoy.told) == ("wolfpack", "allied", OPEN, level, 0)
    assert strength_of(pack) == 1
    faces = () if level is None else (level,)
    assert heard(board, "axis") == [BlocksChanged("allied", OPEN, 1, 2, faces=faces)]
    assert heard(board, "allied") == [BlocksChanged("allied", OPEN, 1, 2, faces=faces, force=pack.id, left="pq")]


@rule("pq17", "7.4.6")
@pytest.mark.parametrize(("sunk", "left"), [(False, ["t"]), (True, [])])
def test_7_4_6_who_is_sunk_by_the_boats_of_a_convoy_attacks_it_no_more(
    sunk: bool, left: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 5", "ss_british 1")
    board = facing(prey, force("t", "axis", "task_force", OPEN, "koln"))

    async def combat(board: Board, pack: Force, target: Force, *_: object, **__: object) -> None:
        assert [one.ship for one in pack.counters] == ["ss_british"]
        if sunk:
            board.remove(target)

    monkeypatch.setattr(attacks.submarines, "resolve_combat", combat)
    run = play(attacks._sally(board, prey, [board.force("t")], key="k"))
    assert [one.id for one in run.result] == left


@rule("pq17", "7.4.6", "7.5.3", "7.5.1b", position="PP254")
@pytest.mark.parametrize(("die", "sallies"), [(8, False), (7, True)])
def test_7_4_6_boats_of_a_convoy_come_out_unless_it_is_surprised(die: int, sallies: bool) -> None:
    """An identified task force at night in Fair: 8 surprises. Two boats, unmodified 0: nobody attacks; no ASW of a
    heavy ship alone.
    """
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "ss_british 2")
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper", level=1)
    board = facing(prey, hipper, light="dec_1", level=0)
    board.identify(hipper, 1)
    board.phase.attacks = (Attack("h", contact_name(prey)),)
    board.state.instructions = {side: Instructions(asks="never", stands="stay") for side in ("allied", "axis")}
    boats = [(0,), (0,), (0,)] if sallies else []
    rounds = 2 if die == 8 else 1
    unescorted = [(0,) * 4, (0,)] * rounds
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=[(die,), *boats, *unescorted])
    packs = [one for one in board.forces_of("allied") if one.kind == "wolfpack"]
    assert [sum(ship.strength for ship in one.counters) for one in packs] == ([2] if sallies else [])
    joined = next(one for one in heard(board, "axis") if isinstance(one, BattleJoined))
    assert bool(joined.surprised) is not sallies


@rule("pq17", "7.4.6", "1.2c")
@pytest.mark.parametrize(("packs", "sallies"), [(7, True), (8, False)])
def test_7_4_6_without_a_block_the_boats_stay_with_their_convoy(packs: int, sallies: bool) -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "dd_a_i 1", "ss_british 1")
    others = [force(f"p{number}", "allied", "wolfpack", "0411", "ss_british 1") for number in range(packs)]
    board = attacked(prey, *others, force("h", "axis", "task_force", OPEN, "admiral_hipper"))
    dice = [*([(0,)] if sallies else []), *misses(1, 4), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert ("ss_british 1" in left(prey.counters)) is not sallies, left(prey.counters)
    assert sum(one.kind == "wolfpack" for one in board.forces_of("allied")) == 8


@rule("pq17", "7.4.6")
@pytest.mark.parametrize(
    ("holding", "named", "rolls"),
    [
        (("mv 4", "dd_a_i 1", "ss_british 1"), {}, 2),
        (("mv 4", "dd_a_i 1"), {}, 0),
        (("london", "ss_british 1"), {"kind": "task_force"}, 0),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"sky": "gale"}, 0),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"sky": "storm"}, 1),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"sally": "no"}, 0),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"packs": BOX.numbers.blocks.allied.wolfpack}, 0),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"packs": BOX.numbers.blocks.allied.wolfpack - 1}, 2),
    ],
)
def test_7_4_6_what_keeps_the_boats_of_a_convoy_in_it(
    holding: tuple[str, ...], named: dict[str, Any], rolls: int
) -> None:
    board, procedure = boats(*holding, **named)
    left = perform(board, procedure, dice=[(0,)] * rolls).result
    assert [one.id for one in left] == ["r"]
    assert ("pq_boats" in {one.id for one in board.state.forces}) is bool(rolls)


@rule("pq17", "7.4.6", "7.3.2a")
def test_7_4_6_boats_without_torpedoes_stay() -> None:
    board = arctic(force("pq", "allied", "convoy", OPEN, "mv 4", "dd_a_i 1", "ss_british 2"),
                   force("r", "axis", "task_force", OPEN, "lutzow"))  # fmt: skip
    phase(board, "axis")
    board.force("pq").counters[-1].used = True
    perform(board, _sally(board, board.force("pq"), [board.force("r")], key="k"))
    assert "pq_boats" not in {one.id for one in board.state.forces}
