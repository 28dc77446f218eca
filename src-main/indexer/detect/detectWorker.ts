import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Cell } from '@ton/core'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { limitThreadMemory } from '../../platform/limitThreadMemory.ts'
import type { StdAddress } from '../../store/facts.ts'
import { StoreError } from '../../store/indexStore.ts'
import { openReader } from '../../store/openDatabase.ts'
import { findAccountId } from '../../store/queries/accountIds.ts'
import { readerOf } from '../../store/queries/reader.ts'
import type { DetectionResult, QueuedAccount } from '../../store/tokenFacts.ts'
import { withBuffers } from '../../store/withBuffers.ts'
import { LibraryCache } from '../../tvm/libraryCache.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { answerQuestions } from '../askedThread.ts'
import { openOfflineBlocks } from '../offline/offlineBlocks.ts'
import { indexedCell } from './contractStates.ts'
import { createDetectConfig, NoConfigError, newestBlock } from './detectConfig.ts'
import type {
  DetectCall,
  DetectCalls,
  DetectFailure,
  DetectOptions,
  DetectReport,
  HostCall,
  HostCalls,
  Resolved,
  ResolvedOrders,
} from './detectMessages.ts'
import { MissingStateError } from './detector.ts'
import { createInThreadRunner } from './inThreadRunner.ts'
import { createKnownCodes, createLook, LibraryUnavailableError, type Look } from './look.ts'
import { createWaitedFor, nextInQueue, queuedAccount, readQueueSize } from './queueRows.ts'
import { itemOf, ordersOf, walletOf } from './resolve.ts'

type Handlers = {
  readonly [Call in DetectCall]: (params: DetectCalls[Call]['params']) => Promise<DetectCalls[Call]['result']>
}

function openDetection(options: DetectOptions, port: MessagePort) {
  const report = (message: DetectReport) => port.postMessage(message)
  const connection = openReader(options.file)
  const reader = readerOf(connection)
  const blocks = openOfflineBlocks(connection, options.archiveDir)
  const host = createHost(report)
  const config = createDetectConfig(blocks, () => host.ask('config', undefined))
  const runner = createInThreadRunner()
  const codes = createKnownCodes()
  const waitedFor = createWaitedFor(reader)
  const libraries = new LibraryCache()

  /** The network says which libraries are public; without it, cells that the index has are taken for public. */
  async function findLibraries(hashes: readonly string[]): Promise<ReadonlyMap<string, Cell>> {
    const found = new Map<string, Cell>()
    const unknown: string[] = []
    for (const hash of hashes) {
      const known = libraries.get(hash)
      if (!known) unknown.push(hash)
      else if (known.cell) found.set(hash, known.cell)
    }
    if (unknown.length === 0) return found
    const answer = await host.ask('libraries', unknown)
    const answered = new Map(answer?.map(({ hash, boc }) => [hash, parseBocRoot(boc)]))
    for (const hash of unknown) {
      const cell = answer ? answered.get(hash) : indexedCell(reader, Buffer.from(hash, 'hex'))
      if (!answer && !cell) throw new LibraryUnavailableError()
      libraries.set(hash, cell)
      if (cell) found.set(hash, cell)
    }
    return found
  }

  /** Works on one commit of the index. */
  async function looking<T>(work: (look: Look) => Promise<T>): Promise<T> {
    connection.exec('BEGIN')
    try {
      const newest = newestBlock(reader)
      const environment = {
        runner,
        config: await config.at(newest),
        utime: newest?.utime ?? Math.floor(Date.now() / 1000),
        findLibraries,
      }
      return await work(createLook({ reader, environment, codes, mcSeqno: newest?.seqno ?? 0 }))
    } finally {
      connection.exec('COMMIT')
    }
  }

  async function lookAt(look: Look, address: StdAddress, queued: QueuedAccount | undefined) {
    report({ kind: 'looking', item: address })
    return look.account(address, queued)
  }

  /** Runs getters that lead to other accounts. */
  async function following<T>(
    work: (look: Look) => Promise<T>,
  ): Promise<T | Extract<Resolved, { kind: 'missing' | 'none' }>> {
    try {
      return await looking(work)
    } catch (error) {
      if (error instanceof MissingStateError) return { kind: 'missing', account: error.account }
      if (error instanceof ResultShapeError || error instanceof LibraryUnavailableError)
        return { kind: 'none' }
      throw error
    }
  }

  function resolved(find: (look: Look) => Promise<StdAddress>): Promise<Resolved> {
    return following(async (look) => ({ kind: 'found', account: await find(look) }) as const)
  }

  const handlers: Handlers = {
    async batch({ limit, budgetMs }) {
      const size = readQueueSize(reader)
      if (size.pending === 0) return { batch: { results: [], plainCodes: [] }, size }
      return looking(async (look) => {
        const results: DetectionResult[] = []
        const end = performance.now() + budgetMs
        for (const { address, queued } of nextInQueue(reader, limit)) {
          results.push(await lookAt(look, address, queued))
          if (performance.now() > end) break
        }
        return { batch: { results, plainCodes: look.plainCodes }, size }
      })
    },
    accounts: (addresses) =>
      looking(async (look) => {
        const results: DetectionResult[] = []
        for (const address of addresses) {
          const id = findAccountId(reader, address)
          results.push(await lookAt(look, address, id === undefined ? undefined : queuedAccount(reader, id)))
        }
        return { results, plainCodes: look.plainCodes }
      }),
    jettonWallet: ({ owner, jetton }) => resolved((look) => walletOf(look, owner, jetton)),
    domain: (domain) => resolved((look) => itemOf(look, domain)),
    multisigOrders: (multisig) =>
      following(async (look): Promise<ResolvedOrders> => {
        const accounts = await ordersOf(look, multisig)
        return accounts ? { kind: 'found', accounts } : { kind: 'too-many' }
      }),
    waitedFor: async (limit) => waitedFor(limit),
  }

  return {
    handlers,
    answered: host.answered,
    close() {
      blocks.close()
      connection.close()
    },
  }
}

/** Asks the main thread. */
function createHost(report: (message: DetectReport) => void) {
  const pending = new Map<number, (result: unknown) => void>()
  let lastId = 0
  return {
    ask<Call extends HostCall>(
      call: Call,
      params: HostCalls[Call]['params'],
    ): Promise<HostCalls[Call]['result']> {
      const id = ++lastId
      return new Promise((resolve) => {
        pending.set(id, resolve as (result: unknown) => void)
        report({ kind: 'ask', id, call, params })
      })
    },
    answered(id: number, result: unknown): void {
      const resolve = pending.get(id)
      pending.delete(id)
      resolve?.(result)
    },
  }
}

function failureOf(error: unknown): DetectFailure {
  if (error instanceof NoConfigError) return 'no-config'
  return error instanceof StoreError ? 'store' : 'failed'
}

/** The entry of the thread that runs getters of contracts: see startDetectThread. */
function main(port: MessagePort, options: DetectOptions): void {
  answerQuestions<DetectCalls, DetectFailure>(port, () => openDetection(options, port), failureOf)
}

if (!isMainThread && parentPort) {
  limitThreadMemory()
  main(parentPort, withBuffers(workerData as DetectOptions))
}
