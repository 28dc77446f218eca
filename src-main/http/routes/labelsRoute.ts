import type { Hono } from 'hono'
import { type AccountLabels, LABELS_PATH, type LabelsChange, labelsChange } from '#shared/schema/labels.ts'
import { requireOwn } from '../access/accessRoutes.ts'
import type { AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { readBodyFields } from '../request/readBodyFields.ts'
import { setHeader } from '../response/respond.ts'
import { type Clock, success } from '../v2/envelope.ts'

/** The user's labels of accounts of a network. */
export type LabelsControl = {
  all(): AccountLabels
  /** Stores a change; all labels of it, or none. Rejects with ApiError 422, or the file system's error. */
  change(change: LabelsChange): Promise<AccountLabels>
}

/** Adds `/api/tonscope/labels` (see the schema): only programs of this machine and its own pages read and change it. */
export function addLabelsRoute(
  app: Hono<AppEnv>,
  labels: LabelsControl,
  origins: readonly string[],
  clock: Clock,
): void {
  app.get(LABELS_PATH, (c) => {
    requireOwn(c, origins, 'the list of labels')
    setHeader(c, 'Cache-Control', 'no-store')
    return success(c, clock, labels.all())
  })
  app.put(LABELS_PATH, async (c) => {
    requireOwn(c, origins, 'a change of labels')
    setHeader(c, 'Cache-Control', 'no-store')
    return success(c, clock, await labels.change(await readBodyFields<LabelsChange>(c, labelsChange)))
  })
  app.all(LABELS_PATH, (c) => {
    throw methodRefusal(c, `${READ_ONLY}, PUT`)
  })
}
