"""Proof that the log is whole, that floor and books follow from it, and that reports are what was certified.

Every part names what is wrong as ``<stream> #<seq> <type>: <what>`` and goes on with the next stream, so one forged
row hides nothing elsewhere.
"""
