import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../platform/atomicFile.ts'
import { throttledWrite } from '../platform/throttledWrite.ts'

/**
 * `head` in the folder of an index: seqno of the newest masterchain block that was proved while the index was open. After
 * a restart without a liteserver it tells an index that ends at the newest known block from one with some old blocks.
 */
const HEAD_FILE = 'head'

/** Minimum time between two writes, ms. A lost one costs the knowledge of the last seconds. */
const WRITE_INTERVAL_MS = 10_000

/** The newest block that an index has seen, in this run or an earlier one. */
export type SeenHead = {
  /** 0 if none was seen. */
  seqno(): number
  note(seqno: number): void
  /** Writes what is not written yet. */
  close(): void
}

/** Reads the newest seen seqno in an index's folder; 0 without one, or if the file is damaged. */
function readSeenHead(dir: string): number {
  try {
    const text = readFileSync(join(dir, HEAD_FILE), 'utf8')
    return /^[0-9]{1,10}\n$/.test(text) ? Number(text) : 0
  } catch {
    // It is missing, or cannot be read: nothing is known, as in a new index.
    return 0
  }
}

/**
 * Opens the file.
 * @param canWrite whether the folder can be written; otherwise notes last for this run only
 */
export function openSeenHead(dir: string, canWrite: boolean): SeenHead {
  let seqno = readSeenHead(dir)
  let written = seqno

  function write(): void {
    if (!canWrite || written === seqno) return
    try {
      writeAtomically(join(dir, HEAD_FILE), `${seqno}\n`)
      written = seqno
    } catch {
      // The disk is full or the folder is gone, which the index itself reports. The next note tries again.
    }
  }

  const writes = throttledWrite(write, WRITE_INTERVAL_MS)
  return {
    seqno: () => seqno,
    note(seen) {
      if (seen <= seqno) return
      seqno = seen
      writes.request()
    },
    close: writes.close,
  }
}
