"""What a seat knows: the view, other worlds, answers given ahead."""
