"""The Kaiser's Pirates as the kernel and the server see it."""

from collections.abc import Mapping
from functools import partial

from games.kernel.forms import Arrange, Choose, ChooseSome, MayChoose
from games.kernel.plans import RulePlan
from games.kernel.text import Text
from games.kernel.title import Title
from games.titles.pirates import presentation
from games.titles.pirates.bot.captain import captain
from games.titles.pirates.box.components import Box, load
from games.titles.pirates.box.options import Options
from games.titles.pirates.box.scenarios import SCENARIOS, TEAMS
from games.titles.pirates.orders.forms import KeepForm, PlanForm, PlayForm
from games.titles.pirates.orders.occasions import (
    CHASE,
    PURSUE,
    Aftermath,
    Attack,
    Passage,
    PhantomChoice,
    Prey,
    Stores,
)
from games.titles.pirates.orders.wishes import WishForm
from games.titles.pirates.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.pirates.presentation.reference import reference
from games.titles.pirates.presentation.telling import PHASES
from games.titles.pirates.rules.rounds import scoring, setup
from games.titles.pirates.rules.sequence import SEQUENCE
from games.titles.pirates.rules.turn import ahead
from games.titles.pirates.seen import foreseen
from games.titles.pirates.seen.redeal import conserved, mirror, redeal, reshuffle
from games.titles.pirates.seen.view import View, view
from games.titles.pirates.table.events import AnyEvent
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import State

RULES_VERSION = "2"
SUMMARY = Text(
    "Commerce raiding in the First World War: one to four players, three rounds of hidden cards.",
    "第一次世界大戦の通商破壊戦。1〜4人、3ラウンドのカードゲーム。",
)
TALK = Text(
    "Everybody may talk. Partners of a team must not name the cards that they hold; nobody checks it.",
    "誰とでも会話できます。チーム戦では、手札の特定のカードについて話してはいけません(システムは検査しません)。",
)
"""4.0"""
PASSING = frozenset(
    {
        *("aftermath", "arrange", "exchange_information", "passage", "phantom_target", "play", "react", "reflag"),
        *("resupply", "share_breakout", CHASE, PURSUE),
    }
)
"""3.0 What is asked within a player's turn: it soon ends."""


def _new_game(box: Box, scenario: str, options: Options) -> State:
    chosen = SCENARIOS[scenario]
    seats = tuple(role.key for role in (*chosen.seats, *chosen.automata))
    return setup.new_game(box, seats, options, teams=scenario == TEAMS)


_ON_PAPER = partial(
    Title[State],
    key="pirates",
    name=Text("The Kaiser's Pirates", "カイザーの海賊たち"),
    summary=SUMMARY,
    rules_version=RULES_VERSION,
    scenarios=SCENARIOS,
    options_type=Options,
    state_type=State,
    event_type=AnyEvent,
    view_type=View,
    form_types=(Arrange, Choose, ChooseSome, MayChoose, RulePlan, PlanForm, PlayForm, KeepForm, WishForm),
    context_types=(Aftermath, Attack, Passage, PhantomChoice, Prey, Stores),
    steps={step.key: step for step in SEQUENCE},
    first_step="deal",
    passing=PASSING,
    option_names=OPTION_NAMES,
    option_notes=OPTION_NOTES,
    phases=PHASES,
    standings=scoring.standings,
    reshuffle=reshuffle,
    mirror=mirror,
    kin=foreseen.kin,
    stale=foreseen.stale,
    talk_rule="4.0",
    talk_words=TALK,
)
"""What the title is with whatever component data."""


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """The title, played with the component data in `files`. Raises ComponentError for data that do not fit."""
    box = load(files)
    words = presentation.Presentation(box)
    return _ON_PAPER(
        new_game=partial(_new_game, box),
        table=lambda state: Sea(state, box),
        view=lambda state, seat: view(Sea(state, box), seat),
        tell=words.tell,
        heading=words.heading,
        stress=words.stress,
        reference=reference(box),
        text_board=words.text_board,
        drawn=words.drawn,
        glance=words.glance,
        explain=words.explain,
        headline=words.headline,
        labels=words.label,
        redeal=partial(redeal, box),
        conserved=partial(conserved, box),
        foreseen=foreseen.foreseen_kinds(box),
        plans={ahead.KIND: ahead.reaction_plan(box)},
        facts=partial(foreseen.facts, box),
        bots={"captain": captain(box)},
    )
