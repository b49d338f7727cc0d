"""Send, withdraw, accept and decline invitations: e-mails with a link that works once."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from games import registry
from games.errors import WrongState, forbidden, missing, rate_limited, wrong_state
from games.kernel.errors import Malformed, malformed, refuse_forbidden_characters
from games.kernel.text import LANGUAGES, Text, join_texts
from games.models import Game, Invitation, Observer, Player, Seat
from games.persistence.audit import record_audit_entry
from games.persistence.link_tokens import make_link_token
from games.persistence.position import seats_in_order
from games.selectors.access import require_visible
from games.selectors.games import describe_agreements
from games.selectors.invitations import (
    build_invitation_state,
    find_accepted_invitation,
    find_invited_player,
    find_invited_seat,
    get_game_by_observer_token,
    get_invitation,
    get_invitation_by_token,
    is_invitation_open,
    require_may_invite,
)
from games.selectors.mail_tag_targets import make_invitation_reply_address
from games.selectors.open_decisions import get_player_by_name
from games.services.acceptance_emails import notify_inviter
from games.services.account_emails import do_queue_account_email, localized_facts
from games.services.creation import NO_SEAT, unknown_key_problem
from games.services.hosting_limits import lock_host, refuse_too_many_for_one, refuse_too_many_invitations
from games.services.lifecycle import take_free_seat
from games.services.locks import lock_game
from games.services.personal_lines import clean_personal_line
from games.services.players import do_create_player, make_login_name
from games.services.umpire import seat_substitute

INVITATION_LIFETIME = timedelta(days=14)
MAX_INVITATIONS_PER_DAY = 60
"""The number of invitations that one person may send in a day."""


def do_invite(
    *,
    by: Player,
    game_id: UUID | str,
    role: str = "",
    email: str = "",
    player: str = "",
    language: str = "",
    personal_line: str = "",
) -> Invitation:
    """Invite a person by address, or a player by name, with a link to a seat (without a `role`, the first free one).

    Registered players get the e-mail in their own language, other persons in `language` or, without one, in English and
    Japanese. `personal_line` is plain text for the e-mail. The response never reveals whether an address is known.
    Raises Missing if the caller may not see the game; Forbidden if the caller may not invite; Malformed for wrong
    arguments; WrongState if the seat is taken; LimitReached or RateLimited if the caller has sent too many invitations
    (in an hour or to one person; in a day).
    """
    invited = _invited(by, email, player)
    _check_language(language)
    line = clean_personal_line(personal_line)
    with transaction.atomic():
        lock_host(by)
        game = _inviting(by, game_id)
        refuse_too_many_invitations(by)
        refuse_too_many_for_one(by, invited, email.strip())
        seat = _offered_seat(game, role)
        row = Invitation(
            game=game,
            role=role,
            player=invited,
            address=invited.email if invited else email.strip(),
            language=language,
            personal_line=line,
            invited_by=by,
        )
        do_send_invitation(row)
        if seat is not None and game.status == Game.Status.OPEN:
            seat.by_invitation = True
            seat.save(update_fields=["by_invitation"])
    return row


def _invited(by: Player, email: str, name: str) -> Player | None:
    """Return the player with this name; None if an address is given. Raises Malformed: wrong, both or neither."""
    if bool(email.strip()) == bool(name.strip()):
        raise malformed("", "Give an address or a name.", "アドレスか名前の一方を指定してください。", "one_of")
    if name.strip():
        return get_player_by_name(name.strip())
    refuse_forbidden_characters("/email", email.strip())
    try:
        validate_email(email.strip())
    except ValidationError:
        raise malformed("/email", "This is no e-mail address.", "メールアドレスではありません。", "email") from None
    return None


def _offered_seat(game: Game, role: str) -> Seat | None:
    """Return the seat of this role if it is free; None without a role. Raises Malformed, WrongState if none is free."""
    seats = seats_in_order(game)
    seat = next((one for one in seats if one.role == role), None)
    if role and seat is None:
        raise Malformed(unknown_key_problem("/seat", "role", NO_SEAT, [one.role for one in seats]))
    if not any(one.kind == Seat.Kind.OPEN and role in ("", one.role) for one in seats):
        raise wrong_state("This seat is taken.", "この席は埋まっています。")
    return seat


def _check_language(language: str) -> None:
    """Raise Malformed for a language that the server does not have."""
    if language not in ("", *LANGUAGES):
        raise malformed("/language", "There is no such language.", "その言語はありません。", "language")


def _inviting(by: Player, game_id: UUID | str) -> Game:
    game = lock_game(game_id)
    require_visible(by, game)
    require_may_invite(by, game)
    since = timezone.now() - timedelta(days=1)
    if Invitation.objects.filter(invited_by=by, created_at__gt=since).count() >= MAX_INVITATIONS_PER_DAY:
        raise rate_limited("So many invitations a day are enough.", "本日の招待数が上限に達しました。")
    return game


def do_send_invitation(row: Invitation) -> str:
    """Give an invitation a new token, store it, queue its e-mail and return the token.

    Links with earlier tokens of the invitation stop working.
    """
    token = _renewed(row)
    known = find_invited_player(row)
    row.mail = do_queue_account_email(
        template="invitation" if row.game else "welcome",
        address=row.address,
        language=row.language,
        player=known,
        facts={
            "url": make_invitation_url(token),
            "reply_to": make_invitation_reply_address(row),
            "personal_line": row.personal_line,
            **_about(row, known),
        },
    )
    row.save(update_fields=["mail"])
    return token


def _renewed(row: Invitation) -> str:
    token, row.digest = make_link_token()
    row.expires_at, row.undelivered_at = timezone.now() + INVITATION_LIFETIME, None
    row.save()
    return token


def make_invitation_url(token: str) -> str:
    """Return the invitation link with this token."""
    return f"{settings.PBEM_BASE_URL}/invitations/{token}/"


def _about(row: Invitation, known: Player | None) -> dict[str, str]:
    facts = {"name": known.username if known else "", "by": row.invited_by.username if row.invited_by else ""}
    if row.game is None:
        return facts
    title = registry.title_for_names(row.game)
    scenario = title.scenarios.get(row.game.scenario)
    seat = scenario.role_names.get(row.role) if scenario else None
    texts = {
        "title": title.name,
        "scenario": scenario.name if scenario else Text.same(""),
        "seat": seat or Text.same(""),
        "time": join_texts(describe_agreements(row.game), "\n", "\n"),
    }
    language = known.language if known else row.language
    return {**facts, "game": row.game.name, **localized_facts(language, texts)}


def do_send_welcome(*, player: Player, by: Player | None = None, sends_email: bool = True) -> str:
    """Return a link with which a new player sets a password; with `sends_email`, also send the link by e-mail."""
    row = Invitation(player=player, address=player.email, language=player.language, invited_by=by)
    with transaction.atomic():
        return make_invitation_url(do_send_invitation(row) if sends_email else _renewed(row))


def do_withdraw_invitation(*, by: Player, game_id: UUID | str, invitation_id: UUID) -> None:
    """Withdraw an invitation and disable its link. Repeating it changes nothing.

    Raises Missing without such an invitation; Forbidden if the caller may not invite to the game.
    """
    with transaction.atomic():
        row = _own(by, game_id, invitation_id)
        if row.withdrawn_at is None and row.accepted_at is None and row.declined_at is None:
            row.withdrawn_at = timezone.now()
            row.save(update_fields=["withdrawn_at"])


def do_resend_invitation(*, by: Player, game_id: UUID | str, invitation_id: UUID) -> Invitation:
    """Resend an invitation that was not accepted, with a new link.

    Raises Missing without such an invitation; Forbidden if the caller may not invite to the game; WrongState if the
    invitation was accepted, declined or withdrawn.
    """
    with transaction.atomic():
        row = _own(by, game_id, invitation_id)
        _inviting(by, game_id)
        if row.accepted_at is not None or row.withdrawn_at is not None or row.declined_at is not None:
            raise _settled()
        do_send_invitation(row)
    return row


def _own(by: Player, game_id: UUID | str, invitation_id: UUID) -> Invitation:
    game = lock_game(game_id)
    require_visible(by, game)
    require_may_invite(by, game)
    row = Invitation.objects.filter(game=game, pk=invitation_id).select_related("player", "game", "invited_by").first()
    if row is None:
        raise missing()
    return row


def do_accept_invitation(*, player: Player, token: str, nonce: str = "") -> Seat | None:
    """Accept an invitation by its link, which then stops working. Return the seat; None if there is no game.

    `nonce` is as in `do_join_game`. Accepting again returns the same seat. Raises Missing if no open invitation has
    this token; WrongState if the seat is taken; Forbidden for a player who may not have the seat.
    """
    with transaction.atomic():
        before = find_accepted_invitation(token)
        if before is not None and before.game_id is not None and before.player_id == player.pk:
            return _said_before(before, player, accept=True)
        return _accepted(_claimed(token), player, nonce)


def _accepted(row: Invitation, player: Player, nonce: str) -> Seat | None:
    _meant_for(row, player)
    seat = _seated(row, player, nonce) if row.game_id else None
    row.accepted_at, row.player = timezone.now(), player
    row.save(update_fields=["accepted_at", "player"])
    if seat is not None:
        game = lock_game(seat.game_id)
        notify_inviter(row, player, game, seats_in_order(game))
    return seat


def _meant_for(row: Invitation, player: Player) -> None:
    if row.player_id not in (None, player.pk):
        raise forbidden("This invitation is for somebody else.", "この招待は別の方宛てです。")


def _claimed(token: str) -> Invitation:
    """Return the invitation with this token, locked against concurrent replies. Raises Missing."""
    _hold(get_invitation_by_token(token))
    return get_invitation_by_token(token)


def _hold(found: Invitation) -> None:
    if found.game_id is not None:
        lock_game(found.game_id)
    Invitation.objects.select_for_update().filter(pk=found.pk).first()


def do_answer_invitation(*, player: Player | None, invitation_id: UUID, accept: bool) -> Seat | None:
    """Accept or decline an invitation by its id; return the seat after an acceptance, else None.

    `player` is None for a recipient without an account, who can only decline. The caller has checked that the
    invitation went to this recipient. Repeating the same reply changes nothing. Raises WrongState if there was another
    reply before, or if the invitation is no longer open; Missing or Forbidden if the invitation is not the player's.
    """
    with transaction.atomic():
        found = get_invitation(invitation_id)
        if found is None:
            raise missing()
        _hold(found)
        row = get_invitation(invitation_id) or found
        if not is_invitation_open(row):
            return _said_before(row, player, accept=accept)
        if not accept:
            _declined(row)
        return _accepted(row, player, "") if accept and player else None


def _said_before(row: Invitation, player: Player | None, *, accept: bool) -> Seat | None:
    """Return the result of the same reply given before: the accepted seat, or None if the player declined.

    Raises WrongState if the invitation was settled in another way.
    """
    if accept and row.accepted_at is not None and player is not None:
        seat = Seat.objects.filter(game=row.game_id, player=player).order_by("position").first()
        if seat is not None:
            return seat
    if accept or row.declined_at is None:
        raise _expired() if build_invitation_state(row).state == "expired" else _settled()
    return None


def _settled() -> WrongState:
    return wrong_state("This invitation is settled.", "この招待はすでに終わっています。")


def _expired() -> WrongState:
    return wrong_state(
        "This invitation is too old. The player who invited you can send it again.",
        "この招待は期限切れです。招待した方が再送できます。",
    )


def do_decline_invitation(*, token: str, player: Player | None = None) -> None:
    """Decline an invitation to a game by its link: the link stops working, and the inviter is notified.

    `player` is the person who declines, if logged in. Raises Missing if no open invitation has this token, Forbidden if
    another player is invited.
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
    do_queue_account_email(template="declined", address=host.email, player=host, facts=facts)


def _seated(row: Invitation, player: Player, nonce: str) -> Seat:
    game = lock_game(row.game_id or "")
    found = find_invited_seat(row)
    if found is None:
        raise wrong_state("This seat is taken by now.", "この席はすでに埋まっています。")
    seats = seats_in_order(game)
    seat = next(one for one in seats if one.pk == found.pk)
    if game.status == Game.Status.OPEN:
        take_free_seat(game, seats, seat, player, nonce)
    else:
        seat_substitute(game, seat, player=player, by=row.invited_by)
    return seat


def do_accept_as_new_player(
    *, token: str, name: str, language: str, time_zone: str, password: str | None = None, nonce: str = ""
) -> tuple[Player, Seat | None]:
    """Create a player for a person without an account who has an invitation link, and give this player the seat.

    Both happen in one transaction; returns the player and the seat (None if there is no game). The login name is
    derived from `name`; if the derived name is taken, a number is added. A player without a password logs in with codes
    sent by e-mail. `nonce` is as in `do_join_game`. Raises Malformed with every wrong field, and the errors of
    `do_accept_invitation`.
    """
    if "@" in name:
        raise malformed("/name", "A name has no @ in it.", "名前に「@」は使えません。", "invalid")
    with transaction.atomic():
        row = _claimed(token)
        if row.player is not None:
            raise forbidden("This invitation is for somebody else.", "この招待は別の方宛てです。")
        player = do_create_player(
            name=make_login_name(name),
            email=row.address,
            language=language,
            time_zone=time_zone,
            password=password or None,
        )
        return player, do_accept_invitation(player=player, token=token, nonce=nonce)


def do_complete_account(*, token: str, language: str, time_zone: str, password: str | None = None) -> Player:
    """Set up an account that a host or operator created: store the player's settings and use up the link.

    Returns the player, for the caller to log in. Raises Missing if no open link of this kind has the token.
    """
    with transaction.atomic():
        row = _claimed(token)
        if row.player is None or row.game_id is not None:
            raise missing()
        player = row.player
        player.language, player.time_zone = language, time_zone
        if password:
            player.set_password(password)
        player.save(update_fields=["language", "time_zone", "password"])
        do_accept_invitation(player=player, token=token)
    return player


def do_renew_observer_link(*, by: Player, game_id: UUID | str, close: bool = False) -> str:
    """Create an observers' link that replaces the last one, and return its URL; with `close`, only remove the last one.

    Raises Missing if the caller may not see the game, Forbidden if the caller may not invite to it.
    """
    token, digest = make_link_token()
    with transaction.atomic():
        game = lock_game(game_id)
        require_visible(by, game)
        require_may_invite(by, game)
        game.observer_digest = "" if close else digest
        game.save(update_fields=["observer_digest"])
        record_audit_entry(by, "observers", game.pk, shut=close)
    return "" if close else f"{settings.PBEM_BASE_URL}/observe/{token}/"


def do_become_observer(*, player: Player, token: str) -> Game:
    """Make the player an observer of the game with this link. Repeating it changes nothing.

    Raises Missing if no game has a link with this token.
    """
    game = get_game_by_observer_token(token)
    Observer.objects.get_or_create(game=game, player=player)
    return game


def invite_named_players(by: Player, game: Game, assignments: Any) -> None:
    """Send the invitations of a new game: to the persons whom its seat `assignments` name with `invite`."""
    for wish in assignments:
        if wish.invite and (wish.player or wish.email):
            do_invite(
                by=by,
                game_id=game.pk,
                role=wish.role,
                email=wish.email,
                player=wish.player,
                language=wish.language,
                personal_line=wish.personal_line,
            )
