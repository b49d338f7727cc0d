"""The notation of dice ("d10+d6") and of modifiers, with their signs, as text."""

from games.titles.pirates.components.box import Coin


def coin_text(coin: Coin) -> str:
    """Return dice as text, such as "d10+d6"; "" for no dice."""
    return "+".join(f"d{die}" for die in coin)


def signed(amount: int) -> str:
    """Return a modifier with its sign."""
    return f"+{amount}" if amount >= 0 else f"\u2212{-amount}"
