"""Battleships: the registration of the title with the kernel and the server."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.kernel.requests import Ask
from games.kernel.rule_texts import RuleTexts
from games.kernel.text import Text
from games.kernel.title import Title
from games.kernel.title_parts import (
    NO_EQUIVALENT,
    TitleOptions,
    TitlePresentation,
    TitleRules,
    TitleSecrecy,
    TitleStandingOrders,
    TitleTrials,
    same_answer,
)
from games.titles.battleships.bot.levels import bots
from games.titles.battleships.components.box import Box, load
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.orders import ShiftFlag
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.orders.targets import TargetForm
from games.titles.battleships.orders.torpedoes import TorpedoForm
from games.titles.battleships.presentation import Presentation
from games.titles.battleships.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.battleships.presentation.charts import charts
from games.titles.battleships.presentation.event_marks import MARK_FIELDS
from games.titles.battleships.presentation.inspection import inspector
from games.titles.battleships.presentation.introduction import INTRODUCTION, scenarios
from games.titles.battleships.presentation.labels import Labels
from games.titles.battleships.presentation.odds import RulesForOdds, odds_table
from games.titles.battleships.presentation.points import PointTable
from games.titles.battleships.presentation.question_names import QUESTION_NAMES
from games.titles.battleships.presentation.reference import reference
from games.titles.battleships.presentation.tempo import TEMPO
from games.titles.battleships.rules.gunnery.targets import aims_at
from games.titles.battleships.rules.scenario import setup
from games.titles.battleships.rules.sequence import SEQUENCE, standings
from games.titles.battleships.rules.torpedoes.torpedoes import salvo_at
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events import AnyEvent
from games.titles.battleships.state.state import State
from games.titles.battleships.visibility.foreseen import standing
from games.titles.battleships.visibility.hearing import discloses
from games.titles.battleships.visibility.leaves import LEAVES
from games.titles.battleships.visibility.redeal import conserved, redeal
from games.titles.battleships.visibility.trials import KINDS, OPEN_ROLLS, deal, figures, known_state
from games.titles.battleships.visibility.view import View, view
from games.toolkit.rule_texts import read_rule_texts

RULES_VERSION = "3"
NAME = Text("Battleships", "戦艦の戦い")
SUMMARY = Text(
    "Surface actions of 1939 to 1945, ship by ship: twelve battles for two players.",
    "1939〜1945年の水上戦闘を一隻ずつ。2人用、12の海戦。",
)
FORMS = (SetUpForm, TargetForm, TorpedoForm, CourseForm)


def _mirror(here: Ask[Any], answer: Any, there: Ask[Any]) -> Any:
    """10.9b Return the answer with the same public effect in another world (see `TitleSecrecy.equivalent_answer`).

    It is the same answer. If the other world refuses it, an order that moves the secret flag is left out.
    """
    twin = same_answer(here, answer, there)
    if twin is NO_EQUIVALENT and here.kind == "courses":
        twin = same_answer(here, tuple(order for order in answer if not isinstance(order, ShiftFlag)), there)
    return twin


def _sealed(question: Ask[Any]) -> bool:
    """6.1, 10.6, 10.9 Return True for a question whose answer stays secret until an event discloses it.

    Such questions are the set-up, with mines and flagships, and torpedo launches.
    """
    return question.kind in ("set_up", "torpedoes")


def _rules(box: Box) -> TitleRules[State]:
    return TitleRules(
        version=RULES_VERSION,
        state_type=State,
        event_type=AnyEvent,
        form_types=FORMS,
        steps={step.key: step for step in SEQUENCE},
        first_step="muster",
        conserved_counts=conserved,
        new_game=partial(setup.new_game, box),
        table=lambda state: Board(state, box),
        standings=lambda state: standings(Board(state, box)),
    )


def _secrecy(box: Box) -> TitleSecrecy[State]:
    return TitleSecrecy(
        view_type=View,
        equivalent_answer=_mirror,
        secret_until_revealed=_sealed,
        view=lambda state, seat: view(Board(state, box), seat),
        redeal=partial(redeal, box),
        discloses=lambda state, event, seat: discloses(Board(state, box), event, seat),
        leaves=LEAVES,
    )


def _presentation(box: Box, rule_texts: RuleTexts) -> TitlePresentation:
    words = Presentation(box)
    return TitlePresentation(
        point_sources=PointTable(box, Labels(box)).sources,
        describe_event=words.describe_event,
        text_board=words.text_board,
        render_board=words.render_board,
        email_picture=words.email_picture,
        explain_question=words.explain_question,
        question_names=QUESTION_NAMES,
        headline=words.headline,
        group_title=words.group_title,
        emphasis=words.emphasis,
        mark_fields=MARK_FIELDS,
        labels=words.label,
        odds=odds_table(box, RulesForOdds(aims_at, salvo_at)),
        inspector=inspector(Labels(box)),
        reference=reference(box),
        charts=charts(box),
        rule_texts=rule_texts,
    )


def _standing_orders(box: Box) -> TitleStandingOrders:
    return TitleStandingOrders(
        plans=standing(box),
    )


def _trials(box: Box) -> TitleTrials[State]:
    return TitleTrials(
        kinds=KINDS,
        known_state=partial(known_state, box),
        deal=partial(deal, box),
        open_rolls=OPEN_ROLLS,
        horizon=2,
        figures=figures,
    )


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """Return the title with the component data in `files`, which maps file names to contents.

    Raise ComponentError for invalid data.
    """
    box = load(files)
    return Title(
        key="battleships",
        name=NAME,
        summary=SUMMARY,
        introduction=INTRODUCTION,
        scenarios=scenarios(box),
        bots=bots(box),
        rules=_rules(box),
        secrecy=_secrecy(box),
        presentation=_presentation(box, read_rule_texts(files)),
        standing_orders=_standing_orders(box),
        trials=_trials(box),
        options=TitleOptions(
            type=Options,
            names=OPTION_NAMES,
            notes=OPTION_NOTES,
            tempo=TEMPO,
        ),
    )
