import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '#shared/schema/jsonValue.ts'
import { type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { parseAddress, type TonAddress } from '#shared/ton/address.ts'
import { createV2Api } from '../../src-main/api/v2/api.ts'
import { extTransaction, openTransaction } from '../../src-main/api/v2/transactionJson.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { fakeNetwork } from '../unit/api/v2/fakeSession.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

/**
 * Answers of toncenter in 2022 and 2023 (the Python server 2.0.x), converted to the forms of 2.1 (compatibility-v2 §12).
 * They must have the shape of our answers, and values that follow from cells or from the request must equal ours.
 */

const RECORDED = join(SHARED, 'fixtures', 'toncenter-v2-olifanton')
/** No answer of a server but of the library's tests: there is no such state. */
const MADE_UP = 'getAddressState__unknown.json'

type Change = (result: JsonObject) => JsonObject
const typed =
  (type: string, more: JsonObject = {}): Change =>
  (result) => ({ '@type': type, ...more, ...result })
const without =
  (...names: string[]): Change =>
  (result) =>
    Object.fromEntries(Object.entries(result).filter(([name]) => !names.includes(name)))
const unchanged: Change = (result) => result
/** Balances are texts, and 0 where there is no account. */
const balanceText: Change = (result) => ({ ...result, balance: String(result.balance).replace(/^-1$/, '0') })

function extTransactionJson(transaction: JsonObject): JsonObject {
  const message = (old: JsonValue) => {
    const { message: text, ...rest } = old as JsonObject
    // Base64 came in lines of 76 letters.
    const joined =
      (rest.msg_data as JsonObject)['@type'] === 'msg.dataRaw' ? String(text).replace(/\n(?=.)/g, '') : text
    return { ...rest, '@type': 'ext.message', ...(joined !== undefined && { message: joined }) }
  }
  const { in_msg, out_msgs, ...rest } = transaction
  return {
    ...rest,
    '@type': 'ext.transaction',
    ...(in_msg !== undefined && { in_msg: message(in_msg) }),
    out_msgs: (out_msgs as JsonValue[]).map(message),
  }
}

/** Differences of 2.1: compatibility-v2 §12. */
const DIFFERENCES: Readonly<Record<string, Change>> = {
  detectAddress: (result) => {
    const variant = (value: JsonValue | undefined) => ({
      '@type': 'ext.utils.detectedAddressVariant',
      ...(value as JsonObject),
    })
    const { bounceable, non_bounceable } = result
    return {
      '@type': 'ext.utils.detectedAddress',
      ...result,
      bounceable: variant(bounceable),
      non_bounceable: variant(non_bounceable),
    }
  },
  getAddressInformation: (result) => balanceText({ extra_currencies: [], suspended: false, ...result }),
  getExtendedAddressInformation: (result) => {
    const state = { ...(result.account_state as JsonObject) }
    if (state.wallet_id !== undefined) state.wallet_id = Number(state.wallet_id)
    return balanceText({ ...result, extra_currencies: [], account_state: state })
  },
  getWalletInformation: (result) => balanceText(typed('ext.accounts.walletInformation')(result)),
  getBlockHeader: without('flags', 'vert_seqno'),
  getConsensusBlock: (result) => ({
    ...typed('ext.blocks.consensusBlock')(result),
    timestamp: Math.floor(Number(result.timestamp)),
  }),
  getConfigParam: unchanged,
  lookupBlock: unchanged,
  shards: unchanged,
  getTransactions: extTransactionJson,
  tryLocateTx: extTransactionJson,
  tryLocateSourceTx: extTransactionJson,
}

/** The fields that 2.1 added to transactions and messages; the recorded ones don't have them. */
const NEW_FIELDS = new Set(['address', 'account', 'hash', 'extra_currencies'])

function asRecorded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_name, part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    if (!/^ext\.(transaction|message)$/.test(part['@type'])) return part
    return Object.fromEntries(Object.entries(part).filter(([name]) => !NEW_FIELDS.has(name)))
  })
}

function resultOf(operation: string, result: JsonValue): JsonValue {
  const change = DIFFERENCES[operation]
  const told = (item: JsonValue) =>
    change && typeof item === 'object' ? change(without('@extra')(item as JsonObject)) : item
  return Array.isArray(result) ? result.map(told) : told(result)
}

function recordedAnswer(file: string): { readonly operation: string; readonly result: JsonValue } {
  const operation = file.split('__')[0] ?? ''
  const { ok, result } = JSON.parse(readFileSync(join(RECORDED, file), 'utf8'))
  expect(ok).toBe(true)
  return { operation, result: resultOf(operation, result) }
}

function schemaOf(operation: string) {
  const name = (operation === 'shards' ? 'getShards' : operation) as V2Name
  return v2Operations[name].result
}

const TRANSACTIONS = /^(getTransactions|tryLocate(Source)?Tx)__/

describe.skipIf(!hasShared)(`recorded answers of toncenter 2.0 (${NEEDS_SHARED})`, () => {
  const files = hasShared ? readdirSync(RECORDED).filter((file) => file !== MADE_UP) : []

  it('are all looked at', () => expect(files).toHaveLength(20))

  it.each(files.filter((file) => !TRANSACTIONS.test(file)))('%s has our shape', (file) => {
    const { operation, result } = recordedAnswer(file)
    expect(schemaOf(operation).safeParse(result).error).toBeUndefined()
  })

  it.each([
    [
      'detectAddress',
      'detectAddress__friendly-bounceable.json',
      'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    ],
    [
      'detectAddress',
      'detectAddress__raw-form.json',
      '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
    ],
    [
      'packAddress',
      'packAddress__valid.json',
      '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
    ],
  ] as const)('%s answers %s', async (name, file, text) => {
    const address = parseAddress(text) as TonAddress
    const api = createV2Api({ network: fakeNetwork({}).network })
    expect(await api.call(name, { address }).result).toEqual(recordedAnswer(file).result)
  })

  it.each(files.filter((file) => TRANSACTIONS.test(file)))('%s is what we make of its cells', (file) => {
    const { operation, result } = recordedAnswer(file)
    const recorded = [result].flat() as unknown as { readonly data: string }[]
    const ours = recorded.map(({ data }) => {
      const opened = openTransaction(parseBocRoot(Buffer.from(data, 'base64')))
      // The recorded address is a part of the message only; these are all of the basechain but for the elector's.
      const isElector = opened.transaction.accountAddr.every((byte) => byte === 0x55)
      return extTransaction(opened, isElector ? -1 : 0)
    })
    expect(recorded.length).toBeGreaterThan(0)
    expect(asRecorded(ours)).toEqual(recorded)
    expect(schemaOf(operation).safeParse(Array.isArray(result) ? ours : ours[0]).error).toBeUndefined()
  })
})
