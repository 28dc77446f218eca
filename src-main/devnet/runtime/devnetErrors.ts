import { messageOf } from '#shared/messageOf.ts'
import { TypedError } from '#shared/typedError.ts'
import { isOutOfSpace } from '../../platform/outOfSpace.ts'
import { DevnetDirectoryError } from '../chain/directoryError.ts'

/** The reason of a DevnetError. */
export type DevnetErrorCode =
  /** The parameters are invalid. */
  | 'bad-request'
  /** Not possible now, or with this chain. */
  | 'conflict'
  /** There is no such snapshot. */
  | 'not-found'
  /** The disk is full. */
  | 'no-space'

/** The error of a command that cannot be carried out; the message is a sentence for the user. */
export class DevnetError extends TypedError<DevnetErrorCode> {}

/** The error of a file of the devnet that is damaged or incomplete. */
export class DevnetDamagedError extends DevnetError {
  constructor(message: string, options?: ErrorOptions) {
    super('conflict', message, options)
  }
}

/** Runs work on the chain's directory. Rejects with DevnetError if the directory cannot be used. */
export async function withDirectoryErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DevnetDirectoryError)) throw error
    if (error.code === 'corrupt') throw devnetErrorOf(error)
    throw new DevnetError('conflict', messageOf(error), { cause: error })
  }
}

/** Runs work of the devnet. Rejects with DevnetError if the disk is full or a file is damaged. */
export async function withDevnetErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw devnetErrorOf(error)
  }
}

/** Returns the DevnetError of a full disk or a damaged file; other errors unchanged. */
export function devnetErrorOf(error: unknown): unknown {
  if (error instanceof DevnetDirectoryError && error.code === 'corrupt') {
    return new DevnetDamagedError(messageOf(error), { cause: error })
  }
  return spaceErrorOf(error)
}

/** Returns the DevnetError of a full disk; other errors unchanged. */
export function spaceErrorOf(error: unknown): unknown {
  if (error instanceof DevnetError || !(error instanceof Error) || !isOutOfSpace(error)) return error
  return new DevnetError('no-space', `no space is left for the devnet: ${messageOf(error)}`, { cause: error })
}
