"""What a browser says it is, in as few words as a person at the table needs: ``iPhone · Safari``.

A rough word is all that is wanted, and all that is kept: enough for a player to see that a device is not his.
"""

from typing import Final

_DEVICES: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)
"""The first that is found counts: an Android browser also says Linux."""

_BROWSERS: Final = (
    ("MicroMessenger", "WeChat"),
    ("Edg", "Edge"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""A Chrome says Safari too, and an Edge says both."""

UNKNOWN: Final = ""


def rough(user_agent: str) -> str:
    """Device and browser of a ``User-Agent`` header, at most 40 characters; ``UNKNOWN`` when it names neither."""
    named = (_first(_DEVICES, user_agent), _first(_BROWSERS, user_agent))
    return " · ".join(word for word in named if word) or UNKNOWN


def _first(known: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((word for sign, word in known if sign in user_agent), "")
