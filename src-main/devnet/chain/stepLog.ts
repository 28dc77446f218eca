import { hash } from 'node:crypto'
import { TlSignatureError } from '../../chain/archive/tlSignatureSet.ts'
import { BlockRecord } from './blockRecord.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import { FrameLog } from './frameLog.ts'
import type { FileSpan, GrowingFile } from './growingFile.ts'
import type { ChainLength } from './headRecord.ts'
import { loadStepRecord, type StepRecord, storeStepRecord } from './stepRecord.ts'

/** A step and the position of its record. */
export type FoundStep = StepRecord & { readonly span: FileSpan }

export type StepLogOptions = {
  /** The recorded length of the chain. */
  readonly recorded?: ChainLength | undefined
  /** Called when all steps are read and the files would be cut; if it throws, they stay unchanged. */
  readonly beforeCut?: () => void
  /** Checks the blocks of every step against their hashes, not only those of the last one. */
  readonly checkAll?: boolean
  /** Stops before the first damaged step, ignores the data after it, and changes no file. */
  readonly readOnly?: boolean | undefined
}

/**
 * Opens the steps of a chain whose blocks are in `blocks` and passes them on in order. A last step that is incomplete
 * on disk, record or blocks, is cut off both files, because a killed process did not commit it. Changes neither file if
 * more than that is missing: if the chain ends before `recorded`, or if blocks of earlier steps are missing.
 * @throws DevnetDirectoryError
 */
export function openStepLog(
  path: string,
  blocks: GrowingFile,
  onStep: (step: FoundStep) => void,
  { recorded, beforeCut, checkAll = false, readOnly = false }: StepLogOptions = {},
): FrameLog {
  let end = 0
  let torn: FileSpan | undefined
  let last: FoundStep | undefined
  /** The masterchain blocks of the last whole step and of the newest record. */
  let whole = 0
  let newest = 0
  const cutLast = ({ span, blocks: [first] }: FoundStep) => {
    torn = span
    end = new BlockRecord(first?.record as Buffer).span.offset
  }
  const accept = (step: FoundStep) => {
    whole = seqnoOf(step)
    onStep(step)
  }
  const checkEnd = () => {
    if (last && isWhole(last, blocks)) accept(last)
    else if (last) cutLast(last)
    if (readOnly) return
    const isShort = whole < (recorded?.seqno ?? 0)
    if (isShort || whole < newest - 1) {
      const areBlocksMissing = newest > whole || blocks.size < (recorded?.blocksSize ?? 0)
      throw lost(areBlocksMissing ? blocks.path : path, whole, Math.max(newest, recorded?.seqno ?? 0))
    }
    beforeCut?.()
  }
  const log = new FrameLog(
    path,
    ({ payload, span }) => {
      if (torn && readOnly) return
      const step = readStep(payload, path, span)
      newest = seqnoOf(step)
      if (torn) return
      const begin = end
      for (const { record } of step.blocks) {
        const { offset, length } = new BlockRecord(record).span
        if (offset !== end) throw damaged(path, span)
        end += length
      }
      if (end > blocks.size) {
        torn = span
        end = begin
        return
      }
      if (last && checkAll && !isWhole(last, blocks)) {
        cutLast(last)
        last = undefined
        return
      }
      if (last) accept(last)
      last = step
    },
    checkEnd,
    { readOnly, untilDamage: readOnly },
  )
  if (torn) log.truncateBefore(torn)
  blocks.truncate(end)
  return log
}

export function appendStep(log: FrameLog, step: StepRecord): FoundStep {
  return { ...step, span: log.append(storeStepRecord(step)) }
}

function readStep(payload: Buffer, path: string, span: FileSpan): FoundStep {
  try {
    return { ...loadStepRecord(payload), span }
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TlSignatureError)) throw error
    throw damaged(path, span, error)
  }
}

function isWhole({ blocks: records }: StepRecord, blocks: GrowingFile): boolean {
  return records.every(({ record }) => {
    const { span, fileHash } = new BlockRecord(record)
    return hash('sha256', blocks.read(span), 'buffer').equals(fileHash)
  })
}

/** The masterchain block of a step. */
function seqnoOf({ blocks }: StepRecord): number {
  return new BlockRecord(blocks.at(-1)?.record as Buffer).seqno
}

function lost(path: string, whole: number, expected: number): DevnetDirectoryError {
  const reason = `blocks are missing or damaged: the last good block is ${whole}, the chain's head was ${expected}`
  return new DevnetDirectoryError('corrupt', path, reason)
}

function damaged(path: string, { offset }: FileSpan, cause?: unknown): DevnetDirectoryError {
  const reason = `the step at byte ${offset} doesn't fit the blocks`
  return new DevnetDirectoryError('corrupt', path, reason, { cause })
}
