import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { SeededRandom } from '../../fixtures/seededRandom.ts'

/** A bit of a file that was flipped. */
export type Flip = { readonly file: string; readonly byte: number; readonly bit: number }

/** Returns the files with content below a folder, sorted, relative to it. */
export function filesIn(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    .filter((file) => readFileSync(join(dir, file)).length > 0)
    .toSorted()
}

/** Flips one bit of a file below a folder. */
export function flipBit(dir: string, file: string, random: SeededRandom): Flip {
  const path = join(dir, file)
  const data = readFileSync(path)
  const flip = { file, byte: random.below(data.length), bit: random.below(8) }
  data.writeUInt8(data.readUInt8(flip.byte) ^ (1 << flip.bit), flip.byte)
  writeFileSync(path, data)
  return flip
}
