import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { BLOCK_HEADER_COLUMNS } from '../blockColumns.ts'
import { StoreError } from '../indexStore.ts'
import { headerBits } from '../packing/layout.ts'
import type { ParsedBlock, ShardTop } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto, type SqlValue } from '../sqlite/insertInto.ts'

/** Rows of `blocks` and `shard_tops`. */
export type BlockRows = {
  /**
   * Writes a block's row.
   * @returns its id, and whether the whole block was already there
   * @throws StoreError (`corrupt`) if the index has another block at its place
   */
  write(block: ParsedBlock, mcSeqno: number): { readonly id: number; readonly wasThere: boolean }
  /** Returns the row of a block of which only single transactions are known. */
  rowOf(id: BlockIdExt, mcSeqno: number): number
  writeTops(mcSeqno: number, tops: readonly ShardTop[]): void
}

/** Prepares the statements of blocks on the writer's connection. */
export function createBlockRows(connection: Connection): BlockRows {
  const find = connection
    .prepare<[number, bigint, number], [number, Buffer, number]>(
      'SELECT id, root_hash, gen_utime IS NOT NULL FROM blocks WHERE workchain = ? AND shard = ? AND seqno = ?',
    )
    .raw()
  const insert = insertInto(connection, 'blocks', [
    'workchain',
    'shard',
    'seqno',
    'root_hash',
    'file_hash',
    'mc_seqno',
  ])
  const complete = connection.prepare<{
    readonly [Name in (typeof BLOCK_HEADER_COLUMNS)[number] | 'id']: SqlValue
  }>(
    `UPDATE blocks SET ${BLOCK_HEADER_COLUMNS.map((column) => `${column} = @${column}`).join(', ')} WHERE id = @id`,
  )
  const insertTop = connection.prepare(
    'INSERT INTO shard_tops (mc_seqno, workchain, shard, seqno) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )

  function findOrInsert(id: BlockIdExt, mcSeqno: number): { id: number; wasThere: boolean } {
    const shard = BigInt.asIntN(64, id.shard)
    const found = find.get(id.workchain, shard, id.seqno)
    if (found === undefined) {
      const inserted = insert({
        workchain: id.workchain,
        shard,
        seqno: id.seqno,
        root_hash: id.rootHash,
        file_hash: id.fileHash,
        mc_seqno: mcSeqno,
      })
      return { id: Number(inserted.lastInsertRowid), wasThere: false }
    }
    if (!found[1].equals(id.rootHash)) {
      throw new StoreError(
        'corrupt',
        `block ${formatBlockId(id)} is in the index with another root hash, ${found[1].toString('hex')}`,
        { hint: 'rebuild it' },
      )
    }
    return { id: found[0], wasThere: found[2] === 1 }
  }

  return {
    write(block, mcSeqno) {
      const row = findOrInsert(block.id, mcSeqno)
      if (row.wasThere) return row
      const { header } = block
      const [prev, prev2] = header.prevBlocks
      complete.run({
        mc_seqno: mcSeqno,
        gen_utime: header.genUtime,
        start_lt: header.startLt,
        end_lt: header.endLt,
        global_id: header.globalId,
        version: header.version,
        flags: header.flags,
        bits: headerBits(header),
        validator_list_hash_short: header.validatorListHashShort,
        gen_catchain_seqno: header.genCatchainSeqno,
        min_ref_mc_seqno: header.minRefMcSeqno,
        prev_key_block_seqno: header.prevKeyBlockSeqno,
        vert_seqno: header.vertSeqno,
        master_ref_seqno: header.masterRefSeqno,
        rand_seed: header.randSeed,
        created_by: header.createdBy,
        tx_count: block.transactions.length,
        prev_shard: prev ? BigInt.asIntN(64, prev.shard) : null,
        prev_seqno: prev?.seqno ?? null,
        prev2_shard: prev2 ? BigInt.asIntN(64, prev2.shard) : null,
        prev2_seqno: prev2?.seqno ?? null,
        id: row.id,
      })
      return row
    },
    rowOf: (id, mcSeqno) => findOrInsert(id, mcSeqno).id,
    writeTops(mcSeqno, tops) {
      for (const { workchain, shard, seqno } of tops) {
        insertTop.run(mcSeqno, workchain, BigInt.asIntN(64, shard), seqno)
      }
    },
  }
}
