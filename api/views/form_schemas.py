"""A form for clients: its schema, the names of its values, and the templates of its orders."""

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from games.kernel.drafts import Proposal, Purse
from games.kernel.forms import Form
from games.kernel.text import Labels, Text
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

Answer = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Answer"})]


class Option(Struct, frozen=True):
    """A value that an answer may name."""

    value: str
    label: Text


class FieldBody(Struct, frozen=True):
    """An argument of an order.

    `kind` is its control: ``one``, ``some``, ``ranked`` (the order counts), ``basket`` (values may repeat), ``count``,
    ``path``, ``when`` (a condition) or ``line`` (own words).
    """

    name: str
    kind: str
    required: bool


class OrderTemplateBody(Struct, frozen=True):
    """A template of an order: its verb, the argument with its subject (empty: none), and all arguments.

    Templates that are `is_rare` come after the others. The values are in the schema, which has the templates in the
    same order.
    """

    verb: str
    subject: str
    is_rare: bool
    fields: list[FieldBody]


class FormBody(Struct, frozen=True, kw_only=True):
    """The legal answers. `schema` enumerates the legal values; `options` and `words` give their names.

    `example` is a complete legal answer, `notation` the same as text; `default` is played when time is up. For orders,
    `order_templates` lists how each is given, and `purses` pay the prices (``x-prices``). `proposals` are complete
    answers, ready to use.
    """

    form: str
    schema: dict[str, Any]
    options: list[Option]
    words: list[Option]
    example: Answer
    default: Answer
    notation: str
    order_templates: list[OrderTemplateBody]
    purses: list[Purse]
    proposals: list[Proposal]


def form_body(form: Form[Any], labels: Labels) -> FormBody:
    """Return the form for a client that does not know the title."""
    suggested, labels = form.example(), form.labels_in_context(labels)
    return FormBody(
        form=form.identity(),
        schema=form.schema(),
        options=[Option(value, labels(value)) for value in form.values()],
        words=_words(form, labels),
        example=form.write(suggested),
        default=form.write(form.default()),
        notation=form.render(suggested),
        order_templates=list(_ways(form)),
        purses=list(form.purses()) if isinstance(form, Orders) else [],
        proposals=list(form.proposals()),
    )


def _ways(form: Form[Any]) -> Iterator[OrderTemplateBody]:
    for way in form.cached_templates if isinstance(form, Orders) else ():
        fields = [FieldBody(one.name, one.kind, one.required) for one in way.fields]
        yield OrderTemplateBody(way.verb, way.subject, way.is_rare, fields)


def _words(form: Form[Any], labels: Labels) -> list[Option]:
    """Return the verbs and arguments of orders; the kinds of question and the conditions of a plan."""
    named: dict[str, Text] = {}
    if isinstance(form, Orders):
        words = [way.verb for way in form.cached_templates] + [
            field.name for way in form.cached_templates for field in way.fields
        ]
        named = {word: labels(word) for word in words}
    elif isinstance(form, RulePlan):
        named = {order_kind.kind: order_kind.name for order_kind in form.kinds}
        named |= {fact.key: fact.name for order_kind in form.kinds for fact in order_kind.facts}
    return [Option(word, text) for word, text in named.items()]
