import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatGlobalConfig, type GlobalConfig } from '../liteserver/globalConfig.ts'
import { removeUnfinished, writeAtomicallyAsync } from '../platform/atomicFile.ts'
import { isOutOfSpace } from '../platform/outOfSpace.ts'
import { dataDirError, makeDataFolder } from './dataFolder.ts'

/** Name of the file in which other TON tools find an embedded network: `DATA_DIR/NETWORK/global.config.json`. */
export const GLOBAL_CONFIG_FILE = 'global.config.json'

/** Age of an unfinished file that no gateway is writing any more, ms. */
const UNFINISHED_MS = 60_000

/** Writes the config atomically. Returns its path; undefined if the disk is full and the file would be outdated. */
export async function writeGlobalConfig(folder: string, config: GlobalConfig): Promise<string | undefined> {
  const path = join(folder, GLOBAL_CONFIG_FILE)
  await makeDataFolder(folder)
  try {
    // Asynchronous writes of one path can overlap: two gateways of one process can have the same folder. The mode lets
    // tools of other users read the file.
    await writeAtomicallyAsync(path, formatGlobalConfig(config), { mode: 0o666, isDurable: false })
  } catch (error) {
    // A full disk must not keep the gateway from serving what it has. A file of other liteservers would mislead.
    if (!isOutOfSpace(error)) throw dataDirError(error)
    if (await hasContent(path, formatGlobalConfig(config))) return path
    await rm(path, { force: true })
    return undefined
  }
  try {
    removeUnfinished(folder, { minAgeMs: UNFINISHED_MS })
  } catch {
    // A file that cannot be removed does no harm; the next write tries again.
  }
  return path
}

async function hasContent(path: string, content: string): Promise<boolean> {
  try {
    return (await readFile(path, 'utf8')) === content
  } catch {
    // A file that cannot be read is of no use to other tools either.
    return false
  }
}
