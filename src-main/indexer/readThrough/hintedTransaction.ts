import { Address, type Cell } from '@ton/core'
import { loadMessage } from '../../chain/block/message.ts'
import { normalHash } from '../../chain/block/normalHash.ts'
import { loadTransaction } from '../../chain/block/transaction.ts'
import { parseCell } from '../../chain/tlb.ts'
import { LiteServerError, UnprovedRefusalError } from '../../liteserver/errors.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import type { HintServer } from '../../metadata/hintServer.ts'
import type { TransactionPlace } from '../indexer.ts'
import { coreAddress } from '../stdAddress.ts'
import { type ChainTransaction, transactionAt, transactionByHash } from './traceSearch.ts'

/** Errors of a place that the chain does not have. */
const REFUSALS = [LiteServerError, UnprovedRefusalError]

/** What a hint server is asked for: a transaction by its hash, or by that of a message. */
type HintedThing = { readonly what: 'transaction' | 'message'; readonly hash: Buffer }

/**
 * Finds a transaction by hash, or by the hash of a message that it received or sent, at the places that a hint server
 * names. Returns undefined if none of them has it: a place counts only if the network proves the transaction there and
 * the hash is the wanted one.
 */
export async function findByHint(
  session: NetworkSession,
  server: HintServer,
  { what, hash }: HintedThing,
  signal: AbortSignal,
): Promise<ChainTransaction | undefined> {
  const isNamed = what === 'transaction' ? isTransaction : hasMessage
  for (const { account, lt } of await server.placesOf(what, hash, signal)) {
    const found = await ifAny(transactionAt(session, Address.parseRaw(account), lt), signal)
    if (signal.aborted) return undefined
    const isWanted = found !== undefined && isNamed(found.cell, hash)
    server.judge(isWanted ? 'proved' : 'dropped', 1)
    if (isWanted) return found
  }
  return undefined
}

function isTransaction(cell: Cell, hash: Buffer): boolean {
  return cell.hash().equals(hash)
}

/** Returns whether a transaction received or sent the message of a hash; that of an external one can be normalized. */
function hasMessage(cell: Cell, hash: Buffer): boolean {
  const { inMsg, outMsgs } = parseCell(cell, 'Transaction', loadTransaction)
  if ([...(inMsg ? [inMsg] : []), ...outMsgs].some((message) => message.hash().equals(hash))) return true
  const received = inMsg && parseCell(inMsg, 'Message', loadMessage)
  return received?.info.type === 'external-in' && normalHash(received).equals(hash)
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
