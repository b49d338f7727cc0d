"""2.3–2.5 The end of a round and of the game."""

from games.kernel.forms import ChooseSome, MayChoose
from games.kernel.requests import Ask, all_of, draw
from games.kernel.text import Text
from games.kernel.title import Standing
from games.titles.pirates import events as told
from games.titles.pirates.sea import Sea
from games.titles.pirates.state import Fleet, State, Trophy, Vessel


async def score_round(sea: Sea) -> str | None:
    """2.3 Victory points and round points; 2.5 the winner after the third round."""
    state = sea.state
    state.turn = None
    sea.tell(told.RoundEnded(state.round))
    for fleet in state.fleets:
        _keep_prizes(fleet, sea)
        await _limit_germans(sea, fleet)
    victory = {fleet.seat: pile_value(sea, fleet) for fleet in state.fleets}
    points = round_points(victory, sea.components.numbers.score.round_points[len(victory)])
    for fleet in state.fleets:
        fleet.victory_points.append(victory[fleet.seat])
        fleet.round_points.append(points[fleet.seat])
    sea.tell(told.RoundScored(state.round, victory, points))
    if state.round >= sea.components.numbers.game.rounds and _decided(sea, idle=not any(victory.values())):
        state.over = True
        return None
    return "carry_over"


def _keep_prizes(fleet: Fleet, sea: Sea) -> None:
    """3.2.5 A prize that lived through the round joins the pile at twice her value."""
    for prize in fleet.prizes:
        fleet.pile.append(Trophy(prize.card, "safe", doubled=True))
        sea.tell(told.Safe(prize.card, fleet.seat, doubled=True))
    fleet.prizes = []


async def _limit_germans(sea: Sea, fleet: Fleet) -> None:
    """2.3.1 No more German ships count than merchants were taken; the excess is drawn blindly."""
    germans = [trophy.card for trophy in fleet.pile if sea.is_german(trophy.card)]
    merchants = sum(trophy.card in sea.components.merchants for trophy in fleet.pile)
    for card in await draw(germans, len(germans) - merchants, key=f"excess.{fleet.seat}", rule="2.3.1"):
        fleet.pile = [trophy for trophy in fleet.pile if trophy.card != card]
        sea.state.german.used.append(card)
        sea.tell(told.TrophyLost(fleet.seat, card))


def pile_value(sea: Sea, fleet: Fleet) -> int:
    """2.3.1, 2.3.2 The victory points in a pile, as it lies."""
    doubled = sea.components.numbers.score.doubled
    return sum(sea.value(trophy.card) * (doubled if trophy.doubled else 1) for trophy in fleet.pile)


def round_points(victory: dict[str, int], scale: tuple[int, ...]) -> dict[str, int]:
    """2.3.3 By rank on the scale, best first; equal seats take the higher, none for none."""
    return {
        seat: scale[sum(other > score for other in victory.values())] if score else 0 for seat, score in victory.items()
    }


def _ranking(state: State) -> list[tuple[int, int, str]]:
    """2.5 Round points, then victory points, best first."""
    rows = [(sum(fleet.round_points), sum(fleet.victory_points), fleet.seat) for fleet in state.fleets]
    return sorted(rows, key=lambda row: (-row[0], -row[1]))


def _decided(sea: Sea, *, idle: bool) -> bool:
    """2.5 Announce the winner. A full tie calls for another round; after one in which nobody scored it stands."""
    best, *others = _ranking(sea.state)
    tied = [best, *(row for row in others if row[:2] == best[:2])]
    if len(tied) > 1:
        shared = idle and sea.state.round > sea.components.numbers.game.rounds
        sea.tell(told.GameTied(tuple(seat for _, _, seat in tied), shared))
        return shared
    sea.tell(told.GameWon(best[2], best[0], best[1]))
    return True


def standings(state: State) -> list[Standing]:
    """The places as they stand: round points, then victory points (2.5)."""
    rows = _ranking(state)
    return [
        Standing(
            seat,
            1 + sum(row[:2] > (points, victory) for row in rows),
            points,
            Text(f"{points} round points, {victory} victory points", f"ラウンドポイント{points}、勝利得点{victory}"),
        )
        for points, victory, seat in rows
    ]


async def carry_over(sea: Sea) -> str | None:
    """2.4 Clear the table; some ships stay with their fleets."""
    kept = await _kept(sea)
    for fleet in sea.state.fleets:
        _clear(sea, fleet, kept.get(fleet.seat, ()))
    state = sea.state
    state.deck, state.discards, state.removed, state.shown = [], [], list(sea.components.cards), []
    return "deal"


async def _kept(sea: Sea) -> dict[str, tuple[str, ...]]:
    """2.4.1 Each player may keep one surviving ship; with 6.7 up to three."""
    fleets = [fleet for fleet in sea.state.fleets if fleet.ships]
    if sea.state.options.carry_over_three:
        most = sea.components.numbers.hand.carry_over_limit_option
        return await all_of({fleet.seat: _ships_question(fleet, most) for fleet in fleets})
    chosen = await all_of({fleet.seat: _ship_question(fleet) for fleet in fleets})
    return {seat: (ship,) if ship else () for seat, ship in chosen.items()}


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
    """2.4.0 Markers off; ships and merchants face up beneath their decks; action cards back."""
    german, merchant = sea.state.german, sea.state.merchant
    german.used += [vessel.card for vessel in fleet.ships if vessel.card not in kept]
    german.used += [trophy.card for trophy in fleet.pile if sea.is_german(trophy.card)]
    merchant.used += [vessel.card for vessel in fleet.merchants]
    merchant.used += [trophy.card for trophy in fleet.pile if trophy.card in sea.components.merchants]
    fleet.ships = [Vessel(vessel.card) for vessel in fleet.ships if vessel.card in kept]
    fleet.carried = len(fleet.ships)
    fleet.merchants, fleet.pile, fleet.hand, fleet.weather, fleet.reports = [], [], [], "", []
    for ship in [vessel.card for vessel in fleet.ships] or [""]:
        sea.tell(told.CarriedOver(fleet.seat, ship))
