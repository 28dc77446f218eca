import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { limitThreadMemory } from '../../platform/limitThreadMemory.ts'
import { StoreError } from '../../store/indexStore.ts'
import { openReader } from '../../store/openDatabase.ts'
import { readerOf } from '../../store/queries/reader.ts'
import { type Connection, sqlite } from '../../store/sqlite/driver.ts'
import { storeErrorOf } from '../../store/sqlite/sqliteErrors.ts'
import type { Refusal } from '../../store/writerMessages.ts'
import { answerStream } from '../streaming/read/answerStream.ts'
import { answerQuestion } from './read/answer.ts'
import type { ReadReport, ReadRequest, ReadWorkerOptions } from './readMessages.ts'
import { createContractNames } from './render/contractNames.ts'

/** The entry of a thread that answers from the index: see createReadPool. */
function main(port: MessagePort, { file }: ReadWorkerOptions): void {
  const report = (message: ReadReport) => port.postMessage(message)
  let connection: Connection
  try {
    connection = openReader(file)
  } catch (error) {
    report({ kind: 'unopened', refusal: refusalOf(storeErrorOf(error, file)) })
    port.close()
    return
  }
  const reader = readerOf(connection)
  const contracts = createContractNames()
  port.on('message', ({ id, question }: ReadRequest) => {
    try {
      const answer =
        'stream' in question
          ? answerStream(reader, contracts, question)
          : answerQuestion(reader, contracts, question)
      const transferred = answer.kind === 'json' ? [answer.json.buffer as ArrayBuffer] : []
      port.postMessage({ kind: 'answered', id, answer } satisfies ReadReport, transferred)
    } catch (error) {
      report(
        isOfStore(error)
          ? { kind: 'refused', id, refusal: refusalOf(storeErrorOf(error, file)) }
          : { kind: 'failed', id, error },
      )
    }
  })
  report({ kind: 'ready' })
}

function isOfStore(error: unknown): boolean {
  return error instanceof StoreError || error instanceof sqlite().SqliteError
}

function refusalOf({ code, message }: StoreError): Refusal {
  return { code, message }
}

if (!isMainThread && parentPort) {
  limitThreadMemory()
  main(parentPort, workerData as ReadWorkerOptions)
}
