"""A real PostgreSQL and a real Valkey from wheels, for a house without `DATABASE_URL` or `REDIS_URL`."""
