import type { Cell } from '@ton/core'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import type { AccountAnswer } from '../../liteserver/session.ts'
import type { AccountHistory } from '../../store/facts.ts'
import type { IndexStore, Written } from '../../store/indexStore.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import type { FoundState, FoundTransaction } from '../parse/parseJobs.ts'
import type { ParsePool } from '../parse/parsePool.ts'
import type { Commitments } from './commitment.ts'
import type { ChainTransaction } from './traceSearch.ts'

export type Recorder = {
  readonly store: IndexStore
  readonly parser: ParsePool
  readonly commitments: Commitments
  readonly onWritten: (written: Written) => void
}

/** A transaction and the block that holds it. */
export type PlacedCell = Pick<ChainTransaction, 'cell' | 'workchain' | 'block'>

export type Found = {
  readonly transactions?: readonly PlacedCell[]
  readonly state?: FoundState | undefined
  readonly history?: AccountHistory | undefined
}

/** Blocks whose masterchain block is looked for at once. */
const WIDTH = 16

/** Writes what was found into the index. */
export async function record(
  { store, parser, commitments, onWritten }: Recorder,
  session: NetworkSession,
  { transactions = [], state, history }: Found,
): Promise<void> {
  const placed: FoundTransaction[] = []
  const place = async ({ cell, workchain, block }: PlacedCell): Promise<FoundTransaction> => ({
    boc: bocOf(cell),
    workchain,
    block,
    globalVersion: (await session.blockHeader(block)).globalVersion,
    mcSeqno: await commitments(session, block),
  })
  for await (const transaction of mapInOrder(transactions, WIDTH, place)) placed.push(transaction)
  const facts = await parser.history({
    transactions: placed,
    states: state ? [state] : [],
    histories: history ? [history] : [],
  })
  onWritten(await store.writeHistory(facts))
}

function bocOf(cell: Cell): Buffer {
  return serializeBoc(cell, PROOF_BOC)
}

/** An account as a session shows it; undefined where there is none. */
export function foundState(answer: AccountAnswer): FoundState | undefined {
  const { account, block, lastTransHash, lastTransLt, shardUtime } = answer
  if (!account) return undefined
  return { boc: bocOf(account), lastTransHash, lastTransLt, mcSeqno: block.seqno, utime: shardUtime }
}
