"""Registration: a title must declare everything that the kernel looks up by name or type.

Findings say what to add and where.
"""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from msgspec import NODEFAULT, Struct, structs

from games.kernel.conformance.play import GAME_FAILURES, Play
from games.kernel.conformance.report import Finding, failure_text
from games.kernel.driver import initial_checkpoint
from games.kernel.events import PUBLIC
from games.kernel.title import Title

NO_SEED = -1
"""The seed that a finding gives if no game could start."""


def opening_failures(title: Title[Any], scenario: str, options: Any) -> Iterator[Finding]:
    """Yield the reasons why no game can start; none if a game can start."""
    chosen = title.scenarios.get(scenario)
    if chosen is None:
        what = f"there is no {scenario!r}: write it in Title.scenarios, beside {_listed(title.scenarios)}"
        yield Finding("parts", title.key, scenario, NO_SEED, "Title.scenarios", what)
        return
    try:
        state = title.rules.new_game(scenario, options)
        initial_checkpoint(title, state)
    except GAME_FAILURES as error:
        yield Finding("parts", title.key, scenario, NO_SEED, "Title.rules.new_game", failure_text(error))
        return
    if type(state) is not title.rules.state_type:
        what = f"new_game gives {_name(state)}: write it in Title.rules.state_type"
        yield Finding("parts", title.key, scenario, NO_SEED, "Title.rules.state_type", what)


def check_registration(play: Play) -> Iterator[Finding]:
    """Check that the title declares all its steps, seats, options and types, and that the play used no others."""
    for where, what in (*_named(play.title), *_roles(play), *_options(play.title), *_met(play)):
        yield play.finding("parts", f"Title.{where}", what)


def _listed(names: Iterable[object]) -> str:
    return ", ".join(map(str, names)) or "nothing"


def _named(title: Title[Any]) -> Iterator[tuple[str, str]]:
    if title.rules.first_step not in title.rules.steps:
        yield (
            "rules.first_step",
            f"no step {title.rules.first_step!r}: write it in Title.rules.steps, beside {_listed(title.rules.steps)}",
        )
    for key, step in title.rules.steps.items():
        if step.key != key:
            yield "rules.steps", f"the step {step.key!r} stands under {key!r}: write it under its own key"
    for key, scenario in title.scenarios.items():
        if scenario.key != key:
            yield "scenarios", f"the scenario {scenario.key!r} stands under {key!r}: write it under its own key"
    for version in range(1, title.rules.state_version):
        if version not in title.rules.upcasts:
            yield "rules.upcasts", f"states of version {version} cannot be read: write upcasts[{version}]"
    for kind, form in title.standing_orders.plans.items():
        if type(form) not in title.rules.form_types:
            yield "rules.form_types", f"plans of kind {kind!r} are a {_name(form)}: write it in rules.form_types"


def _roles(play: Play) -> Iterator[tuple[str, str]]:
    scenario = play.title.scenarios[play.scenario]
    keys = [role.key for role in (*scenario.seats, *scenario.automata)]
    if not scenario.seats:
        yield "scenarios", f"{scenario.key} has no seats: write who plays it"
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield "scenarios", f"{scenario.key} names the seat {key!r} twice: write another key"


def _options(title: Title[Any]) -> Iterator[tuple[str, str]]:
    for field in structs.fields(title.options.type):
        if field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield "options.type", f"{title.options.type.__name__}.{field.name} has no default: write one"


def _met(play: Play) -> Iterator[tuple[str, str]]:
    """Yield each undeclared type or kind of question in a play once: (field of the title, what to declare)."""
    title = play.title
    events = _members(title.rules.event_type)
    contexts = (*title.rules.context_types, *events)
    names = title.presentation.question_names
    found: dict[tuple[str, str], None] = {}

    def unless(known: Iterable[Any], where: str, value: Any) -> None:
        if type(value) not in known:
            found[where, f"{_name(value)} was met, but is not named: write it in Title.{where}"] = None

    for stop in play.stops:
        for event in stop.events:
            for form in event.event.variants:
                unless(events, "rules.event_type", form.event)
        for question in stop.open_questions:
            unless(title.rules.form_types, "rules.form_types", question.form)
            if isinstance(question.context, Struct):
                unless(contexts, "rules.context_types", question.context)
            if names and question.kind not in names:
                what = f"questions of kind {question.kind!r} have no name: write it there"
                found["presentation.question_names", what] = None
    if play.stops:
        unless((title.secrecy.view_type,), "secrecy.view_type", title.secrecy.view(play.stops[-1].live_state, PUBLIC))
    yield from found


def _members(union: Any) -> tuple[Any, ...]:
    """Return the member types of a union, or the type itself if it is no union."""
    return tuple(one for part in get_args(union) for one in _members(part)) or (union,)


def _name(value: object) -> str:
    return type(value).__name__
