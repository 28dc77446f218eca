import { isShardAncestor, shardContainsPrefix, shardToHex } from '#shared/ton/shard.ts'
import { type BlockId, type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../blockId.ts'
import type { ArchiveContents, ArchivedBlock, ZeroState } from './archiveContents.ts'
import { ArchiveError } from './archiveError.ts'
import { parentIds } from './blockHead.ts'
import type { BlockLookup } from './chainStore.ts'

/** A block or zero state of an archive, with its id. */
export type IndexedBlock =
  | { readonly kind: 'zero'; readonly id: BlockIdExt; readonly zero: ZeroState; readonly head: undefined }
  | {
      readonly kind: 'block'
      readonly id: BlockIdExt
      readonly block: ArchivedBlock
      readonly head: ArchivedBlock['head']
    }

/**
 * The index of an archive's blocks, built from headers only. Checks that the masterchain reaches from its
 * zero state to the head without a gap, and that every block's predecessors are present.
 */
export class BlockIndex {
  /** Every shard's blocks by ascending seqno, under `workchain:shard`. */
  readonly #chains = new Map<string, IndexedBlock[]>()
  readonly #keySeqnos: number[] = []
  readonly zeroState: IndexedBlock
  readonly head: IndexedBlock

  /** Throws ArchiveError if blocks are missing or contradict each other. */
  constructor(contents: ArchiveContents) {
    const { source } = contents
    for (const zero of contents.zeroStates) this.#add({ kind: 'zero', id: zero.id, zero, head: undefined })
    for (const block of contents.blocks) this.#add({ kind: 'block', id: block.id, block, head: block.head })
    for (const chain of this.#chains.values()) chain.sort((a, b) => a.id.seqno - b.id.seqno)

    const masterchain = this.#chains.get(chainKey(MASTERCHAIN, 1n << 63n)) ?? []
    const [zeroState] = masterchain
    const head = masterchain.at(-1)
    if (!zeroState || !head || zeroState.kind !== 'zero') {
      throw new ArchiveError(source, 'has no masterchain zero state')
    }
    this.zeroState = zeroState
    this.head = head
    for (const chain of this.#chains.values()) this.#checkChain(chain)
    for (const { id, head: header } of masterchain) if (header?.keyBlock) this.#keySeqnos.push(id.seqno)
  }

  /** Returns the block with exactly this id. */
  find(id: BlockIdExt): IndexedBlock | undefined {
    const found = this.findBySeqno(id)
    return found && sameBlock(found.id, id) ? found : undefined
  }

  findBySeqno({ workchain, shard, seqno }: BlockId): IndexedBlock | undefined {
    const chain = this.#chains.get(chainKey(workchain, shard))
    const found = chain?.[firstIndex(chain, (block) => block.id.seqno >= seqno)]
    return found?.id.seqno === seqno ? found : undefined
  }

  lookup(workchain: number, prefix: bigint, by: BlockLookup): IndexedBlock | undefined {
    const reached = reachedBy(by)
    let found: IndexedBlock | undefined
    for (const chain of this.#chains.values()) {
      const [first] = chain
      if (!first || first.id.workchain !== workchain || !shardContainsPrefix(first.id.shard, prefix)) continue
      const block = chain[firstIndex(chain, reached)]
      if (!block || ('seqno' in by && block.id.seqno !== by.seqno)) continue
      if (!found || block.id.seqno < found.id.seqno) found = block
    }
    return found
  }

  /** Returns a block's predecessors: one, or two after a merge. Throws ArchiveError if one is missing. */
  parents(block: IndexedBlock): IndexedBlock[] {
    if (block.kind === 'zero') return []
    return parentIds(block.head).map((id) => {
      const parent = this.find(id)
      if (!parent) {
        throw new ArchiveError(
          block.block.source,
          `${formatBlockId(block.id)} follows a block that is missing`,
        )
      }
      return parent
    })
  }

  /** Returns the last key block with a seqno of at most `seqno`. The zero state counts as a key block. */
  keyBlockUpTo(seqno: number): IndexedBlock {
    const index = firstIndex(this.#keySeqnos, (key) => key > seqno) - 1
    return (index >= 0 && this.#masterchainBlock(this.#keySeqnos[index] as number)) || this.zeroState
  }

  keyBlockFrom(seqno: number): IndexedBlock | undefined {
    const key = this.#keySeqnos[firstIndex(this.#keySeqnos, (candidate) => candidate >= seqno)]
    return key === undefined ? undefined : this.#masterchainBlock(key)
  }

  /** Returns the blocks without a successor: the head and the newest block of every shard. */
  tips(): IndexedBlock[] {
    const last = [...this.#chains.values()].flatMap((chain) => chain.at(-1) ?? [])
    return last.filter(
      ({ id }) =>
        !last.some(
          (other) =>
            other.id.workchain === id.workchain &&
            other.id.seqno > id.seqno &&
            (isShardAncestor(other.id.shard, id.shard) || isShardAncestor(id.shard, other.id.shard)),
        ),
    )
  }

  #masterchainBlock(seqno: number): IndexedBlock | undefined {
    return this.findBySeqno({ workchain: MASTERCHAIN, shard: 1n << 63n, seqno })
  }

  #add(block: IndexedBlock): void {
    const key = chainKey(block.id.workchain, block.id.shard)
    const chain = this.#chains.get(key)
    if (chain) chain.push(block)
    else this.#chains.set(key, [block])
  }

  #checkChain(chain: readonly IndexedBlock[]): void {
    for (const [index, block] of chain.entries()) {
      const source = block.kind === 'zero' ? block.zero.source : block.block.source
      const twin = chain[index + 1]
      if (twin?.id.seqno === block.id.seqno) {
        throw new ArchiveError(source, `block ${formatBlockId(block.id)} is there twice`)
      }
      this.parents(block)
    }
  }
}

function chainKey(workchain: number, shard: bigint): string {
  return `${workchain}:${shardToHex(shard)}`
}

function reachedBy(by: BlockLookup): (block: IndexedBlock) => boolean {
  if ('seqno' in by) return (block) => block.id.seqno >= by.seqno
  // A node's lt index does not contain zero states.
  if ('lt' in by) return ({ head }) => head !== undefined && head.endLt >= by.lt
  return ({ head }) => head !== undefined && head.genUtime >= by.utime
}

/**
 * Returns the index of the first item for which `reached` holds (it holds for all later ones), or the length.
 */
function firstIndex<T>(items: readonly T[], reached: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (reached(items[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}
