"""Liar's dice (大话骰) with zhai and fei (rules.md L1 to L8)."""
