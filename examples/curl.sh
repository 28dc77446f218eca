#!/usr/bin/env bash
# Asks both APIs of a gateway, and gets coins from its devnet.
set -euo pipefail
url=${1:-http://127.0.0.1:8081}
wallet=UQBD-LJVcOlPkLq43ENK4DxBJ0Cu3hRWUT0bbC2zHF24WJA9

curl -fsS "$url/api/v2/getMasterchainInfo"
echo
curl -fsS -X POST "$url/api/tonscope/devnet/faucet" \
  -H 'Content-Type: application/json' -d "{\"address\": \"$wallet\", \"amount\": \"50000000000\"}"
echo
curl -fsS "$url/api/v2/getAddressBalance?address=$wallet"
echo
curl -fsS "$url/api/v3/actions?account=$wallet&limit=1"
echo
