"""What happens, as it is told; a module for each part of the rulebook, which ends with the union of its events.

Events carry ids and numbers, never words. What only some may know is empty in the reduced form.
"""

from games.titles.goeben.events import battle, campaign, day, incidents, setup

AnyEvent = setup.Events | day.Events | incidents.Events | battle.Events | campaign.Events
"""All events, for reading stored ones."""
