"""What happens, as it is told; a module for each part of the rulebook, which ends with the union of its events.

Events carry ids and numbers, never words. What only some may know is empty in the reduced form.
"""

from games.titles.goeben.events import battle, day, setup

AnyEvent = setup.Events | day.Events | battle.Events
"""All events, for reading stored ones."""
