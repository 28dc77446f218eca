import { mkdirSync } from 'node:fs'
import type {
  DevnetStatus,
  FaucetAnswer,
  HeadAnswer,
  KeyBlockAnswer,
  SettingsRequest,
  Snapshot,
  TimeRequest,
} from '#shared/schema/devnet.ts'
import { shardToSigned } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import type { AdnlServer } from '../../liteserver/adnl/server.ts'
import { type DirectoryLock, lockDirectory } from '../chain/directoryLock.ts'
import { exampleMessages } from '../scenario/exampleMessages.ts'
import { serveDevnet } from '../serveDevnet.ts'
import { type ActiveChain, activateChain, afterBlock, sendTraffic } from './activeChain.ts'
import { BlockScheduler } from './blockScheduler.ts'
import { type Head, hasQueuedMessages, headOf } from './chainReads.ts'
import { targetTime, unixNow } from './clock.ts'
import { DevnetDamagedError, spaceErrorOf, withDevnetErrors } from './devnetErrors.ts'
import { type DevnetState, readState, writeState } from './devnetState.ts'
import type { FaucetRequest } from './faucet.ts'
import { checkElections, checkInterval, checkShards, checkTraffic, resetState } from './initialState.ts'
import { permanentKeyBlock, produceKeyBlock } from './keyBlock.ts'
import { checkSnapshotChain, type LiveChain, type OpenMode } from './liveChain.ts'
import { loadState, openOrCreateChain } from './openDirectory.ts'
import { recover } from './recovery.ts'
import {
  type DevnetControl,
  type DevnetEndpoint,
  DevnetError,
  type DevnetSettings,
  type ExampleMessages,
} from './runningDevnet.ts'
import {
  commitRestore,
  deleteSnapshot,
  listSnapshots,
  markReplaced,
  prepareRestore,
  saveSnapshot,
} from './snapshots.ts'
import { checkIndexed, checkReadable } from './startChecks.ts'

export type DevnetNodeHooks = {
  /** Called for failures that are retried, and for queries that failed because of a fault of the devnet. */
  onTrouble(error: unknown): void
  /** Called before a restore or reset; resolves when the chain has no more users. Never rejects. */
  onReplacing(): Promise<void>
  /** Called after a restore or reset. */
  onReplaced(endpoint: DevnetEndpoint): void
  /** Called after each masterchain block. */
  onHead(seqno: number): void
  /** Prints a line for the user. */
  onNotice(line: string): void
  /** Called when a restore or reset has failed and no chain is open. */
  onFatal(error: unknown): void
}

type OpenedDirectory = {
  readonly state: DevnetState
  readonly lock: DirectoryLock
  readonly damage: string | undefined
}

const MAX_STEPS = 1000

/** A running devnet, within its thread: the present chain, its liteserver, the block scheduler and all commands. */
export class DevnetNode implements DevnetControl {
  readonly #dir: string
  readonly #hooks: DevnetNodeHooks
  readonly #scheduler: BlockScheduler
  readonly #lock: DirectoryLock
  #state: DevnetState
  #chain: ActiveChain | undefined
  /** Why the chain is open read-only; undefined if it makes blocks. */
  #damage: string | undefined
  readonly #mode: OpenMode

  private constructor(
    { dir, recover: choice }: DevnetSettings,
    hooks: DevnetNodeHooks,
    { state, lock, damage }: OpenedDirectory,
  ) {
    this.#dir = dir
    this.#hooks = hooks
    this.#state = state
    this.#lock = lock
    this.#damage = damage
    // With a choice of recovery all files are checked for damage.
    this.#mode = { checkAll: choice !== undefined }
    this.#scheduler = new BlockScheduler({
      produce: (reason) => this.#produce(reason),
      hasWork: () => this.#isBusy(),
      interval: () => (this.#damage === undefined ? this.#state.blockInterval : 0),
      onTrouble: hooks.onTrouble,
    })
  }

  /**
   * Opens the devnet of a directory, or creates one. Rejects with DevnetError if the settings don't match it, and with
   * the system's error if the directory or the port can't be opened.
   */
  static async open(settings: DevnetSettings, hooks: DevnetNodeHooks): Promise<DevnetNode> {
    const { dir } = settings
    mkdirSync(dir, { recursive: true })
    const lock = await withDevnetErrors(async () => lockDirectory(dir))
    try {
      return await DevnetNode.#start(settings, hooks, lock).catch(async (error: unknown) => {
        if (!(error instanceof DevnetDamagedError)) throw error
        hooks.onNotice(await recover(settings, error))
        return DevnetNode.#start(
          settings,
          hooks,
          lock,
          settings.recover === 'read-only' ? error.message : undefined,
        )
      })
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** @param damage why only intact blocks are served, read-only */
  static async #start(
    settings: DevnetSettings,
    hooks: DevnetNodeHooks,
    lock: DirectoryLock,
    damage?: string,
  ): Promise<DevnetNode> {
    const { dir, port = 0 } = settings
    const state = damage === undefined ? loadState(settings) : readState(dir)
    if (!state?.begun && damage !== undefined)
      throw new DevnetError('conflict', `there is no chain in ${dir}`)
    const node = new DevnetNode(settings, hooks, { state: state as DevnetState, lock, damage })
    try {
      await node.#activate(node.#state, async (chain) => {
        if (damage === undefined) checkIndexed(settings, chain)
        else checkReadable(chain, damage)
        return node.#serve(chain, port)
      })
    } catch (error) {
      await node.#scheduler.stop()
      throw error
    }
    // The next block brings the time of a chain that was closed for long up to date.
    const { clock, blockInterval } = node.#state
    if (clock === 'wall' && blockInterval > 0 && damage === undefined) node.#scheduler.notify()
    return node
  }

  /** Returns why it is open read-only; undefined if it makes blocks. */
  readOnlyReason(): string | undefined {
    return this.#damage
  }

  endpoint(): DevnetEndpoint {
    const { devnet, server } = this.#current()
    const { zeroState } = devnet.store
    const { port, publicKey } = server
    const initBlock = permanentKeyBlock(devnet, listSnapshots(this.#dir)) ?? zeroState
    return { host: '127.0.0.1', port, publicKey, zeroState, initBlock }
  }

  async status(): Promise<DevnetStatus> {
    const { devnet, clock, faucet } = this.#current()
    const { seed, blockInterval, traffic, shards, elections, accounts } = this.#state
    const { balance, largest } = await faucet.funds()
    const head = this.#head()
    return {
      seed,
      ...head,
      now: Math.max(clock.now(), head.utime),
      clock: this.#state.clock,
      block_interval: blockInterval,
      traffic,
      shards,
      elections,
      waiting_messages: devnet.waitingMessages,
      faucet: {
        address: faucet.address.toRawString(),
        balance: balance.toString(),
        largest: largest.toString(),
      },
      scenario: accounts,
      snapshots: [...listSnapshots(this.#dir)],
    }
  }

  async faucet(request: FaucetRequest): Promise<FaucetAnswer> {
    this.#checkWritable()
    return this.#current().faucet.transfer(request)
  }

  async step(blocks: number): Promise<HeadAnswer> {
    if (!Number.isSafeInteger(blocks) || blocks < 1 || blocks > MAX_STEPS) {
      throw new DevnetError('bad-request', `1 to ${MAX_STEPS} blocks can be made at once`)
    }
    this.#checkWritable()
    return this.#runExclusive(async () => {
      for (let made = 0; made < blocks; made++) {
        if (made > 0) await yieldToEventLoop()
        await this.#makeBlock()
      }
    })
  }

  /** Makes a key block by a signed change of the configuration. Rejects with DevnetError. */
  async keyBlock(): Promise<KeyBlockAnswer> {
    this.#checkWritable()
    return this.#scheduler.run(async () => {
      const { devnet, clock } = this.#current()
      const id = await produceKeyBlock(
        devnet,
        () => Math.max(clock.now(), this.#head().utime),
        () => this.#makeBlock(),
      )
      return {
        workchain: id.workchain,
        shard: String(shardToSigned(id.shard)),
        seqno: id.seqno,
        root_hash: id.rootHash.toString('base64'),
        file_hash: id.fileHash.toString('base64'),
        utime: this.#head().utime,
      }
    })
  }

  async setTime(request: TimeRequest): Promise<HeadAnswer> {
    this.#checkWritable()
    return this.#runExclusive(async () => {
      const { clock } = this.#current()
      const end = targetTime(Math.max(clock.now(), this.#head().utime), request)
      const offset = clock.offset()
      const moveBack = clock.moveTo(end)
      try {
        this.#saveState({ clockOffset: clock.offset() })
        await this.#makeBlock()
      } catch (error) {
        moveBack()
        if (this.#state.clockOffset !== offset) this.#saveState({ clockOffset: offset })
        throw error
      }
    })
  }

  async settings(change: SettingsRequest): Promise<HeadAnswer> {
    this.#checkWritable()
    const { block_interval, traffic, shards, elections } = change
    checkInterval(block_interval)
    checkShards(shards)
    checkElections(elections)
    return this.#runExclusive(async () => {
      checkTraffic(this.#state, traffic)
      this.#saveState({
        ...(block_interval !== undefined && { blockInterval: block_interval }),
        ...(traffic !== undefined && { traffic }),
        ...(shards !== undefined && { shards }),
        ...(elections !== undefined && { elections }),
      })
      if (shards !== undefined) this.#current().devnet.setShards(shards)
    })
  }

  async exampleMessages(): Promise<ExampleMessages | undefined> {
    const { devnet, clock } = this.#current()
    const { seed, accounts } = this.#state
    if (accounts.length === 0) return undefined
    const context = { devnet, seed, now: () => Math.max(clock.now(), this.#head().utime) }
    return exampleMessages(context, this.#head().seqno)
  }

  async saveSnapshot(name: string): Promise<Snapshot> {
    this.#checkWritable()
    return this.#scheduler.run(async () => {
      this.#current()
      const about = { name, ...this.#head(), saved_at: unixNow() }
      await saveSnapshot(this.#dir, about)
      return about
    })
  }

  async deleteSnapshot(name: string): Promise<void> {
    return this.#scheduler.run(() => deleteSnapshot(this.#dir, name))
  }

  async restoreSnapshot(name: string): Promise<HeadAnswer> {
    return this.#runExclusive(async () => {
      await prepareRestore(this.#dir, name, (copy, { seqno }) =>
        checkSnapshotChain(copy, seqno, this.#hooks.onTrouble),
      )
      markReplaced(this.#dir)
      await this.#replace('the chain was restored from a snapshot', () => {
        commitRestore(this.#dir)
        const state = readState(this.#dir)
        if (!state) throw new Error('the restored directory has no settings')
        return state
      })
    })
  }

  async reset(): Promise<HeadAnswer> {
    return this.#runExclusive(async () => {
      const state = resetState(this.#state)
      markReplaced(this.#dir)
      // Written before the old chain is removed: a full disk rejects the reset, and after a crash the new chain starts.
      writeState(this.#dir, state)
      await this.#replace('the chain was reset', () => state)
    })
  }

  async close(): Promise<void> {
    const chain = this.#chain
    chain?.faucet.close(new DevnetError('conflict', 'the devnet is being closed'))
    await this.#scheduler.stop()
    await this.#deactivate()
    this.#lock.release()
  }

  #checkWritable(): void {
    if (this.#damage === undefined) return
    throw new DevnetError('conflict', `the devnet is open read-only and makes no blocks: ${this.#damage}`)
  }

  #current(): ActiveChain {
    if (this.#chain) return this.#chain
    throw new DevnetError('conflict', 'the chain is being replaced; try again in a moment')
  }

  #head(): Head {
    return headOf(this.#current().devnet, this.#state.genesisTime)
  }

  async #runExclusive(work: () => Promise<void>): Promise<HeadAnswer> {
    return this.#scheduler.run(async () => {
      this.#current()
      await work()
      return this.#head()
    })
  }

  #saveState(change: Partial<DevnetState>): void {
    const state = { ...this.#state, ...change }
    writeState(this.#dir, state)
    this.#state = state
  }

  #isBusy(): boolean {
    if (this.#damage !== undefined) return false
    return (
      this.#chain !== undefined && (this.#chain.hasMessagesQueued || this.#chain.devnet.waitingMessages > 0)
    )
  }

  async #produce(reason: 'messages' | 'heartbeat'): Promise<void> {
    if (!this.#chain) return
    if (reason === 'heartbeat') await sendTraffic(this.#chain, this.#state, this.#hooks.onTrouble)
    try {
      await this.#makeBlock()
    } catch (error) {
      const refusal = spaceErrorOf(error)
      if (refusal instanceof DevnetError) this.#chain?.faucet.refuseAll(refusal)
      throw error
    }
  }

  async #makeBlock(): Promise<BlockIdExt> {
    const chain = this.#current()
    const step = await chain.devnet.step()
    this.#hooks.onHead(step.masterchain.seqno)
    chain.hasMessagesQueued = await hasQueuedMessages(chain.devnet)
    this.#scheduler.restartInterval()
    await afterBlock(chain, step, this.#state, this.#hooks.onTrouble)
    return step.masterchain
  }

  /** Replaces the chain. If the new one can't be opened, no chain is left: calls onFatal. */
  async #replace(reason: string, swap: () => DevnetState): Promise<void> {
    const { server, faucet } = this.#current()
    const { port } = server
    await this.#hooks.onReplacing()
    try {
      faucet.close(new DevnetError('conflict', reason))
      await this.#deactivate()
      this.#damage = undefined
      await this.#activate(swap(), (chain) => this.#serveAgain(chain, port))
    } catch (error) {
      this.#hooks.onFatal(error)
      throw error
    }
    this.#hooks.onReplaced(this.endpoint())
  }

  async #activate(state: DevnetState, serve: (chain: LiveChain) => Promise<AdnlServer>): Promise<void> {
    const { onTrouble } = this.#hooks
    const opened = await openOrCreateChain(this.#dir, state, onTrouble, {
      ...this.#mode,
      readOnly: this.#damage !== undefined,
    })
    const notify = () => this.#scheduler.notify()
    this.#chain = await activateChain(opened.chain, opened.state, { serve, notify, onTrouble })
    this.#state = opened.state
    this.#scheduler.reschedule()
  }

  #serve({ devnet, clock }: LiveChain, port: number): Promise<AdnlServer> {
    return serveDevnet(devnet, {
      port,
      clock: () => clock.now(),
      onMessage: () => this.#scheduler.notify(),
      onTrouble: (error) => this.#hooks.onTrouble(error),
    })
  }

  /** Serves on the same port, or on a free one if another program uses that port now. */
  async #serveAgain(chain: LiveChain, port: number): Promise<AdnlServer> {
    try {
      return await this.#serve(chain, port)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      return this.#serve(chain, 0)
    }
  }

  async #deactivate(): Promise<void> {
    const chain = this.#chain
    this.#chain = undefined
    await chain?.server.close()
    await chain?.devnet.close()
  }
}

/** Lets queries be answered between two blocks. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
