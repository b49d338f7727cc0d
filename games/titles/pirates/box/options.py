"""6.0 What the players may agree on beforehand, and which agreements exclude each other."""

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from games.kernel.errors import Problem
from games.kernel.text import Text


class Setting(NamedTuple):
    """What the options must fit: the number of fleets, cruisers for a tournament (6.4.1), cards that can be spared."""

    players: int
    cruisers: int
    most_removed: int
    without_breakout: int
    solitaire: bool


Removed = Annotated[int, Meta(ge=0, le=87, description="2.1.4: action cards taken out of a round unseen")] | None


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The options of a game; every one stands alone, and all may be combined as far as the decks allow.

    `removed` is the number of action cards taken out unseen in every round (2.1.4); None takes the number that belongs
    to the number of players (2.1.1–2.1.3, 5.2.1). `removed_second` and `removed_third` hold for these rounds; None
    takes that of the round before, and rounds after the third (2.5) have its number. `tempo` says whether every
    reaction is asked as it comes, or planned ahead by all at once.
    """

    removed: Removed = None
    removed_second: Removed = None
    removed_third: Removed = None
    first_player: Annotated[
        Literal["dice", "fleet", "live", "phantom"],
        Meta(description="3.1: highest die, or weakest fleet; 5.2.3: in the solitaire game also by decision"),
    ] = "dice"
    tempo: Annotated[
        Literal["interactive", "sealed"],
        Meta(description="Each reaction asked as it comes, or plan and reaction plans at the same time, sealed"),
    ] = "interactive"
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
        """2.1.4 How many action cards are taken out of a round unseen; None where the number of players decides."""
        agreed = [
            number for number in (self.removed, self.removed_second, self.removed_third)[:round_] if number is not None
        ]
        return agreed[-1] if agreed else None


def problems(options: Options, setting: Setting) -> Iterator[Problem]:
    """Which options exclude each other, lack the one that they belong to, or do not fit so many fleets."""
    most = setting.most_removed
    for name in ("removed", "removed_second", "removed_third"):
        if (getattr(options, name) or 0) > most:
            en, ja = f"At most {most} cards can be removed.", f"取り除けるのは{most}枚までです。"
            yield _problem(name, "range", "2.1.4", en, ja)
    yield from _tournament_problems(options, setting)
    yield from _years_problems(options, setting)
    yield from _solitaire_problems(options, setting)


def _tournament_problems(options: Options, setting: Setting) -> Iterator[Problem]:
    """6.4 It wants a cruiser for everybody, and 6.5 leaves too few of them."""
    if options.tournament == "off" and options.tournament_merchants != "random":
        yield _problem("tournament_merchants", "needs", "6.4.3", *_belongs("6.4.3", "6.4"))
    if options.tournament != "off" and setting.players > setting.cruisers:
        most = setting.cruisers
        en = f"6.4 and 6.5 exclude each other with more than {most} players: too few of the cruisers are left."
        ja = f"プレイヤーが{most}人を超える場合、6.4と6.5は併用できません（配る巡洋艦が足りません）。"
        yield _problem("tournament", "excluded", "6.4", en, ja)
        yield _problem("after_1914", "excluded", "6.5", en, ja)


def _years_problems(options: Options, setting: Setting) -> Iterator[Problem]:
    """6.5.3, 6.5.4 Parts of 6.5."""
    if options.without_breakout and not options.after_1914:
        yield _problem("without_breakout", "needs", "6.5.3", *_belongs("6.5.3", "6.5"))
    if options.without_breakout and setting.players != setting.without_breakout:
        players = setting.without_breakout
        en, ja = f"6.5.3 is for {players} players.", f"6.5.3は{players}人プレイ用です。"
        yield _problem("without_breakout", "players", "6.5.3", en, ja)
    if options.without_lost_merchants and not options.after_1914:
        yield _problem("without_lost_merchants", "needs", "6.5.4", *_belongs("6.5.4", "6.5"))


def _solitaire_problems(options: Options, setting: Setting) -> Iterator[Problem]:
    """5.2.3, 5.4.3 What only the solitaire game leaves to be decided."""
    if setting.solitaire:
        return
    for field, rule, chosen in (
        ("first_player", "5.2.3", options.first_player in ("live", "phantom")),
        ("phantom_targets", "5.4.3", options.phantom_targets != "random"),
    ):
        if chosen:
            en, ja = f"{rule} belongs to the solitaire game.", f"{rule}はソリティアゲーム専用です。"
            yield _problem(field, "needs", rule, en, ja)


def _belongs(part: str, whole: str) -> tuple[str, str]:
    return f"{part} can only be chosen together with {whole}.", f"{part}は{whole}と一緒にしか選べません。"


def _problem(field: str, code: str, rule: str, en: str, ja: str) -> Problem:
    return Problem(f"/{field}", code, Text(en, ja), rule)
