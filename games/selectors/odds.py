"""Compute the odds of one unit against another, given by their names, from what the reader's seat knows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from games import registry
from games.kernel.errors import Malformed, malformed
from games.kernel.forms import Form
from games.kernel.odds import Odds, OddsOfPair, OddsTable, chance_in_words, mean_with_name
from games.kernel.text import LANGUAGES, LIST_COMMA, Labels, Text, join_texts
from games.kernel.title import Title
from games.models import Game, Player
from games.persistence import serialization
from games.selectors.access import get_own_request
from games.selectors.views import get_newest_view, to_typed_view
from games.selectors.word_matching import find_by_name

MAX_PAIRS = 6
"""The maximum number of pairs that are returned if only one unit is named."""
MAX_WORDS = 12
_BETWEEN = frozenset(
    ("the", "at", "on", "against", "vs", "vs.", "versus", "gegen", "auf", "->", "→", "対", "に", "を", "の", "と")
)
"""Words that may stand between the names of two units."""
_SPACES = re.compile(r"[\s,、，]+|(?<=\S)対(?=\S)")
_NO_ODDS = ("This game has no odds to show.", "このゲームでは確率を計算できません。")
_NO_UNITS = (
    "There is nothing now whose odds could be computed: no battle is in sight.",
    "現在、確率を計算できる対象がありません（戦闘中ではありません）。",
)
_WHO = (
    "Name the attacker and the target: odds hood bismarck. Known: {names}.",
    "攻撃側と目標を書いてください（例：確率 フッド ビスマルク）。指定できるのは{names}です。",
)
_CANNOT = ("{attacker} cannot attack {target} now.", "{attacker}は現在{target}を攻撃できません。")
_NOBODY = ("No attack on or by {name} is possible now.", "現在、{name}の攻撃・被攻撃はありません。")


class PairOdds(NamedTuple):
    """The odds of an attacker against a target."""

    attacker: str
    """The id of the attacking unit."""
    target: str
    """The id of the attacked unit."""
    names: tuple[Text, Text]
    """The names of attacker and target."""
    odds: tuple[Odds, ...]
    """The odds of each way to attack."""


def compute_decision_odds(player: Player, request_id: Any, words: str) -> list[PairOdds]:
    """Return the odds between the units that a player names in words, for a decision of the player.

    Raises Missing for an unknown decision, and the errors of `compute_odds`.
    """
    request = get_own_request(player, request_id)
    title = registry.game_title(request.game)
    form: Form[Any] = serialization.read_question(title, request.question).form
    return compute_odds(request.game, request.seat.role, words, form)


def list_known_units(player: Player, request_id: Any) -> list[tuple[str, Text]]:
    """Return the ids and names of the units whose odds the player can ask for at this decision.

    Raises Missing for an unknown decision.
    """
    request = get_own_request(player, request_id)
    title = registry.game_title(request.game)
    table = title.presentation.odds
    if table is None:
        return []
    view = to_typed_view(request.game, get_newest_view(request.game, request.seat.role))
    form: Form[Any] = serialization.read_question(title, request.question).form
    known = _KnownOdds(title, table, view, tuple(form.list_odds()))
    return [(unit, title.presentation.labels(unit)) for unit in known.units()]


def compute_odds(game: Game, seat: str, words: str, form: Form[Any] | None = None) -> list[PairOdds]:
    """Return the odds between the units that the words name, from the seat's newest view and the form of a question.

    With one name, all pairs with that unit are returned, up to `MAX_PAIRS`. Raises Malformed as `find_odds`, Missing if
    the seat has no view yet.
    """
    title = registry.game_title(game)
    table = title.presentation.odds
    if table is None:
        raise malformed("", *_NO_ODDS)
    return find_odds(title, table, to_typed_view(game, get_newest_view(game, seat)), words, form)


class _KnownOdds(NamedTuple):
    """The sources of a seat's odds: its view, and the pairs of units whose odds its question's form lists."""

    title: Title[Any]
    table: OddsTable
    view: Any
    asked: tuple[OddsOfPair, ...]

    def units(self) -> tuple[str, ...]:
        """Return the ids of the units of the view, then of those that only the question names."""
        named = (unit for one in self.asked for unit in (one.attacker, one.target))
        return tuple(dict.fromkeys((*self.table.units(self.view), *named)))

    def between(self, attacker: str, target: str) -> PairOdds:
        """Return the odds of a pair: those that the question lists, then those of other rules from the view."""
        asked = tuple(one.odds for one in self.asked if (one.attacker, one.target) == (attacker, target))
        rules, labels = {one.rule for one in asked}, self.title.presentation.labels
        seen = (one for one in self.table.between(self.view, attacker, target) if one.rule not in rules)
        return PairOdds(attacker, target, (labels(attacker), labels(target)), (*asked, *seen))


def find_odds(
    title: Title[Any], table: OddsTable, view: Any, words: str, form: Form[Any] | None = None
) -> list[PairOdds]:
    """Return the odds between the units that the words name, from a view and a question's form.

    `table` are the title's functions that compute them. Raises Malformed if the words name no unit or several, or if
    the units have no odds.
    """
    known = _KnownOdds(title, table, view, tuple(form.list_odds()) if form is not None else ())
    labels, units = title.presentation.labels, known.units()
    if not units:
        raise malformed("", *_NO_UNITS)
    names = {unit: (unit, *(labels(unit).get(language) for language in LANGUAGES)) for unit in units}
    pair = _pair(words, names)
    if pair is not None:
        found = [known.between(*pair)]
        if not found[0].odds:
            raise malformed("", *_CANNOT, attacker=found[0].names[0], target=found[0].names[1])
        return found
    alone = find_by_name(words, names)
    if len(alone) != 1:
        raise _unknown(labels, alone or units)
    ways = [(one, alone[0]) for one in units] + [(alone[0], one) for one in units]
    pairs = (known.between(*way) for way in ways if way[0] != way[1])
    shown = [one for _, one in zip(range(MAX_PAIRS), (one for one in pairs if one.odds), strict=False)]
    if not shown:
        raise malformed("", *_NOBODY, name=labels(alone[0]))
    return shown


def _pair(words: str, names: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    """Return the ids of the two units that the words name, in their order; None if they do not name two units."""
    parts = [one for one in _SPACES.split(words.strip()) if one][:MAX_WORDS]
    for at in range(1, len(parts)):
        first = [one for one in parts[:at] if one.casefold() not in _BETWEEN]
        second = [one for one in parts[at:] if one.casefold() not in _BETWEEN]
        one, other = (find_by_name(" ".join(half), names) for half in (first, second))
        if len(one) == 1 and len(other) == 1 and one != other:
            return one[0], other[0]
    return None


def _unknown(labels: Labels, units: Any) -> Malformed:
    return malformed("", *_WHO, names=join_texts([labels(one) for one in [*units][:20]]))


def describe_odds(found: Odds) -> Iterator[Text]:
    """Yield the odds in words: the result, then the modifiers with their rules, then what the odds leave out."""
    chances = Text.each(lambda language: LIST_COMMA.get(language).join(_chances(found, language)))
    told = Text("{means}: {chances} (rule {rule})", "{means}：{chances}（ルール {rule}）")
    plain = Text("{means} (rule {rule})", "{means}（ルール {rule}）")
    yield (told if chances.en else plain).format(means=found.means, chances=chances, rule=found.rule)
    yield from describe_odds_details(found)


def describe_all_odds(ways: Sequence[Odds]) -> Iterator[Text]:
    """Yield the odds of several ways to attack in words; equal details of successive ways are written once, after them.

    A player reads the modifiers of three batteries once if they are the same.
    """
    for one, following in zip_longest(ways, ways[1:]):
        details = tuple(describe_odds_details(one))
        yield next(iter(describe_odds(one)))
        if following is None or tuple(describe_odds_details(following)) != details:
            yield from details


def _chances(found: Odds, language: str) -> list[str]:
    chances = [f"{one.name.get(language)} {chance_in_words(one.chance)}" for one in (*found.outcomes, *found.also)]
    return [*chances, *(mean_with_name(one, language) for one in found.expected)]


def describe_odds_details(found: Odds) -> Iterator[Text]:
    """Yield the details of odds in words: the modifiers with their rules, then what the odds leave out."""
    if found.modifiers:
        worded, plain = (
            Text("{name} {amount} ({rule})", "{name}{amount}（{rule}）"),
            Text("{name} ({rule})", "{name}（{rule}）"),
        )
        named = [
            (worded if one.amount else plain).format(name=one.name, amount=f"{one.amount:+d}", rule=one.rule)
            for one in found.modifiers
        ]
        yield Text("Modifiers: {named}", "修正：{named}").format(named=join_texts(named))
    if found.note.en:
        yield found.note
