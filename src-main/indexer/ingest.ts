import { type BlockIdExt, formatBlockId, sameBlock } from '../chain/blockId.ts'
import { type IndexStore, type SeqnoRange, StoreError, type Written } from '../store/indexStore.ts'
import { compareChains, otherChainError } from './chainCheck.ts'
import type { DiskLimit } from './diskLimit.ts'
import { ByteBudget } from './fetch/byteBudget.ts'
import { gather } from './fetch/gather.ts'
import { mapInOrder } from './fetch/mapInOrder.ts'
import { batches, Masterchain, type MasterchainStep, type WalkOptions } from './fetch/masterchain.ts'
import type { RetryingClient } from './fetch/retryingClient.ts'
import { newShardBlocks } from './fetch/shardBlocks.ts'
import { keepConfigOf, keepFiles } from './keepFiles.ts'
import type { BlockFile } from './parse/parseJobs.ts'
import type { ParsePool } from './parse/parsePool.ts'
import { isCovered } from './ranges.ts'
import { fetchZeroStates } from './zeroStates.ts'

/** Indexing of ranges of masterchain seqnos. */
export type Ingest = {
  coverage(): readonly SeqnoRange[]
  /**
   * Indexes ranges of masterchain seqnos, then those of `further`, which are read while earlier ones are. Blocks are
   * fetched and parsed ahead, and written in the order of the walk; `onWritten` is called for every commit. Rejects
   * with StoreError (`other-chain` if the network's chain is not the indexed one), LiteServerError, DiskLimitError, or
   * the signal's reason.
   */
  run(
    ranges: readonly SeqnoRange[],
    options: WalkOptions & {
      readonly onWritten: (seqno: number, written: Written) => void
      /** Ranges above all before, ascending, as they become known. Its signal ends with the run. */
      readonly further?: (signal: AbortSignal) => AsyncIterable<readonly SeqnoRange[]>
    },
  ): Promise<void>
}

/** Dependencies of ingest. */
export type IngestContext = {
  readonly zeroState: BlockIdExt
  readonly client: RetryingClient
  readonly store: IndexStore
  readonly parser: ParsePool
  readonly diskLimit: DiskLimit
  /** Called for the commits of all runs. */
  readonly onWritten: (written: Written) => void
}

/**
 * Number of masterchain ranges that are read concurrently, and of masterchain blocks whose shard blocks are: over a far
 * network, blocks a second are that number divided by the seconds that the slowest query of a block takes.
 */
const CONCURRENT_BATCHES = 16
export const CONCURRENT_BLOCKS = 96
/** Maximum number of masterchain blocks in one transaction: calls to the writer thread wait for it. */
export const BLOCKS_PER_WRITE = 16
const MAX_BYTES = 64 << 20

type Packed = { readonly seqno: number; readonly facts: Uint8Array; readonly bytes: number }

/** Creates the ingest of a store. Its first run compares the network's chain with the index. */
export function createIngest(context: IngestContext): Ingest {
  const { zeroState, client, store, parser, diskLimit, onWritten } = context
  const masterchain = new Masterchain(client)

  async function* steps(
    cut: AsyncIterable<SeqnoRange>,
    { newestFirst, signal }: WalkOptions,
  ): AsyncGenerator<MasterchainStep, void, undefined> {
    for await (const batch of mapInOrder(cut, CONCURRENT_BATCHES, (range) =>
      masterchain.batch(range, signal),
    )) {
      const [lowest] = batch
      if (lowest) await checkChain(store, lowest)
      yield* newestFirst ? batch.toReversed() : batch
    }
  }

  async function pack(step: MasterchainStep, budget: ByteBudget, signal: AbortSignal): Promise<Packed> {
    await budget.room(signal)
    const { id, data } = step
    const files: readonly BlockFile[] = [{ id, data }, ...(await newShardBlocks(step, client, signal))]
    const bytes = files.reduce((sum, file) => sum + file.data.length, 0)
    budget.take(bytes)
    const facts = await parser.masterchainBlock({ files, shardTops: step.tops })
    return { seqno: id.seqno, facts, bytes }
  }

  let begun: Promise<void> | undefined
  /** Checks the chain before the first write of this process. */
  async function begin(signal: AbortSignal): Promise<void> {
    const verdict = await client.request((session) => compareChains(store, session), signal)
    if (verdict === 'other') throw otherChainError()
  }

  async function writeZeroStates(signal: AbortSignal): Promise<void> {
    const states = await fetchZeroStates(zeroState, client, signal)
    await keepFiles(store, states)
    onWritten(await store.writeHistory(await parser.zeroStates(states)))
  }

  return {
    coverage: () => store.coverage(),
    async run(ranges, { newestFirst, signal: stop, onWritten: onRangeWritten, further }) {
      begun ??= begin(stop).catch((error: unknown) => {
        begun = undefined
        throw error
      })
      await begun
      // The changes of block 1 can only be applied to the zero states' accounts.
      const first = ranges[0]?.first
      if (first === 1) await writeZeroStates(stop)
      const isPart = first !== undefined && first > 1
      const kept = isPart ? keepConfigOf(first, { store, client, zeroState }, stop) : Promise.resolve()
      // Awaited before the first write.
      kept.catch(() => {})
      const ended = new AbortController()
      const signal = AbortSignal.any([stop, ended.signal])
      const budget = new ByteBudget(MAX_BYTES)
      async function write(units: readonly Packed[]): Promise<void> {
        await kept
        signal.throwIfAborted()
        await diskLimit.check()
        const left = units.values()
        await store.writeBlocks(
          units.map(({ facts }) => facts),
          (written) => {
            const { seqno, bytes } = left.next().value as Packed
            budget.free(bytes)
            onRangeWritten(seqno, written)
            onWritten(written)
          },
        )
      }
      const cut = allBatches(ranges, newestFirst, further?.(signal))
      const walk = steps(cut, { newestFirst, signal })
      const packed = mapInOrder(walk, CONCURRENT_BLOCKS, (step) => pack(step, budget, signal))
      try {
        for await (const units of gather(packed, BLOCKS_PER_WRITE)) await write(units)
      } finally {
        // Blocks that were fetched ahead are dropped.
        ended.abort(new Error('the walk has ended'))
      }
    },
  }
}

async function* allBatches(
  ranges: readonly SeqnoRange[],
  newestFirst: boolean,
  further: AsyncIterable<readonly SeqnoRange[]> = noRanges(),
): AsyncGenerator<SeqnoRange, void, undefined> {
  yield* batches(ranges, newestFirst)
  for await (const more of further) yield* batches(more, newestFirst)
}

async function* noRanges(): AsyncGenerator<never, void, undefined> {}

/** Throws unless a block above a covered one follows it. */
async function checkChain(store: IndexStore, { id, prev }: MasterchainStep): Promise<void> {
  if (!isCovered(prev.seqno, store.coverage())) return
  const known = await store.masterchainBlock(prev.seqno)
  if (!known || sameBlock({ ...prev, ...known }, prev)) return
  throw new StoreError(
    'other-chain',
    `${formatBlockId(id)} does not follow the block ${prev.seqno} of this index: it is of another chain`,
  )
}
