"""Describe a form for clients: its schema, the names of its values, and the templates of its orders."""

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
    """A value that an answer may contain, with its name."""

    value: str
    label: Text


class FieldBody(Struct, frozen=True):
    """An argument of an order."""

    name: str
    kind: Annotated[
        str,
        Meta(
            description=(
                "What it takes: one value, some values, ranked values (their order counts), a basket "
                "(values may repeat), a count, a path, when (a condition) or a line of free text."
            )
        ),
    ]
    required: Annotated[bool, Meta(description="False if an order may lack it.")]


class OrderTemplateBody(Struct, frozen=True):
    """A template of an order: one verb with all arguments.

    The legal values are in the schema, which has the templates in the same order.
    """

    verb: Annotated[str, Meta(description="The value of `order` in the answer.")]
    subject: Annotated[
        str, Meta(description="The name of the argument for the units that the order is given to, or empty.")
    ]
    is_rare: Annotated[bool, Meta(description="True if the template should be shown after the others.")]
    fields: list[FieldBody]


class FormBody(Struct, frozen=True, kw_only=True):
    """The legal answers of a question."""

    form: Annotated[str, Meta(description="The type of the form.")]
    schema: Annotated[dict[str, Any], Meta(description="The JSON Schema of an answer; it enumerates the legal values.")]
    options: Annotated[list[Option], Meta(description="The values of the schema with their names.")]
    words: Annotated[list[Option], Meta(description="The verbs and the names of arguments with their names.")]
    example: Answer
    default: Answer
    notation: Annotated[str, Meta(description="The example in the text notation.")]
    order_templates: Annotated[list[OrderTemplateBody], Meta(description="For orders: the ways to give an order.")]
    purses: Annotated[
        list[Purse], Meta(description="The budgets from which the prices (`x-prices` in the schema) are paid.")
    ]
    proposals: Annotated[list[Proposal], Meta(description="Complete answers, ready to use.")]


def form_body(form: Form[Any], labels: Labels) -> FormBody:
    """Return the description of a form for a client that does not know the title."""
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
    """Return the words in answers, with names: verbs and arguments of orders, or kinds and conditions of a plan."""
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
