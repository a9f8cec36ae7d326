"""Straight Scarney Dice and its partnership form (rules.md S1 to S8)."""
