"""``games/{id}/record/``: the public record of a finished game, for verification."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.api_view import ApiView
from api.authentication import ExpensiveReadThrottle
from api.openapi_schema import describe_operation
from api.views.umpire_actions import ExportBody
from games.services.export import export_public_record


class PublicRecordView(ApiView):
    """``games/{id}/record/``: the public record of a finished game."""

    throttle_classes = (ExpensiveReadThrottle,)

    @describe_operation(
        "games_record",
        "The whole record of a game that is over, with the secrets of its dice",
        sends=ExportBody,
        tag="sight",
        about="An export without press and announcements. With it and the stored e-mails, `./run verify LETTERS RECORD`"
        " finds what was changed afterwards, and lists what it cannot vouch for.",
        others={409: "The game is not over."},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        response = HttpResponse(
            export_public_record(player=self.player, game_id=game_id), content_type="application/json"
        )
        response["Content-Disposition"] = f'attachment; filename="game-{game_id}.json"'
        return response
