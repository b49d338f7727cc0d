"""The page of a seat's standing orders. It works without JavaScript, and GET changes nothing."""

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
from games.errors import Missing, RevisionReplaced, missing
from games.kernel.errors import GameError, Illegal, Malformed, Problem
from games.kernel.forms import Form
from games.kernel.title import Title
from games.models import Game
from games.order_text.names import replace_names
from games.orders.rule_plan import RulePlan
from games.selectors.access import get_game, get_own_seat, held_seats
from games.selectors.standing_order_preview import PreviewedDecision, preview_standing_orders
from games.selectors.standing_orders import OrderKind, StandingOrderState, list_order_kinds, list_orders
from games.services.forced_passes import do_pass_when_forced
from games.services.standing_orders import (
    do_add_order,
    do_add_orders,
    do_arrange_orders,
    do_remove_order,
    do_replace_order,
)
from pbem.web.pages.game_lines import get_seat_name
from pbem.web.pages.middleware import status_for_error
from pbem.web.pages.order_form import FormEntries, apply_edit, build_form_controls, from_answer, from_post, to_answer
from pbem.web.pages.order_form.row_edits import ROW_ACTIONS, VALUE_ACTIONS
from pbem.web.pages.visitor import get_page_language, get_player


@dataclass(frozen=True)
class StandingOrdersPage:
    """The data of the page of a seat's standing orders."""

    game: Game
    title: Title[Any]
    seat: str
    """The key of the seat."""
    kinds: tuple[OrderKind, ...]
    """The kinds of question that standing orders can answer."""
    orders: tuple[StandingOrderState, ...]
    """The seat's standing orders."""

    def get_kind(self, name: str) -> OrderKind:
        """Return the kind of question with this key. Raises Missing if the page has no such kind."""
        found = next((one for one in self.kinds if one.kind == name), None)
        if found is None:
            raise missing()
        return found

    def get_order(self, order_id: str) -> StandingOrderState:
        """Return the standing order with this id. Raises Missing if the seat has no such order."""
        found = next((one for one in self.orders if str(one.id) == order_id), None)
        if found is None:
            raise missing()
        return found


@dataclass(frozen=True)
class OrderDraft:
    """A standing order that the player writes: a new one, or the replacement of one."""

    kind: OrderKind
    """The kind of question that it answers."""
    entered: FormEntries
    """The entries of its form."""
    applies: str = "when_asked"
    """"when_asked" or "deadline": when it answers a question."""
    lasts: str = "game"
    """"game" or "once": for how many questions it is in force."""
    order: str = ""
    """The id of the standing order that it replaces; empty for a new one."""
    revision: int = 0
    """The revision of the replaced order that the page showed."""
    problems: tuple[Problem, ...] = ()
    touched: tuple[int, ...] = field(default=())
    """The indexes of the rows that the last button changed."""

    @property
    def form(self) -> Form[Any]:
        """Return the form of the order's answer: the form of its kind or, for a kind without a form, that of a rule."""
        order_kind = self.kind.rule_kind
        return self.kind.form or RulePlan(kinds=(order_kind,) if order_kind is not None else ())

    @property
    def raw(self) -> Any:
        """Return the standing order as JSON, as entered."""
        answer = to_answer(self.form, self.entered)
        order = {"answer": answer} if self.kind.form is not None else dict(*answer[:1])
        return {**order, "kind": self.kind.kind, "applies": self.applies, "lasts": self.lasts}

    @property
    def form_problems(self) -> tuple[Problem, ...]:
        """Return the problems with pointers relative to the answer of `form`."""
        if self.kind.form is None:
            return tuple(msgspec.structs.replace(one, pointer=f"/0{one.pointer}") for one in self.problems)
        return tuple(msgspec.structs.replace(one, pointer=one.pointer.removeprefix("/answer")) for one in self.problems)


@dataclass(frozen=True)
class PageContent:
    """What the page shows besides the seat's standing orders."""

    draft: OrderDraft | None = None
    """An order that the player writes; None if no editor is open."""
    text: str = ""
    """Typed standing orders that were refused."""
    text_problems: tuple[Problem, ...] = ()
    """The problems of the typed text."""
    tried: tuple[PreviewedDecision, ...] | None = None
    """A preview: what the orders would have answered to earlier questions."""
    status: int = 200
    """The HTTP status of the page."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_standing_orders(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the standing orders of one of the player's seats; `?add=<kind>` and `?change=<id>` open an editor.

    POST adds, changes, moves, deletes or previews standing orders, depending on the button.
    """
    desk = _desk(request, game_id)
    if request.method != "POST":
        return _page(request, desk, _opening(request, desk))
    verb, _colon, what = request.POST.get("do", "").partition(":")
    if verb == "passes":
        return _passed(request, desk, wanted=what == "on")
    if verb in ("higher", "lower", "delete"):
        return _acted(request, desk, _CHANGES[verb], what)
    if request.POST.get("how") == "text":
        return _written(request, desk, keep=verb == "save")
    return _edited(request, desk, _posted(request, desk), verb, what)


def _passed(request: HttpRequest, desk: StandingOrdersPage, *, wanted: bool) -> HttpResponse:
    """Store that the seat is no longer asked questions in which it can only pass (`wanted`), or is asked them."""
    do_pass_when_forced(player=get_player(request), game_id=desk.game.pk, seat=desk.seat, wanted=wanted)
    said = _("You are no longer asked when you can only pass.") if wanted else _("You are asked every question again.")
    messages.success(request, said)
    return _back(desk)


def _desk(request: HttpRequest, game_id: UUID) -> StandingOrdersPage:
    player, role = get_player(request), request.GET.get("seat", "")
    game = get_game(player, game_id)
    mine = [seat.role for seat in held_seats(player, game) if role in ("", seat.role)]
    if not mine:
        raise missing()
    kinds = tuple(list_order_kinds(player, game_id, mine[0]))
    return StandingOrdersPage(
        game, registry.game_title(game), mine[0], kinds, tuple(list_orders(player, game_id, mine[0]))
    )


# --- content of the page


def _opening(request: HttpRequest, desk: StandingOrdersPage) -> PageContent:
    draft = None
    if (kind := request.GET.get("add", "")) != "":
        draft = _new(desk.get_kind(kind), request.GET.get("example", ""))
    elif (order := request.GET.get("change", "")) != "":
        draft = _change(desk, desk.get_order(order))
    tried = tuple(_tried(request, desk, draft)) if "preview" in request.GET else None
    return PageContent(draft, tried=tried)


def _new(kind: OrderKind, example: str) -> OrderDraft:
    draft = OrderDraft(kind, FormEntries())
    if example.isdecimal() and len(example) < 4 and int(example) < len(kind.examples):
        return replace(draft, entered=_entered(draft, kind.examples[int(example)]))
    if kind.form is not None:
        return replace(draft, entered=from_answer(kind.form, kind.default))
    return replace(draft, entered=FormEntries().with_row(0, 1))


def _change(desk: StandingOrdersPage, given: StandingOrderState) -> OrderDraft:
    order = given.order
    draft = OrderDraft(
        desk.get_kind(given.kind), FormEntries(), order.applies, order.lasts, str(given.id), given.revision
    )
    return replace(draft, entered=_entered(draft, msgspec.to_builtins(order)))


def _entered(draft: OrderDraft, raw: Any) -> FormEntries:
    """Return the form's entries for a standing order (`raw`, JSON)."""
    return from_answer(draft.form, raw.get("answer") if draft.kind.form is not None else [raw])


def _posted(request: HttpRequest, desk: StandingOrdersPage) -> OrderDraft:
    post = request.POST
    draft = OrderDraft(desk.get_kind(post.get("kind", "")), FormEntries())
    entered = from_post(draft.form, post)
    if draft.kind.form is None and not entered.rows:
        entered = entered.with_row(0, 1)
    order = desk.get_order(post["order"]) if post.get("order") else None
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


def _edited(request: HttpRequest, desk: StandingOrdersPage, draft: OrderDraft, verb: str, place: str) -> HttpResponse:
    """Change a row of the order's form, save the order, or preview it on the last questions, depending on `verb`."""
    if verb in (*ROW_ACTIONS, *VALUE_ACTIONS, "look"):
        return _page(request, desk, PageContent(_arranged(draft, verb, place)))
    try:
        if verb != "save":
            return _page(request, desk, PageContent(draft, tried=tuple(_tried(request, desk, draft))))
        _keep(request, desk, draft)
    except RevisionReplaced as error:
        messages.warning(request, _("This order was changed elsewhere in the meantime. Look it over and save again."))
        known = desk.get_order(draft.order)
        return _page(
            request, desk, PageContent(replace(draft, revision=known.revision), status=status_for_error(error))
        )
    except (Malformed, Illegal) as error:
        wrong = error.problems or (Problem("", error.code, error.detail),)
        return _page(request, desk, PageContent(replace(draft, problems=wrong), status=422))
    messages.success(request, _("Your standing order is kept."))
    return _back(desk)


def _arranged(draft: OrderDraft, verb: str, place: str) -> OrderDraft:
    if draft.kind.form is None:
        return draft
    entered, row = apply_edit(draft.form, draft.entered, verb, place)
    return replace(draft, entered=entered, touched=(row,) if row >= 0 else ())


def _keep(request: HttpRequest, desk: StandingOrdersPage, draft: OrderDraft) -> None:
    player = get_player(request)
    if draft.order:
        do_replace_order(player=player, order_id=draft.order, raw=draft.raw, if_match=draft.revision)
    else:
        do_add_order(player=player, game_id=desk.game.pk, seat=desk.seat, raw=draft.raw)


def _tried(request: HttpRequest, desk: StandingOrdersPage, draft: OrderDraft | None) -> list[PreviewedDecision]:
    """Return the preview of the seat's active orders and the draft on the last questions."""
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
        return preview_standing_orders(get_player(request), desk.game.pk, raws, seat=desk.seat)
    except GameError as error:
        raise _of_draft(error, f"/{place}") from None


def _of_draft(error: GameError, place: str) -> GameError:
    """Return the refusal with only the draft's problems, and with pointers relative to the draft.

    `place` is the pointer to the draft in the list of all orders. The stored orders are known to be legal.
    """
    problems = (
        msgspec.structs.replace(one, pointer=one.pointer.removeprefix(place))
        for one in error.problems
        if (one.pointer + "/").startswith(place + "/")
    )
    return type(error)(*problems, detail=error.detail)


# --- lines of text


def _written(request: HttpRequest, desk: StandingOrdersPage, *, keep: bool) -> HttpResponse:
    """Add the posted rules in the notation, one in each line, as new standing orders; without `keep`, preview them."""
    text, player = request.POST.get("text", ""), get_player(request)
    form = _all_rules(desk)
    try:
        rules = form.accept(form.parse(replace_names(text, form, desk.title.presentation.labels)))
        raws = [msgspec.to_builtins(rule) for rule in rules]
        if not keep:
            mine = [msgspec.to_builtins(one.order) for one in desk.orders if one.active]
            tried = tuple(preview_standing_orders(player, desk.game.pk, [*mine, *raws], seat=desk.seat))
            return _page(request, desk, PageContent(text=text, tried=tried))
        do_add_orders(player=player, game_id=desk.game.pk, seat=desk.seat, raws=raws)
    except (Malformed, Illegal) as error:
        wrong = error.problems or (Problem("", error.code, error.detail),)
        return _page(request, desk, PageContent(text=text, text_problems=wrong, status=422))
    messages.success(request, _("Your standing orders are kept."))
    return _back(desk)


def _all_rules(desk: StandingOrdersPage) -> RulePlan:
    return RulePlan(kinds=tuple(one.rule_kind for one in desk.kinds if one.rule_kind is not None))


# --- the list


def _acted(
    request: HttpRequest,
    desk: StandingOrdersPage,
    change: Callable[[HttpRequest, StandingOrdersPage, StandingOrderState], None],
    order: str,
) -> HttpResponse:
    try:
        change(request, desk, desk.get_order(order))
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    return _back(desk)


def _higher(request: HttpRequest, desk: StandingOrdersPage, given: StandingOrderState) -> None:
    _exchange(request, desk, given, -1)


def _lower(request: HttpRequest, desk: StandingOrdersPage, given: StandingOrderState) -> None:
    _exchange(request, desk, given, 1)


def _exchange(request: HttpRequest, desk: StandingOrdersPage, given: StandingOrderState, by: int) -> None:
    """Exchange an order with the order of the same kind before it (`by` is -1) or after it (1)."""
    ids = [one.id for one in desk.orders]
    same = [one.id for one in desk.orders if one.kind == given.kind]
    other = same.index(given.id) + by
    if 0 <= other < len(same):
        here, there = ids.index(given.id), ids.index(same[other])
        ids[here], ids[there] = ids[there], ids[here]
        do_arrange_orders(player=get_player(request), game_id=desk.game.pk, seat=desk.seat, order_ids=ids)


def _delete(request: HttpRequest, desk: StandingOrdersPage, given: StandingOrderState) -> None:
    do_remove_order(player=get_player(request), order_id=given.id)
    messages.success(request, _("The standing order is taken back."))


_CHANGES: dict[str, Callable[[HttpRequest, StandingOrdersPage, StandingOrderState], None]] = {
    "higher": _higher,
    "lower": _lower,
    "delete": _delete,
}


def _back(desk: StandingOrdersPage) -> HttpResponse:
    return redirect(f"{reverse('standing_orders', args=[desk.game.pk])}?seat={desk.seat}")


# --- in the reader's language


@dataclass(frozen=True)
class KindLine:
    """A kind of question with the seat's orders for it, in a list."""

    kind: OrderKind
    name: str
    """Its name for players."""
    default: str
    """The answer without an order, in words."""
    orders: tuple["OrderLine", ...]
    examples: tuple[str, ...]
    """The title's examples of orders for this kind of question, in words."""


@dataclass(frozen=True)
class OrderLine:
    """A standing order in a list."""

    given: StandingOrderState
    lines: tuple[str, ...]
    """The order in words."""
    off: str
    """The reason why it is switched off; empty while it is in force."""


@dataclass(frozen=True)
class PreviewLine:
    """One earlier question in the preview of standing orders, in the reader's language."""

    tried: PreviewedDecision
    name: str
    """The name of the kind of question."""
    told: str
    """The prompt of the question."""
    how: str
    """Who or what answered it."""
    answered: str
    """The answer."""
    would: str
    """The answer that the orders would have given."""
    by: str
    """The order that would have given it."""
    same: bool
    """True if both answers are equal."""


def _page(request: HttpRequest, desk: StandingOrdersPage, shown: PageContent) -> HttpResponse:
    language, draft = get_page_language(request), shown.draft
    labels = desk.title.presentation.labels
    context = {
        "game": desk.game,
        "seat": desk.seat,
        "seat_name": get_seat_name(desk.game, desk.seat, language),
        "seats": [
            (one.role, get_seat_name(desk.game, one.role, language))
            for one in held_seats(get_player(request), desk.game)
        ],
        "title": desk.title.name.get(language),
        "passes": get_own_seat(get_player(request), desk.game.pk, desk.seat).passes_when_forced,
        "ended": desk.game.status in (Game.Status.OVER, Game.Status.ABANDONED),
        "kinds": [_kind_line(desk, one, language) for one in desk.kinds],
        "draft": draft,
        "draft_name": draft.kind.name.get(language) if draft is not None else "",
        "sheet": build_form_controls(draft.form, labels, language, draft.entered, draft.form_problems)
        if draft is not None
        else None,
        "text": shown.text,
        "text_problems": [(one.message.get(language), one.pointer) for one in shown.text_problems],
        "notation": _notation(desk),
        "tried": None if shown.tried is None else [_tried_line(desk, one, language) for one in shown.tried],
    }
    return render(request, "pages/standing_orders.html", context, status=shown.status)


def _kind_line(desk: StandingOrdersPage, kind: OrderKind, language: str) -> KindLine:
    name = kind.name.get(language)
    orders = tuple(_order_line(one, name, language) for one in desk.orders if one.kind == kind.kind)
    default = " / ".join(kind.default_words.get(language).splitlines())
    return KindLine(kind, name, default, orders, tuple(_examples(desk, kind, language)))


def _order_line(given: StandingOrderState, name: str, language: str) -> OrderLine:
    """Return the line of an order, in words without the name of its kind, which is in the heading."""
    lines = tuple(line.removeprefix(f"{name}: ") for line in given.description.get(language).splitlines())
    return OrderLine(given, lines, given.off_reason.get(language))


def _examples(desk: StandingOrdersPage, kind: OrderKind, language: str) -> Iterator[str]:
    """Yield the title's examples of rules for this kind of question, in words."""
    if kind.rule_kind is None:
        return
    form = RulePlan(kinds=(kind.rule_kind,))
    for rule in kind.rule_kind.examples:
        told = form.describe((rule,), language, desk.title.presentation.labels)
        yield told.removeprefix(f"{kind.name.get(language)}: ")


def _notation(desk: StandingOrdersPage) -> str:
    """Return two examples of rules for every kind of question that has examples, as lines of the notation."""
    lines = [
        RulePlan(kinds=(one.rule_kind,)).render(one.rule_kind.examples[:2])
        for one in desk.kinds
        if one.rule_kind is not None and one.rule_kind.examples
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


def _tried_line(desk: StandingOrdersPage, one: PreviewedDecision, language: str) -> PreviewLine:
    how = _hows()
    answered, would = (
        " / ".join(text.get(language).splitlines()) for text in (one.answer_description, one.predicted_description)
    )
    return PreviewLine(
        tried=one,
        name=next(kind.name.get(language) for kind in desk.kinds if kind.kind == one.kind),
        told=desk.title.presentation.explain_question(one.question, language),
        how=how.get(one.outcome, one.outcome),
        answered=answered,
        would=would,
        by=how[one.predicted_outcome],
        same=one.predicted_outcome != "asked" and one.outcome != "open" and one.answer == one.predicted_answer,
    )
