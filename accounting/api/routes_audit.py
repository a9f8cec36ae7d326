"""Every address of internal audit under ``/api/v1/audit/``."""

from django.urls import URLPattern, path

from accounting.api import audit_findings, audit_samples, log_exports, sequences
from tables.api import converters

_NUMBER = f"<{converters.NUMBER}:number>"

urlpatterns: list[URLPattern] = [
    path("audit/log-exports", log_exports.LogExports.as_view(), name="log-exports"),
    path(f"audit/log-exports/{_NUMBER}/archive.zip", log_exports.LogArchive.as_view(), name="log-archive"),
    path("audit/samples", audit_samples.AuditSamples.as_view(), name="audit-samples"),
    path(f"audit/samples/{_NUMBER}", audit_samples.AuditSample.as_view(), name="audit-sample"),
    path(f"audit/samples/{_NUMBER}/sample.pdf", audit_samples.AuditSamplePdf.as_view(), name="audit-sample-pdf"),
    path(f"audit/sequences/<{converters.DAY}:gaming_day>", sequences.Sequences.as_view(), name="sequences"),
    path("audit/findings", audit_findings.AuditFindings.as_view(), name="audit-findings"),
    path(f"audit/findings/{_NUMBER}", audit_findings.OneAuditFinding.as_view(), name="audit-finding"),
    path(f"audit/findings/{_NUMBER}/answers", audit_findings.FindingAnswers.as_view(), name="finding-answers"),
    path(f"audit/findings/{_NUMBER}/closures", audit_findings.FindingClosures.as_view(), name="finding-closures"),
    path("audit/repeated-findings", audit_findings.RepeatedFindings.as_view(), name="repeated-findings"),
]
