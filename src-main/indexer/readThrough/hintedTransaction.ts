import { Address } from '@ton/core'
import { LiteServerError, UnprovedRefusalError } from '../../liteserver/errors.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import type { Hints } from '../../metadata/hints.ts'
import type { TransactionPlace } from '../indexer.ts'
import { coreAddress } from '../stdAddress.ts'
import { type ChainTransaction, transactionAt, transactionByHash } from './traceSearch.ts'

/** Errors of a place that the chain does not have. */
const REFUSALS = [LiteServerError, UnprovedRefusalError]

/**
 * Finds a transaction by hash at the places that a hint server names. Returns undefined if none of them has it: a place
 * counts only if the network proves the transaction there and its hash is the wanted one.
 */
export async function findByHint(
  session: NetworkSession,
  hints: Hints,
  hash: Buffer,
  signal: AbortSignal,
): Promise<ChainTransaction | undefined> {
  for (const { account, lt } of await hints.placesOf(hash, signal)) {
    const found = await ifAny(transactionAt(session, Address.parseRaw(account), lt), signal)
    if (signal.aborted) return undefined
    const isWanted = found?.cell.hash().equals(hash) === true
    hints.judge(isWanted)
    if (isWanted) return found
  }
  return undefined
}

/** Finds a transaction by hash where a client says that it is. Returns undefined if it is not there. */
export function findAtPlace(
  session: NetworkSession,
  { account, lt }: TransactionPlace,
  hash: Buffer,
  signal: AbortSignal,
): Promise<ChainTransaction | undefined> {
  return ifAny(transactionByHash(session, coreAddress(account), { lt, hash }), signal)
}

/** Returns the transaction, or undefined if the network refuses it. */
async function ifAny(
  reading: Promise<ChainTransaction | undefined>,
  signal: AbortSignal,
): Promise<ChainTransaction | undefined> {
  try {
    return await reading
  } catch (error) {
    if (signal.aborted || REFUSALS.some((type) => error instanceof type)) return undefined
    throw error
  }
}
