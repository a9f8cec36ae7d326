"""The forms of a page as a browser would send them, for who sends something else."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

#: Forms that change the browser and not the house.
ELSEWHERE = ("/sign-out/", "/language/", "/theme/")


@dataclass(slots=True)
class Form:
    """Where a form is sent, how, and what stands in it as it is drawn; ``buttons`` are its keys with their values."""

    action: str
    posts: bool
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def bodies(self) -> Iterator[dict[str, str]]:
        """What is sent, once for each key."""
        kept = {name: value for name, value in self.fields.items() if name != "csrfmiddlewaretoken"}
        if not self.buttons:
            yield kept
        for name, value in self.buttons:
            yield {**kept, name: value}


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._address = address
        self._form: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = has.get("action") or has.get("hx-post") or has.get("hx-get") or self._address
            self._form = Form(action.partition("?")[0], "hx-post" in has or has.get("method", "").lower() == "post")
            self.forms.append(self._form)
        elif self._form is not None:
            self._part(tag, has, self._form)

    def _part(self, tag: str, has: dict[str, str], form: Form) -> None:
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "option" and self._select:
            form.fields[self._select] = form.fields[self._select] or value
        elif not name:
            return
        elif tag == "button" or has.get("type") == "submit":
            form.buttons.append((name, value))
        elif tag in ("input", "select", "textarea"):
            form.fields.setdefault(name, value if tag == "input" else "")
            self._select = name if tag == "select" else self._select

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""


def of(address: str, page: str) -> list[Form]:
    """The forms of a page that was drawn at an address."""
    reader = _Reader(address)
    reader.feed(page)
    return [form for form in reader.forms if form.action not in ELSEWHERE and "sign-off" not in form.action]
