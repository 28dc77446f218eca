import { serveThread } from '../../platform/rpc/serveThread.ts'
import { ParseError } from './parseError.ts'
import type { ParseContract, ParseJob } from './parseJobs.ts'

/**
 * Serves a thread of createParsePool. What isn't the data's fault ends the thread.
 * @param run returns packed facts in an ArrayBuffer of their own; throws ParseError for bad data
 */
export function serveJobs(run: (job: ParseJob) => Uint8Array): void {
  serveThread<ParseContract>(() => ({
    ready: undefined,
    methods: { run },
    transferOf: (facts: Uint8Array<ArrayBuffer>) => [facts.buffer],
    isFatal: (error) => !(error instanceof ParseError),
  }))
}
