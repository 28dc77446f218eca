import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { ApiError, StageError } from '#shared/apiError.ts'
import { type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
import { readV3Query } from '#shared/schema/v3/request.ts'
import { createV2Api } from '../../../src-main/api/v2/api.ts'
import { createContractRuns } from '../../../src-main/api/v2/contractRuns.ts'
import { createV3Api, type V3Api } from '../../../src-main/api/v3/api.ts'
import { answerQuery } from '../../../src-main/api/v3/read/answer.ts'
import { createContractNames } from '../../../src-main/api/v3/render/contractNames.ts'
import { createIndexer } from '../../../src-main/indexer/createIndexer.ts'
import { CoverageError, type Indexer } from '../../../src-main/indexer/indexer.ts'
import type { ParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import type { FollowPreference } from '../../../src-main/indexer/settings.ts'
import type { OpenLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { openReader } from '../../../src-main/store/openDatabase.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'
import { readerOf } from '../../../src-main/store/queries/reader.ts'
import type { TvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { pathOf } from '../v3/askV3.ts'

/** An answer of v3, or why there is none. */
export type Answered =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: unknown
      /** Value of X-Index-Coverage; absent on an error. */
      readonly coverage?: string
    }
  | { readonly kind: 'refused'; readonly text: string }

export type Question = { readonly name: V3Name; readonly params: Readonly<Record<string, unknown>> }

/** An index of a chain with the API over it, in this thread except for parsing and writing. */
export type IndexRig = AsyncDisposable & {
  readonly indexer: Indexer
  /** Returns the number of reads of the index so far. */
  reads(): number
  ask(question: Question): Promise<Answered>
}

/** What several indexes of a chain share. */
export type IndexRigOptions = {
  readonly network: OpenLiteNetwork
  readonly parser: ParsePool
  readonly tvm: TvmPool
  readonly zeroState: Parameters<typeof createIndexer>[0]['zeroState']
}

const DEADLINE_MS = 60_000

/** Opens an index in a folder of its own, or in one that stays after it. */
export async function openIndexRig(
  { network, parser, tvm, zeroState }: IndexRigOptions,
  preference: FollowPreference,
  { searchDepth, stays }: { readonly searchDepth?: number; readonly stays?: string } = {},
): Promise<IndexRig> {
  const dir = stays ?? (await mkdtemp(join(tmpdir(), 'coverage-')))
  const store = await openIndexStore({ dir, zeroState: zeroState.rootHash })
  const indexer = await createIndexer({
    log: pino({ level: 'silent' }),
    network,
    zeroState,
    store,
    parser,
    preference,
    searchDepth,
  })
  const connection = openReader(store.file)
  const reader = readerOf(connection)
  const contracts = createContractNames()
  let reads = 0
  const api: V3Api = createV3Api({
    index: {
      // As through a thread's port.
      reader: {
        async query(question) {
          reads++
          return answerQuery(reader, contracts, structuredClone(question))
        },
      },
      readThrough: indexer.readThrough,
      detection: indexer.detection,
      classification: indexer.classification,
      coverage: () => store.coverage(),
      head: indexer.head,
      isHeadOld: () => network.stats().alive === 0,
    },
    v2: createV2Api({ network, contracts: createContractRuns(tvm, network) }),
    testOnly: false,
  })
  return {
    indexer,
    reads: () => reads,
    async ask({ name, params }) {
      const { searchParams } = new URL(pathOf(name, params), 'http://localhost')
      const values = readV3Query(v3Operations[name], searchParams)
      const controls = {
        timeout: 3000,
        addressBook: true,
        metadata: true,
        searches: true,
        actionsVersion: undefined,
      }
      try {
        const { status, json, coverage } = await api.call(name, values, {
          ...controls,
          signal: AbortSignal.timeout(DEADLINE_MS),
        })
        return { kind: 'answered', status, body: JSON.parse(Buffer.from(json).toString()), coverage }
      } catch (error) {
        const cause = error instanceof StageError ? error.cause : error
        if (cause instanceof CoverageError) return { kind: 'refused', text: cause.message }
        if (cause instanceof ApiError) return { kind: 'answered', status: cause.status, body: cause.message }
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      connection.close()
      await indexer.close()
      if (stays === undefined) await rm(dir, { recursive: true, force: true })
    },
  }
}
