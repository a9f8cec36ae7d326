"""What an accountant would check: places, drafts, posting rules, figures. Pure: no database, no clock."""
