import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import { GatewayError } from './gatewayError.ts'

/** Creates a folder of the data directory. Throws GatewayError. */
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

/**
 * Creates a folder with its parents. Node's own `recursive` never ends in a folder such as /proc, which refuses
 * children with ENOENT.
 */
async function makeFolder(folder: string): Promise<void> {
  if (await isMade(folder)) return
  await makeFolder(dirname(folder))
  if (!(await isMade(folder))) await mkdir(folder)
}

/** Creates one folder unless it exists; returns false if its parent is missing. */
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
