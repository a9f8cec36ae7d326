"""Addresses of the stores of cards and dice, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import equipment

urlpatterns: list[URLPattern] = [
    path("equipment", equipment.Equipment.as_view(), name="equipment"),
    path("equipment/receipts", equipment.EquipmentReceipts.as_view(), name="equipment-receipts"),
    path("equipment/destructions", equipment.EquipmentDestructions.as_view(), name="equipment-destructions"),
    path("equipment/counts", equipment.EquipmentCounts.as_view(), name="equipment-counts"),
    path("tables/<str:table>/equipment-issues", equipment.EquipmentIssues.as_view(), name="equipment-issues"),
    path("tables/<str:table>/equipment-returns", equipment.EquipmentReturns.as_view(), name="equipment-returns"),
]
