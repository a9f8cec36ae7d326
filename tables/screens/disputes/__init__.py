"""Disputes and rulings at the screen: the list, one dispute, and the replay of a round."""
