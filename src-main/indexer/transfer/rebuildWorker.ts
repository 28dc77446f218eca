import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { limitThreadMemory } from '../../platform/limitThreadMemory.ts'
import { type Rebuilt, rebuildIndex } from './rebuildIndex.ts'

export type RebuildWorkerOptions = { readonly dir: string; readonly chain: string }

export type RebuildProgress = {
  readonly stage: 'reading' | 'writing'
  /** Segments of the archive (reading) or masterchain blocks (writing). */
  readonly done: number
  readonly total: number
}

export type RebuildReport =
  | ({ readonly kind: 'progress' } & RebuildProgress)
  | { readonly kind: 'rebuilt'; readonly rebuilt: Rebuilt }
  | { readonly kind: 'failed'; readonly message: string }

/** The entry of the thread that rebuilds an index: see startRebuild. Any message stops it. */
async function main(port: MessagePort, { dir, chain }: RebuildWorkerOptions): Promise<void> {
  const report = (message: RebuildReport) => port.postMessage(message)
  const stop = new AbortController()
  port.once('message', () => stop.abort(new Error('it was stopped')))
  try {
    const rebuilt = await rebuildIndex({
      dir,
      chain,
      onProgress: (stage, done, total) => report({ kind: 'progress', stage, done, total }),
      signal: stop.signal,
    })
    report({ kind: 'rebuilt', rebuilt })
  } catch (error) {
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    port.close()
  }
}

if (!isMainThread && parentPort) {
  limitThreadMemory()
  void main(parentPort, workerData as RebuildWorkerOptions)
}
