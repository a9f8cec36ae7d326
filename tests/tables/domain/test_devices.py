"""What a browser says it is, in two words."""

import pytest

from tables.domain import devices

APPLE = "(KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) {APPLE} Version/18.5 Safari/604.1",
            "iPhone · Safari",
        ),
        (f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) {APPLE} CriOS/142.0 Mobile/15E148 Safari/604.1", "iPhone · Chrome"),
        (f"Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) {APPLE} Version/18.5 Safari/604.1", "iPad · Safari"),
        (f"Mozilla/5.0 (Linux; Android 15; Pixel 9) {APPLE} Chrome/142.0 Mobile Safari/537.36", "Android · Chrome"),
        (f"Mozilla/5.0 (Linux; Android 15) {APPLE} Chrome/122.0 Safari/537.36 MicroMessenger/8.0", "Android · WeChat"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0", "Windows · Firefox"),
        (f"Mozilla/5.0 (Windows NT 10.0) {APPLE} Chrome/142.0 Safari/537.36 Edg/142.0", "Windows · Edge"),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {APPLE} Version/18.5 Safari/605.1.15", "Mac · Safari"),
        (f"Mozilla/5.0 (X11; Linux x86_64) {APPLE} Chrome/142.0 Safari/537.36", "Linux · Chrome"),
        ("curl/8.14.1", ""),
        ("", ""),
        ("<script>alert(1)</script>" * 20, ""),
    ],
)
def test_a_browser_in_two_words(said: str, told: str) -> None:
    assert devices.rough(said) == told


def test_every_word_fits_its_column() -> None:
    longest = max(len(word) for _, word in devices._DEVICES) + 3 + max(len(word) for _, word in devices._BROWSERS)
    assert longest <= 40
