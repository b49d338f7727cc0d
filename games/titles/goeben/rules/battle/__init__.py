"""14.0 Naval combat, and bombardments, which are fought alike (16.0); a module for each part of the chapter.

`contact` opens a battle, each `salvo` is one side's fire with one battery, and `battle_ends` clears the board.
"""
