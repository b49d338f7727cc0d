"""1.8 Ten-sided dice; the face that the kernel calls 10 is 0."""

from games.kernel.requests import roll

FACES = 10


async def dice(count: int, *, key: str, rule: str) -> tuple[int, ...]:
    """Roll dice from 0 to 9, and return them; a count of 0 or less gives none."""
    if count <= 0:
        return ()
    return tuple(face % FACES for face in await roll(*[FACES] * count, key=key, rule=rule))


async def die(*, key: str, rule: str) -> int:
    """Roll one die, and return it: 0 to 9."""
    (face,) = await dice(1, key=key, rule=rule)
    return face
