import type { Cell } from '@ton/core'
import { shardContainsPrefix, shardToHex } from '#shared/ton/shard.ts'
import { parentIds, readBlockHead } from '../../chain/archive/blockHead.ts'
import { ByteCache } from '../../chain/archive/byteCache.ts'
import type { BlockLookup, ChainStore, StoredBlock } from '../../chain/archive/chainStore.ts'
import { loadTopShardBlocks } from '../../chain/archive/shardTops.ts'
import { StateCache, type StateCacheOptions } from '../../chain/archive/stateCache.ts'
import { type BlockId, type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import type { SignatureSet } from '../../chain/proof/signatures.ts'
import type { ZeroStates } from '../zeroState/zeroStates.ts'
import { BlockFile, type FileSpan } from './blockFile.ts'

/** What is kept of a block in memory. */
type KnownBlock = StoredBlock & {
  readonly span: FileSpan | undefined
  /** The masterchain block that commits to it. */
  readonly committedBy: number
}

/** A block that is to be added. */
export type NewBlock = { readonly id: BlockIdExt; readonly data: Buffer; readonly root: Cell }

/** The blocks of one step: those of shards, the masterchain block that commits to them, its signatures. */
export type NewStep = {
  readonly shards: readonly NewBlock[]
  readonly masterchain: NewBlock
  readonly signatures: SignatureSet
}

export type DevnetStoreOptions = {
  readonly states?: StateCacheOptions
  /** Bytes of block files whose cells are kept built. */
  readonly builtBytes?: number
}

const DEFAULT_BUILT_BYTES = 4 << 20

/** A block was asked for that isn't of this chain. */
export class UnknownBlockError extends Error {
  readonly id: BlockIdExt

  constructor(id: BlockIdExt) {
    super(`the devnet has no block ${formatBlockId(id)}`)
    this.name = 'UnknownBlockError'
    this.id = id
  }
}

/**
 * The chain that a devnet makes, as its liteserver reads it. Block files are on disk, states are rolled forward by
 * the blocks' own updates (so a wrong update shows at once); in memory are headers and what was used last.
 */
export class DevnetStore implements ChainStore {
  readonly #zero: ZeroStates
  readonly #file: BlockFile
  readonly #states: StateCache<KnownBlock>
  readonly #built: ByteCache<Cell>
  /** By `workchain:shard`, ascending; a shard that split or merged may come back at a greater seqno. */
  readonly #chains = new Map<string, KnownBlock[]>()
  readonly #keyBlocks: BlockIdExt[] = []
  readonly #signatures: SignatureSet[] = []
  readonly #waiting = new Set<{ readonly seqno: number; readonly resolve: () => void }>()
  #head: KnownBlock

  constructor(zero: ZeroStates, path: string, options: DevnetStoreOptions = {}) {
    this.#zero = zero
    this.#file = new BlockFile(path)
    this.#built = new ByteCache(options.builtBytes ?? DEFAULT_BUILT_BYTES)
    this.#states = new StateCache<KnownBlock>(
      {
        key: ({ id }) => id.rootHash.toString('latin1'),
        seqno: ({ id }) => id.seqno,
        parents: (block) => this.#parents(block),
        zeroState: ({ id }) => this.#zeroOf(id).root,
        update: (block) => this.root(block).refs[2] as Cell,
      },
      options.states,
    )
    this.#head = { id: zero.masterchain.id, head: undefined, span: undefined, committedBy: 0 }
    this.#add(this.#head)
    this.#add({ id: zero.basechain.id, head: undefined, span: undefined, committedBy: 1 })
  }

  /** Adds the blocks of a step; only then is the head the new one, and those who wait for it are told. */
  async append({ shards, masterchain, signatures }: NewStep): Promise<void> {
    const { seqno } = masterchain.id
    const added = [...shards, masterchain].map((block) => {
      const known = {
        id: block.id,
        head: readBlockHead(block.data),
        span: this.#file.append(block.data),
        committedBy: seqno,
      }
      this.#built.set(keyOf(block.id), block.root, block.data.length)
      this.#add(known)
      return known
    })
    for (const block of added) await this.#states.get(block)
    this.#signatures[seqno] = signatures
    this.#head = added.at(-1) as KnownBlock
    if (this.#head.head?.keyBlock) this.#keyBlocks.push(masterchain.id)
    for (const waiter of this.#waiting) if (waiter.seqno <= seqno) waiter.resolve()
  }

  get zeroState(): BlockIdExt {
    return this.#zero.masterchain.id
  }

  head(): BlockIdExt {
    return this.#head.id
  }

  async waitForMasterchain(seqno: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (seqno <= this.#head.id.seqno) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { seqno, resolve }
    const giveUp = () => reject(signal.reason)
    this.#waiting.add(waiter)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      this.#waiting.delete(waiter)
      signal.removeEventListener('abort', giveUp)
    }
  }

  find(id: BlockIdExt): StoredBlock | undefined {
    return this.#find(id)
  }

  findBySeqno(place: BlockId): StoredBlock | undefined {
    return this.#findBySeqno(place)
  }

  lookup(workchain: number, prefix: bigint, by: BlockLookup): StoredBlock | undefined {
    const reached = reachedBy(by)
    let found: KnownBlock | undefined
    for (const chain of this.#chains.values()) {
      const [first] = chain
      if (!first || first.id.workchain !== workchain || !shardContainsPrefix(first.id.shard, prefix)) continue
      const block = chain[firstIndex(chain, reached)]
      if (!block || !this.#isCommitted(block) || ('seqno' in by && block.id.seqno !== by.seqno)) continue
      if (!found || block.id.seqno < found.id.seqno) found = block
    }
    return found
  }

  keyBlockUpTo(seqno: number): BlockIdExt {
    const index = firstIndex(this.#keyBlocks, (id) => id.seqno > seqno) - 1
    return this.#keyBlocks[index] ?? this.zeroState
  }

  keyBlockFrom(seqno: number): BlockIdExt | undefined {
    return this.#keyBlocks[firstIndex(this.#keyBlocks, (id) => id.seqno >= seqno)]
  }

  committedBy(block: StoredBlock): number | undefined {
    return this.#known(block).committedBy
  }

  data(block: StoredBlock): Buffer {
    const { id, span } = this.#known(block)
    return span ? this.#file.read(span) : this.#zeroOf(id).data
  }

  root(block: StoredBlock): Cell {
    const { id, span } = this.#known(block)
    if (!span) return this.#zeroOf(id).root
    const key = keyOf(id)
    const built = this.#built.get(key)
    if (built) return built
    const root = parseBocRoot(this.#file.read(span))
    this.#built.set(key, root, span.length)
    return root
  }

  state(block: StoredBlock): Promise<Cell> {
    return this.#states.get(this.#known(block))
  }

  signatures(seqno: number): SignatureSet | undefined {
    return this.#signatures[seqno]
  }

  /** The newest block of each shard, as the head commits to them; the basechain's zero state before any. */
  tops(): readonly BlockIdExt[] {
    return this.#head.head ? loadTopShardBlocks(this.root(this.#head)) : [this.#zero.basechain.id]
  }

  close(): void {
    this.#file.close()
  }

  #add(block: KnownBlock): void {
    const key = chainKey(block.id)
    const chain = this.#chains.get(key)
    if (chain) chain.push(block)
    else this.#chains.set(key, [block])
  }

  /** Blocks of a step whose masterchain block isn't there yet are nobody's business. */
  #isCommitted(block: KnownBlock): boolean {
    return block.committedBy <= this.#head.id.seqno
  }

  #findBySeqno(place: BlockId): KnownBlock | undefined {
    const found = this.#at(place)
    return found && (this.#isCommitted(found) || !found.head) ? found : undefined
  }

  #find(id: BlockIdExt): KnownBlock | undefined {
    const found = this.#findBySeqno(id)
    return found && sameBlock(found.id, id) ? found : undefined
  }

  #at(place: BlockId): KnownBlock | undefined {
    const chain = this.#chains.get(chainKey(place))
    const found = chain?.[firstIndex(chain, ({ id }) => id.seqno >= place.seqno)]
    return found?.id.seqno === place.seqno ? found : undefined
  }

  #known({ id }: StoredBlock): KnownBlock {
    const found = this.#at(id)
    if (!found || !sameBlock(found.id, id)) throw new UnknownBlockError(id)
    return found
  }

  #zeroOf({ workchain }: BlockIdExt) {
    return workchain === MASTERCHAIN ? this.#zero.masterchain : this.#zero.basechain
  }

  #parents({ head }: KnownBlock): readonly KnownBlock[] {
    return head ? parentIds(head).map((id) => this.#known({ id, head: undefined })) : []
  }
}

function chainKey({ workchain, shard }: BlockId): string {
  return `${workchain}:${shardToHex(shard)}`
}

function keyOf({ rootHash }: BlockIdExt): string {
  return rootHash.toString('latin1')
}

function reachedBy(by: BlockLookup): (block: StoredBlock) => boolean {
  if ('seqno' in by) return ({ id }) => id.seqno >= by.seqno
  // Zero states are not in a node's index.
  if ('lt' in by) return ({ head }) => head !== undefined && head.endLt >= by.lt
  return ({ head }) => head !== undefined && head.genUtime >= by.utime
}

/** Index of the first item for which `reached` holds (it holds for all after it), or the length. */
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
