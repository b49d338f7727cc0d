"""4.0 The sequence of play: the set-up, then day after day through the eight phases of 4.1."""

from games.kernel.title import Step
from games.titles.goeben import fitting, groups, intelligence, movement, outfit, planning, setup
from games.titles.goeben.events import day as told
from games.titles.goeben.sea import Sea
from games.titles.goeben.state import Day, State


async def morning(sea: Sea) -> str | None:
    """4.0 A new day begins with everybody's plan."""
    state = sea.state
    state.turn += 1
    state.day = Day()
    sea.tell(told.TurnBegan(state.turn, state.days, state.alert, state.vp))
    await planning.make_plans(sea)
    return "outfit"


# --- phases that are still to come


async def incidents(sea: Sea) -> str | None:
    """13.0"""
    space = groups.current(sea)
    return "contact" if space is None else groups.done(sea, space, "incidents", "contact")


async def contact(sea: Sea) -> str | None:
    """14.3"""
    space = groups.current(sea)
    return "raiding" if space is None else groups.done(sea, space, "contact", "raiding")


async def raiding(sea: Sea) -> str | None:
    """15.0"""
    space = groups.current(sea)
    return "bombardment" if space is None else groups.done(sea, space, "raiding", "bombardment")


async def bombardment(sea: Sea) -> str | None:
    """16.0"""
    space = groups.current(sea)
    return "landing" if space is None else groups.done(sea, space, "bombardment", "landing")


async def landing(sea: Sea) -> str | None:
    """9.2"""
    space = groups.current(sea)
    return "objective" if space is None else groups.done(sea, space, "landing", "objective")


async def objective(sea: Sea) -> str | None:
    """17.0"""
    if sea.state.turn < sea.state.days and sea.afloat:
        return "morning"
    sea.state.over, sea.state.verdict = True, "lost"
    return None


SEQUENCE: tuple[Step[State], ...] = (
    Step("muster", rule="3.0", run=setup.muster),
    Step("fit_out", rule="3.0(7)", run=fitting.fit_out),
    Step("morning", rule="4.0", run=morning),
    Step("outfit", rule="7.0", run=outfit.outfit),
    Step("intelligence", rule="11.0", run=intelligence.intelligence),
    Step("movement", rule="12.0", run=movement.movement),
    Step("incidents", rule="13.0", run=incidents),
    Step("contact", rule="14.3", run=contact),
    Step("raiding", rule="15.0", run=raiding),
    Step("bombardment", rule="16.0", run=bombardment),
    Step("landing", rule="9.2", run=landing),
    Step("objective", rule="17.0", run=objective),
)
"""The sequence of play. Each step names the one that follows; the phases from 13.0 on go space by space (6.1)."""
