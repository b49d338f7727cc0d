"""Every kind of page: who opens it and how, on a server with something on every page.

Each page of the URL configuration has a line in `PAGES`, or one in `NO_PAGES`; a new one fails until it has.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.models import ChanceCurve, ChancePoint, Game, IncomingMail, OutgoingMail, Player, Seat, UmpireQuestion
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.persistence.link_tokens import make_link_token
from games.persistence.unsubscribe_tokens import write_unsubscribe_token
from games.services.address_changes import do_request_address_change
from games.services.creation import do_create_game
from games.services.devices import do_add_device
from games.services.invitations import do_invite, do_renew_observer_link
from games.services.lifecycle import do_join_game, do_start_game
from games.services.messages import do_send_message
from games.services.reserve_calls import begin_reserve_call
from games.services.reserves import do_call_reserves, do_volunteer
from games.services.resolve.advance import do_resolve
from games.services.umpire_questions import do_ask_umpire
from games.services.webhooks import do_add_webhook
from tests.e2e.conftest import Lend, log_in
from tests.e2e.windows import letter
from tests.table import answer, asked
from tests.worker.webhooks.browser import Browser
from worker.mail.outbound import delivery

STATUS = "performance.getEntriesByType('navigation')[0].responseStatus"
SIZES = ((1366, 768), (390, 844))
LONG = "Convoy and cruisers: a long game between the Azores, Cape Verde and the River Plate"


@dataclass
class Scene:
    """A server with something on every page. `received`: the response that each window shows."""

    game: Game
    council: Game
    others: dict[str, str]
    tokens: dict[str, str]
    windows: dict[str, Any] = field(default_factory=dict)
    received: dict[Any, Any] = field(default_factory=dict)

    def hear(self, response: Any) -> None:
        """Keep the response that a window shows."""
        if response.request.is_navigation_request() and not response.frame.parent_frame:
            self.received[response.frame.page] = response

    def close(self) -> None:
        """The windows go to other tests."""
        for page in self.windows.values():
            page.remove_listener("response", self.hear)

    def red(self) -> str:
        return str(asked(self.game, "red").pk)


Open = Callable[[Scene, Any], object]


def at(who: str, path: Callable[[Scene], str]) -> tuple[str, Open]:
    """A page that one opens by its address."""
    return who, lambda scene, page: page.goto(path(scene))


def named(who: str, name: str, *parts: Any) -> tuple[str, Open]:
    return at(who, lambda _scene: reverse(name, args=parts))


def of_game(who: str, name: str, more: str = "") -> tuple[str, Open]:
    return at(who, lambda scene: reverse(name, args=[scene.game.pk]) + more)


def with_token(who: str, name: str) -> tuple[str, Open]:
    return at(who, lambda scene: reverse(name, args=[scene.tokens[name]]))


def _confirm_code(scene: Scene, page: Any) -> None:
    page.goto(reverse("account_request_login_code"))
    page.fill("#id_email", "ben@example.org")
    with page.expect_navigation():
        page.locator("main button.primary").click()
    page.locator("#id_code").wait_for()


def _new_password(scene: Scene, page: Any) -> None:
    page.goto(reverse("account_reset_password"))
    page.fill("#id_email", "ben@example.org")
    with page.expect_navigation():
        page.locator("main button.primary").click()
    page.goto("/" + letter()["url"].split("/", 3)[3])
    page.locator("input[type=password]").first.wait_for()


def _umpire_act(scene: Scene, page: Any) -> None:
    page.goto(reverse("umpire", args=[scene.game.pk]))
    page.locator("form[action$='/pause/'] input[name=reason]").fill("A storm has cut the wires of half of the players.")
    with page.expect_navigation():
        page.locator("form[action$='/pause/'] button").click()


def _umpire_question(scene: Scene, page: Any) -> None:
    anna = Player.objects.get(username="anna")
    text = "Can Emden fire across the Bay of Bengal?"
    do_ask_umpire(player=anna, game_id=scene.game.pk, seat="red", text=text, office=UmpireQuestion.Office.STAFF)
    page.goto(reverse("umpire_question", args=[UmpireQuestion.objects.filter(game=scene.game).latest("at").pk]))


def _receipt(scene: Scene, page: Any) -> None:
    answer(scene.game, "red")
    page.goto(reverse("receipt", args=[scene.red()]))


def _mail(scene: Scene, page: Any, more: str = "") -> None:
    page.goto(reverse("mail"))
    page.goto(page.locator("main td a").first.get_attribute("href") + more)


def _set_password(scene: Scene, page: Any) -> None:
    dora = Player.objects.get(username="dora")
    dora.set_unusable_password()
    dora.save()
    log_in(page, "dora")
    page.goto(reverse("account_set_password"))


def _asked(title: str) -> tuple[str, Open]:
    """The question of the player anna in the game of another title."""
    return at("anna", lambda scene: reverse("decision", args=[scene.others[title]]))


def _chances(scene: Scene, page: Any) -> None:
    """The chances of a game that is over, with swings of each kind; their figures are made up."""
    host = Player.objects.get(username="anna")
    game = do_create_game(host=host, title="pirates", scenario="two_players", name=LONG)
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=timezone.now(), order_hash=b"over")
    curve = ChanceCurve.objects.create(game=game, order_hash=b"over", bot="captain")
    kinds = ("start", *("dice", "decision") * 30)
    for number, kind in enumerate(kinds):
        won = 100.0 if number == 60 else 50 + 40 * (number // 10 % 2) - number % 3
        results = {"red": [won, won, 700, 5000], "black": [100 - won, 100 - won, 500, 3000]}
        count = 100 if number % 4 == 0 or number < 22 or number == 60 else 0
        place = {"branch": 0, "segment": number, "entry": number, "is_boundary": True}
        ChancePoint.objects.create(curve=curve, number=number, kind=kind, rollouts=count, results=results, **place)
    page.goto(reverse("chances", args=[game.pk]))


def _watch(scene: Scene, page: Any) -> None:
    """A finished public game, as a visitor watches it."""
    seats = {role: Player.objects.get(username=name) for role, name in (("red", "anna"), ("black", "ben"))}
    game = begun("pirates", "two_players", seats)
    standings = [{"seat": "red", "place": 1, "points": 30}, {"seat": "black", "place": 2, "points": 12}]
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=timezone.now(), standings=standings)
    page.goto(reverse("watch", args=[game.pk]))


PAGES: dict[str, tuple[str, Open]] = {
    "landing": named("", "home"),
    "home": named("anna", "home"),
    "home of a reserve": named("emil", "home"),
    "settings": named("anna", "settings"),
    "webhooks": named("anna", "webhooks"),
    "devices": named("anna", "devices"),
    "delete_account": named("anna", "delete_account"),
    "games": named("anna", "games"),
    "scenarios": named("anna", "scenarios"),
    "create": named("anna", "create", "pirates", "teams"),
    "game": of_game("anna", "game", "?seat=red"),
    "game at a step": of_game("anna", "game", "?seat=red&stop=1&event=0"),
    "game of a visitor": of_game("dora", "game"),
    "inspect": of_game("anna", "inspect", "?seat=red&thing=emden"),
    "chances": ("anna", _chances),
    "watch": ("", _watch),
    "resign": of_game("anna", "resign", "?seat=red"),
    "clock": of_game("anna", "clock"),
    "umpire": of_game("ulla", "umpire"),
    "umpire_act": ("ulla", _umpire_act),
    "umpire_question": ("ulla", _umpire_question),
    "invitation": with_token("", "invitation"),
    "observe": with_token("dora", "observe"),
    "standing_orders": of_game("anna", "standing_orders", "?seat=red"),
    "messages": of_game("anna", "messages", "?seat=red"),
    "decision": at("anna", lambda scene: reverse("decision", args=[scene.red()])),
    "decision on a chart": _asked("goeben"),
    "decision in a battle": _asked("battleships"),
    "decision in the Arctic": _asked("pq17"),
    "trial": at("anna", lambda scene: reverse("trial", args=[scene.red()])),
    "advice": at("carl", lambda scene: reverse("advice", args=[asked(scene.council, "red").pk])),
    "receipt": ("anna", _receipt),
    "cancel_mail": with_token("", "cancel_mail"),
    "unsubscribe": with_token("", "unsubscribe"),
    "reference": named("anna", "reference", "pirates"),
    "rules": named("anna", "rules", "pirates"),
    "rule": named("anna", "rule", "pirates", "3.2.7"),
    "help": named("anna", "help"),
    "help_page": named("anna", "help_page", "email"),
    "operator": named("ulla", "operator"),
    "mail": named("ulla", "mail"),
    "letter": ("ulla", _mail),
    "letter_html": ("ulla", lambda scene, page: _mail(scene, page, "html/")),
    "login": named("", "login"),
    "account_request_login_code": named("", "account_request_login_code"),
    "account_confirm_login_code": ("new", _confirm_code),
    "account_reset_password": named("", "account_reset_password"),
    "account_reset_password_done": named("", "account_reset_password_done"),
    "account_reset_password_from_key": ("new", _new_password),
    "account_reset_password_from_key_done": named("", "account_reset_password_from_key_done"),
    "account_change_password": named("anna", "account_change_password"),
    "account_set_password": ("new", _set_password),
    "account_inactive": named("", "account_inactive"),
    "account_signup": named("", "account_signup"),
    "account_email_verification_sent": named("", "account_email_verification_sent"),
    "account_confirm_email": named("", "account_confirm_email", "no-such-key"),
    "address": named("anna", "address"),
    "confirm_address": with_token("", "confirm_address"),
    "refusal": at("anna", lambda _scene: f"/games/{'0' * 8}-0000-4000-8000-{'0' * 12}/"),
    "missing page": at("anna", lambda _scene: "/nowhere/"),
}
"""How each kind of page is opened, and by whom; nobody in particular where the name is empty."""

NO_PAGES = {
    "account_login": "the same as login",
    "metrics": "numbers",
    "keys": "JSON",
    "updates": "JSON",
    "my_notes": "JSON",
    "my_data": "JSON",
    "board": "a picture",
    "healthz": "a word",
    "favicon.ico": "leads to a picture",
    "logo": "a picture",
    "calendar": "a file for calendars",
    "notification_worker": "a script",
    "manifest": "JSON",
    "replay": "JSON",
    "replay_board": "JSON",
    "replay_sheet": "a picture",
    "replay_picture": "a picture",
    "chances_picture": "a picture",
    "watch_picture": "a picture",
    **dict.fromkeys(
        ("join", "nonce", "leave", "come_back", "reserves", "reserve_call", "calendar_link", "letter_again",
         "start", "notes", "invite", "webhook", "device", "logout", "settle_invitation", "observers", "mail_works",
         "autosave", "take_back", "set_language", "mail-service/events/", "mail-service/letters/"),
        "takes a form and leads on",
    ),
}  # fmt: skip
"""What the other addresses show instead of a page."""

ELSEWHERE = ("admin/", "api/v1/")
"""Pages of Django and of the API's documentation, which are laid out by their makers."""


def set_up(council: Game, anna: Player, ben: Player) -> Scene:
    """A game under way with letters, messages, calls and links; its texts are as long as they may become."""
    Player.objects.create_superuser("ulla", "ulla@example.org", "pw")
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    others = {title: _first_question(title, *how) for title, how in OTHERS.items()}
    game = begun("pirates", "two_players", {"red": anna, "black": ben})
    _play_to_red(game)
    tokens = _links(game, anna)
    do_add_webhook(player=anna, url="https://hooks.example.org/" + "long/" * 20, format="plain")
    for label in ("", "x" * 60):
        do_add_device(player=anna, **Browser("https://push.example.org/" + label).form(label))
    do_send_message(player=ben, game_id=game.pk, to=["red"], text="Well sailed. " * 20 + "x" * 90)
    _call(game, emil)
    delivery.send_due_mail()
    OutgoingMail.objects.filter(kind="account").update(status="failed", error="550 5.1.1 No such user " + "x" * 60)
    return Scene(game, council, others, tokens)


OTHERS: dict[str, tuple[str, dict[str, str]]] = {
    "goeben": ("ottoman_alliance", {"commander": "anna"}),
    "battleships": ("denmark_strait", {"british": "anna", "german": "ben"}),
    "pq17": ("pq17", {"axis": "anna", "allied": "ben"}),
}
"""The scenario and the players of a game of each title but The Kaiser's Pirates."""


def _first_question(title: str, scenario: str, seats: dict[str, str]) -> str:
    """The id of the first question to anna in a game that has just begun."""
    game = begun(title, scenario, {role: Player.objects.get(username=name) for role, name in seats.items()})
    return str(asked(game, next(iter(seats))).pk)


def begun(title: str, scenario: str, seats: dict[str, Player]) -> Game:
    """A game that has just begun; the player of the first seat is its host."""
    host = next(iter(seats.values()))
    game = do_create_game(host=host, title=title, scenario=scenario, name=LONG, deadline_hours=48)
    for role, player in seats.items():
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=host, game_id=game.pk)
    do_resolve(game.pk)
    return game


def _play_to_red(game: Game) -> None:
    """Play until Red is asked, so that there is a log."""
    for _ in range(12):
        roles = set(game.requests.filter(closed_at=None).values_list("seat__role", flat=True))
        if game.stop > 5 and "red" in roles:
            return
        for role in roles:
            answer(game, role)
        do_resolve(game.pk)
        game.refresh_from_db()


def _links(game: Game, anna: Player) -> dict[str, str]:
    """The tokens behind the links of e-mails."""
    open_ = do_create_game(host=anna, title="pirates", scenario="two_players", name="Emden", deadline_hours=48)
    do_invite(by=anna, game_id=open_.pk, role="red", email="nina@example.org")
    invited = letter()["url"]
    do_request_address_change(player=anna, address="anna@new.example.org")
    changed = letter()["url"]
    token, digest = make_link_token()
    IncomingMail.objects.create(
        digest="x", way="lmtp", raw=b"", sender="anna@example.org", tag="x", game=game, seat=game.seats.get(role="red"),
        player=anna, proven=False, status="waiting", cancel_digest=digest,
        next_try_at=timezone.now() + timedelta(hours=9),
    )  # fmt: skip
    return {
        "invitation": _last(invited),
        "confirm_address": _last(changed),
        "cancel_mail": token,
        "observe": _last(do_renew_observer_link(by=anna, game_id=open_.pk)),
        "unsubscribe": write_unsubscribe_token(anna.pk, "reminders", anna.email),
    }


def _last(url: str) -> str:
    return url.rstrip("/").rpartition("/")[2]


def _call(game: Game, emil: Player) -> None:
    """A reserve is asked to take Black's seat."""
    Game.objects.filter(pk=game.pk).update(absence=dump_absence_policy(AbsencePolicy(after=2, reserves=True)))
    do_volunteer(player=emil, game_id=game.pk)
    begin_reserve_call(Seat.objects.get(game=game, role="black"))
    do_call_reserves(timezone.now())


def opened(scene: Scene, lend: Lend, kind: str, size: tuple[int, int], language: str, theme: str = "light") -> Any:
    """The window that shows a kind of page, once it is whole, at a size, in a language and a colour scheme."""
    who, open_ = PAGES[kind]
    page = _window(
        scene, lend, who, viewport={"width": size[0], "height": size[1]}, locale=language, color_scheme=theme
    )
    open_(scene, page)
    page.wait_for_load_state()
    assert page.evaluate(STATUS) == (404 if kind in {"refusal", "missing page"} else 200), kind
    return page


def _window(scene: Scene, lend: Lend, who: str, **shape: Any) -> Any:
    """The window of somebody; a new one for those who come in by a way of their own."""
    key = f"{who}:{len(scene.windows)}" if who == "new" else who
    if key not in scene.windows:
        page = scene.windows[key] = lend(**shape)
        page.on("response", scene.hear)
        if who not in {"", "new"}:
            log_in(page, who)
    return scene.windows[key]
