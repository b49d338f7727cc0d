"""The server's URLs, with the minimal views of `bench/bare.py`."""

from django.urls import include, path

from bench.bare import BareAnswer, BareView

urlpatterns = [
    path("bench/answer/", BareAnswer.as_view()),
    path("bench/view/", BareView.as_view()),
    path("", include("pbem.urls")),
]
