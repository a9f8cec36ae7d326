"""What a problem's ``type`` leads to: the code and its sentence, in the reader's language."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from casino.web import wording


@require_safe
def problem_page(request: HttpRequest, code: str) -> HttpResponse:
    """``/problems/<code>``, as plain text."""
    if code not in wording.SENTENCES:
        raise Http404
    return HttpResponse(f"{code}\n\n{wording.sentence(code)}\n", content_type="text/plain; charset=utf-8")
