import type { Cell } from '@ton/core'
import { messageOf } from '#shared/messageOf.ts'
import { TypedError } from '#shared/typedError.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import type { Reader } from '../../store/queries/reader.ts'
import { createTvmConfig, type TvmConfig } from '../../tvm/tvmConfig.ts'

/** The error of a configuration that neither the archive nor the network has. */
export class NoConfigError extends TypedError {
  /** @param damage why the archived configuration cannot be read; undefined if it is not archived */
  constructor(damage: string | undefined) {
    super(
      'no-config',
      `${damage ?? 'the configuration is not indexed'}, and no liteserver answers with the configuration`,
      { hint: 'it is tried again' },
    )
  }
}

/** The newest indexed masterchain block; undefined in an index without blocks. */
export type NewestBlock = {
  readonly seqno: number
  /** Unix seconds. */
  readonly utime: number
  /** Seqno of the key block with the configuration of this block. */
  readonly keySeqno: number
}

/** Bit of keyBlock in blocks.bits, see HEADER_BITS. */
const KEY_BLOCK = 32n

/** Reads the newest indexed masterchain block; undefined in an index without blocks. */
export function newestBlock(reader: Reader): NewestBlock | undefined {
  const [row] = reader.all<{ seqno: bigint; utime: bigint; bits: bigint; prev_key: bigint }>(
    `SELECT seqno, gen_utime AS utime, bits, prev_key_block_seqno AS prev_key FROM blocks
    WHERE workchain = -1 AND shard = -9223372036854775808 AND gen_utime IS NOT NULL ORDER BY seqno DESC LIMIT 1`,
    [],
  )
  if (!row) return undefined
  const isKey = (row.bits & KEY_BLOCK) !== 0n
  return {
    seqno: Number(row.seqno),
    utime: Number(row.utime),
    keySeqno: Number(isKey ? row.seqno : row.prev_key),
  }
}

/** The newest known configuration, from the archive or otherwise from the network. */
export type DetectConfig = {
  /** Returns the configuration at a block. Rejects with NoConfigError. */
  at(newest: NewestBlock | undefined): Promise<TvmConfig>
}

/** How long a configuration of the network is used if no block tells when it changes, ms. */
const NETWORK_CONFIG_MS = 600_000

/** Sources of configurations beside the archive. */
export type ConfigSources = {
  /** Returns the newest configuration as a BOC; undefined if no liteserver answers. */
  askNetwork(): Promise<Buffer | undefined>
  /** Called when the archived configuration could not be read. */
  onUnreadable(): Promise<void>
}

/**
 * Creates the source of configurations. A damaged file of the archive is like a missing one.
 * @param stored returns the archived configuration of a key block; see storedConfig
 */
export function createDetectConfig(
  stored: (keySeqno: number) => Cell | undefined,
  { askNetwork, onUnreadable }: ConfigSources,
): DetectConfig {
  let current:
    | { readonly keySeqno: number | undefined; readonly since: number; readonly config: TvmConfig }
    | undefined

  async function read(keySeqno: number | undefined): Promise<Cell> {
    let damage: string | undefined
    try {
      const found = keySeqno === undefined ? undefined : stored(keySeqno)
      if (found) return found
    } catch (error) {
      damage = messageOf(error)
      await onUnreadable()
    }
    const boc = await askNetwork()
    if (!boc) throw new NoConfigError(damage)
    return parseBocRoot(boc)
  }

  return {
    async at(newest) {
      const keySeqno = newest?.keySeqno
      const isOld = keySeqno === undefined && performance.now() - (current?.since ?? 0) > NETWORK_CONFIG_MS
      if (current && current.keySeqno === keySeqno && !isOld) return current.config
      current = { keySeqno, since: performance.now(), config: createTvmConfig(await read(keySeqno)) }
      return current.config
    },
  }
}
