import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import { issueText } from '#shared/schema/issueText.ts'
import { networkEntry } from '#shared/schema/networks.ts'
import { writeAtomically } from '../../platform/atomicFile.ts'
import { readJsonFile } from '../../platform/jsonFile.ts'
import { withFileLock } from '../accessLock.ts'
import { dataDirError, makeDataFolder } from '../dataFolder.ts'
import { GatewayError } from '../gatewayError.ts'
import type { NetworkChoice } from '../networkChoice.ts'
import { storedConfigFolder, storedConfigPath } from '../publicConfig.ts'

/**
 * `DATA_DIR/networks.json`: the networks that the user added, and titles and starts that the user chose. The configs of
 * added networks are in `DATA_DIR/networks/NAME.config.json`.
 */

const FILE = 'networks.json'
const LOCK_FILE = 'networks.lock'
/** Each network has a slot in memory and a row in the menu. */
const MAX_NETWORKS = 64
const MAX_FILE_BYTES = 1024 * 1024

const { name, title, start, source } = networkEntry.shape

const addedNetwork = z.strictObject({
  name,
  title,
  source: source.unwrap(),
  /** Its folder in the data directory. It has the chain's id, so that another chain of the same name has another one. */
  folder: z.string().regex(/^[a-z0-9][a-z0-9-]{0,47}$/),
})
/** A network that the user added. */
export type AddedNetwork = Readonly<z.infer<typeof addedNetwork>>

const storedNetworks = z.strictObject({
  version: z.literal(1),
  added: z.array(addedNetwork).max(MAX_NETWORKS),
  /** By name of the network. */
  starts: z.record(name, start),
})
/** The content of the file. */
export type StoredNetworks = Readonly<z.infer<typeof storedNetworks>>

const NOTHING_STORED: StoredNetworks = { version: 1, added: [], starts: {} }

/** Returns the choice of an added network. */
export function addedChoice(dataDir: string, { name, folder }: AddedNetwork): NetworkChoice {
  return { kind: 'custom', file: storedConfigPath(dataDir, name), name, folder }
}

/** Returns the network that the user added under a name; undefined if there is none. Throws GatewayError. */
export function findAddedNetwork(dataDir: string, name: string): NetworkChoice | undefined {
  const added = readNetworks(dataDir).added.find((network) => network.name === name)
  return added && addedChoice(dataDir, added)
}

/** Returns a text that changes whenever the file does; undefined without a file. */
export function networkFileVersion(dataDir: string): string | undefined {
  const stats = statSync(join(dataDir, FILE), { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.ino} ${stats.mtimeNs} ${stats.size}`
}

/** Reads the file; without one returns the defaults. Throws GatewayError if it cannot be parsed. */
export function readNetworks(dataDir: string): StoredNetworks {
  const path = join(dataDir, FILE)
  try {
    return readJsonFile(path, storedNetworks, MAX_FILE_BYTES) ?? NOTHING_STORED
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? issueText(cause) : messageOf(cause)
    throw new GatewayError('bad-config', `${path} cannot be used: ${reason}`, {
      cause,
      hint: 'repair it, or delete it to begin with the networks of the program',
    })
  }
}

/**
 * Changes the file under its lock. Rejects with GatewayError if it cannot be read or written, and with what `change`
 * throws; the file then stays unchanged.
 */
export async function changeNetworks(
  dataDir: string,
  change: (stored: StoredNetworks) => StoredNetworks,
): Promise<StoredNetworks> {
  await makeDataFolder(storedConfigFolder(dataDir))
  try {
    return await withFileLock(join(dataDir, LOCK_FILE), () => {
      const changed = change(readNetworks(dataDir))
      if (changed.added.length > MAX_NETWORKS) {
        throw new ApiError(409, `there are ${MAX_NETWORKS} added networks, and no room for more`)
      }
      writeAtomically(join(dataDir, FILE), `${JSON.stringify(storedNetworks.parse(changed), undefined, 2)}\n`)
      return changed
    })
  } catch (error) {
    if (error instanceof GatewayError || error instanceof ApiError) throw error
    throw dataDirError(error)
  }
}
