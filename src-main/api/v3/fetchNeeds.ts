import { CoverageError, type FetchOptions, type ReadThrough } from '../../index/indexer.ts'
import { LiteConnectionError, LiteTimeoutError, NoServerError } from '../../liteserver/errors.ts'
import type { Need, ReadAnswer } from './reading.ts'

type Missing = Extract<ReadAnswer, { kind: 'missing' }>

/** A question that needs more time is answered when it is asked again: what was fetched stays. */
export const FETCH_MS = 15_000

/** What came from another thread is a plain Uint8Array, whatever it was there. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function fetchOne(readThrough: ReadThrough, need: Need, options: FetchOptions): Promise<boolean> {
  switch (need.kind) {
    case 'history':
      return readThrough.history(bufferOf(need.account), need.count, options)
    case 'state':
      return readThrough.state(bufferOf(need.account), options)
    case 'trace':
      return readThrough.trace(bufferOf(need.transaction), options)
    case 'neighbours':
      return readThrough.neighbours(bufferOf(need.transaction), options)
    case 'transaction':
      return readThrough.transaction(bufferOf(need.hash), options)
    case 'masterchainBlock':
      return readThrough.masterchainBlock(need.seqno, options)
  }
}

/** Two needs of one key are the same. */
export function keyOf(need: Need): string {
  return JSON.stringify(need)
}

/**
 * Fetches all that a question lacks. Rejects with CoverageError, which says what is covered, where the network cannot
 * be reached or takes too long: beyond `deadline`.
 */
export async function fetchNeeds(
  readThrough: ReadThrough | undefined,
  { needs, covered }: Missing,
  { client, deadline }: { readonly client: AbortSignal; readonly deadline: AbortSignal },
): Promise<void> {
  if (!readThrough)
    throw new CoverageError(`the index does not have this and cannot grow; it covers ${covered}`)
  const signal = AbortSignal.any([client, deadline])
  try {
    await Promise.all(needs.map((need) => fetchOne(readThrough, need, { signal })))
  } catch (error) {
    client.throwIfAborted()
    throw outOfReach(error, covered, deadline.aborted)
  }
}

function outOfReach(error: unknown, covered: string, isLate: boolean): unknown {
  if (isLate) {
    return new CoverageError(
      `the index covers ${covered}; the network did not give the rest within ${FETCH_MS / 1000} s, ask again`,
      { cause: error },
    )
  }
  const isSilent = [LiteConnectionError, LiteTimeoutError, NoServerError].some(
    (type) => error instanceof type,
  )
  if (!isSilent) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new CoverageError(
    `the index covers ${covered}; the network cannot be asked for the rest: ${reason}`,
    {
      cause: error,
    },
  )
}
