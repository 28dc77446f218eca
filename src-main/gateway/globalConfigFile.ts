import { join } from 'node:path'
import { formatGlobalConfig, type GlobalConfig } from '../liteserver/globalConfig.ts'
import { writeAtomicallyAsync } from '../platform/atomicFile.ts'
import { dataDirError, makeDataFolder } from './dataFolder.ts'

/** Where other TON tools find a network that we serve: `DATA_DIR/NETWORK/global.config.json`. */
const GLOBAL_CONFIG_FILE = 'global.config.json'

/** Writes the config in one piece, so that a tool never reads half of it. Returns its path. */
export async function writeGlobalConfig(folder: string, config: GlobalConfig): Promise<string> {
  const path = join(folder, GLOBAL_CONFIG_FILE)
  await makeDataFolder(folder)
  try {
    // Two gateways of one process can have the same folder. Other users' tools can read the file.
    await writeAtomicallyAsync(path, formatGlobalConfig(config), { mode: 0o666, isDurable: false })
  } catch (error) {
    throw dataDirError(error)
  }
  return path
}
