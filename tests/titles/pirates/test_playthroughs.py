"""Every way a round and a game can end, played and written down: answers, dice, and what each seat was told.

The files in `playthroughs/` are what the rules made of these scripts. `WRITE_PLAYTHROUGHS=1 pytest
tests/titles/pirates/test_playthroughs.py` writes them anew, for a maintainer to read and to commit.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from games.kernel.events import EVERYBODY, EventVariants
from games.titles.pirates.state.events.common import Throw
from tests.titles.pirates.alone import alone
from tests.titles.pirates.laid_out import TITLE, Chapter, Game, begin, layout, side

rule = pytest.mark.rule
FOLDER = Path(__file__).parent / "playthroughs"
Points = dict[str, tuple[int, int]]


def at_the_end(*, round_: int = 1, left: int = 1, before: Points | None = None, **table: Any) -> Game:
    """Red's turn with so many action cards left; `before` are round points and victory points so far."""
    state = layout(round_=round_, **table)
    state.removed += state.deck[:-left]
    state.deck = state.deck[-left:]
    for fleet in state.fleets:
        points, victory = (before or {}).get(fleet.seat, (0, 0))
        fleet.round_points, fleet.victory_points = [points], [victory]
    return begin(state, "turn")


def both_pass(game: Game, dice: Any = ()) -> Game:
    """Nobody carries a ship over."""
    return game.goes_on(game.answer("red", "pass"), game.answer("black", "pass"), dice=dice)


# ---------------------------------------------------------------- the scripts


def the_last_card_ends_the_round() -> Game:
    """Red sinks a merchant, black draws the last card, and red keeps Emden for the second round."""
    game = at_the_end(
        left=2, deck="scuttle trap", red=side("emden", hand="collier"),
        black=side("wolf", merchants="lovat", hand="qqq"),
    )  # fmt: skip
    game.says("red", "intercept collier ship=emden targets=lovat", "as-planned")
    game.says("black", "pass", dice=[(3, 8, 1, 4)]).says("black", "pass").says("black", "pass")
    return game.goes_on(game.answer("red", "emden"), game.answer("black", "pass"))


def the_last_card_is_drawn_in_an_extra_turn() -> Game:
    """Second Chance: red draws twice in a row, and the second card is the last."""
    game = at_the_end(
        left=2, deck="collier trap", red=side("emden", prizes="dee", hand="second_chance"),
        black=side("wolf", hand="qqq"),
    )  # fmt: skip
    return game.says("red", "play second_chance", "as-planned").says("red", "pass")


def second_chance_comes_too_late() -> Game:
    """The card drawn at the end of red's turn is the last: there is no extra turn."""
    game = at_the_end(red=side("emden", hand="second_chance"), black=side("wolf", pile="dee", hand="qqq"))
    return game.says("red", "play second_chance", "as-planned")


def won_by_round_points() -> Game:
    """Third round: black has more victory points in all, but red more round points."""
    return at_the_end(
        round_=3, red=side("emden", pile="lovat", hand="qqq"), black=side("wolf", pile="dee", hand="amc"),
        before={"red": (3, 20), "black": (3, 60)},
    ).says("red", "pass")  # fmt: skip


def won_by_victory_points() -> Game:
    """Third round: equal round points, so all victory points decide."""
    return at_the_end(
        round_=3, red=side("emden", pile="lovat", hand="qqq"), black=side("wolf", pile="dee", hand="amc"),
        before={"red": (2, 20), "black": (3, 60)},
    ).says("red", "pass")  # fmt: skip


def a_full_tie_brings_another_round() -> Game:
    """Third round: equal in everything. A fourth round is dealt; equal round points, so dice say who begins."""
    game = at_the_end(
        round_=3, red=side("emden", pile="lovat", hand="qqq"), black=side("wolf", pile="dee", hand="amc"),
        before={"red": (2, 20), "black": (3, 24)},
    ).says("red", "pass")  # fmt: skip
    return both_pass(game, dice=[(6, 6), (3, 9)])


def the_extra_round_decides() -> Game:
    """Fourth round: the tie is broken."""
    return at_the_end(
        round_=4, red=side("emden", pile="lovat", hand="qqq"), black=side("wolf", pile="dee", hand="amc"),
        before={"red": (5, 27), "black": (5, 27)},
    ).says("red", "pass")  # fmt: skip


def the_tie_stands() -> Game:
    """Fourth round: nobody scores, and the two that were tied share the win."""
    return at_the_end(
        round_=4, before={"red": (5, 27), "black": (5, 27)},
        red=side("emden", hand="qqq"), black=side("wolf", hand="amc"),
    ).says("red", "pass")  # fmt: skip


def no_points_for_nobody() -> Game:
    """Three players: one without victory points gets no round points, and the others are not moved down."""
    return at_the_end(
        red=side("emden", pile="lovat leopard", hand="qqq"), black=side("wolf", pile="meteor", hand="amc"),
        white=side("mowe", prizes="dee", hand="trap"),
    ).says("red", "pass")  # fmt: skip


def a_fleet_without_ships_plays_on() -> Game:
    """Red has lost every ship: the navy sinks Wolf for it, and it is not asked what to carry over."""
    game = at_the_end(
        red=side(hand="recalled breakout"), black=side("wolf+identified", hand="qqq"), white=side("mowe", hand="trap"),
    )  # fmt: skip
    game.says("red", "play breakout", "british recalled target=wolf", "as-planned", dice=[(1, 1, 6)])
    return game.says("black", "pass", dice=[(8, 1, 4)])


def a_team_wins() -> Game:
    """Third round of teams: black has most round points of all, but red and white more together."""
    return at_the_end(
        round_=3, teams=True, before={"red": (5, 30), "black": (7, 70), "white": (4, 21), "blue": (1, 9)},
        red=side("emden", pile="lovat", hand="qqq"), white=side("mowe", pile="maria", hand="trap"),
        black=side("wolf", pile="dee", hand="amc"), blue=side("iltis"),
    ).says("red", "pass")  # fmt: skip


def a_tie_of_teams_brings_another_round() -> Game:
    """Third round of teams: equal in everything. Partners exchange the ships that they carry into a fourth round."""
    game = at_the_end(
        round_=3, teams=True, before={"red": (4, 30), "black": (5, 41), "white": (5, 21), "blue": (4, 10)},
        red=side("emden", hand="qqq"), white=side("mowe", hand="trap"),
        black=side("wolf", hand="amc"), blue=side("iltis"),
    ).says("red", "pass")  # fmt: skip
    answers = {"red": "emden", "black": "pass", "white": "mowe", "blue": "pass"}
    game.goes_on(*(game.answer(seat, answer) for seat, answer in answers.items()))
    gifts = {"red": "choose emden", "black": "pass", "white": "choose mowe", "blue": "pass"}
    return game.goes_on(*(game.answer(seat, gift) for seat, gift in gifts.items()), dice=[(4, 3, 2, 1)])


def the_tie_of_teams_stands() -> Game:
    """Fourth round of teams: nobody scores, and all four share the win."""
    return at_the_end(
        round_=4, teams=True, before={"red": (4, 30), "black": (5, 41), "white": (5, 21), "blue": (4, 10)},
        red=side("emden", hand="qqq"), white=side("mowe", hand="trap"),
        black=side("wolf", hand="amc"), blue=side("iltis"),
    ).says("red", "pass")  # fmt: skip


def the_phantom_is_beaten() -> Game:
    """Solitaire, third round: red sinks a merchant, and the phantom's last draw ends the game."""
    game = alone(
        "1 3", round_=3, last=2, deck="scuttle trap", points=((3, 40), (3, 30)),
        red=side("emden", merchants="dee", hand="collier"), phantom=side("wolf", merchants="lovat", hand="qqq amc"),
    )  # fmt: skip
    return game.says("red", "intercept collier ship=emden targets=lovat", "as-planned", dice=[(1,), (3, 8, 1, 4), (1,)])


def the_phantom_wins() -> Game:
    """Solitaire, third round: the phantom's raider, with Good Hunting, takes two merchants and the game."""
    game = alone(
        "19 11 4 1", begins="phantom", round_=3, last=1, points=((3, 40), (3, 30)), dice=[(2,)], draws=[(0,), (1,)],
        red=side("emden", merchants="lovat maria dee", hand="qqq trap"), phantom=side("wolf", merchants="kaipara"),
    )  # fmt: skip
    game.says("red", "qqq", dice=[(9, 1, 1, 4)])
    return game.says("red", "pass", dice=[(9, 1, 1, 2), (1,)])


def a_round_against_the_phantom_is_over() -> Game:
    """Solitaire, first round: red decides what both sides carry over, and the second is dealt."""
    game = alone(
        "1", begins="phantom", last=1, dice=[(1,)],
        red=side("emden wolf", merchants="dee", prizes="lovat", hand="collier"),
        phantom=side("berlin+identified meteor", merchants="kaipara", pile="maria"),
    )  # fmt: skip
    return game.says("red", "choose wolf berlin", dice=[(1,)])


SCRIPTS: tuple[Callable[[], Game], ...] = (
    the_last_card_ends_the_round,
    the_last_card_is_drawn_in_an_extra_turn,
    second_chance_comes_too_late,
    won_by_round_points,
    won_by_victory_points,
    a_full_tie_brings_another_round,
    the_extra_round_decides,
    the_tie_stands,
    no_points_for_nobody,
    a_fleet_without_ships_plays_on,
    a_team_wins,
    a_tie_of_teams_brings_another_round,
    the_tie_of_teams_stands,
    the_phantom_is_beaten,
    the_phantom_wins,
    a_round_against_the_phantom_is_over,
)


# ---------------------------------------------------------------- writing down


def written(script: Callable[[], Game]) -> str:
    """The whole playthrough as text."""
    game = script()
    lines = [f"# {script.__name__.replace('_', ' ').capitalize()}", f"# {script.__doc__}", ""]
    for chapter in game.story:
        lines += [*_chapter(chapter), ""]
    lines += [f"open: {question}" for question in game.open()] or ["the game is over" if game.over else ""]
    lines += [f"standing: {row.place}. {row.seat}, {row.detail.en}" for row in TITLE.rules.standings(game.state)]
    return "\n".join(lines) + "\n"


def _chapter(chapter: Chapter) -> Iterator[str]:
    for answer in chapter.answers:
        first, *rest = answer.splitlines()
        yield f"> {first}"
        yield from (f">     {line}" for line in rest)
    for told in chapter.events:
        yield from _told(told)


def _told(told: EventVariants) -> Iterator[str]:
    """An event; where not all were told the same, every wording with those who got it."""
    for form in told.variants:
        to = f"to {' and '.join(form.to)} alone: " if form.to != EVERYBODY else "to the others: "
        yield f"  {to if len(told.variants) > 1 else ''}{_event(form.event)}"


def _event(event: Any) -> str:
    values = ((name, getattr(event, name)) for name in event.__struct_fields__)
    defaults = {field.name: field.default for field in structs.fields(event)}
    shown = [f"{name}={_value(value)}" for name, value in values if value != defaults[name]]
    return " ".join([type(event).__struct_config__.tag, *shown])


def _value(value: Any) -> str:
    if isinstance(value, Throw):
        dice = "+".join(f"d{sides}:{die}" for sides, die in zip(value.coin, value.values, strict=True))
        changes = "".join(f" {name} {amount:+}" for name, amount in value.modifiers)
        return f"[{value.of} {dice}{changes} = {value.total}]"
    if isinstance(value, tuple | list):
        return ",".join(map(_value, value)) or "-"
    if isinstance(value, dict):
        return ",".join(f"{key}:{_value(item)}" for key, item in value.items())
    if hasattr(value, "__struct_fields__"):
        return f"({_fields(value)})"
    return str(value)


def _fields(value: Any) -> str:
    return " ".join(f"{name}={getattr(value, name) or '-'}" for name in value.__struct_fields__)


# ---------------------------------------------------------------- the tests


@rule("pirates", "2.0")
@rule("pirates", "2.5")
@rule("pirates", "2.3.3")
@rule("pirates", "3.0")
@rule("pirates", "3.3.37")
@rule("pirates", "4.10")
@rule("pirates", "5.2.4")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_the_game_goes_as_it_is_written_down(script: Callable[[], Game]) -> None:
    file, text = FOLDER / f"{script.__name__}.txt", written(script)
    if os.environ.get("WRITE_PLAYTHROUGHS"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {script.__name__ for script in SCRIPTS}


def test_a_playthrough_is_the_same_every_time() -> None:
    assert written(SCRIPTS[0]) == written(SCRIPTS[0])
