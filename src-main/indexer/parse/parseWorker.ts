import { runJob } from './runJob.ts'
import { serveJobs } from './serveJobs.ts'

/** Entry of a parse thread: see createParsePool. */
serveJobs(runJob)
