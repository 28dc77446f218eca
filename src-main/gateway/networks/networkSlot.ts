import { messageOf } from '#shared/messageOf.ts'
import type { NetworkEntry } from '#shared/schema/networks.ts'
import type { Status } from '#shared/schema/status.ts'
import { createAsleepApp, QUIET_PATHS } from '../../http/asleepApp.ts'
import { gatewayGuards } from '../gatewayApp.ts'
import type { Fetch } from '../gatewayServer.ts'
import type { GatewaySetup } from '../gatewaySettings.ts'
import type { KnownNetwork } from './knownNetworks.ts'
import {
  networkAccess,
  type OpenNetwork,
  openNetwork,
  type Program,
  type RunningNetwork,
} from './openNetwork.ts'

/** How long a request waits for a network that starts, ms: below the time limit of a request to v3. */
const WAIT_MS = 12_000
/** A network that could not start is tried again by the first request after this time, ms. */
const RETRY_MS = 5_000
/** How long the end of a network that still starts is waited for, ms. */
const END_WAIT_MS = 5_000

type State =
  | { readonly kind: 'asleep' }
  | { readonly kind: 'starting'; readonly open: OpenNetwork; readonly ready: Promise<RunningNetwork> }
  | { readonly kind: 'running'; readonly open: OpenNetwork; readonly network: RunningNetwork }
  | { readonly kind: 'ending'; readonly ended: Promise<void> }
  | { readonly kind: 'failed'; readonly error: string; readonly at: number }

export type NetworkSlotOptions = {
  readonly program: Program
  /** Of this network. */
  readonly setup: GatewaySetup
  /** Base of the network's own links: empty for the default network. */
  readonly base: string
  /** Called after the network has started or ended. */
  onChange(): void
}

/** A network of the program, running or asleep. Starting and ending never overlap. */
export class NetworkSlot {
  readonly #options: NetworkSlotOptions
  readonly #asleep: Fetch
  readonly #access
  #known: KnownNetwork
  #state: State = { kind: 'asleep' }
  #progress: string | undefined
  /** Requests whose answer is not finished. */
  #pending = 0
  /** performance.now() of the last request. */
  #usedAt = performance.now()
  /** The newest head while it ran; shown while it is asleep. */
  #lastHead: Status['head'] = null
  #isClosed = false

  constructor(known: KnownNetwork, options: NetworkSlotOptions) {
    const { program, setup } = options
    this.#known = known
    this.#options = options
    this.#access = networkAccess(program, setup)
    const app = createAsleepApp({
      ...gatewayGuards(setup, program, this.#access),
      network: {
        name: known.name,
        state: () => this.#stateWord(),
        line: () => this.#line(),
        wake: () => this.#wakeSilently(),
        awake: () => this.#awake(),
      },
      networks: program.networks,
      site: program.site,
    })
    this.#asleep = (request, env) => app.fetch(request, env)
  }

  get known(): KnownNetwork {
    return this.#known
  }

  /** Takes over a new title or start. */
  update(known: KnownNetwork): void {
    this.#known = known
  }

  /** The running network; undefined while it does not run. */
  get running(): RunningNetwork | undefined {
    return this.#state.kind === 'running' ? this.#state.network : undefined
  }

  /** Whether the network was stopped for good. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether the network uses threads. */
  get isAwake(): boolean {
    return this.#state.kind !== 'asleep' && this.#state.kind !== 'failed'
  }

  /** Answers a request below the network's base. */
  fetch(request: Request, env: object): Response | Promise<Response> {
    const { running } = this
    const fetch = running ? running.fetch : this.#asleep
    if (this.#known.start === 'always' && running) return fetch(request, env)
    return this.#track(request, () => fetch(request, env))
  }

  entry(): NetworkEntry {
    const { name, title, start, isGiven, source, choice } = this.#known
    const state = this.#state
    const head = this.running?.status().head ?? this.#lastHead
    return {
      name,
      title,
      kind: choice.kind,
      base: this.#options.base,
      start,
      start_fixed: isGiven,
      state: this.#stateWord(),
      progress: state.kind === 'starting' ? (this.#progress ?? null) : null,
      error: state.kind === 'failed' ? state.error : null,
      head: head && { seqno: head.seqno, utime: head.utime },
      source,
      removable: source !== null && start !== 'always',
    }
  }

  /** Starts the network, and resolves when it runs. Rejects with GatewayError if it cannot run. */
  async start(): Promise<RunningNetwork> {
    if (this.#isClosed) throw new Error('the program ends')
    const state = this.#state
    if (state.kind === 'running') return state.network
    if (state.kind === 'starting') return state.ready
    if (state.kind === 'ending') {
      await state.ended
      return this.start()
    }
    return this.#open()
  }

  #open(): Promise<RunningNetwork> {
    const { program, setup, base } = this.#options
    this.#usedAt = performance.now()
    this.#progress = undefined
    const open = openNetwork(program, this.#withProgress(setup), {
      access: this.#access,
      base,
      onProgress: (line) => {
        this.#progress = line
      },
    })
    const ready = open.running.then(
      (network) => {
        if (this.#isStarting(open)) this.#setState({ kind: 'running', open, network })
        return network
      },
      (error: unknown) => {
        if (this.#isStarting(open)) {
          this.#setState({ kind: 'failed', error: messageOf(error), at: performance.now() })
        }
        throw error
      },
    )
    this.#setState({ kind: 'starting', open, ready })
    return ready
  }

  #isStarting(open: OpenNetwork): boolean {
    return this.#state.kind === 'starting' && this.#state.open === open
  }

  #withProgress(setup: GatewaySetup): GatewaySetup {
    const { onProving } = setup.settings
    return {
      ...setup,
      settings: {
        ...setup.settings,
        onProving: (progress) => {
          this.#progress = progress
            ? `proving key blocks: ${progress.proved} of about ${progress.expected}`
            : undefined
          onProving?.(progress)
        },
      },
    }
  }

  #setState(state: State): void {
    this.#state = state
    this.#options.onChange()
  }

  /** Puts the network to sleep if it was not used for `idleMs`. */
  async sleepIfIdle(idleMs: number): Promise<void> {
    const state = this.#state
    if (state.kind !== 'running' || this.#known.start === 'always') return
    if (this.#pending > 0 || state.network.streams() > 0) {
      this.#usedAt = performance.now()
      return
    }
    if (performance.now() - this.#usedAt >= idleMs) await this.end()
  }

  /** Stops the network; the next request starts it again. */
  async end(): Promise<void> {
    const state = this.#state
    if (state.kind === 'ending') return state.ended
    if (state.kind !== 'running' && state.kind !== 'starting') return
    if (state.kind === 'running') this.#lastHead = state.network.status().head
    const ended = this.#endOpen(state.open)
    this.#setState({ kind: 'ending', ended })
    await ended
  }

  async #endOpen(open: OpenNetwork): Promise<void> {
    const { log } = this.#options.setup
    try {
      open.endStreams()
      await open.close()
      // A network that was still starting closes what it opens from now on.
      await within(open.running, END_WAIT_MS)
      await open.close()
    } catch (error) {
      log.error({ err: error, network: this.#known.name }, 'the network did not stop cleanly')
    } finally {
      this.#setState({ kind: 'asleep' })
    }
  }

  /** Ends open streams, for which the server would wait. */
  endStreams(): void {
    if (this.#state.kind === 'running') this.#state.open.endStreams()
  }

  /** Stops the network for good. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.end()
  }

  #stateWord(): NetworkEntry['state'] {
    const { kind } = this.#state
    return kind === 'ending' ? 'asleep' : kind
  }

  #line(): string {
    const { name, start } = this.#known
    const state = this.#state
    if (state.kind === 'failed') return `network ${name} could not start: ${state.error}`
    if (state.kind === 'starting') return `network ${name} is starting: ${this.#progress ?? 'opening it'}`
    return start === 'never'
      ? `network ${name} is asleep, and its setting is to start only by a command`
      : `network ${name} is asleep`
  }

  /** Returns whether a request starts the network. */
  #mayStart(): boolean {
    const state = this.#state
    if (state.kind === 'failed') return performance.now() - state.at >= RETRY_MS
    return this.#known.start !== 'never' || state.kind === 'starting' || state.kind === 'running'
  }

  #wakeSilently(): void {
    if (!this.#mayStart()) return
    // The entry has the reason of a failure.
    this.start().catch(() => undefined)
  }

  async #awake(): Promise<Fetch | undefined> {
    if (!this.#mayStart()) return undefined
    const network = await within(this.start(), WAIT_MS)
    return network?.fetch
  }

  /** Keeps the network awake while a request is answered. Paths that ask whether it runs do not. */
  #track(request: Request, answer: () => Response | Promise<Response>): Response | Promise<Response> {
    if (isQuiet(new URL(request.url).pathname)) return answer()
    const finished = () => {
      this.#pending--
      this.#usedAt = performance.now()
    }
    this.#pending++
    try {
      const answered = answer()
      if (answered instanceof Promise) return answered.finally(finished)
      finished()
      return answered
    } catch (error) {
      finished()
      throw error
    }
  }
}

function isQuiet(path: string): boolean {
  return QUIET_PATHS.some((quiet) => path === quiet || path.startsWith(`${quiet}/`))
}

/** Resolves with the value of `work`; with undefined if it fails or takes longer than `ms`. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([work.catch(() => undefined), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
