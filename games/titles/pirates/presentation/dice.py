"""Dice as they are written: a coin is "d10+d6", a modifier bears its sign."""

from games.titles.pirates.box.components import Coin


def coin_text(coin: Coin) -> str:
    """The dice of a coin; empty for none."""
    return "+".join(f"d{die}" for die in coin)


def signed(amount: int) -> str:
    """A modifier with its sign."""
    return f"+{amount}" if amount >= 0 else f"\u2212{-amount}"
