"""All addresses of the server: the REST interface, the admin, the players' pages."""

from django.contrib import admin
from django.urls import include, path

from pbem import mail_service
from pbem.health import healthz
from pbem.icon import favicon

urlpatterns = [
    path("healthz", healthz),
    path("favicon.ico", favicon),
    path("api/v1/", include("api.urls")),
    path("admin/", admin.site.urls),
    path("mail-service/events/", mail_service.events),
    path("mail-service/letters/", mail_service.letters),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("pbem.accounts.doors")),
    path("", include("pbem.pages.urls")),
]

handler400 = "api.problems.bad_request"
handler404 = "api.problems.page_not_found"
handler500 = "api.problems.server_error"
