"""A document as a workbook: real numbers, sums as formulas with their value, one sheet a table, set up for print."""
