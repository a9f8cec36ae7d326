"""The baseline of the web part: the least that Django REST framework can do and still validate and store a row."""

from django.db import connection, transaction
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class BareRow(serializers.Serializer[dict[str, int]]):
    bet = serializers.IntegerField(min_value=1, max_value=10**9)
    amount = serializers.IntegerField(min_value=1, max_value=10**9)


class BareRows(APIView):
    """One validated row inserted and committed: no sign-on, no lock, no rules, no log."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    schema = None

    def post(self, request: Request) -> Response:
        row = BareRow(data=request.data)
        row.is_valid(raise_exception=True)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO bench_bare (body) VALUES (jsonb_build_object('bet', %s::int, 'amount', %s::int))"
                " RETURNING id",
                [row.validated_data["bet"], row.validated_data["amount"]],
            )
            (number,) = cursor.fetchone() or (0,)
        return Response({"id": number}, status=201)
