import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cell } from '@ton/core'
import { BocError } from '#shared/ton/cells/bocError.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { writeAtomically } from '../../platform/atomicFile.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import { frame, readFrames } from './frameLog.ts'
import type { FileOptions, FileSpan } from './growingFile.ts'

/** The state after a block. */
export type StateAfter = { readonly id: BlockIdExt; readonly state: Cell }

type SavedState = { readonly path: string; readonly span: FileSpan; readonly stateHash: string }

/** No limits, because a state can have grown to any size. */
const ANY_SIZE = { maxBytes: Number.POSITIVE_INFINITY, maxCells: Number.POSITIVE_INFINITY }

const FILE_NAME = /^\d{10}$/
/** Number of the newest files that are never removed. */
const NEWEST = 2

/**
 * Whole states, saved at intervals so that none must be rolled forward from the beginning: `states/SEQNO` has those
 * after a masterchain block and after the shard blocks that it commits to. There are at most `keep` files, spread over
 * the chain. A file that is damaged or missing costs only time.
 */
export class StateFiles {
  readonly #dir: string
  readonly #keep: number
  readonly #isReadOnly: boolean
  readonly #seqnos: number[] = []
  /** Positions of states by root hash of the block. */
  readonly #states = new Map<string, SavedState>()

  /** Opens the directory, and creates it if needed; removes files of blocks after `head` unless it is read-only. */
  constructor(dir: string, keep: number, head: number, { readOnly = false }: FileOptions = {}) {
    this.#dir = dir
    this.#keep = keep
    this.#isReadOnly = readOnly
    if (!readOnly) mkdirSync(dir, { recursive: true, mode: 0o700 })
    for (const name of existsSync(dir) ? readdirSync(dir).toSorted() : []) {
      const seqno = FILE_NAME.test(name) ? Number(name) : undefined
      if (seqno !== undefined && seqno <= head && this.#open(seqno)) this.#seqnos.push(seqno)
      else if (!readOnly) rmSync(join(dir, name), { force: true })
    }
  }

  /** Seqnos of the masterchain blocks after which states were saved. */
  get seqnos(): readonly number[] {
    return this.#seqnos
  }

  /** Returns the state after a block, if it is saved; a file with wrong content is removed. */
  read({ rootHash }: BlockIdExt): Cell | undefined {
    const saved = this.#states.get(keyOf(rootHash))
    if (!saved) return undefined
    try {
      const state = parseBocRoot(readSpan(saved.path, saved.span), ANY_SIZE)
      if (state.hash().toString('latin1') === saved.stateHash) return state
    } catch (error) {
      if (!(error instanceof BocError || error instanceof RangeError)) throw error
    }
    const seqno = this.#seqnos.find((candidate) => this.#path(candidate) === saved.path)
    if (seqno !== undefined) this.#remove(seqno)
    return undefined
  }

  /** Saves the states after a masterchain block. @throws the system's error; nothing has changed then */
  write(seqno: number, states: readonly StateAfter[]): number {
    const bags = states.map(({ state }) => serializeBoc(state))
    const header = Buffer.concat(
      states.map(({ id, state }, index) => {
        const length = Buffer.alloc(4)
        length.writeUInt32LE((bags[index] as Buffer).length)
        return Buffer.concat([id.rootHash, state.hash(), length])
      }),
    )
    const path = this.#path(seqno)
    const file = Buffer.concat([frame(header), ...bags])
    // A damaged file is detected: the states are then computed from blocks.
    writeAtomically(path, file, { isDurable: false })
    this.#forget(seqno)
    if (this.#open(seqno)) this.#seqnos.push(seqno)
    this.#thin()
    return file.length
  }

  #path(seqno: number): string {
    return join(this.#dir, seqno.toString().padStart(10, '0'))
  }

  #open(seqno: number): boolean {
    const path = this.#path(seqno)
    const header = readHeader(path)
    if (!header) return false
    let { end: offset } = header
    for (const { rootHash, stateHash, length } of header.states) {
      this.#states.set(keyOf(rootHash), { path, span: { offset, length }, stateHash: keyOf(stateHash) })
      offset += length
    }
    return true
  }

  #remove(seqno: number): void {
    if (!this.#isReadOnly) rmSync(this.#path(seqno), { force: true })
    this.#forget(seqno)
  }

  #forget(seqno: number): void {
    const index = this.#seqnos.indexOf(seqno)
    if (index < 0) return
    this.#seqnos.splice(index, 1)
    const path = this.#path(seqno)
    for (const [key, saved] of this.#states) if (saved.path === path) this.#states.delete(key)
  }

  /** Above the maximum, removes the files that leave the smallest gaps. */
  #thin(): void {
    while (this.#seqnos.length > Math.max(this.#keep, NEWEST)) {
      const gaps = this.#seqnos.slice(0, -NEWEST).map((seqno, index) => ({
        seqno,
        gap: (this.#seqnos[index + 1] as number) - (this.#seqnos[index - 1] ?? 0),
      }))
      this.#remove(gaps.reduce((least, other) => (other.gap < least.gap ? other : least)).seqno)
    }
  }
}

const ENTRY_BYTES = 32 + 32 + 4
/** A header of more than a thousand shards is invalid. */
const MAX_HEADER_BYTES = 1 << 16

type Header = {
  readonly states: readonly {
    readonly rootHash: Buffer
    readonly stateHash: Buffer
    readonly length: number
  }[]
  readonly end: number
}

/** Returns the content of a file; undefined if it is incomplete. */
function readHeader(path: string): Header | undefined {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const begin = Buffer.alloc(Math.min(size, MAX_HEADER_BYTES))
    readSync(file, begin, 0, begin.length, 0)
    for (const { payload, span } of readFrames(begin, path)) {
      const states = Array.from({ length: payload.length / ENTRY_BYTES }, (_, index) => {
        const entry = payload.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES)
        const length = entry.readUInt32LE(64)
        return { rootHash: entry.subarray(0, 32), stateHash: entry.subarray(32, 64), length }
      })
      const end = span.offset + span.length
      return states.reduce((sum, { length }) => sum + length, end) === size ? { states, end } : undefined
    }
    return undefined
  } catch (error) {
    if (error instanceof DevnetDirectoryError) return undefined
    throw error
  } finally {
    closeSync(file)
  }
}

function readSpan(path: string, { offset, length }: FileSpan): Buffer {
  const file = openSync(path, 'r')
  try {
    const data = Buffer.allocUnsafeSlow(length)
    if (readSync(file, data, 0, length, offset) !== length) throw new RangeError('the file ends early')
    return data
  } finally {
    closeSync(file)
  }
}

function keyOf(hash: Buffer): string {
  return hash.toString('latin1')
}
