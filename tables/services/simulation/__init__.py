"""Made-up houses whose people press the same services as everybody: demonstrations, shift simulations, case checks.

Nothing here writes a row. Who acts, when, and which chance decides is always handed in.
"""
