import { existsSync } from 'node:fs'
import { StoreError } from './indexStore.ts'
import { databaseFile, openReader } from './openDatabase.ts'

/** The newest masterchain block of an index, and the chain that it is of. */
export type IndexedHead = {
  /** Root hash of the network's zero state, hexadecimal. */
  readonly chain: string
  readonly seqno: number
}

/** Reads how far the index in a folder goes, without changing it; undefined if there is none or it cannot be read. */
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
    // What is wrong with the index is found when it is opened to be written.
    if (error instanceof StoreError) return undefined
    throw error
  }
}
