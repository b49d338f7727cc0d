"""A linter for boards: it reads pictures of real positions and reports what a player could not read on them.

`shapes` reads a picture, `raster` draws it in light and dark colours, `checks` has the rules, `positions` the boards.
`python -m tests.titles.board_lint` reports the findings of all titles, with pictures of the worst boards.
"""
