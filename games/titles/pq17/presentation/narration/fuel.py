"""11 The lines on the fuel of forces, which only their owner reads."""

from typing import Any

from games.titles.pq17.presentation.labels import Words, turn_name
from games.titles.pq17.state.events import fuel as told


def _fuel_fell(event: told.FuelFell, say: Words) -> str:
    force, state = say.name(event.force), say.name(event.state)
    if event.state == "critical":
        return say(
            f"{say.does(force, 'has')} {state} fuel: slow speed only, and points for the enemy if at sea at the end.",
            f"{force}は燃料{state}。低速のみ、作戦終了時に海上なら敵にVP。",
        )
    turn = turn_name(event.danger, say)
    return say(
        f"{say.does(force, 'has')} {state} fuel: no high speed, and critical on {turn} without refuelling.",
        f"{force}は燃料{state}。高速不可、補給しなければ{turn}に燃料微量。",
    )


TELLERS: dict[type, Any] = {told.FuelFell: _fuel_fell}
