"""The API's document: the file that is checked in, and pages to read it that load nothing from anywhere else.

Serving the file and not a fresh one costs nothing, and what integrators read is what was reviewed; a test says when it
is not what the code would write. ``manage.py spectacular --file docs/openapi.yaml`` writes it anew.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

from casino.web import wording

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "openapi.yaml"
CONTENT_TYPE = "application/yaml"
PROBLEM_TYPE = "application/problem+json"

DESCRIPTION: Final = """
Every act at the table, every chip in the rack and every figure of the shift, in one chain.

* **Amounts** are integers of the currency's smallest unit (`GET /api/v1/meta` names it); chips are an object of
  denomination and count. A number with a fraction is refused.
* **Times** are RFC 3339 in UTC. The gaming day and the shift are the server's; a client never sends them.
* **Writes** carry an `Idempotency-Key` that the client makes for each intent. A repeat gets the first answer again,
  byte for byte; another body under the same key is a 409.
* **`If-Match`** names the position (`seq`) of the table that the sender last saw; every answer gives it as its `ETag`.
  412 means that the table moved on: read it again.
* **Refusals** are RFC 9457 problems with a stable `code`; what each means stands at `/problems/<code>`.
* **Lists** come in pieces: `next` is the query that leads on. A parameter that is not known is a 400.
* **Hidden cards** are `??`. The log keeps a commitment to each, and reveals it when the rules turn the card up.
""".strip()

TAGS: Final[Mapping[str, str]] = {
    "sign-ons": "Signing on at a terminal with badge and PIN, or elsewhere with user name and password",
    "play": "What a dealer's terminal, a shoe reader and a betting system send while a round is on",
    "crowd": "Bets of onlookers by the thousand at one table, from their front money, and what became of them",
    "rounds": "The felt as it lies now, and every round before it",
    "rulings": "What only the pit boss decides, and calling him",
    "approvals": "What a dealer asks of his pit boss, and the queue in which it waits",
    "ratings": "Rating slips: what players bet and how long, and the theoretical win of it",
    "pit": "Alerts of a pit, and its handover from one boss to the next",
    "disputes": "Claims about rounds and misdeals, their rulings within the rule pack, and a round step by step",
    "shoes": "The shoe's life: received, inspected, mixed, cut, blocked, retired",
    "limits": "Posted limits, and the maximum lifted for one player",
    "tables": "How the tables of the house stand",
    "table life": "Tables opened, rolled into the next shift and closed by a signed count",
    "racks": "What the racks should hold, and chips that come from the cage and from players",
    "slips": "Fills, credits and even exchanges: asked for, made out, carried, counted, and every number accounted for",
    "markers": "Chips on credit: lines, markers given, paid at tables and in the cage, void, and handed over",
    "papers": "Papers of the log: counts of racks, boxes and sheets, each with its file and every print on record",
    "cage": "The cage and its vault: chips and cash, patrons at the window, counts, chip sets",
    "equipment": "Cards and dice outside play: delivered, given to tables, brought back, destroyed, counted",
    "boxes": "Drop boxes: taken by two, waiting for the count, missing from it",
    "count room": "Counts of drop boxes: the team, two blind counts and a verifier, the totals that are signed",
    "patrons": "Players the house knows",
    "people": "Staff, their roles, licences, PINs and passwords, who is signed on, and who is in charge of which pit",
    "terminals": "Devices: registered, enrolled, revoked",
    "log": "The hash-chained log, word for word, for those who prove it",
    "reports": "Reports made in the background, as PDF, workbook, CSV and JSON",
    "books": "Journals, balances and certified shift reports that follow from the log",
    "audit": "Internal audit: exports of the log, drawn samples, findings and their answers",
    "house": "The house, its clock, pits, tables as they are furnished, and house rules",
}


@lru_cache(maxsize=1)
def text() -> bytes:
    """The document as it is checked in."""
    return DOCUMENT.read_bytes()


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """OpenAPI 3.0.3, for clients and for the pages beside it."""
    return HttpResponse(text(), content_type=CONTENT_TYPE)


class Docs(SpectacularSwaggerSplitView):
    """The document as pages. Its script is served apart, because the house allows no script inside a page."""

    template_name = "api_docs.html"
    url_name = "schema"


def finish(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Called by the generator at the end: introduction, tags, ETag headers, and each example problem only once."""
    result["info"]["description"] = DESCRIPTION
    used = {tag for operation in _operations(result) for tag in operation["tags"]}
    result["tags"] = [{"name": name, "description": words} for name, words in TAGS.items() if name in used]
    examples: dict[str, Any] = {}
    with translation.override("en"):
        for operation in _operations(result):
            _share_problems(operation, examples)
            _tell_etags(operation)
    result["components"]["examples"] = dict(sorted(examples.items()))
    return result


def _operations(result: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in result["paths"].values():
        yield from methods.values()


def _share_problems(operation: Mapping[str, Any], shared: dict[str, Any]) -> None:
    """Move example problems to the components, with the sentence that the house really says."""
    for response in operation["responses"].values():
        content = response.get("content", {}).get(PROBLEM_TYPE, {})
        for example in content.pop("examples", {}).values():
            told = {**example["value"], "detail": wording.sentence(example["value"]["code"])}
            name = f"{told['status']}_{told['code']}"
            shared[name] = {"value": told}
            content.setdefault("examples", {})[told["code"]] = {"$ref": f"#/components/examples/{name}"}


def _tell_etags(operation: Mapping[str, Any]) -> None:
    """Operations that take a position also give one."""
    taken = {parameter["name"] for parameter in operation.get("parameters", ())}
    if taken.isdisjoint({"If-Match", "If-None-Match"}):
        return
    header = {"description": 'What the next If-Match may name, such as `"1183"`', "schema": {"type": "string"}}
    for status, response in operation["responses"].items():
        if status.startswith("2") or status == "304":
            response["headers"] = {"ETag": header}
