"""``games/{id}/record/``: what all may read of a game that is over, for whoever wants to check it."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.access import CostlyLimit
from api.base import Call
from api.calls.umpire import ExportBody
from api.schema import call
from games.services.export import game_record


class Record(Call):
    """The whole record."""

    throttle_classes = (CostlyLimit,)

    @call(
        "games_record",
        "The whole record of a game that is over, with the secrets of its dice",
        sends=ExportBody,
        tag="sight",
        about="An export without press and announcements. With it and the letters kept, `./run verify LETTERS RECORD` "
        "finds whatever was changed afterwards.",
        others={409: "The game is not over."},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        response = HttpResponse(game_record(player=self.player, game_id=game_id), content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="game-{game_id}.json"'
        return response
