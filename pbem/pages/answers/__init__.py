"""Any title's decision as an HTML form: what was entered, read into an answer, and shown again with its problems.

Nothing here knows a title. A form of the kernel says what is legal; these modules turn it into controls and back.
"""

from pbem.pages.answers.controls import OrderRow
from pbem.pages.answers.edits import edited
from pbem.pages.answers.entered import Entered, from_answer, from_post, room, to_answer
from pbem.pages.answers.sheet import Sheet, sheet

__all__ = ["Entered", "OrderRow", "Sheet", "edited", "from_answer", "from_post", "room", "sheet", "to_answer"]
