"""`/favicon.ico`: the icon that browsers request beside responses that cannot link to an icon (pictures, JSON)."""

from django.http import HttpRequest, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def redirect_favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the icon of the pages."""
    return HttpResponseRedirect(static("pages/seal.svg"))
