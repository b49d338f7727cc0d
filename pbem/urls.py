"""All URLs of the server: the REST interface, the admin, the players' pages."""

from django.contrib import admin
from django.urls import include, path

from pbem import mail_service_views
from pbem.health import check_health
from pbem.rendering.favicon import redirect_favicon

urlpatterns = [
    path("healthz", check_health),
    path("favicon.ico", redirect_favicon),
    path("api/v1/", include("api.urls")),
    path("admin/", admin.site.urls),
    path("mail-service/events/", mail_service_views.receive_events),
    path("mail-service/letters/", mail_service_views.receive_mail),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("pbem.web.accounts.views")),
    path("", include("pbem.web.pages.urls")),
]

handler400 = "api.problems.bad_request"
handler404 = "api.problems.page_not_found"
handler500 = "api.problems.server_error"
