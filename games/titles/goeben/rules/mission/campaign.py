"""24.0 The campaign: what a mission leaves behind, how all is set up anew for the next, and the verdict."""

from games.kernel.events import EVERYBODY
from games.kernel.forms import Choose
from games.kernel.requests import draw
from games.kernel.text import Text
from games.titles.goeben.box.pieces import TRACKS, Bonus
from games.titles.goeben.box.scenarios import captain_of
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.mission.setup import commissioned
from games.titles.goeben.rules.ships import austria
from games.titles.goeben.rules.ships.damage import stow_back
from games.titles.goeben.rules.ships.repairs import damage
from games.titles.goeben.seen.knowledge import report_all
from games.titles.goeben.table.events import battle as fought
from games.titles.goeben.table.events import campaign as told
from games.titles.goeben.table.scoring import score
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Campaign, Gone

BONUS = Text(
    "What do you ask for? A British battlecruiser called away, or Moltke and Stralsund for victory points?",
    "特典を選んでください。イギリス巡洋戦艦1隻の除去、または得点と引き換えのモルトケとシュトラールズントの増援です。",
)
REINFORCEMENTS = ("moltke", "stralsund")
"""19.1 Who may join after the Atlantic Breakout."""


def war(sea: Sea) -> Campaign:
    """The campaign in progress. Raises LookupError."""
    if sea.state.campaign is None:
        raise LookupError("this is no campaign")
    return sea.state.campaign


async def debrief(sea: Sea) -> str | None:
    """24.1–24.5, 24.0.1, 24.1.3 The end of a mission: leadership, bonuses, the verdict, or the next mission."""
    campaign = war(sea)
    mission, won = campaign.done[-1]
    campaign.left = [name for name in campaign.left if name != mission]
    _teach(sea, won=won)
    dismissed = sea.state.vp < 0
    if not dismissed and won:
        _grant(sea, sea.box.missions[mission].bonus)
    if dismissed or not campaign.left or not sea.afloat:
        _pass_verdict(sea, dismissed=dismissed)
        return None
    _refit(sea)
    if won:
        await _reward(sea, sea.box.missions[mission].bonus)
    return "muster"


# --- leadership and the verdict


def _teach(sea: Sea, *, won: bool) -> None:
    """24.1, 24.1.2 Leadership of all German ships, never below 1 for a failure."""
    chart = sea.box.charts.leadership
    for ship in sea.afloat:
        after = max(ship.leadership + (chart.won if won else chart.lost), min(ship.leadership, 1))
        if after != ship.leadership:
            by, ship.leadership = after - ship.leadership, after
            sea.tell(fought.LeadershipChanged(ship.id, by, after, "mission_won" if won else "mission_lost"))


def _pass_verdict(sea: Sea, *, dismissed: bool) -> None:
    """24.1, 24.5 Dismissal for negative points; else by the missions won, with honour if no ship is left."""
    state, done = sea.state, war(sea).done
    successes = sum(won for _, won in done)
    draw_ = sea.box.numbers.campaign.draw
    verdict = "campaign_failure" if successes < draw_ else "campaign_draw"
    if successes > draw_:
        verdict = "campaign_victory" if sea.afloat else "moral_victory"
    state.over, state.verdict = True, "dismissed" if dismissed else verdict
    sea.tell(told.CampaignEnded(state.verdict, successes, len(done)))


# --- bonuses


def _grant(sea: Sea, bonus: Bonus) -> None:
    """24.orders, 24.4, 24.4.1, 24.orders.1, 24.orders.2 What holds for the rest of the campaign: friends, open seas,
    ports to begin in, and alliances that can no longer be made.
    """
    campaign = war(sea)
    starts = [space for space in starts_of(sea, bonus) if space not in campaign.starts]
    removed = bonus.removes if bonus.removes in campaign.left else ""
    campaign.starts += starts
    campaign.high_sea += bonus.high_sea
    if bonus.friendly:
        campaign.friendly.append(bonus.friendly)
    if removed:
        campaign.left.remove(removed)
    mission = campaign.done[-1][0]
    sea.tell(told.BonusWon(mission, bonus.friendly, bonus.high_sea, tuple(starts), removed))


def starts_of(sea: Sea, bonus: Bonus) -> list[str]:
    """24.2 The spaces that a bonus opens for the start of a mission."""
    named = [
        space.id
        for space in sea.box.spaces.values()
        if space.owner and space.owner in bonus.start_owners and space.kind in bonus.start_kinds
    ]
    return [*bonus.start_spaces, *named]


async def _reward(sea: Sea, bonus: Bonus) -> None:
    """24.orders What comes at the start of the next mission: an Austro-Hungarian cruiser; or, for the Atlantic, one of
    two things as the players choose.
    """
    if bonus.consorts:
        await austria.come_out(sea, 1, classes=bonus.consorts)
    if not bonus.choose:
        return
    options = tuple(
        option for option, possible in (("call_away", _battlecruisers(sea)), ("reinforce", _newcomers(sea))) if possible
    )
    if not options:
        return
    choice = options[0]
    if len(options) > 1:
        form = Choose(options=options, rule="24.1")
        choice = await roles.consult(sea, roles.fleet(sea), "bonus", "24.1", BONUS, form)
    if choice == "call_away":
        await _call_away(sea)
    else:
        _reinforce(sea)


def _battlecruisers(sea: Sea) -> list[str]:
    """The British battlecruisers in the pool."""
    return [name for name in sea.state.pool if name in sea.box.allied and sea.box.allied[name].type == "bc"]


def _newcomers(sea: Sea) -> list[str]:
    """19.1 Moltke and Stralsund, as far as they have not come already."""
    have = [ship.id for ship in sea.state.ships]
    return [name for name in REINFORCEMENTS if name not in have]


async def _call_away(sea: Sea) -> None:
    """24.orders One at random leaves the pool for good."""
    (name,) = await draw(_battlecruisers(sea), 1, key="called_away", rule="24.1")
    sea.state.pool.remove(name)
    sea.state.gone.append(Gone(name, "out_of_play"))
    sea.tell(told.BattlecruiserCalledAway(name))


def _reinforce(sea: Sea) -> None:
    """19.1 The two ships join, New Zealand comes into the pool if she is not there, and points are paid."""
    state = sea.state
    names = _newcomers(sea)
    order = list(sea.box.german)
    for name in names:
        display = sea.box.german[name]
        state.ships.append(commissioned(display, captain_of(state.scenario, display)))
    ranks = {name: (sea.box.german[name].type != "bc", order.index(name)) for name in order}
    state.ships.sort(key=lambda ship: ranks[ship.id])
    against = _new_zealand(sea)
    sea.tell(told.Reinforced(tuple(names), against))
    score(sea, sea.box.numbers.fleet.campaign_pair, "fleet", to=EVERYBODY)


def _new_zealand(sea: Sea) -> str:
    """19.1 The battlecruiser that was kept out (3.0(3)); nothing if she is in play, sunk or called away."""
    state = sea.state
    kept = [ship.id for ship in sea.box.allied.values() if not ship.group and ship.type == "bc"]
    for gone in list(state.gone):
        if gone.id in kept and gone.how == "out_of_play":
            state.gone.remove(gone)
            state.pool.append(gone.id)
            return gone.id
    return ""


# --- the next mission


def _refit(sea: Sea) -> None:
    """24.1 Everything back to where a mission begins: ships that were damaged repaired (24.1.1), counters and markers
    in the pool, coastal defences aside (24.1.6), the alert by the missions won (24.1.7).
    """
    state = sea.state
    for ship in (ship for ship in sea.afloat if damage(sea, ship)):
        for track in TRACKS:
            if track != "leadership":
                setattr(ship, track, getattr(sea.display(ship), track))
    consorts = austria.come_home(sea)
    _clear_the_map(sea)
    back = _return_counters(sea)
    state.forts_aside += [fort.id for forts in state.forts.values() for fort in forts]
    state.forts_aside += [gone.id for gone in state.gone if gone.how == "destroyed"]
    state.gone = [gone for gone in state.gone if gone.how != "destroyed"]
    state.forts = {}
    successes = sum(won for _, won in war(sea).done)
    state.alert = min(sea.box.charts.alert.start + successes, sea.box.charts.alert.most)
    state.vp = state.turn = 0
    state.day = state.battle = None
    sea.tell(told.FleetRefitted(state.alert, back, consorts, _battlecruisers_lost(sea)))
    report_all(sea)


def _clear_the_map(sea: Sea) -> None:
    """24.1, 24.1.4 Visits, colliers, mines and landing parties (9.2.1) are things of the past, and so are all reports
    of the enemy, and letters (25.2).
    """
    state = sea.state
    for kind in (*("seebataillon" for _ in state.ashore), *("mines" for _ in state.mines)):
        stow_back(sea, kind)
    state.visited, state.colliers, state.mines, state.ashore = [], [], [], {}
    state.friendly_ships, state.french_sortie = [], False
    state.reports, state.letters, state.seen, state.logs = [], [], {}, {}
    for ship in sea.afloat:
        ship.at = sea.box.numbers.setup.home


def _return_counters(sea: Sea) -> tuple[str, ...]:
    """24.1 All markers and Allied ships into the pool, but what is gone for good: battlecruisers and battleships that
    were sunk, markers used up (13.1), and what never was in play. The ships that come back.
    """
    state = sea.state
    lying = [marker.id for markers in state.lying.values() for marker in markers]
    drawn = [name for names in (state.day.drawn.values() if state.day is not None else ()) for name in names]
    state.pool += [*lying, *drawn]
    state.lying = {}
    back = [gone.id for gone in state.gone if _comes_back(sea, gone)]
    state.gone = [gone for gone in state.gone if gone.id not in back]
    state.pool += back
    return tuple(back)


def _comes_back(sea: Sea, gone: Gone) -> bool:
    """24.1(3), 24.1.5 Lost cruisers, destroyers and convoys are replaced; ships that were only hurt are repaired."""
    if gone.id not in sea.box.allied:
        return False
    replaced = sea.box.allied[gone.id].type in sea.box.numbers.campaign.replaced
    return gone.how in ("damaged", "withdrawn") or (gone.how == "sunk" and replaced)


def _battlecruisers_lost(sea: Sea) -> int:
    """24.3 Allied battlecruisers that were sunk in this campaign."""
    allied = sea.box.allied
    return sum(gone.how == "sunk" and allied[gone.id].type == "bc" for gone in sea.state.gone)
