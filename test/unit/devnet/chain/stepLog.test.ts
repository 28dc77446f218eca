import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockHead } from '../../../../src-main/chain/archive/blockHead.ts'
import { MASTERCHAIN } from '../../../../src-main/chain/blockId.ts'
import { BlockRecord, storeBlockRecord } from '../../../../src-main/devnet/chain/blockRecord.ts'
import { GrowingFile } from '../../../../src-main/devnet/chain/growingFile.ts'
import { appendStep, openStepLog } from '../../../../src-main/devnet/chain/stepLog.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'

const random = new SeededRandom('step log')

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'devnet-steps-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const path = (name: string) => join(dir, name)
const HEAD: Omit<BlockHead, 'workchain' | 'shard' | 'seqno'> = {
  startLt: 1n,
  endLt: 2n,
  genUtime: 3,
  keyBlock: false,
  afterSplit: false,
  afterMerge: false,
  prevKeyBlockSeqno: 0,
  masterRefSeqno: undefined,
  prev: [],
  stateHash: random.bytes(32),
}
const SIGNATURES = {
  kind: 'ordinary',
  catchainSeqno: 0,
  validatorSetHash: 1,
  signatures: [{ nodeIdShort: random.bytes(32), signature: random.bytes(64) }],
} as const

function open() {
  const blocks = new GrowingFile(path('blocks'))
  try {
    const seqnos: number[] = []
    const steps = openStepLog(path('steps'), blocks, (step) =>
      seqnos.push(new BlockRecord(step.blocks.at(-1)?.record as Buffer).seqno),
    )
    const close = () => {
      blocks.close()
      steps.close()
    }
    const append = (seqno: number) => {
      const records = [0, MASTERCHAIN].map((workchain) => {
        const data = random.bytes(200 + seqno)
        const id = { workchain, shard: FULL_SHARD, seqno, rootHash: random.bytes(32) }
        const record = storeBlockRecord(
          { ...id, fileHash: hash('sha256', data, 'buffer') },
          { ...HEAD, ...id },
          blocks.append(data),
          seqno,
        )
        return { workchain, shard: FULL_SHARD, record }
      })
      appendStep(steps, { blocks: records, signatures: SIGNATURES, settled: [seqno] })
    }
    return { seqnos, append, close }
  } catch (error) {
    blocks.close()
    throw error
  }
}

/** Four steps; the files before the last and after it. */
function written() {
  const log = open()
  for (const seqno of [1, 2, 3]) log.append(seqno)
  const before = { blocks: statSync(path('blocks')).size, steps: statSync(path('steps')).size }
  log.append(4)
  log.close()
  return { before, blocks: readFileSync(path('blocks')), steps: readFileSync(path('steps')) }
}

function reopened(): readonly number[] {
  const { seqnos, close } = open()
  close()
  return seqnos
}

describe('the steps of a chain, opened after the end was lost', () => {
  it('has the last step or not for any remainder of either file, and continues', () => {
    const files = written()
    for (const name of ['blocks', 'steps'] as const) {
      for (let size = files.before[name]; size <= files[name].length; size++) {
        writeFileSync(path('blocks'), files.blocks)
        writeFileSync(path('steps'), files.steps)
        truncateSync(path(name), size)
        const isWhole = size === files[name].length
        expect([name, size, reopened()]).toEqual([name, size, isWhole ? [1, 2, 3, 4] : [1, 2, 3]])
        const kept = isWhole ? undefined : files.before
        expect(statSync(path('blocks')).size).toBe(kept?.blocks ?? files.blocks.length)
        expect(statSync(path('steps')).size).toBe(kept?.steps ?? files.steps.length)
      }
    }
    truncateSync(path('blocks'), files.blocks.length - 1)
    const log = open()
    log.append(4)
    log.append(5)
    log.close()
    expect(reopened()).toEqual([1, 2, 3, 4, 5])
  })

  it('is refused if blocks of earlier steps are gone too, and both files stay as they are', () => {
    const files = written()
    for (let size = 0; size < files.before.blocks; size += 37) {
      writeFileSync(path('blocks'), files.blocks.subarray(0, size))
      writeFileSync(path('steps'), files.steps)
      expect(reopened).toThrow(expect.objectContaining({ code: 'corrupt', path: path('blocks') }))
      expect(reopened).toThrow(/the last good block is [012], the chain's head was 4$/)
      expect(statSync(path('blocks')).size).toBe(size)
      expect(statSync(path('steps')).size).toBe(files.steps.length)
    }
  })

  it('has no last step whose bytes are zeros or others than were written', () => {
    const files = written()
    for (const [name, from] of [
      ['blocks', files.before.blocks],
      ['steps', files.before.steps],
    ] as const) {
      writeFileSync(path('blocks'), files.blocks)
      writeFileSync(path('steps'), files.steps)
      const torn = Buffer.from(files[name])
      torn.fill(0, from)
      writeFileSync(path(name), torn)
      expect(reopened()).toEqual([1, 2, 3])
    }
  })
})

describe('a damaged step before the end', () => {
  it('is an error that names the file, at every byte, and nothing is cut off', () => {
    const files = written()
    for (let at = 0; at < files.before.steps; at++) {
      const spoilt = Buffer.from(files.steps)
      spoilt.writeUInt8(spoilt.readUInt8(at) ^ 0x10, at)
      writeFileSync(path('steps'), spoilt)
      expect(reopened).toThrow(expect.objectContaining({ code: 'corrupt', path: path('steps') }))
    }
    expect(statSync(path('steps')).size).toBe(files.steps.length)
    expect(statSync(path('blocks')).size).toBe(files.blocks.length)
  })
})
