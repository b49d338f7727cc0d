"""14.0 Naval combat, and bombardments, which follow the same rules (16.0); a module for each part of the chapter.

`contact` opens a battle. Each `salvo` is the fire of one battery of one side. `battle_ends` ends the battle and clears
the board.
"""
