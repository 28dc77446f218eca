import type { Cell } from '@ton/core'
import { messageOf } from '#shared/messageOf.ts'
import { PROOF_BOC, serializeBoc } from '../../../chain/cells/serializeBoc.ts'
import { validUntil } from '../../../contracts/messages/validUntil.ts'
import type { Written } from '../../../store/indexStore.ts'
import type { SentMessage } from '../../v2/context.ts'
import type { PendingTrace } from './pendingTrace.ts'
import type { Emulation } from './traceEmulator.ts'

/** Messages that were sent through this server, emulated, until the index has what really came of them. */
export type PendingTraces = {
  /**
   * Queues a message that the network took for emulation. Under load it can go without: then it is found as soon as
   * the index has its block. Never throws.
   */
  accept(sent: SentMessage): void
  /** Removes the messages of new blocks in the index, and expired ones. */
  removeIndexed(written: Written): void
  /** Returns traces of these messages (normalized hashes), or those that touch one of these accounts. Waits for running emulations. */
  find(filter: PendingFilter): Promise<readonly PendingTrace[]>
  /** The newest of those that did not come true, with the reason. */
  readonly dropped: readonly DroppedMessage[]
  /** Returns the emulation of a message by its normalized hash, if there is one. */
  emulation(hash: Uint8Array): EmulatedMessage | undefined
  readonly stats: {
    readonly traces: number
    readonly bytes: number
    /** Messages that were not emulated, or whose emulation was removed, to bound work and memory. */
    readonly skipped: number
    /** Since the traces were last looked through for old ones, milliseconds. */
    readonly sweepAgeMs: number
  }
  close(): void
}

export type PendingFilter = {
  readonly hashes?: readonly Uint8Array[]
  readonly accounts?: readonly Account[]
}
type Account = { readonly workchain: number; readonly hash: Uint8Array }

/** `accounts`: raw addresses, with lower-case digits, of those that it touches. */
export type EmulatedMessage = { readonly trace: PendingTrace; readonly accounts: ReadonlySet<string> }

export type DroppedMessage = { readonly externalHash: Buffer; readonly reason: string }

export type PendingOptions = {
  /** Rejects where the network or the TVM fails. `seqno` is the newest block that was known when it was sent. */
  emulate(message: Cell, seqno: number | undefined, signal: AbortSignal): Promise<Emulation>
  /** The newest masterchain block that is known now. */
  seqno(): number | undefined
  /** Called with every message that is emulated. */
  onEmulated?(message: EmulatedMessage): void
  /** Told of every message that is given up. */
  onDropped?(dropped: DroppedMessage): void
  /** Unix time in milliseconds; default Date.now. */
  readonly clock?: () => number
  /** What is kept at most; default 1,000 traces and 32 MB. */
  readonly limits?: { readonly traces: number; readonly bytes: number }
}

/** Maximum age of an emulated trace, ms; that of the reference. */
const MAX_AGE_MS = 600_000
/** Interval of the removal of old traces, ms. */
const SWEEP_MS = 5_000
/** After valid_until a block that has the message may still be on its way. */
const GRACE_MS = 30_000
/** A trace on chain is shown with what is still to come; longer than this nothing is. */
const ON_CHAIN_AGE_MS = 120_000
const LIMITS = { traces: 1_000, bytes: 32 << 20 }
/** Each further one at a time would start a TVM thread of 36 MB under load. */
const MAX_EMULATING = 1
const MAX_WAITING = 64
/** With more messages than this in the queue, emulation is paced. */
const CALM_QUEUE = 8
/** Pause after an emulation under load, as a multiple of its duration, and at most this long, ms. */
const PACE = 4
const MAX_PACE_MS = 500
/** External messages of the newest blocks; `accept` can come after the index has the message's block. */
const RECENT_EXTERNALS = 2_048
const EMULATION_MS = 20_000
/** How long a question waits for emulations that are under way. */
const SETTLE_MS = 2_000
const MAX_DROPPED = 64

type Entry = {
  readonly sent: SentMessage
  /** Undefined where the account refused the message: perhaps because a block has it that the index has not yet. */
  readonly trace: PendingTrace | undefined
  readonly accounts: ReadonlySet<string>
  readonly bytes: number
  /** When it is given up, ms. */
  deadline: number
  /** Why, unless it is on chain. */
  readonly reason: string
  onChain: boolean
}

export function createPendingTraces(options: PendingOptions): PendingTraces {
  const { emulate, onEmulated, onDropped, clock = Date.now, limits = LIMITS } = options
  const entries = new Map<string, Entry>()
  const emulating = new Map<string, Promise<void>>()
  const waiting: { readonly sent: SentMessage; readonly seqno: number | undefined }[] = []
  /** Keys of the external messages that the index got last. */
  const onChainRecently = new Set<string>()
  const dropped: DroppedMessage[] = []
  const closing = new AbortController()
  let bytes = 0
  let skipped = 0
  let paced: NodeJS.Timeout | undefined

  function drop({ hashNorm }: SentMessage, reason: string): void {
    const told = { externalHash: hashNorm, reason }
    dropped.push(told)
    if (dropped.length > MAX_DROPPED) dropped.shift()
    onDropped?.(told)
  }

  function remove(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    bytes -= entry.bytes
  }

  let sweptAt = performance.now()

  function removeExpired(): void {
    const now = clock()
    sweptAt = performance.now()
    for (const [key, { deadline, onChain, sent, reason }] of entries) {
      if (now < deadline) continue
      remove(key)
      if (!onChain) drop(sent, reason)
    }
  }
  const timer = setInterval(removeExpired, SWEEP_MS)
  timer.unref()

  function keep(sent: SentMessage, { trace, utime, globalVersion }: Emulation): void {
    if (!trace.accepted) {
      const code = trace.exitCode === undefined ? '' : ` with exit code ${trace.exitCode}`
      const reason = `the account refuses it${code}: ${trace.reason}`
      add({ sent, trace: undefined, accounts: new Set(), bytes: 0, reason }, GRACE_MS)
      return
    }
    const transactions = trace.transactions.map(({ account, transaction, parent }) => ({
      workchain: account.workChain,
      boc: serializeBoc(transaction, PROOF_BOC),
      parent,
    }))
    const externalHash = Uint8Array.from(sent.hashNorm)
    const until = validUntil(sent.message.body)
    const lifetime = until === undefined ? MAX_AGE_MS : Math.max(0, until - utime) * 1000 + GRACE_MS
    const kept = {
      sent,
      trace: { externalHash, globalVersion, transactions, unfollowed: trace.unfollowed },
      accounts: new Set(trace.transactions.map(({ account }) => account.toRawString())),
      bytes: transactions.reduce((sum, { boc }) => sum + boc.length, 0),
      reason: 'the index has seen no block with it in time',
    }
    add(kept, Math.min(MAX_AGE_MS, lifetime))
    onEmulated?.(kept)
  }

  function add(kept: Omit<Entry, 'deadline' | 'onChain'>, lifetime: number): void {
    const key = keyOf(kept.sent.hashNorm)
    const onChain = onChainRecently.has(key)
    remove(key)
    entries.set(key, { ...kept, deadline: clock() + (onChain ? ON_CHAIN_AGE_MS : lifetime), onChain })
    bytes += kept.bytes
    makeRoom()
  }

  function makeRoom(): void {
    for (const [key, { onChain }] of entries) {
      if (entries.size <= limits.traces && bytes <= limits.bytes) return
      remove(key)
      if (!onChain) skipped++
    }
  }

  function startNext(): void {
    if (paced || emulating.size >= MAX_EMULATING) return
    const next = waiting.shift()
    if (!next) return
    const { sent, seqno } = next
    const key = keyOf(sent.hashNorm)
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(EMULATION_MS)])
    const begin = performance.now()
    const work = emulate(sent.cell, seqno, signal)
      .then(
        (emulation) => keep(sent, emulation),
        (error: unknown) => {
          if (!closing.signal.aborted) drop(sent, `it could not be emulated: ${messageOf(error)}`)
        },
      )
      .finally(() => {
        emulating.delete(key)
        if (closing.signal.aborted) return
        if (waiting.length > CALM_QUEUE) pace(performance.now() - begin)
        startNext()
      })
    emulating.set(key, work)
    startNext()
  }

  /** Leaves the processors to the blocks: most waiting messages are in one before they could be emulated. */
  function pace(emulationMs: number): void {
    clearTimeout(paced)
    paced = setTimeout(
      () => {
        paced = undefined
        startNext()
      },
      Math.min(PACE * emulationMs, MAX_PACE_MS),
    )
    paced.unref()
  }

  /** Records the external messages of a new block; those that wait need no emulation any more. */
  function record(externals: readonly Uint8Array[]): void {
    for (const hash of externals) {
      const key = keyOf(hash)
      onChainRecently.add(key)
      const entry = entries.get(key)
      if (!entry || entry.onChain) continue
      entry.onChain = true
      entry.deadline = clock() + ON_CHAIN_AGE_MS
    }
    for (const oldest of onChainRecently) {
      if (onChainRecently.size <= RECENT_EXTERNALS) break
      onChainRecently.delete(oldest)
    }
    const left = waiting.filter(({ sent }) => !onChainRecently.has(keyOf(sent.hashNorm)))
    if (left.length < waiting.length) waiting.splice(0, waiting.length, ...left)
  }

  /** All that was accepted before is emulated, or two seconds have passed. */
  async function settled(): Promise<void> {
    const late = Promise.withResolvers<void>()
    const deadline = setTimeout(late.resolve, SETTLE_MS)
    let isLate = false
    void late.promise.then(() => {
      isLate = true
    })
    while (emulating.size > 0 && !isLate) await Promise.race([late.promise, ...emulating.values()])
    clearTimeout(deadline)
  }

  return {
    accept(sent) {
      const key = keyOf(sent.hashNorm)
      const isKnown = entries.has(key) || emulating.has(key) || onChainRecently.has(key)
      if (isKnown || waiting.some((other) => keyOf(other.sent.hashNorm) === key)) return
      if (waiting.length >= MAX_WAITING) {
        // The oldest is the likeliest to be in a block already.
        waiting.shift()
        skipped++
      }
      waiting.push({ sent, seqno: options.seqno() })
      startNext()
    },
    removeIndexed({ externals }) {
      record(externals)
      removeExpired()
    },
    async find({ hashes, accounts }) {
      await settled()
      removeExpired()
      const keys = hashes && new Set(hashes.map(keyOf))
      const touched = accounts?.map(
        ({ workchain, hash }) => `${workchain}:${Buffer.from(hash).toString('hex')}`,
      )
      return [...entries]
        .filter(([key]) => !keys || keys.has(key))
        .filter(([, entry]) => !touched || touched.some((account) => entry.accounts.has(account)))
        .flatMap(([, { trace }]) => trace ?? [])
    },
    emulation(hash) {
      const { trace, accounts } = entries.get(keyOf(hash)) ?? {}
      return trace && accounts && { trace, accounts }
    },
    dropped,
    get stats() {
      return { traces: entries.size, bytes, skipped, sweepAgeMs: performance.now() - sweptAt }
    },
    close() {
      closing.abort(new Error('the chain was closed'))
      clearInterval(timer)
      clearTimeout(paced)
      waiting.length = 0
      entries.clear()
    },
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex')
}
