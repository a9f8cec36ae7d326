"""Prints the last line of `script/test` from pytest's report: `N passed, N failed`, and the skipped, if any."""

import os
import sys
from xml.etree import ElementTree


def main(report: str) -> int:
    """Returns 1 when a test failed or none ran; under CI a skipped test is a failure, because nobody reads the list."""
    suite = ElementTree.parse(report).getroot().find("testsuite")  # noqa: S314 - written by our own pytest just now
    if suite is None:
        raise SystemExit(f"{report} is no report of pytest")
    ran, skipped = int(suite.get("tests", "0")), int(suite.get("skipped", "0"))
    failed = int(suite.get("failures", "0")) + int(suite.get("errors", "0"))
    passed = ran - failed - skipped
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return int(failed > 0 or passed <= 0 or (skipped > 0 and os.environ.get("CI") == "true"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
