import { mapInOrder } from '../../index/fetch/mapInOrder.ts'
import { CoverageError, type FetchOptions, type ReadThrough } from '../../index/indexer.ts'
import { LiteConnectionError, LiteTimeoutError, NoServerError } from '../../liteserver/errors.ts'
import type { Need, ReadAnswer } from './reading.ts'

type Missing = Extract<ReadAnswer, { kind: 'missing' }>

/** A question that needs more time is answered when it is asked again: what was fetched stays. */
export const FETCH_MS = 15_000
/** Of what an answer can do without; a search goes on meanwhile, and what it finds is in the next answer. */
export const OPTIONAL_MS = 5_000
/** Optional needs of one question that are fetched at once: room is left for what others cannot do without. */
const OPTIONAL_WIDTH = 4

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
    case 'root':
      return readThrough.root(bufferOf(need.transaction), options)
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

/** When fetching for one question ends. */
export type FetchSignals = {
  readonly client: AbortSignal
  readonly deadline: AbortSignal
  /** Of what the answer can do without. */
  readonly optionalDeadline: AbortSignal
}

/** Whether an answer without it is true, though it says less: a search for a root can be long. */
function isOptional({ kind }: Need): boolean {
  return kind === 'root'
}

/**
 * Fetches all that a question lacks. Rejects with CoverageError, which says what is covered, where the network cannot
 * be reached or takes too long: beyond `deadline`. Optional needs never reject.
 */
export async function fetchNeeds(
  readThrough: ReadThrough | undefined,
  { needs, covered }: Missing,
  { client, deadline, optionalDeadline }: FetchSignals,
): Promise<void> {
  if (!readThrough) {
    if (needs.every(isOptional)) return
    throw new CoverageError(`the index does not have this and cannot grow; it covers ${covered}`)
  }
  const signal = AbortSignal.any([client, deadline])
  const required = needs.filter((need) => !isOptional(need))
  try {
    await Promise.all([
      ...required.map((need) => fetchOne(readThrough, need, { signal })),
      fetchOptional(readThrough, needs.filter(isOptional), AbortSignal.any([signal, optionalDeadline])),
    ])
    client.throwIfAborted()
  } catch (error) {
    client.throwIfAborted()
    throw outOfReach(error, covered, deadline.aborted)
  }
}

/** Fetches as much as there is time for; what fails is left out. */
async function fetchOptional(
  readThrough: ReadThrough,
  needs: readonly Need[],
  signal: AbortSignal,
): Promise<void> {
  const fetchIfInTime = async (need: Need) => {
    if (!signal.aborted) await fetchOne(readThrough, need, { signal }).catch(() => false)
  }
  for await (const _ of mapInOrder(needs, OPTIONAL_WIDTH, fetchIfInTime));
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
