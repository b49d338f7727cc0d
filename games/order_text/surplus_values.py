"""The refusal of a value for an argument that already has one."""

from collections.abc import Collection, Sequence

from games.kernel.notation import unplaced_value, unplaced_word


def refuse_second_value(
    name: str, value: str, made: Sequence[str], rest: Sequence[str], names: Collection[str]
) -> None:
    """Raise Malformed for a value without a key if its argument already has another value."""
    if prior := next((one.partition("=")[2] for one in made if one.startswith(f"{name}=")), ""):
        raise unplaced_value(1, value, name, prior)
    if any(one.startswith(f"{name}=") for one in rest):
        raise unplaced_word(1, value, made[0], names)
