import { type Cell, CellType } from '@ton/core'
import { readBocHeader } from '../chain/cells/bocHeader.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../chain/cells/serializeBoc.ts'
import { unorderedBoc } from '../chain/cells/unorderedBoc.ts'
import { branchFor, type CodeOf, isLeftOut, putBack, rewrite, wholeHash } from './leftOut.ts'

/**
 * The form of `latest_states.account_cell`: the Account cell without what `codes` has (see leftOut.ts), be it the
 * account's own code or that of wallets kept in its data, and, where `is_whole` is 0, without parts that nobody has
 * shown yet. Its root's hash of level 0 is the account's.
 */
export type StoredAccount = { readonly boc: Buffer; readonly isWhole: boolean }

/** What is known besides the cell to be stored. Hashes are 32 latin1 characters. */
export type KnownParts = {
  /** Whether `codes` has the cell of this hash whole. */
  hasCode(hash: string): boolean
  /** The same as far as it can be said at once: what is missed is stored twice. */
  hasCodeAtHand(hash: string): boolean
  /** Nothing is known of the account: only then are codes looked for in its data, for which all of it is hashed. */
  readonly isFirst: boolean
  /** A code that `codes` is to have from now on. */
  saveCode(hash: string, boc: Buffer): void
  /** Where parts that are not shown may be: bags of the account as it was, and of its code. */
  readonly before: Iterable<Buffer>
}

/**
 * Reads an Account cell from its row. Undefined where parts of it are not known.
 */
export function readAccountCell(
  row: { readonly hash: Buffer; readonly accountCell: Buffer },
  codeOf: CodeOf,
): Cell | undefined {
  const whole = putBack(parseBocRoot(row.accountCell), codeOf)
  return whole.level() === 0 && whole.hash().equals(row.hash) ? whole : undefined
}

/**
 * The form in which an account is stored.
 * @param shown the Account cell, parts of it pruned (AccountStateFacts.shown)
 * @param codeHash of its code, 32 latin1 characters; undefined where it has none
 */
export function storeAccountCell(
  shown: Buffer,
  codeHash: string | undefined,
  parts: KnownParts,
): StoredAccount {
  if (isStorable(shown, codeHash, parts)) return { boc: shown, isWhole: true }
  const find = finder(parts.before)
  const grafted = rewrite(parseBocRoot(shown, { trusted: true }), (cell, merkleDepth) => {
    if (!isLeftOut(cell, merkleDepth)) return undefined
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
          parts.hasCodeAtHand(wholeHash(cell))
    return isCode ? branchFor(cell) : undefined
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

/** A branch is asked first: its hash needs not be made. */
function refWithHash({ refs }: Cell, hash: string): Cell | undefined {
  const has = (ref: Cell) => wholeHash(ref) === hash
  return refs.find((ref) => ref.type === CellType.PrunedBranch && has(ref)) ?? refs.find(has)
}

/** Whether `shown` is already in the stored form, its own code left out and nothing else that is not a code. */
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

/** Finds cells by hash in bags, which are opened one after another as long as something is missing. */
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
