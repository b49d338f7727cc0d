"""5.4 The phantom's turn: it carries out the cards of its deck with the procedures of the other chapters."""
