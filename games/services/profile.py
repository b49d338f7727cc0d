"""Change a player's own profile, and create and revoke API tokens."""

from datetime import date, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from knox.models import AuthToken
from msgspec import Struct

from games.kernel.errors import Malformed, Problem
from games.kernel.text import Text
from games.models import Player
from games.persistence.mail_hours import MailHours, dump_mail_hours, mail_hours_problems
from games.selectors.tokens import Token, build_token, get_token_row
from games.services.outbox import recheck_delayed_mail
from games.services.vacations import do_announce_vacation


class NewToken(Struct, frozen=True):
    """A new API token: its row (`about`), and its secret text, which is shown to its owner once."""

    about: Token
    token: str


def do_update_player(
    *,
    player: Player,
    language: str | None = None,
    time_zone: str | None = None,
    mail_preferences: dict[str, bool] | None = None,
    mail_hours: MailHours | None = None,
    vacation: tuple[date | None, date | None] | None = None,
    vacation_stand_in: bool | None = None,
    hints: bool | None = None,
) -> Player:
    """Change the given settings of a player; None leaves a setting as it is. Raises Malformed for invalid values.

    `vacation` is the first and last day away. With `vacation_stand_in`, a bot answers during vacations, in games that
    have agreed on a bot (`games.services.vacations`). With `hints`, pages explain titles and kinds of question to the
    player at their first appearance. After a change of `mail_hours` or `time_zone`, waiting e-mails are checked again.
    """
    with transaction.atomic():
        row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        before = (row.mail_hours, row.time_zone)
        row.language = row.language if language is None else language
        row.time_zone = row.time_zone if time_zone is None else time_zone
        row.mail_preferences = {**row.mail_preferences, **(mail_preferences or {})}
        if mail_hours is not None:
            _refuse_hours(mail_hours)
            row.mail_hours = dump_mail_hours(mail_hours)
        if vacation is not None:
            row.vacation_from, row.vacation_until = vacation
        row.vacation_stand_in = row.vacation_stand_in if vacation_stand_in is None else vacation_stand_in
        row.hints = row.hints if hints is None else hints
        _refuse_wrong(row)
        if vacation is not None:
            do_announce_vacation(row, *vacation)
        row.save(update_fields=_CHANGED)
        if (row.mail_hours, row.time_zone) != before:
            recheck_delayed_mail(row)
    return row


_CHANGED = ["language", "time_zone", "mail_preferences", "mail_hours"]
_CHANGED += ["vacation_from", "vacation_until", "vacation_stand_in", "hints"]


def _refuse_hours(hours: MailHours) -> None:
    if problems := list(mail_hours_problems(hours)):
        raise Malformed(*problems)


def _refuse_wrong(row: Player) -> None:
    problems: list[Problem] = []
    for field in ("language", "time_zone"):
        try:
            row._meta.get_field(field).clean(getattr(row, field), row)  # type: ignore[union-attr]
        except ValidationError as error:
            problems += [Problem(f"/{field}", "invalid", Text(text, text)) for text in error.messages]
    away, back = row.vacation_from, row.vacation_until
    if away is not None and back is not None and back < away:
        text = Text("The last day is before the first.", "終了日が開始日より前です。")
        problems.append(Problem("/vacation_until", "range", text))
    if problems:
        raise Malformed(*problems)


def do_create_token(*, player: Player, hours: int | None = None) -> NewToken:
    """Create an API token that is valid for `hours` or, with None, until revoked. Only its hash is stored."""
    expiry: Any = None if hours is None else timedelta(hours=hours)
    row, token = AuthToken.objects.create(user=player, expiry=expiry)
    return NewToken(build_token(row), str(token))


def do_delete_token(*, player: Player, token_id: str) -> None:
    """Revoke one of the player's own tokens. Raises Missing if the player has no token with this id."""
    get_token_row(player, token_id).delete()
