import { join } from 'node:path'
import { formatGlobalConfig, type GlobalConfig } from '../liteserver/globalConfig.ts'
import { removeUnfinished, writeAtomicallyAsync } from '../platform/atomicFile.ts'
import { dataDirError, makeDataFolder } from './dataFolder.ts'

/** Name of the file in which other TON tools find an embedded network: `DATA_DIR/NETWORK/global.config.json`. */
const GLOBAL_CONFIG_FILE = 'global.config.json'

/** Age of an unfinished file that no gateway is writing any more, ms. */
const UNFINISHED_MS = 60_000

/** Writes the config atomically. Returns its path. */
export async function writeGlobalConfig(folder: string, config: GlobalConfig): Promise<string> {
  const path = join(folder, GLOBAL_CONFIG_FILE)
  await makeDataFolder(folder)
  try {
    // Asynchronous writes of one path can overlap: two gateways of one process can have the same folder. The mode lets
    // tools of other users read the file.
    await writeAtomicallyAsync(path, formatGlobalConfig(config), { mode: 0o666, isDurable: false })
  } catch (error) {
    throw dataDirError(error)
  }
  try {
    removeUnfinished(folder, { minAgeMs: UNFINISHED_MS })
  } catch {
    // A file that cannot be removed does no harm; the next write tries again.
  }
  return path
}
