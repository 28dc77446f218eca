import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { limitThreadMemory } from '../../platform/limitThreadMemory.ts'
import { openReader } from '../../store/openDatabase.ts'
import { readerOf } from '../../store/queries/reader.ts'
import { answerStream } from '../streaming/read/answerStream.ts'
import { answerQuestion } from './read/answer.ts'
import type { ReadReport, ReadRequest, ReadWorkerOptions } from './readMessages.ts'
import { createContractNames } from './render/contractNames.ts'

/** The entry of a thread that answers from the index: see createReadPool. */
function main(port: NonNullable<typeof parentPort>, { file }: ReadWorkerOptions): void {
  const connection = openReader(file)
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
      port.postMessage({ kind: 'failed', id, error } satisfies ReadReport)
    }
  })
  port.postMessage({ kind: 'ready' } satisfies ReadReport)
}

if (!isMainThread && parentPort) {
  limitThreadMemory()
  main(parentPort, workerData as ReadWorkerOptions)
}
