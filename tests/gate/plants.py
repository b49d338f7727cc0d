"""Leaks planted on purpose, across titles and layers: each with the gate that must catch it.

A plant changes one thing, the way a careless hand might; `test_plants` lays it and looks whether its gate speaks.
"""

from tests.gate.planted.action_leaks import ACTION_LEAKS
from tests.gate.planted.battleships import BATTLESHIPS
from tests.gate.planted.eyes import NAMED
from tests.gate.planted.goeben import GOEBEN, ROLES
from tests.gate.planted.openings import OPENINGS
from tests.gate.planted.pirates import PIRATES
from tests.gate.planted.plant import Alter, Plant
from tests.gate.planted.pq17 import PQ17
from tests.gate.planted.shut import SHUT

__all__ = ["PLANTS", "Alter", "Plant"]

PLANTS = (*BATTLESHIPS, *PQ17, *GOEBEN, *ROLES, *PIRATES, *ACTION_LEAKS, *NAMED, *SHUT, *OPENINGS)
