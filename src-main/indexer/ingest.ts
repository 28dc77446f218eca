import { type BlockIdExt, formatBlockId, sameBlock } from '../chain/blockId.ts'
import { type IndexStore, type SeqnoRange, StoreError, type Written } from '../store/indexStore.ts'
import { compareChains, otherChainError } from './chainCheck.ts'
import type { DiskLimit } from './diskLimit.ts'
import type { Asker } from './fetch/asker.ts'
import { ByteBudget } from './fetch/byteBudget.ts'
import { gather } from './fetch/gather.ts'
import { mapInOrder } from './fetch/mapInOrder.ts'
import { Masterchain, type MasterchainStep, stretches, type WalkOptions } from './fetch/masterchain.ts'
import { newShardBlocks } from './fetch/shardBlocks.ts'
import { keepConfigOf, keepFiles } from './keepFiles.ts'
import type { BlockFile } from './parse/parseJobs.ts'
import type { ParsePool } from './parse/parsePool.ts'
import { isCovered } from './ranges.ts'
import { fetchZeroStates } from './zeroStates.ts'

export type Ingest = {
  coverage(): readonly SeqnoRange[]
  /**
   * Indexes ranges of masterchain seqnos: fetched and parsed ahead, written in the order of the walk. Tells of every
   * commit. Rejects with StoreError (`other-chain` where the chain is not the one that is indexed), LiteServerError,
   * DiskLimitError, or the signal's reason.
   */
  run(
    ranges: readonly SeqnoRange[],
    options: WalkOptions & { readonly onWritten: (seqno: number, written: Written) => void },
  ): Promise<void>
}

export type IngestContext = {
  readonly zeroState: BlockIdExt
  readonly asker: Asker
  readonly store: IndexStore
  readonly parser: ParsePool
  readonly diskLimit: DiskLimit
  /** Told of each commit of anybody. */
  readonly onWritten: (written: Written) => void
}

/** Stretches of the masterchain that are read at once, masterchain blocks whose shard blocks are. */
const STRETCHES = 4
export const UNITS = 16
/** Masterchain blocks that are written together, where so many wait: readers of the store's thread wait for them. */
export const TOGETHER = 16
const MAX_BYTES = 64 << 20

type Packed = { readonly seqno: number; readonly facts: Uint8Array; readonly bytes: number }

export function createIngest(context: IngestContext): Ingest {
  const { zeroState, asker, store, parser, diskLimit, onWritten } = context
  const masterchain = new Masterchain(asker)

  async function* steps(
    ranges: readonly SeqnoRange[],
    { newestFirst, signal }: WalkOptions,
  ): AsyncGenerator<MasterchainStep, void, undefined> {
    const cut = stretches(ranges, newestFirst)
    for await (const stretch of mapInOrder(cut, STRETCHES, (range) => masterchain.stretch(range, signal))) {
      const [lowest] = stretch
      if (lowest) await checkChain(store, lowest)
      yield* newestFirst ? stretch.toReversed() : stretch
    }
  }

  async function pack(step: MasterchainStep, budget: ByteBudget, signal: AbortSignal): Promise<Packed> {
    await budget.room(signal)
    const { id, data } = step
    const files: readonly BlockFile[] = [{ id, data }, ...(await newShardBlocks(step, asker, signal))]
    const bytes = files.reduce((sum, file) => sum + file.data.length, 0)
    budget.take(bytes)
    const facts = await parser.masterchainBlock({ files, shardTops: step.tops })
    return { seqno: id.seqno, facts, bytes }
  }

  let begun: Promise<void> | undefined
  /** Before the first row of a run of the program. */
  async function begin(signal: AbortSignal): Promise<void> {
    const verdict = await asker.ask((session) => compareChains(store, session), signal)
    if (verdict === 'other') throw otherChainError()
  }

  async function writeZeroStates(signal: AbortSignal): Promise<void> {
    const states = await fetchZeroStates(zeroState, asker, signal)
    await keepFiles(store, states)
    onWritten(await store.writeHistory(await parser.zeroStates(states)))
  }

  return {
    coverage: () => store.coverage(),
    async run(ranges, { newestFirst, signal: stop, onWritten: tell }) {
      begun ??= begin(stop).catch((error: unknown) => {
        begun = undefined
        throw error
      })
      await begun
      // What block 1 changes in an account is only whole with what was there before.
      if (ranges[0]?.first === 1) await writeZeroStates(stop)
      else if (ranges[0]) await keepConfigOf(ranges[0].first, { store, asker, zeroState }, stop)
      const ended = new AbortController()
      const signal = AbortSignal.any([stop, ended.signal])
      const budget = new ByteBudget(MAX_BYTES)
      async function write(units: readonly Packed[]): Promise<void> {
        signal.throwIfAborted()
        await diskLimit.check()
        const left = units.values()
        await store.writeBlocks(
          units.map(({ facts }) => facts),
          (written) => {
            const { seqno, bytes } = left.next().value as Packed
            budget.free(bytes)
            tell(seqno, written)
            onWritten(written)
          },
        )
      }
      const walk = steps(ranges, { newestFirst, signal })
      const packed = mapInOrder(walk, UNITS, (step) => pack(step, budget, signal))
      try {
        for await (const units of gather(packed, TOGETHER)) await write(units)
      } finally {
        // What was fetched ahead is of no use any more.
        ended.abort(new Error('the walk has ended'))
      }
    },
  }
}

/** A block above a covered one must follow it. */
async function checkChain(store: IndexStore, { id, prev }: MasterchainStep): Promise<void> {
  if (!isCovered(prev.seqno, store.coverage())) return
  const known = await store.masterchainBlock(prev.seqno)
  if (!known || sameBlock({ ...prev, ...known }, prev)) return
  throw new StoreError(
    'other-chain',
    `${formatBlockId(id)} does not follow the block ${prev.seqno} of this index: it is of another chain`,
  )
}
