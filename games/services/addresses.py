"""Another address for a player's letters: it counts when both the old and the new one have confirmed it."""

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.kernel.errors import malformed, refuse_unfit
from games.models import AddressChange, Player
from games.selectors.addresses import waiting_change
from games.services.personal import NOBODY, do_owe_letter
from games.stored.links import digest_of, new_token

GOOD_FOR = timedelta(days=2)


def do_ask_for_address(*, player: Player, address: str) -> None:
    """Write to both addresses; a wish before this one is forgotten. Raises Malformed.

    An address that somebody else has is not refused: nothing is sent there, and the change is never confirmed.
    """
    wanted = Player.objects.normalize_email(address.strip())
    refuse_unfit("/email", wanted)
    try:
        validate_email(wanted)
    except ValidationError:
        raise malformed("/email", "This is no e-mail address.", "メールアドレスではありません。") from None
    if wanted.casefold() == player.email.casefold():
        raise malformed("/email", "This is your address already.", "現在のアドレスと同じです。")
    (old, old_digest), (new, new_digest) = new_token(), new_token()
    taken = Player.objects.filter(email__iexact=wanted).exists()
    with transaction.atomic():
        AddressChange.objects.filter(player=player).delete()
        AddressChange.objects.create(
            player=player,
            address=wanted,
            old_digest=old_digest,
            new_digest=new_digest,
            expires_at=timezone.now() + GOOD_FOR,
        )
        facts = {"name": player.username, "new": wanted}
        _write("address_old", player.email, player, {**facts, "url": _url(old)})
        _write(NOBODY if taken else "address_new", wanted, player, {**facts, "url": _url(new)})


def do_confirm_address(*, token: str) -> bool:
    """Confirm the change from the side that the token was sent to; True when it is done with that. Raises Missing.

    An address that somebody else took in the meantime stays theirs: then nothing changes, and it is never done.
    """
    with transaction.atomic():
        row = AddressChange.objects.select_for_update().get(pk=waiting_change(token).pk)
        side = "old_confirmed_at" if row.old_digest == digest_of(token) else "new_confirmed_at"
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
    do_owe_letter(what=what, address=address, player=player, facts=facts)


def _url(token: str) -> str:
    return f"{settings.PBEM_BASE_URL}/address/{token}/"
