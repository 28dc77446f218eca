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

/** An external message, and the state of the chain before it. */
export type TraceRun = {
  readonly message: Cell
  readonly config: TvmConfig
  /** The Unix time of all transactions. */
  readonly utime: number
  /** The logical time of the first transaction. */
  readonly lt: bigint
  /** Returns an account before the trace, as ShardAccount. */
  account(address: Address): Promise<Cell>
  readonly findLibraries: FindLibraries
  /** Further messages are not followed. 256 by default. */
  readonly maxTransactions?: number
}

/** A transaction of an emulated trace. */
export type EmulatedTransaction = {
  readonly account: Address
  readonly transaction: Cell
  /** The sender of its message: index in the list, and index of the message; undefined for the first transaction. */
  readonly parent: { readonly index: number; readonly message: number } | undefined
}

/** The result of emulating a trace: all transactions, or the reason why the external message was rejected. */
export type EmulatedTrace =
  /** `unfollowed` is the number of messages not executed: beyond the limit, or to an unknown workchain. */
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
 * Executes a message and everything that follows from it: transactions in the order of the messages' logical
 * times, each on the state that the earlier ones left. Rejects like TvmPool.run and `account`.
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
    // Outbound external messages are logs.
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

  /** Returns the message sent first: the same account cannot receive a later one before it. */
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
