"""The audit room: the trail of events, and what an auditor takes, draws and records (docs/audit.md)."""
