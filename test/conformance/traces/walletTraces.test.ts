import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ACTION_TYPES } from '../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../src-main/indexer/actions/classify.ts'
import type { ActionRow } from '../../../src-main/indexer/actions/row.ts'
import { readTraceJson } from '../../../src-main/indexer/actions/traceJson.ts'
import { hasShared, NEEDS_SHARED, SHARED } from '../sharedData.ts'
import { readQuestions } from '../v3Recorded.ts'
import { differences, type JsonRecord } from './recordedTraces.ts'

/** Answers of toncenter's v3 with actions, as a wallet got them: their actions from their own transactions and facts. */

const RECORDED = join(SHARED, 'fixtures/toncenter-v3-traces-mytonwallet')

type RecordedAction = JsonRecord & { readonly type: string; readonly action_id: string }
type Recorded = {
  readonly traces?: readonly (JsonRecord & { readonly actions: readonly RecordedAction[] })[]
  readonly actions?: readonly RecordedAction[]
}

/** Emulated messages are recorded without extra currencies, which are `{}` there (docs/actions §6). */
const EMULATED = 'call_contract: details.extra_currencies: {}, expected null'

/** An older version of the reference named the pools otherwise than all others of their kind. */
const olderProvider = (type: string) => [`${type}: details.provider: "liquid_staking", expected "tonstakers"`]

/** Fields that differ, by file, with the reason. */
const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  // The reference loses the digits of large numbers (docs/actions §14).
  'fragment__buyNftTraceResponse.json.gz': [
    'nft_transfer: details.nft_item_index: "41280077298333706136765196607622039155709102223561220337313037416711450830635", expected "41280077298333703538532063771316646552015955413125278006593579961892263165952"',
  ],
  'fragment__pickUpSaleEmulateTraceResponse.json': [EMULATED, EMULATED],
  // The item's metadata names Telegram's site, so that the payment is a bid (docs/actions §10).
  'fragment__placeBidEmulateTraceResponse.json': [
    'missing: ton_transfer J+fzn7OrNSfAm6E2QXf5QqvdYOH1BxlgflbLYH4+fME=',
  ],
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
        const classified = readTraceJson(recorded).map(({ trace, facts }) => classifyTrace(trace, facts))
        expect(classified.map(({ state }) => state)).toEqual(classified.map(() => 'ok'))
        const rows = classified.flatMap((one) => one.rows)
        const found = actionsIn(recorded).flatMap((action) => actionDifferences(action, rows))
        expect(found).toEqual(DIFFERENCES[file] ?? [])
      })
    }
  },
)

function readRecorded(file: string): Recorded {
  const bytes = readFileSync(join(RECORDED, file))
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
}

function actionsIn({ traces, actions = [] }: Recorded): readonly RecordedAction[] {
  return traces ? traces.flatMap((trace) => trace.actions) : actions
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

/** Actions of an answer that toncenter's own server gave, without facts beside it: trace and fields that differ. */
const ANSWERED: Readonly<Record<string, readonly string[]>> = {
  // The reference loses the digits of large numbers (docs/actions §14).
  'qZqyYnVA7fabQPmIePrMA/CQ+n4Xq1jc3PbAZfPkRsA=': [
    'nft_transfer: details.nft_item_index: "101348094556158703025636813833809144571382686273364652675727480640663297870266", expected "101348094556158700691248756479500508552251148163880844747110417558242716549120"',
  ],
  'hs9tTME5/jGIiadu7h3MqOmkke0VWw/pFlEHqhu2E4I=': [
    'nft_mint: details.nft_item_index: "33644219244014549206500574785636314973788078990199566745312442893510698062425", expected "33644219244014547452103280520952395789368007669770283765591247248434959220736"',
    'nft_mint: details.nft_item_index: "101348094556158703025636813833809144571382686273364652675727480640663297870266", expected "101348094556158700691248756479500508552251148163880844747110417558242716549120"',
  ],
  // The text is that of the API, which has no details of this type.
  'AbX/l6wZBq9sjjVBEesL3jazgwB20wUQHm9B3JZLH4k=': [
    'unknown: details: null, expected {"error":"unsupported action type: \'unknown\'"}',
  ],
}

describe('traces with actions in recorded answers of the v3 API', () => {
  const traces = new Map<string, Recorded>()
  for (const { name, status, body } of readQuestions()) {
    if (name !== 'traces' || status !== 200) continue
    for (const one of (body as Recorded).traces ?? []) {
      if (one.actions) traces.set(String(one.trace_id), { ...body, traces: [one] })
    }
  }

  test.each([...traces])('%s has the actions that the answer states', (id, answer) => {
    const rows = readTraceJson(answer).flatMap(({ trace, facts }) => classifyTrace(trace, facts).rows)
    const found = actionsIn(answer).flatMap((action) => actionDifferences(action, rows))
    expect(found).toEqual(ANSWERED[id] ?? [])
  })
})
