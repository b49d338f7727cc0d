"""What the kernel looks up by name or by type is written down where it looks; findings say what to write where."""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from msgspec import NODEFAULT, Struct, structs

from games.kernel.conformance.play import BROKEN, Play
from games.kernel.conformance.report import Finding, mishap
from games.kernel.driver import opening
from games.kernel.events import PUBLIC
from games.kernel.title import Title

NOWHERE = -1
"""The seed of what is found before any game is played."""


def unplayable(title: Title[Any], scenario: str, options: Any) -> Iterator[Finding]:
    """Why no game can be begun; nothing if one can."""
    chosen = title.scenarios.get(scenario)
    if chosen is None:
        what = f"there is no {scenario!r}: write it in Title.scenarios, beside {_listed(title.scenarios)}"
        yield Finding("parts", title.key, scenario, NOWHERE, "Title.scenarios", what)
        return
    try:
        state = title.new_game(scenario, options)
        opening(title, state)
    except BROKEN as error:
        yield Finding("parts", title.key, scenario, NOWHERE, "Title.new_game", mishap(error))
        return
    if type(state) is not title.state_type:
        what = f"new_game gives {_name(state)}: write it in Title.state_type"
        yield Finding("parts", title.key, scenario, NOWHERE, "Title.state_type", what)


def parts(play: Play) -> Iterator[Finding]:
    """The title names its steps, seats, options and types completely, and the play met no others."""
    for where, what in (*_named(play.title), *_roles(play), *_options(play.title), *_met(play)):
        yield play.finding("parts", f"Title.{where}", what)


def _listed(names: Iterable[object]) -> str:
    return ", ".join(map(str, names)) or "nothing"


def _named(title: Title[Any]) -> Iterator[tuple[str, str]]:
    if title.first_step not in title.steps:
        yield "first_step", f"no step {title.first_step!r}: write it in Title.steps, beside {_listed(title.steps)}"
    for key, step in title.steps.items():
        if step.key != key:
            yield "steps", f"the step {step.key!r} stands under {key!r}: write it under its own key"
    for key, scenario in title.scenarios.items():
        if scenario.key != key:
            yield "scenarios", f"the scenario {scenario.key!r} stands under {key!r}: write it under its own key"
    for version in range(1, title.state_version):
        if version not in title.upcasts:
            yield "upcasts", f"states of version {version} cannot be read: write upcasts[{version}]"
    for kind, form in title.plans.items():
        if type(form) not in title.form_types:
            yield "form_types", f"plans of kind {kind!r} are a {_name(form)}: write it in form_types"


def _roles(play: Play) -> Iterator[tuple[str, str]]:
    scenario = play.title.scenarios[play.scenario]
    keys = [role.key for role in (*scenario.seats, *scenario.automata)]
    if not scenario.seats:
        yield "scenarios", f"{scenario.key} has no seats: write who plays it"
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield "scenarios", f"{scenario.key} names the seat {key!r} twice: write another key"


def _options(title: Title[Any]) -> Iterator[tuple[str, str]]:
    for field in structs.fields(title.options_type):
        if field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield "options_type", f"{title.options_type.__name__}.{field.name} has no default: write one"


def _met(play: Play) -> Iterator[tuple[str, str]]:
    """Types that the play brought and the title does not name, each once."""
    title = play.title
    events = _members(title.event_type)
    contexts = (*title.context_types, *events)
    found: dict[tuple[str, str], None] = {}

    def unless(known: Iterable[Any], where: str, value: Any) -> None:
        if type(value) not in known:
            found[where, f"{_name(value)} was met, but is not named: write it in Title.{where}"] = None

    for stop in play.stops:
        for event in stop.events:
            for form in event.told.forms:
                unless(events, "event_type", form.event)
        for question in stop.asked:
            unless(title.form_types, "form_types", question.form)
            if isinstance(question.context, Struct):
                unless(contexts, "context_types", question.context)
    if play.stops:
        unless((title.view_type,), "view_type", title.view(play.stops[-1].live_state, PUBLIC))
    yield from found


def _members(union: Any) -> tuple[Any, ...]:
    """The types of a union, or the one type."""
    return tuple(one for part in get_args(union) for one in _members(part)) or (union,)


def _name(value: object) -> str:
    return type(value).__name__
