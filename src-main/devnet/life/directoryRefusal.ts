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
