"""What players can prove with their letters: any change of what is stored, though every hash was made again."""

import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client

from games import registry
from games.kernel.chance import HmacChance
from games.kernel.requests import Draw
from games.models import (
    Branch,
    Checkpoint,
    CurrentView,
    EventSegment,
    Game,
    JournalSegment,
    OpenRequest,
    Player,
    SealedAnswer,
    Seat,
    SeatView,
)
from games.models.append_only import allow_changes
from games.models.compression import deflate, inflate, inflate_chain
from games.persistence import hash_chain, serialization
from games.selectors.dice import get_game_dice
from games.selectors.verification import find_chain_faults
from games.services.creation import SeatAssignment, do_create_game
from games.services.export import export_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from tests.table import answer, play_out
from tests.verify.forger import rehash
from tools.launch import ROOT
from tools.verify.__main__ import main
from worker.mail.outbound import delivery

pytestmark = pytest.mark.django_db


class Evidence:
    """What a player keeps: a folder of letters and answers. `verify` holds an export of the game against it."""

    def __init__(self, folder: Path, staff: Player) -> None:
        self.folder, self._staff = folder / "letters", staff
        self.export = folder / "export.json"
        self.folder.mkdir(exist_ok=True)

    def collect(self) -> None:
        """Have all letters sent that are owed."""
        delivery.send_due_mail()

    def keep(self, name: str, answer: Any) -> None:
        """Save an answer of the REST interface."""
        (self.folder / f"{name}.json").write_bytes(msgspec.json.encode(answer))

    def verify(self, game: Game, *more: str, change: Callable[[Any], object] | None = None) -> tuple[int, str]:
        """The exit code and what was printed; `change` may touch the export first."""
        document = msgspec.json.decode(export_game(by=self._staff, game_id=game.pk))
        if change is not None:
            change(document)
        self.export.write_bytes(msgspec.json.encode(document))
        return self.run(str(self.folder), str(self.export), *more)

    @staticmethod
    def run(*words: str) -> tuple[int, str]:
        """Run the command as a player does: apart from the server, its settings and its database."""
        code = (
            "import sys; sys.modules['django'] = sys.modules['msgspec'] = None\n"
            "from tools.verify.__main__ import main; sys.exit(main(sys.argv[1:]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            cwd=ROOT,
            env={"PATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode < 3, done.stderr
        return done.returncode, done.stdout


@pytest.fixture
def evidence(tmp_path: Path, staff: Player, settings: Any) -> Evidence:
    settings.EMAIL_BACKEND = "worker.mail.outbound.eml_backend.EmlFolderBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "letters"
    Player.objects.update(mail_preferences={"pictures": False})
    return Evidence(tmp_path, staff)


@pytest.fixture
def played(running: Game, evidence: Evidence, anna: Player) -> Game:
    """A game of the toy title, played to its end, with a receipt and a dice answer kept beside the letters."""
    Player.objects.update(mail_preferences={"pictures": False})
    evidence.collect()
    evidence.keep("dice", get_game_dice(anna, running.pk))
    evidence.keep("receipt", answer(running, "red"))
    play_out(running)
    evidence.collect()
    return running


@pytest.mark.smoke
def test_an_untouched_game_is_sound(played: Game, evidence: Evidence) -> None:
    code, said = evidence.verify(played)
    assert (code, said.splitlines()[-1]) == (0, "sound"), said


def test_what_is_vouched_for_is_printed_and_what_is_not(played: Game, evidence: Evidence) -> None:
    """Two lists, the second with reasons; nothing is vouched for in a record that is not sound."""
    _, said = evidence.verify(played)
    vouched, _, rest = said.partition("Vouched for\n")[2].partition("Not vouched for (why)\n")
    assert "the result: status, end and standings (hashed with the last move" in vouched
    assert "who had each seat at each move" in vouched
    assert "that the rules were followed up to this result (this program does not play" in rest
    assert "requests[].remind_at" in rest
    for name, value in (("standings", []), ("rules_version", "other"), ("name", "Other")):
        code, said = evidence.verify(played, change=lambda document, n=name, v=value: document["game"].update({n: v}))
        assert (code, said.splitlines()[-1]) == (1, "NOT SOUND")
        assert "Vouched for\n  nothing: the record is not sound\n" in said


@pytest.mark.smoke
def test_less_is_vouched_for_where_letters_end(played: Game, evidence: Evidence) -> None:
    for letter in sorted(evidence.folder.glob("*.eml"))[-4:]:
        letter.unlink()
    code, said = evidence.verify(played)
    assert code == 2
    assert "Vouched for\n  only up to segment " in said
    assert "the result: status" not in said


def test_a_document_of_an_unknown_format_is_not_read(played: Game, evidence: Evidence, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"format": 9, "game": {}}')
    done = main([str(evidence.folder), str(tmp_path / "other.json")])
    assert done == 3


def test_a_player_gets_the_record_when_the_game_is_over(
    running: Game, evidence: Evidence, anna: Player, tmp_path: Path
) -> None:
    """Press and announcements stay out of it; verified without the operator's help."""
    Player.objects.update(mail_preferences={"pictures": False})
    browser, path = Client(), f"/api/v1/games/{running.pk}/record/"
    browser.force_login(anna)
    assert browser.get(path).status_code == 409
    play_out(running)
    evidence.collect()
    found = browser.get(path)
    assert found.json()["messages"] == found.json()["tables"]["notices"] == []
    (tmp_path / "record.json").write_bytes(found.content)
    code, said = evidence.run(str(evidence.folder), str(tmp_path / "record.json"))
    assert code == 0, said


def _entries(game: Game, number: int, change: Callable[[Any], Any]) -> None:
    row = JournalSegment.objects.get(game=game, number=number)
    entries = [change(entry) for entry in serialization.read_entries(row.entries)]
    JournalSegment.objects.filter(pk=row.pk).update(entries=serialization.pack(entries))


def _swapped(entry: Any) -> Any:
    """The entry with the answers of the seats exchanged."""
    given = entry.given
    values = [one.answer for one in given][::-1]
    changed = tuple(msgspec.structs.replace(one, answer=value) for one, value in zip(given, values, strict=True))
    return msgspec.structs.replace(entry, given=changed)


def _answers(game: Game) -> None:
    """Two answers exchanged, in the journal and where they lay sealed."""
    _entries(game, 2, _swapped)
    for entry in serialization.read_entries(JournalSegment.objects.get(game=game, number=2).entries):
        for one in entry.given:
            request = OpenRequest.objects.get(game=game, seat__role=one.seat, branch=0, entry=entry.number)
            body = msgspec.json.encode(one.answer)
            SealedAnswer.objects.filter(request=request, revision=request.revision).update(answer=body)


def _dice(game: Game) -> None:
    """Another secret, with the commitment that fits it, and every roll as it gives them."""
    lucky = bytes(range(32))
    Branch.objects.filter(game=game).update(secret=lucky, commitment=sha256(lucky).hexdigest())
    nonces = [bytes(seat.nonce) for seat in Seat.objects.filter(game=game).order_by("position")]

    def rolled(entry: Any) -> Any:
        if entry.kind == "ask":
            return entry
        request = Draw(tuple(map(str, range(sum(entry.of)))), len(entry.drawn), entry.key, "")
        return msgspec.structs.replace(entry, drawn=HmacChance(lucky, nonces).answer(request, *entry.draw))

    for number in JournalSegment.objects.filter(game=game).values_list("number", flat=True):
        _entries(game, number, rolled)


def _events(game: Game) -> None:
    row = EventSegment.objects.filter(game=game).order_by("-number")[0]
    told = serialization.read_events(row.told)
    EventSegment.objects.filter(pk=row.pk).update(told=serialization.pack(told[:-1]))


def _views(game: Game) -> None:
    rows = list(SeatView.objects.filter(game=game, audience="red").order_by("stop"))
    plain = inflate_chain([bytes(row.view) for row in rows])
    plain[2] = plain[2].replace(b'"round":', b'"round":1')
    for row, view in zip(rows, plain, strict=True):
        SeatView.objects.filter(pk=row.pk).update(view=deflate(view))


def _states(game: Game) -> None:
    row = Checkpoint.objects.filter(game=game, keyframe=None).exclude(written=0).order_by("number").first()
    row = row or Checkpoint.objects.get(game=game, written=0)
    state = b'{"other":1}'
    Checkpoint.objects.filter(pk=row.pk).update(state=deflate(state), digest=hash_chain.state_digest(state))
    for later in Checkpoint.objects.filter(game=game, keyframe=row.number):
        Checkpoint.objects.filter(pk=later.pk).update(
            keyframe=None, state=deflate(state), digest=hash_chain.state_digest(state)
        )


def _tail(game: Game) -> None:
    last = game.stop
    for model in (JournalSegment, EventSegment, SeatView):
        model._default_manager.filter(game=game, number=last).delete()  # type: ignore[attr-defined]
    Checkpoint.objects.filter(game=game, written=last).delete()
    OpenRequest.objects.filter(game=game, stop=last).delete()
    OpenRequest.objects.filter(game=game, closing_stop=last).update(closing_stop=None)
    Game.objects.filter(pk=game.pk).update(stop=last - 1)
    for row in CurrentView.objects.filter(game=game, number=last):
        kept = list(SeatView.objects.filter(game=game, audience=row.audience).order_by("stop"))
        view = inflate_chain([bytes(one.view) for one in kept])[-1]
        row.stop, row.number, row.view = kept[-1].stop, kept[-1].number, deflate(view)
        row.events = kept[-1].first_event + kept[-1].event_count - 1
        row.save()


def _setup(game: Game, change: Callable[[Any], object]) -> None:
    """Seats and settings as they were chained, changed wherever they were."""
    for row in JournalSegment.objects.filter(game=game).exclude(setup=b""):
        setup = msgspec.json.decode(inflate(bytes(row.setup)))
        change(setup)
        packed = deflate(msgspec.json.encode(setup, order="sorted"))
        JournalSegment.objects.filter(pk=row.pk).update(setup=packed)


def _bot(game: Game) -> None:
    """A bot that is said to have played for black all along."""

    def change(setup: Any) -> None:
        setup["seats"][1] |= {"kind": "bot", "bot": "random"}

    Seat.objects.filter(game=game, role="black").update(kind="bot", bot="random", player=None)
    _setup(game, change)


def _winner(game: Game) -> None:
    places = {row["seat"]: row["place"] for row in game.standings}
    others = dict(zip(places, [*places.values()][::-1], strict=True))
    standings = [row | {"place": others[row["seat"]]} for row in game.standings]
    assert standings != game.standings
    Game.objects.filter(pk=game.pk).update(standings=standings)


def _rules(game: Game) -> None:
    for model in (JournalSegment, Checkpoint):
        model._default_manager.filter(game=game).update(rules_version="other")  # type: ignore[attr-defined]
    SeatView.objects.filter(game=game).update(view_version="other")
    CurrentView.objects.filter(game=game).update(view_version="other")
    Game.objects.filter(pk=game.pk).update(rules_version="other")


def _questions(game: Game, **changes: Any) -> None:
    row = OpenRequest.objects.filter(game=game).order_by("opened_at").first()
    assert row is not None
    OpenRequest.objects.filter(pk=row.pk).update(**changes)


def _question(game: Game) -> None:
    row = OpenRequest.objects.filter(game=game).order_by("opened_at").first()
    assert row is not None
    _questions(game, question=deflate(inflate(bytes(row.question)).replace(b'"en":"', b'"en":"No ')))


BESIDE_MOVES = "seats, settings, questions or the result)"

FORGERIES: dict[str, tuple[Callable[[Game], Any], str]] = {
    "answers": (_answers, "answers or dice of segment 2 "),
    "dice": (_dice, "answers or dice of segment 1 "),
    "the secret alone": (
        lambda game: Branch.objects.filter(game=game).update(secret=b"", commitment=sha256(b"x").hexdigest()),
        "before segment 1, or in what was agreed on",
    ),
    "events": (_events, "events of segment "),
    "views": (_views, "views of segment "),
    "states": (_states, "states of segment "),
    "the options": (
        lambda game: Game.objects.filter(pk=game.pk).update(options={"more": 1}),
        "before segment 1, or in what was agreed on",
    ),
    "a nonce": (
        lambda game: Seat.objects.filter(game=game, role="black").update(
            nonce=b"x", nonce_state="given", nonce_commitment=sha256(b"x").hexdigest()
        ),
        "before segment 1, or in what was agreed on",
    ),
    "the time": (
        lambda game: JournalSegment.objects.filter(game=game, number=3).update(at=game.created_at),
        "something was changed between segments 2 and 3",
    ),
    "a salt": (
        lambda game: JournalSegment.objects.filter(game=game, number=2).update(salt=bytes(16)),
        "segment 2 ",
    ),
    "the end": (_tail, "is not in the export"),
    "the winner": (_winner, BESIDE_MOVES),
    "a bot": (_bot, BESIDE_MOVES),
    "a setting": (
        lambda game: (
            Game.objects.filter(pk=game.pk).update(name="Other"),
            _setup(game, lambda setup: setup["settings"].update(name="Other")),
        ),
        BESIDE_MOVES,
    ),
    "a question's rule": (lambda game: _questions(game, rule="9.9"), BESIDE_MOVES),
    "a question's outcome": (lambda game: _questions(game, outcome="default"), BESIDE_MOVES),
    "a question's text": (_question, BESIDE_MOVES),
    "the version of the rules": (_rules, "states of segment 1 "),
    "the origin of a branch": (
        lambda game: Branch.objects.filter(game=game).update(reason="chosen for its luck"),
        "before segment 1, or in what was agreed on",
    ),
}


@pytest.mark.one_database
@pytest.mark.parametrize("what", FORGERIES)
def test_every_forgery_is_found_and_named(played: Game, evidence: Evidence, what: str) -> None:
    """The operator makes every hash anew, and the server's own checks find nothing."""
    forge, words = FORGERIES[what]
    with allow_changes():
        forge(played)
    rehash(played)
    code, said = evidence.verify(played)
    assert code == 1, said
    assert words in said
    assert said.splitlines()[-1] == "NOT SOUND"


@pytest.mark.one_database
@pytest.mark.parametrize("what", ["answers", "events", "views"])
def test_a_change_without_new_hashes_is_found_too(played: Game, evidence: Evidence, what: str) -> None:
    with allow_changes():
        FORGERIES[what][0](played)
    code, said = evidence.verify(played)
    assert code == 1
    assert "does not fit its own hashes" in said


BESIDE: list[tuple[str, str, str, str]] = [
    ("views", "mark", "AAAA", "views: the mark of stop "),
    ("views", "at", "2026-01-01T00:00:00+00:00", " is dated 2026-01-01T00:00, its segment "),
    ("lookouts", "mark", "AAAA", "views: the newest of red is not the last that was kept"),
    ("lookouts", "at", "2026-01-01T00:00:00+00:00", "views: the newest of red is not the last that was kept"),
]
"""What no hash covers of a view, since it follows from the segment that the view was written with."""


@pytest.mark.one_database
def test_a_view_that_is_marked_or_dated_otherwise_is_found(played: Game, evidence: Evidence) -> None:
    for table, name, value, words in BESIDE:

        def forge(document: Any, table: str = table, name: str = name, value: str = value) -> None:
            row = next(one for one in document["tables"][table][::-1] if one["audience"] == "red")
            row[name] = value

        code, said = evidence.verify(played, change=forge)
        assert (code, said.splitlines()[-1]) == (1, "NOT SOUND"), (table, name)
        assert words in said


@pytest.mark.parametrize("model", [SeatView, CurrentView])
def test_the_server_itself_sees_that_a_view_is_dated_otherwise(played: Game, model: Any) -> None:
    assert find_chain_faults(played.pk) == []
    with allow_changes():
        model.objects.filter(game=played, audience="red").update(at=played.created_at)
    assert any("red" in fault for fault in find_chain_faults(played.pk))


def test_a_sealed_answer_other_than_the_one_that_was_taken_is_found(played: Game, evidence: Evidence) -> None:
    SealedAnswer.objects.filter(request__game=played).update(answer=b'"c99"')
    code, said = evidence.verify(played)
    assert code == 1
    assert "is not what lay sealed" in said
    assert "answers: what red was confirmed is not in the export" in said


def test_another_commitment_than_the_one_published_is_found(played: Game, evidence: Evidence) -> None:
    """Even by whoever kept nothing but a dice answer."""
    for letter in evidence.folder.glob("*.eml"):
        if b"so-key-1 " not in letter.read_bytes():
            letter.unlink()
    with allow_changes():
        _dice(played)
    rehash(played)
    code, said = evidence.verify(played)
    assert code == 1
    assert "the commitment of branch 0 is not the one that was published" in said


def test_a_running_game_cannot_be_verified_but_its_record_can(running: Game, evidence: Evidence) -> None:
    """The secret comes out at the end: until then nobody can say what its dice were made of."""
    Player.objects.update(mail_preferences={"pictures": False})
    evidence.collect()
    code, said = evidence.verify(running)
    assert (code, said.splitlines()[-1]) == (2, "cannot be verified"), said
    assert "the secret of branch 0 is missing" in said
    assert "NOT SOUND" not in said


def test_what_no_letter_vouches_for_is_not_called_sound(played: Game, evidence: Evidence) -> None:
    for letter in sorted(evidence.folder.glob("*.eml"))[-4:]:
        letter.unlink()
    code, said = evidence.verify(played)
    assert code == 2
    assert "no letter vouches for segments" in said


def test_without_any_letter_nothing_is_sound(played: Game, evidence: Evidence, tmp_path: Path) -> None:
    evidence.verify(played)
    (tmp_path / "empty").mkdir()
    code, said = evidence.run(str(tmp_path / "empty"), str(evidence.export))
    assert code == 2
    assert "no key" in said
    assert "no letter vouches for anything" in said


def test_letters_altered_by_their_reader_prove_nothing(played: Game, evidence: Evidence) -> None:
    letter = next(one for one in evidence.folder.glob("*.eml") if b"so-key-1 " not in one.read_bytes())
    letter.write_bytes(letter.read_bytes().replace(b"Sea 12", b"Sea 13"))
    code, said = evidence.verify(played)
    assert code == 2
    assert "altered since it was signed: letter of " in said


def test_letters_of_another_key_prove_nothing(played: Game, evidence: Evidence, settings: Any, tmp_path: Path) -> None:
    settings.PBEM_SIGNING_SEED = bytes(32)
    (tmp_path / "keys.json").write_bytes(Client().get("/.well-known/sealed-orders.json").content)
    other = [key for key in msgspec.json.decode((tmp_path / "keys.json").read_bytes())["keys"] if key["until"] is None]
    (tmp_path / "keys.json").write_bytes(msgspec.json.encode({"keys": other}))
    code, said = evidence.verify(played, "--key", str(tmp_path / "keys.json"))
    assert code == 2
    assert "not signed by a key that is trusted" in said


def test_a_key_that_its_predecessor_signed_is_as_good(
    running: Game, evidence: Evidence, settings: Any, tmp_path: Path
) -> None:
    """The key changes in the middle of a game; the keys that the server publishes hang together."""
    Player.objects.update(mail_preferences={"pictures": False})
    evidence.collect()
    settings.PBEM_SIGNING_SEEDS_RETIRED = [settings.PBEM_SIGNING_SEED]
    settings.PBEM_SIGNING_SEED = bytes(range(32))
    play_out(running)
    evidence.collect()
    (tmp_path / "keys.json").write_bytes(Client().get("/.well-known/sealed-orders.json").content)
    code, said = evidence.verify(running)
    assert (code, "not signed by a key that is trusted" in said) == (2, True), said
    assert evidence.verify(running, "--key", str(tmp_path / "keys.json"))[0] == 0


def test_rewinds_are_followed(running: Game, evidence: Evidence, staff: Player) -> None:
    Player.objects.update(mail_preferences={"pictures": False})
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    do_rewind(by=staff, game_id=running.pk, number=1, reason="again")
    play_out(running)
    evidence.collect()
    code, said = evidence.verify(running)
    assert code == 0, said
    with allow_changes():
        Branch.objects.filter(game=running, number=1).update(reason="another", commitment="0" * 64, secret=b"")
    rehash(running)
    assert evidence.verify(running)[0] == 1


def test_an_mbox_is_read_as_well(played: Game, evidence: Evidence, tmp_path: Path) -> None:
    letters = [b"From server Sun Nov 22 00:00:00 2026\n" + one.read_bytes() for one in evidence.folder.glob("*.eml")]
    (tmp_path / "mail.mbox").write_bytes(b"\n\n".join(letters))
    evidence.verify(played)
    code, said = evidence.run(str(tmp_path / "mail.mbox"), str(evidence.export))
    assert code == 0, said


@pytest.mark.parametrize(("title", "scenario"), [("pirates", "two_players"), ("goeben", "")])
def test_both_titles(title: str, scenario: str, anna: Player, evidence: Evidence) -> None:
    """A player against bots for a while; then the operator opens the secret, as at the end, and changes things."""
    rules = registry.current_title(title)
    scenario = scenario or next(iter(rules.scenarios))
    first, *others = rules.seats(scenario)
    bots = [SeatAssignment(role=role, bot="random") for role in others]
    game = do_create_game(host=anna, title=title, scenario=scenario, seats=bots)
    do_join_game(player=anna, game_id=game.pk, role=first, nonce="mine")
    do_start_game(player=anna, game_id=game.pk)
    _play(game, 8)
    Player.objects.update(mail_preferences={"pictures": False})
    evidence.collect()

    def opened(document: Any) -> None:
        """What an export of the game holds when it is over; what came after the last letter is cut off by nobody."""
        secrets = dict(Branch.objects.filter(game=game).values_list("number", "secret"))
        for branch in document["tables"]["branches"]:
            branch["secret"] = msgspec.to_builtins(bytes(secrets[branch["number"]]))

    code, said = evidence.verify(game, change=opened)
    assert "NOT SOUND" not in said, said
    assert "missing" not in said
    assert find_chain_faults(game.pk) == []
    for forge, kind in ((_events, "events"), (_some_answers, "answers or dice"), (_last_views, "views")):
        with allow_changes():
            forge(game)
        rehash(game)
        code, said = evidence.verify(game, change=opened)
        assert code == 1, said
        assert f"{kind} of segment " in said, said


def _play(game: Game, stops: int) -> None:
    from games.services.bots import advance_slice

    do_resolve(game.pk)
    for _ in range(stops):
        for role in OpenRequest.objects.filter(game=game, closed_at=None, seat__kind="player").values_list(
            "seat__role", flat=True
        ):
            answer(game, role)
        advance_slice(game.pk, limit=10)
        do_resolve(game.pk)
    game.refresh_from_db()


def _some_answers(game: Game) -> None:
    number = SeatView.objects.filter(game=game, audience__in=_players(game)).order_by("-number")[0].number
    _entries(game, number, lambda entry: msgspec.structs.replace(entry, fingerprint="0" * len(entry.fingerprint)))


def _last_views(game: Game) -> None:
    number = SeatView.objects.filter(game=game, audience__in=_players(game)).order_by("-number")[0].number
    for audience in _players(game):
        rows = list(SeatView.objects.filter(game=game, audience=audience).order_by("stop"))
        plain = inflate_chain([bytes(row.view) for row in rows])
        for row, view in zip(rows, plain, strict=True):
            if row.number == number:
                SeatView.objects.filter(pk=row.pk).update(view=deflate(view + b" "))
                CurrentView.objects.filter(game=game, audience=audience, stop=row.stop).update(
                    view=deflate(view + b" ")
                )


def _players(game: Game) -> list[str]:
    return list(Seat.objects.filter(game=game, kind="player").values_list("role", flat=True))
