"""A player who knows no rule: it taps where the picture has spots, takes what is offered, and plays a game to its end.

It uses of a title what a page has: the seat's own view, the spots of its picture, and the form as it is stored. What
has no spot it chooses by name, as the select "Place" does. Everything it is offered is held against the promises of
orders by hand, so that a play that comes to its end without a complaint keeps them.

`python -m tests.titles.tapper goeben ottoman_alliance 3` plays one and prints the digest of all that was offered.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

from msgspec import convert

from games.kernel.chance import HmacChance
from games.kernel.codec import decode, encode
from games.kernel.conformance.play import GameProgress
from games.kernel.drafts import Completion, SuggestedEdit
from games.kernel.driver import DriveResult, ViewFactory, initial_checkpoint
from games.kernel.edits import find_new_problems, find_problems
from games.kernel.errors import GameError
from games.kernel.forms import Form
from games.kernel.hotspots import BoardHotspots, hotspot_at
from games.kernel.journal import SeatAnswer
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.order_editor.order_edits import orders_in, template_of, values_in
from games.orders.order_set import Orders
from tests.titles.loading import load

LANGUAGE = "en"
TAPS = 12
"""More taps than this nobody makes before sealing."""
MOST_STOPS = 1500
SHAKE = 6.0
"""How far from a spot the finger comes down: less than half of what spots are apart."""

Watch = Callable[[DriveResult, dict[str, tuple[Ask[Any], Any]]], None]
"""Looks at a run and at what had been answered before it, by seat."""


class Tapper:
    """Plays by taps. `taken` counts the changes that it took, `helpless` the forms that it could not answer so, by tag;
    `trace` is the digest of all that it was offered.
    """

    def __init__(self, title: Title[Any], seed: object) -> None:
        self.title, self.pick = title, random_source("tapper", title.key, seed)
        self.taken, self.helpless = Counter[str](), Counter[str]()
        self.trace = blake2b(digest_size=16)

    def answer(self, ask: Ask[Any], view: Any) -> Any:
        """Raw JSON that the form accepts, come to by taps; its default where no taps lead to any."""
        form = self._stored(ask.form)
        spots = self.title.presentation.render_board(view, LANGUAGE).hotspots
        draft = self._begin(form)
        sealed = [draft] if self._is_legal(form, draft) else []
        for tap in range(TAPS):
            if sealed and tap > 1 and not self.pick(3):
                break
            draft = self._tap(form, draft, self._value(form, spots), self._acting(form))
            if self._is_legal(form, draft):
                sealed = [draft]
        if not sealed:
            self.helpless[str(form.__struct_config__.tag)] += 1
            sealed = [form.write(form.default())]
        self._reads_back(form, sealed[0])
        return decode(encode(sealed[0]), object)

    def _stored(self, form: Form[Any]) -> Form[Any]:
        """25.2 of every title: a form is judged by its own bytes."""
        stored: Form[Any] = decode(encode(form), type(form))
        assert encode(stored) == encode(form)
        return stored

    def _begin(self, form: Form[Any]) -> Any:
        """An empty draft, or one of the proposals, which are all legal."""
        proposals = form.proposals()
        for proposal in proposals:
            assert self._is_legal(form, proposal.answer), (proposal.name.en, proposal.answer)
        at = self.pick(2 * len(proposals) + 2)
        empty: Any = [] if isinstance(form, Orders) else None
        return decode(encode(proposals[at].answer), object) if at < len(proposals) else empty

    # --- one tap

    def _value(self, form: Form[Any], spots: BoardHotspots) -> str:
        """Where the finger comes down: mostly on something that the form knows."""
        known = list(form.values())
        on_picture = [spot for spot in spots.hotspots if spot.id in known] if self.pick(8) else list(spots.hotspots)
        if on_picture and self.pick(4):
            spot = on_picture[self.pick(len(on_picture))]
            x, y = spot.x + self._shaken(), spot.y + self._shaken()
            value = hotspot_at(spots, x, y, known)
            assert value == spot.id or spot.id not in known, f"a tap beside {spot.id} means {value!r}"
            return value
        return known[self.pick(len(known))] if known else ""

    def _shaken(self) -> float:
        return (self.pick(201) / 100 - 1) * SHAKE / 2**0.5

    def _acting(self, form: Form[Any]) -> tuple[str, ...]:
        """Nobody in particular, or those of a way: all of them, or one."""
        ways = [way for way in form.cached_templates if way.subject] if isinstance(form, Orders) else []
        if not ways or not self.pick(3):
            return ()
        way = ways[self.pick(len(ways))]
        (subjects,) = (field.values for field in way.fields if field.name == way.subject)
        return subjects if self.pick(2) else (subjects[self.pick(len(subjects))],)

    def _tap(self, form: Form[Any], draft: Any, value: str, acting: Sequence[str]) -> Any:
        self._rings_are_true(form, draft)
        offers = form.suggested_edits(draft, value, acting, self.title.presentation.labels)
        self._note(offers, form.preview(draft), form.annotations(draft))
        legal = [offer for offer in offers if not offer.problems]
        assert offers[: len(legal)] == tuple(legal), "the legal ones stand first"
        for offer in legal:
            assert find_new_problems(form, find_problems(form, draft), offer.answer) == ()
            assert (offer.text.en, offer.text.ja) != ("", ""), offer
        open_ = [offer for offer in offers if all(problem.code == "required" for problem in offer.problems)]
        if not open_:
            return draft
        taken = open_[self.pick(len(open_)) if self.pick(2) else 0]
        self.taken[taken.kind] += 1
        return decode(encode(taken.answer), object)

    def _note(self, offers: Sequence[SuggestedEdit], *others: Any) -> None:
        for part in (*offers, *others):
            self.trace.update(encode(part))

    # --- what is promised

    def _rings_are_true(self, form: Form[Any], draft: Any) -> None:
        """Nothing in reach brings anything new that is wrong."""
        pointers = list(_pointers(form, draft))
        if not pointers:
            return
        at = pointers[self.pick(len(pointers))]
        before = find_problems(form, draft)
        for ring in form.completions(draft, at):
            self.trace.update(encode(ring))
            for answer in _given(form, draft, at, ring):
                assert find_new_problems(form, before, answer) == (), (at, ring.value)

    def _is_legal(self, form: Form[Any], draft: Any) -> bool:
        try:
            form.accept(draft)
        except GameError:
            return False
        return True

    def _reads_back(self, form: Form[Any], draft: Any) -> None:
        """An answer is the same in every writing."""
        typed = form.accept(draft)
        assert form.accept(form.parse(form.render(typed))) == typed, form.render(typed)
        assert form.accept(decode(encode(form.write(typed)), object)) == typed


def _pointers(form: Form[Any], draft: Any) -> Iterator[str]:
    """Where a draft could take something more."""
    if not isinstance(form, Orders):
        yield ""
        return
    for index, order in enumerate(orders_in(draft)):
        way = template_of(form, order)
        for field in way.fields if way is not None else ():
            yield f"/{index}/{field.name}"


def _given(form: Form[Any], draft: Any, at: str, ring: Completion) -> Iterator[Any]:
    """The draft with a value of `reach` taken; nothing for forms that are no orders, which offers show."""
    if not isinstance(form, Orders):
        return
    index, name = int(at.split("/")[1]), at.split("/")[2]
    order = draft[index]
    way = template_of(form, order)
    field = next(one for one in way.fields if one.name == name) if way is not None else None
    if field is None:
        return
    value: Any = [*values_in(order, name), ring.value] if field.many else ring.value
    changed = {**order, name: list(ring.path) if field.movement is not None else value}
    yield [*draft[:index], changed, *draft[index + 1 :]]


# --- a whole game


def play(
    title: Title[Any], scenario: str, seed: object, options: dict[str, Any] | None = None, watch: Watch | None = None
) -> Tapper:
    """A game in which every seat taps, to its end. AssertionError says which promise was broken."""
    tapper = Tapper(title, seed)
    state = title.rules.new_game(scenario, convert(options or {}, title.options.type))
    game, chance = GameProgress(title, initial_checkpoint(title, state)), HmacChance(f"tapped {seed}".encode())
    ready: dict[str, tuple[Ask[Any], Any]] = {}

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        asked = ready.get(question.seat)
        return SeatAnswer(question.seat, asked[1]) if asked is not None and asked[0].key == question.key else None

    for _ in range(MOST_STOPS):
        run = game.advance(supply, chance)
        if watch is not None:
            watch(run, ready)
        if run.is_over:
            return tapper
        ready = {
            ask.seat: (ask, tapper.answer(ask, title.secrecy.view(run.state, ask.seat))) for ask in run.open_questions
        }
    raise AssertionError(f"no end after {MOST_STOPS} stops")


if __name__ == "__main__":
    KEY, SCENARIO, SEED = sys.argv[1:4]
    print(play(load(KEY), SCENARIO, SEED).trace.hexdigest())
