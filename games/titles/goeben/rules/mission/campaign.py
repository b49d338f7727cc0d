"""24.0 The campaign: the results of a mission, the set-up of the next one, and the verdict."""

from functools import partial

from games.kernel.events import EVERYBODY
from games.kernel.forms import Choose
from games.kernel.requests import draw
from games.kernel.text import Text
from games.titles.goeben.components.pieces import TRACKS, Bonus
from games.titles.goeben.components.scenarios import captain_of
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.mission.setup import commissioned
from games.titles.goeben.rules.ships import austria
from games.titles.goeben.rules.ships.damage import stow_back
from games.titles.goeben.rules.ships.repairs import damage
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as fought
from games.titles.goeben.state.events import campaign as told
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Campaign, Gone
from games.titles.goeben.visibility.knowledge import report_all
from games.titles.goeben.visibility.notes import Notes

BONUS = Text(
    "What do you ask for? A British battlecruiser called away, or Moltke and Stralsund for victory points?",
    "特典を選んでください。イギリス巡洋戦艦1隻の除去、または得点と引き換えのモルトケとシュトラールズントの増援です。",
)
REINFORCEMENTS = ("moltke", "stralsund")
"""19.1 The German ships that may join after the Atlantic Breakout."""


def war(board: Board) -> Campaign:
    """Return the campaign of a game. Raise LookupError if the game is no campaign."""
    if board.state.campaign is None:
        raise LookupError("this is no campaign")
    return board.state.campaign


async def debrief(board: Board) -> str | None:
    """24.1–24.5, 24.0.1, 24.1.3 After a mission of a campaign, change leadership and grant the benefits of the mission.

    Then begin the next mission, or end the campaign. Return the key of the next step; None if the campaign is over.
    """
    campaign = war(board)
    mission, won = campaign.done[-1]
    campaign.left = [name for name in campaign.left if name != mission]
    _teach(board, won=won)
    dismissed = board.state.vp < 0
    if not dismissed and won:
        _grant(board, board.box.missions[mission].bonus)
    if dismissed or not campaign.left or not board.afloat:
        _pass_verdict(board, dismissed=dismissed)
        return None
    _refit(board)
    if won:
        await _reward(board, board.box.missions[mission].bonus)
    return "muster"


# --- leadership and the verdict


def _teach(board: Board, *, won: bool) -> None:
    """24.1, 24.1.2 Change the leadership of all German ships after a mission that was `won` or lost.

    A lost mission reduces no leadership below 1.
    """
    chart = board.box.charts.leadership
    for ship in board.afloat:
        after = max(ship.leadership + (chart.won if won else chart.lost), min(ship.leadership, 1))
        if after != ship.leadership:
            by, ship.leadership = after - ship.leadership, after
            board.tell(fought.LeadershipChanged(ship.id, by, after, "mission_won" if won else "mission_lost"))


def _pass_verdict(board: Board, *, dismissed: bool) -> None:
    """24.1, 24.5 End the campaign with a verdict: by the number of missions won, unless the players are `dismissed`.

    They are dismissed for negative points. A victory without a ship left is a moral victory.
    """
    state, done = board.state, war(board).done
    successes = sum(won for _, won in done)
    draw_ = board.box.numbers.campaign.draw
    verdict = "campaign_failure" if successes < draw_ else "campaign_draw"
    if successes > draw_:
        verdict = "campaign_victory" if board.afloat else "moral_victory"
    state.over, state.verdict = True, "dismissed" if dismissed else verdict
    board.tell(told.CampaignEnded(state.verdict, successes, len(done)))


# --- bonuses


def _grant(board: Board, bonus: Bonus) -> None:
    """24.orders, 24.4, 24.4.1, 24.orders.1, 24.orders.2 Grant the lasting benefits of a won mission.

    These are friendly ports, open seas, spaces where missions may start, and missions that can no longer be drawn.
    """
    campaign = war(board)
    starts = [space for space in starts_of(board, bonus) if space not in campaign.starts]
    removed = bonus.removes if bonus.removes in campaign.left else ""
    campaign.starts += starts
    campaign.high_sea += bonus.high_sea
    if bonus.friendly:
        campaign.friendly.append(bonus.friendly)
    if removed:
        campaign.left.remove(removed)
    mission = campaign.done[-1][0]
    board.tell(told.BonusWon(mission, bonus.friendly, bonus.high_sea, tuple(starts), removed))


def starts_of(board: Board, bonus: Bonus) -> list[str]:
    """24.2 Return the spaces where later missions may start because of a bonus."""
    named = [
        space.id
        for space in board.box.spaces.values()
        if space.owner and space.owner in bonus.start_owners and space.kind in bonus.start_kinds
    ]
    return [*bonus.start_spaces, *named]


async def _reward(board: Board, bonus: Bonus) -> None:
    """24.orders Grant the benefits that count once, at the start of the next mission.

    These are Austro-Hungarian cruisers that come out; after the Atlantic Breakout, one of two that the players choose.
    """
    if bonus.consorts:
        await austria.come_out(board, 1, classes=bonus.consorts)
    if not bonus.choose:
        return
    options = tuple(
        option
        for option, possible in (("call_away", _battlecruisers(board)), ("reinforce", _newcomers(board)))
        if possible
    )
    if not options:
        return
    choice = options[0]
    if len(options) > 1:
        choice = await roles.consult(
            board, roles.fleet(board), "bonus", "24.1", BONUS, partial(_bonus, options=options)
        )
    if choice == "call_away":
        await _call_away(board)
    else:
        _reinforce(board)


def _bonus(notes: Notes, *, options: tuple[str, ...]) -> Choose:
    """24.orders Return the form with which the players choose a benefit."""
    return Choose(options=options, rule="24.1")


def _battlecruisers(board: Board) -> list[str]:
    """Return the British battlecruisers in the incident pool."""
    return [name for name in board.state.pool if name in board.box.allied and board.box.allied[name].type == "bc"]


def _newcomers(board: Board) -> list[str]:
    """19.1 Return the German ships that may still join: Moltke and Stralsund."""
    have = [ship.id for ship in board.state.ships]
    return [name for name in REINFORCEMENTS if name not in have]


async def _call_away(board: Board) -> None:
    """24.orders Remove a random British battlecruiser in the incident pool from the campaign for good."""
    (name,) = await draw(_battlecruisers(board), 1, key="called_away", rule="24.1")
    board.state.pool.remove(name)
    board.state.gone.append(Gone(name, "out_of_play"))
    board.tell(told.BattlecruiserCalledAway(name))


def _reinforce(board: Board) -> None:
    """19.1 Add the German ships that may still join, pay their points, and bring New Zealand into play."""
    state = board.state
    names = _newcomers(board)
    order = list(board.box.german)
    for name in names:
        display = board.box.german[name]
        state.ships.append(commissioned(display, captain_of(state.scenario, display)))
    ranks = {name: (board.box.german[name].type != "bc", order.index(name)) for name in order}
    state.ships.sort(key=lambda ship: ranks[ship.id])
    against = _new_zealand(board)
    board.tell(told.Reinforced(tuple(names), against))
    score(board, board.box.numbers.fleet.campaign_pair, "fleet", to=EVERYBODY)


def _new_zealand(board: Board) -> str:
    """19.1 Put New Zealand, which was kept apart (3.0(3)), into the incident pool; return her id.

    Returns "" if she is in play, sunk or called away.
    """
    state = board.state
    kept = [ship.id for ship in board.box.allied.values() if not ship.group and ship.type == "bc"]
    for gone in list(state.gone):
        if gone.id in kept and gone.how == "out_of_play":
            state.gone.remove(gone)
            state.pool.append(gone.id)
            return gone.id
    return ""


# --- the next mission


def _refit(board: Board) -> None:
    """24.1 Reset the board for the next mission.

    Damaged ships are repaired (24.1.1), counters and markers go into the incident pool, coastal defences are set aside
    (24.1.6), and the alert level depends on the missions won (24.1.7).
    """
    state = board.state
    for ship in (ship for ship in board.afloat if damage(board, ship)):
        for track in TRACKS:
            if track != "leadership":
                setattr(ship, track, getattr(board.display(ship), track))
    consorts = austria.come_home(board)
    _clear_the_map(board)
    back = _return_counters(board)
    state.forts_aside += [fort.id for forts in state.forts.values() for fort in forts]
    state.forts_aside += [gone.id for gone in state.gone if gone.how == "destroyed"]
    state.gone = [gone for gone in state.gone if gone.how != "destroyed"]
    state.forts = {}
    successes = sum(won for _, won in war(board).done)
    state.alert = min(board.box.charts.alert.start + successes, board.box.charts.alert.most)
    state.vp = state.turn = 0
    state.day = state.battle = None
    board.tell(told.FleetRefitted(state.alert, back, consorts, _battlecruisers_lost(board)))
    report_all(board)


def _clear_the_map(board: Board) -> None:
    """24.1, 24.1.4 Forget visits, reports and letters (25.2), and remove colliers, mines and marines ashore (9.2.1)."""
    state = board.state
    for kind in (*("seebataillon" for _ in state.ashore), *("mines" for _ in state.mines)):
        stow_back(board, kind)
    state.visited, state.colliers, state.mines, state.ashore = [], [], [], {}
    state.friendly_ships, state.french_sortie = [], False
    state.reports, state.letters, state.logs = [], [], {}
    for ship in board.afloat:
        ship.at = board.box.numbers.setup.home


def _return_counters(board: Board) -> tuple[str, ...]:
    """24.1 Put all markers and Allied ships into the incident pool, except those out of the game for good.

    These are sunk battlecruisers and battleships, used-up markers (13.1), and counters never in play. Returns the ids
    of the ships that come back.
    """
    state = board.state
    lying = [marker.id for markers in state.lying.values() for marker in markers]
    drawn = [name for names in (state.day.drawn.values() if state.day is not None else ()) for name in names]
    state.pool += [*lying, *drawn]
    state.lying = {}
    back = [gone.id for gone in state.gone if _comes_back(board, gone)]
    state.gone = [gone for gone in state.gone if gone.id not in back]
    state.pool += back
    return tuple(back)


def _comes_back(board: Board, gone: Gone) -> bool:
    """24.1(3), 24.1.5 Return True if a counter comes back for the next mission.

    Lost cruisers, destroyers and convoys are replaced; damaged ships are repaired.
    """
    if gone.id not in board.box.allied:
        return False
    replaced = board.box.allied[gone.id].type in board.box.numbers.campaign.replaced
    return gone.how in ("damaged", "withdrawn") or (gone.how == "sunk" and replaced)


def _battlecruisers_lost(board: Board) -> int:
    """24.3 Return the number of Allied battlecruisers sunk in this campaign."""
    allied = board.box.allied
    return sum(gone.how == "sunk" and allied[gone.id].type == "bc" for gone in board.state.gone)
