"""Exports of certified reports: pure functions of the frozen text, so that a reprint is the same bytes (T-104)."""
