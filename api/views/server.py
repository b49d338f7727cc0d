"""The root of the API: the name and version of the server."""

from django.conf import settings
from django.http import HttpRequest
from msgspec import Struct
from rest_framework.permissions import AllowAny
from rest_framework.response import Response

from api.api_view import ApiView
from api.openapi_schema import describe_operation


class ServerBody(Struct, frozen=True):
    """The name of the program and the version of its release."""

    name: str
    version: str


class ServerView(ApiView):
    """The root of the API: the program and its release."""

    permission_classes = [AllowAny]

    @describe_operation("server_retrieve", "The program and its release", sends=ServerBody, tag="server")
    def get(self, request: HttpRequest) -> Response:
        return Response(ServerBody("Sealed Orders", settings.PBEM_VERSION))
