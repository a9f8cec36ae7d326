"""The pit's queue, its alerts and its handover: what a boss works down, and what he leaves to the next."""
