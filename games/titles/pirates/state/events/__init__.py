"""The events. Each chapter has a module. Each module ends with the union of its events.

Events carry ids and numbers, never text. In the reduced form of an event, the fields that only some seats may know are
empty.
"""

from games.titles.pirates.state.events import attack, effects, rounds, solitaire, turn

AnyEvent = rounds.Events | turn.Events | attack.Events | effects.Events | solitaire.Events
"""Every event of the title."""
