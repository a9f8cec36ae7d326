"""Minor units written as whole units of the currency, for readers; the exact figure always stands beside."""


def spelt(amount: int, exponent: int) -> str:
    """``-123456`` with exponent 2 is ``-1234.56``: no grouping, a point, a leading minus."""
    if not exponent:
        return str(amount)
    whole, part = divmod(abs(amount), 10**exponent)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{exponent}d}"
