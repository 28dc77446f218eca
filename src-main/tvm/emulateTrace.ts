import { Address, type Cell } from '@ton/core'
import { loadMessage, type Message } from '../chain/block/message.ts'
import { loadTransaction } from '../chain/block/transaction.ts'
import { openAccount } from '../chain/state/account.ts'
import { loadShardAccount } from '../chain/state/shardAccounts.ts'
import { parseCell } from '../chain/tlb.ts'
import { emulateMessage } from './emulateMessage.ts'
import { type FindLibraries, libraryReferences } from './getMethod.ts'
import type { TvmConfig } from './tvmConfig.ts'
import type { RunOptions, TvmPool } from './tvmPool.ts'

/** A message from outside, and the chain as it is. */
export type TraceRun = {
  readonly message: Cell
  readonly config: TvmConfig
  /** Unix seconds at which all of it happens. */
  readonly utime: number
  /** Logical time at which it begins. */
  readonly lt: bigint
  /** An account before the trace, as ShardAccount. */
  account(address: Address): Promise<Cell>
  readonly findLibraries: FindLibraries
  /** Messages beyond are not followed. Default 256. */
  readonly maxTransactions?: number
}

export type EmulatedTransaction = {
  readonly account: Address
  readonly transaction: Cell
  /** Who sent its message: a place in the list, and which of that transaction's messages; undefined for the first. */
  readonly parent: { readonly index: number; readonly message: number } | undefined
}

export type EmulatedTrace =
  /** `unfollowed`: messages that nobody received, because there were too many or they go to no known workchain. */
  | {
      readonly accepted: true
      readonly transactions: readonly EmulatedTransaction[]
      readonly unfollowed: number
    }
  | { readonly accepted: false; readonly reason: string; readonly exitCode: number | undefined }

type Travelling = Pick<EmulatedTransaction, 'parent'> & {
  readonly cell: Cell
  readonly message: Message
  readonly to: Address
  readonly createdLt: bigint
}

const MAX_TRANSACTIONS = 256
const WORKCHAINS: readonly number[] = [-1, 0]

/**
 * Everything that follows from a message: transactions in the order of the messages' logical times, each on the state
 * that the ones before it left. Rejects as TvmPool.run and `account` do.
 */
export async function emulateTrace(
  pool: Pick<TvmPool, 'run'>,
  run: TraceRun,
  options?: RunOptions,
): Promise<EmulatedTrace> {
  const { config, utime, maxTransactions = MAX_TRANSACTIONS } = run
  const states = new Map<string, Cell>()
  const transactions: EmulatedTransaction[] = []
  const travelling: Travelling[] = []
  let unfollowed = 0

  function send(cell: Cell, parent: Travelling['parent']): void {
    const message = parseCell(cell, 'Message', loadMessage)
    const { info } = message
    // Messages to the outside are logs.
    if (info.type === 'external-out') return
    const to = info.dest
    if (!(to instanceof Address) || !WORKCHAINS.includes(to.workChain)) unfollowed++
    else
      travelling.push({
        cell,
        message,
        to,
        parent,
        createdLt: info.type === 'internal' ? info.createdLt : 0n,
      })
  }

  /** The one sent first: none that comes later can be received before it by the same account. */
  function next(): Travelling | undefined {
    const first = travelling.reduce<Travelling | undefined>(
      (least, message) => (least && least.createdLt <= message.createdLt ? least : message),
      undefined,
    )
    if (first) travelling.splice(travelling.indexOf(first), 1)
    return first
  }

  send(run.message, undefined)
  for (let message = next(); message; message = next()) {
    if (transactions.length >= maxTransactions) {
      unfollowed += travelling.length + 1
      break
    }
    const key = message.to.toRawString()
    const shardAccount = states.get(key) ?? (await run.account(message.to))
    const account = openAccount(parseCell(shardAccount, 'ShardAccount', loadShardAccount).account)
    const state = account?.storage.state
    const code = state?.type === 'active' ? state.init.code : message.message.init?.code
    const references = code ? libraryReferences(code) : []
    const result = await emulateMessage(
      pool,
      {
        shardAccount,
        message: message.cell,
        config,
        utime,
        lt: latest(run.lt, message.createdLt + 1n, account?.storage.lastTransLt ?? 0n),
        ...(references.length > 0 && { libraries: await run.findLibraries(references) }),
      },
      options,
    )
    if (!result.accepted) {
      if (message.parent === undefined)
        return { accepted: false, reason: result.reason, exitCode: result.exitCode }
      unfollowed++
      continue
    }
    const index = transactions.length
    transactions.push({ account: message.to, transaction: result.transaction, parent: message.parent })
    states.set(key, result.shardAccount)
    const { outMsgs } = parseCell(result.transaction, 'Transaction', loadTransaction)
    for (const [place, cell] of outMsgs.entries()) send(cell, { index, message: place })
  }
  return { accepted: true, transactions, unfollowed }
}

function latest(...times: readonly bigint[]): bigint {
  return times.reduce((most, time) => (time > most ? time : most))
}
