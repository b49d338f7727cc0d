"""`./run mutate`: does a test notice when a rule is broken? One small breakage at a time, and the tests that reach it.

Our own, not mutmut or cosmic-ray: those break a copy of the tree and start pytest anew for a mutant (two to ten
seconds here), know no figures in data files and nothing of who is told what. This one collects the tests once, forks a
process for each mutant, exchanges the code of the living functions and runs only the tests that reach the line.
"""
