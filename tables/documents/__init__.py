"""Documents: what reports and slips are before they are HTML, a PDF, a workbook, CSV or JSON (docs/reports.md).

Plain Python without Django: builders hand in texts that are translated already, and a child process that draws a page
starts in a blink.
"""
