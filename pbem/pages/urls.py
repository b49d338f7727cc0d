"""Addresses of the players' pages. Letters name some of them; none acts on GET."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, path

from pbem.pages.views import advice, create, decision, game, home, keys, letters, messages, settings, standing

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path(".well-known/sealed-orders.json", keys.keys, name="keys"),
    path("logout/", LogoutView.as_view(next_page="login"), name="logout"),
    path("profile/", settings.settings, name="settings"),
    path("games/", home.all_games, name="games"),
    path("games/new/", create.scenarios, name="scenarios"),
    path("games/new/<slug:title>/<slug:scenario>/", create.create, name="create"),
    path("games/<uuid:game_id>/", game.game, name="game"),
    path("games/<uuid:game_id>/board.svg", game.board_picture, name="board"),
    path("games/<uuid:game_id>/join/", game.join, name="join"),
    path("games/<uuid:game_id>/nonce/", game.nonce, name="nonce"),
    path("games/<uuid:game_id>/leave/", game.leave, name="leave"),
    path("games/<uuid:game_id>/start/", game.start, name="start"),
    path("games/<uuid:game_id>/standing-orders/", standing.standing_orders, name="standing_orders"),
    path("games/<uuid:game_id>/messages/", messages.press, name="messages"),
    path("decisions/<uuid:decision_id>/", decision.decide, name="decision"),
    path("decisions/<uuid:decision_id>/advice/", advice.advise, name="advice"),
    path("decisions/<uuid:decision_id>/receipt/", decision.receipt, name="receipt"),
    path("decisions/<uuid:decision_id>/take-back/", decision.take_back, name="take_back"),
    path("mail/", letters.mail, name="mail"),
    path("mail/<str:name>/", letters.letter, name="letter"),
    path("mail/<str:name>/html/", letters.letter_html, name="letter_html"),
]
