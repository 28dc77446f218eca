import { type Cell, CellType } from '@ton/core'
import { readBocHeader } from '#shared/ton/cells/bocHeader.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../chain/cells/serializeBoc.ts'
import { unorderedBoc } from '../chain/cells/unorderedBoc.ts'
import { branchOf, type CodeOf, isDeduped, restoreCells, rewrite, wholeHash } from './dedupedCells.ts'

/**
 * The stored form of an account (`latest_states.account_cell`): its Account cell without the parts that `codes` holds
 * (see dedupedCells.ts), which are the account's own code and the codes of wallets kept in its data. `isWhole` is false if
 * parts of the cell have never been seen. The root's hash of level 0 is the account's state hash.
 */
export type StoredAccount = { readonly boc: Buffer; readonly isWhole: boolean }

/** Parts of the account that the index already has. Hashes are 32 latin1 characters. */
export type KnownParts = {
  /** Returns whether `codes` has the whole cell of this hash. */
  hasCode(hash: string): boolean
  /** Same as hasCode, but answers from the cache only: a false negative stores the cell twice. */
  hasCachedCode(hash: string): boolean
  /**
   * True if the index has no earlier state of the account. Only then are codes searched in its data, because that
   * hashes all of it.
   */
  readonly isFirst: boolean
  /** Adds a code to `codes`. */
  saveCode(hash: string, boc: Buffer): void
  /** Bags of cells that can contain the pruned parts: the account's earlier state and its code. */
  readonly before: Iterable<Buffer>
}

/** Reads an Account cell from its row. Returns undefined if parts of it are missing in the index. */
export function readAccountCell(
  row: { readonly hash: Buffer; readonly accountCell: Buffer },
  codeOf: CodeOf,
): Cell | undefined {
  const whole = restoreCells(parseBocRoot(row.accountCell), codeOf)
  return whole.level() === 0 && whole.hash().equals(row.hash) ? whole : undefined
}

/**
 * Builds the stored form of an account.
 * @param shown the Account cell with the parts that the block did not touch pruned (ParsedAccountState.shown)
 * @param codeHash hash of the account's code, 32 latin1 characters; undefined without code
 */
export function storeAccountCell(
  shown: Buffer,
  codeHash: string | undefined,
  parts: KnownParts,
): StoredAccount {
  if (isStorable(shown, codeHash, parts)) return { boc: shown, isWhole: true }
  const find = finder(parts.before)
  const grafted = rewrite(parseBocRoot(shown, { trusted: true }), (cell, merkleDepth) => {
    if (!isDeduped(cell, merkleDepth)) return undefined
    const hash = wholeHash(cell)
    return parts.hasCode(hash) ? undefined : find(hash)
  })
  const code = codeHash === undefined ? undefined : refWithHash(grafted, codeHash)
  if (codeHash !== undefined && code?.level() === 0 && !parts.hasCode(codeHash)) {
    parts.saveCode(codeHash, serializeBoc(code, PROOF_BOC))
  }
  let isWhole = true
  const cut = rewrite(grafted, (cell, merkleDepth) => {
    if (cell.type === CellType.PrunedBranch) {
      if (cell.level() === merkleDepth + 1 && !(merkleDepth === 0 && parts.hasCode(wholeHash(cell))))
        isWhole = false
      return undefined
    }
    const isCode =
      cell === code
        ? parts.hasCode(wholeHash(cell))
        : parts.isFirst &&
          merkleDepth === 0 &&
          cell.refs.length > 0 &&
          cell !== grafted &&
          parts.hasCachedCode(wholeHash(cell))
    return isCode ? branchOf(cell) : undefined
  })
  return { boc: unorderedBoc(cut), isWhole }
}

/** Saves the code that an older state of an account shows: newer states of other accounts can name it by its hash. */
export function saveShownCode(
  shown: Buffer,
  codeHash: string,
  { hasCode, saveCode }: Pick<KnownParts, 'hasCode' | 'saveCode'>,
): void {
  if (hasCode(codeHash)) return
  const code = refWithHash(parseBocRoot(shown, { trusted: true }), codeHash)
  if (code?.level() === 0) saveCode(codeHash, serializeBoc(code, PROOF_BOC))
}

/** Finds a reference by hash. Checks pruned branches first, because their hashes need no computation. */
function refWithHash({ refs }: Cell, hash: string): Cell | undefined {
  const has = (ref: Cell) => wholeHash(ref) === hash
  return refs.find((ref) => ref.type === CellType.PrunedBranch && has(ref)) ?? refs.find(has)
}

/**
 * Returns whether `shown` is already in the stored form: its code is pruned, and every other pruned branch is a code
 * too.
 */
function isStorable(shown: Buffer, codeHash: string | undefined, { hasCode }: KnownParts): boolean {
  const { cellCount, refBytes, dataAt } = readBocHeader(shown)
  let isCodeOut = codeHash === undefined
  for (let cell = 0, at = dataAt; cell < cellCount; cell++) {
    const d1 = shown[at] as number
    const d2 = shown[at + 1] as number
    if ((d1 & 8) !== 0) {
      const type = shown[at + 2]
      const isPlain =
        (d1 & 16) === 0 &&
        (type === CellType.Library || (type === CellType.PrunedBranch && shown[at + 3] === 1))
      if (!isPlain) return false
      if (type === CellType.PrunedBranch) {
        const hash = shown.toString('latin1', at + 4, at + 36)
        if (!hasCode(hash)) return false
        if (hash === codeHash) isCodeOut = true
      }
    }
    at += 2 + ((d2 + 1) >> 1) + (d1 & 7) * refBytes
  }
  return isCodeOut
}

/**
 * Returns a function that finds cells by hash in bags of cells. A bag is parsed only when the bags before it lack the
 * cell.
 */
function finder(bags: Iterable<Buffer>): (hash: string) => Cell | undefined {
  const waiting = bags[Symbol.iterator]()
  const found = new Map<string, Cell>()
  return (hash) => {
    while (!found.has(hash)) {
      const next = waiting.next()
      if (next.done) return undefined
      indexCells(parseBocRoot(next.value, { trusted: true }), found)
    }
    return found.get(hash)
  }
}

function indexCells(root: Cell, into: Map<string, Cell>): void {
  const waiting = [root]
  const seen = new Set(waiting)
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    if (cell.type !== CellType.PrunedBranch) into.set(wholeHash(cell), cell)
    for (const ref of cell.refs) {
      if (seen.has(ref)) continue
      seen.add(ref)
      waiting.push(ref)
    }
  }
}
