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
import { type DirectoryLock, lockDirectory } from '../chain/directoryLock.ts'
import { exampleMessages } from '../scenario/exampleMessages.ts'
import { sendTraffic } from './activeChain.ts'
import { BlockScheduler } from './blockScheduler.ts'
import { type MachineClock, targetTime, unixNow } from './clock.ts'
import { CurrentChain } from './currentChain.ts'
import { DevnetDamagedError, DevnetError, spaceErrorOf, withDirectoryErrors } from './devnetErrors.ts'
import { type DevnetState, readState, writeState } from './devnetState.ts'
import type { FaucetRequest } from './faucet.ts'
import { checkElections, checkInterval, checkShards, checkTraffic, resetState } from './initialState.ts'
import { produceKeyBlock } from './keyBlock.ts'
import { checkSnapshotChain } from './liveChain.ts'
import { loadState } from './openDirectory.ts'
import { recover } from './recovery.ts'
import type { DevnetControl, DevnetEndpoint, DevnetSettings, ExampleMessages } from './runningDevnet.ts'
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
  /** Replaced in tests. */
  readonly machine?: MachineClock
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
  readonly #chain: CurrentChain

  private constructor(
    { dir, recover: choice }: DevnetSettings,
    hooks: DevnetNodeHooks,
    { state, lock, damage }: OpenedDirectory,
  ) {
    this.#dir = dir
    this.#hooks = hooks
    this.#lock = lock
    this.#chain = new CurrentChain({
      dir,
      state,
      damage,
      // With a choice of recovery all files are checked for damage.
      mode: { checkAll: choice !== undefined, machine: hooks.machine },
      scheduler: {
        notify: () => this.#scheduler.notify(),
        reschedule: () => this.#scheduler.reschedule(),
        restartInterval: () => this.#scheduler.restartInterval(),
      },
      hooks,
    })
    this.#scheduler = new BlockScheduler({
      produce: (reason) => this.#produce(reason),
      hasWork: () => this.#chain.isBusy,
      interval: () => (this.#chain.damage === undefined ? this.#chain.state.blockInterval : 0),
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
    const lock = await withDirectoryErrors(async () => lockDirectory(dir))
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
      await node.#chain.open(port, (chain) => {
        if (damage === undefined) checkIndexed(settings, chain)
        else checkReadable(chain, damage)
      })
    } catch (error) {
      await node.#scheduler.stop()
      throw error
    }
    // The next block brings the time of a chain that was closed for long up to date.
    const { clock, blockInterval } = node.#chain.state
    if (clock === 'wall' && blockInterval > 0 && damage === undefined) node.#scheduler.notify()
    return node
  }

  /** Returns why it is open read-only; undefined if it makes blocks. */
  readOnlyReason(): string | undefined {
    return this.#chain.damage
  }

  endpoint(): DevnetEndpoint {
    return this.#chain.endpoint()
  }

  async status(): Promise<DevnetStatus> {
    const { devnet, faucet } = this.#chain.active()
    const { seed, blockInterval, traffic, shards, elections, accounts } = this.#chain.state
    const { balance, largest } = await faucet.funds()
    const head = this.#chain.head()
    return {
      seed,
      ...head,
      now: this.#chain.now(),
      clock: this.#chain.state.clock,
      ...this.#chain.clockDistance(),
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
    this.#chain.checkWritable()
    return this.#chain.active().faucet.transfer(request)
  }

  async step(blocks: number): Promise<HeadAnswer> {
    if (!Number.isSafeInteger(blocks) || blocks < 1 || blocks > MAX_STEPS) {
      throw new DevnetError('bad-request', `1 to ${MAX_STEPS} blocks can be made at once`)
    }
    this.#chain.checkWritable()
    return this.#runExclusive(async () => {
      for (let made = 0; made < blocks; made++) {
        if (made > 0) await yieldToEventLoop()
        await this.#chain.makeBlock()
      }
    })
  }

  /** Makes a key block by a signed change of the configuration. Rejects with DevnetError. */
  async keyBlock(): Promise<KeyBlockAnswer> {
    this.#chain.checkWritable()
    return this.#scheduler.run(async () => {
      const { devnet } = this.#chain.active()
      const id = await produceKeyBlock(
        devnet,
        () => this.#chain.now(),
        () => this.#chain.makeBlock(),
      )
      return {
        workchain: id.workchain,
        shard: String(shardToSigned(id.shard)),
        seqno: id.seqno,
        root_hash: id.rootHash.toString('base64'),
        file_hash: id.fileHash.toString('base64'),
        utime: this.#chain.head().utime,
      }
    })
  }

  async setTime(request: TimeRequest): Promise<HeadAnswer> {
    this.#chain.checkWritable()
    return this.#runExclusive(async () => {
      const { clock } = this.#chain.active()
      const end = targetTime(this.#chain.now(), request)
      const { clockOffset, clockBehind } = this.#chain.state
      const moveBack = clock.moveTo(end)
      try {
        this.#chain.saveState({ clockOffset: clock.offset(), clockBehind: clock.behind() })
        await this.#chain.makeBlock()
      } catch (error) {
        moveBack()
        if (this.#chain.state.clockOffset !== clockOffset) this.#chain.saveState({ clockOffset, clockBehind })
        throw error
      }
    })
  }

  async settings(change: SettingsRequest): Promise<HeadAnswer> {
    this.#chain.checkWritable()
    const { block_interval, traffic, shards, elections } = change
    checkInterval(block_interval)
    checkShards(shards)
    checkElections(elections)
    return this.#runExclusive(async () => {
      checkTraffic(this.#chain.state, traffic)
      this.#chain.saveState({
        ...(block_interval !== undefined && { blockInterval: block_interval }),
        ...(traffic !== undefined && { traffic }),
        ...(shards !== undefined && { shards }),
        ...(elections !== undefined && { elections }),
      })
      if (shards !== undefined) this.#chain.active().devnet.setShards(shards)
    })
  }

  async exampleMessages(): Promise<ExampleMessages | undefined> {
    const { devnet } = this.#chain.active()
    const { seed, accounts } = this.#chain.state
    if (accounts.length === 0) return undefined
    const context = { devnet, seed, now: () => this.#chain.now() }
    return exampleMessages(context, this.#chain.head().seqno)
  }

  async saveSnapshot(name: string): Promise<Snapshot> {
    this.#chain.checkWritable()
    return this.#scheduler.run(async () => {
      this.#chain.active()
      const about = { name, ...this.#chain.head(), saved_at: unixNow() }
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
      const state = resetState(this.#chain.state)
      markReplaced(this.#dir)
      // Written before the old chain is removed: a full disk rejects the reset, and after a crash the new chain starts.
      writeState(this.#dir, state)
      await this.#replace('the chain was reset', () => state)
    })
  }

  async close(): Promise<void> {
    const chain = this.#chain.activeIfAny()
    chain?.faucet.close(new DevnetError('conflict', 'the devnet is being closed'))
    await this.#scheduler.stop()
    await this.#chain.close()
    this.#lock.release()
  }

  async #runExclusive(work: () => Promise<void>): Promise<HeadAnswer> {
    return this.#scheduler.run(async () => {
      this.#chain.active()
      await work()
      return this.#chain.head()
    })
  }

  async #produce(reason: 'messages' | 'heartbeat'): Promise<void> {
    const chain = this.#chain.activeIfAny()
    if (!chain) return
    if (reason === 'heartbeat') await sendTraffic(chain, this.#chain.state, this.#hooks.onTrouble)
    try {
      await this.#chain.makeBlock()
    } catch (error) {
      const failure = spaceErrorOf(error)
      if (failure instanceof DevnetError) this.#chain.activeIfAny()?.faucet.refuseAll(failure)
      throw error
    }
  }

  /** Replaces the chain. If the new one cannot be opened, no chain is left: calls onFatal. */
  async #replace(reason: string, swap: () => DevnetState): Promise<void> {
    this.#chain.active()
    await this.#hooks.onReplacing()
    try {
      await this.#chain.replace(reason, swap)
    } catch (error) {
      this.#hooks.onFatal(error)
      throw error
    }
    this.#hooks.onReplaced(this.endpoint())
  }
}

/** Lets queries be answered between two blocks. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
