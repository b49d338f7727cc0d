"""`/favicon.ico`: the icon for responses that cannot name one (pictures, JSON, documentation)."""

from django.http import HttpRequest, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def redirect_favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the icon of the pages."""
    return HttpResponseRedirect(static("pages/seal.svg"))
