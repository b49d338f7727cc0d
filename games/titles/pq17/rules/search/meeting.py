"""9.4 Option: in storm or gale forces that want to combine must find each other first."""

from games.titles.pq17.rules.forces.deck import drawn_cards
from games.titles.pq17.rules.search.cards import Look, finds
from games.titles.pq17.table.sea import MOST_AT_SEA, Sea
from games.titles.pq17.table.state import Force

ROUGH = ("storm", "gale")


async def find_each_other(sea: Sea, forces: list[Force], *, key: str) -> bool:
    """9.4 Whether forces in one hex at sea come together: always without the option, in other weather and in port, else
    if one card of their side finds a target at ID 3. Their owner alone knows.
    """
    rough = sea.state.options.storm_combining and sea.state.sky.kind in ROUGH
    if not rough or not all(one.at_sea for one in forces):
        return True
    (card,) = await drawn_cards(sea, forces[0].side, 1, key=key, rule="9.4")
    look = Look(day=sea.is_day, weather=sea.state.sky.kind, row="force", level=MOST_AT_SEA)
    return finds(card, look)
