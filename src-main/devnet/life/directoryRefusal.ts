import { isOutOfSpace } from '../../platform/outOfSpace.ts'
import { DevnetDirectoryError } from '../chain/directoryError.ts'
import { DevnetRefusal } from './runningDevnet.ts'

/** Does what opens a directory; that it can't be used is a refusal. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DevnetDirectoryError)) throw error
    throw new DevnetRefusal('conflict', error.message, { cause: error })
  }
}

/** Returns the refusal that a full disk causes; any other error as it is. */
export function spaceRefusalOf(error: unknown): unknown {
  if (error instanceof DevnetRefusal || !(error instanceof Error) || !isOutOfSpace(error)) return error
  return new DevnetRefusal('no-space', `no space is left for the devnet: ${error.message}`, { cause: error })
}
