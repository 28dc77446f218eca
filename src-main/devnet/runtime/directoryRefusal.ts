import { isOutOfSpace } from '../../platform/outOfSpace.ts'
import { DevnetDirectoryError } from '../chain/directoryError.ts'
import { DevnetRefusal } from './runningDevnet.ts'

/** A file of the devnet is damaged or has lost what it had. */
export class DevnetDamagedError extends DevnetRefusal {
  constructor(message: string, options?: ErrorOptions) {
    super('conflict', message, options)
    this.name = 'DevnetDamagedError'
  }
}

/** Does work on the chain's directory. A directory that cannot be used is a DevnetRefusal. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DevnetDirectoryError)) throw error
    if (error.fault === 'corrupt') throw new DevnetDamagedError(error.message, { cause: error })
    throw new DevnetRefusal('conflict', error.message, { cause: error })
  }
}

/** Returns the refusal that a full disk or a damaged file causes; any other error as it is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof DevnetDirectoryError && error.fault === 'corrupt') {
    return new DevnetDamagedError(error.message, { cause: error })
  }
  return spaceRefusalOf(error)
}

/** Returns the refusal that a full disk causes; any other error as it is. */
export function spaceRefusalOf(error: unknown): unknown {
  if (error instanceof DevnetRefusal || !(error instanceof Error) || !isOutOfSpace(error)) return error
  return new DevnetRefusal('no-space', `no space is left for the devnet: ${error.message}`, { cause: error })
}
