import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { walFile } from '../sqlite/logCheckpoints.ts'

/** A log (WAL) in the state in which SQLite reads it when it opens the database. */
export type Log = {
  /** Salt of the header, or of the first frame if the header is damaged. */
  readonly salt: Buffer
  /** Number of valid frames: those up to the last commit before the first damaged one. */
  readonly frames: number
  /** Whether undamaged frames of this log follow a damaged one: they are not valid. */
  readonly isCutShort: boolean
  /** The newest valid frame (from 1 on) of each page. */
  readonly pages: ReadonlyMap<number, number>
}

/** Header of the file, and of each frame before its page. */
const HEADER = 32
const FRAME = 24
/** The magic number's last bit is set if the checksums are of big-endian words. */
const MAGIC = 0x377f0682
/** Number of frames that are read together. */
const FRAMES_PER_READ = 256

/** Options of readLog. */
export type LogOptions = {
  readonly pageSize: number
  /** Number of frames to read, at most. */
  readonly maxFrames?: number
  /** Called with the newest valid page of each number, after all frames are read. */
  onPage?(page: Buffer, number: number): void
}

/**
 * Reads a database's log and checks its checksums; returns undefined if there is no log. As in SQLite, frames from
 * the first wrong checksum on are not valid.
 */
export function readLog(database: string, { pageSize, maxFrames, onPage }: LogOptions): Log | undefined {
  const path = walFile(database)
  if (!existsSync(path)) return undefined
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const frameBytes = FRAME + pageSize
    const count = Math.min(maxFrames ?? Number.POSITIVE_INFINITY, Math.floor((size - HEADER) / frameBytes))
    const header = Buffer.alloc(HEADER)
    if (count < 1 || readSync(file, header, 0, HEADER, 0) < HEADER) return undefined
    const log = scan(file, header, { pageSize, count })
    if (onPage) {
      const page = Buffer.alloc(pageSize)
      for (const [number, frame] of log.pages) {
        readSync(file, page, 0, pageSize, HEADER + (frame - 1) * frameBytes + FRAME)
        onPage(page, number)
      }
    }
    return log
  } finally {
    closeSync(file)
  }
}

/** SQLite's checksum: two words, carried from frame to frame. */
type Sums = [number, number]

function scan(
  file: number,
  header: Buffer,
  { pageSize, count }: { readonly pageSize: number; readonly count: number },
): Log {
  const magic = header.readUInt32BE()
  const isSwapped = ((magic & 1) === 1) !== (endianness() === 'BE')
  const sums: Sums = [0, 0]
  addSums(sums, wordsOf(header), { from: 0, to: 6, isSwapped })
  const isHeaderSound =
    (magic & ~1) >>> 0 === MAGIC && isSame(sums, header, 24) && header.readUInt32BE(8) === pageSize
  let salt = Buffer.from(header.subarray(16, 24))
  const frameBytes = FRAME + pageSize
  const chunk = Buffer.alloc(Math.min(FRAMES_PER_READ, count) * frameBytes)
  const words = wordsOf(chunk)
  const pages = new Map<number, number>()
  let sinceCommit: (readonly [number, number])[] = []
  let isWhole = isHeaderSound
  let isCutShort = false
  let frames = 0
  for (let first = 0; first < count; first += FRAMES_PER_READ) {
    const here = Math.min(FRAMES_PER_READ, count - first)
    readSync(file, chunk, 0, here * frameBytes, HEADER + first * frameBytes)
    for (let i = 0; i < here; i++) {
      const at = i * frameBytes
      const number = chunk.readUInt32BE(at)
      if (!isHeaderSound && first + i === 0) salt = Buffer.from(chunk.subarray(8, 16))
      addSums(sums, words, { from: at >> 2, to: (at >> 2) + 2, isSwapped })
      addSums(sums, words, { from: (at + FRAME) >> 2, to: (at + frameBytes) >> 2, isSwapped })
      const isSound = number > 0 && salt.compare(chunk, at + 8, at + 16) === 0 && isSame(sums, chunk, at + 16)
      sums[0] = chunk.readUInt32BE(at + 16)
      sums[1] = chunk.readUInt32BE(at + 20)
      if (!isSound) isWhole = false
      else if (!isWhole) isCutShort = true
      if (!isWhole) continue
      sinceCommit.push([number, first + i + 1])
      if (chunk.readUInt32BE(at + 4) === 0) continue
      for (const [page, frame] of sinceCommit) pages.set(page, frame)
      sinceCommit = []
      frames = first + i + 1
    }
    // The remaining frames only show that the log continues.
    if (isCutShort) break
  }
  return { salt, frames, isCutShort, pages }
}

type Words = { readonly from: number; readonly to: number; readonly isSwapped: boolean }

/** Adds an even number of words to SQLite's checksum. */
function addSums(sums: Sums, words: Int32Array, { from, to, isSwapped }: Words): void {
  let a = sums[0] | 0
  let b = sums[1] | 0
  // Two loops: a checkpoint adds every frame of the log.
  if (isSwapped) {
    for (let i = from; i < to; i += 2) {
      a = (a + swap(words[i] as number) + b) | 0
      b = (b + swap(words[i + 1] as number) + a) | 0
    }
  } else {
    for (let i = from; i < to; i += 2) {
      a = (a + (words[i] as number) + b) | 0
      b = (b + (words[i + 1] as number) + a) | 0
    }
  }
  sums[0] = a >>> 0
  sums[1] = b >>> 0
}

function wordsOf(bytes: Buffer): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}

function swap(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)
}

function isSame([first, second]: Sums, bytes: Buffer, at: number): boolean {
  return first === bytes.readUInt32BE(at) && second === bytes.readUInt32BE(at + 4)
}
