"""The dice: fair, repeatable, bound to secret and nonces, and checkable by anybody in twenty lines."""

import hashlib
import hmac
from collections import Counter
from itertools import count, permutations

import pytest

from games.kernel.chance import HmacChance, ScriptedChance, answer_from_words, commitment, random_words, uniform_below
from games.kernel.errors import TitleFault
from games.kernel.random_source import SplitMix64, mostly_zero, random_source
from games.kernel.requests import Draw, Roll

SECRET = bytes(range(32))
NONCES = (b"red's nonce", b"black's nonce")
KNOWN_DICE = (1, 4, 11, 23)
KNOWN_DRAW = (7, 4, 1, 5, 3, 6, 0, 2)


def roll(*sides: int) -> Roll:
    return Roll(sides, "test", "1.0")


def draw(pool: str, size: int) -> Draw:
    return Draw(tuple(pool), size, "test", "1.0")


def verified(secret: str, nonces: list[str], branch: int, number: int, sides: list[int]) -> list[int]:
    """An independent verifier, as anybody might write it from the description."""

    def stream():
        for block in count():
            parts = ["so1", str(branch), str(number), str(block), *nonces]
            mac = hmac.new(bytes.fromhex(secret), "|".join(parts).encode(), hashlib.sha256).digest()
            yield from (int.from_bytes(mac[i : i + 4], "big") for i in range(0, 32, 4))

    source, values = stream(), []
    for most in sides:
        word = next(source)
        while word >= 2**32 - 2**32 % most:
            word = next(source)
        values.append(1 + word % most)
    return values


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_the_code_under_a_secret_is_that_of_the_library_however_long_the_secret_is(length: int) -> None:
    """RFC 2104: a key longer than a block is hashed first."""
    for secret, number in ((bytes(range(length)), 3), (b"\xff" * length, 4)):
        code = hmac.digest(secret, f"so1|2|{number}|0|{NONCES[0].hex()}".encode(), "sha256")
        source = random_words(secret, NONCES[:1], 2, number)
        assert b"".join(next(source).to_bytes(4, "big") for _ in range(8)) == code


def test_known_answers() -> None:
    chance = HmacChance(SECRET, NONCES)
    assert chance.answer(roll(6, 6, 20, 100), 0, 0) == KNOWN_DICE
    assert chance.answer(draw("abcdefgh", 8), 1, 7) == KNOWN_DRAW
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_anybody_can_verify() -> None:
    nonces = [nonce.hex() for nonce in NONCES]
    for number in range(50):
        sides = [6] * (number % 12 + 1) + [10, 3]
        rolled = HmacChance(SECRET, NONCES).answer(roll(*sides), 2, number)
        assert list(rolled) == verified(SECRET.hex(), nonces, 2, number, sides)


def test_secret_nonces_branch_and_number_all_matter() -> None:
    sides = [1000] * 4
    groups = {
        HmacChance(SECRET, NONCES).answer(roll(*sides), 0, 0),
        HmacChance(SECRET[::-1], NONCES).answer(roll(*sides), 0, 0),
        HmacChance(SECRET, NONCES[:1]).answer(roll(*sides), 0, 0),
        HmacChance(SECRET, NONCES[::-1]).answer(roll(*sides), 0, 0),
        HmacChance(SECRET, ()).answer(roll(*sides), 0, 0),
        HmacChance(SECRET, NONCES).answer(roll(*sides), 1, 0),
        HmacChance(SECRET, NONCES).answer(roll(*sides), 0, 1),
    }
    assert len(groups) == 7


def test_words_that_favour_low_values_are_thrown_away() -> None:
    ceiling = 2**32 - 2**32 % 6
    assert uniform_below(6, iter([ceiling, 2**32 - 1, 5])) == 5
    assert uniform_below(6, iter([ceiling - 1])) == 5
    assert uniform_below(1, iter([2**32 - 1])) == 0


def test_dice_are_even() -> None:
    source = random_words(SECRET, (), 0, 0)
    faces = Counter(uniform_below(6, source) for _ in range(30_000))
    expected = 5000
    chi_square = sum((faces[face] - expected) ** 2 / expected for face in range(6))
    assert chi_square < 20.5  # 5 degrees of freedom, one chance in a thousand; the stream is fixed


def test_draws_are_even_permutations_and_never_repeat() -> None:
    orders = Counter(HmacChance(SECRET).answer(draw("abcd", 4), 0, number) for number in range(4800))
    assert set(orders) == set(permutations(range(4)))
    assert max(orders.values()) < 260
    assert min(orders.values()) > 140
    for number in range(100):
        some = HmacChance(SECRET).answer(draw("abcdefghij", 3), 0, number)
        assert len(set(some)) == 3
        assert set(some) <= set(range(10))


def test_take_uses_words_in_order() -> None:
    assert answer_from_words(roll(6, 6), iter([0, 5])) == (1, 6)
    assert answer_from_words(draw("abc", 2), iter([2, 0])) == (2, 0)


def test_scripted_dice_are_checked() -> None:
    scripted = ScriptedChance([[3], [1, 2]], [[2, 0]])
    assert scripted.answer(roll(6), 0, 0) == (3,)
    assert scripted.remaining == 2
    assert scripted.answer(draw("abc", 2), 0, 1) == (2, 0)
    assert scripted.answer(draw("abc", 2), 0, 2) == (0, 1)
    for wrong in ([[7]], [[1, 1]], [[0]], []):
        with pytest.raises(TitleFault):
            ScriptedChance(wrong).answer(roll(6), 0, 0)
    for wrong in ([[7, 1]], [[1, 0]]):
        with pytest.raises(TitleFault, match="which rolls"):
            ScriptedChance(wrong).answer(roll(6, 6), 0, 0)


@pytest.mark.parametrize("wrong", [[0], [0, 1, 2], [1, 1], [0, 3], [-1, 0]], ids=str)
def test_a_scripted_draw_that_does_not_fit_is_refused(wrong: list[int]) -> None:
    with pytest.raises(TitleFault, match="draws 2 of 3"):
        ScriptedChance(draws=[wrong]).answer(draw("abc", 2), 0, 0)


def test_what_is_left_of_a_script_is_refused() -> None:
    scripted = ScriptedChance([[3]], [[0, 1]])
    with pytest.raises(TitleFault, match="never rolled"):
        scripted.check_used_up()
    scripted.answer(roll(6), 0, 0)
    with pytest.raises(TitleFault, match=r"never drawn: \[\(0, 1\)\]"):
        scripted.check_used_up()
    scripted.answer(draw("abc", 2), 0, 1)
    scripted.check_used_up()


def test_whims_repeat_and_spread() -> None:
    one, same, other = random_source("a", 1), random_source("a", 1), random_source("a", 2)
    first = [one(1000) for _ in range(20)]
    assert first == [same(1000) for _ in range(20)]
    assert first != [other(1000) for _ in range(20)]
    assert [SplitMix64(0)(2**64), SplitMix64(-1)(2**64)] == [0xE220A8397B1DCDAF, 0xE4D971771B652C20]
    pick = random_source("spread")
    assert set(Counter(pick(6) for _ in range(600))) == set(range(6))
    with pytest.raises(ValueError, match="nothing to pick"):
        pick(0)


def test_where_there_is_nothing_to_choose_a_seldom_pick_asks_nobody() -> None:
    asked: list[int] = []

    def pick(limit: int) -> int:
        asked.append(limit)
        return 0

    assert (mostly_zero(pick, 8)(1), asked) == (0, [])
    assert (mostly_zero(pick, 8)(2), asked) == (0, [8, 2])


def test_a_seldom_pick_is_mostly_zero() -> None:
    pick = mostly_zero(random_source("seldom"), 8)
    assert 20 < sum(pick(1000) > 0 for _ in range(400)) < 90
    always = mostly_zero(random_source("always"), 1)
    assert sum(always(1000) > 0 for _ in range(400)) > 390
