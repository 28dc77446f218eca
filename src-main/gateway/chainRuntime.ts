import { createReplayApi, type ReplayApi } from '../api/replay/replayApi.ts'
import { createV2Api, type V2Api } from '../api/v2/api.ts'
import { createContractRuns } from '../api/v2/contractRuns.ts'
import { type DroppedMessage, type EmulatedMessage, PendingTraces } from '../api/v3/pending/pendingTraces.ts'
import { emulateSent } from '../api/v3/pending/traceEmulator.ts'
import { type Archive, withArchive } from '../indexer/offline/withArchive.ts'
import { type ForkError, NoServerError, type ProofProgress } from '../liteserver/errors.ts'
import type { GlobalConfig } from '../liteserver/globalConfig.ts'
import {
  type HeadFollowing,
  type LiteNetworkOptions,
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../liteserver/network/openLiteNetwork.ts'
import type { TvmPool } from '../tvm/tvmPool.ts'
import { type HeadWatch, watchHead } from './headWatch.ts'
import type { TrustFile } from './trustFile.ts'
import { type VersionWatch, watchVersion } from './versionWatch.ts'

/** The network, caches and APIs of one chain. A devnet that is reset needs a new one. */
export type ChainRuntime = {
  readonly config: GlobalConfig
  readonly network: OpenLiteNetwork
  readonly head: HeadWatch
  /** The network's global version. */
  readonly version: VersionWatch
  readonly v2: V2Api
  readonly replay: ReplayApi
  /** Messages that were sent and are in no block yet. */
  readonly pending: PendingTraces
  close(): void
}

export type ChainRuntimeOptions = {
  /** False: answers of liteservers are not verified. */
  readonly verify: boolean
  /** Limits and choice of liteservers; see LiteNetworkOptions. */
  readonly liteservers?: Pick<LiteNetworkOptions, 'limits' | 'random'> | undefined
  readonly tvm: TvmPool
  /** Stores the newest proved key block; absent if the chain can be rolled back or nothing is verified. */
  readonly trustFile?: ((config: GlobalConfig) => TrustFile) | undefined
  /** Called with each link of a proof over many key blocks, and with undefined when it ends. */
  readonly onProving?: ((progress: ProofProgress | undefined) => void) | undefined
  /** Called once if the network forks, which stops it. */
  readonly onFork?: ((error: ForkError) => void) | undefined
  /** How the head is followed; undefined if the network announces its blocks itself. */
  readonly head?: HeadFollowing | undefined
  /** The archive of the index, which answers when no liteserver does. */
  readonly archive: () => Archive | undefined
  /** The network's clock, Unix seconds; a devnet's can be any time. */
  readonly now: () => Promise<number>
  /** Called when a sent message is dropped. */
  onDropped(dropped: DroppedMessage): void
  /** Called when a sent message was emulated. */
  onEmulated?(message: EmulatedMessage): void
}

export async function openChainRuntime(
  config: GlobalConfig,
  {
    verify,
    liteservers,
    trustFile,
    onProving,
    onFork,
    head: followed,
    tvm,
    archive,
    now,
    onDropped,
    onEmulated,
  }: ChainRuntimeOptions,
): Promise<ChainRuntime> {
  const trustStore = trustFile?.(config)
  const network = await openLiteNetwork({
    ...liteservers,
    config,
    verify,
    trustStore,
    onProving,
    onFork,
    followHead: followed,
  })
  const head = watchHead(network)
  const reached = withArchive(network, presentArchive(archive))
  const contracts = createContractRuns(tvm, reached)
  const version = watchVersion(reached, contracts)
  const pending = new PendingTraces({
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
    replay: createReplayApi({ network, reached, contracts, pool: tvm }),
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
    seenSeqno() {
      const present = archive()
      return present ? present.seenSeqno() : 0
    },
  }
}
