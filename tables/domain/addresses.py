"""From where somebody knocks: what tries are counted by where there is no device and nobody is signed on yet."""

import ipaddress
from collections.abc import Mapping
from typing import Any

IPV6_HOUSEHOLD = 64
"""Bits of an IPv6 address that a provider gives one customer; the rest he chooses himself, a new one for every try."""


def of(meta: Mapping[str, Any], *, proxied: bool) -> str:
    """Under what the peer is counted: ``counted`` of the address it is ``seen`` at."""
    return counted(seen(meta, proxied=proxied))


def seen(meta: Mapping[str, Any], *, proxied: bool) -> str:
    """The peer's address as it came; behind a trusted proxy (``proxied``) the one it saw, which it wrote last."""
    told = str(meta.get("HTTP_X_FORWARDED_FOR", "")).rpartition(",")[2] if proxied else ""
    return told.strip() or str(meta.get("REMOTE_ADDR", ""))


def counted(address: str) -> str:
    """``address`` as it is counted: without a port, IPv6 by its network; "" for what is no address (a socket)."""
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known.packed, IPV6_HOUSEHOLD), strict=False))
