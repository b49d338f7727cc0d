"""Pass a player's question to the umpire, host or staff, and return their answer.

An umpire who holds no seat gets the question; without such an umpire, a host who holds no seat. If the host plays, the
player must choose: the staff gets the question, or the host gets it as press, if the rules of the title permit that. So
no question goes to an opponent unless the player has chosen this.
"""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.errors import WrongState, missing, rate_limited
from games.kernel.errors import GameError, malformed, refuse_forbidden_characters
from games.kernel.text import Text
from games.models import Game, Player, Seat, UmpireQuestion
from games.persistence.mail_tags import SEAT
from games.selectors.mail_tag_targets import make_question_reply_address, make_seat_reply_address
from games.selectors.notices import get_seat_name
from games.selectors.umpire_questions import Office, find_office, get_question_to, list_officers
from games.services.account_emails import do_queue_account_email
from games.services.locks import lock_game
from games.services.messages import MAX_MESSAGE_LENGTH, MAX_MESSAGES_PER_HOUR, do_send_message

MAX_QUESTION_LENGTH = 1000
"""The maximum length of a question, in characters."""
_ASKED_OF_PLAYER = Text(
    "The host of this game plays in it, so this was not passed on. Begin the line with “ask staff” to ask the staff of "
    "this server, or with “ask host” to ask the host all the same: an opponent may then read it.",
    "このゲームの主催者はプレイヤーでもあるため、送りませんでした。行頭に「スタッフに質問」と書くとサーバーのスタッフに、"
    "「主催者に質問」と書くと主催者に送ります（対戦相手が読む場合があります）。",
)
_ASKED_OF_YOURSELF = Text(
    "This is read as a question, not as an order. You host this game yourself, and it has no umpire. “help” with the "
    "name of an order, ship or term explains it, “odds” with attacker and target gives chances. Begin the line with "
    "“ask staff” to ask the staff of this server.",
    "命令ではなく質問と理解しました。このゲームの主催者はあなたで、審判はいません。「ヘルプ」に命令・艦船・用語の名前を"
    "続けると説明が、「確率」に攻撃側と目標を続けると確率が届きます。行頭に「スタッフに質問」と書くとサーバーのスタッフに送ります。",
)
_NOBODY = Text(
    "This game has no umpire and no host. Begin the line with “ask staff” to ask the staff of this server.",
    "このゲームには審判も主催者もいません。行頭に「スタッフに質問」と書くとサーバーのスタッフに送ります。",
)
_NO_STAFF = Text("No member of the staff is free to answer.", "回答できるスタッフがいません。")


def do_ask_umpire(*, player: Player, game_id: UUID | str, seat: str, text: str, office: str = "") -> str:
    """Pass a question to the umpire or to a host who does not play, or to the `office` given; return the office.

    An office is ``umpire``, ``host`` or ``staff``. A question to a host who plays is sent as press. Raises Missing
    without such a seat; WrongState if nobody can answer; Malformed for a wrong text; RateLimited after too many
    questions; Illegal if the rules forbid the press.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        asking = Seat.objects.filter(game=game, role=seat, player=player).first()
        if asking is None:
            raise missing()
        said = _readable(text, MAX_QUESTION_LENGTH)
        if office == Office.HOST and not list_officers(game, Office.HOST):
            return _ask_playing_host(game, asking, player, said)
        chosen = office or find_office(game)
        if not chosen:
            raise _unanswerable(game, player)
        readers = list_officers(game, chosen)
        if not readers:
            raise WrongState(detail=_NO_STAFF)
        _refuse_flood(asking)
        row = UmpireQuestion.objects.create(game=game, seat=asking, office=chosen, text=said)
    for reader in readers:
        _send_question(row, reader)
    return chosen


def _ask_playing_host(game: Game, asking: Seat, player: Player, said: str) -> str:
    """Send a question as press to a host who plays; return the office. Raises Illegal if the rules forbid it."""
    role = Seat.objects.filter(game=game, player=game.host_id).exclude(player=None).values_list("role", flat=True)
    if game.host_id is None or game.host_id == player.pk or not role:
        raise _unanswerable(game, player)
    do_send_message(player=player, game_id=game.pk, seat=asking.role, to=[role[0]], text=said)
    return str(Office.HOST)


def _unanswerable(game: Game, player: Player) -> GameError:
    """Return the error for a question without a neutral reader; its text explains how to choose another one."""
    why = _NOBODY if game.host_id is None else _ASKED_OF_YOURSELF if game.host_id == player.pk else _ASKED_OF_PLAYER
    return WrongState(detail=why)


def _readable(text: str, most: int) -> str:
    """Return the text without surrounding spaces. Raises Malformed: empty, too long, or control characters."""
    said = text.replace("\r\n", "\n").strip()
    if not said:
        raise malformed("/text", "Say something.", "本文を入力してください。", "empty")
    if len(said) > most:
        raise malformed("/text", "At most {most} characters.", "{most}文字までです。", "too_long", most=most)
    refuse_forbidden_characters("/text", said, allow_lines=True)
    return said


def _refuse_flood(seat: Seat) -> None:
    lately = UmpireQuestion.objects.filter(seat=seat, at__gt=timezone.now() - timedelta(hours=1))
    if lately.count() >= MAX_MESSAGES_PER_HOUR:
        raise rate_limited(
            "At most {most} questions an hour.", "質問は1時間に{most}件までです。", most=MAX_MESSAGES_PER_HOUR
        )


def _send_question(row: UmpireQuestion, reader: Player) -> None:
    do_queue_account_email(
        template="umpire_question",
        address=reader.email,
        player=reader,
        facts={
            "game": row.game.name,
            "seat": get_seat_name(row.game, row.seat.role).get(reader.language),
            "said": row.text,
            "url": f"{settings.PBEM_BASE_URL}/questions/{row.pk}/",
            "reply_to": make_question_reply_address(row, reader),
        },
    )


def do_answer_question(*, player: Player, question_id: UUID | str, text: str) -> UmpireQuestion:
    """Store the answer to a question and e-mail it to the player of the seat. A later answer replaces an earlier one.

    Raises Missing if the player may not answer the question; Malformed if the text is empty, too long, or not text.
    """
    with transaction.atomic():
        game = lock_game(get_question_to(player, question_id).game_id)
        row = get_question_to(player, question_id)
        said = _readable(text, MAX_MESSAGE_LENGTH)
        if row.answer == said:
            return row
        row.answer, row.answered_at = said, timezone.now()
        row.save(update_fields=["answer", "answered_at"])
        reader = row.seat.player
        if reader is not None:
            _send_answer(game, row, reader)
    return row


def _send_answer(game: Game, row: UmpireQuestion, reader: Player) -> None:
    do_queue_account_email(
        template="umpire_answer",
        address=reader.email,
        player=reader,
        facts={
            "game": game.name,
            "office": row.office,
            "asked": row.text,
            "said": row.answer,
            "url": f"{settings.PBEM_BASE_URL}/games/{game.pk}/",
            "reply_to": make_seat_reply_address(SEAT, game.pk, row.seat),
        },
    )
