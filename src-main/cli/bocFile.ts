import { readFile } from 'node:fs/promises'
import type { Cell } from '@ton/core'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { fileProblem } from '../gateway/fileProblem.ts'
import { BocFormError, bocBytes } from './bocForms.ts'
import { kindClause } from './bocKind.ts'

/** The error of a file that cannot be read or is not a BOC; the message names the file and the reason. */
export class BocFileError extends TypedError {
  readonly path: string

  constructor(path: string, problem: string, options?: TypedErrorOptions) {
    super('boc-file', `${path}: ${problem}`, options)
    this.path = path
  }
}

export type BocFile = {
  /** The BOC itself, of which a block's file hash is taken. */
  readonly data: Buffer
  readonly root: Cell
}

/** Reads a BOC of one root in any of the forms of `bocBytes`. Throws BocFileError. */
export async function readBocFile(path: string): Promise<BocFile> {
  const content = await readContent(path)
  try {
    const data = bocBytes(content)
    return { data, root: parseBocRoot(data, { lenient: true }) }
  } catch (error) {
    const problem = (error as Error).message
    throw new BocFileError(path, error instanceof BocFormError ? problem : `not a bag of cells: ${problem}`, {
      cause: error,
    })
  }
}

/** Reads a file. Throws BocFileError that says why it cannot be read. */
export async function readContent(path: string): Promise<Buffer> {
  return await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new BocFileError(path, fileProblem(error), { cause: error })
  })
}

/** Returns the error of a file that is not of the wanted kind; it says what the file is instead, if that is known. */
export function otherKind(
  path: string,
  wanted: string,
  root: Cell,
  options?: TypedErrorOptions,
): BocFileError {
  const clause = kindClause(root)
  return new BocFileError(path, `not a ${wanted}${clause === undefined ? '' : `; ${clause}`}`, options)
}
