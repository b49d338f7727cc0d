"""25.0 Who decides: the commander, the captain of a ship, the senior officer present, the ally for his ships."""

from typing import Any, TypeVar

from games.kernel.forms import Form
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.goeben.box.scenarios import AUSTRIAN, COMMANDER, OFFICERS
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea

T = TypeVar("T")

FIRST_OFFICER, GUNNERY, ENGINEER = (role.key for role in OFFICERS[1:])
ADVISERS = {
    **dict.fromkeys(("plan", "revise", "begin", "declare"), (FIRST_OFFICER, GUNNERY, ENGINEER)),
    **dict.fromkeys(("stow", "reveal", "choice", "share", "land", "bonus"), (FIRST_OFFICER,)),
    **dict.fromkeys(("doctrine", "engage", "round"), (GUNNERY,)),
    **dict.fromkeys(("contact", "evade", "ram"), (ENGINEER,)),
}
"""25.1 Who proposes what to the commander: the first officer intelligence and outfitting, the gunnery officer targets
and the rate of fire, the engineer speeds and repairs; all of them the course of the task force.
"""


def of_ship(sea: Sea, name: str) -> str:
    """25.3 The seat that commands a ship; Austro-Hungarian ones are the ally's or, without one, the first seat's."""
    for ship in sea.state.ships:
        if ship.id == name:
            return ship.seat
    return AUSTRIAN.key if sea.mode == "austrian" else fleet(sea)


def fleet(sea: Sea) -> str:
    """Who decides for the whole task force: the commander, or the first captain who has a ship (25.2)."""
    if sea.mode != "captains":
        return COMMANDER.key
    return next((ship.seat for ship in sea.afloat), sea.state.seats[0])


def senior(sea: Sea, space: str) -> str:
    """25.2, 25.3.1, 25.2.1 Who decides for all ships in a space: by precedence, but in the Adriatic first the ally."""
    consorts = bool(sea.consorts_at(space))
    if sea.mode == "austrian":
        home = sea.box.waters.zone(space) == "adriatic"
        return AUSTRIAN.key if consorts and (home or not sea.ships_at(space)) else COMMANDER.key
    return next((ship.seat for ship in sea.ships_at(space)), fleet(sea))


def present(sea: Sea, space: str) -> list[str]:
    """The seats with ships in a space, in the order of precedence."""
    names = [ship.id for ship in sea.ships_at(space)] + [consort.id for consort in sea.consorts_at(space)]
    return list(dict.fromkeys(of_ship(sea, name) for name in names))


def question(
    sea: Sea, seat: str, kind: str, rule: str, prompt: Text, form: Form[T], *, context: Any = None, key: str = ""
) -> Ask[T]:
    """A question to the seat that decides; its key is of this day, unless one is given."""
    return Ask(
        key=key or sea.occasion(kind),
        kind=kind,
        seat=seat,
        rule=rule,
        prompt=prompt,
        form=form,
        context=context,
        advisers=advisers(sea, kind),
    )


def advisers(sea: Sea, kind: str) -> tuple[str, ...]:
    """25.1.1 The officers who may advise the commander on such a question; nobody waits for them."""
    return ADVISERS.get(kind, ()) if sea.mode == "officers" else ()


async def consult(sea: Sea, seat: str, kind: str, rule: str, prompt: Text, form: Form[T], *, context: Any = None) -> T:
    """Ask the seat that decides, and wait."""
    consulted(sea, seat)
    return await ask(question(sea, seat, kind, rule, prompt, form, context=context))


def consulted(sea: Sea, seat: str) -> None:
    """25.2 Where captains do not see each other, all learn that one of them has something to decide; else nothing."""
    if sea.mode == "captains":
        sea.tell(told.Consulted(seat))
