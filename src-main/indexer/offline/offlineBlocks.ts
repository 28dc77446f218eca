import { hash } from 'node:crypto'
import type { Cell } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { ByteCache, CELL_WEIGHT } from '../../chain/archive/byteCache.ts'
import { type BlockId, type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { LookupQuery } from '../../liteserver/session.ts'
import { type BlockReader, openBlockReader } from '../../store/archive/blockReader.ts'
import { keptFiles, readKept } from '../../store/archive/keptFiles.ts'
import { StoreError } from '../../store/indexStore.ts'
import type { Connection } from '../../store/sqlite/driver.ts'
import { type BlockRows, type CoveredBlock, openBlockRows } from './blockRows.ts'
import { notCovered } from './notCovered.ts'

/**
 * The covered blocks and their files. All methods throw CoverageError for blocks that are not covered, and
 * StoreError.
 */
export type OfflineBlocks = {
  readonly rows: BlockRows
  newest(): CoveredBlock
  masterchain(seqno: number): CoveredBlock
  lookup(place: LookupQuery): CoveredBlock
  /** Returns a block by its full id. Throws LiteServerError if the index has another block at its place. */
  require(id: BlockIdExt): CoveredBlock
  /** Returns the block's file after checking its hash. */
  data(block: CoveredBlock): Buffer
  /** Returns the block's root cell. Cells are hashed only on use. */
  root(block: CoveredBlock): Cell
  /**
   * Returns the root of a key block or zero state of the masterchain, covered or stored beside the archive; undefined
   * if it is not stored.
   */
  keyBlock(seqno: number): Cell | undefined
  close(): void
}

/** Maximum size of block files whose cells are cached, bytes. */
const BUILT_BYTES = 8 << 20
/** A liteserver's code for missing data. */
const NOT_READY = 651

/**
 * Opens the blocks of an index.
 * @param archiveDir folder of the archive
 * @param onUnreadable called for each file that cannot be read, so that it is checked and repaired
 */
export function openOfflineBlocks(
  connection: Connection,
  archiveDir: string,
  onUnreadable: (id: BlockIdExt) => void,
): OfflineBlocks {
  const rows = openBlockRows(connection)
  const reader: BlockReader = openBlockReader(archiveDir)
  const built = new ByteCache<Cell>(BUILT_BYTES, { weight: CELL_WEIGHT })

  const missing = (what: string) => notCovered(what, rows.coverage())
  function masterchain(seqno: number): CoveredBlock {
    const found = rows.at({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno })
    if (!found) throw missing(`masterchain block ${seqno}`)
    return found
  }
  /** Reads a file. Reports it if that fails. */
  function reading<T>(id: BlockIdExt, read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (error instanceof StoreError) onUnreadable(id)
      throw error
    }
  }
  function data({ id, ref }: CoveredBlock): Buffer {
    if (!ref) throw missing(`the file of block ${formatBlockId(id)}`)
    return reading(id, () => {
      const file = reader.read(id.rootHash, ref)
      if (hash('sha256', file, 'buffer').equals(id.fileHash)) return file
      throw new StoreError('corrupt', `the archived file of ${formatBlockId(id)} has another hash`)
    })
  }
  function root(block: CoveredBlock): Cell {
    const key = block.id.rootHash.toString('latin1')
    const known = built.get(key)
    if (known) return known
    const file = data(block)
    const cell = parseBocRoot(file, { trusted: true })
    built.set(key, cell, file.length)
    return cell
  }

  return {
    rows,
    newest() {
      const last = rows.coverage().at(-1)?.last
      if (last === undefined) throw missing('anything')
      return masterchain(last)
    },
    masterchain,
    lookup(place) {
      const found = rows.lookup(place)
      if (!found) throw missing(describe(place))
      return found
    },
    require(id) {
      const found = rows.at(id)
      if (!found) throw missing(`block ${formatBlockId(id)}`)
      if (sameBlock(found.id, id)) return found
      throw new LiteServerError(NOT_READY, `there is no such block: ${formatBlockId(id)} has other hashes`)
    },
    data,
    root,
    keyBlock(seqno) {
      const covered = seqno > 0 ? rows.at(masterchainId(seqno)) : undefined
      if (covered?.ref) return root(covered)
      const kept = keptFiles(archiveDir).find(({ id }) => id.workchain === MASTERCHAIN && id.seqno === seqno)
      return (
        kept &&
        parseBocRoot(
          reading(kept.id, () => readKept(archiveDir, kept.id)),
          { trusted: true },
        )
      )
    },
    close: () => reader.close(),
  }
}

function masterchainId(seqno: number): BlockId {
  return { workchain: MASTERCHAIN, shard: FULL_SHARD, seqno }
}

function describe({ workchain, shard, by }: LookupQuery): string {
  const [name, value] = Object.entries(by)[0] ?? ['seqno', 0]
  return `a block (${workchain},${shard.toString(16)}) of ${name} ${value}`
}
