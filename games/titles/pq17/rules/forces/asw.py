"""7.4.1 The dice of escorts and aircraft against submarines."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import WeatherKind
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import dice

Answer = Literal["-", "held_down", "success"]


class Escort(Struct, frozen=True, gc=False):
    """7.4.1 The dice that a force throws against submarines, and how many of them are Soviet."""

    dice: int = 0
    soviet: int = 0

    def at_most(self, count: int) -> "Escort":
        """No more dice than so many; the Soviet ones are left out first."""
        kept = min(self.dice, count)
        return Escort(kept, max(self.soviet - (self.dice - kept), 0))


class Hunt(Struct, frozen=True, gc=False):
    """7.4.1, 7.4.1a, 7.4.1b, 7.4.1c What ASW did: the dice (the Soviet ones last) and what was added to them, the
    second dice of the successes, strength `sunk` and gone home `damaged`, and whether the pack is held down.
    """

    dice: tuple[int, ...] = ()
    modifiers: tuple[int, ...] = ()
    fates: tuple[int, ...] = ()
    sunk: int = 0
    damaged: int = 0
    held_down: bool = False

    @property
    def lost(self) -> int:
        """The strength that the pack has lost."""
        return self.sunk + self.damaged


def escort(box: Box, counters: Sequence[Counter], *, aircraft: int = 0) -> Escort:
    """7.4.1, 7.0f One die for three of destroyers and torpedo boats, or part of three; one for each strength of escorts
    and of aircraft with the symbol. Soviet are as many as the whole has more than the others alone would have.
    """
    able = [one for one in counters if one.counts()]
    others = [one for one in able if box.ships[one.ship].nation != "soviet"]
    whole, without = _thrown(box, able), _thrown(box, others)
    return Escort(whole + aircraft, whole - without)


def _thrown(box: Box, counters: Sequence[Counter]) -> int:
    screen = sum(one.strength for one in counters if box.ships[one.ship].type in ("dd", "tb"))
    slow = sum(one.strength for one in counters if box.ships[one.ship].type == "es")
    return -(-screen // box.charts.anti_submarine.ships_per_die) + slow


def most_dice(box: Box, boats: int) -> int:
    """7.4.1 Two dice for each strength of submarines are the most."""
    return box.charts.anti_submarine.dice_per_boat * boats


def hunting_modifier(box: Box, weather: WeatherKind, *, offensive: bool, air_radius: bool) -> int:
    """7.4.1, 7.4.2, 9.2.4 What is added to every die of a hunt."""
    chart = box.charts.anti_submarine
    modifier = chart.storm if weather == "storm" else 0
    modifier += chart.offensive if offensive else 0
    return modifier + (chart.air_radius if air_radius else 0)


async def hunt(box: Box, escorts: Escort, boats: int, modifier: int, *, key: str) -> Hunt:
    """7.4.1–7.4.1c The dice of a hunt against a pack of so many: each success has a second die, the severest results
    count first, and none beyond the strength of the pack. The caller takes the strength off.
    """
    chart = box.charts.anti_submarine
    able = escorts.at_most(most_dice(box, boats))
    thrown = await dice(able.dice, key=key, rule="7.4.1")
    modifiers = tuple(
        modifier + (chart.soviet if place >= able.dice - able.soviet else 0) for place in range(able.dice)
    )
    answers: list[Answer] = [chart.result(one + more) for one, more in zip(thrown, modifiers, strict=True)]
    fates = await dice(answers.count("success"), key=f"{key}.fate", rule="7.4.1a")
    sunk = min(sum(one >= chart.sunk for one in fates), boats)
    damaged = min(len(fates) - sum(one >= chart.sunk for one in fates), boats - sunk)
    return Hunt(thrown, modifiers, fates, sunk, damaged, held_down="held_down" in answers)
