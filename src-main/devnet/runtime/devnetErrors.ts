import { isOutOfSpace } from '../../platform/outOfSpace.ts'
import { DevnetDirectoryError } from '../chain/directoryError.ts'
import { DevnetError } from './runningDevnet.ts'

/** The error of a file of the devnet that is damaged or incomplete. */
export class DevnetDamagedError extends DevnetError {
  constructor(message: string, options?: ErrorOptions) {
    super('conflict', message, options)
    this.name = 'DevnetDamagedError'
  }
}

/** Runs work on the chain's directory. If the directory cannot be used, throws a refusal. */
export async function withDevnetErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DevnetDirectoryError)) throw error
    if (error.code === 'corrupt') throw new DevnetDamagedError(error.message, { cause: error })
    throw new DevnetError('conflict', error.message, { cause: error })
  }
}

/** Returns the refusal for a full disk or a damaged file; other errors unchanged. */
export function devnetErrorOf(error: unknown): unknown {
  if (error instanceof DevnetDirectoryError && error.code === 'corrupt') {
    return new DevnetDamagedError(error.message, { cause: error })
  }
  return spaceErrorOf(error)
}

/** Returns the refusal for a full disk; other errors unchanged. */
export function spaceErrorOf(error: unknown): unknown {
  if (error instanceof DevnetError || !(error instanceof Error) || !isOutOfSpace(error)) return error
  return new DevnetError('no-space', `no space is left for the devnet: ${error.message}`, { cause: error })
}
