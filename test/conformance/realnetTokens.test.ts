import { join } from 'node:path'
import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawAddress, stdAddressOf } from '../../src-main/indexer/stdAddress.ts'
import { REALNET } from '../fixtures/recorded.ts'
import { type DetectedIndex, openDetectedIndex } from '../integration/indexer/detectedIndex.ts'
import { type TokenRow, tokenRows } from './tokenRows.ts'
import { readRecording, resultOf } from './v2Recording.ts'

/** Contracts of a network that the reference node ran, compared with toncenter's getTokenData. */

const HEAD = 860
const NOT_A_TOKEN = 409
const TIMEOUT = 180_000

const TABLES: { readonly [type: string]: string } = {
  jetton_master: 'jetton_masters',
  jetton_wallet: 'jetton_wallets',
  nft_collection: 'nft_collections',
  nft_item: 'nft_items',
}
/** Names of getTokenData's fields in the rows. */
const COLUMNS: { readonly [field: string]: string } = {
  total_supply: 'total_supply',
  mintable: 'mintable',
  admin_address: 'admin_address',
  balance: 'balance',
  owner: 'owner',
  jetton: 'jetton',
  next_item_index: 'next_item_index',
  init: 'init',
  index: 'index',
  collection_address: 'collection_address',
  owner_address: 'owner_address',
}
const ADDRESSES = new Set(['admin_address', 'owner', 'jetton', 'collection_address', 'owner_address'])

function raw(address: string): string {
  return rawAddress(stdAddressOf(Address.parse(address)))
}

describe('token contracts of the recorded network', () => {
  let index: DetectedIndex
  const recorded = readRecording(join(REALNET, 'v2-cpp.ndjson.gz')).filter(({ method, params, status }) => {
    if (method !== 'getTokenData' || (status !== 200 && status !== NOT_A_TOKEN)) return false
    return Number(params.seqno ?? HEAD) === HEAD
  })

  beforeAll(async () => {
    index = await openDetectedIndex({ network: `archive:${REALNET}` })
  }, TIMEOUT)
  afterAll(() => index?.[Symbol.asyncDispose]())

  function rowOf(table: string, address: string): TokenRow | undefined {
    return tokenRows(index.file, table).find((row) => row.address === address)
  }

  it('has a row of each recorded token with the same values, and none of other contracts', () => {
    const kinds = new Set<string>()
    const addressOf = (line: (typeof recorded)[number]) => raw(String(line.params.address))
    const tokens = new Set(recorded.filter(({ status }) => status === 200).map(addressOf))
    for (const line of recorded) {
      const address = addressOf(line)
      // toncenter's v2 does not recognize an NFT item by the non-bounceable form of its address.
      if (line.status === NOT_A_TOKEN && tokens.has(address)) continue
      const rows = Object.values(TABLES).flatMap((table) => rowOf(table, address) ?? [])
      if (line.status === NOT_A_TOKEN) {
        expect(rows, address).toEqual([])
        continue
      }
      const result = resultOf(line) as Readonly<Record<string, unknown>>
      const type = String(result.contract_type)
      kinds.add(type)
      const row = rowOf(TABLES[type] as string, address)
      expect(row, `${type} ${address}`).toBeDefined()
      for (const [field, column] of Object.entries(COLUMNS)) {
        if (!(field in result)) continue
        const value = ADDRESSES.has(field) ? raw(String(result[field])) : result[field]
        expect(row?.[column], `${column} of ${type} ${address}`).toEqual(value)
      }
    }
    expect([...kinds].sort()).toEqual(Object.keys(TABLES).sort())
  })

  it('has the events of verified contracts alone', () => {
    const wallets = new Set(tokenRows(index.file, 'jetton_wallets').map(({ address }) => address))
    const transfers = tokenRows(index.file, 'jetton_transfers')
    expect(transfers.length).toBeGreaterThan(0)
    expect(transfers.filter(({ jetton_wallet_address: wallet }) => !wallets.has(wallet))).toEqual([])
  })
})
