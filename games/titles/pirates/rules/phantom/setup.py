"""5.2 Setting the solitaire game up."""

from games.titles.pirates.box.components import Box
from games.titles.pirates.box.scenarios import PHANTOM
from games.titles.pirates.rules.phantom.deck import shuffle_all
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Phantom


def sit_down(box: Box) -> Phantom:
    """5.2.2 The phantom before the first round; its hand never decides what it does."""
    return Phantom(used=list(box.solitaire))


def of_no_use(box: Box) -> list[str]:
    """5.2 The action cards that are taken out, known to all."""
    return [card for card in box.cards if box.kind_of(card).solitaire_removed]


async def shuffle_solitaire(sea: Sea) -> None:
    """5.2, 5.2.5 The phantom's deck is shuffled for each round."""
    sea.phantom.scouted = False
    await shuffle_all(sea, "5.2" if sea.state.round == 1 else "5.2.5")


def decided_starter(sea: Sea) -> str:
    """5.2.3 Who begins the first round, where the live player has decided it; else empty."""
    chosen = sea.state.options.first_player
    if chosen not in ("live", "phantom"):
        return ""
    return PHANTOM if chosen == "phantom" else sea.live.seat
