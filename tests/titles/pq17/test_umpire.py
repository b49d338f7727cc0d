"""Skirmishes and whole operations, played at random, are as the rulebook has them (`umpire/`), and the umpire is awake.

`SKIRMISHES=5000 ./run test tests/titles/pq17/test_umpire.py` judges many more.
"""

import os
from collections import Counter as Count

import pytest

from games.kernel.events import Event
from games.kernel.requests import Roll
from games.titles.pq17.state.events import air, movement, submarine, surface, victory
from tests.titles.loading import load
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.umpire.playing import Judged, JudgedFortnight, Operation
from tests.titles.pq17.umpire.table import Umpire

PQ17 = load("pq17")
LOTS, EACH = 10, int(os.environ.get("SKIRMISHES", "300")) // 10
OPERATIONS = [key for key in PQ17.scenarios if not key.startswith("campaign")]
EVERY = 8
"""For each of so many skirmishes that are asked for, one operation more is played."""
OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"second_card": True, "air_groups": True, "air_surprise": True, "destroyer_fate": True},
    {"storm_combining": True, "from_day_one": True, "carrier_duel": True, "soviet_fuel": True},
    {"face_down": True, "variable_start": True},
)
WILD = (0.2, 0.5, 0.9)
CAMPAIGNS: tuple[dict[str, bool], ...] = ({}, {"green_crews": True, "sailing_home": True, "second_card": True})
MONTHS = ("campaign_march", "campaign_june") if EACH > 30 else ("campaign_march",)
"""The campaign of four months for those that somebody asked for."""


@pytest.mark.parametrize("lot", range(LOTS))
def test_what_is_told_of_fights_drawn_at_random_follows_from_their_dice(lot: int) -> None:
    for seed in range(lot * EACH, (lot + 1) * EACH):
        try:
            Judged(seed).fight()
        except AssertionError as foul:
            raise AssertionError(f"seed {seed}") from foul


@pytest.mark.parametrize("lot", range(LOTS))
def test_what_comes_of_fights_in_a_campaign_follows_from_its_schedule(lot: int) -> None:
    """15.3 to 15.8 Whoever is at sea, hurt or sunk in any fortnight."""
    for seed in range(lot * EACH, lot * EACH + max(EACH // 3, 1)):
        try:
            JudgedFortnight(seed).settle()
        except AssertionError as foul:
            raise AssertionError(f"seed {seed}") from foul


@pytest.mark.parametrize("seed", range(max(len(OPERATIONS), EACH * LOTS // EVERY)))
def test_what_is_told_of_whole_operations_follows_from_their_dice(seed: int) -> None:
    options, wild = OPTIONS[seed % len(OPTIONS)], WILD[seed % len(WILD)]
    Operation(PQ17, OPERATIONS[seed % len(OPERATIONS)], seed, wild=wild, **options).play()


@pytest.mark.parametrize("seed", range(max(3, EACH * LOTS // 100)))
def test_what_is_told_of_campaigns_follows_from_their_dice_and_their_schedule(seed: int) -> None:
    options, wild = CAMPAIGNS[seed % len(CAMPAIGNS)], WILD[seed % len(WILD)]
    Operation(PQ17, MONTHS[seed % len(MONTHS)], seed, wild=wild, **options).play()


def test_every_chapter_is_judged() -> None:
    judged: Count[str] = Count()
    for seed in range(EACH):
        judged.update(Judged(seed).fight().judged)
    for rule in ("6.2 found", "6.2.1 ID 2", "7.1.1 found", "7.2.3 modifier", "7.2.5 result", "7.2.6 bombs",
                 "7.3.1 air damage", "7.4 modifier", "7.4.1 modifiers", "7.5.2 hits", "7.5.2 gets away", "7.6 surprise",
                 "10.1 state", "T.vp sunk"):  # fmt: skip
        assert judged[rule], rule


# ---------------------------------------------------------------- the umpire is awake

PATROL = Roll((10,), "patrol.0613.1.0612.0", "7.4.5")
FIGHT = Roll((10,), "air.0411.1.fight.0", "7.2.3")
FLAK = Roll((10,), "air.0411.1.strike.1.flak.0", "7.2.5")
END = Roll((10,), "battle.0411.1.3.end", "7.5.2r")
FOUL: dict[str, tuple[Roll | None, int, Event]] = {
    "a modifier too much": (FIGHT, 5, air.AirFired("axis", "bf_109", "fulmar", (5,), 3, ("abort",))),
    "a result too much": (FIGHT, 6, air.AirFired("axis", "bf_109", "fulmar", (6,), 2, ("damaged",))),
    "a die that nobody threw": (FIGHT, 6, air.AirFired("axis", "bf_109", "fulmar", (9,), 2, ("hit",))),
    "flak that hits by a star": (FLAK, 9, air.FlakFired("allied", "ju_88", 0, 9, 0, "damaged")),
    "a patrol that sees nothing": (PATROL, 5, submarine.PackPatrolled("axis", "0613", 5, 0, crossed=True)),
    "a round that ends too soon": (END, 3, surface.RoundOver(3, 3, over=True)),
    "a way through the pack": (None, 0, movement.IceMet("allied", 1, "0411", "0311", "solid_pack")),
    "a ship that is worth less": (None, 0, victory.Scored(80, "sunk", "tirpitz", 5)),
    "cargo that counts for both": (None, 0, victory.Scored(-2, "laden", "mv", 1)),
}


@pytest.mark.parametrize("foul", FOUL)
def test_the_umpire_notices_what_the_rulebook_would_not_have(foul: str) -> None:
    roll, die, event = FOUL[foul]
    umpire = Umpire(arctic().state, BOX)
    if roll is not None:
        umpire.witness(roll, (die or 10,))
    with pytest.raises(AssertionError):
        umpire.tell(event)
