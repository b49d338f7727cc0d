"""The parser of orders as people write them in an e-mail: abbreviated names, wrapped lines, partial errors.

It never guesses.

A word may abbreviate a name, an id or a verb, in either language, if only one begins so; an ambiguous line is refused
with the candidates. Like `names`, the parser uses only the form and the title's labels.
"""

from games.order_text.decoration import strip_bullet, strip_tail
from games.order_text.line_parser import MOST_WRITTEN, parse_lines
from games.order_text.parsed_orders import ParsedOrders, RefusedLine

__all__ = ["MOST_WRITTEN", "ParsedOrders", "RefusedLine", "parse_lines", "strip_bullet", "strip_tail"]
