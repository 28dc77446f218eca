import type { liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import type { LiteQuery } from '../../src-main/liteserver/tl/liteQuery.ts'
import type { FarServerProfile } from './profiles.ts'

/** The blocks and states that a server keeps: the newest ones of each workchain, as far as it has seen them. */
export class KeptHistory {
  readonly #keeps: FarServerProfile['keeps']
  /** The newest seqno of each workchain that a query or an answer named. */
  readonly #newest = new Map<number, number>()

  constructor(keeps: FarServerProfile['keeps']) {
    this.#keeps = keeps
  }

  note(workchain: number, seqno: number): void {
    this.#newest.set(workchain, Math.max(seqno, this.#newest.get(workchain) ?? 0))
  }

  /** Returns whether the server has a block, or the state after it. */
  has(kind: 'blocks' | 'states', workchain: number, seqno: number): boolean {
    if (!this.#keeps) return true
    this.note(workchain, seqno)
    return seqno > (this.#newest.get(workchain) ?? 0) - this.#keeps[kind]
  }

  /** Learns the newest block of an account's shard. */
  noteAnswer(query: LiteQuery, answer: Buffer): void {
    if (!this.#keeps || query.name !== 'getAccountState') return
    const shard = readAnswer(() => query.fn.decodeResponse(answer).shardblk)
    if (shard) this.note(shard.workchain, shard.seqno)
  }

  /** Returns how many of an answer's transactions are in blocks that are kept; undefined if all are. */
  keptTransactions(fn: typeof liteApi.getTransactions, answer: Buffer): number | undefined {
    if (!this.#keeps) return undefined
    const ids = readAnswer(() => fn.decodeResponse(answer).ids) ?? []
    const kept = ids.findIndex(({ workchain, seqno }) => !this.has('blocks', workchain, seqno))
    return kept === -1 ? undefined : kept
  }
}

/** Returns what an answer has; undefined if it is a refusal, which is passed on. */
export function readAnswer<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
