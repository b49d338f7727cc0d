"""Trials of orders in invented worlds, and the plans that a player keeps for them."""

from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta, Raw, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.views.form_schemas import Answer
from api.views.order_editor import PreviewView
from games.kernel.codec import encode
from games.kernel.text import Text
from games.models import Player
from games.selectors.trials import (
    DEFAULT_WORLDS,
    MAX_PLANS,
    MAX_SEED,
    MAX_WORLDS,
    FigureSummary,
    KeptPlan,
    Trial,
    TrialLine,
    WorldFigures,
    list_plans,
    try_orders,
)
from games.services.trial_plans import MAX_NAME, do_delete_plan, do_keep_plan


class TrialRequest(RequestBody, frozen=True, kw_only=True):
    """Orders to try (`answer`), and ids of kept plans to compare with them; with a null answer only plans are tried."""

    answer: Answer = None
    plans: Annotated[list[UUID], Meta(max_length=MAX_PLANS, description="The ids of kept plans.")] = []
    seed: Annotated[
        int, Meta(ge=1, le=MAX_SEED, description="Chooses the worlds and their dice. It is not the game's.")
    ] = 1
    worlds: Annotated[int, Meta(ge=1, le=MAX_WORLDS)] = DEFAULT_WORLDS
    shown: Annotated[int, Meta(ge=0, le=MAX_WORLDS, description="The world to show in detail; 0: none.")] = 1


class KeepPlanRequest(RequestBody, frozen=True, kw_only=True):
    """Orders to save as a plan with a name."""

    name: Annotated[str, Meta(max_length=MAX_NAME, min_length=1)]
    answer: Answer


class KeptPlanList(Struct, frozen=True):
    """Your kept plans for a question, oldest first."""

    results: list[KeptPlan]


class ShownWorldBody(Struct, frozen=True):
    """One invented world in detail: its events in words, and your seat's last view in it."""

    world: Annotated[int, Meta(description="The number of the world, from 1.")]
    ending: Annotated[
        str,
        Meta(
            description=(
                "Why it ended: asked (you are asked the same kind of question again), later (the turns of "
                "a trial have passed), over (the game is over) or cut (the trial was too long)."
            )
        ),
    ]
    lines: list[TrialLine]
    view: Any


class TrialBody(Struct, frozen=True):
    """The result of one set of orders in all worlds; `plan` is null and `name` empty for the orders of the request."""

    plan: UUID | None
    name: str
    answer: Answer
    figures: Annotated[
        list[FigureSummary], Meta(description="Each figure over all worlds: mean, standard deviation and extremes.")
    ]
    worlds: Annotated[list[WorldFigures], Meta(description="The figures of each world.")]
    shown: Annotated[
        ShownWorldBody | None, Meta(description="The world that the request wants to see in detail; null: none.")
    ]


class TrialReportBody(Struct, frozen=True):
    """Trials of several sets of orders in the same invented worlds with the same dice; `notice` states their limits."""

    notice: Text
    seed: Annotated[int, Meta(description="The number that selected the worlds and the dice.")]
    asked: Annotated[int, Meta(description="The number of worlds in the request.")]
    worlds: Annotated[int, Meta(description="The number of worlds that were played before the time was up.")]
    trials: Annotated[list[TrialBody], Meta(description="The result of each set of orders.")]


class TrialsView(PreviewView):
    """``decisions/{id}/trials/``: try orders in invented worlds."""

    @describe_operation(
        "decisions_trials",
        "What orders do in invented worlds",
        reads=TrialRequest,
        sends=TrialReportBody,
        tag="decisions",
        about="What your seat does not know is dealt at random; bots answer for all others, and for your later "
        "questions, until you are asked the same again. The result depends on what your seat knows, the orders and the "
        "seed alone. Nothing is stored. 409 where the title, the question or the host allows no trials.",
        examples=[make_example("Ten worlds", {"answer": [], "worlds": 10})],
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        return self.preview(_trials, decision_id, self.parse_body(TrialRequest), is_light=False)


def _trials(player: Player, decision_id: UUID, wanted: TrialRequest) -> bytes:
    report = try_orders(
        player,
        decision_id,
        wanted.answer,
        plans=wanted.plans,
        seed=wanted.seed,
        worlds=wanted.worlds,
        shown=wanted.shown,
    )
    trials = [_body(one) for one in report.trials]
    return encode(TrialReportBody(report.notice, report.seed, report.asked, report.worlds, trials))


def _body(trial: Trial) -> TrialBody:
    shown, world = None, trial.shown
    if world is not None:
        shown = ShownWorldBody(world.world, world.ending, list(world.lines), Raw(world.view))
    figures, worlds = list(trial.figures), list(trial.worlds)
    return TrialBody(trial.plan, trial.name, trial.answer, figures, worlds, shown)


class PlansView(ApiView):
    """``decisions/{id}/plans/``: list your kept plans for a decision, or keep one."""

    @describe_operation("decisions_plans", "My kept plans for a decision", sends=KeptPlanList, tag="decisions")
    def get(self, request: Request, decision_id: UUID) -> Response:
        return Response(KeptPlanList(list_plans(self.player, decision_id)))

    @describe_operation(
        "decisions_keep_plan",
        "Keep orders under a name, to compare them in trials",
        reads=KeepPlanRequest,
        sends=KeptPlan,
        tag="decisions",
        about=f"At most {MAX_PLANS} for a decision; the same name replaces a plan. They are no answer, nobody else can "
        "read them, and they are deleted when the decision closes.",
        examples=[make_example("A plan", {"name": "West about", "answer": []})],
    )
    def put(self, request: Request, decision_id: UUID) -> Response:
        body = self.parse_body(KeepPlanRequest)
        return Response(do_keep_plan(player=self.player, request_id=decision_id, name=body.name, answer=body.answer))


class PlanView(ApiView):
    """``decisions/{id}/plans/{id}/``: delete a kept plan."""

    @describe_operation("decisions_delete_plan", "Delete a kept plan", status=204, tag="decisions")
    def delete(self, request: Request, decision_id: UUID, plan_id: UUID) -> Response:
        do_delete_plan(player=self.player, request_id=decision_id, plan_id=plan_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
