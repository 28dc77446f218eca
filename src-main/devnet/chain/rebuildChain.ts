import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { blockTransactions } from '../../chain/block/blockTransactions.ts'
import { loadTransaction } from '../../chain/block/transaction.ts'
import { parseCell } from '../../chain/tlb.ts'
import { openMasterchain } from '../collator/openedState.ts'
import { devnetKeys } from '../keys.ts'
import type { ZeroStates } from '../zeroState/zeroStates.ts'
import { type ArchivedBlock, ArchivedBlocks } from './archivedBlocks.ts'
import { BlockRecord } from './blockRecord.ts'
import { MESSAGES_FILE, newZeroStates, openDevnetDirectory } from './devnetDirectory.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import { FrameLog } from './frameLog.ts'
import { type Genesis, readGenesis, writeGenesis } from './genesisFile.ts'
import { GrowingFile } from './growingFile.ts'
import { HeadRecord } from './headRecord.ts'
import type { MessagePool } from './messagePool.ts'
import { signMasterchainBlock } from './signStep.ts'
import { appendStep } from './stepLog.ts'
import { loadStepRecord, type StepRecord } from './stepRecord.ts'

export type RebuildOptions = {
  /** The damaged directory, which is only read. */
  readonly from: string
  /** Folder of the new chain, which must be empty. */
  readonly to: string
  readonly genesis: Genesis
  /** The folder of the index's archive. */
  readonly archiveDir: string
}

export type RebuiltChain = {
  /** Seqno of the newest masterchain block. */
  readonly head: number
  /** The head of the damaged chain, as far as it is known. */
  readonly expected: number
  /** Number of blocks that came from the archive. */
  readonly restored: number
}

/**
 * Rebuilds a chain from the intact blocks of a damaged directory and from the blocks in an index's archive. Every block
 * is compared with its hash, and the state after every restored block is rolled forward and compared too. Readable
 * accepted messages are kept. Rejects with DevnetDirectoryError or StoreError.
 */
export async function rebuildChain({ from, to, genesis, archiveDir }: RebuildOptions): Promise<RebuiltChain> {
  const archive = new ArchivedBlocks(archiveDir)
  try {
    mkdirSync(to, { recursive: true, mode: 0o700 })
    writeGenesis(to, genesis, intactZeroStates(from, genesis))
    const { expected, restored } = copySteps(from, to, archive)
    copyMessages(from, to)
    const states = join(from, 'states')
    if (existsSync(states)) cpSync(states, join(to, 'states'), { recursive: true })
    const followed = await followArchive(to, genesis, archive)
    return {
      head: followed.head,
      expected: Math.max(expected, followed.head),
      restored: restored + followed.restored,
    }
  } finally {
    archive.close()
  }
}

function intactZeroStates(from: string, genesis: Genesis): ZeroStates {
  try {
    const found = readGenesis(from)
    if (found) return found.zeroStates
  } catch (error) {
    if (!(error instanceof DevnetDirectoryError)) throw error
  }
  return newZeroStates(genesis)
}

/** Copies the steps whose records are intact; damaged blocks are replaced by those of the archive. */
function copySteps(
  from: string,
  to: string,
  archive: ArchivedBlocks,
): { expected: number; restored: number } {
  const oldBlocks = new GrowingFile(join(from, 'blocks'), { readOnly: true })
  const blocks = new GrowingFile(join(to, 'blocks'))
  const steps = new FrameLog(join(to, 'steps'), () => {})
  let expected = recordedHead(from)
  let restored = 0
  let isIntact = true
  /** Returns the step's blocks; undefined if one is neither intact nor in the archive. */
  const blocksOf = (step: StepRecord): readonly Buffer[] | undefined => {
    const found: Buffer[] = []
    let end = blocks.size
    for (const { record } of step.blocks) {
      const { span, rootHash, fileHash } = new BlockRecord(record)
      if (span.offset !== end) return undefined
      end += span.length
      const isThere = end <= oldBlocks.size
      const data = isThere ? oldBlocks.read(span) : undefined
      const isSound = data !== undefined && hash('sha256', data, 'buffer').equals(fileHash)
      const sound = isSound ? data : archive.file({ rootHash, fileHash })
      if (!sound) return undefined
      if (!isSound) restored++
      found.push(sound)
    }
    return found
  }
  try {
    const old = new FrameLog(
      join(from, 'steps'),
      ({ payload }) => {
        const step = loadStepRecord(payload)
        expected = Math.max(expected, new BlockRecord(step.blocks.at(-1)?.record as Buffer).seqno)
        const found = isIntact ? blocksOf(step) : undefined
        isIntact = found !== undefined
        for (const data of found ?? []) blocks.append(data)
        if (found) appendStep(steps, step)
      },
      () => {},
      { readOnly: true, untilDamage: true },
    )
    old.close()
    return { expected, restored }
  } finally {
    oldBlocks.close()
    blocks.close()
    steps.close()
  }
}

function recordedHead(dir: string): number {
  const record = new HeadRecord(join(dir, 'head'))
  try {
    return record.read()?.seqno ?? 0
  } catch (error) {
    if (error instanceof DevnetDirectoryError) return 0
    throw error
  } finally {
    record.close()
  }
}

function copyMessages(from: string, to: string): void {
  const log = new FrameLog(join(to, MESSAGES_FILE), () => {})
  try {
    const options = { readOnly: true, untilDamage: true }
    const old = new FrameLog(
      join(from, MESSAGES_FILE),
      ({ payload }) => log.append(payload),
      () => {},
      options,
    )
    old.close()
  } finally {
    log.close()
  }
}

/** Adds the blocks of the archive that follow the newest one, and signs them again. */
async function followArchive(
  dir: string,
  genesis: Genesis,
  archive: ArchivedBlocks,
): Promise<{ readonly head: number; readonly restored: number }> {
  const keys = devnetKeys(genesis.seed)
  const { store, pool, close } = await openDevnetDirectory(dir, genesis, { checkAll: true })
  let restored = 0
  try {
    for (;;) {
      const head = store.head()
      const masterchain = archive.masterchainAfter(head)
      const shards = masterchain && archive.shardsOf(masterchain, (id) => store.find(id) !== undefined)
      if (!masterchain || !shards) return { head: head.seqno, restored }
      const before = openMasterchain(await store.state({ id: head, head: undefined }))
      const signatures = signMasterchainBlock(keys, masterchain.id, before)
      const settled = messagesIn([...shards, masterchain], pool)
      await store.appendArchived({ shards, masterchain, signatures, settled })
      pool.settle(settled)
      restored += shards.length + 1
    }
  } finally {
    await close()
  }
}

/** Returns the numbers of the waiting messages that blocks contain. */
function messagesIn(blocks: readonly ArchivedBlock[], pool: MessagePool): readonly number[] {
  if (pool.size === 0) return []
  return blocks.flatMap(({ root }) =>
    [...blockTransactions(root)].flatMap(({ cell }) => {
      const { inMsg } = parseCell(cell, 'Transaction', loadTransaction)
      return (inMsg && pool.numberOf(inMsg.hash())) ?? []
    }),
  )
}
