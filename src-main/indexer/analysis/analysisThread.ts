import type { BlockIdExt } from '../../chain/blockId.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { type ServiceThread, startServiceThread } from './serviceThread.ts'

/** Data sources of detection and classification. */
export type AnalysisOptions = {
  /** The database. */
  readonly file: string
  readonly archiveDir: string
  readonly zeroState: BlockIdExt
}

/**
 * Starts the thread of detection and classification. They share a thread because each thread takes 8 MB at start, and
 * because a trace is classified after its accounts are detected. While it has nothing to do, it parses single blocks in
 * place of a parse thread.
 */
export function startAnalysisThread(options: AnalysisOptions): ServiceThread {
  return startServiceThread({ url: workerUrl(import.meta.url, 'analysisWorker'), name: 'analysis', options })
}
