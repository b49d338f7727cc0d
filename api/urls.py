"""Addresses below ``/api/v1/``."""

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from api.calls import (
    by_hand,
    decisions,
    games,
    invitations,
    messages,
    notes,
    pictures,
    players,
    record,
    sight,
    standing_orders,
    titles,
    umpire,
)
from api.document import DOCUMENTATION_POLICY, schema, with_policy

_game: list[URLPattern | URLResolver] = [
    path("", games.OneGame.as_view()),
    path("join/", games.Join.as_view()),
    path("nonce/", games.Nonce.as_view()),
    path("leave/", games.Leave.as_view()),
    path("start/", games.Start.as_view()),
    path("abandon/", games.Abandon.as_view()),
    path("invitations/", invitations.Invitations.as_view()),
    path("invitations/<uuid:invitation_id>/", invitations.OneInvitation.as_view()),
    path("invitations/<uuid:invitation_id>/again/", invitations.Again.as_view()),
    path("observers/", invitations.Observers.as_view()),
    path("stops/", sight.Stops.as_view()),
    path("view/", sight.View.as_view()),
    path("board.svg", pictures.BoardSvg.as_view()),
    path("board.png", pictures.BoardPng.as_view()),
    path("spots/", by_hand.Spots.as_view()),
    path("events/", sight.Events.as_view()),
    path("notices/", sight.Notices.as_view()),
    path("dice/", sight.Dice.as_view()),
    path("record/", record.Record.as_view()),
    path("standing-orders/", standing_orders.StandingOrders.as_view()),
    path("standing-orders/kinds/", standing_orders.Kinds.as_view()),
    path("standing-orders/preview/", standing_orders.Preview.as_view()),
    path("standing-orders/preference/", standing_orders.OrderOfPreference.as_view()),
    path("standing-orders/<uuid:order_id>/", standing_orders.OneStandingOrder.as_view()),
    path("messages/", messages.Messages.as_view()),
    path("messages/<uuid:message_id>/", messages.OneMessage.as_view()),
    path("notes/", notes.GameNotes.as_view()),
    path("admin/stops/", umpire.Stops.as_view()),
    path("admin/decisions/", umpire.Asked.as_view()),
    path("admin/messages/", umpire.Press.as_view()),
    path("admin/rewind/", umpire.Rewind.as_view()),
    path("admin/extend/", umpire.Extend.as_view()),
    path("admin/pause/", umpire.Pause.as_view()),
    path("admin/resume/", umpire.Resume.as_view()),
    path("admin/hold/", umpire.Hold.as_view()),
    path("admin/letters/", umpire.Letters.as_view()),
    path("admin/letters/<int:letter_id>/resend/", umpire.Resend.as_view()),
    path("admin/release/", umpire.Release.as_view()),
    path("admin/substitute/", umpire.Substitute.as_view()),
    path("admin/act/", umpire.Act.as_view()),
    path("admin/export/", umpire.Export.as_view()),
]

_OPEN = {"permission_classes": [AllowAny], "authentication_classes": []}
_swagger = SpectacularSwaggerSplitView.as_view(url_name="schema", **_OPEN)
_redoc = SpectacularRedocView.as_view(url_name="schema", template_name="api/redoc.html", **_OPEN)

urlpatterns: list[URLPattern | URLResolver] = [
    path("titles/", titles.Titles.as_view()),
    path("titles/<str:key>/", titles.OneTitle.as_view()),
    path("titles/<str:key>/reference/", titles.TitleReference.as_view()),
    path("problems/", titles.Problems.as_view()),
    path("games/", games.Games.as_view()),
    path("games/<uuid:game_id>/", include(_game)),
    path("invitations/accept/", invitations.Accept.as_view()),
    path("observe/", invitations.Observe.as_view()),
    path("decisions/", decisions.Decisions.as_view()),
    path("decisions/<uuid:decision_id>/", decisions.OneDecision.as_view()),
    path("decisions/<uuid:decision_id>/answer/", decisions.AnswerCall.as_view()),
    path("decisions/<uuid:decision_id>/check/", decisions.Check.as_view()),
    path("decisions/<uuid:decision_id>/reach/", by_hand.Reach.as_view()),
    path("decisions/<uuid:decision_id>/offers/", by_hand.Offers.as_view()),
    path("decisions/<uuid:decision_id>/advice/", decisions.AdviceCall.as_view()),
    path("players/me/", players.Me.as_view()),
    path("players/me/notes/", notes.AllNotes.as_view()),
    path("tokens/", players.Tokens.as_view()),
    re_path(r"^tokens/(?P<token_id>[0-9a-f]{16})/$", players.OneToken.as_view()),
    path("schema/", schema, name="schema"),
    path("docs/", with_policy(DOCUMENTATION_POLICY)(_swagger), name="docs"),
    path("redoc/", with_policy(DOCUMENTATION_POLICY)(_redoc), name="redoc"),
]
