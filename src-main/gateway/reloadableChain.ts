import { type AnyOperation, type V2Result, v2Operations } from '#shared/schema/v2/operations.ts'
import { type AnyV3Operation, v3Operations } from '#shared/schema/v3/operations.ts'
import type { V2Answer, V2Api } from '../api/v2/api.ts'
import type { V3Api } from '../api/v3/api.ts'
import type { DevnetControl } from '../devnet/runtime/runningDevnet.ts'
import type { ChainPosition } from '../http/cache/answerCache.ts'
import type { GlobalConfig } from '../liteserver/globalConfig.ts'
import { type ChainGate, createChainGate } from './chainGate.ts'
import { type ChainRuntime, type ChainRuntimeOptions, openChainRuntime } from './chainRuntime.ts'
import { type IndexReload, type IndexRuntime, noIndex } from './indexRuntime.ts'
import type { NetworkSource } from './networkSource.ts'

/** The present chain of a network and its index. A devnet's reset or restore replaces both. */
export type ReloadableChain = {
  /** The APIs of the chain and its index. Calls wait while the chain is replaced; see ChainGate. */
  readonly v2: Pick<V2Api, 'call'>
  readonly v3: Pick<V3Api, 'call'>
  current(): ChainRuntime
  /** Returns the number of the chain and its newest block, announced or proved. */
  position(): ChainPosition
  /** Returns the chain's index; before `startIndex` a placeholder that refuses requests. */
  index(): IndexRuntime
  /** Opens the index; to be called once the network has answered or is known to be unreachable. */
  startIndex(): Promise<void>
  /** Opens the index again if it could not be opened for writing. */
  reopenIndex(): Promise<void>
  /** Commands of the devnet; those that replace the chain resolve when the new one answers. */
  readonly devnet: DevnetControl | undefined
  close(): Promise<void>
}

export type ReloadableChainOptions = Omit<ChainRuntimeOptions, 'archive' | 'now'> & {
  /** Addresses are printed for a test network. */
  readonly testOnly: boolean
  /** Called after the chain was replaced: its global config has changed. */
  onReplaced(config: GlobalConfig): Promise<void>
  /** Opens the index of a chain, or returns a replacement for it; never rejects. */
  openIndex(chain: ChainRuntime, before?: IndexRuntime, damage?: string): Promise<IndexRuntime>
  onTrouble(error: unknown): void
}

/** Opens the chain of a network, and opens the new one whenever the network replaces it. */
export async function openReloadableChain(
  source: NetworkSource,
  options: ReloadableChainOptions,
): Promise<ReloadableChain> {
  const { devnet } = source
  /** Undefined while it is opened, or replaced with its chain. */
  let index: IndexRuntime | undefined
  const archive = () => index?.archive
  const now = async () => (devnet ? (await devnet.status()).now : Math.floor(Date.now() / 1000))
  let chain = await openChainRuntime(source.config(), { ...options, archive, now })
  let switching: Promise<void> = Promise.resolve()
  let generation = 0
  /** Newest block that the devnet announced; a liteserver can report it later. */
  let announced = 0
  const gate = createChainGate()
  function presentIndex(): IndexRuntime {
    const { testOnly } = options
    const opening = 'the index is being opened; ask again in a second'
    return index ?? noIndex(opening, { v2: chain.v2, testOnly, retryAfter: 1 })
  }
  /** Replacements whose new chain does not answer yet. */
  let replacing = 0
  /** Closes the users of the old chain while that still answers. */
  async function closeChain(): Promise<void> {
    const indexBefore = index
    index = undefined
    try {
      await indexBefore?.close()
    } finally {
      chain.close()
    }
  }
  async function openChain(): Promise<void> {
    try {
      chain = await openChainRuntime(source.config(), { ...options, archive, now })
      generation++
      await Promise.all([chain.head.refresh(), options.onReplaced(chain.config)])
      use(await options.openIndex(chain))
    } finally {
      replacing--
      if (replacing === 0) gate.open()
    }
  }
  /** An earlier run has proved the indexed blocks. A devnet takes blocks back. */
  function noteIndexed(): void {
    const newest = source.embedded ? undefined : index?.archive?.newestSeqno()
    if (newest !== undefined) chain.network.noteIndexed(newest)
  }
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  /** Schedules another attempt to open an index that could not be opened for writing. */
  function retryLater(): void {
    clearTimeout(retry)
    const halt = index?.halt
    if (halt && !isClosed) retry = setTimeout(() => void reopenIndex(), halt.retryMs).unref()
  }
  async function reopen(): Promise<void> {
    const before = index
    if (isClosed || !before?.halt) return
    const opened = await options.openIndex(chain, before)
    if (opened === before) return retryLater()
    use(opened)
    await before.close()
  }
  function use(opened: IndexRuntime): void {
    index = opened
    retryLater()
    void opened.outdated?.then((outdated) => {
      if (index !== opened) return
      // Requests no longer reach it.
      index = undefined
      switching = switching.then(() => replaceIndex(opened, outdated)).catch(options.onTrouble)
    })
  }
  /** Closes an index that is damaged or was rebuilt, and opens it again. */
  async function replaceIndex(before: IndexRuntime, { damage }: IndexReload): Promise<void> {
    await before.close().catch(options.onTrouble)
    // The index of another chain is opened when that chain is entered.
    if (!isClosed && replacing === 0) use(await options.openIndex(chain, undefined, damage))
  }
  function reopenIndex(): Promise<void> {
    switching = switching.then(reopen).catch(options.onTrouble)
    return switching
  }
  const offHead = devnet?.onHead((seqno) => {
    announced = seqno
    chain.network.announce(seqno)
    index?.indexer?.nudge(seqno)
  })
  // Sequential: after two resets in a row the chain of the second one must be open.
  const offReplacing = devnet?.onReplacing(() => {
    gate.close()
    replacing++
    // Invalidates cached answers.
    generation++
    switching = switching.then(closeChain).catch(options.onTrouble)
    return switching
  })
  const offReplaced = devnet?.onReplaced(() => {
    generation++
    announced = 0
    switching = switching.then(openChain).catch(options.onTrouble)
  })
  void devnet?.stopped.then((error) => {
    // Without a replacement under way the index still answers.
    if (replacing > 0) gate.fail(error?.message ?? 'the devnet is closed')
  })
  async function thenSwitched<T>(work: Promise<T>): Promise<T> {
    const result = await work
    await switching
    return result
  }
  /** Wraps a command of the devnet, which waits at the gate as well. */
  const gated =
    <Args extends readonly unknown[], T>(command: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      gate.run(() => command(...args), { once: true })
  return {
    v2: gatedV2(gate, () => chain.v2),
    v3: {
      call: (name, values, callOptions) =>
        gate.run(() => presentIndex().v3.call(name, values, callOptions), {
          signal: callOptions.signal,
          once: (v3Operations[name] as AnyV3Operation).sends ?? false,
        }),
    },
    current: () => chain,
    position() {
      const proved = chain.network.bestSeqno() ?? 0
      return { generation, head: Math.max(announced, proved), proved }
    },
    index: presentIndex,
    async startIndex() {
      switching = switching.then(async () => {
        use(await options.openIndex(chain))
        noteIndexed()
      })
      await switching
    },
    reopenIndex,
    devnet: devnet && {
      status: () => gate.run(() => devnet.status()),
      exampleMessages: () => gate.run(() => devnet.exampleMessages()),
      faucet: gated((request) => devnet.faucet(request)),
      step: gated((blocks) => devnet.step(blocks)),
      keyBlock: gated(() => devnet.keyBlock()),
      setTime: gated((request) => devnet.setTime(request)),
      settings: gated((change) => devnet.settings(change)),
      saveSnapshot: gated((name) => devnet.saveSnapshot(name)),
      deleteSnapshot: gated((name) => devnet.deleteSnapshot(name)),
      restoreSnapshot: (name) => thenSwitched(devnet.restoreSnapshot(name)),
      reset: () => thenSwitched(devnet.reset()),
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      offHead?.()
      offReplacing?.()
      offReplaced?.()
      await switching
      await index?.close()
      chain.close()
    },
  }
}

/** Returns the API of the present chain behind the gate. */
function gatedV2(gate: ChainGate, v2: () => V2Api): Pick<V2Api, 'call'> {
  return {
    call(name, values, options) {
      let answer: V2Answer<V2Result<typeof name>> | undefined
      const ask = () => {
        answer = v2().call(name, values, options)
        return answer.result
      }
      const once = (v2Operations[name] as AnyOperation).sends ?? false
      return {
        result: gate.run(ask, { signal: options?.signal, once }),
        servers: () => answer?.servers() ?? [],
        indexHead: () => answer?.indexHead(),
      }
    },
  }
}
