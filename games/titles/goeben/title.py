"""Goeben, 1914: the Title object, with which the kernel and the server play the game."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.kernel.bot_levels import CAPTAIN
from games.kernel.events import UMPIRE
from games.kernel.forms import Choose, ChooseSome, MayChoose, Share
from games.kernel.requests import Ask
from games.kernel.rule_texts import RuleTexts
from games.kernel.scenarios import Placing
from games.kernel.text import Text, join_texts
from games.kernel.title import Title
from games.kernel.title_parts import (
    TitleOptions,
    TitlePresentation,
    TitleRules,
    TitleSecrecy,
    TitleStandingOrders,
    TitleTrials,
)
from games.titles.goeben import presentation
from games.titles.goeben.bot.levels import bots
from games.titles.goeben.components.box import Box, load
from games.titles.goeben.components.options import Options
from games.titles.goeben.components.scenarios import CAPTAINS, fixed_options, mode_of
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.doctrine import KIND as DOCTRINE
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.stowage import Stowage
from games.titles.goeben.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.goeben.presentation.charts import charts
from games.titles.goeben.presentation.event_marks import MARK_FIELDS
from games.titles.goeben.presentation.inspection import inspector
from games.titles.goeben.presentation.introduction import INTRODUCTION, scenarios
from games.titles.goeben.presentation.labels import Labels
from games.titles.goeben.presentation.narration import PHASES
from games.titles.goeben.presentation.odds import odds_table
from games.titles.goeben.presentation.points import PointTable
from games.titles.goeben.presentation.question_names import QUESTION_NAMES
from games.titles.goeben.presentation.reference import reference
from games.titles.goeben.presentation.tempo import TEMPO
from games.titles.goeben.rules.battle.odds import volley
from games.titles.goeben.rules.mission import setup
from games.titles.goeben.rules.sequence import SEQUENCE
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import AnyEvent
from games.titles.goeben.state.state import State
from games.titles.goeben.visibility import foreseen, hearing, knowledge
from games.titles.goeben.visibility.elsewhere import vary
from games.titles.goeben.visibility.leaves import LEAVES
from games.titles.goeben.visibility.redeal import conserved, redeal, reshuffle
from games.titles.goeben.visibility.trials import KINDS, OPEN_ROLLS, UNFIT_STEPS, figures, known_state, refusal
from games.titles.goeben.visibility.view import View, view
from games.toolkit.rule_texts import read_rule_texts

RULES_VERSION = "4"
NAME = Text("Goeben, 1914", "ゲーベン1914")
SUMMARY = Text(
    "A German battlecruiser in the Mediterranean, August 1914: for one player, or for a team.",
    "1914年8月、地中海のドイツ巡洋戦艦。一人用、またはチームで。",
)
FORMS = (Choose, ChooseSome, MayChoose, Share, Stowage, DayPlan, DoctrineForm, BattlePlan)

VERDICTS = {
    "won": Text("mission accomplished", "任務達成"),
    "lost": Text("mission failed", "任務失敗"),
    "campaign_failure": Text("relieved of command", "指揮権剥奪"),
    "dismissed": Text("dismissed", "罷免"),
    "campaign_draw": Text("a draw", "引き分け"),
    "campaign_victory": Text("victory", "勝利"),
    "moral_victory": Text("destroyed, but not defeated", "破壊されるとも制されず"),
}
SUCCESS = ("won", "campaign_draw", "campaign_victory", "moral_victory")


def _decided_by(state: State) -> Iterator[Text]:
    """17.0, 24.1, 24.5 Yield what decided a finished game: why the mission ended, or the number of missions won."""
    if state.verdict == "won":
        yield Text("its conditions are met", "条件を達成")
    elif state.verdict == "lost":
        lost = all(ship.sunk for ship in state.ships)
        yield Text("all ships were lost", "全艦喪失") if lost else Text("the last day has passed", "期日を経過")
    elif state.verdict == "dismissed":
        yield Text("the victory points fell below 0", "勝利ポイントが0未満")
    elif state.campaign is not None and state.verdict:
        won, played = sum(won for _, won in state.campaign.done), len(state.campaign.done)
        yield Text(f"missions won: {won} of {played}", f"{played}任務中{won}成功")


def standings(state: State) -> list[Placing]:
    """17.0, 24.5 Return the standings: all players share one place, because they win or lose together.

    The points of a lost game count as 0.
    """
    verdict = VERDICTS.get(state.verdict, Text("under way", "進行中"))
    points = max(state.vp, 0) if state.verdict in SUCCESS else 0
    score = Text(f"{state.vp} victory points", f"{state.vp}勝利ポイント")
    detail = join_texts((verdict, *_decided_by(state), score), "; ", "、")
    return [Placing(seat, 1, points, detail) for seat in state.seats]


def win_shares(state: State) -> dict[str, float]:
    """17.0 Return each seat's share of the win: 1 for all seats if the players have won, else 0."""
    return dict.fromkeys(state.seats, float(state.verdict in SUCCESS))


def _may_talk(box: Box, state: State, sender: str, receiver: str) -> bool:
    """25.2 Return True if one seat may send messages to another: captains only while they are in touch."""
    return knowledge.may_talk(Board(state, box), sender, receiver)


DAY = "day"
"""25.2 The name that captains see for all phases after the morning; it must not reveal a battle elsewhere."""
OPEN_STEPS = ("muster", "fit_out", "morning")


def _step_shown(scenario: str, step: str, audience: str) -> str:
    """25.2 Return the phase that a seat sees: captains see only DAY after the morning, all others the true phase."""
    return step if mode_of(scenario) != "captains" or audience == UMPIRE or step in OPEN_STEPS else DAY


def _sealed(question: Ask[Any]) -> bool:
    """25.2 Return True if the answer to a question stays secret, as the orders of captains do."""
    return question.seat in CAPTAINS


def _done(view: View) -> bool:
    """25.2 Return True if a captain's ships are all sunk, so that the seat gives no more orders."""
    own = [one.ship for one in view.ships if one.own]
    return view.mode == "captains" and bool(own) and all(ship.sunk for ship in own)


def _rules(box: Box) -> TitleRules[State]:
    return TitleRules(
        version=RULES_VERSION,
        state_type=State,
        event_type=AnyEvent,
        form_types=FORMS,
        steps={step.key: step for step in SEQUENCE},
        first_step="muster",
        has_finished=_done,
        standings=standings,
        win_shares=win_shares,
        new_game=partial(setup.new_game, box),
        table=lambda state: Board(state, box),
        conserved_counts=partial(conserved, box),
        may_talk=partial(_may_talk, box),
    )


def _secrecy(box: Box) -> TitleSecrecy[State]:
    return TitleSecrecy(
        view_type=View,
        secret_until_revealed=_sealed,
        visible_step=_step_shown,
        leaves=LEAVES,
        view=lambda state, seat: view(Board(state, box), seat),
        redeal=partial(redeal, box),
        vary=partial(vary, box),
        reshuffle=partial(reshuffle, box),
        discloses=lambda state, event, seat: hearing.discloses(Board(state, box), event, seat),
    )


def _presentation(box: Box, rule_texts: RuleTexts) -> TitlePresentation:
    words = presentation.Presentation(box)
    return TitlePresentation(
        point_sources=PointTable(Labels(box)).sources,
        phases=PHASES,
        describe_event=words.describe_event,
        group_title=words.group_title,
        emphasis=words.emphasis,
        mark_fields=MARK_FIELDS,
        reference=reference(box, Labels(box)),
        charts=charts(box, Labels(box)),
        rule_texts=rule_texts,
        text_board=words.text_board,
        render_board=words.render_board,
        email_picture=words.email_picture,
        explain_question=words.explain_question,
        question_names=QUESTION_NAMES,
        headline=words.headline,
        labels=words.label,
        odds=odds_table(box, volley),
        inspector=inspector(box, Labels(box)),
    )


def _standing_orders(box: Box) -> TitleStandingOrders:
    return TitleStandingOrders(
        plans={DOCTRINE: DoctrineForm()},
        facts=foreseen.facts,
        kinds=foreseen.foreseen_kinds(box),
    )


def _trials(box: Box) -> TitleTrials[State]:
    return TitleTrials(
        kinds=KINDS,
        known_state=partial(known_state, box),
        unfit_steps=UNFIT_STEPS,
        open_rolls=OPEN_ROLLS,
        horizon=2,
        figures=figures,
        refusal=refusal,
    )


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """Return the title with the component data in `files`, which maps file names to contents.

    Raise ComponentError for invalid data.
    """
    box = load(files)
    return Title(
        key="goeben",
        name=NAME,
        summary=SUMMARY,
        introduction=INTRODUCTION,
        scenarios=scenarios(box),
        bots=bots(box),
        former_bots={"admiral": CAPTAIN},
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
