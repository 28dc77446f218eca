import { hash } from 'node:crypto'
import { TlSignatureError } from '../../chain/archive/tlSignatureSet.ts'
import { BlockRecord } from './blockRecord.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import { FrameLog } from './frameLog.ts'
import type { FileSpan, GrowingFile } from './growingFile.ts'
import { loadStepRecord, type StepRecord, storeStepRecord } from './stepRecord.ts'

/** A step and where its record is. */
export type FoundStep = StepRecord & { readonly span: FileSpan }

/**
 * Opens the steps of a chain whose blocks are in `blocks` and hands them over in order. Where the last ones aren't
 * wholly on disk, record and blocks, they are cut off both files: nobody has seen them.
 * @throws DevnetDirectoryError where something before the end is wrong
 */
export function openStepLog(path: string, blocks: GrowingFile, onStep: (step: FoundStep) => void): FrameLog {
  let end = 0
  let torn: FileSpan | undefined
  let last: FoundStep | undefined
  const log = new FrameLog(path, ({ payload, span }) => {
    if (torn) return
    const step = readStep(payload, path, span)
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
    if (last) onStep(last)
    last = step
  })
  if (last && !isWhole(last, blocks)) {
    torn = last.span
    end = new BlockRecord(last.blocks[0]?.record as Buffer).span.offset
    last = undefined
  }
  if (last) onStep(last)
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

function damaged(path: string, { offset }: FileSpan, cause?: unknown): DevnetDirectoryError {
  const reason = `the step at byte ${offset} doesn't fit the blocks`
  return new DevnetDirectoryError('corrupt', path, reason, { cause })
}
