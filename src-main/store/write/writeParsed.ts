import { StoreError, type Written } from '../indexStore.ts'
import type {
  AccountHistory,
  ParsedAccountState,
  ParsedBlock,
  ParsedHistory,
  ParsedMcBlock,
  ParsedTransaction,
} from '../parsedBlock.ts'
import type { RowWriters } from './rowWriters.ts'

type Found = {
  readonly transaction: ParsedTransaction
  readonly block: number
  readonly after: ParsedAccountState | undefined
}

/** Writes a masterchain block with its shard blocks. */
export function writeMcBlock(rows: RowWriters, facts: ParsedMcBlock): Written {
  const { blocks, archived, extras, transactions, coverage } = rows
  const mcBlock = facts.blocks[0]
  if (mcBlock?.id.workchain !== -1)
    throw new StoreError('failed', 'the first block is not a masterchain block')
  const mcSeqno = mcBlock.id.seqno
  const found: Found[] = []
  for (const block of facts.blocks) {
    const row = blocks.write(block, mcSeqno)
    archived.write(row.id, block)
    if (row.wasThere) continue
    const after = new Map<string, ParsedAccountState>()
    const shown = block.states.map(extras.completed)
    for (const state of shown) after.set(state.lastTransHash.toString('latin1'), state)
    for (const transaction of block.transactions) {
      found.push({ transaction, block: row.id, after: after.get(transaction.hash.toString('latin1')) })
    }
    writeStates(rows, { ...block, states: shown }, mcSeqno)
  }
  // Transactions are written before those that they cause, so that few traces must be joined.
  found.sort((a, b) => byLt(a.transaction, b.transaction))
  let written = 0
  for (const { transaction, block, after } of found) {
    if (transactions.write(transaction, block, mcSeqno, after)) written++
  }
  blocks.writeTops(mcSeqno, facts.shardTops)
  coverage.mark(mcSeqno)
  return {
    mcSeqno,
    transactions: written,
    coverage: coverage.ranges(),
    externals: facts.blocks.flatMap((block) => externalsOf(block.transactions)),
  }
}

function writeStates(
  { states }: RowWriters,
  { header, states: shown, transactions: all }: ParsedBlock,
  mcSeqno: number,
): void {
  for (const state of shown) states.write(state, header.genUtime, mcSeqno)
  const ended = all.filter(({ endStatus }) => endStatus === 'nonexist')
  if (ended.length === 0) return
  const existing = new Set(shown.map(({ account }) => account.toString('latin1')))
  for (const transaction of ended) {
    if (!existing.has(transaction.account.toString('latin1')))
      states.writeGone(transaction, header.genUtime, mcSeqno)
  }
}

/** Writes transactions and states that were read one account at a time. */
export function writeParsedHistory(rows: RowWriters, facts: ParsedHistory): Written {
  const { accounts, blocks, transactions, states, histories, queue, coverage } = rows
  let written = 0
  for (const transaction of facts.transactions.toSorted(byLt)) {
    const { block, mcSeqno } = transaction
    if (transactions.write(transaction, blocks.rowOf(block, mcSeqno), mcSeqno, undefined)) written++
  }
  for (const state of facts.states) states.write(state, state.utime, state.mcSeqno)
  for (const state of [...facts.states, ...(facts.pastStates ?? [])]) transactions.complete(state)
  for (const history of facts.histories) {
    histories.write(history)
    if (history.newestLt === 0n && history.searchedSeqno > 0) writeEnd(rows, history, facts.transactions)
    queue.stateRead(accounts.idOf(history.account))
  }
  queue.flush(0)
  return {
    mcSeqno: undefined,
    transactions: written,
    coverage: coverage.ranges(),
    externals: externalsOf(facts.transactions),
  }
}

/** Writes the state of an account that does not exist, if one of these transactions deleted it. */
function writeEnd(
  { states }: RowWriters,
  { account }: AccountHistory,
  all: ParsedHistory['transactions'],
): void {
  const newest = all
    .filter((one) => one.account.equals(account))
    .toSorted(byLt)
    .at(-1)
  if (newest?.endStatus === 'nonexist') states.writeGone(newest, newest.now, newest.mcSeqno)
}

/** Returns the normalized hashes of the external messages. */
function externalsOf(transactions: readonly ParsedTransaction[]): Buffer[] {
  return transactions.flatMap(({ inMsg }) =>
    inMsg?.kind === 'external-in' ? [inMsg.hashNorm ?? inMsg.hash] : [],
  )
}

function byLt(a: ParsedTransaction, b: ParsedTransaction): number {
  return a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0
}
