"""Casino blackjack by Scarne's rules (rules.md B1 to B11)."""
