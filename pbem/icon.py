"""`/favicon.ico`: where browsers look for the icon of an answer that names none (pictures, JSON, documentation)."""

from django.http import HttpRequest, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """To the seal that the pages bear."""
    return HttpResponseRedirect(static("pages/seal.svg"))
