import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatGlobalConfig, type GlobalConfig } from '../liteserver/globalConfig.ts'
import { GatewayError } from './gatewayError.ts'

/** Where other TON tools find a network that we serve: `DATA_DIR/NETWORK/global.config.json`. */
export const GLOBAL_CONFIG_FILE = 'global.config.json'

/** Writes the config in one piece, so that a tool never reads half of it. Returns its path. */
export async function writeGlobalConfig(folder: string, config: GlobalConfig): Promise<string> {
  const path = join(folder, GLOBAL_CONFIG_FILE)
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await makeFolder(folder)
    await writeFile(temporary, formatGlobalConfig(config))
    await rename(temporary, path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new GatewayError('data-dir', `the data directory cannot be written: ${reason}`, { cause: error })
  }
  return path
}

/** With its parents. Node's own `recursive` never ends in a place like /proc, which refuses children with ENOENT. */
async function makeFolder(folder: string): Promise<void> {
  if (await isMade(folder)) return
  await makeFolder(dirname(folder))
  if (!(await isMade(folder))) await mkdir(folder)
}

/** Makes one folder or finds it there; false where its parent is missing. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(folder) !== folder) return false
    if (code !== 'EEXIST') throw error
  }
  return true
}
