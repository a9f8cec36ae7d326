"""Live pages: who watches a stream hears that it went on, and asks for what he may see of it."""
