"""An operation of the API at the moment when its example is accepted, and what is answered to others."""

from typing import Any

from accounting.services import follow
from tests import described
from tests.attacks import bodies, untouched
from tests.attacks.bodies import Field
from tests.described import Operation
from tests.tables.api import test_examples
from tests.tables.api.test_matrix import head
from tests.whole_house import WholeHouse

WRITES = [operation for operation in described.operations() if "requestBody" in operation.told]


class Attacked:
    """An operation whose example would be accepted now, and what is answered to others."""

    def __init__(self, operation: Operation, whole: WholeHouse) -> None:
        name, self.row = operation.told["operationId"], test_examples.row_of(operation)
        self.name = str(name)
        test_examples.prepare(name, self.row, whole)
        sender = test_examples.SENDERS.get(name) or (self.row.allowed or ("nobody",))[0]
        self.caller = whole[sender]
        self.body = test_examples.sent(operation)
        self.schema = operation.told["requestBody"]["content"][described.JSON]["schema"]
        self.seen = head(self.row.path)
        follow.follow_all()  # so that what catches up with the log before it refuses finds nothing to do

    def fields(self, kind: str) -> list[Field]:
        """The fields that hold a ``kind`` by the document."""
        return [field for field in bodies.fields(self.schema, self.body) if field.schema.get("type") == kind]

    def answer(self, body: Any) -> Any:
        """What is answered; the house is as before afterwards."""
        return untouched.ask(lambda: self.caller.post(self.row.path, body, match=self.seen))
