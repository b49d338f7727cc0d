"""6.0 The options that players agree on before a game, and the options that exclude each other."""

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from games.kernel.errors import Problem
from games.kernel.text import Text


class Setting(NamedTuple):
    """The facts about a game that its options must fit."""

    players: int
    """The number of players."""
    cruisers: int
    """The number of cruisers for a tournament (6.4.1)."""
    most_removed: int
    """The number of action cards that may be removed at most."""
    without_breakout: int
    """The number of players for which the option without Breakout is allowed (6.5.3)."""
    solitaire: bool
    """True for the solitaire game."""


Removed = Annotated[int, Meta(ge=0, le=87, description="2.1.4: action cards taken out of a round unseen")] | None


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The options of a game. All may be combined as far as the decks allow."""

    removed: Removed = None
    """The number of action cards removed unseen in every round (2.1.4); None is the standard number for the number of
    players (2.1.1–2.1.3, 5.2.1).
    """
    removed_second: Removed = None
    """The number for the second round; None means the number of the first."""
    removed_third: Removed = None
    """The number for the third round and rounds after it (2.5); None means the number of the round before."""
    first_player: Annotated[
        Literal["dice", "fleet", "live", "phantom"],
        Meta(description="3.1: highest die, or weakest fleet; 5.2.3: in the solitaire game also by decision"),
    ] = "dice"
    tempo: Annotated[
        Literal["interactive", "sealed"],
        Meta(description="Each reaction asked as it comes, or plan and reaction plans at the same time, sealed"),
    ] = "interactive"
    """Whether seats are asked for reactions when an attack occurs, or plan reactions in advance."""
    phantom_targets: Annotated[
        Literal["random", "best", "player"],
        Meta(description="5.4.3: how the phantom's targets are found where its card leaves them open"),
    ] = "random"
    coal_hogs: Annotated[bool, Meta(description="6.1: ships with the coal symbol run out of supply more easily")] = (
        False
    )
    sail: Annotated[bool, Meta(description="6.2: Seeadler is under sail")] = False
    aircraft: Annotated[bool, Meta(description="6.3: Wolf carries an aircraft")] = False
    tournament: Annotated[
        Literal["off", "random", "chosen"],
        Meta(description="6.4: equal fleets in the first round; the cruisers dealt at random or chosen (6.4.1)"),
    ] = "off"
    tournament_merchants: Annotated[
        Literal["random", "chosen"],
        Meta(description="6.4.3: with 6.4, the merchants dealt at random or chosen"),
    ] = "random"
    after_1914: Annotated[bool, Meta(description="6.5: only ships that still sailed in 1915")] = False
    without_breakout: Annotated[
        bool, Meta(description="6.5.3: with 6.5 and four players, three Breakout cards are taken out")
    ] = False
    without_lost_merchants: Annotated[
        bool, Meta(description="6.5.4: with 6.5, the nineteen merchants lost in 1914 are taken out")
    ] = False
    fast_raiders: Annotated[bool, Meta(description="6.6: five fast raiders")] = False
    carry_over_three: Annotated[bool, Meta(description="6.7: up to three ships are carried over")] = False
    cumulative_damage: Annotated[bool, Meta(description="6.8: damage adds up")] = False
    prize_torpedo: Annotated[bool, Meta(description="6.9: prizes may be torpedoed by mistake")] = False
    pursuit: Annotated[bool, Meta(description="6.10: pursuit into shallow water")] = False
    sailing_merchants: Annotated[bool, Meta(description="6.11: twelve merchants are under sail")] = False
    prize_supply: Annotated[bool, Meta(description="6.12: prizes supply their captors")] = False

    def removed_in(self, round_: int) -> int | None:
        """2.1.4 Return the number of action cards removed unseen in a round.

        Return None if it depends on the number of players.
        """
        agreed = [
            number for number in (self.removed, self.removed_second, self.removed_third)[:round_] if number is not None
        ]
        return agreed[-1] if agreed else None


def problems(options: Options, setting: Setting) -> Iterator[Problem]:
    """Yield a problem for each option that excludes another, lacks a required one, or does not fit `setting`."""
    most = setting.most_removed
    for name in ("removed", "removed_second", "removed_third"):
        if (getattr(options, name) or 0) > most:
            yield _problem(
                name,
                "range",
                "2.1.4",
                "At most {most} cards can be removed.",
                "取り除けるのは{most}枚までです。",
                most=most,
            )
    yield from _tournament_problems(options, setting)
    yield from _years_problems(options, setting)
    yield from _solitaire_problems(options, setting)


def _tournament_problems(options: Options, setting: Setting) -> Iterator[Problem]:
    """6.4 Yield the problems of a tournament: it needs a cruiser for each player, and 6.5 may leave too few."""
    if options.tournament == "off" and options.tournament_merchants != "random":
        yield _belongs("tournament_merchants", "6.4.3", "6.4")
    if options.tournament != "off" and setting.players > setting.cruisers:
        text = Text(
            "6.4 and 6.5 exclude each other with more than {most} players: too few of the cruisers are left.",
            "プレイヤーが{most}人を超える場合、6.4と6.5は併用できません（配る巡洋艦が足りません）。",
        ).format(most=setting.cruisers)
        yield Problem("/tournament", "excluded", text, "6.4")
        yield Problem("/after_1914", "excluded", text, "6.5")


def _years_problems(options: Options, setting: Setting) -> Iterator[Problem]:
    """6.5.3, 6.5.4 Yield a problem for each option that needs the option of 6.5, or another number of players."""
    if options.without_breakout and not options.after_1914:
        yield _belongs("without_breakout", "6.5.3", "6.5")
    if options.without_breakout and setting.players != setting.without_breakout:
        yield _problem(
            "without_breakout",
            "players",
            "6.5.3",
            "6.5.3 is for {players} players.",
            "6.5.3は{players}人プレイ用です。",
            players=setting.without_breakout,
        )
    if options.without_lost_merchants and not options.after_1914:
        yield _belongs("without_lost_merchants", "6.5.4", "6.5")


def _solitaire_problems(options: Options, setting: Setting) -> Iterator[Problem]:
    """5.2.3, 5.4.3 Yield a problem for each chosen option that only the solitaire game can use."""
    if setting.solitaire:
        return
    for field, rule, chosen in (
        ("first_player", "5.2.3", options.first_player in ("live", "phantom")),
        ("phantom_targets", "5.4.3", options.phantom_targets != "random"),
    ):
        if chosen:
            yield _problem(
                field,
                "needs",
                rule,
                "{part} belongs to the solitaire game.",
                "{part}はソリティアゲーム専用です。",
                part=rule,
            )


def _belongs(field: str, part: str, whole: str) -> Problem:
    return _problem(
        field,
        "needs",
        part,
        "{part} can only be chosen together with {whole}.",
        "{part}は{whole}と一緒にしか選べません。",
        part=part,
        whole=whole,
    )


def _problem(field: str, code: str, rule: str, en: str, ja: str, **values: object) -> Problem:
    return Problem(f"/{field}", code, Text(en, ja).format(**values), rule)
