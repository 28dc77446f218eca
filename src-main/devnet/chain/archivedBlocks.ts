import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Cell } from '@ton/core'
import { parentIds, readBlockHead } from '../../chain/archive/blockHead.ts'
import { FlatBocError } from '../../chain/archive/flatBoc.ts'
import { loadTopShardBlocks } from '../../chain/archive/shardTops.ts'
import { type BlockIdExt, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { expandBlock } from '../../store/archive/blockFile.ts'
import { type BlockReader, openBlockReader } from '../../store/archive/blockReader.ts'
import { scanSegment } from '../../store/archive/scanSegment.ts'
import { segmentName } from '../../store/archive/segmentFile.ts'
import { segmentNumbers } from '../../store/archive/segments.ts'

/** A block of an archive; its bytes match the hashes of its id. */
export type ArchivedBlock = { readonly id: BlockIdExt; readonly data: Buffer; readonly root: Cell }

type Place = { readonly segment: number; readonly offset: number; readonly length: number }

/** The blocks in an index's archive, found without its database. */
export class ArchivedBlocks {
  readonly #reader: BlockReader
  readonly #places = new Map<string, Place>()
  /** Root hashes of masterchain blocks by seqno. */
  readonly #masterchain = new Map<number, Buffer[]>()

  /** Reads the whole archive once; a folder that does not exist has no blocks. @throws StoreError */
  constructor(dir: string) {
    this.#reader = openBlockReader(dir)
    for (const segment of segmentNumbers(dir)) {
      for (const found of scanSegment(join(dir, segmentName(segment)))) {
        if (found.kind !== 'entry') continue
        const { offset, rootHash, packed } = found
        this.#places.set(keyOf(rootHash), { segment, offset, length: packed.length })
        const seqno = masterchainSeqno(packed)
        if (seqno === undefined) continue
        const others = this.#masterchain.get(seqno) ?? []
        this.#masterchain.set(seqno, [...others, rootHash])
      }
    }
  }

  get count(): number {
    return this.#places.size
  }

  /** Returns a block's file; undefined if it is not in the archive. */
  file({ rootHash, fileHash }: Pick<BlockIdExt, 'rootHash' | 'fileHash'>): Buffer | undefined {
    const data = this.#read(rootHash)
    return data && hash('sha256', data, 'buffer').equals(fileHash) ? data : undefined
  }

  /** Returns the masterchain block that follows another one; undefined if it is not in the archive. */
  masterchainAfter(before: BlockIdExt): ArchivedBlock | undefined {
    for (const rootHash of this.#masterchain.get(before.seqno + 1) ?? []) {
      const block = this.#block(rootHash)
      if (block && parentsOf(block).some((parent) => sameBlock(parent, before))) return block
    }
    return undefined
  }

  /**
   * Returns the shard blocks to which a masterchain block commits and that are not known yet, each after the blocks that
   * it follows; undefined if one of them is not in the archive.
   */
  shardsOf(
    masterchain: ArchivedBlock,
    isKnown: (id: BlockIdExt) => boolean,
  ): readonly ArchivedBlock[] | undefined {
    const found: ArchivedBlock[] = []
    const wanted = loadTopShardBlocks(masterchain.root).filter((id) => !isKnown(id))
    for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
      const wantedId = id
      if (found.some((block) => sameBlock(block.id, wantedId))) continue
      const block = this.#block(id.rootHash)
      if (!block || !sameBlock(block.id, id)) return undefined
      found.push(block)
      wanted.push(...parentsOf(block).filter((parent) => !isKnown(parent)))
    }
    return found.toSorted((a, b) => a.id.seqno - b.id.seqno)
  }

  close(): void {
    this.#reader.close()
  }

  #block(rootHash: Buffer): ArchivedBlock | undefined {
    const data = this.#read(rootHash)
    if (!data) return undefined
    const root = parseBocRoot(data)
    if (!root.hash().equals(rootHash)) return undefined
    const { workchain, shard, seqno } = readBlockHead(data)
    return { id: { workchain, shard, seqno, rootHash, fileHash: hash('sha256', data, 'buffer') }, data, root }
  }

  #read(rootHash: Buffer): Buffer | undefined {
    const place = this.#places.get(keyOf(rootHash))
    return place && this.#reader.read(rootHash, place)
  }
}

function parentsOf({ data }: ArchivedBlock): readonly BlockIdExt[] {
  return parentIds(readBlockHead(data))
}

/** Returns undefined for a block of a shard, or one that cannot be parsed. */
function masterchainSeqno(packed: Buffer): number | undefined {
  try {
    const { workchain, seqno } = readBlockHead(expandBlock(packed))
    return workchain === MASTERCHAIN ? seqno : undefined
  } catch (error) {
    if (error instanceof FlatBocError) return undefined
    throw error
  }
}

function keyOf(rootHash: Buffer): string {
  return rootHash.toString('latin1')
}
