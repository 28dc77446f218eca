/**
 * Writes blocks of a file into an index, those that it lacks, in the order of their seqnos or backwards, and waits to be
 * killed: `DIR FILE up|down LIMIT`. Says a dot when the index is open and after each block.
 */
import { writeSync } from 'node:fs'
import { openIndex } from '../../../src-main/store/writerThread.ts'
import { CHAIN } from '../../fixtures/store/openWriter.ts'
import { openPackedBlocks } from './packedBlocks.ts'

const [dir = '', file = '', direction, limit] = process.argv.slice(2)
const blocks = openPackedBlocks(file)
const { acts, coverage } = openIndex({ dir, chain: CHAIN, isReadOnly: false })
const say = () => writeSync(1, '.')
say()
const covered = (seqno: number) => coverage.some(({ first, last }) => first <= seqno && seqno <= last)
const all = Array.from({ length: blocks.count }, (_, i) => (direction === 'up' ? i : blocks.count - 1 - i))
for (const index of all.filter((i) => !covered(i + 1)).slice(0, Number(limit))) {
  acts.writeBlock(blocks.read(index))
  say()
}
// Its parent is gone if nobody kills it.
setTimeout(() => process.exit(1), 30_000)
