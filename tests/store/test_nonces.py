"""Nobody can choose the dice: what goes into them is fixed before any of it is shown, and later dice follow from it."""

from hashlib import sha256
from typing import Any

import pytest

from games.errors import WrongState
from games.kernel.chance import HmacChance, secret_of_branch
from games.kernel.errors import Malformed
from games.models import Branch, Game, Notice, OutgoingMail, Player, Seat
from games.persistence import hash_chain
from games.selectors.dice import get_game_dice, list_rolls
from games.selectors.verification import find_chain_faults, find_dice_faults, verify_game
from games.services.creation import do_create_game
from games.services.export import export_game
from games.services.importing.game_import import import_game
from games.services.lifecycle import do_join_game, do_leave_game, do_start_game
from games.services.nonces import do_reveal_nonce
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from tests.table import play_out

pytestmark = pytest.mark.django_db

HIDDEN = "only mine"
HASH = sha256(HIDDEN.encode()).hexdigest()


@pytest.fixture
def game(toy: object, anna: Player) -> Game:
    return do_create_game(host=anna, title="toy", scenario="standard")


def states(game: Game, player: Player) -> dict[str, str]:
    return {role: nonce.state for role, nonce in get_game_dice(player, game.pk).nonces.items()}


def _begin(game: Game, anna: Player, **how: Any) -> None:
    do_start_game(player=anna, game_id=game.pk, **how)
    do_resolve(game.pk)
    game.refresh_from_db()


def test_a_word_given_is_committed_to_at_once_and_shown_after_the_start(game: Game, anna: Player, ben: Player) -> None:
    do_join_game(player=anna, game_id=game.pk, role="red", nonce="anna's")
    before = get_game_dice(anna, game.pk).nonces["red"]
    assert (before.state, before.salt, before.nonce) == ("given", "", "")
    assert "shown once the game has begun" in before.says.en
    assert before.commitment != sha256(b"anna's").hexdigest()
    do_join_game(player=ben, game_id=game.pk, role="black")
    _begin(game, anna)
    after = get_game_dice(ben, game.pk).nonces["red"]
    assert bytes.fromhex(after.nonce) == b"anna's"
    assert "once the game has begun" not in after.says.en
    assert sha256(bytes.fromhex(after.salt + after.nonce)).hexdigest() == after.commitment == before.commitment


def test_a_seat_without_a_nonce_adds_nothing_and_says_so(game: Game, anna: Player, ben: Player) -> None:
    do_join_game(player=anna, game_id=game.pk, role="red", nonce="anna's")
    do_join_game(player=ben, game_id=game.pk, role="black")
    _begin(game, anna)
    black = get_game_dice(ben, game.pk).nonces["black"]
    assert (black.state, black.commitment, black.nonce) == ("none", "", "")
    assert "nothing" in black.says.en
    assert bytes(Seat.objects.get(game=game, role="black").nonce) == b""
    play_out(game)
    assert verify_game(game.pk).verdict == "sound"


def test_a_hidden_word_is_laid_open_when_all_seats_are_taken(game: Game, anna: Player, ben: Player) -> None:
    do_join_game(player=anna, game_id=game.pk, role="red", nonce_commitment=HASH)
    assert states(game, ben) == {"red": "committed", "black": "none"}
    with pytest.raises(WrongState):
        do_reveal_nonce(player=anna, game_id=game.pk, nonce=HIDDEN)
    do_join_game(player=ben, game_id=game.pk, role="black", nonce="ben's")
    with pytest.raises(WrongState, match="red"):
        do_start_game(player=anna, game_id=game.pk)
    with pytest.raises(Malformed):
        do_reveal_nonce(player=anna, game_id=game.pk, nonce="another")
    do_reveal_nonce(player=anna, game_id=game.pk, nonce=HIDDEN)
    do_reveal_nonce(player=anna, game_id=game.pk, nonce=HIDDEN)
    assert states(game, ben) == {"red": "revealed", "black": "given"}
    assert get_game_dice(ben, game.pk).nonces["red"].nonce == ""
    _begin(game, anna)
    assert get_game_dice(ben, game.pk).nonces["red"].nonce == HIDDEN.encode().hex()
    play_out(game)
    assert verify_game(game.pk).verdict == "sound"


def test_once_one_is_open_nobody_adds_any_more(game: Game, anna: Player, ben: Player, staff: Player) -> None:
    """Else the last to sit could stand up, and sit down with a word that suits."""
    do_join_game(player=anna, game_id=game.pk, role="red", nonce_commitment=HASH)
    do_join_game(player=ben, game_id=game.pk, role="black", nonce="ben's")
    do_reveal_nonce(player=anna, game_id=game.pk, nonce=HIDDEN)
    do_leave_game(player=ben, game_id=game.pk)
    with pytest.raises(WrongState):
        do_join_game(player=staff, game_id=game.pk, role="black", nonce="luckier")
    do_join_game(player=staff, game_id=game.pk, role="black")
    assert bytes(Seat.objects.get(game=game, role="black").nonce) == b"ben's"


def test_before_that_a_seat_takes_its_word_along(game: Game, anna: Player, ben: Player) -> None:
    do_join_game(player=anna, game_id=game.pk, role="red", nonce="anna's")
    do_leave_game(player=anna, game_id=game.pk)
    do_join_game(player=ben, game_id=game.pk, role="red")
    assert states(game, ben)["red"] == "none"
    assert bytes(Seat.objects.get(game=game, role="red").nonce_salt) == b""


def test_the_host_may_begin_without_it_and_all_are_told(game: Game, anna: Player, ben: Player) -> None:
    do_join_game(player=ben, game_id=game.pk, role="red", nonce_commitment=HASH)
    do_join_game(player=anna, game_id=game.pk, role="black", nonce="anna's")
    _begin(game, anna, without_nonces=True)
    assert states(game, anna) == {"red": "none", "black": "given"}
    dropped = Notice.objects.get(game=game, kind="nonce_dropped")
    assert dropped.facts == {"seat": "red"}
    assert OutgoingMail.objects.filter(game=game, kind="notice", reference=dropped.pk.hex).count() == 2
    play_out(game)
    assert verify_game(game.pk).verdict == "sound"


@pytest.mark.parametrize(
    "wrong", [{"nonce": "x", "nonce_commitment": HASH}, {"nonce_commitment": "abc"}, {"nonce": "x" * 201}]
)
def test_what_can_be_no_nonce_is_refused(game: Game, anna: Player, wrong: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        do_join_game(player=anna, game_id=game.pk, **wrong)


@pytest.mark.parametrize("field", ["nonce", "nonce_salt", "nonce_commitment", "nonce_state"])
def test_a_nonce_changed_afterwards_is_noticed(running: Game, field: str) -> None:
    play_out(running)
    value: Any = {"nonce_commitment": "0" * 64, "nonce_state": "none"}.get(field, b"luckier")
    Seat.objects.filter(game=running, role="red").update(**{field: value})
    assert [*find_dice_faults(running.pk), *find_chain_faults(running.pk)] != []


def test_the_dice_of_a_rewind_follow_from_the_first(running: Game, staff: Player) -> None:
    for number in (1, 2):
        do_rewind(by=staff, game_id=running.pk, number=1, reason="again")
        root, branch = (Branch.objects.get(game=running, number=one) for one in (0, number))
        assert bytes(branch.secret) == secret_of_branch(bytes(root.secret), number)
        assert branch.root == 0
    play_out(running)
    assert verify_game(running.pk).verdict == "sound"


def test_dice_drawn_anew_for_a_rewind_are_noticed(running: Game, staff: Player) -> None:
    do_rewind(by=staff, game_id=running.pk, number=1, reason="again")
    lucky = bytes(range(32))
    for how in ({"root": 0}, {"root": 1}):
        changed = {"secret": lucky, "commitment": sha256(lucky).hexdigest(), **how}
        Branch.objects.filter(game=running, number=1).update(**changed)
        assert any(fault.startswith("branch 1: its secret") for fault in find_dice_faults(running.pk))


def test_without_its_secrets_a_game_is_not_called_sound(running: Game, staff: Player) -> None:
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk))
    found = verify_game(copy.pk)
    assert found.faults == []
    assert found.missing == [
        "branch 0: its secret is missing, so its 1 rolls cannot be checked",
        "branch 1: its secret is a new one, because that of the first branch is missing",
    ]
    assert found.verdict == "cannot be verified"


def test_the_nonces_are_in_every_roll_and_in_the_genesis(running: Game) -> None:
    first = list_rolls(running)[0]
    secret = bytes(Branch.objects.get(game=running, number=0).secret)
    assert first.matches(HmacChance(secret, (b"anna's", b"")))
    assert not first.matches(HmacChance(secret, (b"anna's", b"ben's")))
    before = hash_chain.genesis_hash(running)
    Seat.objects.filter(game=running, role="red").update(nonce_commitment="0" * 64)
    assert hash_chain.genesis_hash(running) != before
