"""Creating a game: what is asked for is checked whole, and every problem is named."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from msgspec import Struct, structs

from games import registry
from games.kernel.chance import commitment, secret_of_branch
from games.kernel.errors import Illegal, Malformed, Problem, unfit_text
from games.kernel.mistyped import read_finding
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Branch, Game, Player, Seat
from games.stored.absence import NOTHING, Absence, absence_problems, stored_absence
from games.stored.clock import PLAIN, Clock, clock_faults, stored_clock
from games.stored.openness import ALL_SEE, Openness, openness_problems, stored_openness
from games.stored.release import hour_problems, hours_written
from games.time_zones import time_zones

MAX_HOURS = 24 * 60
NO_SEAT = Text("This scenario has no such seat", "その席はありません")
_NO_TITLE = Text("There is no such title", "そのタイトルはありません")
_NO_SCENARIO = Text("There is no such scenario", "そのシナリオはありません")
_NO_BOT = Text("There is no such bot", "そのボットはありません")


class SeatWish(Struct, frozen=True, kw_only=True):
    """Who is to sit in a seat: a player by name, somebody by address, a bot, or (nothing given) whoever comes.

    `invite`: who is named gets a letter with a link; where nobody is named, only those come who are asked later.
    """

    role: str
    player: str = ""
    email: str = ""
    bot: str = ""
    invite: bool = False


def do_create_game(
    *,
    host: Player,
    title: str,
    scenario: str,
    options: Mapping[str, Any] | None = None,
    seats: Sequence[SeatWish] = (),
    name: str = "",
    deadline_hours: int | None = None,
    reminder_hours: int | None = None,
    release_at: Sequence[str] = (),
    time_zone: str = "",
    clock: Clock = PLAIN,
    openness: Openness = ALL_SEE,
    absence: Absence = NOTHING,
    umpire: Player | None = None,
    visibility: str = Game.Visibility.PUBLIC,
    several_seats: bool = False,
) -> Game:
    """A game open for players. Its dice are committed to at once, before anybody sits down.

    Hours are per decision, and before the deadline for the reminder. `release_at` are hours of the day ("18:00") in
    `time_zone` (or else the host's) at which results come out; none: as soon as all answers are in. `clock` is what
    else is agreed on about time. Who is to be
    invited is written to by `games.services.invitations`. Raises Malformed
    with every wrong field, Illegal for options that exclude each other.
    """
    rules = _offered(title)
    problems = [*clock_problems(deadline_hours, reminder_hours, release_at, msgspec.to_builtins(clock))]
    problems += _other_problems(rules, (scenario, name, time_zone), visibility, openness, absence)
    chosen, reserved = _agreed(rules, scenario, options or {}, seats, problems)
    game = Game(
        name=name.strip() or _default_name(rules, host),
        scenario=scenario,
        options=msgspec.to_builtins(chosen),
        **_time(host, deadline_hours, reminder_hours, release_at, time_zone, clock),
        openness=stored_openness(openness),
        absence=stored_absence(absence),
        **_people(host, umpire),
        visibility=visibility,
        several_seats=several_seats,
    )
    return _opened(game, rules, seats, reserved)


def _offered(title: str) -> Title[Any]:
    """A title of which games can be created. Raises Malformed."""
    if title not in registry.title_keys():
        raise Malformed(unknown("/title", "title", _NO_TITLE, registry.title_keys()))
    return registry.current_title(title)


def _people(host: Player, umpire: Player | None) -> dict[str, Any]:
    return {"host": host, "umpire": umpire}


def _time(
    host: Player, hours: int | None, reminder: int | None, release_at: Sequence[str], time_zone: str, clock: Clock
) -> dict[str, Any]:
    """What a game stores of what is agreed on about time."""
    by_day = release_at or clock.at or clock.weekdays
    return {
        "deadline_hours": hours,
        "reminder_hours": reminder,
        "release_at": hours_written(release_at),
        "time_zone": time_zone or (host.time_zone if by_day else "UTC"),
        "clock": stored_clock(clock),
    }


def _agreed(
    rules: Title[Any],
    scenario: str,
    options: Mapping[str, Any],
    seats: Sequence[SeatWish],
    problems: list[Problem],
) -> tuple[Any, Mapping[str, str]]:
    """The options as the title takes them, and for each role the address it is kept for.

    Raises Malformed with `problems` and those found here, Illegal for options that exclude each other.
    """
    chosen = read_options(rules, options, problems)
    reserved = _reservations(rules, scenario, seats, problems) if scenario in rules.scenarios else {}
    if problems:
        raise Malformed(*problems)
    agree(rules, scenario, chosen)
    return chosen, reserved


@transaction.atomic
def _opened(game: Game, rules: Title[Any], seats: Sequence[SeatWish], reserved: Mapping[str, str]) -> Game:
    """A new game of a title, stored with its component data, its first dice and its seats."""
    game.title, game.rules_version = rules.key, rules.rules_version
    game.data_pack = registry.store_pack(registry.current_pack(rules.key))
    game.save(force_insert=True)
    begin_dice(game)
    _place_seats(game, rules, seats, reserved)
    return game


def new_branch(game: Game, number: int, **origin: Any) -> Branch:
    """A branch whose secret follows from the newest root's; where none is known, it is drawn, and it is a root."""
    roots = Branch.objects.filter(game=game, root=F("number")).order_by("-number")
    known = next((root for root in roots if root.secret), None)
    secret = secret_of_branch(bytes(known.secret), number) if known else secrets.token_bytes(32)
    row = Branch(game=game, number=number, root=known.number if known else number, **origin)
    row.secret, row.commitment = secret, commitment(secret)
    row.save(force_insert=True)
    return row


def begin_dice(game: Game) -> None:
    """The first branch: dice that are committed to before anybody sits down."""
    new_branch(game, 0)


def _default_name(rules: Title[Any], host: Player) -> str:
    """The title as its host calls it, and something to tell the game from others of his."""
    return f"{rules.name.get(host.language)} {secrets.token_hex(2).upper()}"


def _place_seats(game: Game, rules: Title[Any], wishes: Sequence[SeatWish], reserved: Mapping[str, str]) -> None:
    by_role = {wish.role: wish for wish in wishes}
    rows = []
    for position, role in enumerate(rules.seats(game.scenario)):
        wish = by_role.get(role, SeatWish(role=role))
        seat = Seat(game=game, role=role, position=position, reserved_for=reserved.get(role, ""))
        seat.by_invitation = wish.invite
        if wish.bot:
            seat.kind, seat.bot = Seat.Kind.BOT, wish.bot
        rows.append(seat)
    Seat.objects.bulk_create(rows)


def read_options(rules: Title[Any], options: Mapping[str, Any], problems: list[Problem]) -> Any:
    """The options as the title takes them; notes what is wrong with them."""
    try:
        return msgspec.convert(dict(options), rules.options_type)
    except msgspec.ValidationError as error:
        text, inside = read_finding(error)
        problems.append(Problem(f"/options{inside}", "options", text))
        return None


def agree(rules: Title[Any], scenario: str, options: Any) -> None:
    """Raises Illegal for options that exclude each other or do not fit the scenario, as fields of what was asked."""
    try:
        rules.new_game(scenario, options)
    except Illegal as error:
        found = (structs.replace(problem, pointer=f"/options{problem.pointer}") for problem in error.problems)
        raise Illegal(*found) from None


def _reservations(
    rules: Title[Any], scenario: str, wishes: Sequence[SeatWish], problems: list[Problem]
) -> dict[str, str]:
    """For each role the address it is kept for; notes what is wrong with the wishes."""
    roles = rules.seats(scenario)
    found: dict[str, str] = {}
    for index, wish in enumerate(wishes):
        pointer = f"/seats/{index}"
        problems.extend(_wish_problems(rules, roles, pointer, wish))
        if wish.role in found:
            problems.append(_problem(f"{pointer}/seat", "twice", "This seat is named twice.", "席が重複しています。"))
        found[wish.role] = wish.email.strip()
        if wish.player:
            known = Player.objects.filter(username__iexact=wish.player, is_active=True).first()
            found[wish.role] = known.email if known else ""
            if known is None:
                problems.append(_problem(f"{pointer}/player", "player", "No such player.", "その名前はありません。"))
    return found


def _wish_problems(rules: Title[Any], roles: Sequence[str], pointer: str, wish: SeatWish) -> Iterator[Problem]:
    if wish.role not in roles:
        yield unknown(f"{pointer}/seat", "role", NO_SEAT, roles)
    if sum(map(bool, (wish.player, wish.email, wish.bot))) > 1:
        yield _problem(pointer, "one_of", "Give one of player, email and bot.", "指定は一つだけです。")
    if problem := unfit_text(f"{pointer}/email", wish.email):
        yield problem
    if wish.bot and wish.invite:
        yield _problem(f"{pointer}/invite", "one_of", "Bots are not invited.", "ボットは招待できません。")
    if wish.bot and wish.bot != "random" and wish.bot not in rules.bots:
        yield unknown(f"{pointer}/bot", "bot", _NO_BOT, dict.fromkeys(("random", *rules.bots)))


def setting_problems(rules: Title[Any], scenario: str, name: str, time_zone: str) -> Iterator[Problem]:
    """What is wrong with what is played and under which name."""
    yield from _scenario_problems(rules, scenario)
    yield from _name_problems(name)
    yield from _zone_problems(time_zone)


def clock_problems(
    deadline: int | None, reminder: int | None, release_at: Sequence[str], stored: object
) -> Iterator[Problem]:
    """What is wrong with the hours of a game, and with its clock as it is stored."""
    try:
        clock = msgspec.convert(stored, Clock)
    except msgspec.ValidationError as error:
        text, inside = read_finding(error)
        yield Problem(f"/clock{inside}", "clock", text)
        return
    yield from _hour_problems(deadline, reminder, by_day=bool(clock.at))
    yield from hour_problems(release_at)
    yield from clock_faults(clock, deadline, reminder)


def _scenario_problems(rules: Title[Any], scenario: str) -> Iterator[Problem]:
    if scenario not in rules.scenarios:
        yield unknown("/scenario", "scenario", _NO_SCENARIO, rules.scenarios)


def _name_problems(name: str) -> Iterator[Problem]:
    if len(name) > 120:
        yield _problem("/name", "name", "At most 120 characters, on one line.", "名前は1行、120文字以内です。")
    if problem := unfit_text("/name", name):
        yield problem


def _other_problems(
    rules: Title[Any], settings: tuple[str, str, str], visibility: str, openness: Openness, absence: Absence
) -> Iterator[Problem]:
    yield from setting_problems(rules, *settings)
    yield from _visibility_problems(visibility)
    yield from openness_problems(msgspec.to_builtins(openness))
    yield from absence_problems(msgspec.to_builtins(absence), rules.bots)


def _visibility_problems(visibility: str) -> Iterator[Problem]:
    if visibility not in Game.Visibility.values:
        text = "One of public, unlisted and private."
        yield _problem("/visibility", "visibility", text, "public、unlisted、privateのいずれかです。")


def _zone_problems(name: str) -> Iterator[Problem]:
    if name and name not in time_zones():
        yield _problem("/time_zone", "time_zone", "There is no such time zone.", "そのタイムゾーンはありません。")


def _hour_problems(deadline: int | None, reminder: int | None, *, by_day: bool) -> Iterator[Problem]:
    for field, hours in (("deadline_hours", deadline), ("reminder_hours", reminder)):
        if hours is not None and not 1 <= hours <= MAX_HOURS:
            yield _problem(f"/{field}", "range", f"1 to {MAX_HOURS} hours.", f"1〜{MAX_HOURS}時間です。")
    if reminder is not None and not by_day and (deadline is None or reminder >= deadline):
        yield _problem("/reminder_hours", "range", "Less than the hours per decision.", "期限より短くしてください。")


def unknown(pointer: str, code: str, words: Text, known: Iterable[str]) -> Problem:
    """The refusal of a key that nothing has, and the keys that there are."""
    keys = [*known]
    return _problem(
        pointer,
        code,
        f"{words.en}. There are: {', '.join(keys)}.",
        f"{words.ja}。指定できるのは {'、'.join(keys)} です。",
    )


def _problem(pointer: str, code: str, en: str, ja: str) -> Problem:
    return Problem(pointer, code, Text(en, ja))
