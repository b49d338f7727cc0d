"""stub"""

from typing import Any

from games.kernel.text import Text


class Presentation:
    def __init__(self, components: Any) -> None:
        self.c = components

    def tell(self, e: Any, l: str) -> str:
        return str(e)

    def text_board(self, v: Any, l: str) -> str:
        return str(v)

    def board(self, v: Any, l: str) -> str:
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"

    def explain(self, a: Any, l: str) -> str:
        return a.prompt.get(l)

    def headline(self, v: Any, l: str) -> str:
        return f"Round {v.round}"

    def label(self, v: str) -> Text:
        return Text(v, v)
