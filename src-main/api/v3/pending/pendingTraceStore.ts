import { bytesToHex } from '#shared/ton/base64.ts'
import type { SentMessage } from '../../v2/context.ts'
import type { PendingTrace } from './pendingTrace.ts'

/** A sent message whose emulation ended. */
export type PendingEntry = {
  readonly sent: SentMessage
  /** Undefined if the account refused the message, perhaps because a block that is not indexed yet has it. */
  readonly trace: PendingTrace | undefined
  /** Raw addresses, with lower-case digits, of the accounts that the trace touches. */
  readonly accounts: ReadonlySet<string>
  readonly bytes: number
  /** Why the message is reported as dropped if no block has it in time. */
  readonly reason: string
}

type TimedEntry = PendingEntry & {
  /** When it is removed, ms. */
  deadline: number
  onChain: boolean
}

/** Maximum number of traces and of their bytes. */
export type TraceLimits = { readonly traces: number; readonly bytes: number }

/** A trace on chain is shown with the transactions that are still to come, for at most this long. */
const ON_CHAIN_AGE_MS = 120_000

/** Emulated traces by the normalized hash of their message, in hexadecimal, until they expire. */
export class PendingTraceStore {
  readonly #limits: TraceLimits
  readonly #clock: () => number
  readonly #entries = new Map<string, TimedEntry>()
  #bytes = 0
  #evicted = 0

  /** `clock` returns monotonic milliseconds. */
  constructor(limits: TraceLimits, clock: () => number) {
    this.#limits = limits
    this.#clock = clock
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Traces that were removed for newer ones before a block had their message. */
  get evicted(): number {
    return this.#evicted
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  get(key: string): PendingEntry | undefined {
    return this.#entries.get(key)
  }

  /** Iterates over the traces with their keys, oldest first. */
  entries(): Iterable<readonly [string, PendingEntry]> {
    return this.#entries
  }

  /** Adds a trace for `lifetime` ms; one whose message is on chain stays for two minutes. */
  add(trace: PendingEntry, lifetime: number, onChain: boolean): void {
    const key = bytesToHex(trace.sent.hashNorm)
    this.#remove(key)
    const deadline = this.#clock() + (onChain ? ON_CHAIN_AGE_MS : lifetime)
    this.#entries.set(key, { ...trace, deadline, onChain })
    this.#bytes += trace.bytes
    this.#makeRoom()
  }

  /** Records that a block has the message of this key. */
  markOnChain(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry || entry.onChain) return
    entry.onChain = true
    entry.deadline = this.#clock() + ON_CHAIN_AGE_MS
  }

  /** Removes expired traces, and returns those whose message is in no block. */
  removeExpired(): PendingEntry[] {
    const now = this.#clock()
    const unconfirmed: PendingEntry[] = []
    for (const [key, entry] of this.#entries) {
      if (now < entry.deadline) continue
      this.#remove(key)
      if (!entry.onChain) unconfirmed.push(entry)
    }
    return unconfirmed
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  #makeRoom(): void {
    const { traces, bytes } = this.#limits
    for (const [key, { onChain }] of this.#entries) {
      if (this.#entries.size <= traces && this.#bytes <= bytes) return
      this.#remove(key)
      if (!onChain) this.#evicted++
    }
  }
}
