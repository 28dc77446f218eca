import { isMainThread, parentPort } from 'node:worker_threads'
import { limitThreadMemory } from '../../platform/limitThreadMemory.ts'
import { runJob } from './runJob.ts'
import { serveJobs } from './serveJobs.ts'

/** The entry of a thread that parses: see createParsePool. */
if (!isMainThread && parentPort) {
  limitThreadMemory()
  serveJobs(parentPort, runJob)
}
