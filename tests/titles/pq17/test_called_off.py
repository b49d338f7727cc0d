"""7.1.1 Attacks that come to nothing before a card is drawn: who sent them hears so, and nobody else."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.missions import Fly
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.strikes import strikes
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import AttackCalledOff
from tests.titles.pq17.arctic import force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import NEAR, OPEN, air, bombers, facing

rule = pytest.mark.rule
ASKED, NEVER = Instructions(), Instructions(strikes="never")


def over(*prey: Any, level: int | None = None, unit: str = "ju_88", says: Instructions = ASKED, **orders: str) -> Board:
    """Two units off Tromso that were sent to attack, and one that goes along."""
    flown = [air(unit, name, "banak", at=NEAR, mission="attack") for name in ("one", "two")]
    flown.append(air("bf_109", "fighter", "banak", at=NEAR, mission="escort"))
    board = facing(*prey, level=level, air=flown)
    board.phase.orders = tuple(Fly(name, "attack", NEAR, **orders) for name in ("one", "two"))
    board.state.instructions["axis"] = says
    return board


def called_off(board: Board, seat: str = "axis") -> list[AttackCalledOff]:
    return [event for event in heard(board, seat) if isinstance(event, AttackCalledOff)]


CONVOY, PACK = ("convoy", "mv 5"), ("wolfpack", "ss_soviet 2")


@rule("pq17", "7.1.1", "5.3", "6.2f")
@pytest.mark.parametrize(
    ("prey", "level", "fields", "why"),
    [
        (CONVOY, None, {}, "unidentified"),
        (CONVOY, None, {"says": NEVER}, "unidentified"),
        (CONVOY, 1, {}, ""),
        (CONVOY, 1, {"says": NEVER}, "ordered"),
        (CONVOY, 1, {"says": Instructions(strikes="always"), "on": "task_force"}, "ordered"),
        (CONVOY, 1, {"says": Instructions(strikes="always")}, ""),
        (PACK, 1, {"says": Instructions(strikes="always")}, "barred"),
        (PACK, None, {}, "unidentified"),
    ],
)
def test_aircraft_that_attack_nothing_are_told_of_with_the_reason(
    prey: tuple[Any, str], level: int | None, fields: Any, why: str
) -> None:
    board = over(force("x", "allied", prey[0], NEAR, prey[1]), level=level, **fields)
    play(strikes(board))
    expected = [AttackCalledOff("axis", NEAR, why, ("ju_88", "ju_88"))] if why else []  # type: ignore[arg-type]
    assert called_off(board) == expected
    assert not called_off(board, "allied")
    assert not called_off(board, PUBLIC)


@rule("pq17", "7.1.1", "6.5")
def test_where_only_a_dummy_was_nothing_is_left_to_attack() -> None:
    board = over(force("far", "allied", "convoy", OPEN, "mv 5"))
    play(strikes(board))
    assert [event.why for event in called_off(board)] == ["gone"]


@rule("pq17", "7.1.1")
def test_aircraft_that_searched_are_not_told_of() -> None:
    board = over(force("x", "allied", "convoy", NEAR, "mv 5"))
    for unit in board.state.air:
        unit.mission = "search"
    play(strikes(board))
    assert not called_off(board)


@rule("pq17", "7.1.1", "7.1b")
@pytest.mark.parametrize(
    ("segment", "order", "told"),
    [
        (air_combat, Strike(("one", "two"), "contact_99"), AttackCalledOff("axis", NEAR, "gone", ("ju_88", "ju_88"))),
        (submarine_combat, Attack("u", "contact_99"), AttackCalledOff("axis", NEAR, "gone", force="u")),
        (submarine_combat, Attack("tf", "contact_99"), None),
        (surface_combat, Attack("tf", "contact_99"), AttackCalledOff("axis", NEAR, "gone", force="tf")),
        (surface_combat, Attack("u", "contact_99"), None),
    ],
)
def test_a_block_that_is_gone_when_its_turn_comes(segment: Any, order: Any, told: AttackCalledOff | None) -> None:
    """A pack is told in its own segment and a task force in its own, once each."""
    pack, ships = force("u", "axis", "wolfpack", NEAR, "ss_german 2"), force("tf", "axis", "task_force", NEAR, "lutzow")
    board = over(force("x", "allied", "convoy", OPEN, "mv 5"), pack, ships)
    board.phase.attacks = (order,)
    play(segment(board))
    assert called_off(board) == ([told] if told else [])
    assert not called_off(board, "allied")


TURNED = (
    "Sent to attack in 0714 (NE of Narvik), turned back: 2 Ju 88 A-4 and He 111 H-6; no block there was identified."
)


@rule("pq17", "7.1.1")
@pytest.mark.parametrize(
    ("event", "english", "japanese"),
    [
        (
            AttackCalledOff("axis", NEAR, "unidentified", ("ju_88", "ju_88", "he_111")),
            TURNED,
            "へ攻撃に向かったJu88 A-4 2、He111 H-6は帰投: 識別された積み木がない。",
        ),
        (
            AttackCalledOff("axis", NEAR, "gone", force="tf1"),
            "Task Force 1 in 0714 (NE of Narvik) attacks nothing: the target is not there any more.",
            "の第1任務部隊は攻撃せず: 目標がもういない。",
        ),
    ],
)
def test_how_it_is_said(event: AttackCalledOff, english: str, japanese: str) -> None:
    assert WORDS.describe_event(event, "en") == english
    assert WORDS.describe_event(event, "ja").endswith(japanese)


@rule("pq17", "7.1.1", "7.1.2", "7.1.2a")
@pytest.mark.parametrize("cards", [["U"], ["0", "U"]])
def test_aircraft_whose_target_another_group_has_sunk_turn_back(cards: list[str]) -> None:
    """One group draws no card any more; the other had located the block and was to attack with the rest."""
    prey = force("pq", "allied", "task_force", NEAR, "es_british 1")
    units = [air("ju_88", name, "banak", 1) for name in ("one", "two")]
    board = bombers(prey, *units, options=Options(air_groups=True))
    board.phase.attacks = tuple(Strike((unit.id,), contact_name(prey)) for unit in units)
    drawn = [a_card("air", shown, submarine=False) for shown in cards]  # type: ignore[arg-type]
    play(air_combat(board), cards=drawn, dice=[(0,), (9,)])
    assert board.state.forces == []
    assert called_off(board) == [AttackCalledOff("axis", NEAR, "gone", ("ju_88",))]
    assert called_off(board, "allied") == []


@rule("pq17", "7.1.1", "7.1b")
def test_a_pack_whose_target_another_pack_has_sunk_is_told() -> None:
    prey = force("x", "allied", "convoy", OPEN, "mv 1")
    packs = [force(name, "axis", "wolfpack", OPEN, "ss_german 1") for name in ("one", "two")]
    board = facing(prey, *packs)
    board.phase.attacks = tuple(Attack(name, contact_name(prey)) for name in ("one", "two"))
    play(submarine_combat(board), cards=[a_card("force", "U", submarine=False)], dice=[(8,), (9,), (5,)])
    assert [one.id for one in board.state.forces] == ["one", "two"]
    assert called_off(board) == [AttackCalledOff("axis", OPEN, "gone", force="two")]
    assert called_off(board, "allied") == []
