"""Order sets: the form of many orders in one answer, and plans for future questions.

A *raw order* is an order as JSON, perhaps unfinished; units and values are ids. The *notation* is the text format of
answers: ``sail goeben to=malta``.
"""
