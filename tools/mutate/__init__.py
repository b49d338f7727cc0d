"""`./run mutate`: mutation testing. It makes one small change at a time and runs the tests that reach the line.

mutmut and cosmic-ray copy the source tree and start pytest for every mutant, which takes two to ten seconds here. They
do not mutate figures in data files or the audiences of events. This tool collects the tests once, forks a process for
each mutant, replaces the code of the loaded functions and runs only the tests that reach the line.
"""
