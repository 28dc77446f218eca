"""Counts how many answers of a client equal the answers of Tonscope's HTTP API."""

import argparse
import asyncio
import json
import sys
import urllib.error
import urllib.parse
import urllib.request
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor

# Differences reported per call; the runner compares each with the known ones.
SHOWN = 60
# Requests in flight at once, of the client and of the API alike.
CONCURRENCY = 8
# Levels of the deepest value that is compared, with room: a get-method can return a list as long as its gas allows.
DEEPEST = 50_000


class Tally:
    """Per call: how many answers were compared and how many were equal."""

    def __init__(self):
        self.calls = {}

    def add(self, call, equal, note=""):
        entry = self.calls.setdefault(call, {"equal": 0, "tried": 0, "differences": []})
        entry["tried"] += 1
        if equal:
            entry["equal"] += 1
        elif len(entry["differences"]) < SHOWN:
            entry["differences"].append(note[:1500])
        return equal

    def compare(self, call, subject, theirs, ours):
        """Compares two plain JSON values; scalars compare as text (int64 is a string in one, a number in the other)."""
        theirs, ours = canonical(theirs), canonical(ours)
        if theirs == ours:
            return self.add(call, True)
        return self.add(call, False, f"{subject}: {difference(theirs, ours)}")

    def print(self):
        """Prints one JSON object; the runner reads the last line of standard output."""
        print(json.dumps({"calls": self.calls}))


def canonical(value):
    """Returns the value without request ids, with numbers as text."""
    if isinstance(value, dict):
        return {key: canonical(item) for key, item in value.items() if key != "@extra"}
    if isinstance(value, list):
        return [canonical(item) for item in value]
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    return str(value)


def difference(theirs, ours, path=""):
    """Names the first place at which two canonical values differ."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        # An error says more than what the other side has instead of it.
        for key in sorted(set(theirs) | set(ours), key=lambda key: (key != "error", key)):
            if key not in theirs:
                return f"{path}.{key}: theirs absent, ours {short(ours[key])}"
            if key not in ours:
                return f"{path}.{key}: theirs {short(theirs[key])}, ours absent"
            if theirs[key] != ours[key]:
                return difference(theirs[key], ours[key], f"{path}.{key}")
    if isinstance(theirs, list) and isinstance(ours, list):
        if len(theirs) != len(ours):
            return f"{path}: theirs {len(theirs)} items, ours {len(ours)}"
        for index, (one, other) in enumerate(zip(theirs, ours)):
            if one != other:
                return difference(one, other, f"{path}[{index}]")
    return f"{path}: theirs {short(theirs)}, ours {short(ours)}"


def short(value):
    return json.dumps(value)[:400]


class ApiError(Exception):
    """An answer of the API that is not `ok`; carries the HTTP status."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Api:
    """Tonscope's HTTP API, asked from a few threads."""

    def __init__(self, url):
        self.url = url
        self.threads = ThreadPoolExecutor(CONCURRENCY)

    async def v2(self, method, **params):
        """Returns `result`; raises ApiError otherwise."""
        answer = await self.get(f"/api/v2/{method}", params)
        return answer["result"]

    async def v2_post(self, method, body):
        return (await self.run(lambda: fetch(f"{self.url}/api/v2/{method}", body)))["result"]

    async def v3(self, path, **params):
        return await self.get(f"/api/v3/{path}", params)

    async def get(self, path, params):
        query = urllib.parse.urlencode({key: value for key, value in params.items() if value is not None}, doseq=True)
        return await self.run(lambda: fetch(f"{self.url}{path}" + (f"?{query}" if query else "")))

    async def run(self, work):
        return await asyncio.get_running_loop().run_in_executor(self.threads, work)


def fetch(url, body=None):
    request = urllib.request.Request(url)
    if body is not None:
        request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        text = error.read().decode(errors="replace")
        try:
            text = json.loads(text)["error"]
        except (ValueError, KeyError, TypeError):
            pass
        raise ApiError(error.code, text) from None


async def in_turns(items, work):
    """Runs `work` for every item, a bounded number at once, in order of start."""
    gate = asyncio.Semaphore(CONCURRENCY)

    async def one(item):
        async with gate:
            await work(item)

    await asyncio.gather(*(one(item) for item in items))


def arguments():
    """Reads the arguments that the runner gives to every client's program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True)
    parser.add_argument("--api", required=True)
    parser.add_argument("--scratch", required=True, help="an empty folder for files of the client")
    parser.add_argument("--blocks", type=int, default=120, help="masterchain blocks to compare, evenly spread")
    return parser.parse_args()


def main(run):
    """Runs `run(arguments, tally)` and prints the tally."""
    sys.setrecursionlimit(DEEPEST)
    given = arguments()
    tally = Tally()
    asyncio.run(run(given, tally))
    tally.print()
    sys.stdout.flush()


async def outcome(work):
    """Returns the answer, or the error as a value: texts of errors are compared too."""
    try:
        return await work
    except Exception as error:
        return {"error": f"{error}" or type(error).__name__}


def without(value, *keys):
    return {key: item for key, item in value.items() if key not in keys}


def spread(items, count):
    """Returns at most `count` items, evenly spread."""
    items = list(items)
    return items[:: max(1, -(-len(items) // count))]


def transaction_hashes(answer):
    """Returns the transactions' hashes of an answer of v2, or the answer if it is an error."""
    if "transactions" not in answer:
        return answer
    return [item["transaction_id"]["hash"] for item in answer["transactions"]]


def header_facts(info):
    """Returns what a parsed BlockInfo (block.tlb) and v2's getBlockHeader both say."""
    masterchain = info.not_master in (0, False)
    return {
        **({"prev_key_block_seqno": info.prev_key_block_seqno} if masterchain else {}),
        "gen_utime": info.gen_utime,
        "start_lt": str(info.start_lt),
        "end_lt": str(info.end_lt),
        "min_ref_mc_seqno": info.min_ref_mc_seqno,
        "is_key_block": bool(info.key_block),
        "after_split": bool(info.after_split),
        "after_merge": bool(info.after_merge),
    }


def address_information(answer):
    """Returns v2's getAddressInformation with code and data as hashes, for clients that hand out parsed cells."""
    if "balance" not in answer:
        return answer
    facts = {"balance": answer["balance"], "state": answer["state"]}
    for key in ("code", "data"):
        facts[key] = root_hash(answer[key]) if answer[key] else ""
    last = answer["last_transaction_id"]
    if last["lt"] != "0":
        facts["lt"] = last["lt"]
        facts["hash"] = b64decode(last["hash"]).hex()
    return facts


def root_hash(boc):
    """Returns the representation hash of a BoC's root in hex."""
    from pytoniq_core import Cell

    return Cell.one_from_boc(b64decode(boc)).hash.hex()
