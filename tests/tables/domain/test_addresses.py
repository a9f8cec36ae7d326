"""By what strangers are told apart: nobody gets a new name by writing headers, ports or the end of an IPv6 address."""

import pytest

from tables.domain import addresses


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:51234", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", ""),
        ("not an address", ""),
        ("203.0.113.999", ""),
    ],
)
def test_an_address_as_it_is_counted(given: str, counted: str) -> None:
    assert addresses.counted(given) == counted


def test_the_longest_fits_where_it_is_kept() -> None:
    assert len(addresses.counted("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")) <= 40


@pytest.mark.parametrize(
    ("forwarded", "proxied", "found"),
    [
        (None, False, "10.0.0.1"),
        (None, True, "10.0.0.1"),
        ("203.0.113.7", False, "10.0.0.1"),  # anybody can write this header
        ("203.0.113.7", True, "203.0.113.7"),
        ("198.51.100.1, 203.0.113.7", True, "203.0.113.7"),  # only what the proxy itself wrote, last, counts
        (" ", True, "10.0.0.1"),
    ],
)
def test_the_peer_or_what_a_trusted_proxy_saw(forwarded: str | None, proxied: bool, found: str) -> None:
    meta = {"REMOTE_ADDR": "10.0.0.1"} | ({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded is not None else {})
    assert addresses.of(meta, proxied=proxied) == found


def test_a_peer_without_an_address_has_none() -> None:
    assert addresses.of({}, proxied=False) == ""
