"""Any title's decision as an HTML form: parse entries into an answer, and show them again with their problems.

Nothing here knows a title. The kernel's form defines legal answers; these modules turn it into controls and back.
"""

from pbem.web.pages.order_form.controls import EnteredOrder
from pbem.web.pages.order_form.form_entries import (
    FormEntries,
    count_row_kinds,
    from_answer,
    from_complete_answer,
    from_post,
    to_answer,
)
from pbem.web.pages.order_form.form_fields import FormControls, build_form_controls
from pbem.web.pages.order_form.row_edits import apply_edit

__all__ = [
    "EnteredOrder",
    "FormControls",
    "FormEntries",
    "apply_edit",
    "build_form_controls",
    "count_row_kinds",
    "from_answer",
    "from_complete_answer",
    "from_post",
    "to_answer",
]
