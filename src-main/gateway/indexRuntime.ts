import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { messageOf } from '#shared/messageOf.ts'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { StreamSource } from '../api/streaming/publisher.ts'
import type { V2Api } from '../api/v2/api.ts'
import { createV3Api, type V3Api } from '../api/v3/api.ts'
import type { V3Index } from '../api/v3/indexRequest.ts'
import { createPendingHandlers } from '../api/v3/pending/handlers.ts'
import type { PendingTraces } from '../api/v3/pending/pendingTraces.ts'
import { createReadPool } from '../api/v3/readPool.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import type { Indexer } from '../indexer/indexer.ts'
import { archiveSession } from '../indexer/offline/archiveSession.ts'
import { startOfflineThread } from '../indexer/offline/offlineThread.ts'
import type { Archive } from '../indexer/offline/withArchive.ts'
import type { ParsePool } from '../indexer/parse/parsePool.ts'
import { formatRanges, uncovered } from '../indexer/ranges.ts'
import type { FollowPreference } from '../indexer/settings.ts'
import { isRetried, type StopReason } from '../indexer/stopReason.ts'
import type { GlobalConfig } from '../liteserver/globalConfig.ts'
import type { OpenLiteNetwork } from '../liteserver/network/openLiteNetwork.ts'
import type { Hints } from '../metadata/hints.ts'
import { archiveFolder } from '../store/archive/segments.ts'
import { type SeqnoRange, StoreError, type Written } from '../store/indexStore.ts'
import type { DamageReport } from '../store/integrity/integrityStatus.ts'
import { queryWithDamageCheck } from './damageCheck.ts'
import type { ImportProof } from './importProof.ts'
import { unavailableIndexStatus } from './unavailableIndexStatus.ts'

/** The index of one chain, or the reason why there is no index. The gateway can run without one. */
export type IndexRuntime = {
  readonly indexer: Indexer | undefined
  /** Why requests are answered from stored rows only, a sentence for the user; undefined if the index works. */
  readonly fault: string | undefined
  /** Why the index could not be opened for writing, and the time of the next attempt; `resume` retries at once. */
  readonly stopReason: StopReason | undefined
  status(): IndexStatus
  /** Returns the reasons why the index is not written, one sentence each. */
  problems(): readonly string[]
  readonly v3: V3Api
  /** Source of the streaming API; undefined without an index. */
  readonly stream: StreamSource | undefined
  /** Answers requests without a network. */
  readonly archive: Archive | undefined
  /** Resolves when the index must be closed and opened again. */
  readonly outdated?: Promise<IndexReload>
  close(): Promise<void>
}

/**
 * The reason to open an index again: `damage` must be repaired by a rebuild first. `coverage` is what the index had before
 * it was damaged.
 */
export type IndexReload = {
  readonly damage?: string
  readonly coverage?: readonly SeqnoRange[] | undefined
  /** Why the index must not be served. */
  readonly refused?: string
}

export type IndexRuntimeOptions = {
  /** Folder of this network's index. */
  readonly folder: string
  readonly parser: ParsePool
  readonly preference: FollowPreference
  /** True if the chain is embedded and can be replaced; the index is replaced with it. */
  readonly embedded: boolean
  /** Called when the index is open for writing, after it was compared with the chain. */
  onOpened?(): void
  /** Why the chain, and with it the index, is read-only; undefined if the chain makes blocks. */
  readonly readOnlyReason?: (() => string | undefined) | undefined
  /** Addresses are printed for a test network. */
  readonly testOnly: boolean
  /** Called after every commit. */
  readonly onWritten: (written: Written) => void
  readonly tokens: TokenContentOptions
  /** Undefined: no hint server is asked. */
  readonly hints?: Hints | undefined
  readonly log: Logger
}

/** Off-chain content of tokens for the API. */
export type TokenContentOptions = {
  /** Fetches content in the background. */
  request(url: string): void
  /** URL of the gateway's images of tokens, before the escaped URL of the image. */
  imagePrefix(): string
}

/** The parts of a ChainRuntime that its index needs. */
export type ChainHandle = {
  readonly config: GlobalConfig
  readonly network: OpenLiteNetwork
  readonly v2: V2Api
  readonly pending: PendingTraces
}

/** Maximum number of damaged blocks of the archive that are listed as problems. */
const MAX_DAMAGE = 3
/** Interval of attempts to prove an imported index, and the time limit of each, ms. */
const PROOF_MS = 10_000
/** Maximum wait of streamed jetton wallets for detection, ms. */
const DETECTION_MS = 10_000

/** The state in which an index is opened. */
export type IndexState = {
  readonly v2: V2Api
  readonly testOnly: boolean
  readonly stopReason?: StopReason | undefined
  /** Coverage of the index before it was damaged or deleted: what it lacks of that is a problem. */
  readonly expected?: readonly SeqnoRange[] | undefined
  /** The proof of an imported index. */
  readonly proof?: ImportProof | undefined
}

/** Creates the runtime of an open index. */
export function createIndexRuntime(
  indexer: Indexer,
  {
    zeroState,
    v2,
    testOnly,
    tokens,
    stopReason,
    expected = [],
    proof,
    pending,
    ...newest
  }: IndexState &
    Pick<V3Index, 'isHeadOld'> &
    Pick<IndexRuntimeOptions, 'tokens'> & { readonly zeroState: BlockIdExt; readonly pending: PendingTraces },
): IndexRuntime {
  const { store, readThrough, detection, classification, hinted, head } = indexer
  const { file } = store
  const reader = createReadPool({ file })
  const outdated = Promise.withResolvers<IndexReload>()
  const onDamage = ({ message, needsRebuild }: DamageReport) =>
    outdated.resolve({ ...(needsRebuild && { damage: message }), coverage: store.coverage() })
  void store.damaged.then(onDamage)
  const proving = setInterval(() => {
    if (proof?.problem() === undefined) return
    void proof.attempt(AbortSignal.timeout(PROOF_MS)).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'other-chain')
        outdated.resolve({ refused: messageOf(error) })
    })
  }, PROOF_MS).unref()
  const query = queryWithDamageCheck(reader, store, onDamage)
  const offline = startOfflineThread({ file, archiveDir: archiveFolder(dirname(file)), zeroState }, (id) =>
    indexer.unreadable(id),
  )
  const coverage = () => store.coverage()
  // An index that only the user can make writable is meant to be read: its state is not `stopped`.
  const stopped = stopReason && isRetried(stopReason) ? stopReason : undefined
  const fetching = store.isReadOnly ? {} : { readThrough, detection, classification, hinted }
  const { request: requestContent, imagePrefix } = tokens
  const index = {
    reader: { query },
    readThrough: undefined,
    ...fetching,
    coverage,
    head,
    requestContent,
    ...newest,
  }
  return {
    indexer,
    fault: stopped?.reason,
    stopReason,
    status: () =>
      stopped ? { ...indexer.status(), state: 'stopped', detail: stopText(stopped) } : indexer.status(),
    problems() {
      if (stopReason) return [stopText(stopReason)]
      const unproved = proof?.problem()
      return [
        ...indexProblems(indexer.status()),
        ...lostBlocks(expected, coverage()),
        ...(unproved === undefined ? [] : [unproved]),
      ]
    },
    v3: createV3Api({ index, v2, testOnly, imagePrefix, handlers: createPendingHandlers(pending) }),
    stream: {
      query: (request) => query(request),
      get options() {
        return { testOnly, imagePrefix: imagePrefix() }
      },
      emulation: (hash) => pending.emulation(Buffer.from(hash, 'base64')),
      detected: async () => detection?.settled(AbortSignal.timeout(DETECTION_MS)),
      classified: async (mcSeqno) => classification?.settled(AbortSignal.timeout(DETECTION_MS), mcSeqno),
      requestContent,
    },
    archive: {
      session: (signal) => archiveSession(offline, zeroState, signal),
      newestSeqno: () => coverage().at(-1)?.last,
      seenSeqno: () => indexer.head.lastProved(),
    },
    outdated: outdated.promise,
    async close() {
      clearInterval(proving)
      await Promise.all([reader.close(), offline.close()])
      await indexer.close()
    },
  }
}

/** Returns the runtime of a chain whose index can't be used: it refuses every request with `fault`. */
export function noIndex(
  fault: string,
  { v2, testOnly, stopReason, retryAfter }: IndexState & { readonly retryAfter?: number },
): IndexRuntime {
  return {
    indexer: undefined,
    fault,
    stopReason,
    status: () => unavailableIndexStatus(stopReason ? stopText(stopReason) : fault),
    problems: () => (stopReason ? [stopText(stopReason)] : []),
    v3: createV3Api({ index: { unavailable: fault, retryAfter }, v2, testOnly }),
    stream: undefined,
    archive: undefined,
    close: async () => {},
  }
}

/** Returns the reasons why parts of an open index stand still or are damaged. */
function indexProblems({
  state,
  detail,
  detection,
  classification,
  integrity,
}: IndexStatus): readonly string[] {
  const stopped = state === 'stopped' ? [`the index has stopped: ${detail}`] : []
  const undetected = detection.detail === null ? [] : [`contracts cannot be looked at: ${detection.detail}`]
  const isOwn = classification.detail !== null && classification.detail !== detection.detail
  const unclassified = isOwn ? [`actions cannot be derived: ${classification.detail}`] : []
  return [
    ...stopped,
    ...undetected,
    ...unclassified,
    ...(integrity?.archive_damage.slice(0, MAX_DAMAGE) ?? []),
  ]
}

/** Returns what an index lacks since it was damaged or deleted. */
function lostBlocks(expected: readonly SeqnoRange[], coverage: readonly SeqnoRange[]): readonly string[] {
  const lost = expected.flatMap((range) => uncovered(range, coverage))
  return lost.length === 0
    ? []
    : [
        `the index was damaged or deleted and does not have these masterchain blocks again: ${formatRanges(lost)}`,
      ]
}

function stopText(stopReason: StopReason): string {
  const { reason, retryMs } = stopReason
  return `${reason} (tried again ${isRetried(stopReason) ? `every ${retryMs / 1000} s` : 'when you resume it'})`
}
