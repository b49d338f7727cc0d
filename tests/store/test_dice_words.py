"""The words that a player adds to the dice, character by character and state by state."""

from hashlib import sha256
from typing import Any

import pytest

from games.errors import Missing, WrongState
from games.kernel.errors import Malformed
from games.models import Game, Notice, OutgoingMail, Player, Seat
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.nonces import (
    add_nonce,
    are_nonces_fixed,
    check_nonce,
    do_reveal_nonce,
    finalize_nonces,
    remove_nonce,
)

pytestmark = pytest.mark.one_database
WORD = "only mine"
HASH = sha256(WORD.encode()).hexdigest()
BARE = (b"", b"", "", "none")


def seat(state: str = "none", nonce: bytes = b"", salt: bytes = b"", commitment: str = "") -> Seat:
    return Seat(role="red", nonce_state=state, nonce=nonce, nonce_salt=salt, nonce_commitment=commitment)


def held(one: Seat) -> tuple[Any, ...]:
    return one.nonce, one.nonce_salt, one.nonce_commitment, one.nonce_state


@pytest.mark.parametrize(
    ("nonce", "commitment"),
    [("", ""), ("x" * 200, ""), ("あ" * 200, ""), ("", HASH), ("", "0" * 64), ("", "f" * 64)],
)
def test_what_may_be_a_nonce(nonce: str, commitment: str) -> None:
    check_nonce(nonce, commitment)


@pytest.mark.parametrize(
    ("nonce", "commitment", "pointer", "code"),
    [
        ("x", HASH, "/nonce_commitment", "one_of"),
        ("x" * 201, "", "/nonce", "malformed"),
        ("a\u202eb", "", "/nonce", "text"),
        ("", HASH.upper(), "/nonce_commitment", "malformed"),
        ("", HASH[1:], "/nonce_commitment", "malformed"),
        ("", HASH + "0", "/nonce_commitment", "malformed"),
        ("", "g" * 64, "/nonce_commitment", "malformed"),
    ],
)
def test_what_may_not(nonce: str, commitment: str, pointer: str, code: str) -> None:
    with pytest.raises(Malformed) as refusal:
        check_nonce(nonce, commitment)
    assert [one.pointer for one in refusal.value.problems] == [pointer]
    assert code in ("text", refusal.value.problems[0].code)


def test_a_word_is_kept_salted_a_hash_as_it_is_and_nothing_as_nothing() -> None:
    one = seat("given", b"before", b"salt", HASH)
    add_nonce(one, [one], "あ", "")
    assert (one.nonce, one.nonce_state, len(one.nonce_salt)) == ("あ".encode(), "given", 16)
    assert one.nonce_commitment == sha256(one.nonce_salt + one.nonce).hexdigest()
    add_nonce(one, [one], "", HASH)
    assert held(one) == (b"", b"", HASH, "committed")
    add_nonce(one, [one], "", "")
    assert held(one) == BARE


@pytest.mark.parametrize("state", ["none", "given", "committed", "revealed"])
def test_all_is_fixed_once_somebody_has_laid_a_nonce_open(state: str) -> None:
    mine, other = seat("given", b"mine", b"s", HASH), seat(state)
    for seats in ([mine, other], [other, mine]):
        assert are_nonces_fixed(seats) is (state == "revealed")
    if state != "revealed":
        remove_nonce(mine, [mine, other])
        assert held(mine) == BARE
        return
    for added in (("word", ""), ("", HASH)):
        with pytest.raises(WrongState):
            add_nonce(mine, [mine, other], *added)
    add_nonce(mine, [mine, other], "", "")
    remove_nonce(mine, [mine, other])
    assert held(mine) == (b"mine", b"s", HASH, "given")


# --- in a game


@pytest.fixture
def game(toy: object, anna: Player) -> Game:
    return do_create_game(host=anna, title="toy", scenario="standard")


def told(kind: str) -> list[tuple[Any, ...]]:
    """Announcements of a kind, with their readers, and who has a letter of each."""
    return [
        (
            notice.seats,
            notice.facts,
            notice.author and notice.author.username,
            sorted(OutgoingMail.objects.filter(reference=notice.pk.hex).values_list("seat__role", flat=True)),
        )
        for notice in Notice.objects.filter(kind=kind)
    ]


@pytest.mark.django_db
def test_who_is_bound_to_a_hidden_word_is_told_when_the_last_has_sat_down(
    game: Game, anna: Player, ben: Player, hints: list[str]
) -> None:
    do_join_game(player=anna, game_id=game.pk, role="red", nonce_commitment=HASH)
    assert (told("nonce_wanted"), hints) == ([], [])
    do_join_game(player=ben, game_id=game.pk, role="black", nonce="ben's")
    assert told("nonce_wanted") == [(["red"], {"seat": "red"}, None, ["red"])]
    assert hints == ["mail"]


@pytest.mark.django_db
def test_where_nothing_is_hidden_nobody_is_told(game: Game, anna: Player, ben: Player, hints: list[str]) -> None:
    do_join_game(player=anna, game_id=game.pk, role="red", nonce="anna's")
    do_join_game(player=ben, game_id=game.pk, role="black")
    do_start_game(player=anna, game_id=game.pk)
    assert not Notice.objects.exists()
    assert hints == ["resolve"]


@pytest.mark.django_db
def test_what_is_still_hidden_holds_up_the_start_or_is_dropped_and_all_are_told(
    game: Game, anna: Player, ben: Player, hints: list[str]
) -> None:
    do_join_game(player=anna, game_id=game.pk, role="red", nonce_commitment=HASH)
    do_join_game(player=ben, game_id=game.pk, role="black", nonce_commitment=HASH)
    with pytest.raises(WrongState, match="the nonces of red, black"):
        do_start_game(player=anna, game_id=game.pk)
    do_reveal_nonce(player=ben, game_id=game.pk, nonce=WORD)
    hints.clear()
    seats = list(game.seats.order_by("position"))
    finalize_nonces(game, seats, by=anna, drop=True)
    assert told("nonce_dropped") == [(["*"], {"seat": "red"}, "anna", ["black", "red"])]
    assert hints == ["mail"]
    red, black = game.seats.order_by("position")
    assert held(red) == BARE
    assert (bytes(black.nonce), black.nonce_state) == (WORD.encode(), "revealed")
    finalize_nonces(game, seats[1:], by=anna, drop=False)
    assert len(told("nonce_dropped")) == 1


@pytest.mark.django_db
def test_a_word_is_laid_open_by_whoever_is_bound_to_it_and_when_all_sit(
    game: Game, anna: Player, ben: Player, staff: Player
) -> None:
    Game.objects.update(several_seats=True)
    do_join_game(player=anna, game_id=game.pk, role="red", nonce="word")
    do_join_game(player=anna, game_id=game.pk, role="black", nonce_commitment=HASH)
    with pytest.raises(Missing):
        do_reveal_nonce(player=ben, game_id=game.pk, nonce=WORD)
    with pytest.raises(Missing):
        do_reveal_nonce(player=anna, game_id=game.pk, nonce=WORD, role="green")
    for word in (WORD, "word"):
        with pytest.raises(WrongState, match="nothing to lay open"):
            do_reveal_nonce(player=anna, game_id=game.pk, nonce=word, role="red")
    with pytest.raises(Malformed) as refusal:
        do_reveal_nonce(player=anna, game_id=game.pk, nonce="x" * 201)
    assert "200" in str(refusal.value)
    Seat.objects.filter(game=game, role="red").update(kind="open", player=None)
    with pytest.raises(WrongState, match="until all seats are taken"):
        do_reveal_nonce(player=anna, game_id=game.pk, nonce=WORD)
    Seat.objects.filter(game=game, role="red").update(kind="player", player=anna)
    with pytest.raises(Malformed, match="not what you gave"):
        do_reveal_nonce(player=anna, game_id=game.pk, nonce="another")
    black = do_reveal_nonce(player=anna, game_id=game.pk, nonce=WORD)
    assert (black.role, bytes(Seat.objects.get(pk=black.pk).nonce)) == ("black", WORD.encode())
    assert do_reveal_nonce(player=anna, game_id=game.pk, nonce=WORD).role == "black"
    with pytest.raises(WrongState, match="nothing to lay open"):
        do_reveal_nonce(player=anna, game_id=game.pk, nonce="another")


@pytest.mark.django_db
def test_after_the_start_nothing_is_laid_open(game: Game, anna: Player) -> None:
    do_join_game(player=anna, game_id=game.pk, role="red", nonce_commitment=HASH)
    Seat.objects.filter(game=game, role="black").update(kind="bot", bot="random")
    Game.objects.update(status="running")
    with pytest.raises(WrongState, match="nothing to lay open"):
        do_reveal_nonce(player=anna, game_id=game.pk, nonce=WORD)
