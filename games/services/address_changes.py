"""Change a player's e-mail address, after both the old and the new address have confirmed the change."""

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.kernel.errors import malformed, refuse_forbidden_characters
from games.models import AddressChange, Player
from games.persistence.link_tokens import make_link_token, token_digest
from games.selectors.address_changes import get_address_change
from games.services.account_emails import NOBODY, do_queue_account_email

LINK_LIFETIME = timedelta(days=2)


def do_request_address_change(*, player: Player, address: str) -> None:
    """Send a confirmation e-mail to the old and the new address; replaces an earlier request.

    If another player has the new address, the request is not refused, because a refusal would reveal that account. No
    e-mail is sent to the new address then, so the change is never confirmed. Raises Malformed if `address` is invalid
    or is the player's present address.
    """
    wanted = Player.objects.normalize_email(address.strip())
    refuse_forbidden_characters("/email", wanted)
    try:
        validate_email(wanted)
    except ValidationError:
        raise malformed("/email", "This is no e-mail address.", "メールアドレスではありません。") from None
    if wanted.casefold() == player.email.casefold():
        raise malformed("/email", "This is your address already.", "現在のアドレスと同じです。")
    (old, old_digest), (new, new_digest) = make_link_token(), make_link_token()
    taken = Player.objects.filter(email__iexact=wanted).exists()
    with transaction.atomic():
        AddressChange.objects.filter(player=player).delete()
        AddressChange.objects.create(
            player=player,
            address=wanted,
            old_digest=old_digest,
            new_digest=new_digest,
            expires_at=timezone.now() + LINK_LIFETIME,
        )
        facts = {"name": player.username, "new": wanted}
        _write("address_old", player.email, player, {**facts, "url": _url(old)})
        _write(NOBODY if taken else "address_new", wanted, player, {**facts, "url": _url(new)})


def do_confirm_address_change(*, token: str) -> bool:
    """Confirm a change with the token sent to the old or to the new address. Raises Missing for a wrong token.

    Returns True if both addresses have now confirmed and the new address is stored, else False. If another player took
    the new address in the meantime, nothing changes.
    """
    with transaction.atomic():
        row = AddressChange.objects.select_for_update().get(pk=get_address_change(token).pk)
        side = "old_confirmed_at" if row.old_digest == token_digest(token) else "new_confirmed_at"
        setattr(row, side, timezone.now())
        row.save(update_fields=[side])
        if row.old_confirmed_at is None or row.new_confirmed_at is None:
            return False
        return _changed(row)


def _changed(row: AddressChange) -> bool:
    player, before = row.player, row.player.email
    try:
        with transaction.atomic():
            player.email = row.address
            player.save(update_fields=["email"])
    except IntegrityError:
        return False
    row.delete()
    for address in (before, player.email):
        _write("address_changed", address, player, {"name": player.username, "new": player.email})
    return True


def _write(what: str, address: str, player: Player, facts: dict[str, str]) -> None:
    do_queue_account_email(template=what, address=address, player=player, facts=facts)


def _url(token: str) -> str:
    return f"{settings.PBEM_BASE_URL}/address/{token}/"
