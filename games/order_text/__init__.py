"""The parser of orders as people write them in an e-mail: abbreviated names, wrapped lines, partial errors.

It never guesses: a word may abbreviate a name, an id or a verb, in English or Japanese, if it is the beginning of
exactly one of them; an ambiguous line is refused with the candidates. The parser uses only the form and the title's
labels, so that it reveals nothing hidden.

The words of this package:

- The *notation* is the text format of answers that forms print and parse: ``sail goeben to=malta``.
- A *row* is one order as the player wrote it: a line, or several lines if a mail program has wrapped it.
- A *token* is a word, a quoted text, an argument ``name=value`` or a list with commas.
- A *thing* is a value that an answer can contain, such as a unit, a place or a card; it has an id and names.
- The *acting unit* of an order carries it out. A *tool*, such as a card, is what the unit uses.
- A *refusal* is an error (Malformed or Illegal) with the reasons for the player.

In all functions, `words` is the vocabulary of the form that the text answers.
"""

from games.order_text.decoration import strip_bullet, strip_tail
from games.order_text.line_parser import MOST_WRITTEN, parse_lines
from games.order_text.parsed_orders import ParsedOrders, RefusedLine

__all__ = ["MOST_WRITTEN", "ParsedOrders", "RefusedLine", "parse_lines", "strip_bullet", "strip_tail"]
