"""Create games: check all settings of a new game, report every problem, and store the game."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from msgspec import Struct, structs

from games import registry
from games.kernel.chance import commitment, secret_of_branch
from games.kernel.errors import Illegal, Malformed, Problem, forbidden_character_problem
from games.kernel.text import Text, join_texts
from games.kernel.title import Title
from games.kernel.type_errors import type_error_text
from games.models import Branch, Game, Player, Seat
from games.models.player import name_key
from games.persistence.absence_policy import (
    NO_ABSENCE_POLICY,
    AbsencePolicy,
    absence_policy_problems,
    dump_absence_policy,
)
from games.persistence.clock import DEFAULT_CLOCK, Clock, clock_rule_problems, dump_clock
from games.persistence.metadata_visibility import (
    DEFAULT_METADATA_VISIBILITY,
    MetadataVisibility,
    dump_metadata_visibility,
    metadata_visibility_problems,
)
from games.persistence.release_hours import dump_release_hours, release_hour_problems
from games.services.personal_lines import personal_line_problems
from games.time_zones import time_zones

MAX_DEADLINE_HOURS = 24 * 60
NO_SEAT = Text("This scenario has no such seat", "その席はありません")
_NO_TITLE = Text("There is no such title", "そのタイトルはありません")
_NO_SCENARIO = Text("There is no such scenario", "そのシナリオはありません")
_NO_BOT = Text("There is no such bot", "そのボットはありません")


class SeatAssignment(Struct, frozen=True, kw_only=True):
    """The occupant of a seat: a `player` by name, a person by `email` address, a `bot`, or nobody (all three empty)."""

    role: str
    player: str = ""
    email: str = ""
    bot: str = ""
    """The name of the bot."""
    invite: bool = False
    """True if the named person gets an e-mail with a link to the seat. If nobody is named: the seat is kept for players
    who are invited later.
    """
    language: str = ""
    """The language of the e-mail to a person without an account; empty: English and Japanese."""
    personal_line: str = ""
    """A sentence of the host in the e-mail."""


def do_create_game(
    *,
    host: Player,
    title: str,
    scenario: str,
    options: Mapping[str, Any] | None = None,
    seats: Sequence[SeatAssignment] = (),
    name: str = "",
    deadline_hours: int | None = None,
    reminder_hours: int | None = None,
    release_at: Sequence[str] = (),
    time_zone: str = "",
    clock: Clock = DEFAULT_CLOCK,
    openness: MetadataVisibility = DEFAULT_METADATA_VISIBILITY,
    absence: AbsencePolicy = NO_ABSENCE_POLICY,
    umpire: Player | None = None,
    visibility: str = Game.Visibility.PUBLIC,
    several_seats: bool = False,
    hints_allowed: bool | None = None,
    trials: str = Game.Trials.AGAINST_BOTS,
) -> Game:
    """Create a game that is open for players, and commit to its dice at once, before any player takes a seat.

    `deadline_hours` are the hours for each decision, `reminder_hours` those between the reminder and the deadline.
    `release_at` are the times of day ("18:00") in `time_zone` (default: the host's) at which results are released;
    without them, results are released as soon as all answers are in. `clock` holds the other rules about time.
    `openness` says who may see which facts about players, `absence` what happens when a player is absent. `umpire` is a
    player without a seat. `visibility` (`Game.Visibility`) says who can find the game, `trials` (`Game.Trials`) when
    players may try orders. With `several_seats` a player may take two seats. `hints_allowed`: whether players may ask
    the bot for hints; None: only if one player plays alone.

    No invitation is sent (see `games.services.invitations`). Raises Malformed with every wrong field, Illegal for
    options that exclude each other.
    """
    rules = _offered(title)
    problems = [*clock_problems(deadline_hours, reminder_hours, release_at, msgspec.to_builtins(clock))]
    problems += _other_problems(rules, (scenario, name, time_zone), visibility, openness, absence)
    chosen, reserved = _agreed(rules, scenario, options or {}, seats, problems)
    agreed = {"visibility": visibility, "several_seats": several_seats, "trials": trials}
    game = Game(
        name=name.strip() or _default_name(rules, host),
        scenario=scenario,
        options=msgspec.to_builtins(chosen),
        **_time(host, deadline_hours, reminder_hours, release_at, time_zone, clock),
        hints_allowed=_is_solitary(rules, scenario, seats) if hints_allowed is None else hints_allowed,
        **(agreed | _people(host, umpire) | _policies(openness, absence)),
    )
    return _opened(game, rules, seats, reserved)


def _policies(openness: MetadataVisibility, absence: AbsencePolicy) -> dict[str, Any]:
    return {"openness": dump_metadata_visibility(openness), "absence": dump_absence_policy(absence)}


def _offered(title: str) -> Title[Any]:
    """Return the title with this key. Raises Malformed with the known keys if there is none."""
    if title not in registry.title_keys():
        raise Malformed(unknown_key_problem("/title", "title", _NO_TITLE, registry.title_keys()))
    return registry.current_title(title)


def _people(host: Player, umpire: Player | None) -> dict[str, Any]:
    return {"host": host, "umpire": umpire}


def _is_solitary(rules: Title[Any], scenario: str, seats: Sequence[SeatAssignment]) -> bool:
    """Return True if bots have all seats of the game but at most one."""
    bots = {wish.role for wish in seats if wish.bot}
    return len(set(rules.seats(scenario)) - bots) <= 1


def _time(
    host: Player, hours: int | None, reminder: int | None, release_at: Sequence[str], time_zone: str, clock: Clock
) -> dict[str, Any]:
    """Return the values of the game's columns about time, by column name."""
    by_day = release_at or clock.at or clock.weekdays
    return {
        "deadline_hours": hours,
        "reminder_hours": reminder,
        "release_at": dump_release_hours(release_at),
        "time_zone": time_zone or (host.time_zone if by_day else "UTC"),
        "clock": dump_clock(clock),
    }


def _agreed(
    rules: Title[Any],
    scenario: str,
    options: Mapping[str, Any],
    seats: Sequence[SeatAssignment],
    problems: list[Problem],
) -> tuple[Any, Mapping[str, str]]:
    """Return the options as the title's struct and, for each assigned role, the address it is reserved for.

    Raises Malformed with the earlier `problems` and new ones, Illegal for options that exclude each other.
    """
    chosen = parse_options(rules, options, problems)
    reserved = _reservations(rules, scenario, seats, problems) if scenario in rules.scenarios else {}
    if problems:
        raise Malformed(*problems)
    validate_options(rules, scenario, chosen)
    return chosen, reserved


@transaction.atomic
def _opened(game: Game, rules: Title[Any], seats: Sequence[SeatAssignment], reserved: Mapping[str, str]) -> Game:
    """Store `game` as a game of the title, with component data, first branch (dice) and seats; return it."""
    game.title, game.rules_version = rules.key, rules.rules.version
    game.data_pack = registry.store_pack(registry.current_pack(rules.key))
    game.save(force_insert=True)
    create_first_branch(game)
    _place_seats(game, rules, seats, reserved)
    return game


def create_branch(game: Game, number: int, **origin: Any) -> Branch:
    """Create a branch, with a dice secret derived from the secret of the newest root branch with a known secret.

    A root is a branch with a random secret of its own. If no root's secret is known, the new branch becomes a root.
    `origin` are further columns of the row.
    """
    roots = Branch.objects.filter(game=game, root=F("number")).order_by("-number")
    known = next((root for root in roots if root.secret), None)
    secret = secret_of_branch(bytes(known.secret), number) if known else secrets.token_bytes(32)
    row = Branch(game=game, number=number, root=known.number if known else number, **origin)
    row.secret, row.commitment = secret, commitment(secret)
    row.save(force_insert=True)
    return row


def create_first_branch(game: Game) -> None:
    """Create the first branch, which commits to the game's dice before any player takes a seat."""
    create_branch(game, 0)


def _default_name(rules: Title[Any], host: Player) -> str:
    """Return a name for a new game: the title's name in the host's language, and a random suffix."""
    return f"{rules.name.get(host.language)} {secrets.token_hex(2).upper()}"


def _place_seats(game: Game, rules: Title[Any], wishes: Sequence[SeatAssignment], reserved: Mapping[str, str]) -> None:
    by_role = {wish.role: wish for wish in wishes}
    rows = []
    for position, role in enumerate(rules.seats(game.scenario)):
        wish = by_role.get(role, SeatAssignment(role=role))
        seat = Seat(game=game, role=role, position=position, reserved_for=reserved.get(role, ""))
        seat.by_invitation = wish.invite
        if wish.bot:
            seat.kind, seat.bot = Seat.Kind.BOT, wish.bot
        rows.append(seat)
    Seat.objects.bulk_create(rows)


def parse_options(rules: Title[Any], options: Mapping[str, Any], problems: list[Problem]) -> Any:
    """Return the options as the title's struct; add a problem to `problems` for each invalid option."""
    try:
        return msgspec.convert(dict(options), rules.options.type)
    except msgspec.ValidationError as error:
        text, inside = type_error_text(error)
        problems.append(Problem(f"/options{inside}", "options", text))
        return None


def validate_options(rules: Title[Any], scenario: str, options: Any) -> None:
    """Raise Illegal, with each field concerned, if options exclude each other or do not fit the scenario."""
    try:
        rules.rules.new_game(scenario, options)
    except Illegal as error:
        found = (structs.replace(problem, pointer=f"/options{problem.pointer}") for problem in error.problems)
        raise Illegal(*found) from None


def _reservations(
    rules: Title[Any], scenario: str, wishes: Sequence[SeatAssignment], problems: list[Problem]
) -> dict[str, str]:
    """Return for each role in `wishes` the e-mail address it is reserved for ("": none); add to `problems`."""
    roles = rules.seats(scenario)
    found: dict[str, str] = {}
    for index, wish in enumerate(wishes):
        pointer = f"/seats/{index}"
        problems.extend(_wish_problems(rules, roles, pointer, wish))
        if wish.role in found:
            problems.append(_problem(f"{pointer}/seat", "twice", "This seat is named twice.", "席が重複しています。"))
        found[wish.role] = wish.email.strip()
        if wish.player:
            known = Player.objects.filter(name_key=name_key(wish.player), is_active=True).first()
            found[wish.role] = known.email if known else ""
            if known is None:
                problems.append(_problem(f"{pointer}/player", "player", "No such player.", "その名前はありません。"))
    return found


def _wish_problems(rules: Title[Any], roles: Sequence[str], pointer: str, wish: SeatAssignment) -> Iterator[Problem]:
    if wish.role not in roles:
        yield unknown_key_problem(f"{pointer}/seat", "role", NO_SEAT, roles)
    if sum(map(bool, (wish.player, wish.email, wish.bot))) > 1:
        yield _problem(pointer, "one_of", "Give one of player, email and bot.", "指定は一つだけです。")
    if problem := forbidden_character_problem(f"{pointer}/email", wish.email):
        yield problem
    yield from personal_line_problems(f"{pointer}/personal_line", wish.personal_line.strip(" "))
    if wish.bot and wish.invite:
        yield _problem(f"{pointer}/invite", "one_of", "Bots are not invited.", "ボットは招待できません。")
    if wish.bot and not rules.has_bot(wish.bot):
        yield unknown_key_problem(f"{pointer}/bot", "bot", _NO_BOT, rules.bot_levels)


def setting_problems(rules: Title[Any], scenario: str, name: str, time_zone: str) -> Iterator[Problem]:
    """Yield the problems of the scenario, of the game's name and of its time zone."""
    yield from _scenario_problems(rules, scenario)
    yield from _name_problems(name)
    yield from _zone_problems(time_zone)


def clock_problems(
    deadline: int | None, reminder: int | None, release_at: Sequence[str], stored: object
) -> Iterator[Problem]:
    """Yield the problems of a game's deadline and reminder hours, its release times and its clock.

    `stored` is the clock as JSON, as the column `Game.clock` stores it.
    """
    try:
        clock = msgspec.convert(stored, Clock)
    except msgspec.ValidationError as error:
        text, inside = type_error_text(error)
        yield Problem(f"/clock{inside}", "clock", text)
        return
    yield from _hour_problems(deadline, reminder, by_day=bool(clock.at))
    yield from release_hour_problems(release_at)
    yield from clock_rule_problems(clock, deadline, reminder)


def _scenario_problems(rules: Title[Any], scenario: str) -> Iterator[Problem]:
    if scenario not in rules.scenarios:
        yield unknown_key_problem("/scenario", "scenario", _NO_SCENARIO, rules.scenarios)


def _name_problems(name: str) -> Iterator[Problem]:
    if len(name) > 120:
        yield _problem("/name", "name", "At most 120 characters, on one line.", "名前は1行、120文字以内です。")
    if problem := forbidden_character_problem("/name", name):
        yield problem


def _other_problems(
    rules: Title[Any],
    settings: tuple[str, str, str],
    visibility: str,
    openness: MetadataVisibility,
    absence: AbsencePolicy,
) -> Iterator[Problem]:
    yield from setting_problems(rules, *settings)
    yield from _visibility_problems(visibility)
    yield from metadata_visibility_problems(msgspec.to_builtins(openness))
    yield from absence_policy_problems(msgspec.to_builtins(absence), rules)


def _visibility_problems(visibility: str) -> Iterator[Problem]:
    if visibility not in Game.Visibility.values:
        text = "One of public, unlisted and private."
        yield _problem("/visibility", "visibility", text, "public、unlisted、privateのいずれかです。")


def _zone_problems(name: str) -> Iterator[Problem]:
    if name and name not in time_zones():
        yield _problem("/time_zone", "time_zone", "There is no such time zone.", "そのタイムゾーンはありません。")


def _hour_problems(deadline: int | None, reminder: int | None, *, by_day: bool) -> Iterator[Problem]:
    for field, hours in (("deadline_hours", deadline), ("reminder_hours", reminder)):
        if hours is not None and not 1 <= hours <= MAX_DEADLINE_HOURS:
            yield _problem(
                f"/{field}",
                "range",
                "1 to {max_deadline_hours} hours.",
                "1〜{max_deadline_hours}時間です。",
                max_deadline_hours=MAX_DEADLINE_HOURS,
            )
    if reminder is not None and not by_day and (deadline is None or reminder >= deadline):
        yield _problem("/reminder_hours", "range", "Less than the hours per decision.", "期限より短くしてください。")


def unknown_key_problem(pointer: str, code: str, message: Text, known: Iterable[str]) -> Problem:
    """Return a problem, with the text `message`, for an unknown key, such as that of a title or a role.

    `pointer` is the JSON pointer to the key. The problem lists the `known` keys.
    """
    return _problem(
        pointer,
        code,
        "{message}. There are: {keys}.",
        "{message}。指定できるのは {keys} です。",
        message=message,
        keys=join_texts(map(Text.same, known)),
    )


def _problem(pointer: str, code: str, en: str, ja: str, **values: object) -> Problem:
    return Problem(pointer, code, Text(en, ja).format(**values))
