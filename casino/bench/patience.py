"""A throttle for a client that presses faster than any dealer."""

from casino.web.throttles import HouseThrottle


class PatientThrottle(HouseThrottle):
    """Counts like the house's, so that counting is measured too, and never says no."""

    signed_on = ("floor", 10**9)
    strangers = ("door", 10**9)
