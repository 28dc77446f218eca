import { existsSync } from 'node:fs'
import { StoreError } from './indexStore.ts'
import { databaseFile, openReader } from './openDatabase.ts'

/** The newest masterchain block of an index, and the index's chain. */
export type IndexedHead = {
  /** Root hash of the network's zero state, hexadecimal. */
  readonly chain: string
  readonly seqno: number
}

/**
 * Reads the newest block of the index in a folder without changing it. Returns undefined if there is no index or it
 * cannot be read.
 */
export function readIndexedHead(dir: string): IndexedHead | undefined {
  const file = databaseFile(dir)
  if (!existsSync(file)) return undefined
  try {
    const connection = openReader(file)
    try {
      const chain = connection.prepare<[], string>("SELECT value FROM meta WHERE key = 'chain'").pluck().get()
      const seqno = connection.prepare<[], number | null>('SELECT max(last) FROM coverage').pluck().get()
      return chain === undefined || typeof seqno !== 'number' ? undefined : { chain, seqno }
    } finally {
      connection.close()
    }
  } catch (error) {
    // A fault of the index is reported when it is opened for writing.
    if (error instanceof StoreError) return undefined
    throw error
  }
}
