"""Files that a page hands out."""

from django.http import HttpResponse

from tables.documents.drawing import File


def download(file: File) -> HttpResponse:
    """A file to be saved under its own name."""
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"', "Cache-Control": "no-store"}
    return HttpResponse(file.content, content_type=file.content_type, headers=headers)
