"""Compares pytoniq at trust level 0 with Tonscope's v2 API.

At that level pytoniq starts from `init_block`, which must be a key block, and proves every answer from there on.
"""

import json
import os
import re
import sys
from base64 import b64decode, b64encode

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "python"))

from comparison import Api, address_information, header_facts, main, outcome, spread, transaction_hashes, without
from pytoniq import LiteClient

MASTERCHAIN_SHARD = -(2**63)
METHODS = ["seqno", "get_public_key", "get_jetton_data", "get_nft_data", "get_collection_data", "participant_list"]


async def run(given, tally):
    with open(given.config) as file:
        config = json.load(file)
    client = LiteClient.from_config(config, 0, trust_level=0, timeout=30)
    await client.connect()
    try:
        tally.add("sync", True)
        await compare(given, client, Api(given.api), tally)
    finally:
        await client.close()


async def compare(given, client, api, tally):
    first = client.init_key_block.seqno + 1
    head = client.last_mc_block
    await wait_for(api, head.seqno)
    accounts = set()
    for seqno in [*spread(range(first, head.seqno), given.blocks), head.seqno]:
        header = await api.v2("getBlockHeader", workchain=-1, shard=MASTERCHAIN_SHARD, seqno=seqno)
        # Among key blocks pytoniq proves the newest alone: it takes any link back to a key block for one to the last
        # key block of the state (raw_get_mc_block_proof).
        if header["is_key_block"] and seqno < client.last_key_block.seqno:
            continue
        await block(client, api, tally, -1, MASTERCHAIN_SHARD, seqno, accounts)
        master = head if seqno == head.seqno else (await client.lookup_block(-1, MASTERCHAIN_SHARD, seqno))[0]
        theirs = await outcome(client.get_all_shards_info(master))
        ours = (await api.v2("getShards", seqno=seqno))["shards"]
        # pytoniq gives a shard block's position only as its descriptor does: the root hash names the block.
        found = sorted(b64encode(shard.root_hash).decode() for shard in theirs) if isinstance(theirs, list) else theirs
        tally.compare("get_all_shards_info", seqno, found, sorted(shard["root_hash"] for shard in ours))
        for shard in ours:
            if shard["seqno"] > 0:
                await block(client, api, tally, shard["workchain"], int(shard["shard"]), shard["seqno"], accounts)
    for account in sorted(accounts):
        await account_calls(client, api, tally, account, head)
    config = await outcome(client.get_config_all(head))
    ours = await api.v2("getConfigAll", seqno=head.seqno)
    tally.add("get_config_all", 34 in config and "config" in ours, str(config)[:300])


async def block(client, api, tally, workchain, shard, seqno, accounts):
    name = f"({workchain},{shard},{seqno})"
    place = {"workchain": workchain, "shard": shard, "seqno": seqno}
    found = await outcome(client.lookup_block(workchain, shard, seqno))
    ours = await outcome(api.v2("lookupBlock", **place))
    if isinstance(found, dict):
        tally.add("lookup_block", False, f"{name}: {found}")
        return
    id = found[0]
    theirs = {"root_hash": b64encode(id.root_hash).decode(), "file_hash": b64encode(id.file_hash).decode()}
    tally.compare("lookup_block", name, theirs, {key: ours.get(key) for key in theirs})
    header = await outcome(client.raw_get_block_header(id))
    facts = header if isinstance(header, dict) else header_facts(header.info)
    ours = await outcome(api.v2("getBlockHeader", **place))
    tally.compare("raw_get_block_header", name, facts, {key: ours.get(key) for key in facts})
    whole = await outcome(client.raw_get_block(id))
    tally.add("raw_get_block", not isinstance(whole, dict), f"{name}: {whole}")
    full = await outcome(client.raw_get_block_transactions_ext(id))
    ours = await outcome(api.v2("getBlockTransactionsExt", **place, count=1000))
    accounts.update(item["account"] for item in ours.get("transactions", []))
    theirs = full if isinstance(full, dict) else [b64encode(item.cell.hash).decode() for item in full]
    tally.compare("raw_get_block_transactions_ext", name, theirs, transaction_hashes(ours))


async def account_calls(client, api, tally, account, head):
    ours = await outcome(api.v2("getAddressInformation", address=account, seqno=head.seqno))
    state = await outcome(client.raw_get_account_state(account, head))
    tally.compare("raw_get_account_state", account, pytoniq_account(state), address_information(ours))
    history = await outcome(client.get_transactions(account, 32))
    known = await outcome(api.v2("getTransactionsStd", address=account, limit=32))
    theirs = history if isinstance(history, dict) else [b64encode(item.cell.hash).decode() for item in history]
    tally.compare("get_transactions", account, theirs, transaction_hashes(known))
    for transaction in spread(known.get("transactions", []), 2):
        await one_transaction(client, tally, account, transaction)
    for method in METHODS:
        result = await outcome(client.run_get_method(account, method, [], head))
        question = {"address": account, "method": method, "stack": [], "seqno": head.seqno}
        ours = await outcome(api.v2_post("runGetMethod", question))
        theirs = len(result) if isinstance(result, list) else exit_code(result["error"])
        # The liteserver's exit code of an account without code is -256, the C++ API's -13.
        code = {-13: -256}.get(ours.get("exit_code"), ours.get("exit_code", ours))
        expected = len(ours["stack"]) if code == 0 else str(code)
        tally.add("run_get_method", str(theirs) == str(expected), f"{account} {method}: {result}, ours {ours}"[:400])


def exit_code(error):
    found = re.search(r"exit code:? (-?\d+)", error)
    return found[1] if found else error


async def one_transaction(client, tally, account, transaction):
    lt = int(transaction["transaction_id"]["lt"])
    blocks = (await client.raw_get_transactions(account, 1, lt, b64decode(transaction["transaction_id"]["hash"])))[1]
    found = await outcome(client.get_one_transaction(account, lt, blocks[0]))
    equal = not isinstance(found, dict) and b64encode(found.cell.hash).decode() == transaction["transaction_id"]["hash"]
    tally.add("get_one_transaction", equal, f"{account} {lt}: {found}")


def pytoniq_account(state):
    if isinstance(state, dict):
        return state
    account, shard_account = state
    if account is None:
        return {"balance": "0", "state": "uninitialized", "code": "", "data": ""}
    active = account.storage.state.type_ == "account_active"
    init = account.storage.state.state_init if active else None
    return {
        "balance": str(account.storage.balance.grams),
        "state": {"account_uninit": "uninitialized"}.get(account.storage.state.type_, account.storage.state.type_[8:]),
        "code": init.code.hash.hex() if init and init.code else "",
        "data": init.data.hash.hex() if init and init.data else "",
        "lt": str(shard_account.last_trans_lt),
        "hash": shard_account.last_trans_hash.hex(),
    }


async def wait_for(api, seqno):
    """The API answers from the block that the client has seen, or a newer one."""
    info = await api.v2("getMasterchainInfo")
    assert info["last"]["seqno"] >= seqno, f"the API's head {info['last']['seqno']} is older than {seqno}"


if __name__ == "__main__":
    main(run)
