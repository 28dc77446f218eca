"""Calls every operation of the clients that openapi-python-client made of both documents, with the documents' own
examples, and prints for each the status, the body and the parsed answer written as JSON again.

Usage: calls.py URL FOLDER, where FOLDER has calls.json and the packages client_v2 and client_v3."""

import importlib
import inspect
import json
import pkgutil
import re
import sys
import typing


def operations(package):
    """Modules of the operations by name without underscores, for the generator writes names in Python's style."""
    found = {}
    api = importlib.import_module(f"{package}.api")
    for module in pkgutil.walk_packages(api.__path__, f"{package}.api."):
        imported = importlib.import_module(module.name)
        if hasattr(imported, "sync_detailed"):
            found[folded(module.name.rsplit(".", 1)[1])] = imported
    for module in pkgutil.walk_packages(importlib.import_module(f"{package}.models").__path__, f"{package}.models."):
        importlib.import_module(module.name)
    return found


def folded(name):
    return re.sub("[^a-z0-9]", "", name.lower())


def plain(value):
    """A parsed answer as plain JSON."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


def arguments(function, call):
    """Arguments of an operation's function: parameters by name, or the body as the documented model."""
    hints = typing.get_type_hints(function)
    names = {folded(name): name for name in inspect.signature(function).parameters}
    given = {names[folded(name)]: value for name, value in call["query"].items()}
    if "body" in call:
        models = [model for model in typing.get_args(hints["body"]) or [hints["body"]] if hasattr(model, "from_dict")]
        given["body"] = models[0].from_dict(call["body"])
    return given


def run(module, client, call):
    try:
        response = module.sync_detailed(client=client, **arguments(module.sync_detailed, call))
    except Exception as error:  # noqa: BLE001: whatever the generated client raises is the outcome
        return {"error": f"{type(error).__name__}: {error}"}
    outcome = {"status": int(response.status_code), "body": response.content.decode()}
    if response.parsed is not None:
        outcome["parsed"] = json.dumps(plain(response.parsed))
        outcome["type"] = type(response.parsed).__name__
    return outcome


def main():
    url, folder = sys.argv[1:3]
    sys.path.insert(0, folder)
    with open(f"{folder}/calls.json", encoding="utf-8") as file:
        calls = json.load(file)
    clients = {}
    for api in ("v2", "v3"):
        package = f"client_{api}"
        client = importlib.import_module(f"{package}.client").Client(base_url=url, timeout=60)
        clients[api] = (client, operations(package))
    outcomes = []
    for call in calls:
        client, modules = clients[call["api"]]
        module = modules.get(folded(call["id"]))
        outcome = run(module, client, call) if module else {"error": "the client has no such operation"}
        outcomes.append({"api": call["api"], "id": call["id"], **outcome})
    print(json.dumps(outcomes))


main()
