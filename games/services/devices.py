"""Devices: browsers that show notifications (Web Push, RFC 8030) with the subject of the e-mail.

A device is stored as a webhook with the format `PUSH`. Calls are encrypted for the browser
(`worker.webhooks.notification`).
"""

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from games.errors import rate_limited, wrong_state
from games.kernel.errors import malformed, refuse_forbidden_characters
from games.models import OutgoingMail, Player, Webhook
from games.persistence.encryption import decrypt, encrypt
from games.persistence.push_keys import get_public_key, is_browser_key
from games.services.webhooks import refuse_url, webhooks_of

MAX_DEVICES = 10
"""The maximum number of devices of a player."""
MAX_ENDPOINT = 1000
MAX_LABEL = 60


def list_devices(player: Player) -> list[Webhook]:
    """Return a player's devices in the order of creation."""
    return list(webhooks_of(player, devices=True))


def do_add_device(*, player: Player, endpoint: str, p256dh: str, auth: str, label: str = "") -> Webhook:
    """Add a browser that shows notifications and return its row; if the player has added it before, set the new label.

    `endpoint`, `p256dh` and `auth` come from the browser's subscription (`PushSubscription.toJSON`). A browser shows
    the notifications only of the player who added it last. Raises Malformed for invalid values, RateLimited for more
    than `MAX_DEVICES` devices, WrongState if the server sends no notifications.
    """
    if not settings.PBEM_PUSH_KEY:
        raise wrong_state("This server sends no notifications.", "このサーバーは通知を送信しません。")
    refuse_url("/endpoint", endpoint, longest=MAX_ENDPOINT)
    refuse_forbidden_characters("/label", label)
    if not is_browser_key(p256dh, auth):
        raise malformed("/keys", "These are no keys of a browser.", "ブラウザーの鍵ではありません。", "keys")
    keys = {"p256dh": p256dh, "auth": auth, "server": get_public_key()}
    row = Webhook(player=player, url=endpoint, format=Webhook.Format.PUSH, label=label.strip()[:MAX_LABEL])
    row.sealed, row.after = encrypt(keys), OutgoingMail.objects.aggregate(last=Max("id"))["last"] or 0
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        known = _remove_from_others(row, keys)
        if known is not None:
            return known
        if webhooks_of(player, devices=True).count() >= MAX_DEVICES:
            raise rate_limited("At most {most} devices.", "端末は{most}台までです。", most=MAX_DEVICES)
        row.save(force_insert=True)
    return row


def _remove_from_others(row: Webhook, keys: dict[str, str]) -> Webhook | None:
    """Return the player's stored device with the same endpoint and keys, switched on again; None if there is none.

    Deletes the player's rows of this browser with outdated keys, and another player's row of it if the secret `auth`
    is the same: only the browser knows the secret, so nobody else can remove another player's device.
    """
    kept = None
    for one in Webhook.objects.filter(format=Webhook.Format.PUSH, url=row.url):
        known = get_device_keys(one)
        if one.player_id == row.player_id and known == keys:
            one.label, one.off_at, one.failures, kept = row.label or one.label, None, 0, one
            one.save(update_fields=["label", "off_at", "failures"])
        elif one.player_id == row.player_id or known.get("auth") == keys["auth"]:
            one.delete()
    return kept


def get_device_keys(row: Webhook) -> dict[str, str]:
    """Return the browser's keys ("p256dh", "auth"), and the public key that the server had when the device was added.

    Empty if the keys can no longer be decrypted because the server's secret key has changed.
    """
    return decrypt(bytes(row.sealed)) or {}


def needs_new_permission(row: Webhook) -> bool:
    """Return True if the device was added under an earlier public key of the server, so that push calls fail."""
    return get_device_keys(row).get("server") != get_public_key()
