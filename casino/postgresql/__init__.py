"""The house's database backend (``ENGINE``): Django's own, with a pool that survives a restart of the server."""
