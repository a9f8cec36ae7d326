"""Posting rules: one small function an event type, from the event to a balanced draft (docs/books.md)."""

from accounting.domain.posting.registry import NO_MONEY, OF_ROUNDS, POSTED, post

__all__ = ["NO_MONEY", "OF_ROUNDS", "POSTED", "post"]
