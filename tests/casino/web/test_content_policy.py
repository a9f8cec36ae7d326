"""An answer without a nonce has the policy that the library would build, and one with a nonce has its own."""

from collections.abc import Callable
from typing import Any

import pytest
from csp.constants import HEADER, HEADER_REPORT_ONLY, NONCE, SELF
from csp.exceptions import CSPNonceError
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from casino.web.content_policy import ContentPolicy

View = Callable[[Any], HttpResponse]


def headers(middleware: type[CSPMiddleware], view: View, request: Any = None) -> dict[str, str]:
    """The policies of what ``view`` answers."""
    answer: Any = middleware(view)(request or RequestFactory().get("/"))
    return {name: answer[name] for name in (HEADER, HEADER_REPORT_ONLY) if name in answer}


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse("x")


def test_a_plain_answer_has_the_librarys_policy() -> None:
    given = headers(ContentPolicy, plain)
    assert given == headers(CSPMiddleware, plain)
    assert "script-src 'self'" in given[HEADER].split("; ")


def test_a_policy_that_is_only_reported_is_told_too(settings: Any) -> None:
    settings.CONTENT_SECURITY_POLICY_REPORT_ONLY = {"DIRECTIVES": {"default-src": [SELF, NONCE]}}
    given = headers(ContentPolicy, plain)
    assert given[HEADER_REPORT_ONLY] == "default-src 'self'"
    assert given == headers(CSPMiddleware, plain)


def test_each_page_that_asks_for_a_nonce_has_its_own() -> None:
    asked: list[str] = []

    def page(request: Any) -> HttpResponse:
        asked.append(str(request.csp_nonce))
        return HttpResponse("x")

    policies = [headers(ContentPolicy, page)[HEADER] for _ in range(2)]
    assert asked[0] != asked[1]
    for nonce, policy in zip(asked, policies, strict=True):
        assert f"script-src 'self' 'nonce-{nonce}'" in policy


@pytest.mark.parametrize(
    "own",
    [
        {"_csp_exempt": True},
        {"_csp_update": {"img-src": ["https://maps.example"]}},
        {"_csp_replace": {"img-src": [SELF]}},
        {"_csp_config": {"default-src": [SELF]}},
    ],
)
def test_an_answer_with_a_policy_of_its_own_keeps_it(own: dict[str, Any]) -> None:
    def page(request: Any) -> HttpResponse:
        answer = plain(request)
        vars(answer).update(own)
        return answer

    given = headers(ContentPolicy, page)
    assert given == headers(CSPMiddleware, page)
    assert given != headers(ContentPolicy, plain)


def test_a_header_that_is_there_stays() -> None:
    def page(request: Any) -> HttpResponse:
        return HttpResponse("x", headers={HEADER: "default-src 'none'"})

    assert headers(ContentPolicy, page) == {HEADER: "default-src 'none'"}


def test_a_nonce_after_the_header_is_refused() -> None:
    request: Any = RequestFactory().get("/")
    headers(ContentPolicy, plain, request)
    with pytest.raises(CSPNonceError):
        str(request.csp_nonce)


def test_the_whole_house_uses_it() -> None:
    assert settings.MIDDLEWARE.count("casino.web.content_policy.ContentPolicy") == 1
    assert not [name for name in settings.MIDDLEWARE if name.startswith("csp.")]
