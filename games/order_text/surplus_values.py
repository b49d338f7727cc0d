"""The refusal of a second value for an argument that takes only one value."""

from collections.abc import Collection, Sequence

from games.kernel.notation import unplaced_value, unplaced_word


def refuse_second_value(
    name: str, value: str, made: Sequence[str], rest: Sequence[str], names: Collection[str]
) -> None:
    """Raise Malformed if `value` is a second value for the argument `name`, which takes only one.

    The value was written without the name. The argument's other value is either in `made`, the order so far as words of
    the notation (verb, first argument, ``name=value`` …), or in `rest`, the tokens after the value. `names` are the
    names of all arguments, for the text of the error.
    """
    if prior := next((one.partition("=")[2] for one in made if one.startswith(f"{name}=")), ""):
        raise unplaced_value(1, value, name, prior)
    if any(one.startswith(f"{name}=") for one in rest):
        raise unplaced_word(1, value, made[0], names)
