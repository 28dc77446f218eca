import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import { issueText } from '#shared/schema/issueText.ts'
import {
  type AccountLabel,
  type AccountLabels,
  type LabelChange,
  type LabelsChange,
  MAX_LABELS,
  storedLabel,
} from '#shared/schema/labels.ts'
import { formatRawAddress, parseAddress } from '#shared/ton/address.ts'
import type { LabelsControl } from '../http/routes/labelsRoute.ts'
import { writeAtomicallyAsync } from '../platform/atomicFile.ts'
import { readJsonFile } from '../platform/jsonFile.ts'
import { makeDataFolder } from './dataFolder.ts'

/** `DATA_DIR/NETWORK/labels.json`. */
const LABELS_FILE = 'labels.json'
/** Maximum size: 10,000 labels with the longest notes. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

const fileSchema = z.strictObject({ version: z.literal(1), labels: z.array(storedLabel).max(MAX_LABELS) })

/** The user's labels of a network, stored in its data folder. */
export type NetworkLabels = LabelsControl & {
  /** Waits for a change that is being stored. */
  close(): Promise<void>
}

type Options = { readonly folder: string; readonly log: Pick<Logger, 'warn'> }

/**
 * Opens the labels of a network. A damaged file is logged and moved to `labels.json.damaged` by the first change, so
 * that nothing that can still be read by hand is lost.
 */
export function openAccountLabels({ folder, log }: Options): NetworkLabels {
  const path = join(folder, LABELS_FILE)
  let isDamaged = false
  let labels = readStored()
  let last: Promise<unknown> = Promise.resolve()

  function readStored(): ReadonlyMap<string, AccountLabel> {
    try {
      const stored = readJsonFile(path, fileSchema, MAX_FILE_BYTES)?.labels ?? []
      return new Map(stored.map((label) => [label.address, label]))
    } catch (error) {
      isDamaged = true
      const reason = error instanceof z.ZodError ? issueText(error) : messageOf(error)
      log.warn(`${path} is damaged and does not count: ${reason}`)
      return new Map()
    }
  }

  async function apply({ labels: changes }: LabelsChange): Promise<AccountLabels> {
    const next = changed(labels, changes)
    if (next.size > MAX_LABELS) throw new ApiError(422, `a network has at most ${MAX_LABELS} labels`)
    await makeDataFolder(folder)
    if (isDamaged) await rename(path, `${path}.damaged`)
    isDamaged = false
    const file = { version: 1, labels: [...next.values()] }
    await writeAtomicallyAsync(path, `${JSON.stringify(file, undefined, 1)}\n`)
    // After the write, so that a failed one (a full disk) changes nothing in memory either.
    labels = next
    return { labels: file.labels }
  }

  return {
    all: () => ({ labels: [...labels.values()] }),
    change(change) {
      const done = last.then(() => apply(change))
      last = done.catch(() => {})
      return done
    },
    async close() {
      await last
    },
  }
}

/** Returns the labels after the changes, in the order in which they were first set. */
function changed(
  labels: ReadonlyMap<string, AccountLabel>,
  changes: readonly LabelChange[],
): ReadonlyMap<string, AccountLabel> {
  const next = new Map(labels)
  for (const { address: given, name, note } of changes) {
    const parsed = parseAddress(given)
    if (!parsed) throw new ApiError(422, `${given} is not an address`)
    const address = formatRawAddress(parsed)
    if (name === null) next.delete(address)
    else next.set(address, { address, name, note: note ?? next.get(address)?.note ?? '' })
  }
  return next
}
