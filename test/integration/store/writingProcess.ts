/**
 * Writes those blocks of a file that an index lacks into it, in the order of their seqnos or backwards, one, two or
 * three together, and waits to be killed: `DIR FILE up|down LIMIT`. Prints a dot when the index is open and after each
 * transaction.
 */
import { writeSync } from 'node:fs'
import { openIndex } from '../../../src-main/store/writerThread.ts'
import { CHAIN } from '../../fixtures/store/openWriter.ts'
import { openPackedBlocks } from './packedBlocks.ts'

const [dir = '', file = '', direction, limit] = process.argv.slice(2)
const blocks = openPackedBlocks(file)
// Every few transactions end with a checkpoint.
const { methods, coverage } = openIndex({ dir, chain: CHAIN, isReadOnly: false, checkpointPages: 200 })
const printDot = () => writeSync(1, '.')
printDot()
const covered = (seqno: number) => coverage.some(({ first, last }) => first <= seqno && seqno <= last)
const all = Array.from({ length: blocks.count }, (_, i) => (direction === 'up' ? i : blocks.count - 1 - i))
const left = all.filter((i) => !covered(i + 1)).slice(0, Number(limit))
for (let count = 1; left.length > 0; count = (count % 3) + 1) {
  methods.writeBlocks(left.splice(0, count).map((index) => blocks.read(index)))
  printDot()
}
// Without a kill by then the parent process has ended.
setTimeout(() => process.exit(1), 30_000)
