import { hash } from 'node:crypto'
import { join } from 'node:path'
import { readBlockHead } from '../../chain/archive/blockHead.ts'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import type { SignatureSet } from '../../chain/proof/signatures.ts'
import { type BlockRecord, storeBlockRecord } from './blockRecord.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import type { FrameLog } from './frameLog.ts'
import { type FileSpan, GrowingFile } from './growingFile.ts'
import { HeadRecord } from './headRecord.ts'
import type { NewStep } from './newStep.ts'
import { appendStep, type FoundStep, openStepLog } from './stepLog.ts'
import { loadStepRecord } from './stepRecord.ts'

export type ChainFileOptions = {
  /** Serves the chain up to the first damaged step, and never writes. */
  readonly readOnly?: boolean | undefined
  /** Checks every block, however large the files are. */
  readonly checkAll?: boolean | undefined
  /** Called before a torn tail is cut off the files; if it throws, they stay as they are. */
  readonly beforeCut?: () => void
}

/**
 * Maximum size of files whose blocks are all checked at opening, bytes; those of larger ones are checked when they are
 * read.
 */
const MAX_CHECKED = 64 << 20

/** The files `blocks`, `steps` and `head` of a chain. */
export class ChainFiles {
  readonly #blocks: GrowingFile
  readonly #steps: FrameLog
  readonly #length: HeadRecord

  /**
   * Opens the files and passes their steps on in order.
   * @throws DevnetDirectoryError; no file has changed then
   */
  constructor(
    dir: string,
    onStep: (step: FoundStep) => void,
    { readOnly = false, checkAll = false, beforeCut = () => {} }: ChainFileOptions = {},
  ) {
    this.#blocks = new GrowingFile(join(dir, 'blocks'), { readOnly })
    this.#length = new HeadRecord(join(dir, 'head'))
    try {
      this.#steps = openStepLog(join(dir, 'steps'), this.#blocks, onStep, {
        recorded: readOnly ? undefined : this.#length.read(),
        beforeCut,
        checkAll: checkAll || readOnly || this.#blocks.size <= MAX_CHECKED,
        readOnly,
      })
    } catch (error) {
      this.#blocks.close()
      this.#length.close()
      throw error
    }
  }

  /** Size of all blocks in bytes. */
  get size(): number {
    return this.#blocks.size
  }

  /**
   * Writes the blocks of a step, then its record.
   * @throws DevnetDirectoryError; all files are unchanged then
   */
  append({ shards, masterchain, signatures, settled = [] }: NewStep): FoundStep {
    const { size } = this.#blocks
    let step: FoundStep | undefined
    const committedBy = masterchain.id.seqno
    try {
      const blocks = [...shards, masterchain].map(({ id, data }) => ({
        workchain: id.workchain,
        shard: id.shard,
        record: storeBlockRecord(id, readBlockHead(data), this.#blocks.append(data), committedBy),
      }))
      step = appendStep(this.#steps, { blocks, signatures, settled })
      this.recordLength(committedBy)
      return step
    } catch (error) {
      if (step) this.#steps.truncateBefore(step.span)
      this.#blocks.truncate(size)
      throw error
    }
  }

  /** Records that the chain ends with a masterchain block. */
  recordLength(seqno: number): void {
    this.#length.write({ seqno, blocksSize: this.#blocks.size })
  }

  /** Returns a block's file, compared with its hash. @throws DevnetDirectoryError */
  readBlock(id: BlockIdExt, { span }: BlockRecord): Buffer {
    const data = this.#readSpan(id, span)
    if (hash('sha256', data, 'buffer').equals(id.fileHash)) return data
    throw this.#damaged(id)
  }

  /** Returns the signatures of the masterchain block of a step. @throws DevnetDirectoryError */
  readSignatures(step: FileSpan): SignatureSet {
    return loadStepRecord(this.#steps.read(step)).signatures
  }

  /** Waits until all data is durable. */
  flush(): void {
    this.#blocks.flush()
    this.#steps.flush()
  }

  close(): void {
    this.#blocks.close()
    this.#steps.close()
    this.#length.close()
  }

  /** A file that is cut while it is open ends early. */
  #readSpan(id: BlockIdExt, span: FileSpan): Buffer {
    try {
      return this.#blocks.read(span)
    } catch (error) {
      if (error instanceof RangeError) throw this.#damaged(id)
      throw error
    }
  }

  #damaged(id: BlockIdExt): DevnetDirectoryError {
    return new DevnetDirectoryError('corrupt', this.#blocks.path, `block ${formatBlockId(id)} is damaged`)
  }
}
