"""The Kaiser's Pirates: the registration of the title with the kernel and the server."""

from collections.abc import Mapping
from functools import partial

from games.kernel.forms import Arrange, Choose, ChooseSome, MayChoose
from games.kernel.rule_texts import RuleTexts
from games.kernel.text import Text
from games.kernel.title import Title
from games.kernel.title_parts import (
    TitleOptions,
    TitlePresentation,
    TitleRules,
    TitleSecrecy,
    TitleStandingOrders,
    TitleTrials,
)
from games.orders.rule_plan import RulePlan
from games.titles.pirates import presentation
from games.titles.pirates.bot.levels import bots
from games.titles.pirates.components.box import Box, load
from games.titles.pirates.components.options import Options
from games.titles.pirates.components.scenarios import SCENARIOS, TEAMS, fixed_options
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
from games.titles.pirates.presentation.charts import charts
from games.titles.pirates.presentation.event_marks import MARK_FIELDS
from games.titles.pirates.presentation.inspection import inspector
from games.titles.pirates.presentation.introduction import INTRODUCTION
from games.titles.pirates.presentation.labels import Labels
from games.titles.pirates.presentation.narration import PHASES
from games.titles.pirates.presentation.odds import odds_table
from games.titles.pirates.presentation.points import point_sources
from games.titles.pirates.presentation.question_names import QUESTION_NAMES
from games.titles.pirates.presentation.reference import reference
from games.titles.pirates.presentation.tempo import TEMPO
from games.titles.pirates.rules.rounds import scoring, setup
from games.titles.pirates.rules.sequence import SEQUENCE
from games.titles.pirates.rules.turn import sealed_plans
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import AnyEvent
from games.titles.pirates.state.state import State
from games.titles.pirates.visibility import foreseen
from games.titles.pirates.visibility.leaves import LEAVES
from games.titles.pirates.visibility.redeal import conserved, mirror, redeal, reshuffle
from games.titles.pirates.visibility.trials import DEFAULTS, KINDS, OPEN_ROLLS, deal, figures, known_state
from games.titles.pirates.visibility.view import View, view
from games.toolkit.rule_texts import read_rule_texts

RULES_VERSION = "3"
SUMMARY = Text(
    "Commerce raiding in the First World War: one to four players, three rounds of hidden cards.",
    "第一次世界大戦の通商破壊戦。1〜4人、3ラウンドのカードゲーム。",
)
TALK = Text(
    "Everybody may talk. Partners of a team must not name the cards that they hold; nobody checks it.",
    "誰とでも会話できます。チーム戦では、手札の特定のカードについて話してはいけません（システムは検査しません）。",
)
"""4.0 The instructions to players about messages."""
PASSING = frozenset(
    {
        *("aftermath", "arrange", "exchange_information", "passage", "phantom_target", "play", "react", "reflag"),
        *("resupply", "share_breakout", CHASE, PURSUE),
    }
)
"""3.0 The kinds of short question within a player's turn (see `TitleRules.deferrable`)."""


def _new_game(box: Box, scenario: str, options: Options) -> State:
    chosen = SCENARIOS[scenario]
    seats = tuple(role.key for role in (*chosen.seats, *chosen.automata))
    return setup.new_game(box, seats, options, teams=scenario == TEAMS)


def _rules(box: Box) -> TitleRules[State]:
    return TitleRules(
        version=RULES_VERSION,
        state_type=State,
        event_type=AnyEvent,
        form_types=(Arrange, Choose, ChooseSome, MayChoose, RulePlan, PlanForm, PlayForm, KeepForm, WishForm),
        context_types=(Aftermath, Attack, Passage, PhantomChoice, Prey, Stores),
        steps={step.key: step for step in SEQUENCE},
        first_step="deal",
        deferrable=PASSING,
        standings=scoring.standings,
        win_shares=scoring.win_shares,
        talk_rule="4.0",
        new_game=partial(_new_game, box),
        table=lambda state: Board(state, box),
        conserved_counts=partial(conserved, box),
    )


def _secrecy(box: Box) -> TitleSecrecy[State]:
    return TitleSecrecy(
        view_type=View,
        skipped_if_planned=frozenset({"aftermath"}),  # in the solitaire game, without a card for it
        reshuffle=reshuffle,
        equivalent_answer=mirror,
        leaves=LEAVES,
        view=lambda state, seat: view(Board(state, box), seat),
        redeal=partial(redeal, box),
    )


def _presentation(box: Box, rule_texts: RuleTexts) -> TitlePresentation:
    words = presentation.Presentation(box)
    return TitlePresentation(
        point_sources=point_sources,
        phases=PHASES,
        talk_text=TALK,
        describe_event=words.describe_event,
        group_title=words.group_title,
        emphasis=words.emphasis,
        mark_fields=MARK_FIELDS,
        reference=reference(box),
        charts=charts(box),
        rule_texts=rule_texts,
        text_board=words.text_board,
        render_board=words.render_board,
        email_picture=words.email_picture,
        smallest_text=9,
        explain_question=words.explain_question,
        question_names=QUESTION_NAMES,
        headline=words.headline,
        labels=words.label,
        odds=odds_table(box),
        inspector=inspector(box, Labels(box)),
    )


def _standing_orders(box: Box) -> TitleStandingOrders:
    return TitleStandingOrders(
        alias=foreseen.kind_of_answer,
        obsolete_reason=foreseen.stale,
        kinds=foreseen.foreseen_kinds(box),
        idle_kinds=foreseen.idle_kinds,
        plans={sealed_plans.KIND: sealed_plans.reaction_plan(box)},
        facts=partial(foreseen.facts, box),
    )


def _trials(box: Box) -> TitleTrials[State]:
    return TitleTrials(
        kinds=KINDS,
        known_state=partial(known_state, box),
        deal=partial(deal, box),
        open_rolls=OPEN_ROLLS,
        defaults=DEFAULTS,
        figures=figures,
    )


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """Return the title with the component data in `files`, which maps file names to contents.

    Raise ComponentError for invalid data.
    """
    box = load(files)
    return Title(
        key="pirates",
        name=Text("The Kaiser's Pirates", "カイザーの海賊たち"),
        summary=SUMMARY,
        introduction=INTRODUCTION,
        scenarios=SCENARIOS,
        bots=bots(box),
        rules=_rules(box),
        secrecy=_secrecy(box),
        presentation=_presentation(box, read_rule_texts(files)),
        standing_orders=_standing_orders(box),
        trials=_trials(box),
        options=TitleOptions(
            type=Options,
            fixed=fixed_options,
            names=OPTION_NAMES,
            notes=OPTION_NOTES,
            tempo=TEMPO,
        ),
    )
