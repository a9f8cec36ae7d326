"""The crowd of a table: bets in bulk beside the round, settled in chunks when it is over (docs/back-bets.md)."""
