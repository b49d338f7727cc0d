"""The page of a seat's standing orders: what it answers before it is asked. No script is needed, and no GET acts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import registry
from games.errors import Missing, Replaced, missing
from games.kernel.errors import GameError, Illegal, Malformed, Problem
from games.kernel.forms import Form
from games.kernel.naming import with_ids
from games.kernel.plans import RulePlan
from games.kernel.title import Title
from games.models import Game
from games.selectors.access import get_game, seats_of
from games.selectors.preview import Previewed, preview
from games.selectors.standing_orders import GivenOrder, OrderKind, kinds_of, orders_of
from games.services.standing_orders import (
    do_add_order,
    do_add_orders,
    do_arrange_orders,
    do_remove_order,
    do_replace_order,
)
from pbem.pages.answers import Entered, edited, from_answer, from_post, sheet, to_answer
from pbem.pages.answers.edits import ROWS, VALUES
from pbem.pages.middleware import status_of
from pbem.pages.table import seat_name
from pbem.pages.who import language_of, player_of


@dataclass(frozen=True)
class Desk:
    """Whose orders are on the page."""

    game: Game
    title: Title[Any]
    seat: str
    kinds: tuple[OrderKind, ...]
    orders: tuple[GivenOrder, ...]

    def kind(self, name: str) -> OrderKind:
        """The kind of question of that name. Raises Missing."""
        found = next((one for one in self.kinds if one.kind == name), None)
        if found is None:
            raise missing()
        return found

    def order(self, order_id: str) -> GivenOrder:
        """One of the orders on the page. Raises Missing."""
        found = next((one for one in self.orders if str(one.id) == order_id), None)
        if found is None:
            raise missing()
        return found


@dataclass(frozen=True)
class Draft:
    """An order as it is being written: a new one, or one in the place of `order`."""

    kind: OrderKind
    entered: Entered
    applies: str = "when_asked"
    lasts: str = "game"
    order: str = ""
    revision: int = 0
    problems: tuple[Problem, ...] = ()
    touched: tuple[int, ...] = field(default=())

    @property
    def form(self) -> Form[Any]:
        """What the answer is entered in: a plan's own form, or that of one rule."""
        foreseen = self.kind.foreseen
        return self.kind.form or RulePlan(foreseen=(foreseen,) if foreseen is not None else ())

    @property
    def raw(self) -> Any:
        """The order's JSON as it was entered."""
        answer = to_answer(self.form, self.entered)
        order = {"answer": answer} if self.kind.form is not None else dict(*answer[:1])
        return {**order, "kind": self.kind.kind, "applies": self.applies, "lasts": self.lasts}

    @property
    def in_form(self) -> tuple[Problem, ...]:
        """The problems with pointers into the form's answer."""
        if self.kind.form is None:
            return tuple(msgspec.structs.replace(one, pointer=f"/0{one.pointer}") for one in self.problems)
        return tuple(msgspec.structs.replace(one, pointer=one.pointer.removeprefix("/answer")) for one in self.problems)


@dataclass(frozen=True)
class Shown:
    """What is on the page beside the orders: one being written, lines of text, a rehearsal."""

    draft: Draft | None = None
    text: str = ""
    text_problems: tuple[Problem, ...] = ()
    tried: tuple[Previewed, ...] | None = None
    status: int = 200


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def standing_orders(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The orders of one of my seats; `?add=<kind>` and `?change=<order>` open an editor."""
    desk = _desk(request, game_id)
    if request.method != "POST":
        return _page(request, desk, _opening(request, desk))
    verb, _colon, what = request.POST.get("do", "").partition(":")
    if verb in ("higher", "lower", "delete"):
        return _acted(request, desk, _CHANGES[verb], what)
    if request.POST.get("how") == "text":
        return _written(request, desk, keep=verb == "save")
    return _edited(request, desk, _posted(request, desk), verb, what)


def _desk(request: HttpRequest, game_id: UUID) -> Desk:
    player, role = player_of(request), request.GET.get("seat", "")
    game = get_game(player, game_id)
    mine = [seat.role for seat in seats_of(player, game) if role in ("", seat.role)]
    if not mine:
        raise missing()
    kinds = tuple(kinds_of(player, game_id, mine[0]))
    return Desk(game, registry.game_title(game), mine[0], kinds, tuple(orders_of(player, game_id, mine[0])))


# --- what is on the page


def _opening(request: HttpRequest, desk: Desk) -> Shown:
    draft = None
    if (kind := request.GET.get("add", "")) != "":
        draft = _new(desk.kind(kind), request.GET.get("example", ""))
    elif (order := request.GET.get("change", "")) != "":
        draft = _change(desk, desk.order(order))
    tried = tuple(_tried(request, desk, draft)) if "preview" in request.GET else None
    return Shown(draft, tried=tried)


def _new(kind: OrderKind, example: str) -> Draft:
    draft = Draft(kind, Entered())
    if example.isdecimal() and len(example) < 4 and int(example) < len(kind.examples):
        return replace(draft, entered=_entered(draft, kind.examples[int(example)]))
    if kind.form is not None:
        return replace(draft, entered=from_answer(kind.form, kind.default))
    return replace(draft, entered=Entered().added(0, 1))


def _change(desk: Desk, given: GivenOrder) -> Draft:
    order = given.order
    draft = Draft(desk.kind(given.kind), Entered(), order.applies, order.lasts, str(given.id), given.revision)
    return replace(draft, entered=_entered(draft, msgspec.to_builtins(order)))


def _entered(draft: Draft, raw: Any) -> Entered:
    """The entries that give this order."""
    return from_answer(draft.form, raw.get("answer") if draft.kind.form is not None else [raw])


def _posted(request: HttpRequest, desk: Desk) -> Draft:
    post = request.POST
    draft = Draft(desk.kind(post.get("kind", "")), Entered())
    entered = from_post(draft.form, post)
    if draft.kind.form is None and not entered.rows:
        entered = entered.added(0, 1)
    order = desk.order(post["order"]) if post.get("order") else None
    revision = post.get("revision", "")
    return replace(
        draft,
        entered=entered,
        applies=post.get("applies", draft.applies),
        lasts=post.get("lasts", draft.lasts),
        order=str(order.id) if order is not None else "",
        revision=int(revision) if revision.isdecimal() and len(revision) < 10 else 0,
    )


# --- writing an order


def _edited(request: HttpRequest, desk: Desk, draft: Draft, verb: str, place: str) -> HttpResponse:
    """Add, move or remove a row of a plan; try the order on the last questions; or keep it."""
    if verb in (*ROWS, *VALUES, "look"):
        return _page(request, desk, Shown(_arranged(draft, verb, place)))
    try:
        if verb != "save":
            return _page(request, desk, Shown(draft, tried=tuple(_tried(request, desk, draft))))
        _keep(request, desk, draft)
    except Replaced as error:
        messages.warning(request, _("This order was changed elsewhere in the meantime. Look it over and save again."))
        known = desk.order(draft.order)
        return _page(request, desk, Shown(replace(draft, revision=known.revision), status=status_of(error)))
    except (Malformed, Illegal) as error:
        wrong = error.problems or (Problem("", error.code, error.detail),)
        return _page(request, desk, Shown(replace(draft, problems=wrong), status=422))
    messages.success(request, _("Your standing order is kept."))
    return _back(desk)


def _arranged(draft: Draft, verb: str, place: str) -> Draft:
    if draft.kind.form is None:
        return draft
    entered, row = edited(draft.form, draft.entered, verb, place)
    return replace(draft, entered=entered, touched=(row,) if row >= 0 else ())


def _keep(request: HttpRequest, desk: Desk, draft: Draft) -> None:
    player = player_of(request)
    if draft.order:
        do_replace_order(player=player, order_id=draft.order, raw=draft.raw, if_match=draft.revision)
    else:
        do_add_order(player=player, game_id=desk.game.pk, seat=desk.seat, raw=draft.raw)


def _tried(request: HttpRequest, desk: Desk, draft: Draft | None) -> list[Previewed]:
    """What the orders as they are, with the draft among them, would have answered."""
    raws: list[Any] = []
    place = None
    for one in desk.orders:
        if draft is not None and draft.order == str(one.id):
            place = len(raws)
            raws.append(draft.raw)
        elif one.active:
            raws.append(msgspec.to_builtins(one.order))
    if draft is not None and place is None:
        place = len(raws)
        raws.append(draft.raw)
    try:
        return preview(player_of(request), desk.game.pk, raws, seat=desk.seat)
    except GameError as error:
        raise _of_draft(error, f"/{place}") from None


def _of_draft(error: GameError, place: str) -> GameError:
    """The refusal with pointers into the draft alone: the orders that were kept are known to be legal."""
    problems = (
        msgspec.structs.replace(one, pointer=one.pointer.removeprefix(place))
        for one in error.problems
        if (one.pointer + "/").startswith(place + "/")
    )
    return type(error)(*problems, detail=error.detail)


# --- lines of text


def _written(request: HttpRequest, desk: Desk, *, keep: bool) -> HttpResponse:
    """Rules in the notation, one a line: each becomes an order behind the others."""
    text, player = request.POST.get("text", ""), player_of(request)
    form = _all_rules(desk)
    try:
        rules = form.accept(form.parse(with_ids(text, form, desk.title.labels)))
        raws = [msgspec.to_builtins(rule) for rule in rules]
        if not keep:
            mine = [msgspec.to_builtins(one.order) for one in desk.orders if one.active]
            tried = tuple(preview(player, desk.game.pk, [*mine, *raws], seat=desk.seat))
            return _page(request, desk, Shown(text=text, tried=tried))
        do_add_orders(player=player, game_id=desk.game.pk, seat=desk.seat, raws=raws)
    except (Malformed, Illegal) as error:
        wrong = error.problems or (Problem("", error.code, error.detail),)
        return _page(request, desk, Shown(text=text, text_problems=wrong, status=422))
    messages.success(request, _("Your standing orders are kept."))
    return _back(desk)


def _all_rules(desk: Desk) -> RulePlan:
    return RulePlan(foreseen=tuple(one.foreseen for one in desk.kinds if one.foreseen is not None))


# --- the list


def _acted(
    request: HttpRequest, desk: Desk, change: Callable[[HttpRequest, Desk, GivenOrder], None], order: str
) -> HttpResponse:
    try:
        change(request, desk, desk.order(order))
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(language_of(request)))
    return _back(desk)


def _higher(request: HttpRequest, desk: Desk, given: GivenOrder) -> None:
    _exchange(request, desk, given, -1)


def _lower(request: HttpRequest, desk: Desk, given: GivenOrder) -> None:
    _exchange(request, desk, given, 1)


def _exchange(request: HttpRequest, desk: Desk, given: GivenOrder, by: int) -> None:
    """Change places with the order of the same kind before or behind this one."""
    ids = [one.id for one in desk.orders]
    same = [one.id for one in desk.orders if one.kind == given.kind]
    other = same.index(given.id) + by
    if 0 <= other < len(same):
        here, there = ids.index(given.id), ids.index(same[other])
        ids[here], ids[there] = ids[there], ids[here]
        do_arrange_orders(player=player_of(request), game_id=desk.game.pk, seat=desk.seat, order_ids=ids)


def _delete(request: HttpRequest, desk: Desk, given: GivenOrder) -> None:
    do_remove_order(player=player_of(request), order_id=given.id)
    messages.success(request, _("The standing order is taken back."))


_CHANGES: dict[str, Callable[[HttpRequest, Desk, GivenOrder], None]] = {
    "higher": _higher,
    "lower": _lower,
    "delete": _delete,
}


def _back(desk: Desk) -> HttpResponse:
    return redirect(f"{reverse('standing_orders', args=[desk.game.pk])}?seat={desk.seat}")


# --- in the reader's words


@dataclass(frozen=True)
class KindLine:
    """A kind of question with the seat's orders for it."""

    kind: OrderKind
    name: str
    default: str
    orders: tuple["OrderLine", ...]
    examples: tuple[str, ...]


@dataclass(frozen=True)
class OrderLine:
    """One order."""

    given: GivenOrder
    lines: tuple[str, ...]
    off: str


@dataclass(frozen=True)
class TriedLine:
    """One question of the rehearsal. `same`: the orders would have answered what was answered."""

    tried: Previewed
    name: str
    told: str
    how: str
    answered: str
    would: str
    by: str
    same: bool


def _page(request: HttpRequest, desk: Desk, shown: Shown) -> HttpResponse:
    language, draft = language_of(request), shown.draft
    labels = desk.title.labels
    context = {
        "game": desk.game,
        "seat": desk.seat,
        "seat_name": seat_name(desk.game, desk.seat, language),
        "seats": [
            (one.role, seat_name(desk.game, one.role, language)) for one in seats_of(player_of(request), desk.game)
        ],
        "title": desk.title.name.get(language),
        "ended": desk.game.status in (Game.Status.OVER, Game.Status.ABANDONED),
        "kinds": [_kind_line(desk, one, language) for one in desk.kinds],
        "draft": draft,
        "draft_name": draft.kind.name.get(language) if draft is not None else "",
        "sheet": sheet(draft.form, labels, language, draft.entered, draft.in_form) if draft is not None else None,
        "text": shown.text,
        "text_problems": [(one.message.get(language), one.pointer) for one in shown.text_problems],
        "notation": _notation(desk),
        "tried": None if shown.tried is None else [_tried_line(desk, one, language) for one in shown.tried],
    }
    return render(request, "pages/standing_orders.html", context, status=shown.status)


def _kind_line(desk: Desk, kind: OrderKind, language: str) -> KindLine:
    name = kind.name.get(language)
    orders = tuple(_order_line(one, name, language) for one in desk.orders if one.kind == kind.kind)
    default = " / ".join(kind.default_words.get(language).splitlines())
    return KindLine(kind, name, default, orders, tuple(_examples(desk, kind, language)))


def _order_line(given: GivenOrder, name: str, language: str) -> OrderLine:
    """The order in words; the name of its kind stands above it already."""
    lines = tuple(line.removeprefix(f"{name}: ") for line in given.description.get(language).splitlines())
    return OrderLine(given, lines, given.off_reason.get(language))


def _examples(desk: Desk, kind: OrderKind, language: str) -> Iterator[str]:
    """The examples as players would say them."""
    if kind.foreseen is None:
        return
    form = RulePlan(foreseen=(kind.foreseen,))
    for rule in kind.foreseen.examples:
        told = form.describe((rule,), language, desk.title.labels)
        yield told.removeprefix(f"{kind.name.get(language)}: ")


def _notation(desk: Desk) -> str:
    """Examples of every kind as lines of text, or where a title gives none, the kinds that pass."""
    lines = [
        RulePlan(foreseen=(one.foreseen,)).render(one.foreseen.examples[:2])
        for one in desk.kinds
        if one.foreseen is not None and one.foreseen.examples
    ]
    return "\n".join(lines)


def _hows() -> dict[str, str]:
    return {
        "answered": _("by you"),
        "draft": _("your draft, when time was up"),
        "default": _("the rules' default"),
        "standing": _("by standing order"),
        "own_default": _("your own default"),
        "open": _("still open"),
        "asked": _("you would be asked"),
    }


def _tried_line(desk: Desk, one: Previewed, language: str) -> TriedLine:
    how = _hows()
    answered, would = (" / ".join(text.get(language).splitlines()) for text in (one.answer_words, one.would_words))
    return TriedLine(
        tried=one,
        name=next(kind.name.get(language) for kind in desk.kinds if kind.kind == one.kind),
        told=desk.title.explain(one.question, language),
        how=how.get(one.how, one.how),
        answered=answered,
        would=would,
        by=how[one.would],
        same=one.would != "asked" and one.how != "open" and one.answer == one.would_answer,
    )
