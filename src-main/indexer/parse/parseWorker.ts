import { runJob } from './runJob.ts'
import { serveJobs } from './serveJobs.ts'

/** The entry of a thread that parses: see createParsePool. */
serveJobs(runJob)
