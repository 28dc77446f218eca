"""Hooks of schemathesis. Most generated addresses, hashes and times name nothing on the network, so that requests get
real ones in their place; each answer is checked against the document and written to a file."""

import json
import os
import urllib.request

import schemathesis
from hypothesis import strategies
from schemathesis.specs.openapi import checks

API = os.environ["TONSCOPE_API"]

SERVER_ERRORS = (
    # tonlib and liteservers
    "LITE_SERVER_",
    "INVALID_BAG_OF_CELLS: ",
    "INVALID_FIELD: ",
    "VALIDATE_ACCOUNT_STATE",
    "cannot deserialize bag-of-cells: ",
    "bag-of-cells CRC32C mismatch",
    "Failed to unpack Message",
    "CommonMsgInfo tag is not ext_in_msg_info",
    # toncenter's v2 server, before or instead of tonlib's text
    "Failed to parse dec string to int",
    "Name is too long",
    "Result stack depth >= ",
    "Unsuppored stack entry",
    "Unsupported stack entry type: ",
    "failed to get shards at create_lt: LITE_SERVER_",
    "failed to lookup block by given lt: LITE_SERVER_",
    "from mc block is too old",
    "get method failed",
    "lookup from block error: LITE_SERVER_",
    # toncenter's v3 server; what v2 refuses of a get-method's call is 500 there
    "failed to parse address",
    "unsupported stack parameter type: ",
    "value of a stack parameter of type ",
    "Wrong character in the string",
    "Wrong padding length",
)
"""Beginnings of the errors that toncenter's servers answer with a status from 500 too."""

CHECKS = (
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
)


def result(path):
    with urllib.request.urlopen(f"{API}/api/v3/{path}", timeout=30) as response:
        return json.load(response)


def real_values():
    """Returns values on the network by parameter, in the forms of v3, and transactions by parameter."""
    transactions = result("transactions?limit=300")["transactions"]
    messages = result("messages?limit=300")["messages"]
    contents = [message["message_content"] for message in messages if message["message_content"]]
    accounts = [top["account"] for top in result("topAccountsByBalance?limit=200")]
    seqnos = list(range(1, result("masterchainInfo")["last"]["seqno"] + 1))
    hashes = [transaction["hash"] for transaction in transactions]
    message_hashes = [message["hash"] for message in messages]
    times = [transaction["now"] for transaction in transactions]
    opcodes = sorted({message["opcode"] for message in messages if message["opcode"]})
    bodies = [content["body"] for content in contents]
    lts = [transaction["lt"] for transaction in transactions]
    return {
        **dict.fromkeys(("address", "account", "exclude_account", "source", "destination"), accounts),
        **dict.fromkeys(("hash", "tx_hash"), hashes),
        **dict.fromkeys(("msg_hash", "ext_msg_hash"), message_hashes),
        "trace_id": sorted({transaction["trace_id"] for transaction in transactions if transaction["trace_id"]}),
        "body_hash": [content["hash"] for content in contents],
        **dict.fromkeys(("seqno", "mc_seqno", "from_seqno"), seqnos),
        "workchain": [-1, 0],
        "shard": ["8000000000000000"],
        **dict.fromkeys(("opcode", "opcodes"), opcodes),
        **dict.fromkeys(("bodies", "boc", "body"), bodies),
        **dict.fromkeys(("start_utime", "end_utime", "unixtime"), times),
        **dict.fromkeys(("lt", "start_lt", "end_lt", "to_lt", "created_lt", "after_lt"), lts),
        **dict.fromkeys(("config_id", "param"), range(-5, 90)),
    }, [{name: transaction[name] for name in ("account", "lt", "hash")} for transaction in transactions]


VALUES, TRANSACTIONS = real_values()
V2_VALUES = {**VALUES, "shard": ["-9223372036854775808"]}


@strategies.composite
def with_real_values(draw, generated, values):
    """Generated parameters with real values: none in a third of the requests, and in another third those of account,
    hash and logical time from one transaction."""
    parameters = draw(generated)
    manner = draw(strategies.sampled_from(("generated", "any", "one transaction")))
    if not isinstance(parameters, dict) or manner == "generated":
        return parameters
    together = {}
    if manner == "one transaction":
        transaction = draw(strategies.sampled_from(TRANSACTIONS))
        together = {"address": transaction["account"], **transaction}
    replaced = dict(parameters)
    for name, value in parameters.items():
        if name not in values or draw(strategies.integers(0, 9)) == 0:
            continue
        real = together.get(name, draw(strategies.sampled_from(values[name])))
        more = draw(strategies.lists(strategies.sampled_from(values[name]), max_size=3))
        replaced[name] = [real, *more] if isinstance(value, list) else real
    return replaced


def values_of(operation):
    return V2_VALUES if operation.path.startswith("/api/v2/") else VALUES


@schemathesis.hook
def before_generate_query(context, strategy):
    return with_real_values(strategy, values_of(context.operation))


@schemathesis.hook
def before_generate_body(context, strategy):
    return with_real_values(strategy, values_of(context.operation))


def fault_of(context, response, case):
    """Returns what of an answer is not as documented; None if all is."""
    documented = case.operation.definition.raw["responses"]
    # The document's `default` would allow every status. A method that a path does not have is no operation of it.
    if str(response.status_code) not in documented and response.status_code != 405:
        return f"status {response.status_code} is not documented"
    if response.status_code >= 500:
        error = json.loads(response.content)["error"]
        if not error.startswith(SERVER_ERRORS):
            return f"toncenter has no such error: {response.status_code} {error}"
    for check in CHECKS:
        try:
            check(context, response, case)
        except BaseExceptionGroup as group:
            return "; ".join(str(failure) for failure in group.exceptions)
        except AssertionError as failure:
            return str(failure)
    return None


@schemathesis.check
def as_documented(context, response, case):
    fault = fault_of(context, response, case)
    told = None if fault is None else f"{fault[:600]}: {case.as_curl_command()[:600]}"
    with open(os.environ["TONSCOPE_ANSWERS"], "a", encoding="utf-8") as answers:
        answers.write(json.dumps([case.operation.label, told]) + "\n")
