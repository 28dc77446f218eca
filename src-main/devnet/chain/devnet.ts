import type { Cell } from '@ton/core'
import { accountPrefix, FULL_SHARD } from '#shared/ton/shard.ts'
import type { ShardEntry } from '../../chain/block/shardHashes.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { collateMasterchain, type ShardTip } from '../collator/collateMasterchain.ts'
import { type CollatedBlock, type CollationInput, collateShard } from '../collator/collateShard.ts'
import { startLtAfter } from '../collator/logicalTime.ts'
import { neighbourOf, type OpenedMasterchain, type OpenedState, openState } from '../collator/openedState.ts'
import type { ShardEndLt } from '../collator/processed.ts'
import {
  type BlockBase,
  baseAfter,
  baseAfterMerge,
  baseAfterSplit,
  lastSeqno,
  type Tip,
} from '../collator/shardBase.ts'
import { shardDescrOf, zeroShardDescr } from '../collator/shardDescr.ts'
import type { ExecutionEnvironment } from '../executor/emulator.ts'
import { TransactionExecutor } from '../executor/transactionExecutor.ts'
import { type DevnetKeys, derivedSeed, devnetKeys } from '../keys.ts'
import { CAPABILITIES, GLOBAL_VERSION } from '../zeroState/configuration.ts'
import type { ZeroStates } from '../zeroState/zeroStates.ts'
import { BatchLimiter } from './batchLimiter.ts'
import { ChainTips, shardsOf } from './chainTips.ts'
import { type DevnetDirectory, openDevnetDirectory } from './devnetDirectory.ts'
import type { DevnetStore, DevnetStoreOptions } from './devnetStore.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import { checkExternalMessage, MessageRefusedError, openExternalMessage } from './externalCheck.ts'
import { type MessagePool, settledNumbers } from './messagePool.ts'
import { prevBlocksAt } from './prevBlocks.ts'
import { type PlannedBlock, planShards } from './shardPlan.ts'
import { signMasterchainBlock, validatorsOf } from './signStep.ts'

export type DevnetOptions = {
  /** Seed of everything random. */
  readonly seed: string
  /** Unix seconds of the zero state. */
  readonly genesisTime: number
  readonly globalId?: number
  /** The directory's content: see devnetDirectory.ts. */
  readonly dir: string
  /** Returns the time of the next block, Unix seconds. The later of it and the last block's time is used. */
  clock(): number
  readonly store?: DevnetStoreOptions
  /** See setShards; default 1. */
  readonly shards?: number
}

/** Block times have 32 bits. */
const MAX_UTIME = 2 ** 32 - 1

/** Bits of a shard's prefix: 256 shards. */
const MAX_DEPTH = 8

/** Default of `global_id`: not that of a public network. */
export const GLOBAL_ID = -777

/** The blocks of one step; in the first one there is no shard block yet. */
export type Step = { readonly masterchain: BlockIdExt; readonly shards: readonly BlockIdExt[] }

/**
 * A TON network with one validator: each step makes a block of each shard and a masterchain block. The blocks are read
 * from `store`.
 */
export class Devnet {
  readonly keys: DevnetKeys
  readonly zeroStates: ZeroStates
  readonly store: DevnetStore
  readonly #options: DevnetOptions
  readonly #executor: TransactionExecutor
  readonly #directory: DevnetDirectory
  readonly #pool: MessagePool
  readonly #tips: ChainTips
  readonly #limiter = new BatchLimiter()
  #turn: Promise<unknown> = Promise.resolve()
  /** Bits of a shard's prefix. */
  #depth: number
  /** The newest block's time. */
  #utime: number
  #prevBlocks: { readonly rootHash: Buffer; readonly cell: Cell } | undefined

  private constructor(options: DevnetOptions, executor: TransactionExecutor, directory: DevnetDirectory) {
    this.#options = options
    this.#executor = executor
    this.#directory = directory
    this.#pool = directory.pool
    this.#depth = depthOf(options.shards ?? 1)
    this.keys = devnetKeys(options.seed)
    this.zeroStates = directory.zeroStates
    this.store = directory.store
    this.#tips = new ChainTips(this.store)
    this.#utime = this.store.find(this.store.head())?.head?.genUtime ?? options.genesisTime
  }

  /**
   * Opens the chain in the directory, or makes the zero states of a new one; the first step makes the first block.
   * Rejects with DevnetDirectoryError.
   */
  static async create(options: DevnetOptions): Promise<Devnet> {
    const { dir, seed, genesisTime, globalId = GLOBAL_ID, store } = options
    const directory = await openDevnetDirectory(dir, { seed, genesisTime, globalId }, store)
    try {
      return new Devnet(options, await TransactionExecutor.create(), directory)
    } catch (error) {
      await directory.close()
      throw error
    }
  }

  /** Number of messages that wait for the next step. */
  get waitingMessages(): number {
    return this.#pool.size
  }

  /** Hashes of the waiting messages. */
  waiting(): readonly Buffer[] {
    return this.#pool.hashes()
  }

  /**
   * Accepts an external message (a bag of cells) for the next step, if its account would accept it now. Rejects with
   * MessageRefusedError with the reference node's text, or BocError.
   */
  async send(body: Buffer): Promise<void> {
    if (this.#options.store?.readOnly)
      throw new MessageRefusedError('the devnet is open read-only, as its files are damaged')
    const message = openExternalMessage(body)
    if (this.#pool.has(message)) return
    this.#pool.checkRoom(message, body.length)
    const { workChain, hash } = message.destination
    const masterchain = await this.#tips.masterchain()
    const state = await this.#tips.stateOfAccount(masterchain, workChain, accountPrefix(hash))
    const environment = this.#environment(masterchain, state ?? masterchain.state)
    checkExternalMessage(this.#executor, environment, message, {
      account: state?.accounts.get(hash),
      lt: startLtAfter([masterchain.ref.endLt, state?.state.genLt ?? 0n]) + 1n,
    })
    this.#pool.add(message, body)
  }

  /** The requested number of shards of the basechain. */
  get shards(): number {
    return 2 ** this.#depth
  }

  /**
   * From the next step on shards split or merge until there are this many: announced in one step, done in the next
   * ones. The maximum is that of parameter 12 (16, unless it is changed).
   * @param count a power of two up to 256; @throws RangeError for any other number
   */
  setShards(count: number): void {
    this.#depth = depthOf(count)
  }

  /** Makes the next blocks; steps run one after another. */
  step(): Promise<Step> {
    const step = this.#turn.then(() => this.#tryStep())
    // The next step runs even if this one fails; the caller of this one receives the error.
    this.#turn = step.catch(() => undefined)
    return step
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#directory.close()
  }

  async #tryStep(): Promise<Step> {
    this.#limiter.begin()
    try {
      const step = await this.#makeStep()
      this.#limiter.succeeded()
      return step
    } catch (error) {
      // A failure of the disk is not the fault of a message.
      const culprit = error instanceof DevnetDirectoryError ? undefined : this.#limiter.failed()
      if (culprit !== undefined) this.#pool.settle([culprit])
      throw error
    }
  }

  async #makeStep(): Promise<Step> {
    const utime = this.#now()
    const masterchain = await this.#tips.masterchain()
    const shardEndLt = await this.#tips.shardEndLts(masterchain)
    const made: CollatedBlock[] = []
    const settled: number[] = []
    const shardTips: ShardTip[] = []
    const known = shardsOf(masterchain.state)
    if (known.length === 0) shardTips.push(await this.#firstShard())
    const tips = await Promise.all(known.map((entry) => this.#tips.tipOf(entry)))
    const neighbours = [masterchain.state, ...tips.map(({ state }) => state)].map(neighbourOf)
    const tipOf = (entry: ShardEntry) => tips[known.indexOf(entry)] as Tip
    for (const plan of planShards(known, utime, this.#depth)) {
      if ('waiting' in plan) {
        shardTips.push({ entry: plan.waiting, state: tipOf(plan.waiting).state, isNew: false })
        continue
      }
      const { ident, beforeSplit, intent } = plan
      const base = baseOf(plan, tipOf)
      const externals = this.#limiter.take(this.#pool.of(ident))
      const block = collateShard({
        ...this.#input({ ...ident, seqno: lastSeqno(base) }, masterchain, utime, shardEndLt),
        externals: externals.map(({ cell }) => cell),
        base,
        masterchain,
        neighbours,
        beforeSplit,
        intent,
      })
      settled.push(...settledNumbers(externals, block.externals))
      made.push(block)
      const entry = { ...ident, descr: shardDescrOf(block.id, block.root) }
      shardTips.push({ entry, state: openState(block.state), isNew: true })
    }
    const place = { workchain: MASTERCHAIN, shard: FULL_SHARD, seqno: masterchain.ref.seqno }
    const externals = this.#limiter.take(this.#pool.of(place))
    const block = collateMasterchain({
      ...this.#input(place, masterchain, utime, shardEndLt),
      externals: externals.map(({ cell }) => cell),
      prev: masterchain,
      shards: shardTips,
    })
    settled.push(...settledNumbers(externals, block.externals))
    const signatures = signMasterchainBlock(this.keys, block.id, masterchain.state)
    this.store.append({ shards: made, masterchain: block, signatures, settled })
    this.#pool.settle(settled)
    this.#directory.tidy()
    this.#utime = utime
    return { masterchain: block.id, shards: made.map(({ id }) => id) }
  }

  #now(): number {
    const utime = Math.max(this.#options.clock(), this.#utime)
    if (utime <= MAX_UTIME) return utime
    throw new RangeError('the clock is later than the last time of a block, which is in the year 2106')
  }

  #input(
    prev: Pick<BlockIdExt, 'workchain' | 'shard' | 'seqno'>,
    masterchain: Tip<OpenedMasterchain>,
    utime: number,
    shardEndLt: ShardEndLt,
  ): Omit<CollationInput, 'externals'> {
    return {
      executor: this.#executor,
      utime,
      randSeed: this.#randSeed(prev),
      createdBy: validatorsOf(this.keys, masterchain.state)[0].publicKey,
      genSoftware: { version: GLOBAL_VERSION, capabilities: CAPABILITIES },
      shardEndLt,
      prevBlocks: this.#prevBlocksAt(masterchain),
    }
  }

  /** Returns the environment of the next block of a shard, if it is made in this second. */
  #environment(masterchain: Tip<OpenedMasterchain>, { ident, state }: OpenedState): ExecutionEnvironment {
    return {
      config: masterchain.state.extra.config.config,
      libraries: masterchain.state.details.libraries.root,
      utime: this.#now(),
      randSeed: this.#randSeed({ ...ident, seqno: state.seqno }),
      prevBlocks: this.#prevBlocksAt(masterchain),
    }
  }

  /** Returns the earlier blocks: the same for all blocks of a step and all messages until the next step. */
  #prevBlocksAt(masterchain: Tip<OpenedMasterchain>): Cell {
    const { rootHash } = masterchain.ref
    if (!this.#prevBlocks?.rootHash.equals(rootHash)) {
      this.#prevBlocks = { rootHash, cell: prevBlocksAt(masterchain) }
    }
    return this.#prevBlocks.cell
  }

  #randSeed(prev: Pick<BlockIdExt, 'workchain' | 'shard' | 'seqno'>): Buffer {
    return derivedSeed(this.#options.seed, `block ${prev.workchain} ${prev.shard} ${prev.seqno + 1}`)
  }

  /** Returns the basechain's zero state, to which the first masterchain block commits. */
  async #firstShard(): Promise<ShardTip> {
    const { id } = this.zeroStates.basechain
    const { workchain, shard } = id
    const entry = { workchain, shard, descr: zeroShardDescr(id) }
    return { entry, state: openState(await this.#tips.stateAfter(id)), isNew: true }
  }
}

function depthOf(shards: number): number {
  const depth = Math.log2(shards)
  if (Number.isInteger(depth) && depth >= 0 && depth <= MAX_DEPTH) return depth
  throw new RangeError(`a basechain of ${shards} shards: it can have 1, 2, 4, … ${2 ** MAX_DEPTH}`)
}

function baseOf({ from: [entry, right], side }: PlannedBlock, tipOf: (entry: ShardEntry) => Tip): BlockBase {
  const tip = tipOf(entry)
  if (right) return baseAfterMerge(tip, tipOf(right))
  return side ? baseAfterSplit(tip, side) : baseAfter(tip)
}
