"""2.3–2.5 The end of a round and of the game."""

from typing import NamedTuple

from games.kernel.forms import ChooseSome, MayChoose
from games.kernel.requests import Ask, all_of, ask, draw
from games.kernel.text import Text
from games.kernel.title import Placing
from games.titles.pirates.orders.forms import KeepForm
from games.titles.pirates.rules.rounds.teams import exchange_ships, sides
from games.titles.pirates.table.events import rounds as told
from games.titles.pirates.table.events.attack import Safe
from games.titles.pirates.table.sea import Sea, pile_value
from games.titles.pirates.table.state import Fleet, State, Trophy, Vessel


async def score_round(sea: Sea) -> str | None:
    """2.3, 2.3.3.3 Victory points and round points; 2.5 the winner after the third round."""
    state = sea.state
    state.turn = None
    sea.tell(told.RoundEnded(state.round))
    for fleet in state.fleets:
        _keep_prizes(fleet, sea)
        await _limit_germans(sea, fleet)
    victory = {fleet.seat: pile_value(sea, fleet) for fleet in state.fleets}
    points = round_points(victory, sea.box.numbers.score.round_points[len(victory)])
    for fleet in state.fleets:
        fleet.victory_points.append(victory[fleet.seat])
        fleet.round_points.append(points[fleet.seat])
    sea.tell(told.RoundScored(state.round, victory, points))
    if state.round >= sea.box.numbers.game.rounds and _decided(sea, idle=not any(victory.values())):
        state.over = True
        return None
    return "carry_over"


def _keep_prizes(fleet: Fleet, sea: Sea) -> None:
    """2.3.1.1, 3.2.5.2 A prize that lived through the round joins the pile at twice her value."""
    for prize in fleet.prizes:
        fleet.pile.append(Trophy(prize.card, "safe", doubled=True))
        sea.tell(Safe(prize.card, fleet.seat, doubled=True))
    fleet.prizes = []


async def _limit_germans(sea: Sea, fleet: Fleet) -> None:
    """2.3.1.2 No more German ships count than merchants were taken; the excess is drawn blindly."""
    germans = [trophy.card for trophy in fleet.pile if sea.is_german(trophy.card)]
    merchants = sum(trophy.card in sea.box.merchants for trophy in fleet.pile)
    for card in await draw(germans, len(germans) - merchants, key=f"excess.{fleet.seat}", rule="2.3.1"):
        fleet.pile = [trophy for trophy in fleet.pile if trophy.card != card]
        sea.state.german.used.append(card)
        sea.tell(told.TrophyLost(fleet.seat, card))


def round_points(victory: dict[str, int], scale: tuple[int, ...]) -> dict[str, int]:
    """2.3.3, 2.3.3.1, 2.3.3.2 By rank on the scale, best first; equal seats take the higher, none for none."""
    return {
        seat: scale[sum(other > score for other in victory.values())] if score else 0 for seat, score in victory.items()
    }


class Rank(NamedTuple):
    """How one side stands: a player or, in a team game, both partners together (4.10)."""

    points: int
    victory: int
    side: tuple[Fleet, ...]

    @property
    def score(self) -> tuple[int, int]:
        """2.5 Round points, then victory points."""
        return self.points, self.victory


def _ranking(state: State) -> list[Rank]:
    """2.5, 4.10 The sides, best first."""
    ranks = [
        Rank(sum(sum(f.round_points) for f in side), sum(sum(f.victory_points) for f in side), side)
        for side in sides(state)
    ]
    return sorted(ranks, key=lambda rank: (-rank.points, -rank.victory))


def _decided(sea: Sea, *, idle: bool) -> bool:
    """2.5 Announce the winner. A full tie calls for another round; after one in which nobody scored it stands."""
    best, *others = _ranking(sea.state)
    tied = [best, *(rank for rank in others if rank.score == best.score)]
    teams = len(best.side) > 1
    if len(tied) > 1:
        shared = idle and sea.state.round > sea.box.numbers.game.rounds
        seats = tuple(fleet.seat for rank in tied for fleet in rank.side)
        sea.tell(told.GameTied(seats, shared, teams))
        return shared
    winner = best.side[0]
    sea.tell(told.GameWon(winner.seat, best.points, best.victory, winner.partner))
    return True


def standings(state: State) -> list[Placing]:
    """The places as they stand: round points, then victory points (2.5)."""
    ranks = _ranking(state)
    return [
        Placing(fleet.seat, 1 + sum(other.score > rank.score for other in ranks), rank.points, _detail(rank, fleet))
        for rank in ranks
        for fleet in rank.side
    ]


def _detail(rank: Rank, fleet: Fleet) -> Text:
    """What a place rests on; 4.8: of a team's points, those of the seat itself."""
    points, victory = rank.score
    text = Text(f"{points} round points, {victory} victory points", f"ラウンドポイント{points}、勝利得点{victory}")
    if len(rank.side) == 1:
        return text
    own, scored = sum(fleet.round_points), sum(fleet.victory_points)
    return Text(f"team: {text.en}; own: {own} and {scored}", f"チーム合計 {text.ja}（本人 {own}・{scored}）")


async def carry_over(sea: Sea) -> str | None:
    """2.4 Clear the table; some ships stay with their fleets."""
    kept = await _kept(sea)
    state = sea.state
    for fleet in state.fleets:
        _clear(sea, fleet, kept.get(fleet.seat, ()))
    state.deck, state.discards, state.removed, state.shown = [], [], sea.action_cards(), []
    if state.phantom is not None:
        state.phantom.buried = []
    await exchange_ships(sea, kept)
    for fleet in state.fleets:
        fleet.carried = len(fleet.ships)
    return "deal"


async def _kept(sea: Sea) -> dict[str, tuple[str, ...]]:
    """2.4.1 Each player may keep one surviving ship; with 6.7 up to three."""
    fleets = [fleet for fleet in sea.state.fleets if fleet.ships]
    if sea.state.phantom is not None:
        return await _kept_by_both(sea, fleets)
    if sea.state.options.carry_over_three:
        most = sea.box.numbers.hand.carry_over_limit_option
        return await all_of({fleet.seat: _ships_question(fleet, most) for fleet in fleets})
    chosen = await all_of({fleet.seat: _ship_question(fleet) for fleet in fleets})
    return {seat: (ship,) if ship else () for seat, ship in chosen.items()}


async def _kept_by_both(sea: Sea, fleets: list[Fleet]) -> dict[str, tuple[str, ...]]:
    """5.2.4 The live player decides for both sides, in one answer."""
    if not fleets:
        return {}
    hand = sea.box.numbers.hand
    each = hand.carry_over_limit_option if sea.state.options.carry_over_three else hand.carry_over_limit
    rows = {fleet.seat: tuple(vessel.card for vessel in fleet.ships) for fleet in fleets}
    prompt = Text(
        f"Which ships are carried over into the next round, up to {each} on your side and on the phantom's?",
        f"次のラウンドに持ち越す船を、自軍とファントムのそれぞれ{each}隻まで選んでください。",
    )
    form = KeepForm.of(rows, each)
    kept = await ask(
        Ask(key="carry_over", kind="carry_over", seat=sea.live.seat, rule="5.2.4", prompt=prompt, form=form)
    )
    return {seat: tuple(card for card in row if card in kept) for seat, row in rows.items()}


def _ship_question(fleet: Fleet) -> Ask[str | None]:
    return Ask(
        key="carry_over",
        kind="carry_over",
        seat=fleet.seat,
        rule="2.4.1",
        prompt=Text(
            "Which ship do you carry over into the next round? With one you start with five cards instead of six.",
            "次のラウンドに持ち越す船を選んでください。持ち越すと手札は6枚ではなく5枚になります。",
        ),
        form=MayChoose(options=tuple(vessel.card for vessel in fleet.ships), rule="2.4.1"),
    )


def _ships_question(fleet: Fleet, most: int) -> Ask[tuple[str, ...]]:
    return Ask(
        key="carry_over",
        kind="carry_over",
        seat=fleet.seat,
        rule="6.7",
        prompt=Text(
            f"Which ships, up to {most}, do you carry over into the next round? Each costs you an action card.",
            f"次のラウンドに持ち越す船を{most}隻まで選んでください。1隻につき手札が1枚減ります。",
        ),
        form=ChooseSome(options=tuple(vessel.card for vessel in fleet.ships), most=most, rule="6.7"),
    )


def _clear(sea: Sea, fleet: Fleet, kept: tuple[str, ...]) -> None:
    """2.4.0 Markers off; ships and merchants face up beneath their decks; action cards back.

    4.9 The surplus ships of a team wait until the partners have handed over what they like.
    """
    german, merchant = sea.state.german, sea.state.merchant
    surplus = [vessel.card for vessel in fleet.ships if vessel.card not in kept]
    german.used += surplus if not fleet.partner else []
    german.used += [trophy.card for trophy in fleet.pile if sea.is_german(trophy.card)]
    merchant.used += [vessel.card for vessel in fleet.merchants]
    merchant.used += [trophy.card for trophy in fleet.pile if trophy.card in sea.box.merchants]
    carried = [vessel.card for vessel in fleet.ships if vessel.card in kept]
    fleet.ships = [Vessel(card) for card in (*carried, *(surplus if fleet.partner else ()))]
    fleet.merchants, fleet.pile, fleet.hand, fleet.weather, fleet.reports = [], [], [], "", []
    fleet.skipped = False
    for ship in carried or [""]:
        sea.tell(told.CarriedOver(fleet.seat, ship))
