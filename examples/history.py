"""Prints the newest actions of an account, and how much of the chain the index covers."""

import json
import sys
from urllib.parse import urlencode
from urllib.request import urlopen

URL = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8081"
ELECTOR = "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF"


def ask(operation, **query):
    """Returns the answer of a v3 operation, and the header that states the index's coverage."""
    with urlopen(f"{URL}/api/v3/{operation}?{urlencode(query)}", timeout=30) as response:
        return json.load(response), response.headers["X-Index-Coverage"]


answer, coverage = ask("transactions", account=ELECTOR, limit=3)
for transaction in answer["transactions"]:
    print(transaction["now"], transaction["hash"], transaction["total_fees"])
print("coverage:", coverage)
