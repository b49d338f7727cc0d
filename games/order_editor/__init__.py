"""The order editor: possible edits of a draft, their costs and their annotations. The rules stay in the forms.

All functions are pure functions of a form's fields and a draft (raw JSON, perhaps unfinished). Equal forms and drafts
give equal bytes, and no edit, cost or note can reveal anything hidden from the seat.
"""
