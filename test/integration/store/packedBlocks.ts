import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import { packMcBlock } from '../../../src-main/store/packParsed.ts'
import type { ParsedMcBlock } from '../../../src-main/store/parsedBlock.ts'

/** Packed blocks in a file, for a process that has no time to generate them. */
export type PackedBlocks = { readonly count: number; read(index: number): Uint8Array; close(): void }

export function savePackedBlocks(file: string, blocks: readonly ParsedMcBlock[]): void {
  const packed = blocks.map(packMcBlock)
  const header = Buffer.alloc(4 + packed.length * 4)
  header.writeUInt32LE(packed.length)
  for (const [i, { length }] of packed.entries()) header.writeUInt32LE(length, 4 + i * 4)
  writeFileSync(file, Buffer.concat([header, ...packed]))
}

export function openPackedBlocks(path: string): PackedBlocks {
  const file = openSync(path, 'r')
  const bytes = (length: number, at: number) => {
    const buffer = Buffer.allocUnsafeSlow(length)
    readSync(file, buffer, 0, length, at)
    return buffer
  }
  const count = bytes(4, 0).readUInt32LE()
  const lengths = bytes(count * 4, 4)
  const places: number[] = []
  let end = 4 + count * 4
  for (let i = 0; i < count; i++) {
    places.push(end)
    end += lengths.readUInt32LE(i * 4)
  }
  return {
    count,
    read: (index) => bytes(lengths.readUInt32LE(index * 4), places[index] as number),
    close: () => closeSync(file),
  }
}
