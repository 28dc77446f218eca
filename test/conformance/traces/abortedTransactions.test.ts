import { describe, expect, test } from 'vitest'
import { classifyTrace } from '../../../src-main/indexer/actions/classify.ts'
import type { ActionRow } from '../../../src-main/indexer/actions/row.ts'
import type { TraceTransaction } from '../../../src-main/indexer/actions/trace.ts'
import { readTraceJson } from '../../../src-main/indexer/actions/traceJson.ts'
import { hasShared, NEEDS_SHARED } from '../sharedData.ts'
import { recordedTraces } from './recordedTraces.ts'

/**
 * Every transaction of the recorded traces is aborted in turn, as was done with the reference's classifier: which
 * actions fail because of it (docs/actions §9 to §12).
 */

const MINT = 0x642b7d07
const JETTON_BURN = 0x595f07bc
const INTERNAL_TRANSFER = 0x178d4519
const COCOON_PAYOUT = 0xc59a7cd3

/** Opcodes of the messages whose aborted transaction makes an action fail, by its type; other types have none. */
const DECISIVE: Readonly<Record<string, readonly number[]>> = {
  jetton_transfer: [0x0f8a7ea5, INTERNAL_TRANSFER],
  jetton_mint: [MINT, 0x00000015, INTERNAL_TRANSFER],
  jetton_burn: [JETTON_BURN],
  nft_transfer: [0x5fcc3d14],
  stake_deposit: [0x47d54391],
  stake_withdrawal: [JETTON_BURN],
  stake_withdrawal_request: [JETTON_BURN],
  jvault_stake: [0xd68a4ac1, 0xf5c5baa3],
  jvault_unstake_request: [0x0168d4b7, 0xf5c5baa3],
  cocoon_worker_payout: [COCOON_PAYOUT],
  cocoon_grant_refund: [COCOON_PAYOUT],
  cocoon_proxy_payout: [COCOON_PAYOUT],
  cocoon_proxy_charge: [0xbb63ff93],
  cocoon_client_top_up: [0xf172e6c2],
  cocoon_register_proxy: [0x927c7cb5],
  cocoon_unregister_proxy: [0x6d49eaf2],
  cocoon_client_register: [0xc45f9f3b],
  cocoon_client_change_secret_hash: [0xa9357034],
  cocoon_client_increase_stake: [0x6a1f6a60],
  cocoon_client_request_refund: [0xfafa6cc1],
  cocoon_client_withdraw: [0xda068e78],
}
/** Types of single messages, whose success follows from their own transaction (docs/actions §3). */
const BASIC: ReadonlySet<string> = new Set(['call_contract', 'ton_transfer', 'contract_deploy'])

describe.skipIf(!hasShared)(`aborted transactions of recorded traces (${NEEDS_SHARED})`, () => {
  for (const { name, json } of recordedTraces()) {
    test(`${name}: only decisive transactions make actions fail`, () => {
      const [known] = readTraceJson(json)
      if (!known) throw new Error('no trace')
      const { trace, facts } = known
      const { rows } = classifyTrace(trace, facts)
      const found = trace.transactions
        .filter(({ aborted }) => !aborted)
        .flatMap((transaction) => {
          const transactions = trace.transactions.map((one) =>
            one === transaction ? { ...one, aborted: true, exitCode: 37 } : one,
          )
          return faults(rows, transaction, classifyTrace({ ...trace, transactions }, facts).rows)
        })
      expect(found).toEqual([])
    })
  }
})

/** Lists actions whose success after a transaction was aborted is not that of the table. */
function faults(
  before: readonly ActionRow[],
  transaction: TraceTransaction,
  after: readonly ActionRow[],
): string[] {
  const opcode = transaction.inMessage?.opcode
  const byId = new Map(after.map((row) => [row.action_id, row]))
  return before.flatMap((row) => {
    const now = byId.get(row.action_id)
    if (BASIC.has(row.type)) return []
    if (!now) return isUnreadableMint(row, opcode) ? [] : [`${row.type} is gone after ${opcode}`]
    const isDecisive = takesPart(transaction, row) && DECISIVE[row.type]?.includes(opcode ?? 0) === true
    const expected = row.success && !isDecisive
    return now.success === expected ? [] : [`${row.type}: success ${now.success} after ${opcode}`]
  })
}

/** Returns whether an action has a transaction as more than the sender of its first message. */
function takesPart({ hash, outMessages }: TraceTransaction, { tx_hashes, start_lt }: ActionRow): boolean {
  return tx_hashes.includes(hash) && !outMessages.some(({ createdLt }) => createdLt === start_lt)
}

/** The request of one recorded mint has no address of TON, so that a failed mint would not have a receiver. */
function isUnreadableMint({ type, value }: ActionRow, opcode: number | undefined): boolean {
  return type === 'jetton_mint' && opcode === MINT && (value ?? 0n) > 1n << 64n
}
