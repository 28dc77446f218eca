"""Compares tonutils (Python) with Tonscope's v2 API: its lite client over ADNL and its toncenter client over HTTP."""

import json
import os
import sys
from base64 import b64decode, b64encode
from hashlib import sha256

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "python"))

from comparison import Api, address_information, header_facts, main, outcome, spread, transaction_hashes
from ton_core import Address, Cell, DNSCategory, NetworkGlobalID
from ton_core.contrib.utils import parse_stack_config
from tonutils.clients import LiteClient, ToncenterClient

MASTERCHAIN_SHARD = -(2**63)
METHODS = ["seqno", "get_public_key", "get_jetton_data", "get_nft_data", "get_collection_data", "participant_list"]


async def run(given, tally):
    with open(given.config) as file:
        config = json.load(file)
    api = Api(given.api)
    lite = LiteClient.from_config(NetworkGlobalID.TESTNET, config=config, index=0, request_timeout=30)
    await lite.connect()
    try:
        accounts = await chain(given, lite, api, tally)
        await contracts("lite", lite, api, tally, accounts)
    finally:
        await lite.close()
    http = ToncenterClient(
        NetworkGlobalID.TESTNET, base_url=f"{given.api}/api/v2", timeout=30, rps_limit=1000, rps_period=1.0
    )
    await http.connect()
    try:
        await contracts("http", http, api, tally, accounts)
    finally:
        await http.close()


async def chain(given, lite, api, tally):
    info = await lite.get_masterchain_info()
    ours = await api.v2("getMasterchainInfo")
    theirs = {"seqno": info.last.seqno, "root_hash": hash_text(info.last.root_hash)}
    tally.compare("get_masterchain_info", "head", theirs, {key: ours["last"][key] for key in theirs})
    for name, work in (("get_time", lite.get_time()), ("get_version", lite.get_version())):
        answer = await outcome(work)
        tally.add(name, isinstance(answer, int), str(answer))
    accounts = set()
    for seqno in spread(range(1, info.last.seqno + 1), given.blocks):
        await block(lite, api, tally, -1, MASTERCHAIN_SHARD, seqno, accounts)
        master = (await lite.lookup_block(-1, MASTERCHAIN_SHARD, seqno))[0]
        theirs = await outcome(lite.get_all_shards_info(master))
        ours = (await api.v2("getShards", seqno=seqno))["shards"]
        found = sorted(hash_text(shard.root_hash) for shard in theirs) if isinstance(theirs, list) else theirs
        tally.compare("get_all_shards_info", seqno, found, sorted(shard["root_hash"] for shard in ours))
        for shard in ours:
            if shard["seqno"] > 0:
                await block(lite, api, tally, shard["workchain"], int(shard["shard"]), shard["seqno"], accounts)
    return accounts


async def block(lite, api, tally, workchain, shard, seqno, accounts):
    name = f"({workchain},{shard},{seqno})"
    place = {"workchain": workchain, "shard": shard, "seqno": seqno}
    found = await outcome(lite.lookup_block(workchain, shard, seqno))
    ours = await outcome(api.v2("lookupBlock", **place))
    if isinstance(found, dict):
        tally.add("lookup_block", False, f"{name}: {found}")
        return
    id = found[0]
    tally.compare("lookup_block", name, hash_text(id.root_hash), ours.get("root_hash"))
    header = await outcome(lite.get_block_header(id))
    facts = header if isinstance(header, dict) else header_facts(header[1].info)
    ours = await outcome(api.v2("getBlockHeader", **place))
    tally.compare("get_block_header", name, facts, {key: ours.get(key) for key in facts})
    full = await outcome(lite.get_block_transactions(id))
    ours = await outcome(api.v2("getBlockTransactionsExt", **place, count=1000))
    accounts.update(item["account"] for item in ours.get("transactions", []))
    theirs = full if isinstance(full, dict) else [b64encode(item.cell.hash).decode() for item in full]
    tally.compare("get_block_transactions", name, theirs, transaction_hashes(ours))


async def contracts(kind, client, api, tally, accounts):
    """Calls that the lite client and the HTTP client share."""
    config = await outcome(client.get_config())
    if "error" in config:
        tally.add(f"{kind} get_config", False, str(config))
    else:
        tally.add(f"{kind} get_config", 34 in config and 20 in config and 5 in config, str(sorted(config)))
    for account in sorted(accounts):
        ours = await outcome(api.v2("getAddressInformation", address=account))
        info = await outcome(client.get_info(account))
        expected = address_information(ours)
        if not isinstance(info, dict):
            info = {
                "balance": str(info.balance),
                "state": {"nonexist": "uninitialized", "uninit": "uninitialized"}.get(info.state.value, info.state.value),
                "code": info.code.hash.hex() if info.code else "",
                "data": info.data.hash.hex() if info.data else "",
                **({"lt": str(info.last_transaction_lt)} if info.last_transaction_lt else {}),
                **({"hash": hash_hex(info.last_transaction_hash)} if info.last_transaction_lt else {}),
            }
        tally.compare(f"{kind} get_info", account, info, expected)
        history = await outcome(client.get_transactions(account, limit=32))
        known = await outcome(api.v2("getTransactionsStd", address=account, limit=32))
        theirs = history if isinstance(history, dict) else [b64encode(item.cell.hash).decode() for item in history]
        tally.compare(f"{kind} get_transactions", account, theirs, transaction_hashes(known))
        for method in METHODS:
            result = await outcome(client.run_get_method(account, method))
            ours = await outcome(api.v2_post("runGetMethod", {"address": account, "method": method, "stack": []}))
            failed = isinstance(result, dict)
            equal = failed == (ours.get("exit_code") != 0) and (failed or len(result) == len(ours["stack"]))
            tally.add(f"{kind} run_get_method", equal, f"{account} {method}: {result}, ours {ours}"[:600])
    for domain in ("alice.ton", "bobs-garage.ton", "grace.ton"):
        await resolve(kind, client, api, tally, domain)


async def resolve(kind, client, api, tally, domain):
    """Resolves a domain by the client's own walk from the root, which puts numbers and slices on the stack."""
    config = (await api.v2("getConfigAll"))["config"]["bytes"]
    root = parse_stack_config(Cell.one_from_boc(b64decode(config)).begin_parse()).get(4)
    if root is None:
        return  # a network without domains
    record = await outcome(client.dnsresolve(domain, DNSCategory.WALLET))
    theirs = record.value.to_str(is_user_friendly=False).lower() if hasattr(record, "value") else record
    address = Address((-1, root.dns_root_addr)).to_str()
    ours = await outcome(api.v2("dnsResolve", address=address, name=f"{domain}.", ttl=5))
    if "entries" not in ours:  # a root address without a contract: the client must fail too
        tally.add(f"{kind} dnsresolve", isinstance(record, dict) and "error" in record, f"{domain}: {record}, ours {ours}")
        return
    tally.compare(f"{kind} dnsresolve", domain, theirs, await wallet_of(api, ours))


async def wallet_of(api, answer):
    """Returns the raw address of the wallet among a name's entries, or None."""
    category = b64encode(sha256(b"wallet").digest()).decode()
    for entry in answer["entries"]:
        if entry["category"] == category:
            address = entry["entry"]["smc_address"]["account_address"]
            return (await api.v2("unpackAddress", address=address)).lower()
    return None


def hash_text(hash):
    return hash if isinstance(hash, str) and len(hash) == 44 else b64encode(bytes.fromhex(hash_hex(hash))).decode()


def hash_hex(hash):
    if isinstance(hash, bytes):
        return hash.hex()
    return hash if len(hash) == 64 else b64decode(hash).hex()


if __name__ == "__main__":
    main(run)
