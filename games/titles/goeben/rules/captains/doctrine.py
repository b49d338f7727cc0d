"""14.0, 9.2 Asking for doctrines: each is given once, and stands until it is changed.

A seat whose doctrine does not ask to be asked fights its battles without a question.
"""

from games.kernel.requests import Ask, all_of
from games.kernel.text import Text
from games.titles.goeben.orders.doctrine import KIND, Doctrine, DoctrineForm
from games.titles.goeben.orders.orders import AskFirst, DoctrineOrder
from games.titles.goeben.rules.captains.roles import of_ship
from games.titles.goeben.table.sea import Sea

PROMPT = Text(
    "How do your ships fight? Your doctrine stands until you change it; with `ask-first` you are asked at each battle.",
    "艦の戦い方を決めてください。変更するまで有効です。ask-first を入れると海戦ごとに尋ねられます。",
)


def doctrine_of(sea: Sea, seat: str) -> Doctrine:
    """The doctrine of a seat; one that never gave any is asked at each battle."""
    return Doctrine(sea.state.doctrines.get(seat, (AskFirst(),)))


def doctrine_question(sea: Sea, seat: str) -> Ask[tuple[DoctrineOrder, ...]]:
    """The question for the doctrine of a seat; its answer goes into `state.doctrines`."""
    form = DoctrineForm(tubes=_tubes(sea), present=doctrine_of(sea, seat).orders)
    return Ask(key=KIND, kind=KIND, seat=seat, rule="14.0", prompt=PROMPT, form=form, stands=True)


async def give_doctrines(sea: Sea) -> None:
    """14.0 Each morning every seat with ships says how they fight. The answer stands, so that hardly anybody is asked
    twice; but a doctrine that has been changed counts from the next day on.
    """
    questions = {seat: doctrine_question(sea, seat) for seat in _commanding(sea)}
    for seat, orders in (await all_of(questions)).items():
        sea.state.doctrines[seat] = orders


def _commanding(sea: Sea) -> list[str]:
    ships = [ship.id for ship in sea.afloat]
    ships += [consort.id for consort in sea.state.consorts if consort.at and not consort.gone]
    found = {of_ship(sea, name) for name in ships}
    return [seat for seat in sea.state.seats if seat in found]


def _tubes(sea: Sea) -> int:
    """14.6, errata: how many torpedoes a ship has at most."""
    return max(ship.torpedoes for ship in sea.box.german.values())
