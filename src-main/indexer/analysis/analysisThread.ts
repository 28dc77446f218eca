import type { BlockIdExt } from '../../chain/blockId.ts'
import { type ServiceThread, startServiceThread } from './serviceThread.ts'

/** What detection and classification read. */
export type AnalysisOptions = {
  /** The database. */
  readonly file: string
  readonly archiveDir: string
  readonly zeroState: BlockIdExt
}

/** Beside this file: as a source when run from sources, as a bundle of its own when built. */
function workerUrl(): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? './analysisWorker.ts' : './analysisWorker.js',
    import.meta.url,
  )
}

/**
 * Starts the thread of detection and classification. They share it because a thread takes 8 MB before it does anything,
 * and because a trace is classified after its accounts are detected.
 */
export function startAnalysisThread(options: AnalysisOptions): ServiceThread {
  return startServiceThread({ url: workerUrl(), name: 'analysis', options })
}
