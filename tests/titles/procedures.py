"""Procedures of a title's rules run to their end, with dice laid out by hand and answers in the notation."""

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from games.kernel.chance import ScriptedChance
from games.kernel.codec import decode, encode
from games.kernel.requests import Ask, Asks, Request
from games.kernel.table import EndStep

Dice = Sequence[Sequence[int]]
Says = Mapping[str, str | Sequence[str]]


class Run:
    """What a procedure brought about: the questions it asked, and its end (`following` is the step after it)."""

    def __init__(self) -> None:
        self.asked: list[Ask[Any]] = []
        self.result: Any = None
        self.following: str | None = None

    def carry_out(
        self, procedure: Coroutine[Any, Any, Any], state: Any, *, dice: Dice, draws: Dice, says: Says | None
    ) -> None:
        """Run a procedure to its end. Every die laid out must be rolled, and every answer asked for; a question without
        an answer gets the default. The state has to survive the store at each request.
        """
        chance, answer = ScriptedChance(dice, draws), None
        left = {kind: [texts] if isinstance(texts, str) else list(texts) for kind, texts in (says or {}).items()}
        while (request := self._next(procedure, answer)) is not None:
            if isinstance(request, Asks):
                self.asked += request.asks
                answer = tuple(_answer(question, left) for question in request.asks)
            else:
                answer = chance.answer(request, 0, 0)
            before = encode(state)
            assert encode(decode(before, type(state))) == before, "the state survives the store"
        chance.check_used_up()
        unsaid = [kind for kind, texts in left.items() if texts]
        assert not unsaid, f"nobody was asked for {unsaid}, but for {[question.kind for question in self.asked]}"

    def _next(self, procedure: Coroutine[Any, Any, Any], answer: Any) -> Request | None:
        """What the procedure wants next; None at its end."""
        try:
            request: Request = procedure.send(answer)
        except StopIteration as end:
            self.result = self.following = end.value
            return None
        except EndStep as end:
            self.following = end.next_step
            return None
        return request


def _answer(question: Ask[Any], left: dict[str, list[str]]) -> Any:
    """The next answer of that kind, for one seat alone if it is written `kind@seat`; else the default."""
    form = question.form
    for kind in (f"{question.kind}@{question.seat}", question.kind):
        if left.get(kind):
            answer = form.accept(form.parse(left[kind].pop(0)))
            assert form.accept(form.parse(form.render(answer))) == answer, "the notation reads what it writes"
            return answer
    return form.accept(form.write(form.default()))
