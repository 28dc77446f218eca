import { setTimeout as sleep } from 'node:timers/promises'
import { INDEX_PREFIX, type IndexJob, indexStatusSchema } from '#shared/schema/indexer.ts'
import { classificationText, jobText, progressText } from './indexText.ts'
import { rewriteLine } from './print.ts'
import { requestGatewayAs } from './requestGateway.ts'

const LOOK_MS = 500
const ANSWER_MS = 60_000
const OPEN: readonly IndexJob['state'][] = ['waiting', 'running']

/**
 * Prints a job's progress until it ends: on one line that is rewritten on a terminal, otherwise a line for each change
 * of state. The job continues if this is interrupted. Returns the exit code.
 */
export async function followJob(url: string, id: number): Promise<number> {
  let printed = ''
  for (;;) {
    const status = await requestGatewayAs(indexStatusSchema, url, { path: INDEX_PREFIX }, ANSWER_MS)
    const job = status.jobs.find((one) => one.id === id)
    if (!job) throw new Error(`job ${id} is unknown`)
    if (!OPEN.includes(job.state)) {
      rewriteLine(jobText(job), true)
      return job.state === 'done' || job.state === 'paused' ? 0 : 1
    }
    const line = progressText(job)
    rewriteLine(line, process.stdout.isTTY !== true && job.state !== printed)
    printed = job.state
    await sleep(LOOK_MS)
  }
}

/** Prints the progress of the pass over all traces until no trace waits. The pass continues if this is interrupted. */
export async function followReclassification(url: string): Promise<number> {
  for (;;) {
    const { classification } = await requestGatewayAs(
      indexStatusSchema,
      url,
      { path: INDEX_PREFIX },
      ANSWER_MS,
    )
    const { pending, again } = classification
    const line = classificationText(classification)
    if (pending === 0 && again.done >= again.total) {
      rewriteLine(line, true)
      return 0
    }
    rewriteLine(line)
    await sleep(LOOK_MS)
  }
}
