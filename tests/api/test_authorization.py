"""Who may do what: every operation of the OpenAPI document by every caller, as `docs/api/permissions.md` says."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import transaction
from django.utils import timezone

from games.kernel.title import Title
from games.models import Game, OutgoingMail, Player, ReserveStep
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.selectors.mail_tag_targets import make_start_reply_address
from games.services.advice import do_advise
from games.services.answers import do_submit_answer
from games.services.creation import do_create_game
from games.services.devices import do_add_device
from games.services.invitations import do_invite, do_renew_observer_link, do_send_invitation
from games.services.lifecycle import do_join_game, do_leave_game, do_start_game
from games.services.messages import do_send_message
from games.services.profile import do_create_token
from games.services.reserve_calls import begin_reserve_call
from games.services.reserves import do_call_reserves, do_volunteer
from games.services.resolve.advance import do_resolve
from games.services.standing_orders import do_add_order
from games.services.umpire import do_pause, do_substitute
from games.services.webhooks import do_add_webhook
from tests.api.conftest import Caller
from tests.api.openapi import OPERATIONS
from tests.kernel.toy import ADVISED
from tests.table import asked, example, offer
from tests.worker.webhooks.browser import Browser
from tools.launch import ROOT
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest
from worker.mail.outbound.delivery import send_due_mail

pytestmark = pytest.mark.django_db

TABLE = ROOT / "docs" / "api" / "permissions.md"

CALLERS = {
    "anonymous": "",
    "stranger": "stella",
    "observer": "dora",
    "other seat": "ben",
    "seat": "anna",
    "adviser": "carl",
    "former holder": "fred",
    "host": "hana",
    "umpire": "umi",
    "staff": "ulla",
    "staff with seat": "ben",
}
"""Each column of the table and who it is in `world`; the staff with a seat is Ben while he belongs to the staff."""


@dataclass(frozen=True)
class World:
    """A game under way, one that is open, and what Anna (red) has in the first."""

    running: Game
    open: Game
    decision: str
    card: Any
    order: str
    message: str
    token: str
    invitation: str = ""
    invited: str = ""
    observing: str = ""
    letter: int = 0
    webhook: str = ""
    device: str = ""
    call: str = ""

    def path(self, operation: str, game: Game) -> tuple[str, str]:
        """Method and address of an operation, its ids filled in."""
        method, path, _ = OPERATIONS[operation]
        ids = {"invitation_id": self.invitation, "webhook_id": self.webhook, "call_id": self.call}
        ids |= {"device_id": self.device}
        ids |= {"game_id": game.pk, "decision_id": self.decision, "order_id": self.order, "message_id": self.message}
        return method, path.format(
            **ids, stop=1, plan_id=UUID(int=7), token_id=self.token, key="toy", rule="0.1", letter_id=self.letter
        )


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, toy: Title[Any], anna: Player, ben: Player, staff: Player) -> World:
    offer(monkeypatch, ADVISED)
    people = _people() | {"anna": anna, "ben": ben}
    running, open_ = (_table(people, name) for name in ("North Sea 12", "North Sea 13"))
    do_join_game(player=people["dora"], game_id=running.pk, role="blue")
    do_start_game(player=people["hana"], game_id=running.pk)
    do_resolve(running.pk)
    do_leave_game(player=people["fred"], game_id=running.pk)
    do_substitute(by=staff, game_id=running.pk, role="red", player=anna)
    running.refresh_from_db()
    decision, card = asked(running, "red"), example(asked(running, "red"))
    do_submit_answer(player=anna, request_id=decision.pk, answer=msgspec.json.encode(card), ready=False)
    do_advise(player=people["carl"], request_id=decision.pk, answer=msgspec.json.encode(card))
    order = do_add_order(player=anna, game_id=running.pk, raw={"kind": "bid", "answer": "high"})
    message = do_send_message(player=anna, game_id=running.pk, to=["black"], text="Ahoy.")
    token = do_create_token(player=anna).about.id
    invitation = do_invite(by=people["hana"], game_id=open_.pk, player="stella")
    invited = do_send_invitation(invitation)
    observing = do_renew_observer_link(by=people["hana"], game_id=open_.pk).rstrip("/").rpartition("/")[2]
    return World(
        running,
        open_,
        str(decision.pk),
        card,
        str(order.pk),
        str(message.pk),
        token,
        str(invitation.pk),
        invited,
        observing,
        OutgoingMail.objects.filter(game=running).latest("id").pk,
        str(do_add_webhook(player=anna, url="https://example.org/hook").pk),
        str(do_add_device(player=anna, **BROWSER.form()).pk),
        _asked_to_come(running, people["stella"]),
    )


def _people() -> dict[str, Player]:
    names = {*CALLERS.values()} - {"", "anna", "ben", "ulla"}
    return {name: Player.objects.create_user(name, f"{name}@example.org", "pw") for name in sorted(names)}


def _asked_to_come(game: Game, reserve: Player) -> str:
    """What Stella is being asked: to take blue, whose player stays away."""
    Game.objects.filter(pk=game.pk).update(absence=dump_absence_policy(AbsencePolicy(after=1, reserves=True)))
    do_volunteer(player=reserve, game_id=game.pk)
    seat = game.seats.get(role="blue")
    begin_reserve_call(seat)
    do_call_reserves(timezone.now())
    return str(ReserveStep.objects.get(call__seat=seat).pk)


def _table(people: dict[str, Player], name: str) -> Game:
    """An open game in which Fred holds red, Ben black and Carl green; blue is free."""
    game = do_create_game(
        host=people["hana"], umpire=people["umi"], title="toy", scenario="council", name=name, deadline_hours=48
    )
    for player, role in (("fred", "red"), ("ben", "black"), ("carl", "green")):
        do_join_game(player=people[player], game_id=game.pk, role=role)
    return game


BROWSER = Browser("https://push.example.org/abc")
BODIES: dict[str, Callable[[World], Any]] = {
    "decisions_advise": lambda world: {"answer": world.card},
    "decisions_answer": lambda world: {"answer": world.card},
    "decisions_check": lambda world: {"answer": world.card},
    "decisions_offers": lambda world: {"answer": None, "value": world.card},
    "decisions_trials": lambda world: {"answer": world.card},
    "decisions_keep_plan": lambda world: {"name": "Low", "answer": world.card},
    "decisions_reach": lambda world: {"answer": None},
    "games_nonce": lambda world: {"nonce": "words"},
    "games_create": lambda world: {"title": "toy", "scenario": "standard"},
    "webhooks_create": lambda world: {"url": "https://example.org/hook"},
    "devices_create": lambda world: {"endpoint": "https://push.example.org/new", "keys": BROWSER.keys},
    "notes_replace": lambda world: {"text": "Coal first."},
    "messages_create": lambda world: {"text": "Ahoy."},
    "messages_mark": lambda world: {"read": True},
    "standing_orders_create": lambda world: {"kind": "bid", "answer": "low"},
    "standing_orders_replace": lambda world: {"kind": "bid", "answer": "low"},
    "standing_orders_passes_set": lambda world: {"passes": True},
    "standing_orders_arrange": lambda world: {"orders": [world.order]},
    "reserve_calls_answer": lambda world: {"accept": True},
    "games_clock": lambda world: {"deadline_hours": 72},
    "games_replace": lambda world: {"seat": "red", "bot": "random"},
    "games_hand_on": lambda world: {"player": "ben"},
    "players_me_delete": lambda world: {"password": "pw"},
    "admin_hold": lambda world: {"reason": "A doubt."},
    "invitations_create": lambda world: {"email": "nina@example.org"},
    "invitations_accept": lambda world: {"token": world.invited},
    "invitations_decline": lambda world: {"token": world.invited},
    "observers_come": lambda world: {"token": world.observing},
    "admin_rewind": lambda world: {"stop": 1, "reason": "A wrong card."},
    "admin_extend": lambda world: {"hours": 1},
    "admin_substitute": lambda world: {"seat": "red", "bot": "random"},
    "admin_act": lambda world: {"decision": world.decision, "answer": world.card},
}
"""What is sent; nothing where nothing is needed."""


def _rows() -> dict[str, list[str]]:
    """The table: for each call in its lines, what each caller hears."""
    _, _, lines = TABLE.read_text().partition("| call |")
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in ("| call |" + lines).splitlines()]
    assert cells[0] == ["call", *CALLERS]
    found = [(name, heard) for names, *heard in cells[2:] for name in re.findall(r"`([^`]+)`", names)]
    assert len(dict(found)) == len(found), "a call stands in two lines"
    return dict(found)


def _rows_by_mail() -> dict[str, list[str]]:
    """What comes back to a word by mail, for each of its lines."""
    _, _, lines = TABLE.read_text().partition("| by mail |")
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines.partition("\n\n")[0].splitlines()]
    assert cells[0] == [*CALLERS]
    return {name: heard for name, *heard in cells[2:]}


def _operation(row: str) -> str:
    return row.split()[0].partition("?")[0]


def test_the_table_has_a_line_for_every_operation() -> None:
    """Whoever adds an operation says here who may call it."""
    assert {_operation(row) for row in _rows()} == set(OPERATIONS)


@pytest.mark.slow
def test_everybody_hears_what_the_table_says(world: World) -> None:
    wrong = {}
    for row, expected in _rows().items():
        heard = [str(_status(world, row, column)) for column in CALLERS]
        if heard != expected:
            wrong[row] = f"| `{row}` | {' | '.join(heard)} |"
    assert not wrong, "not as the table says, but:\n" + "\n".join(wrong.values())


def _status(world: World, row: str, column: str) -> int:
    """What a caller hears to a call, after which the world is as it was."""
    operation, query, in_open = _operation(row), "".join(re.findall(r"\?\S+", row)), row.endswith("(before the start)")
    method, path = world.path(operation, world.open if in_open else world.running)
    with transaction.atomic():
        if column == "staff with seat":
            Player.objects.filter(username="ben").update(is_staff=True, is_superuser=True)
        if operation == "admin_resume":
            do_pause(by=Player.objects.get(username="ulla"), game_id=world.running.pk)
        name = CALLERS[column]
        caller = Caller(Player.objects.get(username=name) if name else None)
        body = BODIES[operation](world) if operation in BODIES else None
        response = getattr(caller.http, method)(path + query, body, format="json")
        transaction.set_rollback(True)
    assert response.status_code < 500, response.content
    status: int = response.status_code
    return status


BY_MAIL = {
    "": "nothing",
    "Only the host may start the game.": "no",
    "There is no such thing here.": "none",
    "Still free: blue.": "not now",
    "The game has begun already; nothing was changed.": "done",
}
"""What stands in the letter that answers, and the word for it in the table."""


def test_everybody_hears_by_mail_what_the_table_says(world: World, settings: Any, mailoutbox: list[Any]) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS, settings.PBEM_MAIL_GRACE_SECONDS = "orders@example.org", 0
    Player.objects.update(language="en")
    wrong = {}
    for row, expected in _rows_by_mail().items():
        heard = [_heard(world, row, column, mailoutbox) for column in CALLERS]
        if heard != expected:
            wrong[row] = f"| {row} | {' | '.join(heard)} |"
    assert not wrong, "not as the table says, but:\n" + "\n".join(wrong.values())


def _heard(world: World, row: str, column: str, mailoutbox: list[Any]) -> str:
    """What a caller hears to a word by mail, after which the world is as it was."""
    game, name = world.open if "before the start" in row else world.running, CALLERS[column]
    with transaction.atomic():
        if column == "staff with seat":
            Player.objects.filter(username="ben").update(is_staff=True, is_superuser=True)
        if "private" in row:
            Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
        OutgoingMail.objects.all().delete()
        sender = f"{name or 'nina'}@example.org"
        raw = (
            f"From: {sender}\nTo: {make_start_reply_address(game)}\nMessage-ID: <{uuid4().hex}@example.org>\n\nstart\n"
        )
        ingest(raw.encode(), channel="pipe")
        handle_inbound()
        mailoutbox.clear()
        send_due_mail()
        transaction.set_rollback(True)
    told = "".join(letter.body for letter in mailoutbox)
    return next((word for said, word in BY_MAIL.items() if said and said in told), told or "nothing")
