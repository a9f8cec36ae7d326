"""Rule packs: what differs by jurisdiction, as named and versioned values (domain.md §0, docs/rule-packs.md)."""
