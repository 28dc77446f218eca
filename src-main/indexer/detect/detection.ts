import type { BlockIdExt } from '../../chain/blockId.ts'
import type { ServiceThread } from '../analysis/serviceThread.ts'
import type { ContractDetection } from '../indexer.ts'
import { detectionIn } from './detectThread.ts'
import { createNetworkHost } from './networkHost.ts'
import { QueuedDetection, type QueuedDetectionOptions } from './queuedDetection.ts'
import { createRequestedDetection } from './requestedDetection.ts'

/** Dependencies of detection. */
export type DetectionContext = Omit<QueuedDetectionOptions, 'thread'> & {
  /** The caller closes it together with the detection. */
  readonly analysis: ServiceThread
  /** Called for each file of the archive that cannot be read. */
  onUnreadable(id: BlockIdExt): void
  /** Returns whether the index follows the network. */
  isFollowing(): boolean
}

/** A running detection. */
export type OpenDetection = ContractDetection & {
  /** Notifies the detection of a commit of blocks or states. */
  written(): void
  /** Resolves when its calls of the analysis thread have ended. */
  close(): Promise<void>
}

/** Starts to inspect queued accounts in the analysis thread and to write the results. */
export function startDetection({
  analysis,
  onUnreadable,
  isFollowing,
  ...context
}: DetectionContext): OpenDetection {
  const host = createNetworkHost(context.network, { onUnreadable, isFollowing })
  const thread = detectionIn(analysis, host)
  const queued = new QueuedDetection({ ...context, thread })
  const { store, readThrough } = context
  return {
    ...createRequestedDetection({ store, readThrough, thread, save: (batch) => queued.save(batch) }),
    status: () => queued.status(),
    written: () => queued.written(),
    settled: (signal, mcSeqno) => queued.settled(signal, mcSeqno),
    close: () => queued.close(),
  }
}
