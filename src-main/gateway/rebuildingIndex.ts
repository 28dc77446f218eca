import { existsSync } from 'node:fs'
import { messageOf } from '#shared/messageOf.ts'
import { createV3Api } from '../api/v3/api.ts'
import { createRetryingClient } from '../indexer/fetch/retryingClient.ts'
import type { BlockFile } from '../indexer/parse/parseJobs.ts'
import { formatRanges } from '../indexer/ranges.ts'
import { NEVER_MS } from '../indexer/stopReason.ts'
import { startRebuild } from '../indexer/transfer/rebuildThread.ts'
import type { RebuildProgress } from '../indexer/transfer/rebuildWorker.ts'
import { fetchZeroStates } from '../indexer/zeroStates.ts'
import { databaseFile } from '../store/openDatabase.ts'
import type { ChainHandle, IndexReload, IndexRuntime, IndexRuntimeOptions } from './indexRuntime.ts'
import { unavailableIndexStatus } from './unavailableIndexStatus.ts'

/** Seconds after which a client can ask again: a small index is rebuilt by then. */
const RETRY_S = 10

/** An index that is damaged again within this time is not rebuilt automatically. */
const REPEAT_MS = 10 * 60_000
/** Time of the last rebuild of a gateway's index (performance.now). */
const rebuiltAt = new WeakMap<IndexRuntimeOptions, number>()

/** Time limit of fetching the zero states that an archive has lost, ms. */
const FETCH_MS = 20_000

/**
 * Rebuilds a damaged index from its archive in the background. Returns a runtime that refuses requests meanwhile.
 * @param reload its damage is a sentence without a full stop
 */
export function rebuildingIndex(
  { damage, coverage }: IndexReload & { readonly damage: string },
  chain: ChainHandle,
  options: IndexRuntimeOptions,
): IndexRuntime {
  const { folder, testOnly, log } = options
  const { config, v2, network } = chain
  const outdated = Promise.withResolvers<IndexReload>()
  let isClosed = false
  const isRecent = performance.now() - (rebuiltAt.get(options) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS
  // A disk does not delete files.
  const isRepeated = isRecent && existsSync(databaseFile(folder))
  let failure = isRepeated ? 'it was rebuilt a few minutes ago, so the disk may be failing' : undefined
  const rebuild = isRepeated
    ? undefined
    : startRebuild({ dir: folder, chain: config.zeroState.rootHash.toString('hex') }, fetchMissingZeroStates)
  log.error({ folder }, isRepeated ? damage : `${damage}; it is being rebuilt from its archive`)
  void rebuild?.done.then(
    ({ coverage: rebuilt, lost, damagedBytes }) => {
      rebuiltAt.set(options, performance.now())
      log.warn({ folder, lost, damagedBytes }, `the index is rebuilt: it covers ${formatRanges(rebuilt)}`)
      outdated.resolve({ coverage })
    },
    (error: Error) => {
      failure = messageOf(error)
      if (!isClosed) log.error({ err: error, folder }, 'the index cannot be rebuilt')
    },
  )

  async function fetchMissingZeroStates(): Promise<readonly BlockFile[] | undefined> {
    try {
      const client = createRetryingClient(network)
      return await fetchZeroStates(config.zeroState, client, AbortSignal.timeout(FETCH_MS))
    } catch (error) {
      log.warn({ err: error }, 'the zero states that the archive has lost cannot be fetched')
      return undefined
    }
  }

  function text(): string {
    if (failure === undefined)
      return `${damage}; it is being rebuilt from its archive${progressText(rebuild?.progress())}`
    return (
      `${damage}, and cannot be rebuilt: ${failure}. Stop Tonscope and delete ${folder}: ` +
      'then blocks are fetched again, or tonscope index import FILE restores an export'
    )
  }
  return {
    indexer: undefined,
    get fault() {
      return text()
    },
    get stopReason() {
      return failure === undefined ? undefined : { reason: text(), retryMs: NEVER_MS }
    },
    status: () => unavailableIndexStatus(text()),
    problems: () => [text()],
    v3: createV3Api({
      index: {
        get unavailable() {
          return text()
        },
        get retryAfter() {
          return failure === undefined ? RETRY_S : undefined
        },
      },
      v2,
      testOnly,
    }),
    stream: undefined,
    archive: undefined,
    outdated: outdated.promise,
    async close() {
      isClosed = true
      await rebuild?.stop()
    },
  }
}

function progressText(progress: RebuildProgress | undefined): string {
  if (!progress) return ''
  const { stage, done, total } = progress
  return stage === 'reading'
    ? ` (${done} of ${total} files read)`
    : ` (${done} of ${total} masterchain blocks)`
}
