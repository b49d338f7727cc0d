"""`./run soak --chaos MINUTES`: many games on a real server while its processes are killed, frozen and cut off.

Generic clients, which know no rules, play over HTTP. Meanwhile `storms` injects faults into the processes of `site`,
the database, the broker and the mail server (`office`), and the `umpire` rewinds, pauses, holds and substitutes. `book`
records everything that the server confirmed to a client. After the faults end, `stored` reads the database and
`verdict` compares: no confirmed answer, step, e-mail or hash chain may be lost or duplicated.
"""
