"""7.3.2b Torpedoes are reloaded in port."""

from games.titles.pq17.box.contents import Box
from games.titles.pq17.table.state import Force


def reloaded(box: Box, force: Force) -> None:
    """7.3.2b A force that lay in a port with torpedoes for one complete turn has all of them again: in Bergen,
    Trondheim, Narvik and Scapa Flow every ship, in Lerwick submarines alone.
    """
    reload = box.ports[force.port].reload
    for one in force.counters:
        boat = box.ships[one.ship].type == "ss"
        if reload == "all" or (reload == "submarines" and boat):
            one.spent = 0
            one.used = one.used and not boat
