"""One durable transaction each: following the log, certifying, building again, proving."""
