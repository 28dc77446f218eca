"""Runs schemathesis over both OpenAPI documents, and prints for each operation how many of its answers are as
documented. The hooks beside this file choose the values of requests and check the answers."""

import argparse
import json
import os
import pathlib
import subprocess
import sys

EXAMPLES = 20
"""Random requests of an operation, beside those that cover each boundary of its schema."""
SHOWN = 3
DEADLINE = 110
"""Seconds for one document."""
SEED = "1"


def run(api, version, scratch):
    """Answers of one document as the hooks write them."""
    answers = pathlib.Path(scratch, f"{version}.jsonl")
    done = subprocess.run(
        [
            os.path.join(os.path.dirname(sys.executable), "schemathesis"),
            *("run", f"{api}/api/{version}/openapi.json", "--url", api),
            *("--phases", "examples,coverage,fuzzing", "--checks", "as_documented", "--continue-on-failure"),
            *("--max-examples", str(EXAMPLES), "--seed", SEED, "--generation-database", "none"),
            *("--workers", "1", "--request-timeout", "20", "--no-color", "--warnings", "off"),
        ],
        env={
            **os.environ,
            "SCHEMATHESIS_HOOKS": "hooks",
            "PYTHONPATH": os.path.dirname(os.path.abspath(__file__)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TONSCOPE_API": api,
            "TONSCOPE_ANSWERS": str(answers),
        },
        cwd=scratch,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
    )
    if done.returncode != 0:
        raise SystemExit(f"schemathesis ended with {done.returncode}: {done.stdout[-1000:]} {done.stderr[-1000:]}")
    return [json.loads(line) for line in answers.read_text().splitlines()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--api")
    parser.add_argument("--scratch")
    arguments, _ = parser.parse_known_args()
    calls = {}
    for version in ("v2", "v3"):
        for operation, fault in run(arguments.api, version, arguments.scratch):
            call = calls.setdefault(operation, {"equal": 0, "tried": 0, "differences": []})
            call["tried"] += 1
            if fault is None:
                call["equal"] += 1
            elif len(call["differences"]) < SHOWN:
                call["differences"].append(fault)
    print(json.dumps({"calls": calls}))


main()
