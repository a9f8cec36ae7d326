"""Evenings that an accountant can follow: every figure is worked out by hand beside the act that makes it."""
