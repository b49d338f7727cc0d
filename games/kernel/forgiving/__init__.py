"""Orders as people write them in a letter: names begun, lines wrapped, a few lines wrong. Read without ever guessing.

A word may be the beginning of a name, of an id or of a verb, in either language, where only one thing begins so; where
several do, the line is refused and they are named. All of it rests on the form and the title's labels, like `naming`.
"""

from games.kernel.forgiving.lines import MOST_WRITTEN, understand_lines
from games.kernel.forgiving.understanding import Refused, Understanding

__all__ = ["MOST_WRITTEN", "Refused", "Understanding", "understand_lines"]
