"""Where a row of a report that is one event leads a reader on screen: to the event in the audit trail."""

from django.urls import reverse

from accounting.selectors.log_days import LoggedEvent


def of(event: LoggedEvent) -> str:
    """The address of the event with its hash and its journal."""
    return reverse("audit-event", args=[event.stream, event.seq])
