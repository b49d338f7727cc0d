"""13.1 The incident chart: submarines, fleets, colliers and friendly ships."""

from collections.abc import Sequence
from functools import partial

from games.kernel.events import EVERYBODY, Audience
from games.kernel.forms import Choose, ChooseSome
from games.kernel.requests import Ask, ask_all, roll
from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.titles.goeben.components.pieces import Zone
from games.titles.goeben.rules.battle.hits import on_german
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.incidents.marker_effects import (
    Fate,
    announce_distant_effect,
    announce_effect,
    announce_used_up,
    apply_damage,
    ships_in,
    turn_back,
)
from games.titles.goeben.rules.ships import austria, ports
from games.titles.goeben.state import alert
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as battling
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Marker
from games.titles.goeben.visibility.notes import Notes, notes_of

EVADE = Text(
    "A submarine! Which ships run from her, each for a point of coal? The others may be torpedoed.",
    "潜水艦です。石炭1ポイントを使って回避する艦を選んでください。他の艦は雷撃を受けるおそれがあります。",
)
NO_COAL = Text("She has no coal to run with.", "回避に使う石炭がありません。")
RAM = Text("Which ship rams the submarine, and damages her hull?", "潜水艦に体当たりして船体に損害を受ける艦は？")


async def submarine(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Allied Submarine Roll for a submarine: false alarm, hunt, torpedo attack, or ramming."""
    announce_effect(board, space, "submarine")
    (die,) = await roll(6, key=f"submarine.{marker}", rule="13.1")
    dice = board.box.numbers.incidents.submarine
    outcomes = ((dice.alarm, "alarm"), (dice.hunted, "hunted"), (dice.torpedo, "torpedo"))
    outcome = next((name for most, name in outcomes if die <= most), "rammed")
    board.tell_at(space, told.SubmarineSighted(space, die, outcome))
    if outcome == "hunted":
        await _hunted(board, space)
    elif outcome == "torpedo":
        await _torpedoes(board, space, ships_in(board, space))
    elif outcome == "rammed":
        await _rammed(board, space)
    return "pool"


async def _hunted(board: Board, space: str) -> None:
    """13.chart/Allied Submarine Let ships pay coal to evade the submarine; all others may be torpedoed.

    Austro-Hungarian ships evade without coal (20.0).
    """
    price = board.box.numbers.incidents.hunted_coal
    able = {ship.id: ship.seat for ship in board.ships_at(space) if ship.coal >= price}
    asked: dict[str, Ask[tuple[str, ...]]] = {}
    for seat in dict.fromkeys(able.values()):
        roles.announce_question(board, seat)
        asked[seat] = roles.question(board, seat, "evade", "13.1", EVADE, partial(_evading, space=space))
    answers = await ask_all(asked)
    running = [name for chosen in answers.values() for name in chosen]
    for name in running:
        board.ship(name).coal -= price
    if running:
        board.tell_at(space, told.Evaded(tuple(running), price))
    await _torpedoes(board, space, [ship.id for ship in board.ships_at(space) if ship.id not in running])


def _evading(notes: Notes, *, space: str) -> ChooseSome:
    """13.chart/Allied Submarine Return the form with which a seat chooses the ships that pay coal to evade."""
    price = notes.box.numbers.incidents.hunted_coal
    own = [ship for ship in notes.ships_at(space) if ship.seat == notes.seat]
    able = tuple(ship.id for ship in own if ship.coal >= price)
    barred = tuple(Unavailable(ship.id, "13.1", NO_COAL) for ship in own if ship.id not in able)
    return ChooseSome(options=able, most=len(able), rule="13.1", unavailable=barred)


async def _torpedoes(board: Board, space: str, names: Sequence[str]) -> None:
    """13.chart/Allied Submarine Roll a torpedo attack on each of these ships; nets in port stop weak ones (T.cargo)."""
    if not names:
        return
    dice = await roll(*[6] * len(names), key=f"torpedoes.{space}", rule="13.1")
    chart = board.box.charts.torpedo
    for name, die in zip(names, dice, strict=True):
        netted = name in board.box.german and "torpedo_nets" in board.ship(name).cargo
        sheltered = netted and ports.port_at(board, space) is not None
        struck = die >= (chart.netted if sheltered else board.box.numbers.incidents.torpedo_hits)
        board.tell_at(space, told.TorpedoRun(name, die, struck))
        if struck and name in board.box.german:
            await on_german(board, name, chart.german, 1)
        elif struck:
            await _hit_consort(board, name)


async def _hit_consort(board: Board, name: str) -> None:
    """20.0 Roll for the effect of a torpedo on an Austro-Hungarian ship outside a battle: none, damage or loss."""
    (die,) = await roll(6, key=f"hit.{name}", rule="14.7")
    effect = board.box.charts.torpedo.allied[die - 1]
    one = austria.consort(board, name)
    board.tell_at(one.at, battling.HitsRolled(name, (die,), (effect,)))
    if effect == "magazine":
        austria.remove(board, one, "sunk")
    elif effect != "dud":
        austria.apply_hits(board, one, 1)


async def _rammed(board: Board, space: str) -> None:
    """13.chart/Allied Submarine Score points for a rammed submarine; a ship of the players' choice loses a hull box."""
    names = ships_in(board, space)
    if not names:
        return
    score(board, board.box.charts.points.submarine_rammed, "submarine_rammed", to=board.witnesses(space))
    name = names[0]
    if len(names) > 1:
        seat = roles.senior(board, space)
        name = await roles.consult(board, seat, "ram", "13.1", RAM, partial(_ramming, space=space))
    board.tell_at(space, told.SubmarineRammed(name))
    apply_damage(board, name, hull=1)


def _ramming(notes: Notes, *, space: str) -> Choose:
    return Choose(options=ships_in(notes, space), rule="13.1")


async def fleet_sorties(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Austro-Hungarian Fleet Sorties Turn back the Allied ships that were drawn in the Adriatic in this phase.

    A ship of the players must be there. With the option (20.0), Austro-Hungarian ships come out at Pola instead, and
    the alert level rises (13.chart/Austro-Hungarian Fleet Sorties.1). 25.2 Captains who do not know that a ship is in
    the Adriatic learn only that the marker was drawn.
    """
    announce_distant_effect(board, space, "fleet_sorties", _nobody_in_the_adriatic)
    if not any(board.box.waters.zone(held) == "adriatic" for held in board.occupied()):
        return "pool"
    knowing = _knowing(board, space)
    if board.state.options.austro_hungarian:
        (die,) = await roll(6, key="sorties", rule="20.0")
        await austria.come_out(board, die, die=die)
        alert.change(board, 1, "fleet_sorties", to=knowing)
    else:
        turn_back(board, "adriatic", "fleet_sorties")
    announce_used_up(board, "fleet_sorties", knowing)
    return "used"


def _nobody_in_the_adriatic(notes: Notes) -> bool:
    return notes.held("adriatic") is False


def _knowing(board: Board, space: str) -> Audience:
    """25.2 Return the seats that see the marker and know that a ship of the players is in the Adriatic."""
    seats = board.witnesses(space)
    return seats if seats == EVERYBODY else tuple(seat for seat in seats if notes_of(board, seat).held("adriatic"))


ALLIED_SEAS: tuple[tuple[str, Zone], ...] = (("ottoman", "adriatic"), ("italy", "western"))
"""13.chart/Central Powers Fleet Sortie Each power that may be an ally, with the sea where it helps;
13.chart/Central Powers Fleet Sortie.1.
"""


async def central_sortie(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Central Powers Fleet Sortie Turn back the Allied ships drawn in the sea of a friendly power.

    These are the ships drawn in this phase. In all other seas, the marker counts as Quiet Seas.
    """
    campaign, zone = board.state.campaign, board.box.waters.zone(space)
    friends = campaign.friendly if campaign is not None else []
    helped = any(power in friends and zone == where for power, where in ALLIED_SEAS)
    announce_effect(board, space, "central_sortie", idle=not helped)
    if not helped:
        return "pool"
    turn_back(board, zone, "central_sortie")
    announce_used_up(board, "central_sortie", board.witnesses(space))
    return "used"


async def french_sortie(board: Board, space: str, marker: str) -> Fate:
    """13.chart/French Navy Sortie Close two zones for the next movement phase, and remove the colliers nearby.

    These are the colliers in the two zones and next to them. The marker then goes back into the incident pool (12.0).
    """
    announce_effect(board, space, "french_sortie")
    waters = board.box.waters
    swept = {near for zone in ports.SORTIE_ZONES for near in (zone, *waters.neighbours(zone))}
    for collier in [one for one in board.state.colliers if one in swept]:
        board.state.colliers.remove(collier)
        board.tell_at(collier, daily.CollierGone(collier, "french_sortie"))
    board.state.french_sortie = True
    board.lay(ports.SORTIE_ZONES[0], Marker(marker, up=True))
    board.tell(told.FrenchFleetOut(ports.SORTIE_ZONES))
    return "laid"


async def collier_attacked(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Collier Attacked Roll a die for each collier on the map (13.chart/Collier Attacked.1).

    25.2 Captains learn the fate of the colliers that they see. For other colliers, they learn only the points.
    """
    announce_distant_effect(board, space, "collier_attacked", _no_collier)
    colliers = list(board.state.colliers)
    if not colliers:
        return "pool"
    dice = await roll(*[6] * len(colliers), key="colliers", rule="13.1")
    attacked = list(zip(colliers, dice, strict=True))
    for seats in dict.fromkeys(board.witnesses(collier) for collier in colliers):
        seen = [one for one in attacked if board.witnesses(one[0]) == seats]
        board.emit(told.ColliersAttacked(tuple(one for one, _ in seen), tuple(die for _, die in seen)), to=seats)
    for collier, die in attacked:
        if die >= board.box.numbers.incidents.struck:
            board.state.colliers.remove(collier)
            board.tell_at(collier, daily.CollierGone(collier, "attacked"))
            points = board.box.charts.points.collier_lost
            score(board, points, "collier_lost", collier, to=board.witnesses(collier))
    return "pool"


def _no_collier(notes: Notes) -> bool:
    return not notes.state.colliers


async def friendly_ship(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Friendly Ship Place a friendly ship, which helps ships that outfit in this space the next day (7.0).

    The marker then goes back into the incident pool.
    """
    announce_effect(board, space, "friendly_ship")
    board.state.friendly_ships.append(space)
    board.lay(space, Marker(marker, up=True))
    board.tell_at(space, told.FriendlyShipWaits(space))
    return "laid"
