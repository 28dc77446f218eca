import type { BlockIdExtJson } from '#shared/schema/v2/common.ts'
import { openReader } from '../../../src-main/store/openDatabase.ts'
import { ask } from './indexGateway.ts'

/** The fields of a block that both the chain and the index have; hashes in base64. */
export type SeenBlock = {
  /** `-1:8000000000000000:5` with the shard as a signed number. */
  readonly place: string
  readonly rootHash: string
  /** Of the masterchain block that is the first to commit to it. */
  readonly mcSeqno: number
  /** Hashes, sorted. */
  readonly transactions: readonly string[]
}

const MASTERCHAIN = { workchain: -1, shard: '-9223372036854775808' }
const placeOf = ({ workchain, shard, seqno }: Pick<BlockIdExtJson, 'workchain' | 'shard' | 'seqno'>) =>
  `${workchain}:${shard}:${seqno}`

/** Reads every block up to a masterchain block from `/api/v2`: forwards by shards, back by `prev_blocks`. */
export async function chainByV2(url: string, head: number): Promise<readonly SeenBlock[]> {
  const seen = new Map<string, SeenBlock>()
  const query = (values: object) => new URLSearchParams(values as Record<string, string>).toString()

  async function note(id: BlockIdExtJson, mcSeqno: number): Promise<void> {
    const { transactions, incomplete } = await ask<{
      transactions: { hash: string }[]
      incomplete: boolean
    }>(url, `/api/v2/getBlockTransactions?${query({ ...idOf(id), count: '256' })}`)
    if (incomplete) throw new Error(`${placeOf(id)} has more transactions than this test reads`)
    const hashes = transactions.map(({ hash }) => hash).sort()
    seen.set(placeOf(id), { place: placeOf(id), rootHash: id.root_hash, mcSeqno, transactions: hashes })
  }
  for (let seqno = 1; seqno <= head; seqno++) {
    const { id } = await ask<{ id: BlockIdExtJson }>(
      url,
      `/api/v2/getBlockHeader?${query({ ...MASTERCHAIN, seqno })}`,
    )
    await note(id, seqno)
    const { shards } = await ask<{ shards: BlockIdExtJson[] }>(url, `/api/v2/getShards?seqno=${seqno}`)
    const left = [...shards]
    for (let shard = left.pop(); shard; shard = left.pop()) {
      if (shard.seqno === 0 || seen.has(placeOf(shard))) continue
      await note(shard, seqno)
      const header = await ask<{ prev_blocks: BlockIdExtJson[] }>(
        url,
        `/api/v2/getBlockHeader?${query(idOf(shard))}`,
      )
      left.push(...header.prev_blocks)
    }
  }
  return [...seen.values()].sort(byPlace)
}

function idOf({ workchain, shard, seqno }: BlockIdExtJson) {
  return { workchain: String(workchain), shard, seqno: String(seqno) }
}

type Row = {
  workchain: bigint
  shard: bigint
  seqno: bigint
  rootHash: Buffer
  mcSeqno: bigint
  id: bigint
}

/** The same by the rows of an index. */
export function chainByIndex(file: string, head: number): readonly SeenBlock[] {
  const connection = openReader(file)
  try {
    const blocks = connection
      .prepare<[number], Row>(
        `SELECT id, workchain, shard, seqno, root_hash AS "rootHash", mc_seqno AS "mcSeqno" FROM blocks
        WHERE gen_utime IS NOT NULL AND mc_seqno <= ?`,
      )
      .safeIntegers()
      .all(head)
    const transactions = connection
      .prepare<[bigint], Buffer>('SELECT hash FROM transactions WHERE block = ?')
      .pluck()
    return blocks
      .map(({ id, workchain, shard, seqno, rootHash, mcSeqno }) => ({
        place: `${workchain}:${shard}:${seqno}`,
        rootHash: rootHash.toString('base64'),
        mcSeqno: Number(mcSeqno),
        transactions: transactions
          .all(id)
          .map((hash) => hash.toString('base64'))
          .sort(),
      }))
      .sort(byPlace)
  } finally {
    connection.close()
  }
}

function byPlace(a: SeenBlock, b: SeenBlock): number {
  return a.place < b.place ? -1 : a.place > b.place ? 1 : 0
}
