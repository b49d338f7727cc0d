"""A title: a complete game as the kernel and the server see it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, TypeVar

import msgspec

from games.kernel.codec import decode, encode
from games.kernel.errors import TitleFault
from games.kernel.forms import RandomSource
from games.kernel.requests import Ask
from games.kernel.scenarios import Introduction, Scenario
from games.kernel.text import Text
from games.kernel.title_parts import (
    TitleOptions,
    TitlePresentation,
    TitleRules,
    TitleSecrecy,
    TitleStandingOrders,
)

S = TypeVar("S")

Bot = Callable[[Any, Ask[Any], RandomSource], Any]
"""Return a bot's typed answer from (its own view, the question, its random source). The form must accept it."""

_VERSION = "state_version"
_PARTS = ("rules", "secrecy", "presentation", "standing_orders", "options")


def random_bot(view: Any, question: Ask[Any], pick: RandomSource) -> Any:
    """Return a random legal answer."""
    return question.form.sample(pick)


@dataclass(frozen=True, kw_only=True)
class Title(Generic[S]):
    """A complete game, composed of its five parts. All its functions are pure."""

    key: str
    name: Text
    summary: Text
    scenarios: Mapping[str, Scenario]
    rules: TitleRules[S]
    secrecy: TitleSecrecy[S]
    presentation: TitlePresentation
    options: TitleOptions
    standing_orders: TitleStandingOrders = field(default_factory=TitleStandingOrders)
    bots: Mapping[str, Bot] = field(default_factory=dict)
    introduction: Introduction = field(default_factory=Introduction)

    def seats(self, scenario: str) -> tuple[str, ...]:
        """Return the seat keys of a scenario, in table order."""
        return tuple(role.key for role in self.scenarios[scenario].seats)

    def option_name(self, option: str) -> Text:
        """Return the name of an option, or of one of its values (`field/value`); without a name, the key in words."""
        own = option.rpartition("/")[2].replace("_", " ")
        return self.options.names.get(option, Text(own, own))

    def write_state(self, state: S) -> bytes:
        """Encode a state for storage. From version 2 on the bytes hold their version, for conversion by later rules."""
        data = encode(state)
        if self.rules.state_version == 1:
            return data
        return self._head() + (b"}" if data == b"{}" else b"," + data[1:])

    def read_state(self, data: bytes) -> S:
        """Return a stored state, decoded and converted to the current version.

        Raises msgspec.ValidationError for invalid bytes, TitleFault for a version without a conversion.
        """
        present, state_type = self.rules.state_version, self.rules.state_type
        if present == 1:
            return decode(data, state_type)
        if data.startswith((self._head() + b",", self._head() + b"}")):
            return decode(data, state_type)
        raw = msgspec.json.decode(data, type=dict[str, Any])
        for version in range(raw.pop(_VERSION, 1), present):
            if version not in self.rules.upcasts:
                raise TitleFault(f"{self.key} cannot read a state of version {version}")
            raw = self.rules.upcasts[version](raw)
        return decode(encode(raw), state_type)

    def _head(self) -> bytes:
        return b'{"%s":%d' % (_VERSION.encode(), self.rules.state_version)

    def evolve(self, **changes: Any) -> "Title[S]":
        """Return a copy of the title with changed fields; a field of a part is passed by its own name.

        Raises TypeError for a field that neither the title nor one of its parts has.
        """
        own: dict[str, Any] = {}
        for part in _PARTS:
            value = getattr(self, part)
            names = [one.name for one in fields(value) if one.name in changes]
            if names:
                own[part] = replace(value, **{name: changes.pop(name) for name in names})
        return replace(self, **changes, **own)

    def with_every_checkpoint(self) -> "Title[S]":
        """Return the title with a stored checkpoint before each step; tests check that it plays the same games."""
        return self.evolve(steps={key: replace(step, asks="always") for key, step in self.rules.steps.items()})

    def bot(self, name: str) -> Bot:
        """Return the bot of that name; "random" always exists. Raises KeyError."""
        return random_bot if name == "random" else self.bots[name]
