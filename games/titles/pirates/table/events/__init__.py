"""What happens at the table, as it is told; a module for each chapter, which ends with the union of its events.

Events carry ids and numbers, never words. Fields that only some may know are empty in the reduced form.
"""

from games.titles.pirates.table.events import attack, effects, rounds, solitaire, turn

AnyEvent = rounds.Events | turn.Events | attack.Events | effects.Events | solitaire.Events
"""Every event of the title."""
