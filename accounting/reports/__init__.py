"""What is printed: figures and frozen texts turned into documents, in the words of one language.

A certified report is a pure function of its frozen text, so a reprint is the same bytes (T-104).
"""
