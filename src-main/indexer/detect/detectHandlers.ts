import type { BlockIdExt } from '../../chain/blockId.ts'
import type { DetectionResult, DnsRoot, QueuedAccount } from '../../store/detectedTokens.ts'
import { isNewRoot } from '../../store/dnsRootText.ts'
import { StoreError } from '../../store/indexStore.ts'
import { openReader } from '../../store/openDatabase.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { findAccountId } from '../../store/queries/accountIds.ts'
import { readDnsRoot } from '../../store/queries/dnsRoot.ts'
import { readerOf } from '../../store/queries/reader.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import type { AnalysisOptions } from '../analysis/analysisThread.ts'
import type { HostedService, OpenService, ServiceTools } from '../analysis/serveCalls.ts'
import type { CallHandlers } from '../analysis/serviceMessages.ts'
import { openOfflineBlocks } from '../offline/offlineBlocks.ts'
import { storedConfig } from '../offline/offlineConfig.ts'
import { createDetectConfig, NoConfigError, newestBlock } from './detectConfig.ts'
import type {
  BatchBounds,
  DetectCalls,
  DetectFailure,
  HostCall,
  HostCalls,
  Resolved,
  ResolvedOrders,
} from './detectMessages.ts'
import { LibraryUnavailableError, MissingStateError } from './detector.ts'
import { createInspector, createKnownCodes, type Inspector } from './inspector.ts'
import { createInThreadRunner } from './inThreadRunner.ts'
import { createLibraryFinder } from './libraryFinder.ts'
import {
  createDueEntries,
  createWaitedFor,
  type DueEntry,
  nextInQueue,
  queuedAccount,
  readQueueSize,
} from './queueRows.ts'
import { itemAt, itemOf, ordersOf, walletOf } from './resolve.ts'

function openDetection(options: AnalysisOptions, { workOn, callHost }: ServiceTools): OpenService {
  const connection = openReader(options.file)
  const reader = readerOf(connection)
  const unreadable: BlockIdExt[] = []
  const blocks = openOfflineBlocks(connection, options.archiveDir, (id) => void unreadable.push(id))
  const config = createDetectConfig((keySeqno) => storedConfig(blocks, keySeqno), {
    askNetwork: () => ask('config', undefined),
    async onUnreadable() {
      for (const id of unreadable.splice(0)) await ask('unreadable', id)
    },
  })
  const runner = createInThreadRunner()
  const codes = createKnownCodes()
  const waitedFor = createWaitedFor(reader)
  const dueEntries = createDueEntries(reader)
  /** The newest key block at the last call. */
  let comparedKeySeqno: number | undefined
  const findLibraries = createLibraryFinder(reader, (hashes) => ask('libraries', hashes))

  function ask<Call extends HostCall>(
    call: Call,
    params: HostCalls[Call]['params'],
  ): Promise<HostCalls[Call]['result']> {
    return callHost(call, params) as Promise<HostCalls[Call]['result']>
  }

  /** Runs work in one read transaction. */
  async function withInspector<T>(work: (inspector: Inspector) => Promise<T>): Promise<T> {
    // An index that does not follow can have old blocks only, but newer states of accounts.
    const newer = await ask('newest', newestBlock(reader)?.seqno ?? 0)
    if (newer === undefined) throw new NoConfigError(undefined)
    connection.exec('BEGIN')
    try {
      const indexed = newestBlock(reader)
      const isIndexCurrent = newer === 'index' || newer.seqno <= (indexed?.seqno ?? 0)
      const newest = isIndexCurrent ? indexed : newer
      const environment = {
        runner,
        config: await config.at(newest),
        utime: newest?.utime ?? Math.floor(Date.now() / 1000),
        findLibraries,
      }
      return await work(
        createInspector({
          ...{ reader, environment, codes, isIndexCurrent },
          mcSeqno: newest?.seqno ?? 0,
          keySeqno: newest?.keySeqno,
        }),
      )
    } finally {
      connection.exec('COMMIT')
    }
  }

  async function inspect(inspector: Inspector, address: StdAddress, queued: QueuedAccount | undefined) {
    workOn(address)
    return inspector.inspect(address, queued)
  }

  /** Inspects accounts until the time is over, but at least one. */
  async function inspectAll(
    inspector: Inspector,
    entries: readonly (DueEntry & { onInspected?(): void })[],
    budgetMs: number,
  ): Promise<DetectionResult[]> {
    const results: DetectionResult[] = []
    const end = performance.now() + budgetMs
    for (const { address, queued, onInspected } of entries) {
      results.push(await inspect(inspector, address, queued))
      onInspected?.()
      if (performance.now() > end) break
    }
    return results
  }

  function inspectDue(inspector: Inspector, { limit, budgetMs }: BatchBounds): Promise<DetectionResult[]> {
    return inspectAll(inspector, dueEntries(limit), budgetMs)
  }

  /** Returns whether there was no call since the newest key block. */
  function isNewConfig(): boolean {
    const before = comparedKeySeqno
    comparedKeySeqno = newestBlock(reader)?.keySeqno
    return comparedKeySeqno !== before
  }

  /** Resolves to the present DNS root if it is new to the index. */
  async function rootToSave(inspector: Inspector): Promise<DnsRoot | undefined> {
    const saved = readDnsRoot(reader)
    const present = await inspector.dnsRoot()
    return saved && present && !isNewRoot(saved, present) ? undefined : present
  }

  function resolved(find: (inspector: Inspector) => Promise<StdAddress>): Promise<Resolved> {
    return orMissing(
      withInspector(async (inspector) => ({ kind: 'found', account: await find(inspector) }) as const),
    )
  }

  const handlers: CallHandlers<DetectCalls> = {
    async batch({ claims, ...bounds }) {
      const size = readQueueSize(reader)
      const isOfClaims = claims !== undefined && size.due > 0 && size.urgent === 0
      const isIdle = size.pending === 0 && !isOfClaims && !isNewConfig()
      if (isIdle) return { batch: { results: [], plainCodes: [] }, size, isOfClaims }
      return withInspector(async (inspector) => {
        const dnsRoot = await rootToSave(inspector)
        const results = isOfClaims
          ? await inspectDue(inspector, claims)
          : await inspectAll(inspector, nextInQueue(reader, bounds.limit), bounds.budgetMs)
        return { batch: { results, plainCodes: inspector.plainCodes, dnsRoot }, size, isOfClaims }
      })
    },
    accounts: (addresses) =>
      withInspector(async (inspector) => {
        const results: DetectionResult[] = []
        for (const address of addresses) {
          const id = findAccountId(reader, address)
          results.push(
            await inspect(inspector, address, id === undefined ? undefined : queuedAccount(reader, id)),
          )
        }
        return { results, plainCodes: inspector.plainCodes }
      }),
    jettonWallet: ({ owner, jetton }) => resolved((inspector) => walletOf(inspector, owner, jetton)),
    collectionItem: ({ collection, index }) => resolved((inspector) => itemAt(inspector, collection, index)),
    domain: (domain) => resolved((inspector) => itemOf(inspector, domain)),
    multisigOrders: (multisig) =>
      orMissing(
        withInspector(async (inspector): Promise<ResolvedOrders> => {
          const accounts = await ordersOf(inspector, multisig)
          return accounts ? { kind: 'found', accounts } : { kind: 'too-many' }
        }),
      ),
    waitedFor: async (limit) => waitedFor(limit),
  }

  return {
    handlers,
    close() {
      blocks.close()
      connection.close()
    },
  }
}

/** Resolves to the result of getters, or to what keeps them from leading to an account. */
async function orMissing<T>(
  getters: Promise<T>,
): Promise<T | Extract<Resolved, { kind: 'missing' | 'none' }>> {
  try {
    return await getters
  } catch (error) {
    if (error instanceof MissingStateError) return { kind: 'missing', account: error.account }
    if (error instanceof ResultShapeError || error instanceof LibraryUnavailableError) return { kind: 'none' }
    throw error
  }
}

function failureOf(error: unknown): DetectFailure {
  if (error instanceof NoConfigError) return 'no-config'
  return error instanceof StoreError ? 'store' : 'failed'
}

/** Returns the service that runs getters of contracts: see startDetection. */
export function detectionService(options: AnalysisOptions): HostedService {
  return { open: (tools) => openDetection(options, tools), codeOf: failureOf }
}
