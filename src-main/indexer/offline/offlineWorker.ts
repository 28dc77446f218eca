import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { LiteServerError } from '../../liteserver/errors.ts'
import { limitThreadMemory } from '../../platform/limitThreadMemory.ts'
import { StoreError } from '../../store/indexStore.ts'
import { storeErrorOf } from '../../store/sqlite/sqliteErrors.ts'
import { withBuffers } from '../../store/withBuffers.ts'
import { CoverageError } from '../indexer.ts'
import { openOfflineChain } from './offlineChain.ts'
import type { OfflineOptions, OfflineRefusal, OfflineReport, OfflineRequest } from './offlineMessages.ts'

/** The entry of the thread that answers from the archive: see startOfflineThread. */
function main(port: MessagePort, options: OfflineOptions): void {
  const report = (message: OfflineReport) => port.postMessage(message)
  let chain: ReturnType<typeof openOfflineChain> | undefined
  port.on('message', (request: OfflineRequest | 'close') => {
    if (request === 'close') {
      chain?.close()
      port.close()
      return
    }
    const { id, call, takes } = request
    try {
      // Opened with the first question, and again if that failed.
      chain ??= openOfflineChain(options)
      report({ id, gives: chain.acts[call](withBuffers(takes) as never) })
    } catch (error) {
      report({ id, refusal: refusalOf(error, options.file) })
    }
  })
}

function refusalOf(error: unknown, file: string): OfflineRefusal {
  if (error instanceof CoverageError) return { kind: 'coverage', message: error.message }
  if (error instanceof LiteServerError) {
    return { kind: 'lite-server', message: error.message, code: error.code }
  }
  const { message, code } = error instanceof StoreError ? error : storeErrorOf(error, file)
  return { kind: 'store', message, code }
}

if (!isMainThread && parentPort) {
  limitThreadMemory()
  main(parentPort, withBuffers(workerData as OfflineOptions))
}
