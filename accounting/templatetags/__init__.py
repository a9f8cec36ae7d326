"""Tags of the books' templates."""
