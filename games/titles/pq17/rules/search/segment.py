"""6.2 The search segment: a card for every block that is searched, refusals, and identified blocks."""

from collections.abc import Sequence

from msgspec import Struct, structs

from games.kernel.requests import Ask, ask, shuffle
from games.kernel.text import Text
from games.titles.pq17.components.pieces import CARRIERS, Card, Side
from games.titles.pq17.orders.doctrine import apply_instructions
from games.titles.pq17.orders.missions import SectorSearch
from games.titles.pq17.orders.refusals import Found, RefusalForm, RefusalOrder, Refuse
from games.titles.pq17.rules.forces.deck import draw_cards
from games.titles.pq17.rules.forces.hits import split_off
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.air_patrols import sector_hexes, sectors_of
from games.titles.pq17.rules.search.identification import identify_block, raised_level
from games.titles.pq17.rules.search.public_options import public_grounds
from games.titles.pq17.rules.search.searchers import Lookout, is_scattered, search_conditions
from games.titles.pq17.rules.search.shadowing import lose_shadowers
from games.titles.pq17.rules.weather.weather import cam_serves
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import Refused, Searched, SectorsNamed
from games.titles.pq17.state.state import Force, Refusal, Report, Source


class Try(Struct, frozen=True, gc=False):
    """6.2 The search for one block with one card.

    `look`: the circumstances of the search. `finds`: True if the card finds the block; its owner may still refuse
    (6.2.2).
    """

    target: Force
    card: Card
    look: cards.Look
    finds: bool


def try_card(target: Force, card: Card, look: cards.Look) -> Try:
    """6.2 Return the result of a card that was drawn for a block. `look`: the circumstances of the search."""
    return Try(target, card, look, cards.card_finds(card, look))


async def search(board: Board) -> str:
    """6.2 Draw the cards for all searched blocks before any result is announced.

    Then the owners of found blocks may refuse, and all other found blocks are identified. Only blocks that are found
    now can be shadowed (6.3). Returns the name of the next step.
    """
    side = board.phase.side
    name_sectors(board, side)
    tries, lookout = [], Lookout(board, side)
    for target in await in_public_order(board, board.afloat(board.enemy(side))):
        tried = await search_one(board, lookout, target)
        if tried is not None:
            tries.append(tried)
    refused = await ask_refusals(board, side, [one for one in tries if one.finds])
    for tried in tries:
        if tried.finds and tried.target.id not in refused:
            await raise_level(board, tried, "search")
            note_found(board, tried.target)
        else:
            fail_search(board, tried.target)
    return "strikes"


def name_sectors(board: Board, side: Side) -> None:
    """6.4.2, 6.4.2a Decide the hexes that a side's sectors search, before any card is drawn.

    Ordered hexes come first, up to the limit of each sector. By default, a sector searches hexes with enemy blocks.
    """
    phase = board.phase
    ordered = {order.sector: order.hexes for order in board.ordered(SectorSearch)}
    taken: set[str] = set()
    blocks = sorted({one.at for one in board.afloat(board.enemy(side))})
    for sector in sectors_of(board, side):
        wanted = ordered.get(sector, () if ordered else blocks)
        watched = board.box.sectors[sector]
        hexes = [one for one in wanted if one in watched and one not in taken]
        phase.sectors[sector] = hexes[: sector_hexes(board, sector)] if hexes else []
        taken.update(phase.sectors[sector])
    if taken:
        board.tell_side(side, SectorsNamed(side, tuple(sorted(taken))))


async def in_public_order(board: Board, blocks: Sequence[Force]) -> list[Force]:
    """1.2b Return blocks sorted by hex and number. Blocks that cannot be told apart are in random order."""
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


async def search_one(board: Board, lookout: Lookout, target: Force) -> Try | None:
    """6.2, 6.2a, 6.2f Draw a card for one block, and return the result; None if no unit searches the block.

    `lookout`: the searching units. Only the searching side reads a card that fails.
    """
    side, by = lookout.side, lookout.at(target)
    if by.row is None or is_scattered(target):
        return None
    (card,) = await draw_cards(board, side, 1, key=f"search.{board.called(target)}", rule="6.2")
    tried = try_card(target, card, search_conditions(board, side, target, by.row, soviet=by.soviet))
    tell_search(board, side, tried)
    return tried


def tell_search(board: Board, side: Side, tried: Try, *, passing: bool = False) -> None:
    """6.2f, 1.7b Announce to everybody that a block was searched for, and whether it was found.

    Only the searching side (`side`) learns a card that failed. `passing`: True if the block passes through the hex
    (6.6.1).
    """
    finds = tried.finds
    at, block = tried.target.at, tried.target.block
    own = Searched(side, at, block, finds, tried.card.id, tried.look.row, passing)
    seen = Searched(side, at, block, finds, tried.card.id if finds else "", passing=passing)
    board.tell_both(side, own, structs.replace(seen, force=tried.target.id), seen)


async def raise_level(board: Board, tried: Try, source: Source, *, key: str = "") -> None:
    """6.2e Add the ID levels of a card to a found block, and report the facts that the new level reveals.

    `source`: the source named in the report. `key`: see `identify_block`; "" for a key with the block's number.
    """
    level = raised_level(tried.target.level, cards.level_gain(tried.card, tried.look))
    await identify_block(board, tried.target, level, source, key=key or f"found.{tried.target.block}")


def note_found(board: Board, target: Force) -> None:
    """6.3 Record that this search segment has identified a block. A found dummy is gone and is not recorded."""
    if target in board.state.forces:
        board.phase.found.append(target.id)


def fail_search(board: Board, target: Force) -> None:
    """6.2.1f, 6.3.5 Apply a failed search: the block keeps its ID level, but all shadowing of it ends."""
    if board.is_shadowed(target):
        lose_shadowers(board, target, "lost")


# --- refusals


def true_grounds(board: Board, tried: Try, *, passing: bool = False) -> tuple[str, ...]:
    """6.2.2 Return the reasons for which the owner of a block can really refuse, by the card and the block's ships.

    `tried`: the search for the block. `passing`: True if the block passes through the hex (6.6.1).
    """
    counters = tried.target.counters
    ships = board.box.ships
    return cards.grounds_of_owner(
        tried.card,
        tried.look,
        carriers=sum(ships[one.ship].type in CARRIERS for one in counters),
        cams=sum(one.strength for one in counters if ships[one.ship].role == "mc" and not one.used),
        wolfpack=tried.target.kind == "wolfpack",
        passing=passing,
    )


async def ask_refusals(board: Board, side: Side, tries: Sequence[Try], *, passing: bool = False) -> set[str]:
    """6.2.2, 6.2.2b Ask a side which searches it refuses.

    Return the ids of the forces that remain unfound after a refusal. One question covers all blocks whose card shows a
    ground for refusal, including dummies. The side is not asked if no card shows such a ground, or if it has a standing
    instruction. `passing`: True if the blocks pass through the hex (6.6.1).
    """
    shown = [
        one
        for one in tries
        if public_grounds(board, one.target, cards.grounds_on_card(one.card, one.look), passing=passing)
    ]
    if not shown:
        return set()
    owner = shown[0].target.side
    found_ = tuple(Found(one.target.id, true_grounds(board, one, passing=passing)) for one in shown)
    standing = board.state.instructed(owner).refuses
    if standing == "ask":
        form = RefusalForm(found=found_, forces=tuple(one.id for one in board.as_seen(board.forces_of(owner))))
        said = await ask(_question(owner, form))
        board.state.instructions[owner] = apply_instructions(board.state.instructed(owner), said)
        answer = tuple(one for one in said if isinstance(one, Refuse))
    else:
        usable = [one for one in found_ if one.grounds] if standing == "always" else []
        answer = tuple(Refuse(one.force, one.grounds[0]) for one in usable)
    by_name = {one.target.id: one.target for one in shown}
    for order in answer:
        refuse_search(board, by_name[order.force], order.ground)
    return {order.force for order in answer}


def _question(owner: Side, form: RefusalForm) -> Ask[tuple[RefusalOrder, ...]]:
    prompt = Text("Blocks of yours were found. Refuse?", "索敵に成功されました。拒否しますか？")
    if form.is_idle():
        prompt = Text(
            "Blocks of yours were found, and none can refuse.", "索敵に成功され、拒否できる部隊はありません。"
        )
    return Ask(key="refuse", kind="refuse", seat=owner, rule="6.2.2", prompt=prompt, form=form, is_standing=False)


def refuse_search(board: Board, force: Force, ground: str) -> None:
    """6.2.2a Announce the refusal of a search with its ground, and report the ground to the enemy.

    If the ground is a CAM ship that could launch in this weather, a CAM ship is used up (1.4.3).
    """
    reason: Refusal = "carrier" if ground == "carrier" else "cam" if ground == "cam" else "wolfpack"
    if reason == "cam" and cam_serves(board.state.sky.kind):
        use_up_cam(board, force)
    report = Report(
        to=board.enemy(force.side),
        turn=board.state.turn,
        source="refusal",
        at=force.at,
        block=force.block,
        refusal=reason,
    )
    board.state.reports.append(report)
    refused = Refused(force.side, force.at, force.block, reason)
    board.tell_of(force.side, structs.replace(refused, force=force.id), refused)


def use_up_cam(board: Board, force: Force) -> None:
    """1.4.3 Mark one CAM ship of a force as used. If her counter is of several ships, she gets a counter of her own."""
    for one in force.counters:
        if board.box.ships[one.ship].role == "mc" and not one.used:
            if one.strength > 1:
                split_off(board.box, force.counters, one, 1).used = True
            else:
                one.used = True
            return
