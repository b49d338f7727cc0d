"""A tiny title for testing the kernel and the store: two seats, hidden hands, sealed bids, a reaction.

Each round both seats bid one card face down at the same time; a die breaks ties; the loser may answer the win with a
"trump" from its hand, if it holds one (it is asked in any case). Three rounds; most tricks win.

Bids and trumps can be foreseen. With the option `planned` both seats lay down a plan for their trumps at the start of
each round, which stands until they change it, and are not asked for trumps at all.
"""

from typing import Any

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.events import EVERYBODY, UMPIRE, Event
from games.kernel.forms import Choose, MayChoose, RandomSource
from games.kernel.hotspots import RenderedBoard
from games.kernel.picture import Area, Layer, Picture
from games.kernel.requests import Ask, ask, ask_all, roll, shuffle
from games.kernel.rule_texts import RuleText
from games.kernel.scenarios import Placing, Scenario, SeatRole
from games.kernel.standing_orders import Fact, Facts, Range, Rule, StandingOrderKind, apply_rules
from games.kernel.steps import Step
from games.kernel.table import Table, end_step
from games.kernel.text import Text
from games.kernel.title import Title
from games.kernel.title_parts import (
    NO_EQUIVALENT,
    TitleOptions,
    TitlePresentation,
    TitleRules,
    TitleSecrecy,
    TitleStandingOrders,
    same_answer,
)
from games.orders.rule_plan import RulePlan, Rules

SEATS = ("red", "black")
CARDS = tuple(f"c{n:02d}" for n in range(1, 13))
TRUMPS = ("c01", "c02")
HAND = 5
ADVISER = "green"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = 3
    planned: bool = False


class State(Struct, omit_defaults=True):
    options: Options = Options()
    round: int = 0
    hands: dict[str, list[str]] = {}
    deck: list[str] = []
    out: list[str] = []
    tricks: dict[str, int] = {}
    bids: dict[str, str] = {}
    plans: dict[str, Rules] = {}
    adviser: str = ""
    """A seat that sees red's hand and may advise red on its bids."""


class View(Struct, omit_defaults=True):
    seat: str
    round: int
    hand: list[str]
    counts: dict[str, int]
    out: list[str]
    tricks: dict[str, int]
    plan: Rules = ()
    truth: dict[str, list[str]] = {}


class Dealt(Event, frozen=True, tag="dealt"):
    seat: str
    count: int
    cards: list[str] = []

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",) if seat in (self.seat, ADVISER) else ()


class Revealed(Event, frozen=True, tag="revealed"):
    bids: dict[str, str]
    die: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("bids", "die")


class Answered(Event, frozen=True, tag="answered"):
    seat: str
    trump: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("trump",)


class Won(Event, frozen=True, tag="won"):
    seat: str


async def deal(table: Table[State]) -> str | None:
    state = table.state
    deck = await shuffle(CARDS, key="deal", rule="1.0")
    for seat in SEATS:
        state.hands[seat] = [deck.pop() for _ in range(HAND)]
        near = (seat, state.adviser) if state.adviser and seat == "red" else (seat,)
        table.emit(Dealt(seat, HAND, list(state.hands[seat])), to=near, reduced=Dealt(seat, HAND))
    state.deck = deck
    return "round"


async def play_round(table: Table[State]) -> str | None:
    state = table.state
    state.round += 1
    if state.options.planned:
        state.plans = await ask_all({seat: _plan(state, seat) for seat in SEATS})
    state.bids = await ask_all({seat: _bid(state, seat) for seat in SEATS})
    for seat, card in state.bids.items():
        state.hands[seat].remove(card)
        state.out.append(card)
    high = max(state.bids.values())
    die = 0
    if state.bids["red"][-1] == state.bids["black"][-1]:
        (die,) = await roll(6, key="tie", rule="2.2")
    table.emit(Revealed(dict(state.bids), die), to=EVERYBODY)
    winner = next(seat for seat in SEATS if state.bids[seat] == high) if die < 4 else "black"
    await _trump(table, winner)
    if state.round >= state.options.rounds:
        end_step(None)
    return "round"


async def _trump(table: Table[State], winner: str) -> None:
    state = table.state
    loser = "black" if winner == "red" else "red"
    held = tuple(card for card in state.hands[loser] if card in TRUMPS)
    question = Ask(
        key="trump",
        kind="react",
        seat=loser,
        rule="2.3",
        prompt=Text("Play a trump?", "切り札を出しますか？"),
        form=MayChoose(options=held),
    )
    if state.options.planned:
        followed = apply_rules(state.plans[loser], question, facts(view(state, loser), question), kin)
        card = followed.answer if followed else None
    else:
        card = await ask(question)
    if card is not None:
        state.hands[loser].remove(card)
        state.out.append(card)
        winner = loser
    table.emit(Answered(loser, card or ""), to=EVERYBODY)
    state.bids = {}
    state.tricks[winner] = state.tricks.get(winner, 0) + 1
    table.emit(Won(winner), to=EVERYBODY)


def _bid(state: State, seat: str) -> Ask[str]:
    return Ask(
        key="bid",
        kind="bid",
        seat=seat,
        rule="2.1",
        prompt=Text("Bid a card.", "カードを1枚出してください。"),
        form=Choose(options=tuple(state.hands[seat])),
        advisers=(state.adviser,) if state.adviser and seat == "red" else (),
    )


def _plan(state: State, seat: str) -> Ask[Rules]:
    return Ask(
        key="plan",
        kind="plan",
        seat=seat,
        rule="2.4",
        prompt=Text("Plan your trumps.", "切り札の計画を立ててください。"),
        form=PLAN,
        is_standing=True,
    )


def view(state: State, seat: str) -> View:
    return View(
        seat=seat,
        round=state.round,
        hand=list(state.hands.get(_of(state, seat), [])),
        counts={s: len(h) for s, h in state.hands.items()},
        out=list(state.out),
        tricks=dict(state.tricks),
        plan=state.plans.get(seat, ()),
        truth=state.hands if seat == UMPIRE else {},
    )


def redeal(state: State, seat: str, pick: RandomSource) -> State:
    """Mix the deck and the hands that `seat` does not hold."""
    hidden = [other for other in state.hands if other != _of(state, seat)]
    unseen = [card for other in hidden for card in state.hands[other]] + state.deck
    mixed = [unseen.pop(pick(len(unseen))) for _ in range(len(unseen))]
    hands = dict(state.hands)
    for other in hidden:
        count = len(hands[other])
        hands[other], mixed = mixed[:count], mixed[count:]
    return State(
        state.options,
        state.round,
        hands,
        mixed,
        list(state.out),
        dict(state.tricks),
        dict(state.bids),
        dict(state.plans),
        state.adviser,
    )


def _of(state: State, seat: str) -> str:
    """Whose hand a seat looks into."""
    return "red" if seat and seat == state.adviser else seat


def mirror(here: Ask[Any], answer: Any, there: Ask[Any]) -> Any:
    """A bid lies face down, so any bid looks the same (the same card is best); a trump is seen."""
    same = same_answer(here, answer, there)
    if same is NO_EQUIVALENT and here.key == "bid":
        return there.form.options[0]
    return same


def standings(state: State) -> list[Placing]:
    def place(seat: str) -> int:
        return 1 + sum(other > state.tricks.get(seat, 0) for other in state.tricks.values())

    return [Placing(seat, place(seat), state.tricks.get(seat, 0)) for seat in SEATS]


def conserved(state: State) -> dict[str, int]:
    held = sum(map(len, state.hands.values())) + len(state.deck) + len(state.out)
    return {"cards": held if state.hands else len(CARDS)}


def tell(event: Any, language: str) -> str:
    match event:
        case Dealt(seat, count, cards):
            return f"{seat} is dealt {count} cards {' '.join(cards)}".strip()
        case Revealed(bids, _):
            return "bids: " + ", ".join(f"{seat} {card}" for seat, card in bids.items())
        case Answered(seat, trump):
            return f"{seat} plays {trump or 'no trump'}"
        case Won(seat):
            return f"{seat} wins the trick"
    return ""


def text_board(seen: View, language: str) -> str:
    return f"round {seen.round} hand {' '.join(seen.hand)} tricks {seen.tricks}"


def drawn(seen: View, language: str) -> RenderedBoard:
    text = f'<text x="4" y="20" font-size="12">{text_board(seen, language)}</text>'
    return RenderedBoard(Picture(width=200, height=40, ground="#ffffff", layers=(Layer(text, Area(0, 0, 200, 40)),)))


ROUND = Fact("round", Text("round", "ラウンド"), "number")
BEHIND = Fact("behind", Text("behind", "劣勢"))
LEADER = Fact("leader", Text("leader", "首位"), "word", SEATS)
HOLDING = Fact("holding", Text("holding", "手札"), "words", CARDS)

REACT = StandingOrderKind(
    kind="react",
    name=Text("trump", "切り札"),
    facts=(ROUND, BEHIND, LEADER, HOLDING),
    answers=("trump", *TRUMPS),
    examples=(Rule("react", {"behind": True, "round": Range(at_least=2)}, "trump"),),
)
BID = StandingOrderKind(
    kind="bid",
    name=Text("bid", "入札"),
    facts=(ROUND, HOLDING),
    answers=("high", "low", "trump", *CARDS),
    may_pass=False,
)
PLAN = RulePlan(kinds=(REACT,))


def kin(option: str) -> str:
    """Trumps, high cards and low ones."""
    if option in TRUMPS:
        return "trump"
    return "high" if option > "c06" else "low"


def facts(seen: View, question: Ask[Any]) -> Facts:
    """What the seat knows when a bid or a trump is asked for; nobody leads while tricks are level."""
    own, most = seen.tricks.get(seen.seat, 0), max(seen.tricks.values(), default=0)
    leaders = [seat for seat in SEATS if seen.tricks.get(seat, 0) == most]
    found: dict[str, Any] = {"round": seen.round, "behind": own < most, "holding": tuple(seen.hand)}
    return found | ({"leader": leaders[0]} if len(leaders) == 1 else {})


def stale(seen: View, rule: Rule) -> Text | None:
    """A card that lies on the table never comes back."""
    if isinstance(rule.answer, str) and rule.answer in seen.out:
        return Text(f"{rule.answer} has been played.", f"{rule.answer}は使用済みです。")
    return None


NAMES = {"red": Text("Red", "赤"), "black": Text("Black", "黒"), ADVISER: Text("Green", "緑")}
NAMES["blue"] = Text("Blue", "青")

RULE = RuleText(
    "0.1", Text("Bids", "入札"), Text("The higher bid wins. Equal bids win nothing.", "高い入札が勝つ。同数は無効。")
)

TOY: Title[State] = Title(
    key="toy",
    name=Text("Toy", "おもちゃ"),
    summary=Text("Bids and trumps.", "入札と切り札。"),
    scenarios={
        "standard": Scenario(
            "standard", Text("Standard", "標準"), tuple(SeatRole(s, NAMES[s]) for s in SEATS), partners=(SEATS,)
        )
    },
    rules=TitleRules(
        version="1",
        state_type=State,
        event_type=Dealt | Revealed | Answered | Won,
        form_types=(Choose, MayChoose, RulePlan),
        steps={"deal": Step("deal", "1.0", deal), "round": Step("round", "2.0", play_round)},
        first_step="deal",
        new_game=lambda scenario, options: State(options=options),
        table=Table,
        standings=standings,
        conserved_counts=conserved,
    ),
    options=TitleOptions(
        type=Options,
    ),
    secrecy=TitleSecrecy(
        view_type=View,
        view=view,
        redeal=redeal,
        equivalent_answer=mirror,
        secret_until_revealed=lambda question: question.kind in ("bid", "plan"),
    ),
    presentation=TitlePresentation(
        describe_event=tell,
        text_board=text_board,
        render_board=drawn,
        explain_question=lambda question, language: question.prompt.get(language),
        question_names={"bid": Text("bid", "入札"), "plan": Text("trumps", "切り札"), "react": Text("trump", "切り札")},
        headline=lambda seen, language: f"Round {seen.round}" if language == "en" else f"第{seen.round}ラウンド",
        labels=lambda value: NAMES.get(value, Text(value, value)),
        rule_texts={RULE.rule: RULE},
    ),
    standing_orders=TitleStandingOrders(
        kinds=(REACT, BID),
        plans={"plan": PLAN},
        facts=facts,
        alias=kin,
        obsolete_reason=stale,
    ),
)

COUNCIL = Scenario(
    "council", Text("Council", "評議"), tuple(SeatRole(seat, NAMES[seat]) for seat in (*SEATS, ADVISER, "blue"))
)
ADVISED: Title[State] = TOY.evolve(
    scenarios={**TOY.scenarios, COUNCIL.key: COUNCIL},
    standings=lambda state: [*standings(state), *(Placing(s, 3, 0) for s in (ADVISER, "blue") if state.adviser)],
    new_game=lambda scenario, options: State(options=options, adviser=ADVISER if scenario == COUNCIL.key else ""),
)
"""The same with a scenario in which green advises red, and blue looks on."""

__all__ = ["TOY", "Problem"]
