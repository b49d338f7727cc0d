"""Orders by hand: what a draft of an answer could become, at what price, and how it is drawn. Rules stay in the forms.

Everything here is a pure function of a form's own fields and a draft (raw JSON, perhaps unfinished), so that equal
forms and drafts give equal bytes, and nothing that the seat does not know shows in a ring, a price or a note.
"""
