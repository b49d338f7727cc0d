"""2.3–2.5 The end of a round and of the game."""

from fractions import Fraction
from typing import NamedTuple

from games.kernel.forms import ChooseSome, MayChoose
from games.kernel.requests import Ask, ask, ask_all, draw
from games.kernel.scenarios import Placing
from games.kernel.text import Text
from games.titles.pirates.orders.forms import KeepForm
from games.titles.pirates.rules.rounds.teams import exchange_ships, sides
from games.titles.pirates.state.board import Board, pile_value
from games.titles.pirates.state.events import rounds as told
from games.titles.pirates.state.events.attack import Safe
from games.titles.pirates.state.state import Fleet, State, Trophy, Vessel


async def score_round(board: Board) -> str | None:
    """2.3, 2.3.3.3 Score victory points and round points. 2.5 After the third round, announce the winner.

    Return the key of the next step; None if the game is over.
    """
    state = board.state
    state.turn = None
    board.tell(told.RoundEnded(state.round))
    for fleet in state.fleets:
        _keep_prizes(fleet, board)
        await _limit_germans(board, fleet)
    victory = {fleet.seat: pile_value(board, fleet) for fleet in state.fleets}
    points = round_points(victory, board.box.numbers.score.round_points[len(victory)])
    for fleet in state.fleets:
        fleet.victory_points.append(victory[fleet.seat])
        fleet.round_points.append(points[fleet.seat])
    board.tell(told.RoundScored(state.round, victory, points))
    if state.round >= board.box.numbers.game.rounds and _decided(board, idle=not any(victory.values())):
        state.over = True
        return None
    return "carry_over"


def _keep_prizes(fleet: Fleet, board: Board) -> None:
    """2.3.1.1, 3.2.5.2 Move the prizes that survived the round to the fleet's victory pile, at twice their value."""
    for prize in fleet.prizes:
        fleet.pile.append(Trophy(prize.card, "safe", doubled=True))
        board.tell(Safe(prize.card, fleet.seat, doubled=True))
    fleet.prizes = []


async def _limit_germans(board: Board, fleet: Fleet) -> None:
    """2.3.1.2 Reduce the German ships in a victory pile to the number of its merchants, by lot."""
    germans = [trophy.card for trophy in fleet.pile if board.is_german(trophy.card)]
    merchants = sum(trophy.card in board.box.merchants for trophy in fleet.pile)
    for card in await draw(germans, len(germans) - merchants, key=f"excess.{fleet.seat}", rule="2.3.1"):
        fleet.pile = [trophy for trophy in fleet.pile if trophy.card != card]
        board.state.german.used.append(card)
        board.tell(told.TrophyLost(fleet.seat, card))


def round_points(victory: dict[str, int], scale: tuple[int, ...]) -> dict[str, int]:
    """2.3.3, 2.3.3.1, 2.3.3.2 Return the round points of each seat.

    `victory`: the victory points of each seat. `scale`: the points for each place, the best first. Seats with equal
    victory points share the higher place. Seats without victory points receive no round points.
    """
    return {
        seat: scale[sum(other > score for other in victory.values())] if score else 0 for seat, score in victory.items()
    }


class Rank(NamedTuple):
    """The round points and victory points of a side: a single player, or both partners of a team (4.10).

    `points`: the round points of all rounds. `victory`: the victory points of all rounds.
    """

    points: int
    victory: int
    side: tuple[Fleet, ...]

    @property
    def score(self) -> tuple[int, int]:
        """2.5 The score: round points, then victory points."""
        return self.points, self.victory


def _ranking(state: State) -> list[Rank]:
    """2.5, 4.10 Return the results of all sides, the best first."""
    ranks = [
        Rank(sum(sum(f.round_points) for f in side), sum(sum(f.victory_points) for f in side), side)
        for side in sides(state)
    ]
    return sorted(ranks, key=lambda rank: (-rank.points, -rank.victory))


def _decided(board: Board, *, idle: bool) -> bool:
    """2.5 Announce the winner or a tie. Return True if the game is over.

    A full tie calls for another round; if nobody scored in an additional round (`idle`), the tie is final.
    """
    best, *others = _ranking(board.state)
    tied = [best, *(rank for rank in others if rank.score == best.score)]
    teams = len(best.side) > 1
    if len(tied) > 1:
        shared = idle and board.state.round > board.box.numbers.game.rounds
        seats = tuple(fleet.seat for rank in tied for fleet in rank.side)
        board.tell(told.GameTied(seats, shared, teams))
        return shared
    winner = best.side[0]
    board.tell(told.GameWon(winner.seat, best.points, best.victory, winner.partner))
    return True


def standings(state: State) -> list[Placing]:
    """Return the present standings, by round points, then by victory points (2.5)."""
    ranks = _ranking(state)
    return [
        Placing(fleet.seat, 1 + sum(other.score > rank.score for other in ranks), rank.points, _detail(rank, fleet))
        for rank in ranks
        for fleet in rank.side
    ]


def win_shares(state: State) -> dict[str, float]:
    """2.5, 4.10 Return each seat's share of the win. Partners win together; sides with equal scores share the win."""
    ranks = _ranking(state)
    first = [rank for rank in ranks if rank.score == ranks[0].score]
    return {fleet.seat: float(Fraction(rank in first, len(first))) for rank in ranks for fleet in rank.side}


def _detail(rank: Rank, fleet: Fleet) -> Text:
    """Return the points of a side as text; 4.8 in a team also those of the seat itself."""
    points, victory = rank.score
    text = Text(
        "{points} round points, {victory} victory points", "ラウンドポイント{points}、勝利得点{victory}"
    ).format(points=points, victory=victory)
    if len(rank.side) == 1:
        return text
    own, scored = sum(fleet.round_points), sum(fleet.victory_points)
    return Text("team: {text}; own: {own} and {scored}", "チーム合計 {text}（本人 {own}・{scored}）").format(
        text=text, own=own, scored=scored
    )


async def carry_over(board: Board) -> str | None:
    """2.4 Ask which ships are carried over, and clear the table of all other ships. Return the key of the next step."""
    kept = await _kept(board)
    state = board.state
    for fleet in state.fleets:
        _clear(board, fleet, kept.get(fleet.seat, ()))
    state.deck, state.discards, state.removed, state.shown = [], [], board.action_cards(), []
    if state.phantom is not None:
        state.phantom.buried = []
    await exchange_ships(board, kept)
    for fleet in state.fleets:
        fleet.carried = len(fleet.ships)
    return "deal"


async def _kept(board: Board) -> dict[str, tuple[str, ...]]:
    """2.4.1 Ask each player which surviving ship to carry over, with 6.7 up to three. Return the ships by seat."""
    fleets = [fleet for fleet in board.state.fleets if fleet.ships]
    if board.state.phantom is not None:
        return await _kept_by_both(board, fleets)
    if board.state.options.carry_over_three:
        most = board.box.numbers.hand.carry_over_limit_option
        return await ask_all({fleet.seat: _ships_question(fleet, most) for fleet in fleets})
    chosen = await ask_all({fleet.seat: _ship_question(fleet) for fleet in fleets})
    return {seat: (ship,) if ship else () for seat, ship in chosen.items()}


async def _kept_by_both(board: Board, fleets: list[Fleet]) -> dict[str, tuple[str, ...]]:
    """5.2.4 Ask the live player which ships both fleets carry over, in one question. Return the ships by seat."""
    if not fleets:
        return {}
    hand = board.box.numbers.hand
    each = hand.carry_over_limit_option if board.state.options.carry_over_three else hand.carry_over_limit
    rows = {fleet.seat: tuple(vessel.card for vessel in fleet.ships) for fleet in fleets}
    prompt = Text(
        "Which ships are carried over into the next round, up to {each} on your side and on the phantom's?",
        "次のラウンドに持ち越す船を、自軍とファントムのそれぞれ{each}隻まで選んでください。",
    ).format(each=each)
    form = KeepForm.of(rows, each)
    kept = await ask(
        Ask(key="carry_over", kind="carry_over", seat=board.live.seat, rule="5.2.4", prompt=prompt, form=form)
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
        form=MayChoose(options=tuple(vessel.card for vessel in fleet.ships), rule="2.4.1", kept=True),
    )


def _ships_question(fleet: Fleet, most: int) -> Ask[tuple[str, ...]]:
    return Ask(
        key="carry_over",
        kind="carry_over",
        seat=fleet.seat,
        rule="6.7",
        prompt=Text(
            "Which ships, up to {most}, do you carry over into the next round? Each costs you an action card.",
            "次のラウンドに持ち越す船を{most}隻まで選んでください。1隻につき手札が1枚減ります。",
        ).format(most=most),
        form=ChooseSome(options=tuple(vessel.card for vessel in fleet.ships), most=most, rule="6.7"),
    )


def _clear(board: Board, fleet: Fleet, kept: tuple[str, ...]) -> None:
    """2.4.0 Clear a fleet: remove markers, put ships and merchants face up beneath their decks, empty the hand.

    The ships in `kept` stay. 4.9 In a team, the other German ships stay until the partners have exchanged ships.
    """
    german, merchant = board.state.german, board.state.merchant
    surplus = [vessel.card for vessel in fleet.ships if vessel.card not in kept]
    german.used += surplus if not fleet.partner else []
    german.used += [trophy.card for trophy in fleet.pile if board.is_german(trophy.card)]
    merchant.used += [vessel.card for vessel in fleet.merchants]
    merchant.used += [trophy.card for trophy in fleet.pile if trophy.card in board.box.merchants]
    carried = [vessel.card for vessel in fleet.ships if vessel.card in kept]
    fleet.ships = [Vessel(card) for card in (*carried, *(surplus if fleet.partner else ()))]
    fleet.merchants, fleet.pile, fleet.hand, fleet.weather, fleet.reports = [], [], [], "", []
    fleet.skipped = False
    for ship in carried or [""]:
        board.tell(told.CarriedOver(fleet.seat, ship))
