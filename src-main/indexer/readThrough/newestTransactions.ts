import type { Address } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { transactionLink } from '../../liteserver/verify/transactions.ts'
import { Lru } from '../../platform/lru.ts'
import type { FoundState } from '../parse/parseJobs.ts'
import { type FoundCell, type Link, openedCell } from './openedTransaction.ts'
import { foundState } from './record.ts'

/** A liteserver's limit for one answer. */
const PAGE = 16
/** Number of further pages that are read to reach a logical time, as far as the account's rate tells, and at most. */
const NEAR_PAGES = 3n
const MAX_PAGES = 8
/** Number of accounts whose transactions are kept, and of states to record: a trace can have thousands of accounts. */
const KEPT_WINDOWS = 128
const MAX_STATES = 512

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

/** Newest transactions of accounts as of one head. */
export type AccountWindows = {
  /**
   * Returns an account's newest transactions, back to a logical time if that is a few pages away. Rejects as sessions
   * do, except for refusals: then there are no more transactions.
   */
  of(address: Address, lt: bigint): Promise<NewestTransactions>
  /** The states of accounts that were read so far. */
  states(): readonly FoundState[]
}

/**
 * Reads accounts' newest transactions: most accounts have few since a recent message, and their state, which names the
 * newest transaction, is part of most answers anyway.
 */
export function createAccountWindows(session: NetworkSession): AccountWindows {
  const windows = new Lru<string, AccountWindow>(KEPT_WINDOWS)
  const states: FoundState[] = []
  let head: Promise<BlockIdExt> | undefined
  return {
    async of(address, lt) {
      head ??= session.last()
      const key = address.toRawString()
      const window = windows.getOrMake(key, () => new AccountWindow(session, address, states))
      await window.reach(await head, lt)
      return window
    },
    states: () => states,
  }
}

/**
 * Reads the accounts above a message up to the root of its trace, as far as their newest transactions have the senders.
 * A later search finds them in the session's caches, or joins the queries.
 */
export async function readSendersAhead(windows: AccountWindows, received: Link): Promise<void> {
  async function sender({ source, createdLt, hash }: Link): Promise<Link | undefined> {
    const { transactions } = await windows.of(source, createdLt)
    return transactions.find(({ links }) => links.sent.some((sent) => sent.hash === hash))?.links.received
  }
  for (let link: Link | undefined = received; link; ) link = await sender(link)
}

class AccountWindow implements NewestTransactions {
  readonly transactions: FoundCell[] = []
  readonly #session: NetworkSession
  readonly #address: Address
  readonly #states: FoundState[]
  /** The transaction before them, lt 0 if there is none; undefined before the state is read. */
  #next: { readonly lt: bigint; readonly hash: Buffer } | undefined
  /** Reads one after another: each continues where the one before it has ended. */
  #reading: Promise<void> = Promise.resolve()

  constructor(session: NetworkSession, address: Address, states: FoundState[]) {
    this.#session = session
    this.#address = address
    this.#states = states
  }

  hasAllAfter(lt: bigint): boolean {
    const oldest = this.transactions.at(-1)
    return oldest !== undefined && oldest.lt <= lt
  }

  /** Reads the state after masterchain block `head` once, and transactions back to `lt` if they are near. */
  reach(head: BlockIdExt, lt: bigint): Promise<void> {
    const read = async () => {
      try {
        this.#next ??= await this.#readState(head)
        while (this.#next.lt > 0n && this.#isNear(lt)) this.#next = await this.#readPage(this.#next)
      } catch (error) {
        // Blocks are searched instead.
        if (!(error instanceof LiteServerError)) throw error
      }
    }
    this.#reading = this.#reading.then(read)
    return this.#reading
  }

  async #readState(head: BlockIdExt) {
    const answer = await this.#session.account(head, this.#address)
    const state = foundState(answer)
    if (state && this.#states.length < MAX_STATES) this.#states.push(state)
    // An account that does not exist now can have had transactions: nothing links to them.
    return { lt: answer.lastTransLt, hash: answer.lastTransHash }
  }

  async #readPage({ lt, hash }: { readonly lt: bigint; readonly hash: Buffer }) {
    const page = await this.#session.transactions(this.#address, lt, hash, PAGE)
    const opened = page.map(({ transaction, claimedBlock }) => ({
      ...openedCell(this.#address, transaction),
      claimedBlock,
    }))
    this.transactions.push(...opened)
    const last = this.transactions.at(-1)
    const { prevLt, prevHash } = last ? transactionLink(last.cell) : { prevLt: 0n, prevHash: hash }
    return { lt: prevLt, hash: prevHash }
  }

  /** Returns whether a few more pages are likely to reach a logical time: their number follows from those read. */
  #isNear(lt: bigint): boolean {
    const [newest] = this.transactions
    const oldest = this.transactions.at(-1)
    if (!newest || !oldest) return true
    const pages = Math.ceil(this.transactions.length / PAGE)
    if (oldest.lt <= lt || pages >= MAX_PAGES) return false
    return (oldest.lt - lt) * BigInt(pages) <= (newest.lt - oldest.lt) * NEAR_PAGES
  }
}
