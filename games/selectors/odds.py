"""The chances of one unit against another by their names, from what the reader's seat knows."""

import re
from collections.abc import Iterator, Mapping
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
"""The number of pairs that are shown if only one unit is named."""
MAX_WORDS = 12
_BETWEEN = frozenset(
    ("the", "at", "on", "against", "vs", "vs.", "versus", "gegen", "auf", "->", "→", "対", "に", "を", "の", "と")
)
"""Words between the names of two units."""
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
    """The chances of an attacker against a target, by their ids and names."""

    attacker: str
    target: str
    names: tuple[Text, Text]
    odds: tuple[Odds, ...]


def compute_decision_odds(player: Player, request_id: Any, words: str) -> list[PairOdds]:
    """Return the odds for the words of a player about one of their decisions. Raises Missing, Malformed."""
    request = get_own_request(player, request_id)
    title = registry.game_title(request.game)
    form: Form[Any] = serialization.read_question(title, request.question).form
    return compute_odds(request.game, request.seat.role, words, form)


def list_known_units(player: Player, request_id: Any) -> list[tuple[str, Text]]:
    """Return the ids and names of the units whose odds a player can ask for. Raises Missing."""
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
    """Return the odds between the units that the words name, from the newest view of a seat and an open question.

    With one name, all pairs with it are returned, up to `MAX_PAIRS`. Raises Malformed, Missing.
    """
    title = registry.game_title(game)
    table = title.presentation.odds
    if table is None:
        raise malformed("", *_NO_ODDS)
    return find_odds(title, table, to_typed_view(game, get_newest_view(game, seat)), words, form)


class _KnownOdds(NamedTuple):
    """What the odds of a seat are read from: its view, and the pairs of its question."""

    title: Title[Any]
    table: OddsTable
    view: Any
    asked: tuple[OddsOfPair, ...]

    def units(self) -> tuple[str, ...]:
        """Return the units of the view, then those that only the question names."""
        named = (unit for one in self.asked for unit in (one.attacker, one.target))
        return tuple(dict.fromkeys((*self.table.units(self.view), *named)))

    def between(self, attacker: str, target: str) -> PairOdds:
        """Return the odds of a pair: those of the question, and of other rules those from the view."""
        asked = tuple(one.odds for one in self.asked if (one.attacker, one.target) == (attacker, target))
        rules, labels = {one.rule for one in asked}, self.title.presentation.labels
        seen = (one for one in self.table.between(self.view, attacker, target) if one.rule not in rules)
        return PairOdds(attacker, target, (labels(attacker), labels(target)), (*asked, *seen))


def find_odds(
    title: Title[Any], table: OddsTable, view: Any, words: str, form: Form[Any] | None = None
) -> list[PairOdds]:
    """Return the odds between the units of a view, or of an open question, that the words name. Raises Malformed."""
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
    """Return the two units that the words name, one after the other; None if they name no two."""
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
    """Yield the chances in words: the result, then the modifiers with their rules, then what is not included."""
    chances = Text.each(lambda language: LIST_COMMA.get(language).join(_chances(found, language)))
    told = Text("{means}: {chances} (rule {rule})", "{means}：{chances}（ルール {rule}）")
    plain = Text("{means} (rule {rule})", "{means}（ルール {rule}）")
    yield (told if chances.en else plain).format(means=found.means, chances=chances, rule=found.rule)
    yield from describe_odds_details(found)


def _chances(found: Odds, language: str) -> list[str]:
    chances = [f"{one.name.get(language)} {chance_in_words(one.chance)}" for one in (*found.outcomes, *found.also)]
    return [*chances, *(mean_with_name(one, language) for one in found.expected)]


def describe_odds_details(found: Odds) -> Iterator[Text]:
    """Yield the modifiers with their rules, then what is not included."""
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
