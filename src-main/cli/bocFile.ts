import { readFile } from 'node:fs/promises'
import type { Cell } from '@ton/core'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { fileProblem } from '../gateway/fileProblem.ts'

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

/** Reads a BOC of one root, binary or as hex or base64 text (surrounding white space ignored). */
export async function readBocFile(path: string): Promise<BocFile> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new BocFileError(path, fileProblem(error), { cause: error })
  })
  const data = bocBytes(content)
  try {
    return { data, root: parseBocRoot(data, { lenient: true }) }
  } catch (error) {
    throw new BocFileError(path, `not a bag of cells: ${(error as Error).message}`, { cause: error })
  }
}

/** Returns the bytes of a text form; other content is taken as binary. */
export function bocBytes(content: Buffer): Buffer {
  // Every BOC magic has its highest bit set, so a file that begins with ASCII is text.
  const first = content[0]
  if (first === undefined || first >= 0x80) return content
  const text = content.toString('latin1').replace(/\s+/g, '')
  if (/^([0-9a-f]{2})+$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[0-9A-Za-z+/_-]+={0,2}$/.test(text)) return Buffer.from(text, 'base64')
  return content
}
