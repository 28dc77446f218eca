import type { Cell } from '@ton/core'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import type { AccountAnswer } from '../../liteserver/session.ts'
import type { IndexStore, Written } from '../../store/indexStore.ts'
import type { AccountHistory } from '../../store/parsedBlock.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import type { FoundState, FoundTransaction } from '../parse/parseJobs.ts'
import type { ParsePool } from '../parse/parsePool.ts'
import type { Commitments } from './commitment.ts'
import type { ChainTransaction } from './traceSearch.ts'

/** Dependencies of recording. */
export type Recorder = {
  readonly store: IndexStore
  readonly parser: ParsePool
  readonly commitments: Commitments
  readonly onWritten: (written: Written) => void
}

/** A transaction with its block. */
export type LocatedCell = Pick<ChainTransaction, 'cell' | 'workchain' | 'block'>

/** Verified data to record. */
export type Found = {
  readonly transactions?: readonly LocatedCell[]
  /** Newest states of accounts. */
  readonly states?: readonly FoundState[]
  /** States after earlier transactions. */
  readonly pastStates?: readonly FoundState[]
  readonly history?: AccountHistory | undefined
}

/** Number of blocks whose masterchain blocks are looked up concurrently. */
const WIDTH = 32

/**
 * Writes found transactions, an account's state and its history to the index. Rejects as sessions, the parser and the
 * store do.
 */
export async function record(
  { store, parser, commitments, onWritten }: Recorder,
  session: NetworkSession,
  { transactions = [], states = [], pastStates = [], history }: Found,
): Promise<void> {
  const located: FoundTransaction[] = []
  const locate = async ({ cell, workchain, block }: LocatedCell): Promise<FoundTransaction> => ({
    boc: bocOf(cell),
    workchain,
    block,
    globalVersion: (await session.blockHeader(block)).globalVersion,
    mcSeqno: await commitments(session, block),
  })
  for await (const transaction of mapInOrder(transactions, WIDTH, locate)) located.push(transaction)
  const facts = await parser.history({
    transactions: located,
    states,
    pastStates,
    histories: history ? [history] : [],
  })
  onWritten(await store.writeHistory(facts))
}

function bocOf(cell: Cell): Buffer {
  return serializeBoc(cell, PROOF_BOC)
}

/** Converts a session's account to the parser's input; undefined if the account does not exist. */
export function foundState(answer: AccountAnswer): FoundState | undefined {
  const { account, block, lastTransHash, lastTransLt, shardUtime } = answer
  if (!account) return undefined
  return { boc: bocOf(account), lastTransHash, lastTransLt, mcSeqno: block.seqno, utime: shardUtime }
}
