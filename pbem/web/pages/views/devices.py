"""The player's devices: browsers that show notifications, and the script that shows them."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Missing, missing
from games.kernel.errors import GameError
from games.kernel.text import join_sentences
from games.models import Player
from games.persistence.push_keys import get_public_key
from games.services import devices, webhooks
from pbem.web.pages.visitor import get_page_language, get_player


def may_see_devices(player: Player) -> bool:
    """Return True if the server has a key for notifications, or if the player is staff and can add a key."""
    return bool(settings.PBEM_PUSH_KEY) or player.is_staff


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_devices(request: HttpRequest) -> HttpResponse:
    """Show all devices, and add the browser that sends the form. Raises Missing if the server has no key."""
    player, problem = get_player(request), ""
    if not may_see_devices(player):
        raise missing()
    if request.method == "POST":
        given = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth", "label")}
        try:
            devices.do_add_device(player=player, **given)
        except GameError as error:
            language = get_page_language(request)
            problem = join_sentences(one.message for one in error.problems).get(language) or error.detail.get(language)
        else:
            messages.success(request, _("This browser now shows notifications."))
            return redirect("devices")
    rows = devices.list_devices(player)
    errors = webhooks.load_last_errors(rows)
    shown = [(row, devices.needs_new_permission(row), errors.get(row.pk, "")) for row in rows]
    context: dict[str, Any] = {"rows": shown, "problem": problem, "key": get_public_key()}
    return render(request, "pages/devices.html", context, status=422 if problem else 200)


@require_POST
@login_required
def change_device(request: HttpRequest, device_id: UUID) -> HttpResponse:
    """Send a test to a device, or remove the device. Raises Missing if the player has no such device."""
    player = get_player(request)
    try:
        if "remove" in request.POST:
            webhooks.do_remove_webhook(player=player, webhook_id=device_id, device=True)
            messages.success(request, _("Removed."))
        else:
            webhooks.do_test_webhook(player=player, webhook_id=device_id, device=True)
            messages.success(request, _("A test is on its way."))
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    return redirect("devices")


@require_safe
def show_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker's script. Its URL is at the site's root, so that it applies to every page."""
    response = render(request, "pages/notification_worker.js", content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def show_manifest(request: HttpRequest) -> HttpResponse:
    """Return the web manifest, with which a phone puts the site on its home screen; some phones need this to notify."""
    icon = {"src": static("pages/seal-192.png"), "sizes": "192x192", "type": "image/png"}
    home, name = reverse("home"), settings.PBEM_SITE_NAME
    found = {"name": name, "short_name": name, "start_url": home, "scope": home, "display": "standalone"}
    return JsonResponse(found | {"icons": [icon]}, content_type="application/manifest+json")
