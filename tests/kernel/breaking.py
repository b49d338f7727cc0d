"""The toy with one part exchanged, a request meddled with, or more told: what titles are broken with."""

from collections.abc import Awaitable, Callable, Generator
from typing import Any, NamedTuple

import msgspec

from games.kernel.events import Event
from games.kernel.forms import Choose, Form
from games.kernel.requests import Asks, Request
from games.kernel.steps import Step
from games.kernel.table import Table
from games.kernel.title import Title
from tests.kernel import toy
from tests.kernel.toy import TOY, State


class _Meddled:
    """A procedure whose requests are changed, or answered, on their way out."""

    def __init__(self, procedure: Awaitable[Any], meddle: Callable[[Request], Any]) -> None:
        self.procedure, self.meddle = procedure, meddle

    def __await__(self) -> Generator[Any, Any, Any]:
        inner, answer = self.procedure.__await__(), None
        while True:
            try:
                request = inner.send(answer)
            except StopIteration as end:
                return end.value
            changed = self.meddle(request)
            answer = changed if isinstance(changed, tuple) else (yield changed)


def toy_with(**parts: Any) -> Title[Any]:
    """The toy with some parts exchanged."""
    return TOY.evolve(**parts)


def meddled(meddle: Callable[[Table[State], Request], Any], title: Title[Any] = TOY) -> Title[Any]:
    """The toy with its rounds' requests changed; a tuple instead of a request is taken for the answer."""

    async def run(table: Table[State]) -> str | None:
        result: str | None = await _Meddled(toy.play_round(table), lambda request: meddle(table, request))
        return result

    return rounds(run, title)


def rounds(run: Callable[[Any], Awaitable[str | None]], title: Title[Any] = TOY) -> Title[Any]:
    """The toy with other rounds."""
    return title.evolve(steps={**title.rules.steps, "round": Step("round", "2.0", run)})


def asked(change: Callable[[Any], Any], key: str = "trump") -> Title[Any]:
    """The toy with one question changed."""

    def meddle(table: Table[State], request: Request) -> Any:
        if not isinstance(request, Asks):
            return request
        return Asks(tuple(change(question) if question.key == key else question for question in request.asks))

    return meddled(meddle)


def form(form_type: type[Form[Any]]) -> Title[Any]:
    """The toy with another form for the trump."""

    def change(question: Any) -> Any:
        return msgspec.structs.replace(question, form=form_type(options=question.form.options))

    return asked(change).evolve(form_types=(Choose, form_type))


def telling(emit: Callable[[Table[Any], Event], Any]) -> Title[Any]:
    """The toy that tells more: `emit` is called for every event told."""

    class Telling(Table[State]):
        def emit(self, event: Event, *, to: Any = (), reduced: Event | None = None) -> None:
            super().emit(event, to=to, reduced=reduced)
            emit(self, event)

    return toy_with(table=Telling)


class Broken(NamedTuple):
    """A broken title, the check that must notice, and a word of what it must say."""

    name: str
    title: Title[Any]
    check: str
    says: str
