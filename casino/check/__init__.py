"""Trying the open house out from outside: one round through its doors, and what the books make of it."""
