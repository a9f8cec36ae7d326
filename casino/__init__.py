"""Wiring: settings, addresses, background work, the embedded servers and what starts them."""
