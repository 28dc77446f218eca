import { type AnyOperation, type V2Result, v2Operations } from '#shared/schema/v2/operations.ts'
import { type AnyV3Operation, v3Operations } from '#shared/schema/v3/operations.ts'
import { createV2Api, type V2Answer, type V2Api } from '../api/v2/api.ts'
import { createContractRuns } from '../api/v2/contractRuns.ts'
import type { V3Api } from '../api/v3/api.ts'
import {
  createPendingTraces,
  type DroppedMessage,
  type EmulatedMessage,
  type PendingTraces,
} from '../api/v3/pending/pendingTraces.ts'
import { emulateSent } from '../api/v3/pending/traceEmulator.ts'
import type { DevnetControl } from '../devnet/life/runningDevnet.ts'
import type { ChainMoment } from '../http/answerCache.ts'
import { type Archive, withArchive } from '../indexer/offline/withArchive.ts'
import { NoServerError, type ProofProgress } from '../liteserver/errors.ts'
import type { GlobalConfig } from '../liteserver/globalConfig.ts'
import {
  type LiteNetworkOptions,
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../liteserver/network/openLiteNetwork.ts'
import type { TvmPool } from '../tvm/tvmPool.ts'
import { type ChainGate, createChainGate } from './chainGate.ts'
import { type HeadWatch, watchHead } from './headWatch.ts'
import { type IndexLine, noIndex, type Outdated } from './indexLine.ts'
import type { NetworkSource } from './networkSource.ts'
import type { TrustFile } from './trustFile.ts'
import { type VersionWatch, watchVersion } from './versionWatch.ts'

/** One chain and everything that remembers something of it. A devnet that is reset needs a new one. */
export type Line = {
  readonly config: GlobalConfig
  readonly network: OpenLiteNetwork
  readonly head: HeadWatch
  /** The network's global version. */
  readonly version: VersionWatch
  readonly v2: V2Api
  /** Messages that were sent and are in no block yet. */
  readonly pending: PendingTraces
  close(): void
}

export type LineOptions = {
  /** False: the liteservers are believed. */
  readonly verify: boolean
  /** How liteservers are asked, polled and quarantined. */
  readonly liteservers?: Pick<LiteNetworkOptions, 'limits' | 'random'> | undefined
  readonly tvm: TvmPool
  /** Keeps the newest proved key block; absent where the chain can be taken back, or nothing is verified. */
  readonly trustFile?: ((config: GlobalConfig) => TrustFile) | undefined
  /** Called with each link of a proof over many key blocks, and with undefined when it ends. */
  readonly onProving?: ((progress: ProofProgress | undefined) => void) | undefined
  /** What answers where no liteserver does. */
  readonly archive: () => Archive | undefined
  /** The network's clock, Unix seconds: a devnet's may stand anywhere. */
  readonly now: () => Promise<number>
  /** A message that was sent comes to nothing. */
  onDropped(dropped: DroppedMessage): void
  /** A message that was sent is emulated. */
  onEmulated?(message: EmulatedMessage): void
}

/** The line to a network, whichever chain that now has. */
export type SwitchedLine = {
  /** The APIs of the chain and its index. While the chain is replaced questions wait: see ChainGate. */
  readonly v2: Pick<V2Api, 'call'>
  readonly v3: Pick<V3Api, 'call'>
  current(): Line
  /** Which chain, and the newest block of it that anybody here has heard of. */
  moment(): ChainMoment
  /** The chain's index; from `startIndex` on. */
  index(): IndexLine
  /** Opens the index, when the network is known to answer or to be out of reach. */
  startIndex(): Promise<void>
  /** Tries again to open the index for writing, where that failed. */
  reopenIndex(): Promise<void>
  /** The network's own commands; those that replace the chain are done when the new one answers. */
  readonly devnet: DevnetControl | undefined
  close(): Promise<void>
}

export type SwitchOptions = Omit<LineOptions, 'archive' | 'now'> & {
  /** Addresses are printed for a test network. */
  readonly testOnly: boolean
  /** The chain was replaced: whoever wrote down where it is writes it anew. */
  onSwitch(config: GlobalConfig): Promise<void>
  /** Opens the index of the line's chain, or gives back what is there instead of it; never rejects. */
  openIndex(line: Line, before?: IndexLine, damage?: string): Promise<IndexLine>
  onTrouble(error: unknown): void
}

/** Opens the line to a network, and a new one whenever the network replaces its chain. */
export async function openSwitchedLine(source: NetworkSource, options: SwitchOptions): Promise<SwitchedLine> {
  const { devnet } = source
  /** Undefined while it is opened, or replaced with its chain. */
  let index: IndexLine | undefined
  const archive = () => index?.archive
  const now = async () => (devnet ? (await devnet.status()).now : Math.floor(Date.now() / 1000))
  let line = await openLine(source.config(), { ...options, archive, now })
  let switching: Promise<void> = Promise.resolve()
  let chain = 0
  /** The devnet tells of its blocks before a liteserver is asked. */
  let told = 0
  const gate = createChainGate()
  function presentIndex(): IndexLine {
    const { testOnly } = options
    const opening = 'the index is being opened; ask again in a second'
    return index ?? noIndex(opening, { v2: line.v2, testOnly, retryAfter: 1 })
  }
  /** Replacements of which the new chain does not answer yet. */
  let replacing = 0
  /** Ends everything that asks the old chain, while that still answers. */
  async function leaveChain(): Promise<void> {
    const indexBefore = index
    index = undefined
    try {
      await indexBefore?.close()
    } finally {
      line.close()
    }
  }
  async function enterChain(): Promise<void> {
    try {
      line = await openLine(source.config(), { ...options, archive, now })
      chain++
      await Promise.all([line.head.refresh(), options.onSwitch(line.config)])
      use(await options.openIndex(line))
    } finally {
      replacing--
      if (replacing === 0) gate.open()
    }
  }
  /** An earlier run has proved the indexed blocks. A devnet takes blocks back. */
  function noteIndexed(): void {
    const newest = source.embedded ? undefined : index?.archive?.newestSeqno()
    if (newest !== undefined) line.network.noteIndexed(newest)
  }
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  /** What couldn't be opened is tried again by itself. */
  function retryLater(): void {
    clearTimeout(retry)
    const halt = index?.halt
    if (halt && !isClosed) retry = setTimeout(() => void reopenIndex(), halt.retryMs).unref()
  }
  async function reopen(): Promise<void> {
    const before = index
    if (isClosed || !before?.halt) return
    const opened = await options.openIndex(line, before)
    if (opened === before) return retryLater()
    use(opened)
    await before.close()
  }
  function use(opened: IndexLine): void {
    index = opened
    retryLater()
    void opened.outdated?.then((outdated) => {
      if (index !== opened) return
      // No question reaches it from now on.
      index = undefined
      switching = switching.then(() => replaceIndex(opened, outdated)).catch(options.onTrouble)
    })
  }
  /** Closes an index that is damaged or was rebuilt, and opens it again. */
  async function replaceIndex(before: IndexLine, { damage }: Outdated): Promise<void> {
    await before.close().catch(options.onTrouble)
    // The index of another chain is opened when that chain is entered.
    if (!isClosed && replacing === 0) use(await options.openIndex(line, undefined, damage))
  }
  function reopenIndex(): Promise<void> {
    switching = switching.then(reopen).catch(options.onTrouble)
    return switching
  }
  const unhear = devnet?.onHead((seqno) => {
    told = seqno
    line.network.announce(seqno)
    index?.indexer?.nudge(seqno)
  })
  // One after another: two resets in a row must not leave the line to the first one's chain.
  const unleave = devnet?.onReplacing(() => {
    gate.close()
    replacing++
    // What was answered before is kept no longer.
    chain++
    switching = switching.then(leaveChain).catch(options.onTrouble)
    return switching
  })
  const unfollow = devnet?.onReplaced(() => {
    chain++
    told = 0
    switching = switching.then(enterChain).catch(options.onTrouble)
  })
  void devnet?.stopped.then((error) => {
    // Otherwise the index still answers.
    if (replacing > 0) gate.fail(error?.message ?? 'the devnet is closed')
  })
  async function thenSwitched<T>(work: Promise<T>): Promise<T> {
    const result = await work
    await switching
    return result
  }
  /** What is asked of the devnet itself waits as well. */
  const gated =
    <Args extends readonly unknown[], T>(command: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      gate.run(() => command(...args), { once: true })
  return {
    v2: gatedV2(gate, () => line.v2),
    v3: {
      call: (name, values, callOptions) =>
        gate.run(() => presentIndex().v3.call(name, values, callOptions), {
          signal: callOptions.signal,
          once: (v3Operations[name] as AnyV3Operation).sends ?? false,
        }),
    },
    current: () => line,
    moment() {
      const proved = line.network.bestSeqno() ?? 0
      return { chain, head: Math.max(told, proved), proved }
    },
    index: presentIndex,
    async startIndex() {
      switching = switching.then(async () => {
        use(await options.openIndex(line))
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
      travel: gated((journey) => devnet.travel(journey)),
      settings: gated((change) => devnet.settings(change)),
      save: gated((name) => devnet.save(name)),
      forget: gated((name) => devnet.forget(name)),
      restore: (name) => thenSwitched(devnet.restore(name)),
      reset: () => thenSwitched(devnet.reset()),
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      unhear?.()
      unleave?.()
      unfollow?.()
      await switching
      await index?.close()
      line.close()
    },
  }
}

/** The API of the present chain, behind the gate. */
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

async function openLine(
  config: GlobalConfig,
  { verify, liteservers, trustFile, onProving, tvm, archive, now, onDropped, onEmulated }: LineOptions,
): Promise<Line> {
  const trustStore = trustFile?.(config)
  const network = await openLiteNetwork({ ...liteservers, config, verify, trustStore, onProving })
  const head = watchHead(network)
  const reached = withArchive(network, presentArchive(archive))
  const contracts = createContractRuns(tvm, reached)
  const version = watchVersion(reached, contracts)
  const pending = createPendingTraces({
    emulate: (message, seqno, signal) => emulateSent(message, seqno, contracts, { network, now }, signal),
    seqno: () => network.bestSeqno(),
    onDropped,
    ...(onEmulated && { onEmulated }),
  })
  return {
    config,
    network,
    head,
    version,
    v2: createV2Api({ network: reached, contracts, onSent: (sent) => pending.accept(sent) }),
    pending,
    close() {
      pending.close()
      version.close()
      head.close()
      network.close()
      trustStore?.close()
    },
  }
}

/** The archive of the index that is open now. */
function presentArchive(archive: () => Archive | undefined): Archive {
  return {
    session(signal) {
      const present = archive()
      if (!present) throw new NoServerError()
      return present.session(signal)
    },
    newestSeqno: () => archive()?.newestSeqno(),
  }
}
