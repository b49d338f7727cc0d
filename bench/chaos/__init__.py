"""`./run soak --chaos MINUTES`: many games on a real server whose every part is killed, stopped and starved of others.

Players that know nothing of the titles answer over HTTP while `storms` rage over the processes of `site`, its database,
its broker and its mail server (`office`), and the `umpire` rewinds, pauses, holds and substitutes. What the server
promises anybody is written into a `book`. When all is calm again, `stored` reads what there is and `verdict` compares:
every confirmed answer, step, letter and chain is accounted for.
"""
