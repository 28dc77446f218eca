"""Calls every read operation of the toncenter SDK for Python and compares its parsed models with the raw answers.

A model that drops, renames or converts a field of our answer shows as a difference, and so does a validation error.
"""

import inspect
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "python"))

from comparison import Api, main, outcome
from pydantic import BaseModel
from toncenter.rest import ToncenterRestClient

# Operations of issues that come later, and those that change the chain.
NOT_SERVED = {
    "get_metadata", "get_actions", "get_pending_actions", "get_dns_records", "get_jetton_burns", "get_jetton_masters",
    "get_jetton_transfers", "get_jetton_wallets", "get_multisig_orders", "get_multisig_wallets", "get_nft_collections",
    "get_nft_items", "get_nft_transfers", "get_nft_sales", "get_vesting_contracts", "get_balance_changes",
}  # fmt: skip
SENDING = {"send_boc", "send_boc_return_hash", "send_message"}


async def run(given, tally):
    api = Api(given.api)
    # rps_limit 0: a client without a key otherwise limits itself to one request a second.
    async with ToncenterRestClient(base_url=given.api, rps_limit=0, retry_policy=None, timeout=30.0) as client:
        values = await examples(api)
        for version in ("v2", "v3"):
            mixin = getattr(client, version)
            for group in sorted(name for name, value in vars(type(mixin)).items() if isinstance(value, property)):
                resource = getattr(mixin, group)
                for name, method in inspect.getmembers(resource, inspect.iscoroutinefunction):
                    if name.startswith("_") or name in NOT_SERVED or name in SENDING:
                        continue
                    await operation(client, tally, f"{version} {name}", method, values)


async def operation(client, tally, call, method, values):
    arguments = {}
    for name, parameter in inspect.signature(method).parameters.items():
        if parameter.default is inspect.Parameter.empty or name in values["optional"].get(call, ()):
            value = values.get((call, name), values.get(name))
            if isinstance(value, dict) and name == "body":
                value = inspect.get_annotations(method, eval_str=True)[name](**value)
            if value is None:
                return  # the network has nothing of the kind, a token for instance
            arguments[name] = value
    raw = {}
    answer = await outcome(Recorded(client, raw).call(method, arguments))
    if isinstance(answer, dict) and set(answer) == {"error"}:
        # toncenter answers 404 too where no message is pending.
        if call in ("v3 get_pending_transactions",) and "emulated traces not found" in answer["error"]:
            tally.add(call, True)
            return
        tally.add(call, False, f"{arguments}: {answer['error']}"[:800])
        return
    body = raw.get("body")
    expected = body["result"] if isinstance(body, dict) and set(body) >= {"ok", "result"} else body
    try:
        theirs = known(plain(answer), expected)
    except ValueError as error:  # pydantic writes no structure deeper than its bound
        tally.add(call, False, f"{arguments}: {error}")
        return
    tally.compare(call, arguments, theirs, expected)


class Recorded:
    """Runs one call of the SDK and keeps the JSON text that it parsed."""

    def __init__(self, client, raw):
        self.client = client
        self.raw = raw

    async def call(self, method, arguments):
        parse = type(self.client)._parse_body

        def recording(text):
            self.raw["body"] = parse(text)
            return self.raw["body"]

        self.client._parse_body = recording
        try:
            return await method(**arguments)
        finally:
            del self.client._parse_body


def plain(value):
    """Returns a model as JSON with the field names of the wire."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def known(theirs, ours):
    """Fills in what the SDK's model does not have at all; drops what it only has as a default."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        filled = {key: known(theirs[key], item) if key in theirs else item for key, item in ours.items()}
        extra = {key: item for key, item in theirs.items() if key not in ours and item is not None}
        return {**filled, **{key: item for key, item in extra.items() if not is_default(key, item)}}
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        return [known(one, other) for one, other in zip(theirs, ours)]
    return theirs


def is_default(key, item):
    return key == "@type" or item in ([], {}, "", 0, False)


async def examples(api):
    """Takes arguments for all operations from the chain itself."""
    info = await api.v2("getMasterchainInfo")
    head = info["last"]
    transfer, message = await delivered(api)
    account = transfer["account"]
    shards = (await api.v2("getShards", seqno=head["seqno"]))["shards"]
    friendly = (await api.v2("packAddress", address=account))
    return {
        "optional": {
            "v2 lookup_block": {"seqno"}, "v2 get_libraries": {"libraries"}, "v3 get_traces": {"account"},
            "v3 get_adjacent_transactions": {"hash"}, "v3 get_transactions": {"account"}, "v3 get_messages": {"source"},
            "v3 get_transactions_by_message": {"msg_hash"}, "v3 get_pending_transactions": {"account"},
            "v3 get_pending_traces": {"account"}, "v3 get_blocks": {"workchain"}, "v3 decode_opcodes_and_bodies": {"opcodes"},
        },
        "address": account, ("v3 get_account_states", "address"): [account], ("v3 get_address_book", "address"): [account],
        ("v3 get_wallet_states", "address"): [account], ("v2 unpack_address", "address"): friendly,
        "source": account, "destination": message["destination"], "created_lt": message["created_lt"],
        "workchain": -1, "shard": "-9223372036854775808", "seqno": head["seqno"],
        ("v2 get_shard_block_proof", "workchain"): 0, ("v2 get_shard_block_proof", "shard"): shards[0]["shard"],
        ("v2 get_shard_block_proof", "seqno"): shards[0]["seqno"],
        "param": 34, "libraries": [transfer["hash"]], "method": "seqno", "stack": [], "hash": transfer["hash"],
        ("v2 detect_hash", "hash"): transfer["hash"], "account": [account],
        ("v3 get_pending_traces", "account"): account, ("v3 get_traces", "account"): account,
        "msg_hash": message["hash"], ("v3 get_messages", "source"): account, ("v3 get_transactions_by_message", "msg_hash"): message["hash"],
        ("v2 json_rpc", "method"): "getMasterchainInfo",
        "opcodes": ["0x0f8a7ea5"], ("v3 post_decode", "body"): {"opcodes": ["0x0f8a7ea5"], "bodies": []},
        ("v2 get_token_data", "address"): await first_account(api, lambda account: api.v2("getTokenData", address=account)),
        ("v3 get_wallet_information", "address"): await first_account(
            api, lambda account: api.v3("walletInformation", address=account)
        ),
        ("v2 estimate_fee", "body"): "te6cckEBAQEAAgAAAEysuc0=",
        ("v3 estimate_fee", "body"): {"address": account, "body": "te6cckEBAQEAAgAAAEysuc0=", "init_code": "", "init_data": "", "ignore_chksig": True},
        ("v3 run_get_method", "body"): {"address": account, "method": "seqno", "stack": []},
    }  # fmt: skip


async def delivered(api):
    """Returns a transaction and a message of it that another transaction has received."""
    for transaction in (await api.v3("transactions", limit=200, sort="desc"))["transactions"]:
        for message in transaction["out_msgs"]:
            hash = transaction["hash"]
            if "error" not in await outcome(api.v3("adjacentTransactions", hash=hash, direction="out")):
                return transaction, message
    raise LookupError("no message was delivered in the newest 200 transactions")


async def first_account(api, question):
    """Returns the first account that a question about accounts has an answer for, or None."""
    for item in await api.v3("topAccountsByBalance", limit=100):
        if "error" not in await outcome(question(item["account"])):
            return item["account"]
    return None


if __name__ == "__main__":
    main(run)
