import type { Cell, Slice } from '@ton/core'
import { uintOfKey } from '../hashmap/key.ts'
import { copyLabel, readLabel } from '../hashmap/label.ts'
import { type CellVisitor, type Leaf, walkLeaves } from '../hashmap/walk.ts'
import { openCell, TlbError } from '../tlb.ts'
import { loadBlockCells } from './block.ts'
import { loadBlockExtra } from './blockExtra.ts'

/** A transaction's place in its block, and its cell, which in a proof may be pruned (its hash is `cell.hash(0)`). */
export type BlockTransaction = {
  readonly account: Buffer
  readonly lt: bigint
  readonly cell: Cell
}

export type TransactionRange = {
  /** Begin behind this place; no transaction needs to be there. */
  readonly after?: { readonly account: Buffer; readonly lt: bigint } | undefined
  /** From the highest (account, lt) down. */
  readonly reverse?: boolean | undefined
  /** Pass pruned branches over in silence instead of throwing: only for what a proof happens to show. */
  readonly skipPruned?: boolean | undefined
  /** Called with every cell that is opened on the way. */
  readonly visit?: CellVisitor | undefined
}

/**
 * The transactions of a block in the order of (account, lt). Nothing is read ahead, and of transactions nothing
 * at all, so that the first page of a large block costs no more than that of a small one.
 * @param root the block's root cell, or what a proof shows of it
 * @throws PrunedBranchError, TlbError
 */
export function* blockTransactions(
  root: Cell,
  range: TransactionRange = {},
): Generator<BlockTransaction, void, undefined> {
  const { visit, after, reverse, skipPruned } = range
  const open = (cell: Cell, type: string): Slice => {
    const slice = openCell(cell, type)
    visit?.(cell)
    return slice
  }
  const { extra } = loadBlockCells(open(root, 'Block'))
  const { accountBlocks } = loadBlockExtra(open(extra, 'BlockExtra'))
  const tree = {
    type: 'ShardAccountBlocks',
    keyBits: 256,
    root: open(accountBlocks, 'ShardAccountBlocks').loadMaybeRef(),
    visit,
  }
  for (const leaf of walkLeaves(tree, { from: after?.account, reverse, skipPruned })) {
    const account = leaf.key
    const bound = after?.account.equals(account) ? after.lt : undefined
    for (const { lt, cell } of accountTransactions(leaf, range)) {
      if (bound !== undefined && (reverse ? lt >= bound : lt <= bound)) continue
      yield { account, lt, cell }
    }
  }
}

const LT_BITS = 64

/** The transactions in a leaf of ShardAccountBlocks, without the AccountBlock around them. */
function* accountTransactions(
  leaf: Leaf,
  { reverse, skipPruned, visit }: TransactionRange,
): Generator<{ readonly lt: bigint; readonly cell: Cell }, void, undefined> {
  const slice = leaf.cell.beginParse().skip(leaf.label.end)
  skipCurrencies(slice)
  if (slice.loadUint(4) !== 5) throw new TlbError('AccountBlock', 'unknown constructor')
  if (!slice.loadBuffer(32).equals(leaf.key)) {
    throw new TlbError('AccountBlock', `another account's at ${leaf.key.toString('hex')}`)
  }
  const bits = slice.preloadBits(slice.remainingBits)
  const label = readLabel(bits, LT_BITS)
  const prefix = Buffer.alloc(8)
  copyLabel(bits, label, prefix, 0)
  slice.skip(label.end)
  if (label.length === LT_BITS) {
    skipCurrencies(slice)
    yield { lt: prefix.readBigUInt64BE(), cell: slice.loadRef() }
    return
  }
  const left = { root: slice.loadRef(), bit: 0n }
  const right = { root: slice.loadRef(), bit: 1n }
  const below = LT_BITS - label.length - 1
  for (const { root, bit } of reverse ? [right, left] : [left, right]) {
    const tree = { type: 'AccountBlock.transactions', keyBits: below, root, visit }
    const first = prefix.readBigUInt64BE() | (bit << BigInt(below))
    for (const { key, cell, label: rest } of walkLeaves(tree, { reverse, skipPruned })) {
      const value = cell.beginParse().skip(rest.end)
      skipCurrencies(value)
      yield { lt: first | (below === 0 ? 0n : uintOfKey(key, below)), cell: value.loadRef() }
    }
  }
}

function skipCurrencies(slice: Slice): void {
  slice.loadCoins()
  slice.loadMaybeRef()
}
