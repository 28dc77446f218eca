import { hash } from 'node:crypto'
import { loadBlock } from '../../chain/block/block.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { parseCell } from '../../chain/tlb.ts'
import { parseBlock } from '../parse/parseBlock.ts'
import { type TraceRecord, traceOfRecords } from './storedTrace.ts'
import type { ClassifierTrace } from './trace.ts'

/** Returns the traces of transactions, oldest first: each begins with a message that none of them sent. */
export function tracesOfTransactions(records: readonly TraceRecord[]): ClassifierTrace[] {
  const transactions = records.toSorted((a, b) => (a.lt < b.lt ? -1 : 1))
  const senders = new Map<string, TraceRecord>()
  for (const transaction of transactions) {
    for (const message of transaction.outMsgs) senders.set(message.hash.toString('latin1'), transaction)
  }
  const roots = new Map<TraceRecord, TraceRecord>()
  for (const transaction of transactions) {
    const sender = transaction.inMsg && senders.get(transaction.inMsg.hash.toString('latin1'))
    // A sender has a lower lt, so its root is already set.
    roots.set(transaction, (sender && roots.get(sender)) ?? transaction)
  }
  const members = Map.groupBy(transactions, (transaction) => roots.get(transaction) ?? transaction)
  return [...members].map(([root, all]) => traceOfRecords(all, root))
}

/**
 * Returns the transactions of a block. The committing masterchain block of a shard block is unknown: its seqno is 0.
 * @param file a whole block
 * @throws TlbError, FlatBocError
 */
export function transactionsOfBlock(file: Uint8Array): TraceRecord[] {
  const id = blockIdOf(file)
  const mcSeqno = id.workchain === MASTERCHAIN ? id.seqno : 0
  return parseBlock(id, file).transactions.map((transaction) => ({ ...transaction, mcSeqno }))
}

function blockIdOf(file: Uint8Array): BlockIdExt {
  const root = parseBocRoot(Buffer.from(file))
  const { info } = parseCell(root, 'Block', loadBlock)
  const { workchain, shard } = info.shard
  return {
    workchain,
    shard,
    seqno: info.seqno,
    rootHash: root.hash(),
    fileHash: hash('sha256', file, 'buffer'),
  }
}
