"""What files are called: plain ASCII that every system takes."""

from tables.documents.model import Document


def plain(text: str) -> str:
    """Letters, digits, hyphens and underscores; everything else is an underscore."""
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "_" for sign in text)


def file_name(document: Document, suffix: str) -> str:
    """Casino, kind and number, or the day it speaks of when it has no number."""
    last = document.number or f"{document.dated:%Y-%m-%d}"
    return f"{plain('-'.join((document.casino, document.name, last)))}.{suffix}"
