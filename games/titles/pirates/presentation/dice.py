"""The notation of dice: a coin is "d10+d6", a modifier has its sign."""

from games.titles.pirates.components.box import Coin


def coin_text(coin: Coin) -> str:
    """Return the dice of a coin as text; "" for no coin."""
    return "+".join(f"d{die}" for die in coin)


def signed(amount: int) -> str:
    """Return a modifier with its sign."""
    return f"+{amount}" if amount >= 0 else f"\u2212{-amount}"
