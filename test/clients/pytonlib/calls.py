"""Compares tonlib, through pytonlib, with Tonscope's v2 API: every call of the table, on every block and account.

tonlib proves each answer of the liteserver from the zero state on, so an equal answer also shows that the proofs hold.
"""

import json
import os
import sys
from base64 import b64decode, b64encode

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "python"))

from comparison import Api, in_turns, main, outcome, root_hash, spread, without
from pytonlib import TonlibClient
from pytoniq_core import Cell

MASTERCHAIN = (-1, -(2**63))
# Get-methods of the contracts that the devnet and the sample hold; a contract without the method answers exit code 11.
METHODS = [
    "seqno", "get_public_key", "get_subwallet_id", "get_wallet_data", "get_jetton_data", "get_nft_data",
    "get_collection_data", "get_sale_data", "get_multisig_data", "get_order_data", "get_vesting_data", "get_domain",
    "get_plugin_list", "is_signature_allowed", "participant_list", "active_election_id", "royalty_params",
    "recv_internal_missing",
]  # fmt: skip


class Tonlib:
    """tonlib's own JSON requests, for what pytonlib has no method."""

    def __init__(self, client):
        self.client = client

    async def request(self, kind, block=None, **fields):
        request = {"@type": kind, **fields}
        if block is not None:
            request = {"@type": "withBlock", "id": block, "function": request}
        return await self.client.tonlib_wrapper.execute(request, timeout=30)


async def run(given, tally):
    with open(given.config) as file:
        config = json.load(file)
    # pytonlib starts at the zero state: the whole chain of key blocks is proved.
    config["validator"]["init_block"] = config["validator"]["zero_state"]
    client = TonlibClient(0, config, given.scratch, tonlib_timeout=30)
    await client.init()
    try:
        await client.sync_tonlib()
        tally.add("sync", True)
        chain = Comparison(client, Api(given.api), tally, given.blocks)
        await chain.blocks()
        await chain.configuration()
        await chain.accounts()
        await chain.methods()
        await chain.domains()
        await chain.tokens()
        await chain.emulated()
    finally:
        await client.close()


class Comparison:
    def __init__(self, client, api, tally, most_blocks):
        self.client = client
        self.tonlib = Tonlib(client)
        self.api = api
        self.tally = tally
        self.most_blocks = most_blocks
        self.transactions = []  # (account, lt, hash) of every transaction seen

    async def check(self, call, subject, theirs, ours):
        """Compares two awaitables; two errors are equal if their texts are."""
        self.tally.compare(call, subject, await outcome(theirs), await outcome(ours))

    async def blocks(self):
        info = await self.client.get_masterchain_info()
        self.tally.compare("getMasterchainInfo", "head", info, await self.api.v2("getMasterchainInfo"))
        self.head = info["last"]["seqno"]
        shards = {}

        async def masterchain(seqno):
            theirs = await outcome(self.client.get_shards(seqno))
            self.tally.compare("getShards", seqno, theirs, await outcome(self.api.v2("getShards", seqno=seqno)))
            for block in theirs.get("shards", []):
                shards[(block["shard"], block["seqno"])] = block
            await self.check(
                "getMasterchainBlockSignatures",
                seqno,
                self.client.get_masterchain_block_signatures(seqno),
                self.api.v2("getMasterchainBlockSignatures", seqno=seqno),
            )
            await self.block(*MASTERCHAIN, seqno)

        await in_turns(spread(range(1, self.head + 1), self.most_blocks), masterchain)

        async def shard(block):
            if block["seqno"] == 0:
                return
            await self.block(block["workchain"], int(block["shard"]), block["seqno"])

        await in_turns(shards.values(), shard)

    async def block(self, workchain, shard, seqno):
        place = {"workchain": workchain, "shard": shard, "seqno": seqno}
        name = f"({workchain},{shard},{seqno})"
        await self.check(
            "lookupBlock", name, self.client.lookup_block(**place), self.api.v2("lookupBlock", **place)
        )
        header = await outcome(self.client.get_block_header(**place))
        self.tally.compare(
            "getBlockHeader",
            name,
            without(header, "flags", "vert_seqno"),
            await outcome(self.api.v2("getBlockHeader", **place)),
        )
        for by, value in (("lt", header.get("start_lt")), ("unixtime", header.get("gen_utime"))):
            value = int(value) if value is not None else None
            await self.check(
                f"lookupBlock by {by}",
                name,
                self.client.lookup_block(workchain, shard, **{by: value}),
                self.api.v2("lookupBlock", workchain=workchain, shard=shard, **{by: value}),
            )
        await self.check(
            "getBlockTransactions",
            name,
            self.client.get_block_transactions(**place, count=1000),
            self.api.v2("getBlockTransactions", **place, count=1000),
        )
        full = await outcome(self.client.get_block_transactions_ext(**place, count=1000))
        if "req_count" in full:
            full["req_count"] = 1000  # pytonlib asks in parts of 256 and shows the first part's count
        for transaction in full.get("transactions", []):
            self.transactions.append(
                (
                    transaction["account"],
                    transaction["transaction_id"]["lt"],
                    transaction["transaction_id"]["hash"],
                )
            )
            transaction["@type"] = "raw.transactionExt"
            transaction["account"] = transaction["account"].upper()
        self.tally.compare(
            "getBlockTransactionsExt",
            name,
            full,
            await outcome(self.api.v2("getBlockTransactionsExt", **place, count=1000)),
        )
        await self.check(
            "getShardBlockProof",
            name,
            self.client.get_shard_block_proof(**place, from_seqno=self.head),
            self.api.v2("getShardBlockProof", **place, from_seqno=self.head),
        )

    async def configuration(self):
        await self.check("getConfigAll", "head", self.client.get_config_all(), self.api.v2("getConfigAll"))
        for seqno in spread(range(1, self.head + 1), 10):
            await self.check(
                "getConfigAll", seqno, self.client.get_config_all(seqno), self.api.v2("getConfigAll", seqno=seqno)
            )
        for param in list(range(0, 100)):
            await self.check(
                "getConfigParam", param, self.client.get_config_param(param), self.api.v2("getConfigParam", param=param)
            )

    async def accounts(self):
        self.addresses = sorted({account for account, *_ in self.transactions})
        # An account that never existed and one of a workchain that does not exist.
        strangers = ["0:" + "5a" * 32, "-1:" + "5a" * 32, "7:" + "5a" * 32]

        async def account(address):
            for seqno in [None, self.head, max(1, self.head // 2), 1]:
                state = await outcome(self.client.raw_get_account_state(address, seqno))
                ours = await outcome(self.api.v2("getAddressInformation", address=address, seqno=seqno))
                self.tally.compare(
                    "getAddressInformation", f"{address} {seqno}", full_state(state), without(ours, "state", "suspended")
                )
                extended = await outcome(self.client.generic_get_account_state(address, seqno))
                ours = await outcome(self.api.v2("getExtendedAddressInformation", address=address, seqno=seqno))
                self.tally.compare("getExtendedAddressInformation", f"{address} {seqno}", full_state(extended), ours)
                await self.check(
                    "getShardAccountCell",
                    f"{address} {seqno}",
                    self.client.get_shard_account_cell(address, seqno),
                    self.api.v2("getShardAccountCell", address=address, seqno=seqno),
                )
            await self.history(address)

        await in_turns(self.addresses + strangers, account)

    async def history(self, address):
        last = await outcome(self.client.raw_get_account_state(address))
        place = last.get("last_transaction_id")
        if place is None:
            return
        lt, hash = place["lt"], place["hash"]
        while lt != "0":
            theirs = await outcome(self.client.raw_get_transactions(address, lt, b64decode(hash).hex()))
            if "transactions" not in theirs:
                self.tally.add("getTransactionsStd", False, f"{address} {lt}: {theirs}")
                return
            ours = await outcome(
                self.api.v2(
                    "getTransactionsStd", address=address, lt=lt, hash=hash, limit=len(theirs["transactions"])
                )
            )
            self.tally.compare("getTransactionsStd", f"{address} {lt}", theirs, ours)
            place = theirs["previous_transaction_id"]
            lt, hash = place["lt"], place["hash"]

    async def methods(self):
        async def method(pair):
            address, name = pair
            theirs = await outcome(self.client.raw_run_method(address, name, [], self.head))
            question = {"address": address, "method": name, "stack": [], "seqno": self.head}
            ours = await outcome(self.api.v2_post("runGetMethod", question))
            self.tally.compare("runGetMethod", f"{address} {name}", without_tags(theirs), without_tags(ours))

        await in_turns([(address, name) for address in self.addresses for name in METHODS], method)

    async def domains(self):
        root = await outcome(self.client.get_config_param(4))
        if "config" not in root:
            return
        cell = Cell.one_from_boc(b64decode(root["config"]["bytes"]))
        address = "-1:" + cell.begin_parse().load_bytes(32).hex().upper()
        for name in ["ton.", "alice.ton.", "bobs-garage.ton.", "grace.ton.", "shop.alice.ton.", "tips.alice.ton.", "none.ton.", ".", ""]:
            for ttl in (0, 1, 2, 5):
                theirs = self.domain_entries(
                    "dns.resolve",
                    account_address={"account_address": address},
                    name=name,
                    category=b64encode(bytes(32)).decode(),
                    ttl=ttl,
                )
                ours = self.api.v2("dnsResolve", address=address, name=name, ttl=ttl)
                await self.check("dnsResolve", f"{name} ttl {ttl}", theirs, ours)

    async def domain_entries(self, *method, **question):
        """The C++ server renders the bag of a storage record in hex, tonlib's JSON in base64."""
        answer = await self.tonlib.request(*method, **question)
        for entry in answer.get("entries", []):
            if "bag_id" in entry["entry"]:
                entry["entry"]["bag_id"] = b64decode(entry["entry"]["bag_id"]).hex()
        return answer

    async def tokens(self):
        async def token(address):
            theirs = await outcome(self.client.get_token_data(address))
            ours = await outcome(self.api.v2("getTokenData", address=address))
            if "domain" in ours.get("content", {}):
                return  # pytonlib knows the domains of mainnet's collection only
            if "contract_type" in theirs and "contract_type" in ours:
                self.tally.compare("getTokenData", address, kind_of_token(theirs), kind_of_token(ours))
            else:
                same = ("contract_type" in theirs) == ("contract_type" in ours)
                self.tally.add("getTokenData", same, f"{address}: theirs {theirs}, ours {ours}")

        await in_turns(self.addresses, token)

    async def emulated(self):
        """tonlib emulates the account's transactions of a block and refuses where a hash is not the chain's."""

        async def transaction(place):
            account, lt, hash = place
            theirs = self.tonlib.request(
                "raw.getAccountStateByTransaction",
                account_address={"account_address": account},
                transaction_id={"@type": "internal.transactionId", "lt": lt, "hash": hash},
            )
            answer = (await self.api.v3("transactions", hash=hash))["transactions"][0]
            expected = state_after(answer)
            state = emulated_state(await outcome(theirs))
            # v3 has balance and hashes of the last state of an account in a block; of others only the state's hash.
            if "balance" in state:
                state = {key: state[key] for key in expected}
            self.tally.compare("emulation by transaction", f"{account} {lt}", state, expected)

        await in_turns(sorted(self.transactions), transaction)


def emulated_state(state):
    if "balance" not in state:
        return state
    return {
        "balance": "0" if state["balance"] == "-1" else state["balance"],
        "code": root_hash(state["code"]) if state["code"] else "",
        "data": root_hash(state["data"]) if state["data"] else "",
    }


def state_after(transaction):
    state = transaction["account_state_after"]
    if state["balance"] is None:
        return {}
    hashes = {name: state[f"{name}_hash"] for name in ("code", "data")}
    return {
        "balance": state["balance"],
        **{name: b64decode(hash).hex() if hash else "" for name, hash in hashes.items()},
    }


def full_state(state):
    """An account's state as the C++ server renders it: the balance of an account that does not exist is 0."""
    if state.get("balance") == "-1":
        state["balance"] = "0"
    return state


def without_tags(value):
    """Clears the bits behind a cell's last one: a completion tag in the C++ server's rendering, zeros in pytonlib's."""
    if isinstance(value, list):
        return [without_tags(item) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) != {"b64", "len"}:
        return {key: without_tags(item) for key, item in value.items()}
    bits = bytearray(b64decode(value["b64"]))
    if value["len"] % 8 and bits:
        bits[-1] &= 0xFF << (8 - value["len"] % 8) & 0xFF
    return {"b64": b64encode(bits).decode(), "len": value["len"]}


def kind_of_token(data):
    names = {"contract_type", "total_supply", "mintable", "balance", "init", "index", "next_item_index"}
    return {key: value for key, value in data.items() if key in names}


if __name__ == "__main__":
    main(run)
