"""Addresses of the live lines; ``casino.asgi`` serves them on its async side."""

from django.urls import path, re_path

from casino.live import views

urlpatterns = [
    path("events/table/<slug:code>", views.table_events, name="table-events"),
    path("events/pit/<slug:code>", views.pit_events, name="pit-events"),
    re_path(r"^events/(?P<room>cage|count|house)$", views.room_events, name="room-events"),
    # Beside the seat's page, because that is as far as the player's cookie goes.
    path("seat/events", views.seat_events, name="seat-events"),
]
