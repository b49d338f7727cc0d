"""14.0 Naval combat, and bombardments, which follow the same rules (16.0).

There is a module for each part of the chapter.

`contact` begins a battle. Each `salvo` is the fire of one battery of one side. `battle_ends` ends the battle and
removes the ships from the battle display.
"""
