"""Fills, credits and exchanges on screen: ordered at the pit, issued in the cage, counted at the table, read by all."""
