"""Asking people in: a letter with a link that is good once, and what happens when its reader accepts."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from games import registry
from games.errors import TooOften, WrongState, forbidden, missing, wrong_state
from games.kernel.errors import Malformed, malformed, refuse_unfit
from games.kernel.text import Text
from games.models import Game, Invitation, Observer, Player, Seat
from games.selectors.access import refuse_unseen
from games.selectors.games import agreed_time
from games.selectors.invitations import (
    invitation_behind,
    invitation_by_id,
    is_open,
    observed_game,
    player_invited,
    refuse_inviting,
    seat_for,
    state_of,
)
from games.selectors.tags import invitation_tag
from games.selectors.umpire import player_named
from games.services.accepted import tell_of_acceptance
from games.services.creation import NO_SEAT, unknown
from games.services.lifecycle import take_free_seat
from games.services.locks import locked_game
from games.services.personal import do_owe_letter
from games.services.players import do_create_player
from games.services.umpire import seat_substitute
from games.stored.audit import record
from games.stored.links import new_token
from games.stored.position import seats_in_order

GOOD_FOR = timedelta(days=14)
MOST_A_DAY = 60
"""Invitations that one person may send in a day."""


def do_invite(
    *, by: Player, game_id: UUID | str, role: str = "", email: str = "", player: str = "", language: str = ""
) -> Invitation:
    """Write to somebody by address, or to a player by name: a link to a seat (without a `role` the first free one).

    The letter to an address whose owner is not known here is in `language`, or the inviter's. Whether an address is
    known shows nowhere. Raises Missing, Forbidden, Malformed, WrongState, TooOften.
    """
    invited = _invited(by, email, player)
    with transaction.atomic():
        game = _inviting(by, game_id)
        seats = seats_in_order(game)
        seat = next((one for one in seats if one.role == role), None)
        if role and seat is None:
            raise Malformed(unknown("/seat", "role", NO_SEAT, [one.role for one in seats]))
        if not any(one.kind == Seat.Kind.OPEN and role in ("", one.role) for one in seats):
            raise wrong_state("This seat is taken.", "この席は埋まっています。")
        row = _written(game, invited, email.strip(), role, by, language)
        if seat is not None and game.status == Game.Status.OPEN:
            seat.by_invitation = True
            seat.save(update_fields=["by_invitation"])
    return row


def _invited(by: Player, email: str, name: str) -> Player | None:
    """The player who is invited by name. Raises Malformed for an address that is none, and for both or neither."""
    if bool(email.strip()) == bool(name.strip()):
        raise malformed("", "Give an address or a name.", "アドレスか名前の一方を指定してください。", "one_of")
    if name.strip():
        return player_named(name.strip())
    refuse_unfit("/email", email.strip())
    try:
        validate_email(email.strip())
    except ValidationError:
        raise malformed("/email", "This is no e-mail address.", "メールアドレスではありません。", "email") from None
    return None


def _inviting(by: Player, game_id: UUID | str) -> Game:
    game = locked_game(game_id)
    refuse_unseen(by, game)
    refuse_inviting(by, game)
    since = timezone.now() - timedelta(days=1)
    if Invitation.objects.filter(invited_by=by, created_at__gt=since).count() >= MOST_A_DAY:
        raise TooOften(detail=Text("So many invitations a day are enough.", "本日の招待数が上限に達しました。"))
    return game


def _written(game: Game, player: Player | None, address: str, role: str, by: Player, language: str) -> Invitation:
    """The stored invitation and the letter that is owed with it."""
    row = Invitation(
        game=game,
        role=role,
        player=player,
        address=player.email if player else address,
        language=language or by.language,
        invited_by=by,
    )
    do_post_invitation(row)
    return row


def do_post_invitation(row: Invitation) -> str:
    """Give an invitation a new token, store it and owe its letter; the token. An earlier link is dead from now on."""
    token = _renewed(row)
    known = player_invited(row)
    do_owe_letter(
        what="invitation" if row.game else "welcome",
        address=row.address,
        language=row.language,
        player=known,
        facts={"url": invitation_url(token), "reply_to": invitation_tag(row), **_about(row, known)},
    )
    return token


def _renewed(row: Invitation) -> str:
    token, row.digest = new_token()
    row.expires_at = timezone.now() + GOOD_FOR
    row.save()
    return token


def invitation_url(token: str) -> str:
    """Where the letter leads."""
    return f"{settings.PBEM_BASE_URL}/invitations/{token}/"


def _about(row: Invitation, known: Player | None) -> dict[str, str]:
    language = known.language if known else row.language
    facts = {"name": known.username if known else "", "by": row.invited_by.username if row.invited_by else ""}
    if row.game is None:
        return facts
    title = registry.naming_title(row.game)
    scenario = title.scenarios.get(row.game.scenario)
    seat = scenario.names.get(row.role) if scenario else None
    return {
        **facts,
        "game": row.game.name,
        "title": title.name.get(language),
        "scenario": scenario.name.get(language) if scenario else "",
        "seat": seat.get(language) if seat else "",
        "time": "\n".join(one.get(language) for one in agreed_time(row.game)),
    }


def do_welcome(*, player: Player, by: Player | None = None, letter: bool = True) -> str:
    """A link by which a new player sets a password; a letter with it is owed, unless it is to be told otherwise."""
    row = Invitation(player=player, address=player.email, language=player.language, invited_by=by)
    with transaction.atomic():
        return invitation_url(do_post_invitation(row) if letter else _renewed(row))


def do_withdraw_invitation(*, by: Player, game_id: UUID | str, invitation_id: UUID) -> None:
    """Take an invitation back: its link is dead. Again, it changes nothing. Raises Missing, Forbidden."""
    with transaction.atomic():
        row = _own(by, game_id, invitation_id)
        if row.withdrawn_at is None and row.accepted_at is None and row.declined_at is None:
            row.withdrawn_at = timezone.now()
            row.save(update_fields=["withdrawn_at"])


def do_repeat_invitation(*, by: Player, game_id: UUID | str, invitation_id: UUID) -> Invitation:
    """Send an invitation that was not accepted once more, with a new link. Raises Missing, Forbidden, WrongState."""
    with transaction.atomic():
        row = _own(by, game_id, invitation_id)
        _inviting(by, game_id)
        if row.accepted_at is not None or row.withdrawn_at is not None or row.declined_at is not None:
            raise _settled()
        do_post_invitation(row)
    return row


def _own(by: Player, game_id: UUID | str, invitation_id: UUID) -> Invitation:
    game = locked_game(game_id)
    refuse_unseen(by, game)
    refuse_inviting(by, game)
    row = Invitation.objects.filter(game=game, pk=invitation_id).select_related("player", "game", "invited_by").first()
    if row is None:
        raise missing()
    return row


def do_accept(*, player: Player, token: str, nonce: str = "") -> Seat | None:
    """Sit down where a link leads; for a link to an account alone there is no seat. The link is used up.

    Raises Missing, WrongState where the seat is taken, Forbidden for a player who may not have it.
    """
    with transaction.atomic():
        return _accepted(_claimed(token), player, nonce)


def _accepted(row: Invitation, player: Player, nonce: str) -> Seat | None:
    _meant_for(row, player)
    seat = _seated(row, player, nonce) if row.game_id else None
    row.accepted_at, row.player = timezone.now(), player
    row.save(update_fields=["accepted_at", "player"])
    if seat is not None:
        game = locked_game(seat.game_id)
        tell_of_acceptance(row, player, game, seats_in_order(game))
    return seat


def _meant_for(row: Invitation, player: Player) -> None:
    if row.player_id not in (None, player.pk):
        raise forbidden("This invitation is for somebody else.", "この招待は別の方宛てです。")


def _claimed(token: str) -> Invitation:
    """The invitation, held against whoever comes at the same moment. Raises Missing."""
    _hold(invitation_behind(token))
    return invitation_behind(token)


def _hold(found: Invitation) -> None:
    if found.game_id is not None:
        locked_game(found.game_id)
    Invitation.objects.select_for_update().filter(pk=found.pk).first()


def do_answer_invitation(*, player: Player | None, invitation_id: UUID, accept: bool) -> Seat | None:
    """Sit down where a letter asks one in, or decline, without its link: whoever calls has seen to it that the letter
    went to this `player`, or to an address that is nobody's here (None, who can only decline).

    Saying the same again changes nothing. Raises Missing, Forbidden, and WrongState for what is settled otherwise.
    """
    with transaction.atomic():
        found = invitation_by_id(invitation_id)
        if found is None:
            raise missing()
        _hold(found)
        row = invitation_by_id(invitation_id) or found
        if not is_open(row):
            return _said_before(row, player, accept=accept)
        if not accept:
            _declined(row)
        return _accepted(row, player, "") if accept and player else None


def _said_before(row: Invitation, player: Player | None, *, accept: bool) -> Seat | None:
    """The seat of whoever has accepted before, nothing for who has declined. Raises WrongState."""
    if accept and row.accepted_at is not None and player is not None:
        seat = Seat.objects.filter(game=row.game_id, player=player).order_by("position").first()
        if seat is not None:
            return seat
    if accept or row.declined_at is None:
        raise _expired() if state_of(row).state == "expired" else _settled()
    return None


def _settled() -> WrongState:
    return wrong_state("This invitation is settled.", "この招待はすでに終わっています。")


def _expired() -> WrongState:
    return wrong_state(
        "This invitation is too old. Whoever invited you can send it again.",
        "この招待は期限切れです。招待した方が再送できます。",
    )


def do_decline(*, token: str, player: Player | None = None) -> None:
    """Say no where a link leads into a game: the link is dead, and whoever invited is told.

    `player` is who says so, as far as that is known. Raises Missing, and Forbidden where somebody else is invited.
    """
    with transaction.atomic():
        row = _claimed(token)
        if player is not None:
            _meant_for(row, player)
        if row.game_id is None:
            raise missing()
        _declined(row)


def _declined(row: Invitation) -> None:
    row.declined_at = timezone.now()
    row.save(update_fields=["declined_at"])
    host, game = row.invited_by, row.game
    if host is None or game is None or not host.is_active:
        return
    facts = {
        **_about(row, host),
        "who": row.player.username if row.player else row.address,
        "url": f"{settings.PBEM_BASE_URL}/games/{game.pk}/",
    }
    do_owe_letter(what="declined", address=host.email, player=host, facts=facts)


def _seated(row: Invitation, player: Player, nonce: str) -> Seat:
    game = locked_game(row.game_id or "")
    found = seat_for(row)
    if found is None:
        raise wrong_state("This seat is taken by now.", "この席はすでに埋まっています。")
    seats = seats_in_order(game)
    seat = next(one for one in seats if one.pk == found.pk)
    if game.status == Game.Status.OPEN:
        take_free_seat(game, seats, seat, player, nonce)
    else:
        seat_substitute(game, seat, player=player, by=row.invited_by)
    return seat


def do_accept_as_new(
    *, token: str, name: str, language: str, time_zone: str, password: str | None = None, nonce: str = ""
) -> tuple[Player, Seat | None]:
    """A stranger who came by a letter becomes a player and sits down, or nothing happens at all.

    Without a password, mailed codes let the player in. Raises Malformed with every wrong field, and as `do_accept`.
    """
    if "@" in name:
        raise malformed("/name", "A name has no @ in it.", "名前に「@」は使えません。", "invalid")
    with transaction.atomic():
        row = _claimed(token)
        if row.player is not None:
            raise forbidden("This invitation is for somebody else.", "この招待は別の方宛てです。")
        player = do_create_player(
            name=name, email=row.address, language=language, time_zone=time_zone, password=password or None
        )
        return player, do_accept(player=player, token=token, nonce=nonce)


def do_settle_in(*, token: str, language: str, time_zone: str, password: str | None = None) -> Player:
    """A new player, made by host or operator, sets what is theirs and comes in. Raises Missing, Malformed."""
    with transaction.atomic():
        row = _claimed(token)
        if row.player is None or row.game_id is not None:
            raise missing()
        player = row.player
        player.language, player.time_zone = language, time_zone
        if password:
            player.set_password(password)
        player.save(update_fields=["language", "time_zone", "password"])
        do_accept(player=player, token=token)
    return player


def do_open_to_observers(*, by: Player, game_id: UUID | str, shut: bool = False) -> str:
    """A new link for observers, in place of the one before; or none any more (`shut`). Raises Missing, Forbidden."""
    token, digest = new_token()
    with transaction.atomic():
        game = locked_game(game_id)
        refuse_unseen(by, game)
        refuse_inviting(by, game)
        game.observer_digest = "" if shut else digest
        game.save(update_fields=["observer_digest"])
        record(by, "observers", game.pk, shut=shut)
    return "" if shut else f"{settings.PBEM_BASE_URL}/observe/{token}/"


def do_observe(*, player: Player, token: str) -> Game:
    """Look on from now on; again, it changes nothing. Raises Missing."""
    game = observed_game(token)
    Observer.objects.get_or_create(game=game, player=player)
    return game


def invite_those_named(by: Player, game: Game, wishes: Any) -> None:
    """Write to those whom the host of a new game has named for seats by invitation."""
    for wish in wishes:
        if wish.invite and (wish.player or wish.email):
            do_invite(by=by, game_id=game.pk, role=wish.role, email=wish.email, player=wish.player)
