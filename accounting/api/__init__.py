"""The books' doors under ``/api/v1/``."""
