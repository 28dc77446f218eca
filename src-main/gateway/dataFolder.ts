import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import { GatewayError } from './gatewayError.ts'

/** Makes a folder of the data directory. Throws GatewayError. */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
  } catch (error) {
    throw dataDirError(error)
  }
}

export function dataDirError(cause: unknown): GatewayError {
  const reason = messageOf(cause)
  return new GatewayError('data-dir', `the data directory cannot be written: ${reason}`, { cause })
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
