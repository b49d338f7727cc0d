"""1.8 Ten-sided dice, whose 0 counts as 0: the face that the kernel calls 10."""

from games.kernel.requests import roll

FACES = 10


async def dice(count: int, *, key: str, rule: str) -> tuple[int, ...]:
    """So many dice, 0 to 9 each; none for a count of 0 or less."""
    if count <= 0:
        return ()
    return tuple(face % FACES for face in await roll(*[FACES] * count, key=key, rule=rule))


async def die(*, key: str, rule: str) -> int:
    """One die, 0 to 9."""
    (face,) = await dice(1, key=key, rule=rule)
    return face
