"""The order editor: possible edits of a draft, their costs and their annotations. The rules stay in the forms.

All functions are pure functions of a form's fields and a draft. Equal forms and drafts give equal bytes, and no edit,
cost or note can reveal anything hidden from the seat.

The words of this package: A *draft* is an answer as JSON, perhaps unfinished or illegal; a *raw order* is one order in
it. A *template* gives the legal values of each argument for one verb. A *path* is a list of places that a unit enters.
"""
