import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { issueText } from '#shared/schema/issueText.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../chain/blockId.ts'
import type { GlobalConfig } from '../liteserver/globalConfig.ts'
import type { TrustStore } from '../liteserver/network/openLiteNetwork.ts'
import { writeAtomically } from '../platform/atomicFile.ts'
import { readJsonFile } from '../platform/jsonFile.ts'
import { throttledWrite } from '../platform/throttledWrite.ts'
import { makeDataFolder } from './dataFolder.ts'

/**
 * `DATA_DIR/NETWORK/trust.json`: the newest proved key block, from which the next start continues. It is trusted like
 * the anchor that it was proved from, and counts for that anchor only.
 */
export const TRUST_FILE = 'trust.json'

/** Minimum time between two writes while a long chain is proved, ms. */
const WRITE_INTERVAL_MS = 1_000
/** Maximum size; the file has about 700 bytes. */
const MAX_FILE_BYTES = 64 * 1024

const hash = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'is not 32 bytes in base64')
/** A masterchain block. */
const blockSchema = z.strictObject({ seqno: z.int().min(0), root_hash: hash, file_hash: hash })
const trustSchema = z.strictObject({
  version: z.literal(1),
  zero_state: blockSchema,
  anchor: blockSchema,
  key_block: blockSchema,
})

export type TrustFile = Required<TrustStore> & {
  /** Writes pending changes. */
  close(): void
}

type Log = Pick<Logger, 'info' | 'warn'>
type Anchor = Pick<GlobalConfig, 'zeroState' | 'initBlock'>

/**
 * Opens the file of a network's folder. A damaged file, or one that cannot be written, is logged; the only cost is a
 * longer start.
 */
export function openTrustFile(folder: string, anchor: Anchor, log: Log): TrustFile {
  const path = join(folder, TRUST_FILE)
  let waiting: BlockIdExt | undefined
  let isFailing = false

  function write(): void {
    const keyBlock = waiting
    if (!keyBlock) return
    waiting = undefined
    try {
      writeAtomically(path, formatTrust(anchor, keyBlock))
      isFailing = false
    } catch (error) {
      if (!isFailing)
        log.warn({ err: error }, `${path} cannot be written: the next start proves the chain again`)
      isFailing = true
    }
  }

  const writes = throttledWrite(write, WRITE_INTERVAL_MS)
  return {
    async load() {
      // If the folder cannot be created, writing the file reports it.
      await makeDataFolder(folder).catch(() => {})
      return readTrust(path, anchor, log)
    },
    save(keyBlock) {
      waiting = keyBlock
      writes.request()
    },
    onUnknown(keyBlock) {
      log.warn(
        `no liteserver has the proved key block ${formatBlockId(keyBlock)} of ${path}: proving from the anchor again`,
      )
    },
    close: writes.close,
  }
}

/** Returns the key block of a file; undefined if the file has none for this anchor. */
export function readTrust(path: string, { zeroState, initBlock }: Anchor, log: Log): BlockIdExt | undefined {
  try {
    const stored = readJsonFile(path, trustSchema, MAX_FILE_BYTES)
    if (!stored) return undefined
    if (
      !sameBlock(readBlock(stored.zero_state), zeroState) ||
      !sameBlock(readBlock(stored.anchor), initBlock)
    ) {
      log.info(`${path} is of another anchor and does not count`)
      return undefined
    }
    return readBlock(stored.key_block)
  } catch (error) {
    const reason = error instanceof z.ZodError ? issueText(error) : String(error)
    log.warn(`${path} is damaged and does not count: ${reason}`)
    return undefined
  }
}

function formatTrust({ zeroState, initBlock }: Anchor, keyBlock: BlockIdExt): string {
  const trust: z.infer<typeof trustSchema> = {
    version: 1,
    zero_state: writeBlock(zeroState),
    anchor: writeBlock(initBlock),
    key_block: writeBlock(keyBlock),
  }
  return `${JSON.stringify(trust, undefined, 2)}\n`
}

function readBlock({ seqno, root_hash, file_hash }: z.infer<typeof blockSchema>): BlockIdExt {
  return {
    workchain: MASTERCHAIN,
    shard: FULL_SHARD,
    seqno,
    rootHash: Buffer.from(root_hash, 'base64'),
    fileHash: Buffer.from(file_hash, 'base64'),
  }
}

function writeBlock({ seqno, rootHash, fileHash }: BlockIdExt): z.infer<typeof blockSchema> {
  return { seqno, root_hash: rootHash.toString('base64'), file_hash: fileHash.toString('base64') }
}
