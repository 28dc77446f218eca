import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatGlobalConfig, type GlobalConfig } from '../liteserver/globalConfig.ts'
import { dataDirError, makeDataFolder } from './dataFolder.ts'

/** Where other TON tools find a network that we serve: `DATA_DIR/NETWORK/global.config.json`. */
const GLOBAL_CONFIG_FILE = 'global.config.json'

/** Writes the config in one piece, so that a tool never reads half of it. Returns its path. */
export async function writeGlobalConfig(folder: string, config: GlobalConfig): Promise<string> {
  const path = join(folder, GLOBAL_CONFIG_FILE)
  // Two gateways of one process may have one folder.
  const temporary = `${path}.${randomUUID()}.tmp`
  await makeDataFolder(folder)
  try {
    await writeFile(temporary, formatGlobalConfig(config))
    await rename(temporary, path)
  } catch (error) {
    throw dataDirError(error)
  }
  return path
}
