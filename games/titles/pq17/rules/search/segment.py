"""6.2 The search segment: a card for every block that somebody searches, refusals, and what was found."""

from collections.abc import Sequence

from msgspec import Struct

from games.kernel.requests import Ask, ask, shuffle
from games.kernel.text import Text
from games.titles.pq17.box.pieces import CARRIERS, Card, Side
from games.titles.pq17.orders.doctrine import instructed
from games.titles.pq17.orders.missions import SectorSearch
from games.titles.pq17.orders.refusals import Found, RefusalForm, RefusalOrder, Refuse
from games.titles.pq17.rules.forces.deck import drawn_cards
from games.titles.pq17.rules.forces.hits import split_off
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.finding import identified
from games.titles.pq17.rules.search.levels import raised
from games.titles.pq17.rules.search.occasions import refusable
from games.titles.pq17.rules.search.patrols import sector_hexes, sectors_of
from games.titles.pq17.rules.search.searchers import Lookout, is_scattered, look
from games.titles.pq17.rules.search.shadowing import lose_shadowers
from games.titles.pq17.rules.weather.weather import cam_serves
from games.titles.pq17.table.events.search import Refused, Searched, SectorsNamed
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Refusal, Report, Source


class Try(Struct, frozen=True, gc=False):
    """6.2 A block that was searched, the card, what the search depended on, and whether the card finds the block unless
    its owner refuses.
    """

    target: Force
    card: Card
    look: cards.Look
    finds: bool


def tried_on(target: Force, card: Card, look: cards.Look) -> Try:
    """6.2 A card that was drawn for a block."""
    return Try(target, card, look, cards.finds(card, look))


async def search(sea: Sea) -> str:
    """6.2 All blocks are searched before anything is told of any; then the owner may refuse, and the rest is found."""
    phase, side = sea.phase, sea.phase.side
    name_sectors(sea, side)
    tries, lookout = [], Lookout(sea, side)
    for target in await in_public_order(sea, sea.afloat(sea.enemy(side))):
        tried = await search_one(sea, lookout, target)
        if tried is not None:
            phase.searched.append(target.id)
            tries.append(tried)
    refused = await refusals(sea, side, [one for one in tries if one.finds])
    for tried in tries:
        if tried.finds and tried.target.id not in refused:
            await succeed(sea, tried, "search")
        else:
            fail(sea, tried.target)
    return "strikes"


def name_sectors(sea: Sea, side: Side) -> None:
    """6.4.2, 6.4.2a The hexes that a side's sectors search, named before any card: as ordered, as many as they may; all
    that have enemy blocks if nothing was ordered.
    """
    phase = sea.phase
    ordered = {order.sector: order.hexes for order in sea.ordered(SectorSearch)}
    taken: set[str] = set()
    blocks = sorted({one.at for one in sea.afloat(sea.enemy(side))})
    for sector in sectors_of(sea, side):
        wanted = ordered.get(sector, () if ordered else blocks)
        watched = sea.box.sectors[sector]
        hexes = [one for one in wanted if one in watched and one not in taken]
        phase.sectors[sector] = hexes[: sector_hexes(sea, sector)] if hexes else []
        taken.update(phase.sectors[sector])
    if taken:
        sea.tell_side(side, SectorsNamed(side, tuple(sorted(taken))))


async def in_public_order(sea: Sea, blocks: Sequence[Force]) -> list[Force]:
    """1.2b Blocks in the order of what all see of them, their hex and number; those that nobody can tell apart in an
    order that says nothing.
    """
    found: list[Force] = []
    alike: dict[tuple[str, int], list[Force]] = {}
    for one in blocks:
        alike.setdefault((one.at, one.block), []).append(one)
    for at, block in sorted(alike):
        same = alike[at, block]
        if len(same) > 1:
            places = await shuffle([str(place) for place in range(len(same))], key=f"alike.{block}", rule="1.2b")
            same = [same[int(place)] for place in places]
        found += same
    return found


async def search_one(sea: Sea, lookout: Lookout, target: Force) -> Try | None:
    """6.2, 6.2a, 6.2f A card for one block; None if nobody searches it. The drawer alone reads a card that fails."""
    side, by = lookout.side, lookout.at(target)
    if by.row is None or is_scattered(target):
        return None
    (card,) = await drawn_cards(sea, side, 1, key=f"search.{sea.called(target)}", rule="6.2")
    tried = tried_on(target, card, look(sea, side, target, by.row, soviet=by.soviet))
    tell_search(sea, side, tried)
    return tried


def tell_search(sea: Sea, side: Side, tried: Try, *, passing: bool = False) -> None:
    """6.2f, 1.7b Both know that a block was searched, and whether in vain; a card that fails is shown to nobody."""
    finds = tried.finds
    at, block = tried.target.at, tried.target.block
    own = Searched(side, at, block, finds, tried.card.id, tried.look.row, passing)
    seen = Searched(side, at, block, finds, tried.card.id if finds else "", passing=passing)
    sea.tell_of(side, own, seen)


async def succeed(sea: Sea, tried: Try, source: Source, *, key: str = "") -> None:
    """6.2e The levels that the card adds, and what they open."""
    level = raised(tried.target.level, cards.gain(tried.card, tried.look))
    await identified(sea, tried.target, level, source, key=key or f"found.{tried.target.block}")


def fail(sea: Sea, target: Force) -> None:
    """6.2.1f, 6.3.5 A search that fails leaves the level as it was, unless the block was shadowed, which ends."""
    if sea.is_shadowed(target):
        lose_shadowers(sea, target, "lost")


# --- refusals


def grounds(sea: Sea, tried: Try, *, passing: bool = False) -> tuple[str, ...]:
    """6.2.2 The grounds on which the owner of a block could really refuse."""
    counters = tried.target.counters
    ships = sea.box.ships
    return cards.may_refuse(
        tried.card,
        tried.look,
        carriers=sum(ships[one.ship].type in CARRIERS for one in counters),
        cams=sum(one.strength for one in counters if ships[one.ship].role == "mc" and not one.used),
        wolfpack=tried.target.kind == "wolfpack",
        passing=passing,
    )


async def refusals(sea: Sea, side: Side, tries: Sequence[Try], *, passing: bool = False) -> set[str]:
    """6.2.2, 6.2.2b One form for all blocks whose card shows a symbol that might serve them, dummies too; who refuses
    is not found. Without such a card, or with a standing answer, nobody is asked.
    """
    shown = [
        one for one in tries if refusable(sea, one.target, cards.could_refuse(one.card, one.look), passing=passing)
    ]
    if not shown:
        return set()
    owner = shown[0].target.side
    found_ = tuple(Found(one.target.id, grounds(sea, one, passing=passing)) for one in shown)
    standing = sea.state.instructed(owner).refuses
    if standing == "ask":
        form = RefusalForm(found=found_, forces=tuple(one.id for one in sea.as_seen(sea.forces_of(owner))))
        said = await ask(_question(owner, form))
        sea.state.instructions[owner] = instructed(sea.state.instructed(owner), said)
        answer = tuple(one for one in said if isinstance(one, Refuse))
    else:
        usable = [one for one in found_ if one.grounds] if standing == "always" else []
        answer = tuple(Refuse(one.force, one.grounds[0]) for one in usable)
    by_name = {one.target.id: one.target for one in shown}
    for order in answer:
        refuse(sea, by_name[order.force], order.ground)
    return {order.force for order in answer}


def _question(owner: Side, form: RefusalForm) -> Ask[tuple[RefusalOrder, ...]]:
    prompt = Text("Blocks of yours were found. Refuse?", "索敵に成功されました。拒否しますか?")
    if form.is_idle():
        prompt = Text(
            "Blocks of yours were found, and none can refuse.", "索敵に成功され、拒否できる部隊はありません。"
        )
    return Ask(key="refuse", kind="refuse", seat=owner, rule="6.2.2", prompt=prompt, form=form, stands=False)


def refuse(sea: Sea, force: Force, ground: str) -> None:
    """6.2.2a The reason is told and dated; a CAM ship is used up by it."""
    reason: Refusal = "carrier" if ground == "carrier" else "cam" if ground == "cam" else "wolfpack"
    if reason == "cam" and cam_serves(sea.state.sky.kind):
        use_cam(sea, force)
    report = Report(
        to=sea.enemy(force.side), turn=sea.state.turn, source="refusal", at=force.at, block=force.block, refusal=reason
    )
    sea.state.reports.append(report)
    sea.tell(Refused(force.side, force.at, force.block, reason))


def use_cam(sea: Sea, force: Force) -> None:
    """1.4.3 One CAM ship of a force has served; of a counter of several strength one lies apart from now on."""
    for one in force.counters:
        if sea.box.ships[one.ship].role == "mc" and not one.used:
            if one.strength > 1:
                split_off(sea.box, force.counters, one, 1).used = True
            else:
                one.used = True
            return
