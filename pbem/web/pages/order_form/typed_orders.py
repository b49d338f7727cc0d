"""Convert typed orders to the form's entries and back, and digest and save both."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from games.kernel.errors import GameError, Illegal, Malformed
from games.kernel.forms import Form
from games.kernel.text import Labels
from games.order_text.names import refusal_with_names, replace_names
from games.orders.order_set import Orders
from games.persistence.working_drafts import DraftEntries
from pbem.web.pages.order_form.controls import EnteredOrder
from pbem.web.pages.order_form.form_entries import (
    FormEntries,
    fill_path_gaps,
    from_answer,
    gives_no_orders,
    to_answer,
)


def read_typed(form: Form[Any], labels: Labels, text: str) -> Any:
    """Return the answer (JSON) that a typed text means.

    Raises Malformed if the text cannot be read, Illegal if it breaks a rule.
    """
    try:
        return form.parse(replace_names(text, form, labels))
    except (Malformed, Illegal) as error:
        raise refusal_with_names(error, form, labels) from error


def is_shown_whole(form: Form[Any], raw: Any) -> bool:
    """Return True if the form's controls can show the whole answer (JSON)."""
    return bool(fill_path_gaps(form, to_answer(form, from_answer(form, raw))) == fill_path_gaps(form, raw))


def to_notation(form: Form[Any], entered: FormEntries) -> str:
    """Return the entries in the notation; unfinished orders are left out."""
    raw = to_answer(form, entered)
    if not raw:
        return ""
    try:
        return form.render(form.read(raw))
    except GameError:
        whole = [order for order in raw if _is_readable(form, [order])] if isinstance(form, Orders) else []
    try:
        return form.render(form.read(whole)) if whole else ""
    except GameError:
        return ""


def _is_readable(form: Form[Any], raw: Any) -> bool:
    try:
        form.read(raw)
    except GameError:
        return False
    return True


# --- saved entries


def form_digest(form: Form[Any], entered: FormEntries) -> str:
    """Return a digest of the entries; different entries of the same answer have the same digest.

    "No orders" on purpose differs from a form without orders yet.
    """
    raw = None if gives_no_orders(form, entered) else fill_path_gaps(form, to_answer(form, entered))
    return sha256(msgspec.json.encode(raw, order="sorted")).hexdigest()[:16]


def text_digest(text: str) -> str:
    """Return a digest of a text after normalization, by which a change is detected; "" for an empty text."""
    said = normalize_text(text)
    return sha256(said.encode()).hexdigest()[:16] if said else ""


def normalize_text(text: str) -> str:
    """Return the text with Unix line ends and without surrounding spaces, because browsers change both."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def to_draft_entries(entered: FormEntries, text: str, typed_on: str) -> DraftEntries:
    """Return the page's content in the form in which a working draft is saved.

    `text` was typed and is not in the form yet; `typed_on` is the digest of the entries when the typing began.
    """
    return DraftEntries(
        chosen=entered.chosen,
        numbers={name: given for name, given in entered.numbers.items() if given not in ("", "0")},
        rows=tuple((row.type_index, _filled(row.values)) for row in entered.rows),
        text=text,
        typed_on=typed_on if text else "",
    )


def from_draft_entries(entries: DraftEntries) -> FormEntries:
    """Return the form's entries in a saved working draft."""
    rows = tuple(EnteredOrder(index, values) for index, values in entries.rows)
    return FormEntries(chosen=entries.chosen, numbers=entries.numbers, rows=rows)


def _filled(values: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    return {name: given for name, given in values.items() if given}
