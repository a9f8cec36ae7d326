"""Every address of statistical reviews under ``/api/v1/statistical-reviews``."""

from django.urls import URLPattern, path

from accounting.api import reviews
from tables.api import converters

_ONE = f"statistical-reviews/<{converters.NUMBER}:number>"

urlpatterns: list[URLPattern] = [
    path("statistical-reviews", reviews.StatisticalReviews.as_view(), name="statistical-reviews"),
    path(_ONE, reviews.OneStatisticalReview.as_view(), name="statistical-review"),
    path(f"{_ONE}/explanations", reviews.DeviationExplanations.as_view(), name="deviation-explanations"),
    path(f"{_ONE}/closings", reviews.ReviewClosings.as_view(), name="review-closings"),
]
