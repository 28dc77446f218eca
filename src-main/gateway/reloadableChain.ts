import { type AnyOperation, type V2Result, v2Operations } from '#shared/schema/v2/operations.ts'
import { type AnyV3Operation, v3Operations } from '#shared/schema/v3/operations.ts'
import type { ReplayApi } from '../api/replay/replayApi.ts'
import type { V2Answer, V2Api } from '../api/v2/api.ts'
import type { V3Api } from '../api/v3/api.ts'
import type { DevnetControl, RunningDevnet } from '../devnet/runtime/runningDevnet.ts'
import type { ChainPosition } from '../http/cache/answerCache.ts'
import type { GlobalConfig } from '../liteserver/globalConfig.ts'
import type { ChainGate } from './chainGate.ts'
import type { ChainRuntime, ChainRuntimeOptions } from './chainRuntime.ts'
import type { IndexReload, IndexRuntime } from './indexRuntime.ts'
import type { NetworkSource } from './networkSource.ts'
import { PresentChain } from './presentChain.ts'

/** The present chain of a network and its index. A devnet's reset or restore replaces both. */
export type ReloadableChain = {
  /** The APIs of the chain and its index. Calls wait while the chain is replaced; see ChainGate. */
  readonly v2: Pick<V2Api, 'call'>
  readonly v3: Pick<V3Api, 'call'>
  readonly replay: ReplayApi
  current(): ChainRuntime
  /** Returns the number of the chain and its newest block, announced or proved. */
  position(): ChainPosition
  /** Returns the chain's index; before `startIndex` a placeholder that refuses requests. */
  index(): IndexRuntime
  /** Opens the index. Must be called after the network has answered or is known to be unreachable. */
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
  openIndex(chain: ChainRuntime, before?: IndexRuntime, reload?: IndexReload): Promise<IndexRuntime>
  onTrouble(error: unknown): void
}

/** Opens the chain of a network, and opens the new one whenever the network replaces it. */
export async function openReloadableChain(
  source: NetworkSource,
  options: ReloadableChainOptions,
): Promise<ReloadableChain> {
  const chain = await PresentChain.open(source, options)
  const { gate } = chain
  return {
    v2: gatedV2(gate, () => chain.runtime.v2),
    v3: {
      call: (name, values, callOptions) =>
        gate.run(() => chain.index.v3.call(name, values, callOptions), {
          signal: callOptions.signal,
          once: (v3Operations[name] as AnyV3Operation).sends ?? false,
        }),
    },
    replay: gatedReplay(gate, () => chain.runtime.replay),
    current: () => chain.runtime,
    position: () => chain.position(),
    index: () => chain.index,
    startIndex: () => chain.startIndex(),
    reopenIndex: () => chain.reopenIndex(),
    devnet: source.devnet && gatedDevnet(source.devnet, chain),
    close: () => chain.close(),
  }
}

/** Returns the commands of a devnet, which wait while the chain is replaced. */
function gatedDevnet(devnet: RunningDevnet, chain: PresentChain): DevnetControl {
  const { gate } = chain
  /** Wraps a command that must not run twice. */
  const gated =
    <Args extends readonly unknown[], T>(command: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      gate.run(() => command(...args), { once: true })
  return {
    status: () => gate.run(() => devnet.status()),
    exampleMessages: () => gate.run(() => devnet.exampleMessages()),
    faucet: gated((request) => devnet.faucet(request)),
    step: gated((blocks) => devnet.step(blocks)),
    keyBlock: gated(() => devnet.keyBlock()),
    setTime: gated((request) => devnet.setTime(request)),
    settings: gated((change) => devnet.settings(change)),
    saveSnapshot: gated((name) => devnet.saveSnapshot(name)),
    deleteSnapshot: gated((name) => devnet.deleteSnapshot(name)),
    restoreSnapshot: (name) => chain.thenSwitched(devnet.restoreSnapshot(name)),
    reset: () => chain.thenSwitched(devnet.reset()),
  }
}

/** Returns the replays of the present chain behind the gate. */
function gatedReplay(gate: ChainGate, replay: () => ReplayApi): ReplayApi {
  return {
    replay: (target, options) => gate.run(() => replay().replay(target, options), options),
    steps: (target, from, options) => gate.run(() => replay().steps(target, from, options), options),
    contract: (account, options) => gate.run(() => replay().contract(account, options), options),
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
