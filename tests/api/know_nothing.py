"""A client that knows nothing of any title: it plays from the OpenAPI document and the decisions' forms alone.

It never imports the server. Give it a way to send requests: the test client in process, or `over_http` for real.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Json = Any


@dataclass(frozen=True)
class Reply:
    """A status and the decoded body; None for an empty one."""

    status: int
    body: Json


Send = Callable[[str, str, bytes | None, str], Reply]
"""`send(method, path, body, content_type)`; the path is absolute, without host."""


class Puzzled(Exception):
    """The server answered in a way that the document does not let expect."""


def over_http(base: str, token: str, timeout: float = 30) -> Send:
    """Requests over the network to a server such as ``http://127.0.0.1:8000``.

    Told when to come again, they come again then: after too many calls, and while the server's database is away.
    """

    def send(method: str, path: str, body: bytes | None, content_type: str) -> Reply:
        request = Request(base + path, data=body, method=method)
        request.add_header("Authorization", f"Token {token}")
        if body is not None:
            request.add_header("Content-Type", content_type)
        try:
            with urlopen(request, timeout=timeout) as response:
                return Reply(response.status, _decoded(response.read()))
        except HTTPError as error:
            again = error.headers["Retry-After"]
            if again is None:
                return Reply(error.code, _decoded(error.read()))
        time.sleep(float(again))
        return send(method, path, body, content_type)

    return send


def _decoded(data: bytes) -> Json:
    return json.loads(data) if data else None


@dataclass
class KnowNothing:
    """Answers whatever it is asked.

    Mostly it makes an answer out of the form's JSON Schema; where the server refuses that (what spans several orders
    no schema says), it falls back on the form's example, which is legal by promise. Now and then it writes the example
    in the text notation, or takes the default.
    """

    send: Send
    whim: Random = field(default_factory=lambda: Random(1))
    document: Json = None
    given: int = 0
    refused: int = 0

    def __post_init__(self) -> None:
        self.document = self.document or self._ask("GET", "/api/v1/schema/")
        self._paths = {
            operation["operationId"]: (method.upper(), path)
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
        }

    def call(self, operation: str, body: Json = None, *, text: str = "", **parts: str) -> Reply:
        """Call an operation of the document by its id."""
        method, path = self._paths[operation]
        path = path.format(**parts)
        if text:
            return self.send(method, path, text.encode(), "text/plain")
        return self.send(method, path, None if body is None else json.dumps(body).encode(), "application/json")

    def answer_all(self) -> int:
        """Answer every open decision that has no answer yet; how many that were."""
        listed = self._expect(self.call("decisions_list"), 200)["results"]
        waiting = [one["id"] for one in listed if not one["ready"]]
        for decision_id in waiting:
            self.answer(decision_id)
        return len(waiting)

    def answer(self, decision_id: str) -> Json:
        """Answer one decision; the receipt. Raises Puzzled where even the example is refused."""
        form = self._expect(self.call("decisions_retrieve", decision_id=decision_id), 200)["form"]
        mood = self.whim.random()
        if mood < 0.1:
            reply = self.call("decisions_answer", text=form["notation"], decision_id=decision_id)
            return self._taken(reply)
        if mood < 0.2:
            return self._taken(self._put(decision_id, form["default"]))
        reply = self._put(decision_id, self.made_up(form["schema"]))
        if reply.status == 422:
            self.refused += 1
            reply = self._put(decision_id, form["example"])
        return self._taken(reply)

    def made_up(self, schema: Json) -> Json:
        """Some value that the schema allows."""
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.whim.choice(schema["enum"])
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.made_up(self.whim.choice(schema[several]))
        kind = schema["type"]
        return _MAKERS[self.whim.choice(kind) if isinstance(kind, list) else kind](self, schema)

    def made_up_list(self, schema: Json) -> Json:
        """Members are few, and different where they must be."""
        least, most = schema.get("minItems", 0), schema.get("maxItems", 3)
        found: list[Json] = []
        wanted = self.whim.randint(least, max(least, min(most, 3)))
        for _ in range(wanted * 20):
            if len(found) == wanted:
                break
            one = self.made_up(schema["items"])
            if one not in found or not schema.get("uniqueItems"):
                found.append(one)
        return found

    def made_up_object(self, schema: Json) -> Json:
        """What must be there, and half of what may be."""
        known = schema.get("properties", {})
        needed = {*schema.get("required", ()), *list(known)[: schema.get("minProperties", 0)]}
        return {
            name: self.made_up(inner) for name, inner in known.items() if name in needed or self.whim.random() < 0.5
        }

    def _put(self, decision_id: str, answer: Json) -> Reply:
        return self.call("decisions_answer", {"answer": answer, "confirm": True}, decision_id=decision_id)

    def _taken(self, reply: Reply) -> Json:
        receipt = self._expect(reply, 202)
        self.given += 1
        return receipt

    def _ask(self, method: str, path: str) -> Json:
        return self._expect(self.send(method, path, None, "application/json"), 200)

    def _expect(self, reply: Reply, status: int) -> Json:
        if reply.status != status:
            raise Puzzled(f"{reply.status} instead of {status}: {reply.body}")
        return reply.body


_MAKERS: dict[str, Callable[[KnowNothing, Json], Json]] = {
    "array": KnowNothing.made_up_list,
    "object": KnowNothing.made_up_object,
    "string": lambda client, schema: "x" * schema.get("minLength", 0),
    "integer": lambda client, schema: client.whim.randint(schema.get("minimum", 0), schema.get("maximum", 9)),
    "boolean": lambda client, schema: client.whim.random() < 0.5,
    "null": lambda client, schema: None,
}
