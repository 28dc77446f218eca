import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { writeAtomically } from '../platform/atomicFile.ts'
import { throttledWrite } from '../platform/throttledWrite.ts'

/**
 * `head` in the folder of an index: seqno of the newest masterchain block that was proved while the index was open. After
 * a restart without a liteserver it tells an index that ends at the newest known block from one with some old blocks.
 */
const HEAD_FILE = 'head'

/** Minimum time between two writes, ms. A lost one costs the knowledge of the last seconds. */
const WRITE_INTERVAL_MS = 10_000
/** A seqno has 32 bits. */
const MAX_SEQNO = 2 ** 32 - 1
/** Maximum size of the file: a seqno and a line break. */
const MAX_FILE_BYTES = `${MAX_SEQNO}\n`.length

/** The newest block that an index has seen, in this run or an earlier one. */
export type SeenHead = {
  /** Returns 0 if no block was seen; undefined if the file is damaged and this run has seen no block yet. */
  seqno(): number | undefined
  note(seqno: number): void
  /** Writes what is not written yet. */
  close(): void
}

/** Options of openSeenHead. */
export type SeenHeadOptions = {
  /** Whether the folder can be written; otherwise notes last for this run only. */
  readonly canWrite: boolean
  readonly log: Pick<Logger, 'warn'>
}

/** Opens the file in an index's folder. A damaged file, or one that cannot be written, is logged. */
export function openSeenHead(dir: string, { canWrite, log }: SeenHeadOptions): SeenHead {
  const path = join(dir, HEAD_FILE)
  let seqno = readSeenHead(path, log)
  let written = seqno
  let isFailing = false

  function write(): void {
    if (!canWrite || written === seqno) return
    try {
      writeAtomically(path, `${seqno}\n`)
      written = seqno
      isFailing = false
    } catch (error) {
      // The next note tries again.
      if (!isFailing)
        log.warn(
          { err: error },
          `${path} cannot be written: the next start knows an older block as the newest`,
        )
      isFailing = true
    }
  }

  const writes = throttledWrite(write, WRITE_INTERVAL_MS)
  return {
    seqno: () => seqno,
    note(seen) {
      if (seen <= (seqno ?? 0)) return
      seqno = seen
      writes.request()
    },
    close: writes.close,
  }
}

/** Reads the newest seen seqno: 0 without a file, undefined if the file is damaged or cannot be read. */
function readSeenHead(path: string, log: SeenHeadOptions['log']): number | undefined {
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size
    if (size === undefined) return 0
    const text = size <= MAX_FILE_BYTES ? readFileSync(path, 'utf8') : ''
    const seqno = /^[0-9]+\n$/.test(text) ? Number(text) : Infinity
    if (seqno > MAX_SEQNO) throw new Error('it does not contain a seqno')
    return seqno
  } catch (error) {
    log.warn(
      `${path} is damaged and does not count: ${String(error)}. Until a liteserver answers, no old block counts as the newest`,
    )
    return undefined
  }
}
