"""A real PostgreSQL and a real Valkey from wheels, for a house that was given neither `DATABASE_URL` nor `REDIS_URL`."""
