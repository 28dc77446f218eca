import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ACTION_TYPES } from '../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../src-main/indexer/actions/classify.ts'
import type { ActionRow } from '../../../src-main/indexer/actions/row.ts'
import { readTraceJson } from '../../../src-main/indexer/actions/traceJson.ts'
import { hasShared, NEEDS_SHARED, SHARED } from '../sharedData.ts'
import { differences, type JsonRecord } from './recordedTraces.ts'

/** Answers of toncenter's v3 with actions, as a wallet got them: their actions from their own transactions. */

const RECORDED = join(SHARED, 'fixtures/toncenter-v3-traces-mytonwallet')

type RecordedAction = JsonRecord & { readonly type: string; readonly action_id: string }
type Recorded = {
  readonly traces?: readonly (JsonRecord & { readonly actions: readonly RecordedAction[] })[]
  readonly actions?: readonly RecordedAction[]
  readonly metadata?: Readonly<Record<string, { readonly token_info?: readonly JsonRecord[] }>>
}

/** Emulated messages are recorded without extra currencies, which are `{}` there (docs/actions §6). */
const EMULATED = 'call_contract: details.extra_currencies: {}, expected null'

const EMULATED_TRANSFER = 'ton_transfer: details.value_extra_currencies: {}, expected null'

/** An older version of the reference named the pools otherwise than all others of their kind. */
const olderProvider = (type: string) => [`${type}: details.provider: "liquid_staking", expected "tonstakers"`]

/** Fields that differ, by file, with the reason. */
const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  // The reference loses the digits of large numbers (docs/actions §14).
  'fragment__buyNftTraceResponse.json.gz': [
    'nft_transfer: details.nft_item_index: "41280077298333706136765196607622039155709102223561220337313037416711450830635", expected "41280077298333703538532063771316646552015955413125278006593579961892263165952"',
  ],
  'fragment__pickUpSaleEmulateTraceResponse.json': [EMULATED, EMULATED],
  'fragment__placeBidEmulateTraceResponse.json': [EMULATED_TRANSFER],
  'getgems__pickUpSaleNftEmulateTraceResponse.json.gz': [EMULATED],
  'pushTransferEmulateTraceResponse.json.gz': [EMULATED],
  // An older version of the reference began with the first transaction instead of the first message.
  'usdtTransferTraceResponse.json.gz': [
    'jetton_transfer: start_lt: "48818110000002", expected "48818110000001"',
  ],
  // The order of the two sides is not defined in the reference (docs/actions §4): ours is that of the payments.
  'stonfi__outputLiquidityTraceResponse.json.gz': [
    'dex_withdraw_liquidity: details.amount_1: "876241", expected "415351340"',
    'dex_withdraw_liquidity: details.amount_2: "415351340", expected "876241"',
    'dex_withdraw_liquidity: details.asset_1: "0:B113A994B5024A16719F69139328EB759596C38A25F59028B146FECDC3621DFE", expected null',
    'dex_withdraw_liquidity: details.asset_2: null, expected "0:B113A994B5024A16719F69139328EB759596C38A25F59028B146FECDC3621DFE"',
    'dex_withdraw_liquidity: details.user_jetton_wallet_1: "0:513391A2BA4B8563F3D749F33E276EEEA3BB81B69454611855287BFA2DF91A88", expected null',
    'dex_withdraw_liquidity: details.user_jetton_wallet_2: null, expected "0:513391A2BA4B8563F3D749F33E276EEEA3BB81B69454611855287BFA2DF91A88"',
  ],
  'tonstakers__stakeTraceResponse.json.gz': olderProvider('stake_deposit'),
  'tonstakers__unstakeInstantTraceResponse.json.gz': olderProvider('stake_withdrawal'),
}

describe.skipIf(!hasShared || !existsSync(RECORDED))(
  `traces that a wallet recorded (${NEEDS_SHARED})`,
  () => {
    for (const file of hasShared && existsSync(RECORDED) ? readdirSync(RECORDED).sort() : []) {
      test(`${file}: the recorded actions`, () => {
        const recorded = readRecorded(file)
        const found = tracesOf(recorded).flatMap(({ json, actions }) => {
          const [read] = readTraceJson(json)
          if (!read) throw new Error('no trace')
          const { rows, state } = classifyTrace(read.trace, read.facts)
          expect(state).toBe('ok')
          return actions.flatMap((action) => actionDifferences(action, rows))
        })
        expect(found).toEqual(DIFFERENCES[file] ?? [])
      })
    }
  },
)

function readRecorded(file: string): Recorded {
  const bytes = readFileSync(join(RECORDED, file))
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
}

/** The traces of an answer, with the metadata of their contracts. */
function tracesOf(recorded: Recorded) {
  const traces = recorded.traces ?? [recorded as unknown as JsonRecord & { actions: RecordedAction[] }]
  return traces.map((trace) => ({
    json: { ...trace, interfaces: interfacesOf(recorded, trace.actions) },
    actions: trace.actions,
  }))
}

/** A collection is named in no part of an answer but its actions: that one field is not compared by this. */
function interfacesOf({ metadata = {} }: Recorded, actions: readonly RecordedAction[]) {
  const collections = new Map(
    actions.map(({ details }) => {
      const { nft_item, asset, nft_collection } = details as JsonRecord
      return [nft_item ?? asset, nft_collection]
    }),
  )
  // An answer without metadata of a wallet names its owner in the action alone: these fields are not compared by it.
  const wallets = actions.map(({ details }) => {
    const { receiver_jetton_wallet: wallet, receiver, asset } = details as JsonRecord
    return [wallet, { JettonWallet: { owner: receiver, jetton: asset } }] as const
  })
  const known = Object.fromEntries(wallets.filter(([wallet]) => typeof wallet === 'string'))
  const described = Object.fromEntries(
    Object.entries(metadata).map(([address, { token_info = [] }]) => {
      const facts: Record<string, unknown> = {}
      for (const { type, extra, nft_index } of token_info) {
        const { owner, jetton } = (extra ?? {}) as JsonRecord
        if (type === 'jetton_wallets') facts.JettonWallet = { owner, jetton }
        if (type === 'nft_items') {
          facts.NftItem = { index: nft_index, collection_address: collections.get(address) }
        }
      }
      return [address, facts]
    }),
  )
  return { ...known, ...described }
}

function actionDifferences(action: RecordedAction, rows: readonly ActionRow[]): string[] {
  const row = rows.find(({ action_id }) => action_id === action.action_id)
  if (!row) return [`missing: ${action.type} ${action.action_id}`]
  const type = ACTION_TYPES.find(({ name }) => name === row.type)
  const own = {
    type: row.type,
    success: row.success,
    transactions: [...row.tx_hashes],
    details: type?.details?.(row) as JsonRecord,
    start_lt: row.start_lt.toString(),
    end_lt: row.end_lt.toString(),
    start_utime: row.start_utime,
    end_utime: row.end_utime,
    ...(action.accounts && { accounts: [...row.accounts] }),
  }
  const wanted = Object.fromEntries(Object.keys(own).map((name) => [name, action[name] ?? null]))
  return differences('', own, wanted).map((line) => `${action.type}: ${line}`)
}
