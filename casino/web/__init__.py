"""What every door on the web side shares: problems, strict JSON, throttles, and how the API is described."""
