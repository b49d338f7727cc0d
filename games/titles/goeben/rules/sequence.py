"""4.0 The sequence of play: the set-up, then the eight phases of 4.1 every day."""

from collections.abc import Awaitable, Callable

from games.kernel.steps import AskFrequency, Step
from games.titles.goeben.rules.battle import aftermath, bombardment, contact, gunnery, landing, raiding
from games.titles.goeben.rules.captains import letters
from games.titles.goeben.rules.captains.doctrine import give_doctrines
from games.titles.goeben.rules.day import movement, outfit, planning
from games.titles.goeben.rules.incidents import incidents
from games.titles.goeben.rules.mission import campaign, fitting, objective, setup
from games.titles.goeben.rules.search import intelligence
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Day, State
from games.titles.goeben.visibility.knowledge import take_notes

Phase = Callable[[Board], Awaitable[str | None]]


async def morning(board: Board) -> str | None:
    """4.0 Begin a new day, in which all seats give their orders; return the key of the next step."""
    state = board.state
    state.turn += 1
    state.day = Day()
    board.tell(told.TurnBegan(state.turn, state.days, state.alert, state.vp))
    await give_doctrines(board)
    await planning.make_plans(board)
    letters.leave(board)
    return "outfit"


def _noted(key: str, rule: str, phase: Phase, asks: AskFrequency = "always") -> Step[State]:
    """Return the step for a phase, after which captains take notes and read letters (25.2)."""

    async def run(board: Board) -> str | None:
        following = await phase(board)
        take_notes(board)
        letters.read(board)
        return following

    return Step(key, rule=rule, run=run, asks=asks)


SEQUENCE: tuple[Step[State], ...] = (
    _noted("muster", "3.0", setup.muster),
    _noted("fit_out", "3.0(7)", fitting.fit_out),
    _noted("morning", "4.0", morning),
    _noted("outfit", "7.0", outfit.outfit, "seldom"),
    _noted("intelligence", "11.0", intelligence.intelligence, "seldom"),
    _noted("movement", "12.0", movement.movement),
    _noted("incidents", "13.0", incidents.incidents, "seldom"),
    _noted("contact", "14.3", contact.contact, "seldom"),
    _noted("salvo", "14.2", gunnery.salvo, "seldom"),
    _noted("battle_ends", "14.14", aftermath.battle_ends, "seldom"),
    _noted("raiding", "15.0", raiding.raiding, "seldom"),
    _noted("bombardment", "16.0", bombardment.bombardment, "seldom"),
    _noted("landing", "9.2", landing.landing, "seldom"),
    _noted("objective", "17.0", objective.objective, "seldom"),
    _noted("debrief", "24.0", campaign.debrief, "seldom"),
)
"""The sequence of play. Each step returns the key of the next step.

Phases from 13.0 on are resolved space by space (6.1). Most steps usually ask nothing, and the driver goes on with the
state in memory (ADR 23).
"""
