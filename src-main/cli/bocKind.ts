import { type Cell, CellType, loadMessageRelaxed } from '@ton/core'
import { loadBlock } from '../chain/block/block.ts'
import { loadMessage } from '../chain/block/message.ts'
import { loadStateInit } from '../chain/block/stateInit.ts'
import { loadTransaction } from '../chain/block/transaction.ts'
import { parseCell } from '../chain/tlb.ts'
import { decodeBody } from '../contracts/messages/decodeBody.ts'

/** Words for a bag of cells that is not of the expected kind. */

const EXOTIC: ReadonlyMap<CellType, string> = new Map([
  [CellType.MerkleProof, 'a Merkle proof'],
  [CellType.MerkleUpdate, 'a Merkle update'],
  [CellType.PrunedBranch, 'a pruned branch'],
  [CellType.Library, 'a reference to a library'],
])

/** Kinds with a layout that other data do not fit by chance. */
const KINDS: readonly (readonly [name: string, read: (root: Cell) => unknown])[] = [
  ['a block', (root) => parseCell(root, 'Block', loadBlock)],
  ['a transaction', (root) => parseCell(root, 'Transaction', loadTransaction)],
  ['a message', (root) => parseCell(root, 'Message', loadMessage)],
  ['a message without a source, as a contract sends it', (root) => loadMessageRelaxed(root.beginParse())],
]

/** First 32 bits of data that are no message bodies. */
const TAGS: ReadonlyMap<number, string> = new Map([
  [0x9023afe2, 'a state of a shard'],
  [0x5f327da5, 'the two states of a shard before a merge'],
  [0x4a33f6fd, 'the extra part of a block'],
  [0x9bc7a987, 'the header of a block'],
  // SETCP0 begins the code that compilers write.
  [0xff00f4a4, 'code of a contract'],
  [0xff0020dd, 'code of a contract'],
  [0xff008e82, 'code of a contract'],
])

/**
 * Returns one clause about the kind of a bag of cells, for a person who took it for another: `it looks like a message
 * body (text_comment); /api/v3/decode reads bodies`. Returns undefined if it can be anything.
 */
export function kindClause(root: Cell): string | undefined {
  const exotic = EXOTIC.get(root.type)
  if (exotic !== undefined) return `it is ${exotic}`
  const kind = KINDS.find(([, read]) => isReadable(() => read(root)))
  if (kind) return `it is ${kind[0]}`
  if (root.bits.length === 0 && root.refs.length === 0)
    return 'it is an empty cell, such as an empty message body'
  if (root.bits.length < 32) {
    const isInit = isReadable(() => parseCell(root, 'StateInit', loadStateInit))
    return isInit ? 'it looks like a StateInit' : undefined
  }
  const opcode = root.beginParse().preloadUint(32)
  const tagged = TAGS.get(opcode)
  if (tagged !== undefined) return `it looks like ${tagged}`
  const name = bodyName(root, opcode)
  const likeness = name === undefined ? 'can be' : 'looks like'
  const shown = name ?? `opcode 0x${opcode.toString(16).padStart(8, '0')}`
  return `it ${likeness} a message body (${shown}); /api/v3/decode reads bodies`
}

function bodyName(root: Cell, opcode: number): string | undefined {
  const decoded = isReadable(() => decodeBody(root)) ? decodeBody(root) : undefined
  if (decoded) return String(decoded['@type'])
  return opcode === 0 ? 'a comment' : undefined
}

function isReadable(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    // The cell is not of that kind.
    return false
  }
}
