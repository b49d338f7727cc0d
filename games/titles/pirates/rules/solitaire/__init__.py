"""5.4 The phantom's turn: the cards of its deck, carried out with the procedures of the other chapters."""
