import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningDevnet } from '../devnet/runtime/runningDevnet.ts'
import type { ChainPosition } from '../http/cache/answerCache.ts'
import { createChainGate } from './chainGate.ts'
import { type ChainRuntime, openChainRuntime } from './chainRuntime.ts'
import { type IndexReload, type IndexRuntime, noIndex } from './indexRuntime.ts'
import type { NetworkSource } from './networkSource.ts'
import type { ReloadableChainOptions } from './reloadableChain.ts'

/** Maximum wait for the index of a devnet's last blocks at closing, and the interval of looking, ms. */
const LAST_BLOCKS_MS = 2_000
const LOOK_MS = 20
/** Minimum time between two questions for the head of a far network while its blocks are not indexed, ms. */
const HEAD_PACE_MS = 1_000

/** The chain runtime and the index that are open now. A devnet's reset or restore replaces both. */
export class PresentChain {
  readonly gate = createChainGate()
  readonly #source: NetworkSource
  readonly #options: ReloadableChainOptions
  readonly #openRuntime: () => Promise<ChainRuntime>
  readonly #unsubscribe: readonly (() => void)[]
  #runtime: ChainRuntime
  /** Undefined while it is opened, or replaced with its chain. */
  #index: IndexRuntime | undefined
  /** Replacements run one after another: after two resets in a row the chain of the second one must be open. */
  #switching: Promise<void> = Promise.resolve()
  /** Number of the chain; also counts starts of replacements, so that cached answers are invalidated. */
  #generation = 0
  /** Newest block that the devnet announced; a liteserver can report it later. */
  #announced = 0
  /** Replacements whose new chain does not answer yet. */
  #replacing = 0
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  private constructor(
    source: NetworkSource,
    options: ReloadableChainOptions,
    opening: { readonly first: ChainRuntime; openRuntime(): Promise<ChainRuntime> },
  ) {
    this.#source = source
    this.#options = options
    this.#openRuntime = opening.openRuntime
    this.#runtime = opening.first
    this.#unsubscribe = source.devnet ? this.#subscribe(source.devnet) : []
  }

  /** Opens the runtime of the network's chain; the index follows with `startIndex`. */
  static async open(source: NetworkSource, options: ReloadableChainOptions): Promise<PresentChain> {
    const { devnet } = source
    let opened: PresentChain | undefined
    const openRuntime = () =>
      openChainRuntime(source.config(), {
        ...options,
        archive: () => (opened ? opened.#index?.archive : undefined),
        // An embedded network announces its blocks.
        ...(!source.embedded && {
          head: {
            paceMs: () => (opened?.isFollowing ? 0 : HEAD_PACE_MS),
            onHead: (seqno: number) => opened?.noteHead(seqno),
          },
        }),
        now: async () => (devnet ? (await devnet.status()).now : Math.floor(Date.now() / 1000)),
      })
    opened = new PresentChain(source, options, { first: await openRuntime(), openRuntime })
    return opened
  }

  get runtime(): ChainRuntime {
    return this.#runtime
  }

  /** The index, or a placeholder that refuses requests. */
  get index(): IndexRuntime {
    const opening = 'the index is being opened; ask again in a second'
    const { testOnly } = this.#options
    return this.#index ?? noIndex(opening, { v2: this.#runtime.v2, testOnly, retryAfter: 1 })
  }

  /** Whether the index follows the chain. */
  get isFollowing(): boolean {
    const { mode, state } = this.#index?.status() ?? {}
    return mode === 'follow' && (state === 'following' || state === 'catching_up')
  }

  position(): ChainPosition {
    const proved = this.#runtime.network.bestSeqno() ?? 0
    return { generation: this.#generation, head: Math.max(this.#announced, proved), proved }
  }

  async startIndex(): Promise<void> {
    this.#switching = this.#switching.then(async () => {
      this.#use(await this.#options.openIndex(this.#runtime))
      this.#noteIndexed()
    })
    await this.#switching
  }

  reopenIndex(): Promise<void> {
    return this.#enqueue(() => this.#reopen())
  }

  /** Resolves with the result of a command that replaces the chain, when the new chain answers. */
  async thenSwitched<T>(command: Promise<T>): Promise<T> {
    const result = await command
    await this.#switching
    return result
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    await this.#switching
    await this.#lastBlocksIndexed()
    await this.#index?.close()
    this.#runtime.close()
  }

  /** Waits until the index has the blocks that the devnet has announced: its archive can restore a damaged chain. */
  async #lastBlocksIndexed(): Promise<void> {
    const deadline = performance.now() + LAST_BLOCKS_MS
    const isBehind = () =>
      this.isFollowing && (this.#index?.status().coverage.at(-1)?.last ?? 0) < this.#announced
    while (isBehind() && performance.now() < deadline) await sleep(LOOK_MS)
  }

  #subscribe(devnet: RunningDevnet): (() => void)[] {
    void devnet.stopped.then((error) => {
      // Without a replacement under way the index still answers.
      if (this.#replacing > 0) this.gate.fail(error?.message ?? 'the devnet is closed')
    })
    return [
      devnet.onHead((seqno) => {
        this.#announced = seqno
        this.#runtime.network.announce(seqno)
        this.#index?.indexer?.nudge(seqno)
      }),
      devnet.onReplacing(() => {
        this.gate.close()
        this.#replacing++
        this.#generation++
        return this.#enqueue(() => this.#closeReplaced())
      }),
      devnet.onReplaced(() => {
        this.#generation++
        this.#announced = 0
        void this.#enqueue(() => this.#openReplacement())
      }),
    ]
  }

  /** Handles a newer proved block. */
  noteHead(seqno: number): void {
    this.#index?.indexer?.nudge(seqno)
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#switching = this.#switching.then(work).catch(this.#options.onTrouble)
    return this.#switching
  }

  /** Closes the users of the old chain while that still answers. */
  async #closeReplaced(): Promise<void> {
    const before = this.#index
    this.#index = undefined
    try {
      await before?.close()
    } finally {
      this.#runtime.close()
    }
  }

  async #openReplacement(): Promise<void> {
    try {
      const runtime = await this.#openRuntime()
      this.#runtime = runtime
      this.#generation++
      await Promise.all([runtime.head.refresh(), this.#options.onReplaced(runtime.config)])
      this.#use(await this.#options.openIndex(runtime))
    } finally {
      this.#replacing--
      if (this.#replacing === 0) this.gate.open()
    }
  }

  /** An earlier run has proved the indexed blocks. A devnet takes blocks back. */
  #noteIndexed(): void {
    const newest = this.#source.embedded ? undefined : this.#index?.archive?.newestSeqno()
    if (newest !== undefined) this.#runtime.network.noteIndexed(newest)
  }

  #use(opened: IndexRuntime): void {
    this.#index = opened
    this.#retryLater()
    void opened.outdated?.then((outdated) => {
      if (this.#index !== opened) return
      // Requests no longer reach it.
      this.#index = undefined
      void this.#enqueue(() => this.#replaceIndex(opened, outdated))
    })
  }

  /** Schedules another attempt to open an index that could not be opened for writing. */
  #retryLater(): void {
    clearTimeout(this.#retry)
    const stopReason = this.#index?.stopReason
    if (stopReason && !this.#isClosed)
      this.#retry = setTimeout(() => void this.reopenIndex(), stopReason.retryMs).unref()
  }

  async #reopen(): Promise<void> {
    const before = this.#index
    if (this.#isClosed || !before?.stopReason) return
    const opened = await this.#options.openIndex(this.#runtime, before)
    if (opened === before) return this.#retryLater()
    this.#use(opened)
    await before.close()
  }

  /** Closes an index that is damaged or was rebuilt, and opens it again. */
  async #replaceIndex(before: IndexRuntime, reload: IndexReload): Promise<void> {
    const { openIndex, onTrouble } = this.#options
    await before.close().catch(onTrouble)
    // The index of another chain is opened when that chain is entered.
    if (!this.#isClosed && this.#replacing === 0) this.#use(await openIndex(this.#runtime, undefined, reload))
  }
}
