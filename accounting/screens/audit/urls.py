"""Addresses of the audit room."""

from django.urls import path

from accounting.screens.audit import exports, findings, frame, numbers, samples, trail

urlpatterns = [
    path("audit/", frame.room, name="audit"),
    path("audit/trail/", trail.trail, name="audit-trail"),
    path("audit/trail/<path:stream>/<int:seq>/", trail.event, name="audit-event"),
    path("audit/findings/", findings.listing, name="audit-findings"),
    path("audit/findings/new", findings.new, name="audit-new-finding"),
    path("audit/findings/<int:number>/", findings.finding, name="audit-finding"),
    path("audit/samples/", samples.listing, name="audit-samples"),
    path("audit/samples/<int:number>/", samples.sample, name="audit-sample"),
    path("audit/samples/<int:number>/sample.pdf", samples.as_pdf, name="audit-sample-pdf"),
    path("audit/numbers/", numbers.numbers, name="audit-numbers"),
    path("audit/exports/", exports.exports, name="audit-exports"),
    path("audit/exports/<int:number>/archive.zip", exports.archive, name="audit-archive"),
]
