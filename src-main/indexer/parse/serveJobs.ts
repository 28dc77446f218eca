import { serveThread } from '../../platform/rpc/serveThread.ts'
import { ParseError } from './parseError.ts'
import type { ParseContract, ParseJob } from './parseJobs.ts'

/**
 * Serves a thread of createParsePool. Errors other than ParseError end the thread.
 * @param run returns packed data in an ArrayBuffer of its own; throws ParseError for bad data
 */
export function serveJobs(run: (job: ParseJob) => Uint8Array): void {
  serveThread<ParseContract>(
    () => ({
      ready: undefined,
      methods: { run },
      transferOf: (facts: Uint8Array<ArrayBuffer>) => [facts.buffer],
      isFatal: (error) => !(error instanceof ParseError),
    }),
    // With the small pools, parsing takes 5 % longer.
    { retainsBuffers: false },
  )
}
