import type { Cell, Slice } from '@ton/core'
import { keyOfUint, uintOfKey } from '../hashmap/key.ts'
import { copyLabel, readLabel } from '../hashmap/label.ts'
import { type CellVisitor, type Leaf, walkLeaves } from '../hashmap/walk.ts'
import { guardTlb, parseCell, TlbError } from '../tlb.ts'
import { loadBlockCells } from './block.ts'
import { loadBlockExtra } from './blockExtra.ts'
import { loadShardAccountBlocks } from './shardAccountBlocks.ts'

/**
 * A transaction's account and lt in its block, and its cell, which a proof can prune (`cell.hash(0)` is its
 * hash).
 */
export type BlockTransaction = {
  readonly account: Buffer
  readonly lt: bigint
  readonly cell: Cell
}

/** A part of a block's transactions, and how it is walked. */
export type TransactionRange = {
  /** The exclusive start, in walking order; it need not be a transaction of the block. */
  readonly after?: { readonly account: Buffer; readonly lt: bigint } | undefined
  /** Descending by (account, lt). */
  readonly reverse?: boolean | undefined
  /** Skips pruned branches instead of throwing. For proofs that contain only some of the transactions. */
  readonly skipPruned?: boolean | undefined
  /** Called with every cell that is opened. */
  readonly visit?: CellVisitor | undefined
}

/**
 * Yields the transactions of a block in the order of (account, lt). Reads nothing ahead and does not open the
 * transactions, so that the first page of a large block costs no more than that of a small one.
 * @param root the block's root cell, or the part of it that a proof contains
 * @throws PrunedBranchError, TlbError
 */
export function* blockTransactions(
  root: Cell,
  range: TransactionRange = {},
): Generator<BlockTransaction, void, undefined> {
  const { visit, after, reverse, skipPruned } = range
  const read = <T>(cell: Cell, type: string, load: (slice: Slice) => T): T => {
    const value = parseCell(cell, type, load)
    visit?.(cell)
    return value
  }
  const { extra } = read(root, 'Block', loadBlockCells)
  const { accountBlocks } = read(extra, 'BlockExtra', loadBlockExtra)
  const accounts = read(accountBlocks, 'ShardAccountBlocks', loadShardAccountBlocks).root
  const tree = { type: 'ShardAccountBlocks', keyBits: 256, root: accounts, visit }
  for (const leaf of walkLeaves(tree, { from: after?.account, reverse, skipPruned })) {
    const account = leaf.key
    const bound = after?.account.equals(account) ? after.lt : undefined
    for (const { lt, cell } of accountTransactions(leaf, range, bound)) {
      if (bound !== undefined && (reverse ? lt >= bound : lt <= bound)) continue
      yield { account, lt, cell }
    }
  }
}

const LT_BITS = 64

type AtLt = { readonly lt: bigint; readonly cell: Cell }

/** The root edge of an account's transactions: a single transaction, or a fork. */
type RootEdge =
  | { readonly kind: 'leaf'; readonly transaction: AtLt }
  | {
      readonly kind: 'fork'
      /** The bits of the lt before the fork, and the number of bits after it. */
      readonly prefix: bigint
      readonly below: number
      readonly left: Cell
      readonly right: Cell
    }

/** Finds the root edge in a leaf of ShardAccountBlocks without parsing the whole AccountBlock. */
function openTransactions({ key, cell, label: place }: Leaf): RootEdge {
  return guardTlb('AccountBlock', () => {
    const slice = cell.beginParse().skip(place.end)
    skipCurrencies(slice)
    if (slice.loadUint(4) !== 5) throw new TlbError('AccountBlock', 'unknown constructor')
    if (!slice.loadBuffer(32).equals(key)) {
      throw new TlbError('AccountBlock', `another account's at ${key.toString('hex')}`)
    }
    const bits = slice.preloadBits(slice.remainingBits)
    const label = readLabel(bits, LT_BITS)
    const start = Buffer.alloc(8)
    copyLabel(bits, label, start, 0)
    slice.skip(label.end)
    const prefix = start.readBigUInt64BE()
    if (label.length === LT_BITS) {
      skipCurrencies(slice)
      return { kind: 'leaf', transaction: { lt: prefix, cell: slice.loadRef() } }
    }
    const below = LT_BITS - label.length - 1
    return { kind: 'fork', prefix, below, left: slice.loadRef(), right: slice.loadRef() }
  })
}

/**
 * Yields an account's transactions beyond `bound`, if given. Branches that end before it are not opened: the
 * proof of a page does not contain them.
 */
function* accountTransactions(
  account: Leaf,
  { reverse, skipPruned, visit }: TransactionRange,
  bound: bigint | undefined,
): Generator<AtLt, void, undefined> {
  const edge = openTransactions(account)
  if (edge.kind === 'leaf') {
    yield edge.transaction
    return
  }
  const { prefix, below } = edge
  const left = { root: edge.left, first: prefix }
  const right = { root: edge.right, first: prefix | (1n << BigInt(below)) }
  for (const { root, first } of reverse ? [right, left] : [left, right]) {
    const last = first | ((1n << BigInt(below)) - 1n)
    if (bound !== undefined && (reverse ? first >= bound : last <= bound)) continue
    const from = bound !== undefined && bound >= first && bound <= last ? keyOfUint(bound, below) : undefined
    const tree = { type: 'AccountBlock.transactions', keyBits: below, root, visit }
    for (const { key, cell, label } of walkLeaves(tree, { from, after: true, reverse, skipPruned })) {
      const lt = first | (below === 0 ? 0n : uintOfKey(key, below))
      yield guardTlb('AccountBlock.transactions', () => {
        const slice = cell.beginParse().skip(label.end)
        skipCurrencies(slice)
        return { lt, cell: slice.loadRef() }
      })
    }
  }
}

function skipCurrencies(slice: Slice): void {
  slice.loadCoins()
  slice.loadMaybeRef()
}
