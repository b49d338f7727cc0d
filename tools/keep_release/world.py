"""The contents of a small server: players with their settings, and an unfinished game of each title."""

from datetime import date
from typing import Any
from uuid import UUID

import msgspec
from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.utils import timezone

from games import registry
from games.models import Game, OpenRequest, Player
from games.persistence import serialization
from games.persistence.absence_policy import AbsencePolicy
from games.persistence.working_drafts import DraftEntries
from games.selectors.mail_tag_targets import make_start_reply_address
from games.selectors.standing_orders import list_order_kinds
from games.services.address_changes import do_request_address_change
from games.services.answers import do_submit_answer
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.heartbeat import do_record_heartbeat
from games.services.invitations import do_become_observer, do_invite, do_renew_observer_link, do_send_invitation
from games.services.lifecycle import do_join_game, do_start_game
from games.services.messages import do_send_message
from games.services.notebook import do_write_notes
from games.services.openings import OpeningPlan, do_propose_game
from games.services.profile import do_create_token, do_update_player
from games.services.reserves import do_volunteer
from games.services.resolve.advance import do_resolve
from games.services.signing_keys import do_record_key
from games.services.standing_orders import do_add_order
from games.services.umpire import do_extend
from games.services.webhooks import do_add_webhook, do_queue_calls
from games.services.working_drafts import do_save_draft
from worker.mail.inbound.ingest import ingest
from worker.mail.outbound.delivery import send_due_mail

PASSWORD = "a password of the kept release"  # noqa: S105  # no person's
STOPS = 3
FINISHED = "Finished"
SHORT = "austro_hungarian_pact"
RUNNING = "Running"
ABSENCE = AbsencePolicy(after=2, reserves=True)


def build_world() -> None:
    """Fill an empty database with the players and their games."""
    anna, ben, clara = _people()
    for key in registry.title_keys():
        game = _started(key, anna, ben)
        _play(game)
        _plan(game, anna)
        if key == "pirates":
            send_due_mail()
    _correspondence(anna, ben)
    _life(anna, ben, clara)
    _finished(anna)
    _open(anna)


def _people() -> tuple[Player, Player, Player]:
    do_record_key()
    Player.objects.create_superuser("ulla", "ulla@example.org", PASSWORD)
    clara = Player.objects.create_user("clara", "clara@example.org", PASSWORD, language="de")
    anna = Player.objects.create_user("anna", "anna@example.org", PASSWORD)
    ben = Player.objects.create_user("ben", "ben@example.org", PASSWORD)
    do_update_player(player=ben, language="ja", time_zone="Asia/Tokyo", mail_preferences={"pictures": False})
    do_update_player(player=anna, vacation=(date(2040, 7, 1), date(2040, 7, 14)), vacation_stand_in=True)
    do_create_token(player=anna)
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    return anna, ben, clara


def _started(key: str, anna: Player, ben: Player) -> Game:
    title = registry.current_title(key)
    scenario = next(name for name in title.scenarios if len(title.seats(name)) == 2)
    game = do_create_game(
        host=anna, title=key, scenario=scenario, name=f"{RUNNING} {key}", deadline_hours=48, absence=ABSENCE
    )
    for player, role in zip((anna, ben), title.seats(scenario), strict=True):
        do_join_game(player=player, game_id=game.pk, role=role, nonce=f"nonce of {player}")
    do_start_game(player=anna, game_id=game.pk)
    return game


def _play(game: Game) -> None:
    """Answer the questions of some stops with the forms' examples; if then both seats are asked, answer for one."""
    for _ in range(STOPS):
        _resolve(game.pk)
        for request in open_requests(game):
            answer_by_example(request)
    _resolve(game.pk)
    asked = list(open_requests(game))
    if len(asked) > 1:
        answer_by_example(asked[0])


def open_requests(game: Game) -> QuerySet[OpenRequest]:
    """Return the open questions to a game's players."""
    found = OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat__player", "game")
    return found.order_by("seat__position")


def answer_by_example(request: OpenRequest) -> None:
    """Answer a question with its form's example."""
    player = request.seat.player
    if player is None:
        raise ValueError("a seat without a player is asked")
    form = serialization.read_question(registry.game_title(request.game), request.question).form
    answer = msgspec.json.encode(form.write(form.example()))
    do_submit_answer(player=player, request_id=request.pk, answer=answer)


def _resolve(game_id: UUID) -> None:
    while do_resolve(game_id).more:
        pass


def _plan(game: Game, player: Player) -> None:
    """Set a standing order for the first kind of question that has an example."""
    examples: list[Any] = [one for kind in list_order_kinds(player, game.pk) for one in kind.examples]
    for example in examples[:1]:
        do_add_order(player=player, game_id=game.pk, raw=example)


def _correspondence(anna: Player, ben: Player) -> None:
    """Write notes, a draft, a message and a webhook."""
    game = Game.objects.get(title="goeben")
    do_write_notes(player=anna, game_id=game.pk, text="Coal at Messina. 石炭")
    request = OpenRequest.objects.filter(closed_at=None, seat__player=ben).order_by("game__title")[0]
    typed = DraftEntries(chosen=("secret",), text="a plan")
    do_save_draft(player=ben, request_id=request.pk, entries=typed, first=DraftEntries())
    pirates = Game.objects.get(title="pirates")
    do_send_message(player=anna, game_id=pirates.pk, text="Greetings from the Emden.")
    do_add_webhook(player=anna, url="https://hooks.example.org/moves", game_id=pirates.pk)


def _life(anna: Player, ben: Player, clara: Player) -> None:
    """Fill the remaining tables: observe, volunteer, extend a deadline, change an address, propose a game by e-mail."""
    game = Game.objects.get(title="pirates")
    link = do_renew_observer_link(by=anna, game_id=game.pk)
    do_become_observer(player=clara, token=link.rstrip("/").rpartition("/")[2])
    do_volunteer(player=clara, game_id=Game.objects.get(title="goeben").pk)
    do_extend(by=anna, game_id=game.pk, hours=24, reason="A storm")
    do_request_address_change(player=ben, address="ben@new.example.org")
    do_propose_game(player=ben, plan=OpeningPlan(title="goeben", scenario=_first("goeben"), against=("anna",)))
    do_record_heartbeat("sweep", timezone.now())
    do_queue_calls()


def _finished(host: Player) -> None:
    """Let bots play a short game to its end."""
    seats = [SeatAssignment(role=role, bot="random") for role in registry.current_title("goeben").seats(SHORT)]
    game = do_create_game(host=host, title="goeben", scenario=SHORT, seats=seats, name=FINISHED)
    do_start_game(player=host, game_id=game.pk)
    while advance_slice(game.pk):
        pass


def _open(host: Player) -> None:
    """Open a game with an invitation to a seat, whose e-mail waits, and receive an e-mail that starts the game."""
    first = _first("battleships")
    game = do_create_game(host=host, title="battleships", scenario=first, name="Open")
    role = registry.current_title("battleships").seats(first)[1]
    do_send_invitation(do_invite(by=host, game_id=game.pk, role=role, email="dora@example.org", language="de"))
    do_join_game(player=host, game_id=game.pk)
    headers = f"From: {host.email}\nTo: {make_start_reply_address(game)}\nMessage-ID: <start@example.org>\n"
    ingest(f"{headers}\nstart\n".encode(), channel="pipe")


def _first(key: str) -> str:
    return next(iter(registry.current_title(key).scenarios))
