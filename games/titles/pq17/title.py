"""The PQ-17 title: the object with which the kernel and the server play it."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.kernel.bot_levels import CAPTAIN
from games.kernel.forms import Choose
from games.kernel.requests import Ask
from games.kernel.rule_texts import RuleTexts
from games.kernel.scenarios import Scenario, SeatRole
from games.kernel.text import Text
from games.kernel.title import Title
from games.kernel.title_parts import (
    NO_EQUIVALENT,
    TitleOptions,
    TitlePresentation,
    TitleRules,
    TitleSecrecy,
    TitleTrials,
    same_answer,
)
from games.titles.pq17.bot.levels import bots
from games.titles.pq17.components.box import Box, load
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.orders.air_battle import AirDefenceForm, AirStrikeForm
from games.titles.pq17.orders.attacks import StrikesForm
from games.titles.pq17.orders.battle import BattleForm
from games.titles.pq17.orders.convoys import ConvoysForm
from games.titles.pq17.orders.listening import BlockForm
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.planning import PlansForm
from games.titles.pq17.orders.preparations import PreparationsForm
from games.titles.pq17.orders.prospects import HEXES
from games.titles.pq17.orders.raids import RaidForm
from games.titles.pq17.orders.refusals import RefusalForm
from games.titles.pq17.orders.returning import ReturnForm
from games.titles.pq17.orders.setup import SetUpForm
from games.titles.pq17.orders.situations import PurchaseForm
from games.titles.pq17.presentation import Presentation
from games.titles.pq17.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.pq17.presentation.board.parts import PAPER, PARTS
from games.titles.pq17.presentation.charts import charts
from games.titles.pq17.presentation.event_marks import MARK_FIELDS
from games.titles.pq17.presentation.inspection import inspector
from games.titles.pq17.presentation.introduction import (
    CAMPAIGN_WAITS,
    INTRODUCTION,
    OPERATION_WAITS,
    campaign_length,
    operation_length,
)
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.odds import odds_table
from games.titles.pq17.presentation.points import PointTable
from games.titles.pq17.presentation.question_names import QUESTION_NAMES
from games.titles.pq17.presentation.reference import reference
from games.titles.pq17.presentation.synopsis import campaign_name, campaign_synopsis, synopsis
from games.titles.pq17.presentation.tempo import TEMPO
from games.titles.pq17.presentation.trial_figures import figures
from games.titles.pq17.rules.campaign.beginning import new_game
from games.titles.pq17.rules.operation.setup import seen_placing
from games.titles.pq17.rules.operation.victory import standings
from games.titles.pq17.rules.sequence import SEQUENCE
from games.titles.pq17.rules.surface.surface_odds import throw_odds
from games.titles.pq17.rules.trials.known_state import HORIZON, KINDS, UNFIT_STEPS, deal, known_state, refusal
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events import AnyEvent
from games.titles.pq17.state.state import State
from games.titles.pq17.visibility.hearing import discloses
from games.titles.pq17.visibility.leaves import leaves
from games.titles.pq17.visibility.redeal import conserved, redeal
from games.titles.pq17.visibility.view import View
from games.toolkit.rule_texts import read_rule_texts

RULES_VERSION = "9"
NAME = Text("PQ-17", "PQ-17")
SUMMARY = Text(
    "Convoys to Russia, 1941 to 1943: hidden forces, search and battle in the Arctic, for two players.",
    "1941〜1943年の対ソ援助船団。隠された部隊、索敵と戦闘。2人用。",
)
FORMS = (
    SetUpForm, PlansForm, PhaseForm, RefusalForm, StrikesForm, BattleForm, PurchaseForm, RaidForm, ReturnForm,
    BlockForm,
    ConvoysForm, AdministrationForm, PreparationsForm, AirDefenceForm, AirStrikeForm, Choose,
)  # fmt: skip
UNASKED = frozenset({"bid", "preparations", "administration"})
"""4.1.2, 15.4, 15.6 The kinds of questions of a campaign that a side's standing instructions answer in advance."""
SEATS = (SeatRole("allied", Text("Allies", "連合軍")), SeatRole("axis", Text("Axis", "枢軸軍")))


def scenarios(box: Box) -> dict[str, Scenario]:
    """T.scenarios, 15.9 Return all scenarios by key: single operations, and campaigns of several months."""
    operations = {
        key: Scenario(key, one.title, SEATS, synopsis(box, one), length=operation_length(one), waits=OPERATION_WAITS)
        for key, one in box.operations.items()
    }
    campaigns = {
        key: Scenario(
            key,
            campaign_name(box, months),
            SEATS,
            campaign_synopsis(box, months),
            length=campaign_length(months),
            waits=CAMPAIGN_WAITS.get(months, (0, 0)),
        )
        for key, months in box.campaign.lengths.items()
    }
    return operations | campaigns


def _mirror(here: Ask[Any], answer: Any, there: Ask[Any]) -> Any:
    """1.2a Return the answer that does the same in a redealt game, or NO_EQUIVALENT if there is none.

    `here`, `there`: the same question in the real and in the redealt game. A force of the first form corresponds to the
    force at the same position in the list `forces` of the second.
    """
    ours, theirs = getattr(here.form, "forces", ()), getattr(there.form, "forces", ())
    if here.kind != there.kind or type(here.form) is not type(there.form) or len(ours) != len(theirs):
        return NO_EQUIVALENT
    if isinstance(here.form, PhaseForm) and _may_be_unpaid(here.form, answer, there.form):
        return NO_EQUIVALENT
    names = _paired(here.form, there.form, ours, theirs)
    if all(one == other for one, other in names.items()):
        return same_answer(here, answer, there)
    translated = _renamed(here.form.write(answer), names)
    if isinstance(here.form, PhaseForm) and _parts_a_stack(here.form, answer, names):
        return NO_EQUIVALENT
    if isinstance(here.form, PhaseForm) and isinstance(there.form, PhaseForm):
        twins = [_twin(order, here.form, there.form, names) for order in translated]
        if None in twins:
            return NO_EQUIVALENT
        translated = twins
    return same_answer(here, there.form.read(translated), there)


def _may_be_unpaid(here: PhaseForm, answer: Any, there: Any) -> bool:
    """4.3.2 Return True if the answer sails a force, and its side has fewer Command Points in the redealt game."""
    poorer = any(there.moves.points.get(command, 0) < points for command, points in here.moves.points.items())
    return poorer and any(_leaves_port(order, here) for order in here.write(answer))


def _leaves_port(order: dict[str, Any], form: PhaseForm) -> bool:
    """4.3.1 Return True if an order moves a force out of port; it is skipped if Command Points are missing."""
    mover = form.moves.by_force.get(order.get("force") or order.get("convoy") or "")
    return order["order"] in ("move", "route") and mover is not None and mover.port != ""


def _parts_a_stack(here: PhaseForm, answer: Any, names: Mapping[str, str]) -> bool:
    """1.2b Return True if an answer gives orders to some but not all blocks of a hex with exchanged blocks.

    `names`: the corresponding force of each force in the redealt game; an exchanged block has another one. Blocks
    without an order continue by their plans. A redeal may or may not exchange a plan together with its block, so it is
    unknown which block moves as far there.
    """
    hexes: dict[str, set[str]] = {}
    for mover in here.moves.movers:
        if not mover.port:
            hexes.setdefault(mover.at, set()).add(mover.force)
    ordered = {order.get("force") or order.get("convoy") for order in here.write(answer)}
    return any(
        bool(ordered & there) and not there <= ordered and any(names.get(one, one) != one for one in there)
        for there in hexes.values()
        if any(here.moves.by_force[one].planned or here.moves.by_force[one].kind == "convoy" for one in there)
    )


def _paired(here: Any, there: Any, ours: tuple[str, ...], theirs: tuple[str, ...]) -> dict[str, str]:
    """1.2b Return the corresponding force in the redealt game for each force of the real game.

    `ours`, `theirs`: the forces of both forms in the order of their places. A force that is in the same port in both
    games corresponds to itself.
    """
    if not (isinstance(here, PhaseForm) and isinstance(there, PhaseForm)):
        return dict(zip(ours, theirs, strict=True))
    ports = [{name: mover.port for name, mover in form.moves.by_force.items()} for form in (here, there)]
    same = {name for name in ours if ports[0].get(name) and ports[0][name] == ports[1].get(name)}
    ours, theirs = (tuple(name for name in names if name not in same) for names in (ours, theirs))
    return dict(zip(ours, theirs, strict=True)) | {name: name for name in sorted(same)}


def _twin(order: dict[str, Any], here: PhaseForm, there: PhaseForm, names: Mapping[str, str]) -> dict[str, Any] | None:
    """5.0 Return the order for the redealt game whose movement looks the same this turn, or None if there is none.

    A force there that is no convoy moves as the convoy here does. Its speed is the same, so it must be able to move as
    many hexes. `order` already names the force of the redealt game.
    """
    if order["order"] not in ("move", "train", "route"):
        return order if _is_open(order, there) else None
    name = order["convoy" if order["order"] == "route" else "force"]
    mine = next(here.moves.by_force[one] for one, other in names.items() if other == name)
    theirs = there.moves.by_force.get(name)
    if theirs is None or (theirs.kind == "convoy") != (order["order"] == "route"):
        if theirs is None or theirs.kind == "convoy" or mine.port:
            return None
        order = _as_move(order)
    if order["order"] == "route":
        return order
    if _friends(here) != _friends(there) and any(
        (one.force, one.why) == (name, "friends") for one in there.moves.cautions
    ):
        return None
    speed = min(mine.hexes, HEXES[order.get("pace") or "cruise"]) if mine.kind != "convoy" else mine.hexes
    if theirs.hexes < speed:
        return None
    if min(theirs.hexes, HEXES[order.get("pace") or "cruise"]) == speed:
        return order
    pace = next((one for one in theirs.paces if HEXES[one] == speed), "")
    return order | {"pace": pace} if pace else None


def _is_open(order: dict[str, Any], there: PhaseForm) -> bool:
    """5.5, 12.4, 12.9 Return True if an order that depends on a convoy, chit or carrier is legal in the redealt game.

    `there`: the form of the same question in the redealt game.
    """
    specials = there.specials
    named = {"scatter": specials.convoys, "bomb": specials.bombed, "reveal": (specials.show,), "raid": specials.raided}
    verb = order["order"]
    if verb not in named:
        return True
    field = {"scatter": "convoy", "bomb": "port", "reveal": "chit", "raid": "on"}[verb]
    return order[field] in named[verb] and set(order.get("units", ())) <= {*specials.raiders}


def _friends(form: PhaseForm) -> set[str]:
    """5.2.1 Return the hexes of a side's convoys at sea; British submarines may not enter them."""
    return {one.at for one in form.moves.movers if one.kind == "convoy" and not one.port}


def _as_move(order: dict[str, Any]) -> dict[str, Any]:
    written = {"order": "move", "force": order["convoy"], "way": order.get("way", []), "enters": order["to"]}
    return written | ({"ice": order["ice"]} if "ice" in order else {})


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return an answer, as JSON, with each force's name replaced by `names`; the verbs of orders stay unchanged."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    if isinstance(value, dict):
        return {key: one if key == "order" else _renamed(one, names) for key, one in value.items()}
    return value


def _sealed(question: Ask[Any]) -> bool:
    """Return True if the answer to a question stays secret after it was given.

    4.2, 8.3a When play starts, the enemy sees the blocks, but not which are dummies (`dummies`), and not the plans
    (`plans`), which include situations (12.0). 14.0b Purchases (`options`) are secret.
    """
    return question.kind in ("plans", "dummies", "options", "administration", "preparations")


def _rules(box: Box) -> TitleRules[State]:
    return TitleRules(
        version=RULES_VERSION,
        state_type=State,
        event_type=AnyEvent,
        form_types=FORMS,
        steps={step.key: step for step in SEQUENCE},
        first_step="options",
        new_game=partial(new_game, box),
        table=partial(Board, box=box),
        standings=lambda state: standings(Board(state, box)),
        conserved_counts=partial(conserved, box),
    )


def _secrecy(box: Box) -> TitleSecrecy[State]:
    return TitleSecrecy(
        view_type=View,
        equivalent_answer=_mirror,
        secret_until_revealed=_sealed,
        skipped_if_planned=UNASKED,
        leaves=leaves(box),
        view=lambda state, seat: seen_placing(Board(state, box), seat),
        redeal=partial(redeal, box),
        discloses=lambda state, event, seat: discloses(Board(state, box), event, seat),
    )


def _presentation(box: Box, rule_texts: RuleTexts) -> TitlePresentation:
    words = Presentation(box)
    return TitlePresentation(
        point_sources=PointTable(Labels(box)).sources,
        picture_parts=PARTS,
        print_parts=PAPER,
        describe_event=words.describe_event,
        text_board=words.text_board,
        render_board=words.render_board,
        email_picture=words.email_picture,
        render_part=words.part,
        explain_question=words.explain_question,
        question_names=QUESTION_NAMES,
        headline=words.headline,
        group_title=words.group_title,
        emphasis=words.emphasis,
        mark_fields=MARK_FIELDS,
        labels=words.label,
        odds=odds_table(box, throw_odds),
        inspector=inspector(box, Labels(box)),
        reference=reference(box),
        charts=charts(box),
        rule_texts=rule_texts,
    )


def _trials(box: Box) -> TitleTrials[State]:
    return TitleTrials(
        kinds=KINDS,
        known_state=partial(known_state, box),
        deal=partial(deal, box),
        unfit_steps=UNFIT_STEPS,
        horizon=HORIZON,
        figures=figures,
        refusal=partial(refusal, box),
    )


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """Return the title with the component data in `files`. Raises ComponentError for data that do not fit."""
    box = load(files)
    return Title(
        key="pq17",
        name=NAME,
        summary=SUMMARY,
        introduction=INTRODUCTION,
        scenarios=scenarios(box),
        bots=bots(box),
        former_bots={"admiral": CAPTAIN},
        rules=_rules(box),
        secrecy=_secrecy(box),
        presentation=_presentation(box, read_rule_texts(files)),
        trials=_trials(box),
        options=TitleOptions(
            type=Options,
            names=OPTION_NAMES,
            notes=OPTION_NOTES,
            tempo=TEMPO,
        ),
    )
