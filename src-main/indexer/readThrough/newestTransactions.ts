import type { Address } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import type { FoundState } from '../parse/parseJobs.ts'
import { type FoundCell, openedCell } from './openedTransaction.ts'
import { foundState } from './record.ts'

/** A liteserver's limit for one answer. */
const PAGE = 16

/** An account's newest transactions, each linked to the one before it. */
export type NewestTransactions = {
  /** Newest first. */
  readonly transactions: readonly FoundCell[]
  /**
   * Returns whether an account's transactions after a logical time are all among them, so that one that is not did not
   * happen up to the head.
   */
  hasAllAfter(lt: bigint): boolean
}

/** Newest transactions of accounts as of one head; each account is read once. */
export type AccountWindows = {
  /** Rejects as sessions do, except for refusals: then there are no transactions. */
  of(address: Address): Promise<NewestTransactions>
  /** The states of the accounts that were read so far. */
  states(): readonly FoundState[]
}

const NONE: NewestTransactions = { transactions: [], hasAllAfter: () => false }

/**
 * Reads accounts' newest transactions: most accounts have few since a recent message, and their state, which names the
 * newest transaction, is part of most answers anyway.
 */
export function createAccountWindows(session: NetworkSession): AccountWindows {
  const windows = new Map<string, Promise<NewestTransactions>>()
  const states: FoundState[] = []
  let head: Promise<BlockIdExt> | undefined

  async function read(address: Address): Promise<NewestTransactions> {
    head ??= session.last()
    const answer = await session.account(await head, address)
    const state = foundState(answer)
    if (state) states.push(state)
    const { lastTransLt: lt, lastTransHash: hash } = answer
    // An account that does not exist now can have had transactions: nothing links to them.
    if (lt === 0n) return NONE
    const page = await session.transactions(address, lt, hash, PAGE)
    const transactions = page.map(({ transaction }) => openedCell(address, transaction))
    const oldest = transactions.at(-1)
    return { transactions, hasAllAfter: (after) => oldest !== undefined && oldest.lt <= after }
  }

  async function readOrNone(address: Address): Promise<NewestTransactions> {
    try {
      return await read(address)
    } catch (error) {
      // Blocks are searched instead.
      if (error instanceof LiteServerError) return NONE
      throw error
    }
  }

  return {
    of(address) {
      const key = address.toRawString()
      const window = windows.get(key) ?? readOrNone(address)
      windows.set(key, window)
      return window
    },
    states: () => states,
  }
}
