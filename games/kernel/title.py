"""A title: a complete game as the kernel and the server see it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, TypeVar

import msgspec

from games.kernel.advice import FORCED, Advice
from games.kernel.advice import RANDOM as AT_RANDOM
from games.kernel.bot_levels import CAPTAIN, RANDOM
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
    TitleTrials,
)

S = TypeVar("S")

Advise = Callable[[Any, Ask[Any], RandomSource], Advice]
"""Return a bot's advice from (its own view, the question, its random source). The form must accept the answer."""

_VERSION = "state_version"
_PARTS = ("rules", "secrecy", "presentation", "standing_orders", "options", "trials")


@dataclass(frozen=True)
class Bot:
    """A player that decides from its own view, the question and its random source, and says why."""

    choose: Advise

    def __call__(self, view: Any, question: Ask[Any], pick: RandomSource) -> Any:
        """Return the typed answer without its reasons."""
        return self.choose(view, question, pick).answer

    def advise(self, view: Any, question: Ask[Any], pick: RandomSource) -> Advice:
        """Return the answer with its reasons. If only one answer is possible, this fact is the only reason."""
        advice = self.choose(view, question, pick)
        return Advice(advice.answer, (FORCED,)) if question.form.is_forced() else advice


random_bot = Bot(lambda view, question, pick: Advice(question.form.sample(pick), (AT_RANDOM,)))
"""The bot that gives random legal answers."""


@dataclass(frozen=True, kw_only=True)
class Title(Generic[S]):
    """A complete game, composed of its parts. All its functions are pure."""

    key: str
    name: Text
    summary: Text
    scenarios: Mapping[str, Scenario]
    rules: TitleRules[S]
    secrecy: TitleSecrecy[S]
    presentation: TitlePresentation
    options: TitleOptions
    standing_orders: TitleStandingOrders = field(default_factory=TitleStandingOrders)
    trials: TitleTrials[S] = field(default_factory=TitleTrials)
    bots: Mapping[str, Bot] = field(default_factory=dict)
    """The bots by level (`games.kernel.bot_levels`), the weakest first."""
    former_bots: Mapping[str, str] = field(default_factory=dict)
    """Former names of bots that stored games still use, each with the level that now plays for it."""
    introduction: Introduction = field(default_factory=Introduction)

    def seats(self, scenario: str) -> tuple[str, ...]:
        """Return the seat keys of a scenario, in table order."""
        return tuple(role.key for role in self.scenarios[scenario].seats)

    def option_name(self, option: str) -> Text:
        """Return the name of an option, or of one of its values (`field/value`); without a name, the key in words."""
        own = option.rpartition("/")[2].replace("_", " ")
        return self.options.names.get(option, Text(own, own))

    def write_state(self, state: S) -> bytes:
        """Return a state encoded for storage. From `state_version` 2 on the bytes contain the version of the layout."""
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
        """Return a copy of the title with changed fields.

        A field of a part, such as ``redeal`` of `secrecy`, is given by its name alone. Raises TypeError for an unknown
        field.
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
        """Return the bot with a name: the name is a level, or a former name of a level. "random" always exists.

        Raises KeyError for an unknown name.
        """
        return random_bot if name == RANDOM else self.bots[self.bot_level(name)]

    def bot_level(self, name: str) -> str:
        """Return the level that now plays under a former name; any other name is returned unchanged."""
        return name if name in self.bots else self.former_bots.get(name, name)

    def has_bot(self, name: str) -> bool:
        """Return True if a bot has this name, or had it before."""
        return name == RANDOM or self.bot_level(name) in self.bots

    @property
    def bot_levels(self) -> tuple[str, ...]:
        """The levels that a player may choose from, random play first."""
        return (RANDOM, *self.bots)

    @property
    def usual_bot(self) -> str:
        """The level of bot if a player names none: "captain" if the title has it, else its first bot or random play."""
        return CAPTAIN if CAPTAIN in self.bots else next(iter(self.bots), RANDOM)
