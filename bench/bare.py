"""Minimal DRF views for comparison: the least work that a view with this authentication can do."""

from typing import Any

from django.db import connection, transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

CREATE = (
    "CREATE TABLE IF NOT EXISTS bench_game (id integer PRIMARY KEY, name text)",
    "INSERT INTO bench_game SELECT n, 'game' FROM generate_series(1, 64) n ON CONFLICT DO NOTHING",
    "CREATE TABLE IF NOT EXISTS bench_answer (game integer, body text, at timestamptz DEFAULT now())",
    "CREATE TABLE IF NOT EXISTS bench_view (id integer PRIMARY KEY, body text)",
)
DROP = ("DROP TABLE IF EXISTS bench_answer", "DROP TABLE IF EXISTS bench_view", "DROP TABLE IF EXISTS bench_game")


class BareAnswer(APIView):
    """A view whose ``PUT`` does the least work of an answer, in one transaction.

    The transaction locks a row, inserts another and updates the locked one.
    """

    def put(self, request: Request) -> Response:
        """Carry out the transaction of a bare answer."""
        body: Any = request.data
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT name FROM bench_game WHERE id = %s FOR UPDATE", [body["game"]])
            cursor.execute("INSERT INTO bench_answer (game, body) VALUES (%s, %s)", [body["game"], str(body["answer"])])
            cursor.execute("UPDATE bench_game SET name = 'game' WHERE id = %s", [body["game"]])
        return Response({"received": body}, status=202)


class BareView(APIView):
    """A view that returns a row of text as large as a stored view of a game."""

    def get(self, request: Request) -> Response:
        """Return the stored row as text."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT body FROM bench_view WHERE id = 1")
            (body,) = cursor.fetchone()
        return Response({"view": body})
