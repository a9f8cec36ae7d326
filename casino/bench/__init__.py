"""What the house can do a second, beside a baseline measured in the same run (script/bench, docs/benchmarks.md)."""
