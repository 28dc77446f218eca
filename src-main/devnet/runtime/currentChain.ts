import type { DevnetStatus } from '#shared/schema/devnet.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import type { AdnlServer } from '../../liteserver/adnl/server.ts'
import { serveDevnet } from '../serveDevnet.ts'
import { type ActiveChain, activateChain, afterBlock } from './activeChain.ts'
import type { BlockScheduler } from './blockScheduler.ts'
import { type Head, hasQueuedMessages, headOf } from './chainReads.ts'
import { DevnetError } from './devnetErrors.ts'
import type { DevnetNodeHooks } from './devnetNode.ts'
import { type DevnetState, writeState } from './devnetState.ts'
import { permanentKeyBlock } from './keyBlock.ts'
import type { LiveChain, OpenMode } from './liveChain.ts'
import { openOrCreateChain } from './openDirectory.ts'
import type { DevnetEndpoint } from './runningDevnet.ts'
import { listSnapshots } from './snapshots.ts'

/** Changes of DevnetClock.behind below this are rounding, seconds. */
const LEAST_BEHIND = 2

export type CurrentChainOptions = {
  readonly dir: string
  readonly state: DevnetState
  /** Why only intact blocks are served, read-only; undefined if the chain makes blocks. */
  readonly damage: string | undefined
  readonly mode: OpenMode
  readonly scheduler: Pick<BlockScheduler, 'notify' | 'reschedule' | 'restartInterval'>
  readonly hooks: Pick<DevnetNodeHooks, 'onTrouble' | 'onHead' | 'onNotice'>
}

/** The open chain of a devnet with its liteserver and its state. A restore or reset replaces it. */
export class CurrentChain {
  readonly #options: CurrentChainOptions
  #state: DevnetState
  #damage: string | undefined
  #chain: ActiveChain | undefined

  constructor(options: CurrentChainOptions) {
    this.#options = options
    this.#state = options.state
    this.#damage = options.damage
  }

  get state(): DevnetState {
    return this.#state
  }

  get damage(): string | undefined {
    return this.#damage
  }

  /** Whether messages wait for another block. */
  get isBusy(): boolean {
    if (this.#damage !== undefined || !this.#chain) return false
    return this.#chain.hasMessagesQueued || this.#chain.devnet.waitingMessages > 0
  }

  /** Returns the chain; throws DevnetError while it is being replaced. */
  active(): ActiveChain {
    if (this.#chain) return this.#chain
    throw new DevnetError('conflict', 'the chain is being replaced', { hint: 'try again in a moment' })
  }

  /** Returns the chain; undefined while it is being replaced. */
  activeIfAny(): ActiveChain | undefined {
    return this.#chain
  }

  checkWritable(): void {
    if (this.#damage === undefined) return
    throw new DevnetError('conflict', `the devnet is open read-only and makes no blocks: ${this.#damage}`)
  }

  head(): Head {
    return headOf(this.active().devnet, this.#state.genesisTime)
  }

  /** Returns the present time of the chain, Unix seconds; never before its newest block. */
  now(): number {
    return Math.max(this.active().clock.now(), this.head().utime)
  }

  /** Returns how far the chain's time is ahead of this machine's clock, as the status has it. */
  clockDistance(): Pick<DevnetStatus, 'clock_offset' | 'clock_behind'> {
    const { clock } = this.active()
    if (this.#state.clock === 'stepped') return { clock_offset: null, clock_behind: 0 }
    const behind = clock.behind()
    return { clock_offset: clock.offset() + behind, clock_behind: behind }
  }

  endpoint(): DevnetEndpoint {
    const { devnet, server } = this.active()
    const { zeroState } = devnet.store
    const { port, publicKey } = server
    const initBlock = permanentKeyBlock(devnet, listSnapshots(this.#options.dir)) ?? zeroState
    return { host: '127.0.0.1', port, publicKey, zeroState, initBlock }
  }

  saveState(change: Partial<DevnetState>): void {
    const state = { ...this.#state, ...change }
    writeState(this.#options.dir, state)
    this.#state = state
  }

  async makeBlock(): Promise<BlockIdExt> {
    const { hooks, scheduler } = this.#options
    const chain = this.active()
    const step = await chain.devnet.step()
    hooks.onHead(step.masterchain.seqno)
    this.#noteClock(chain)
    chain.hasMessagesQueued = await hasQueuedMessages(chain.devnet)
    scheduler.restartInterval()
    await afterBlock(chain, step, this.#state, hooks.onTrouble)
    return step.masterchain
  }

  /**
   * Opens the chain of the directory, and serves it on a port.
   * @param check called before it is served; if it throws, the chain is closed again
   */
  async open(port: number, check: (chain: LiveChain) => void): Promise<void> {
    await this.#activate(this.#state, async (chain) => {
      check(chain)
      return this.#serve(chain, port)
    })
  }

  /** Closes the chain, and opens the one that `swap` puts in its place. */
  async replace(reason: string, swap: () => DevnetState): Promise<void> {
    const { server, faucet } = this.active()
    const { port } = server
    faucet.close(new DevnetError('conflict', reason))
    await this.close()
    this.#damage = undefined
    await this.#activate(swap(), (chain) => this.#serveAgain(chain, port))
  }

  async close(): Promise<void> {
    const chain = this.#chain
    this.#chain = undefined
    await chain?.server.close()
    await chain?.devnet.close()
  }

  async #activate(state: DevnetState, serve: (chain: LiveChain) => Promise<AdnlServer>): Promise<void> {
    const { dir, mode, scheduler, hooks } = this.#options
    const { onTrouble } = hooks
    const opened = await openOrCreateChain(dir, state, onTrouble, {
      ...mode,
      readOnly: this.#damage !== undefined,
    })
    const notify = () => scheduler.notify()
    this.#chain = await activateChain(opened.chain, opened.state, { serve, notify, onTrouble })
    this.#state = opened.state
    scheduler.reschedule()
  }

  /** Stores how far this machine's clock is behind, and says so, after a block. */
  #noteClock({ clock }: LiveChain): void {
    const { onTrouble, onNotice } = this.#options.hooks
    const before = this.#state.clockBehind
    const behind = clock.behind()
    if (Math.abs(behind - before) < LEAST_BEHIND) return
    try {
      this.saveState({ clockBehind: behind })
    } catch (error) {
      // The block is made; the distance is stored after a later one.
      onTrouble(error)
      return
    }
    if (behind >= LEAST_BEHIND) {
      onNotice(
        `This machine's clock is ${behind} s behind the newest block of the devnet: it was ahead before, or is wrong now. ` +
          "The devnet's time goes on from its newest block.",
      )
    } else onNotice("This machine's clock has caught up with the devnet, whose time follows it again.")
  }

  #serve({ devnet, clock }: LiveChain, port: number): Promise<AdnlServer> {
    const { scheduler, hooks } = this.#options
    return serveDevnet(devnet, {
      port,
      clock: () => clock.now(),
      onMessage: () => scheduler.notify(),
      onTrouble: (error) => hooks.onTrouble(error),
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
}
