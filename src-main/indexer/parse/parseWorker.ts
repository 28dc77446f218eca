import { isMainThread, parentPort } from 'node:worker_threads'
import { collectWhenIdle } from '../../platform/idleCollection.ts'
import { runJob } from './runJob.ts'
import { serveJobs } from './serveJobs.ts'

/** The entry of a thread that parses: see createParsePool. */
if (!isMainThread && parentPort) {
  collectWhenIdle()
  serveJobs(parentPort, runJob)
}
