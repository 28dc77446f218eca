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
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { AdnlServer } from '../../liteserver/adnl/server.ts'
import type { Step } from '../chain/devnet.ts'
import { type DirectoryLock, lockDirectory } from '../chain/directoryLock.ts'
import { ElectionRunner } from '../elections/electionRunner.ts'
import { exampleMessages } from '../scenario/exampleMessages.ts'
import { createTraffic, type Traffic } from '../scenario/traffic.ts'
import { serveDevnet } from '../serveDevnet.ts'
import { type Head, hasMessagesOnWay, headOf } from './chainReads.ts'
import { journeyEnd, unixNow } from './clock.ts'
import { DevnetDamagedError, refusing, spaceRefusalOf } from './directoryRefusal.ts'
import { Faucet, type FaucetRequest } from './faucet.ts'
import {
  begunAnew,
  changedMemory,
  checkElections,
  checkInterval,
  checkShards,
  newMemory,
} from './firstMemory.ts'
import { lastingKeyBlock, makeKeyBlock } from './keyBlock.ts'
import {
  beginChain,
  type LiveChain,
  type OnTrouble,
  type OpenMode,
  openChain,
  tryChain,
} from './liveChain.ts'
import { type DevnetMemory, readMemory, writeMemory } from './memory.ts'
import { recover } from './recovery.ts'
import { Rhythm } from './rhythm.ts'
import {
  type DevnetControl,
  type DevnetEndpoint,
  DevnetRefusal,
  type DevnetSettings,
  type ExampleMessages,
} from './runningDevnet.ts'
import {
  commitRestore,
  forgetSnapshot,
  listSnapshots,
  markReplaced,
  prepareRestore,
  recoverDirectory,
  saveSnapshot,
} from './snapshots.ts'
import { readActive } from './stage.ts'
import { checkIndexed, checkNoChain, checkReadable } from './startChecks.ts'

export type LifeHooks = {
  /** What failed and is tried again, and queries that failed for a reason of ours. */
  onTrouble(error: unknown): void
  /** Before a restore or reset: resolves when nothing asks the chain any more. Never rejects. */
  onReplacing(): Promise<void>
  /** After a restore or reset. */
  onReplaced(endpoint: DevnetEndpoint): void
  /** A masterchain block was made. */
  onHead(seqno: number): void
  /** A line for the user. */
  onNotice(line: string): void
  /** It has no chain any more and is of no use. */
  onFatal(error: unknown): void
}

/** What belongs to one chain, until another takes its place. */
type Scene = LiveChain & {
  readonly server: AdnlServer
  readonly faucet: Faucet
  readonly traffic: Traffic
  readonly elections: ElectionRunner
  /** Internal messages were on their way after the newest block. */
  onWay: boolean
}

type Opening = {
  readonly memory: DevnetMemory
  readonly lock: DirectoryLock
  readonly damage: string | undefined
}

/** On average there are so many seconds between two acts of the traffic. */
const TRAFFIC_SECONDS = 15
const MAX_STEPS = 1000

/** A devnet at work, in the thread in which it is: its chain, its liteserver, its rhythm, all that can be asked. */
export class Life implements DevnetControl {
  readonly #dir: string
  readonly #hooks: LifeHooks
  readonly #rhythm: Rhythm
  readonly #lock: DirectoryLock
  #memory: DevnetMemory
  #scene: Scene | undefined
  /** Why it is open read-only; undefined if it makes blocks. */
  #damage: string | undefined
  readonly #mode: OpenMode

  private constructor(
    { dir, recover: choice }: DevnetSettings,
    hooks: LifeHooks,
    { memory, lock, damage }: Opening,
  ) {
    this.#dir = dir
    this.#hooks = hooks
    this.#memory = memory
    this.#lock = lock
    this.#damage = damage
    // Whoever says what to do about damage wants it found.
    this.#mode = { checkAll: choice !== undefined }
    this.#rhythm = new Rhythm({
      beat: (reason) => this.#beat(reason),
      busy: () => this.#isBusy(),
      interval: () => (this.#damage === undefined ? this.#memory.blockInterval : 0),
      onTrouble: hooks.onTrouble,
    })
  }

  /**
   * Opens what the directory holds, or begins anew. Rejects with DevnetRefusal where the settings don't fit it, with
   * the system's error where directory or port can't be had.
   */
  static async open(settings: DevnetSettings, hooks: LifeHooks): Promise<Life> {
    const { dir } = settings
    mkdirSync(dir, { recursive: true })
    const lock = await refusing(async () => lockDirectory(dir))
    try {
      return await Life.#start(settings, hooks, lock).catch(async (error: unknown) => {
        if (!(error instanceof DevnetDamagedError)) throw error
        hooks.onNotice(await recover(settings, error))
        return Life.#start(
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

  /** @param damage opens what is intact read-only */
  static async #start(
    settings: DevnetSettings,
    hooks: LifeHooks,
    lock: DirectoryLock,
    damage?: string,
  ): Promise<Life> {
    const { dir, port = 0 } = settings
    const memory = damage === undefined ? openMemory(settings) : readMemory(dir)
    if (!memory?.begun && damage !== undefined)
      throw new DevnetRefusal('conflict', `there is no chain in ${dir}`)
    const life = new Life(settings, hooks, { memory: memory as DevnetMemory, lock, damage })
    try {
      await life.#enterScene(life.#memory, async (chain) => {
        if (damage === undefined) checkIndexed(settings, chain)
        else checkReadable(chain, damage)
        return life.#serve(chain, port)
      })
    } catch (error) {
      await life.#rhythm.stop()
      throw error
    }
    // A chain that was away for long is brought to the present.
    const { clock, blockInterval } = life.#memory
    if (clock === 'wall' && blockInterval > 0 && damage === undefined) life.#rhythm.poke()
    return life
  }

  /** Returns why it is open read-only; undefined if it makes blocks. */
  readOnlyReason(): string | undefined {
    return this.#damage
  }

  endpoint(): DevnetEndpoint {
    const { devnet, server } = this.#current()
    const { zeroState } = devnet.store
    const { port, publicKey } = server
    const initBlock = lastingKeyBlock(devnet, listSnapshots(this.#dir)) ?? zeroState
    return { host: '127.0.0.1', port, publicKey, zeroState, initBlock }
  }

  async status(): Promise<DevnetStatus> {
    const { devnet, clock, faucet } = this.#current()
    const { seed, blockInterval, traffic, shards, elections, accounts } = this.#memory
    const { balance, largest } = await faucet.means()
    const head = this.#head()
    return {
      seed,
      ...head,
      now: Math.max(clock.now(), head.utime),
      clock: this.#memory.clock,
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
    return this.#current().faucet.give(request)
  }

  async step(blocks: number): Promise<HeadAnswer> {
    if (!Number.isSafeInteger(blocks) || blocks < 1 || blocks > MAX_STEPS) {
      throw new DevnetRefusal('bad-request', `1 to ${MAX_STEPS} blocks can be made at once`)
    }
    this.#checkWritable()
    return this.#alone(async () => {
      for (let made = 0; made < blocks; made++) {
        if (made > 0) await breath()
        await this.#makeBlock()
      }
    })
  }

  /** Makes a key block by a signed change of the configuration. Rejects with DevnetRefusal. */
  async keyBlock(): Promise<KeyBlockAnswer> {
    this.#checkWritable()
    return this.#rhythm.run(async () => {
      const { devnet, clock } = this.#current()
      const id = await makeKeyBlock(
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

  async travel(journey: TimeRequest): Promise<HeadAnswer> {
    this.#checkWritable()
    return this.#alone(async () => {
      const { clock } = this.#current()
      const end = journeyEnd(Math.max(clock.now(), this.#head().utime), journey)
      const offset = clock.offset()
      const moveBack = clock.moveTo(end)
      try {
        this.#remember({ clockOffset: clock.offset() })
        await this.#makeBlock()
      } catch (error) {
        moveBack()
        if (this.#memory.clockOffset !== offset) this.#remember({ clockOffset: offset })
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
    return this.#alone(async () => {
      if (traffic && this.#memory.accounts.length === 0) {
        throw new DevnetRefusal('conflict', 'this devnet has no scenario, so there is nobody to make traffic')
      }
      this.#remember({
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
    const { seed, accounts } = this.#memory
    if (accounts.length === 0) return undefined
    const stage = { devnet, seed, now: () => Math.max(clock.now(), this.#head().utime) }
    return exampleMessages(stage, this.#head().seqno)
  }

  async save(name: string): Promise<Snapshot> {
    this.#checkWritable()
    return this.#rhythm.run(async () => {
      this.#current()
      const about = { name, ...this.#head(), saved_at: unixNow() }
      await saveSnapshot(this.#dir, about)
      return about
    })
  }

  async forget(name: string): Promise<void> {
    return this.#rhythm.run(() => forgetSnapshot(this.#dir, name))
  }

  async restore(name: string): Promise<HeadAnswer> {
    return this.#alone(async () => {
      await prepareRestore(this.#dir, name, (copy, { seqno }) => tryChain(copy, seqno, this.#hooks.onTrouble))
      markReplaced(this.#dir)
      await this.#replace('the chain was restored from a snapshot', () => {
        commitRestore(this.#dir)
        const memory = readMemory(this.#dir)
        if (!memory) throw new Error('the restored directory has no settings')
        return memory
      })
    })
  }

  async reset(): Promise<HeadAnswer> {
    return this.#alone(async () => {
      const memory = begunAnew(this.#memory)
      markReplaced(this.#dir)
      // While the old chain is still there: a full disk refuses the reset, and a crash later begins anew.
      writeMemory(this.#dir, memory)
      await this.#replace('the chain was reset', () => memory)
    })
  }

  async close(): Promise<void> {
    const scene = this.#scene
    scene?.faucet.close(new DevnetRefusal('conflict', 'the devnet is being closed'))
    await this.#rhythm.stop()
    await this.#leaveScene()
    this.#lock.release()
  }

  #checkWritable(): void {
    if (this.#damage === undefined) return
    throw new DevnetRefusal('conflict', `the devnet is open read-only and makes no blocks: ${this.#damage}`)
  }

  #current(): Scene {
    if (this.#scene) return this.#scene
    throw new DevnetRefusal('conflict', 'the chain is being replaced; ask again in a moment')
  }

  #head(): Head {
    return headOf(this.#current().devnet, this.#memory.genesisTime)
  }

  async #alone(work: () => Promise<void>): Promise<HeadAnswer> {
    return this.#rhythm.run(async () => {
      this.#current()
      await work()
      return this.#head()
    })
  }

  #remember(change: Partial<DevnetMemory>): void {
    const memory = { ...this.#memory, ...change }
    writeMemory(this.#dir, memory)
    this.#memory = memory
  }

  #isBusy(): boolean {
    if (this.#damage !== undefined) return false
    return this.#scene !== undefined && (this.#scene.onWay || this.#scene.devnet.waitingMessages > 0)
  }

  async #beat(reason: 'messages' | 'heartbeat'): Promise<void> {
    if (!this.#scene) return
    if (reason === 'heartbeat') await this.#actSometimes(this.#scene)
    try {
      await this.#makeBlock()
    } catch (error) {
      const refusal = spaceRefusalOf(error)
      if (refusal instanceof DevnetRefusal) this.#scene?.faucet.refuseAll(refusal)
      throw error
    }
  }

  async #makeBlock(): Promise<BlockIdExt> {
    const scene = this.#current()
    const step = await scene.devnet.step()
    this.#hooks.onHead(step.masterchain.seqno)
    scene.onWay = await hasMessagesOnWay(scene.devnet)
    this.#rhythm.restartInterval()
    await this.#tellFaucet(scene, step)
    await this.#takePart(scene)
    return step.masterchain
  }

  /** The block is made, whatever the faucet makes of it. */
  async #tellFaucet({ faucet }: Scene, step: Step): Promise<void> {
    try {
      await faucet.observe(step)
    } catch (error) {
      this.#hooks.onTrouble(error)
    }
  }

  /** Sends what the validator has to send in elections; the next block includes it. */
  async #takePart({ elections }: Scene): Promise<void> {
    const { elections: seconds } = this.#memory
    if (seconds === 0) return
    try {
      await elections.act(seconds)
    } catch (error) {
      this.#hooks.onTrouble(error)
    }
  }

  /** Whether it is time follows from the newest block, so that with a seed the same happens everywhere. */
  async #actSometimes({ devnet, traffic }: Scene): Promise<void> {
    const { blockInterval } = this.#memory
    if (!this.#memory.traffic) return
    const chance = devnet.store.head().rootHash.readUInt16BE(0) / 0x10000
    if (chance >= blockInterval / TRAFFIC_SECONDS) return
    try {
      await traffic.act()
    } catch (error) {
      this.#hooks.onTrouble(error)
    }
  }

  /** Puts another chain in the place of this one; without either, the devnet is at its end. */
  async #replace(reason: string, swap: () => DevnetMemory): Promise<void> {
    const { server, faucet } = this.#current()
    const { port } = server
    await this.#hooks.onReplacing()
    try {
      faucet.close(new DevnetRefusal('conflict', reason))
      await this.#leaveScene()
      this.#damage = undefined
      await this.#enterScene(swap(), (chain) => this.#serveAgain(chain, port))
    } catch (error) {
      this.#hooks.onFatal(error)
      throw error
    }
    this.#hooks.onReplaced(this.endpoint())
  }

  async #enterScene(memory: DevnetMemory, serve: (chain: LiveChain) => Promise<AdnlServer>): Promise<void> {
    const { chain, memory: begun } = await chainOf(this.#dir, memory, this.#hooks.onTrouble, {
      ...this.#mode,
      readOnly: this.#damage !== undefined,
    })
    const { devnet, clock } = chain
    try {
      const traffic = createTraffic({
        devnet,
        seed: begun.seed,
        introduced: begun.accounts,
        now: () => clock.now(),
        send: (message) => devnet.send(serializeBoc(message)),
        state: (address) => readActive(devnet, address),
      })
      const faucet = new Faucet({ devnet, poke: () => this.#rhythm.poke() })
      const elections = new ElectionRunner({
        devnet,
        seed: begun.seed,
        now: () => Math.max(clock.now(), headOf(devnet, begun.genesisTime).utime),
        fund: async (account, amount) => {
          await faucet.give({ address: account.toRawString(), amount })
        },
        onTrouble: (error) => this.#hooks.onTrouble(error),
      })
      const onWay = await hasMessagesOnWay(devnet)
      this.#scene = { ...chain, server: await serve(chain), faucet, traffic, elections, onWay }
      this.#memory = begun
    } catch (error) {
      await devnet.close()
      throw error
    }
    this.#rhythm.replan()
  }

  #serve({ devnet, clock }: LiveChain, port: number): Promise<AdnlServer> {
    return serveDevnet(devnet, {
      port,
      clock: () => clock.now(),
      onMessage: () => this.#rhythm.poke(),
      onTrouble: (error) => this.#hooks.onTrouble(error),
    })
  }

  /** Where it was, or elsewhere if that was taken meanwhile. */
  async #serveAgain(chain: LiveChain, port: number): Promise<AdnlServer> {
    try {
      return await this.#serve(chain, port)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      return this.#serve(chain, 0)
    }
  }

  async #leaveScene(): Promise<void> {
    const scene = this.#scene
    this.#scene = undefined
    await scene?.server.close()
    await scene?.devnet.close()
  }
}

/** What the directory remembers, changed or begun by the settings: recorded before anything else happens. */
function openMemory(settings: DevnetSettings): DevnetMemory {
  const { dir } = settings
  recoverDirectory(dir)
  const remembered = readMemory(dir)
  if (!remembered) checkNoChain(dir)
  let memory = remembered ? changedMemory(remembered, settings) : newMemory(settings)
  if (!memory.begun) {
    const anew = begunAnew(memory)
    memory = { ...anew, genesisTime: settings.genesisTime ?? anew.genesisTime }
  }
  writeMemory(dir, memory)
  return memory
}

/** The chain that a directory holds; where it hasn't begun, it does. */
async function chainOf(
  dir: string,
  memory: DevnetMemory,
  onTrouble: OnTrouble,
  mode: OpenMode,
): Promise<{ readonly chain: LiveChain; readonly memory: DevnetMemory }> {
  if (memory.begun) return { chain: await openChain(dir, memory, onTrouble, mode), memory }
  const { accounts, ...chain } = await beginChain(dir, memory, onTrouble)
  const begun = {
    ...memory,
    begun: true,
    clockOffset: chain.clock.offset(),
    traffic: memory.traffic && accounts.length > 0,
    accounts: [...accounts],
  }
  writeMemory(dir, begun)
  return { chain, memory: begun }
}

/** Lets queries be answered between two blocks. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
