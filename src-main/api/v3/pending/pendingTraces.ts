import type { Cell } from '@ton/core'
import { bytesToHex } from '#shared/ton/base64.ts'
import { PROOF_BOC, serializeBoc } from '../../../chain/cells/serializeBoc.ts'
import { validUntil } from '../../../contracts/messages/validUntil.ts'
import type { Written } from '../../../store/indexStore.ts'
import type { SentMessage } from '../../v2/context.ts'
import { EmulationQueue } from './emulationQueue.ts'
import type { PendingTrace } from './pendingTrace.ts'
import { type PendingEntry, PendingTraceStore, type TraceLimits } from './pendingTraceStore.ts'
import type { Emulation } from './traceEmulator.ts'

export type PendingFilter = {
  readonly hashes?: readonly Uint8Array[]
  readonly accounts?: readonly Account[]
}
type Account = { readonly workchain: number; readonly hash: Uint8Array }

/** `accounts`: raw addresses, with lower-case digits, of the accounts that the trace touches. */
export type EmulatedMessage = { readonly trace: PendingTrace; readonly accounts: ReadonlySet<string> }

export type DroppedMessage = { readonly externalHash: Buffer; readonly reason: string }

export type PendingOptions = {
  /** Rejects if the network or the TVM fails. `seqno` is the newest block that was known when it was sent. */
  emulate(message: Cell, seqno: number | undefined, signal: AbortSignal): Promise<Emulation>
  /** The newest masterchain block that is known now. */
  seqno(): number | undefined
  /** Called with every message that was emulated. */
  onEmulated?(message: EmulatedMessage): void
  /** Called with every message that is dropped. */
  onDropped?(dropped: DroppedMessage): void
  /** A clock in milliseconds that a change of the machine's time does not move; default performance.now. */
  readonly clock?: () => number
  /** Default: 1,000 traces and 32 MB. */
  readonly limits?: TraceLimits
}

export type PendingStats = {
  readonly traces: number
  readonly bytes: number
  /** Messages that were not emulated, or whose emulation was removed, to bound work and memory. */
  readonly skipped: number
  /** Time since expired traces were last removed, ms. */
  readonly sweepAgeMs: number
}

/** Maximum age of an emulated trace, ms; as in toncenter. */
const MAX_AGE_MS = 600_000
/** Interval of the removal of expired traces, ms. */
const SWEEP_MS = 5_000
/** Time for a block with the message to be indexed after its valid_until, ms. */
const GRACE_MS = 30_000
const LIMITS: TraceLimits = { traces: 1_000, bytes: 32 << 20 }
/** Number of external messages of the newest blocks; `accept` can come after the index has the message's block. */
const RECENT_EXTERNALS = 2_048
const MAX_DROPPED = 64

/** Sent messages and their emulated traces, until the index has their transactions. */
export class PendingTraces {
  readonly #options: PendingOptions
  readonly #traces: PendingTraceStore
  readonly #queue: EmulationQueue
  /** Keys of the external messages that were indexed last. */
  readonly #recentExternals = new Set<string>()
  readonly #dropped: DroppedMessage[] = []
  readonly #sweep: NodeJS.Timeout
  #sweptAt = performance.now()
  /** Messages that a full queue lost. */
  #unqueued = 0

  constructor(options: PendingOptions) {
    const { emulate, clock = () => performance.now(), limits = LIMITS } = options
    this.#options = options
    this.#traces = new PendingTraceStore(limits, clock)
    this.#queue = new EmulationQueue({
      emulate: ({ sent, seqno }, signal) => emulate(sent.cell, seqno, signal),
      onEmulated: (sent, emulation) => this.#add(sent, emulation),
      onFailed: (sent, reason) => this.#drop(sent, reason),
    })
    this.#sweep = setInterval(() => this.#removeExpired(), SWEEP_MS)
    this.#sweep.unref()
  }

  /**
   * Queues a message that the network accepted for emulation. Under load it can be skipped; it is then found as soon as
   * its block is indexed. Never throws.
   */
  accept(sent: SentMessage): void {
    const key = bytesToHex(sent.hashNorm)
    if (this.#traces.has(key) || this.#recentExternals.has(key) || this.#queue.has(key)) return
    const hadRoom = this.#queue.add({ sent, seqno: this.#options.seqno() })
    if (!hadRoom) this.#unqueued++
  }

  /** Records the external messages of new blocks in the index, and removes expired traces. */
  removeIndexed({ externals }: Written): void {
    for (const hash of externals) {
      const key = bytesToHex(hash)
      this.#recentExternals.add(key)
      this.#traces.markOnChain(key)
    }
    for (const oldest of this.#recentExternals) {
      if (this.#recentExternals.size <= RECENT_EXTERNALS) break
      this.#recentExternals.delete(oldest)
    }
    this.#queue.discard(this.#recentExternals)
    this.#removeExpired()
  }

  /**
   * Returns traces of these messages (normalized hashes), or those that touch one of these accounts. Waits for running
   * emulations.
   */
  async find({ hashes, accounts }: PendingFilter): Promise<readonly PendingTrace[]> {
    await this.#queue.settled()
    this.#removeExpired()
    const keys = hashes && new Set(hashes.map(bytesToHex))
    const touched = accounts?.map(({ workchain, hash }) => `${workchain}:${bytesToHex(hash)}`)
    return [...this.#traces.entries()]
      .filter(([key]) => !keys || keys.has(key))
      .filter(([, { accounts }]) => !touched || touched.some((account) => accounts.has(account)))
      .flatMap(([, { trace }]) => trace ?? [])
  }

  /** The newest messages that were in no block in time or could not be emulated, with the reason. */
  get dropped(): readonly DroppedMessage[] {
    return this.#dropped
  }

  /** Returns the emulation of a message by its normalized hash, if there is one. */
  emulation(hash: Uint8Array): EmulatedMessage | undefined {
    const { trace, accounts } = this.#traces.get(bytesToHex(hash)) ?? {}
    return trace && accounts && { trace, accounts }
  }

  get stats(): PendingStats {
    const { size, bytes, evicted } = this.#traces
    const sweepAgeMs = performance.now() - this.#sweptAt
    return { traces: size, bytes, skipped: this.#unqueued + evicted, sweepAgeMs }
  }

  close(): void {
    this.#queue.close()
    clearInterval(this.#sweep)
    this.#traces.clear()
  }

  #add(sent: SentMessage, emulation: Emulation): void {
    const onChain = this.#recentExternals.has(bytesToHex(sent.hashNorm))
    const { trace } = emulation
    if (!trace.accepted) {
      const code = trace.exitCode === undefined ? '' : ` with exit code ${trace.exitCode}`
      const reason = `the account refuses it${code}: ${trace.reason}`
      this.#traces.add({ sent, trace: undefined, accounts: new Set(), bytes: 0, reason }, GRACE_MS, onChain)
      return
    }
    const emulated = serializedTrace(sent, emulation, trace)
    this.#traces.add(emulated, lifetimeOf(sent, emulation.utime), onChain)
    this.#options.onEmulated?.(emulated)
  }

  #removeExpired(): void {
    this.#sweptAt = performance.now()
    for (const { sent, reason } of this.#traces.removeExpired()) this.#drop(sent, reason)
  }

  #drop({ hashNorm }: SentMessage, reason: string): void {
    const dropped = { externalHash: hashNorm, reason }
    this.#dropped.push(dropped)
    if (this.#dropped.length > MAX_DROPPED) this.#dropped.shift()
    this.#options.onDropped?.(dropped)
  }
}

type AcceptedTrace = Extract<Emulation['trace'], { accepted: true }>

function serializedTrace(
  sent: SentMessage,
  { globalVersion }: Emulation,
  { transactions: emulated, unfollowed }: AcceptedTrace,
): PendingEntry & EmulatedMessage {
  const transactions = emulated.map(({ account, transaction, parent }) => ({
    workchain: account.workChain,
    boc: serializeBoc(transaction, PROOF_BOC),
    parent,
  }))
  return {
    sent,
    trace: { externalHash: Uint8Array.from(sent.hashNorm), globalVersion, transactions, unfollowed },
    accounts: new Set(emulated.map(({ account }) => account.toRawString())),
    bytes: transactions.reduce((sum, { boc }) => sum + boc.length, 0),
    reason: 'the index has seen no block with it in time',
  }
}

/** Returns how long the trace of a message is kept, ms. `utime` is the time of its emulation. */
function lifetimeOf({ message }: SentMessage, utime: number): number {
  const until = validUntil(message.body)
  if (until === undefined) return MAX_AGE_MS
  return Math.min(MAX_AGE_MS, Math.max(0, until - utime) * 1000 + GRACE_MS)
}
