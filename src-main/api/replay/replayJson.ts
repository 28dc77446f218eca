import type { Cell } from '@ton/core'
import type { ReplayOutcomeJson, ReplayStorageJson } from '#shared/schema/replay.ts'
import { loadTransaction, type Transaction } from '../../chain/block/transaction.ts'
import type { TransactionDescr } from '../../chain/block/transactionDescr.ts'
import type { ActionPhase, ComputePhase } from '../../chain/block/transactionPhases.ts'
import { bocBase64 } from '../../chain/cells/serializeBoc.ts'
import { openAccount } from '../../chain/state/account.ts'
import type { ShardAccount } from '../../chain/state/shardAccounts.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { RunEnd } from '../../tvm/replay/replaySteps.ts'
import type { RunTransaction } from './runScene.ts'

/** The phases of a transaction that a replay shows. */
export type RunPhases = {
  readonly compute: ComputePhase | undefined
  readonly action: ActionPhase | undefined
}

/** Returns the compute and action phases of a transaction. */
export function phasesOf(description: TransactionDescr): RunPhases {
  if (description.type !== 'generic' && description.type !== 'tick-tock')
    return { compute: undefined, action: undefined }
  return { compute: description.computePhase, action: description.actionPhase }
}

/** Returns where the gas of a run began, and how it ended. */
export function runEndOf({ compute }: RunPhases): RunEnd {
  if (compute?.type !== 'vm') return { gasBase: 0, gasUsed: 0, vmSteps: undefined }
  return {
    gasBase: Number(compute.gasLimit + (compute.gasCredit ?? 0n)),
    gasUsed: Number(compute.gasUsed),
    vmSteps: compute.vmSteps,
  }
}

/** Returns the outcome of a transaction. */
export function outcomeOf(transaction: Transaction): ReplayOutcomeJson {
  const { compute, action } = phasesOf(transaction.description)
  const ran = compute?.type === 'vm' ? compute : undefined
  return {
    skipped: compute?.type === 'skipped' ? compute.reason.replaceAll('-', '_') : null,
    exit_code: ran?.exitCode ?? null,
    gas_limit: String(ran?.gasLimit ?? 0n),
    gas_credit: String(ran?.gasCredit ?? 0n),
    gas_used: String(ran?.gasUsed ?? 0n),
    vm_steps: ran?.vmSteps ?? null,
    action_code: action?.resultCode ?? null,
    out_messages: transaction.outMsgs.length,
  }
}

/** Returns data, code and actions before and after a run. */
export function storageOf({ before, result }: RunTransaction): ReplayStorageJson {
  const after = result.accepted ? initOf(result.after) : undefined
  return {
    data_before: boc(initOf(before)?.data),
    data_after: boc(after?.data),
    code_after: boc(after?.code),
    actions: boc(result.accepted ? result.actions : undefined),
  }
}

function initOf({ account }: ShardAccount): { readonly code?: Cell; readonly data?: Cell } | undefined {
  const state = openAccount(account)?.storage.state
  if (state?.type !== 'active') return undefined
  const { code, data } = state.init
  return { ...(code && { code }), ...(data && { data }) }
}

function boc(cell: Cell | undefined): string | null {
  return cell ? bocBase64(cell) : null
}

/** Lists in words what a transaction that was run again has other than that of the chain; empty if they are equal. */
export function differencesOf(chain: Cell, run: RunTransaction): string[] {
  const { result } = run
  if (!result.accepted) return [`here the message was not accepted: ${result.reason}`]
  if (result.transaction.hash().equals(chain.hash(0))) return []
  const [there, here] = [chain, result.transaction].map((cell) =>
    parseCell(cell, 'Transaction', loadTransaction),
  ) as [Transaction, Transaction]
  const found: string[] = []
  const compare = (what: string, a: unknown, b: unknown) => {
    if (String(a) !== String(b)) found.push(`${what}: ${a} on the chain, ${b} here`)
  }
  const [a, b] = [outcomeOf(there), outcomeOf(here)]
  compare('exit code', a.exit_code ?? a.skipped, b.exit_code ?? b.skipped)
  compare('gas used', a.gas_used, b.gas_used)
  compare('result of the actions', a.action_code ?? 'none', b.action_code ?? 'none')
  compare('messages sent', a.out_messages, b.out_messages)
  compare('state', there.stateUpdate.newHash.toString('hex'), here.stateUpdate.newHash.toString('hex'))
  compare('fees', there.totalFees.coins, here.totalFees.coins)
  if (found.length === 0) found.push('the transactions differ in another part')
  return found
}
