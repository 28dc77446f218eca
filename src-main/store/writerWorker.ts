import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { limitThreadMemory } from '../platform/limitThreadMemory.ts'
import type { Written } from './indexStore.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'
import type { Refusal, WriterOptions, WriterReport, WriterRequest } from './writerMessages.ts'
import { openIndex } from './writerThread.ts'

/** The entry of the thread that has the connection which writes: see openIndexStore. */
function main(port: MessagePort, options: WriterOptions): void {
  const report = (message: WriterReport) => port.postMessage(message)
  const refusalOf = (error: unknown): Refusal => {
    const { code, message } = storeErrorOf(error, options.dir)
    return { code, message }
  }
  try {
    const { acts, coverage } = openIndex(options, {
      onStatus: (status) => report({ kind: 'integrity', status }),
      onDamage: (damage) => report({ kind: 'damaged', damage }),
    })
    port.on('message', ({ id, call, takes }: WriterRequest) => {
      try {
        const onWritten = (written: Written) => report({ kind: 'written', id, written })
        report({ kind: 'done', id, gives: acts[call](takes as never, onWritten) })
      } catch (error) {
        report({ kind: 'failed', id, refusal: refusalOf(error) })
      }
      if (call === 'close') port.close()
    })
    report({ kind: 'ready', coverage })
  } catch (error) {
    report({ kind: 'refused', refusal: refusalOf(error) })
    port.close()
  }
}

if (!isMainThread && parentPort) {
  limitThreadMemory()
  main(parentPort, workerData as WriterOptions)
}
