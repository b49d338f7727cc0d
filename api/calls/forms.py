"""What a client learns of a form: its schema, what everything in it is called, and the ways to give an order."""

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from games.kernel.byhand.prices import Proposal, Purse
from games.kernel.forms import Form
from games.kernel.orders import Orders
from games.kernel.plans import RulePlan
from games.kernel.text import Labels, Text

Answer = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Answer"})]


class Option(Struct, frozen=True):
    """Something that an answer may name."""

    value: str
    label: Text


class FieldBody(Struct, frozen=True):
    """An argument of an order. `kind` is what to show it as: ``one``, ``some``, ``ranked`` (the order counts),
    ``basket`` (the same several times), ``count``, ``path``, ``when`` (a condition) or ``line`` (own words).
    """

    name: str
    kind: str
    required: bool


class WayBody(Struct, frozen=True):
    """A way to give an order: its verb, the argument that says who acts (empty: none), and all arguments.

    What is `rare` stands behind the others. Its values are in the schema, where the ways have the same order.
    """

    verb: str
    subject: str
    rare: bool
    fields: list[FieldBody]


class FormBody(Struct, frozen=True, kw_only=True):
    """What a legal answer is. `schema` enumerates the legal values; `options` and `words` say what they are called.

    `example` is a complete legal answer, `notation` the same as text; `default` is what is played when time is up.
    Of orders, `ways` lists how each is given and `purses` what prices (``x-prices``) are paid from. `proposals` are
    whole answers to take as they stand.
    """

    form: str
    schema: dict[str, Any]
    options: list[Option]
    words: list[Option]
    example: Answer
    default: Answer
    notation: str
    ways: list[WayBody]
    purses: list[Purse]
    proposals: list[Proposal]


def form_body(form: Form[Any], labels: Labels) -> FormBody:
    """All that a client needs that knows nothing of the title."""
    suggested, labels = form.example(), form.named(labels)
    return FormBody(
        form=form.identity(),
        schema=form.schema(),
        options=[Option(value, labels(value)) for value in form.values()],
        words=_words(form, labels),
        example=form.write(suggested),
        default=form.write(form.default()),
        notation=form.render(suggested),
        ways=list(_ways(form)),
        purses=list(form.purses()) if isinstance(form, Orders) else [],
        proposals=list(form.proposals()),
    )


def _ways(form: Form[Any]) -> Iterator[WayBody]:
    for way in form.listed if isinstance(form, Orders) else ():
        fields = [FieldBody(one.name, one.kind, one.required) for one in way.fields]
        yield WayBody(way.verb, way.subject, way.rare, fields)


def _words(form: Form[Any], labels: Labels) -> list[Option]:
    """The verbs and arguments of orders; the kinds of question and the conditions of a plan."""
    named: dict[str, Text] = {}
    if isinstance(form, Orders):
        words = [way.verb for way in form.listed] + [field.name for way in form.listed for field in way.fields]
        named = {word: labels(word) for word in words}
    elif isinstance(form, RulePlan):
        named = {foreseen.kind: foreseen.name for foreseen in form.foreseen}
        named |= {fact.key: fact.name for foreseen in form.foreseen for fact in foreseen.facts}
    return [Option(word, text) for word, text in named.items()]
