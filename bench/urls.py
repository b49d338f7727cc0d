"""The server's URLs, and the bare views for comparison."""

from django.urls import include, path

from bench.bare import BareAnswer, BareView

urlpatterns = [
    path("bench/answer/", BareAnswer.as_view()),
    path("bench/view/", BareView.as_view()),
    path("", include("pbem.urls")),
]
