"""1.8 Ten-sided dice with the faces 0 to 9. The kernel rolls 1 to 10, and its 10 is the face 0."""

from games.kernel.requests import roll

FACES = 10


async def dice(count: int, *, key: str, rule: str) -> tuple[int, ...]:
    """Roll `count` dice, and return their faces, each 0 to 9. For a count of 0 or less, return ().

    `key`: the key of the roll in the journal, unique within the step. `rule`: the number of the rule that asks for the
    roll.
    """
    if count <= 0:
        return ()
    return tuple(face % FACES for face in await roll(*[FACES] * count, key=key, rule=rule))


async def die(*, key: str, rule: str) -> int:
    """Roll one die, and return its face, 0 to 9. `key` and `rule`: see `dice`."""
    (face,) = await dice(1, key=key, rule=rule)
    return face
