import { beginCell, Cell } from '@ton/core'
import type { BocErrorCode } from '#shared/ton/cells/bocError.ts'
import { crc32c } from '#shared/ton/crc32c.ts'
import { FILE_BOC, serializeBoc } from '../../../../../src-main/chain/cells/serializeBoc.ts'
import {
  merkleProofCell,
  merkleUpdateCell,
  prunedBranch,
} from '../../../../../src-main/chain/merkle/merkleCells.ts'
import { chain } from '../../../chain/cells/cellArbitrary.ts'

export const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** One root over one leaf: `01 01 a0` (the tag after the bits 10), a reference to cell 1, and the empty cell. */
export const PLAIN = hex('b5ee9c72 01 01  02 01 00  06  00  0101a001 0000')

export const small = beginCell()
  .storeUint(5, 3)
  .storeRef(beginCell().storeStringTail('hello').endCell())
  .storeRef(beginCell().storeUint(0xffffffff, 32).endCell())
  .endCell()

/** Cells enough that the writer stores hashes in some. */
export const big = Array.from({ length: 70 }).reduce<Cell>(
  (below, _, i) => beginCell().storeUint(i, 32).storeRef(below).endCell(),
  Cell.EMPTY,
)

export const changed = (data: Buffer, at: number, value: number) => {
  const copy = Buffer.from(data)
  copy[at < 0 ? copy.length + at : at] = value
  return copy
}

/** Corrects the checksum in place. */
export const sealed = (data: Buffer) => {
  data.writeUInt32LE(crc32c(data, data.length - 4), data.length - 4)
  return data
}

const indexed = hex('68ff65f3 01 01  02 01 00  06  04 06  0101a001 0000')
const pruned = beginCell().storeRef(prunedBranch(big, 1)).endCell()
const proof = merkleProofCell(pruned)
const library = beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 7)).endCell({ exotic: true })

/** Bags with one root, and the root's hash. */
export const VALID: readonly (readonly [name: string, bag: Buffer, hash: Buffer])[] = [
  ['no index and no checksum', serializeBoc(small), small.hash()],
  ['a checksum', serializeBoc(small, { crc32c: true }), small.hash()],
  ['an index, cache bits and a checksum', serializeBoc(small, FILE_BOC), small.hash()],
  ['stored hashes', serializeBoc(big, { intHashes: true }), big.hash()],
  ['the magic with an index', indexed, Cell.fromBoc(PLAIN)[0]!.hash()],
  [
    'the magic with an index and a checksum',
    sealed(Buffer.concat([hex('acc3a728'), indexed.subarray(4), Buffer.alloc(4)])),
    Cell.fromBoc(PLAIN)[0]!.hash(),
  ],
  ['a library reference', serializeBoc(library), library.hash()],
  ['a pruned branch', serializeBoc(pruned), pruned.hash()],
  ['a Merkle proof', serializeBoc(proof), proof.hash()],
  ['a Merkle update', serializeBoc(merkleUpdateCell(pruned, small)), merkleUpdateCell(pruned, small).hash()],
  ['the maximum depth', serializeBoc(chain(1025)), chain(1025).hash()],
]

/** Cell i refers to cell i + 1, 1026 cells: `01 00 <i + 1 in two bytes>`, the last `00 00`. */
function tooDeep(): Buffer {
  const cells = Array.from({ length: 1026 }, (_, i) =>
    i === 1025 ? Buffer.of(0, 0) : Buffer.of(1, 0, (i + 1) >> 8, (i + 1) & 255),
  )
  const data = Buffer.concat(cells)
  const header = hex('b5ee9c72 02 02 0402 0001 0000 0000 0000')
  header.writeUInt16BE(data.length, 12)
  return Buffer.concat([header, data])
}

const file = serializeBoc(small, FILE_BOC)
const stored = serializeBoc(big, { intHashes: true })
/** Returns the position of the last hash that `stored` has besides its cells. */
function storedAt(): number {
  let at = -1
  for (let cell: Cell | undefined = big; cell; cell = cell.refs[0])
    at = Math.max(at, stored.indexOf(cell.hash()))
  return at
}
const proofBag = serializeBoc(proof)

/** Bytes that are not an acceptable bag of one root, and the error's code. */
export const MALFORMED: readonly (readonly [name: string, bag: Buffer, code: BocErrorCode])[] = [
  ['nothing', hex(''), 'truncated'],
  ['three bytes', hex('b5ee9c'), 'truncated'],
  ['a magic alone', hex('b5ee9c72'), 'truncated'],
  ['half a header', PLAIN.subarray(0, 9), 'truncated'],
  ['another magic', changed(PLAIN, 0, 0xb6), 'bad-magic'],
  ['reserved flags', changed(PLAIN, 4, 0x09), 'bad-header'],
  ['flags under an older magic', hex('68ff65f3 81 01 01 01 00 02 02 0000'), 'bad-header'],
  ['cache bits without index', changed(PLAIN, 4, 0x21), 'bad-header'],
  ['cell numbers of 0 bytes', changed(PLAIN, 4, 0x00), 'bad-header'],
  ['cell numbers of 5 bytes', changed(PLAIN, 4, 0x05), 'bad-header'],
  ['offsets of 0 bytes', changed(PLAIN, 5, 0), 'bad-header'],
  ['offsets of 9 bytes', changed(PLAIN, 5, 9), 'bad-header'],
  ['no cells', changed(PLAIN, 6, 0), 'bad-header'],
  ['no roots', changed(PLAIN, 7, 0), 'bad-header'],
  ['two roots under an older magic', hex('68ff65f3 01 01 02 02 00 04 02 04 0000 0000'), 'bad-header'],
  ['absent cells', changed(PLAIN, 8, 1), 'absent-cells'],
  ['more cells than fit into the data', changed(PLAIN, 6, 4), 'bad-header'],
  ['2^32 - 1 cells', hex('b5ee9c72 04 01 ffffffff 00000001 00000000 06 00000000 0101a0010000'), 'bad-header'],
  ['data of 2^64 - 1 bytes', hex('b5ee9c72 01 08 02 01 00 ffffffffffffffff 00 0101a001 0000'), 'truncated'],
  ['a root beyond the cells', changed(PLAIN, 10, 2), 'bad-root'],
  ['the last byte missing', PLAIN.subarray(0, -1), 'truncated'],
  ['a byte too many', Buffer.concat([PLAIN, hex('00')]), 'trailing-bytes'],
  ['a byte too many in the data', hex('b5ee9c72 01 01 02 01 00 07 00 0101a001 0000 00'), 'trailing-bytes'],
  ['a cell cut off', hex('b5ee9c72 01 01 02 01 00 06 00 0101a001 0010'), 'truncated'],
  ['a cell missing', hex('b5ee9c72 01 01 03 01 00 06 00 0101a001 0000'), 'truncated'],
  ['five references', changed(PLAIN, 11, 5), 'bad-cell'],
  ['an absent cell', changed(PLAIN, 11, 0x17), 'absent-cells'],
  ['a reference to itself', changed(PLAIN, 14, 0), 'bad-reference'],
  ['a reference beyond the cells', changed(PLAIN, 14, 2), 'bad-reference'],
  ['a reference backwards', hex('b5ee9c72 01 01 02 01 00 05 01 0000 010000'), 'bad-reference'],
  ['a tag in the byte before', changed(PLAIN, 13, 0x80), 'bad-padding'],
  ['no tag', changed(PLAIN, 13, 0), 'bad-padding'],
  ['a wrong checksum', changed(file, -1, file.at(-1)! ^ 1), 'crc-mismatch'],
  ['a wrong index entry', sealed(changed(file, 11, file[11]! ^ 2)), 'bad-index'],
  ['a wrong cache bit', sealed(changed(file, 11, file[11]! ^ 1)), 'bad-index'],
  ['a wrong level mask', changed(PLAIN, 11, 0x21), 'level-mismatch'],
  ['a Merkle proof of something else', changed(proofBag, 14, proofBag[14]! ^ 1), 'bad-exotic'],
  ['an unknown exotic cell', hex('b5ee9c72 01 01 01 01 00 03 00 0802 09'), 'bad-exotic'],
  ['an exotic cell without type', hex('b5ee9c72 01 01 01 01 00 02 00 0800'), 'bad-exotic'],
  ['a wrong stored hash', changed(stored, storedAt(), stored[storedAt()]! ^ 1), 'hash-mismatch'],
  ['a wrong stored depth', changed(stored, storedAt() + 33, stored[storedAt() + 33]! ^ 1), 'hash-mismatch'],
  ['a depth of 1025', tooDeep(), 'too-deep'],
  ['more than one root', serializeBoc([small, big]), 'root-count'],
]
