import type { Written } from '../../store/indexStore.ts'
import type { PendingTrace } from '../v3/pending/pendingTrace.ts'
import { ClientIndex, type Receiver, StreamClient } from './clients.ts'
import { accountStateMessage, detailsText, invalidatedMessage, jettonsMessage } from './compose.ts'
import { StreamMessage } from './message.ts'
import { publishTrace } from './publishTrace.ts'
import type {
  BlockChanges,
  ChangedTrace,
  Details,
  StreamAnswer,
  StreamQuestion,
  StreamRequest,
  WantedTrace,
} from './streamReading.ts'
import type { Subscription } from './subscription.ts'

/** The chain that is streamed, as far as the hub needs it. */
export type StreamSource = {
  /** Asks a reader thread. Rejects as ReadPool.ask does. */
  ask(question: StreamQuestion): Promise<StreamAnswer>
  readonly options: StreamQuestion['options']
  /** The emulation of a message by its normalized hash in base64. */
  emulation(hash: string): EmulatedMessage | undefined
  /** Resolves when the contracts of indexed blocks are detected, or that takes too long. */
  detected(): Promise<void>
  /** Fetches the content of a token in the background. */
  wantContent(url: string): void
}

/** A message that was emulated, with the raw addresses of the accounts that it touches; digits in any case. */
export type EmulatedMessage = { readonly trace: PendingTrace; readonly accounts: Iterable<string> }

export type HubOptions = {
  /** The chain that is served now; undefined while there is none. */
  source(): StreamSource | undefined
  /** An event could not be read; it is lost. */
  onTrouble(error: unknown): void
  /** Interval of keepalives, ms. */
  readonly keepAliveMs?: number
}

export type StreamStats = {
  readonly clients: number
  readonly queuedMessages: number
  readonly queuedBytes: number
  /** Messages that full queues did not take, since the start. */
  readonly dropped: number
}

/** Sends what happens on the chain to the clients that subscribed to it. */
export type StreamHub = {
  /** Adds a client; it gets nothing before it subscribes. */
  connect(receiver: Receiver): StreamClient
  subscribe(client: StreamClient, subscription: Subscription): void
  disconnect(client: StreamClient): void
  /** The index has a new block. */
  written(written: Pick<Written, 'mcSeqno' | 'coverage'>): void
  /** A message that was sent is emulated. */
  emulated(message: EmulatedMessage): void
  /** A message that was sent comes to nothing. */
  invalidated(hash: string): void
  /** The chain was replaced: nothing that was not final is left of it. */
  replaced(): void
  readonly stats: StreamStats
  /** Ends all connections. */
  close(): void
}

const KEEP_ALIVE_MS = 15_000
/** Blocks and messages that wait to be read; the oldest are dropped where there are more. */
const MAX_TASKS = 4_096
/** Traces that one question renders at most. */
const TRACES_AT_ONCE = 32

type Task =
  | { readonly kind: 'block'; readonly mcSeqno: number }
  | ({ readonly kind: 'emulated' } & EmulatedMessage)

export function createStreamHub(options: HubOptions): StreamHub {
  const { source, onTrouble, keepAliveMs = KEEP_ALIVE_MS } = options
  const clients = new ClientIndex()
  let tasks: Task[] = []
  let isRunning = false
  let isClosed = false
  /** The newest block that was heard of. */
  let newest = 0
  /** Another number for another chain: what was read of the one before is not sent. */
  let chain = 0
  /** Accounts whose jetton wallets wait for detection. */
  let touched = new Set<string>()
  let isDetecting = false

  const timer = setInterval(() => {
    for (const { receiver } of clients.all) receiver.keepAlive()
  }, keepAliveMs)
  timer.unref()

  function add(task: Task): void {
    tasks.push(task)
    if (tasks.length > MAX_TASKS) tasks.shift()
    if (!isRunning) void run()
  }

  async function run(): Promise<void> {
    isRunning = true
    for (let task = tasks.shift(); task && !isClosed; task = tasks.shift()) {
      const present = source()
      if (!present) continue
      try {
        if (task.kind === 'block') await publishBlock(task.mcSeqno, present)
        else await publishEmulated(task, present)
      } catch (error) {
        if (!isClosed && present === source()) onTrouble(error)
      }
    }
    isRunning = false
  }

  async function ask<Kind extends StreamAnswer['kind']>(
    present: StreamSource,
    stream: StreamRequest & { readonly kind: Kind },
  ): Promise<Extract<StreamAnswer, { readonly kind: Kind }> | undefined> {
    const asked = chain
    const answer = await present.ask({ stream, options: present.options })
    if (asked !== chain || isClosed) return undefined
    return answer as Extract<StreamAnswer, { readonly kind: Kind }>
  }

  async function publishBlock(mcSeqno: number, present: StreamSource): Promise<void> {
    const block = await ask(present, { kind: 'block', mcSeqno })
    if (!block) return
    const traces = block.traces.flatMap((trace) => {
      const emulation = trace.isComplete ? undefined : present.emulation(trace.key)
      return wantedTrace(trace, emulation) ?? []
    })
    const states = wantedStates(block)
    if (clients.has('jettons_change')) noteTouched(block, present)
    for (let at = 0; at < Math.max(traces.length, states.length > 0 ? 1 : 0); at += TRACES_AT_ONCE) {
      const some = traces.slice(at, at + TRACES_AT_ONCE)
      await publishSnapshots(some, at === 0 ? states : [], present, false)
    }
  }

  async function publishEmulated({ trace, accounts }: EmulatedMessage, present: StreamSource): Promise<void> {
    const key = Buffer.from(trace.externalHash).toString('base64')
    const wanted = wantedTrace({ id: undefined, key, accounts: [], changed: [] }, { trace, accounts })
    if (wanted) await publishSnapshots([wanted], [], present, true)
  }

  async function publishSnapshots(
    traces: readonly WantedTrace[],
    states: readonly bigint[],
    present: StreamSource,
    isUpdate: boolean,
  ): Promise<void> {
    const answer = await ask(present, { kind: 'snapshots', traces, states, ...wantedDetails() })
    if (!answer) return
    for (const snapshot of answer.snapshots) publishTrace(clients, snapshot, answer.details, isUpdate)
    for (const change of answer.states) {
      const message = new StreamMessage(accountStateMessage(change))
      for (const client of clients.of('account_state_change', [change.account])) clients.send(client, message)
    }
    noteWanted(answer.details, present)
  }

  /** Undefined where no client wants anything of the trace. */
  function wantedTrace(
    {
      id,
      key,
      accounts,
      changed,
    }: Pick<WantedTrace, 'id' | 'changed'> & Pick<ChangedTrace, 'key' | 'accounts'>,
    emulation: EmulatedMessage | undefined,
  ): WantedTrace | undefined {
    const isWhole = clients.ofTrace(key).size > 0
    const emulated = [...(emulation?.accounts ?? [])].map((account) => account.toUpperCase())
    const subscribed = [...new Set([...accounts, ...emulated])].filter(
      (account) => clients.of('transactions', [account]).size > 0,
    )
    // Actions name accounts that have no transaction in the trace, such as owners of jetton wallets.
    const actions = isWhole || clients.has('actions')
    if (!isWhole && !actions && subscribed.length === 0) return undefined
    return { id, pending: emulation?.trace, accounts: isWhole ? undefined : subscribed, changed, actions }
  }

  function wantedStates({ touched: all }: BlockChanges): bigint[] {
    if (!clients.has('account_state_change')) return []
    return all
      .filter(({ account }) => clients.of('account_state_change', [account]).size > 0)
      .map(({ transaction }) => transaction)
  }

  function wantedDetails() {
    const subscriptions = [...clients.all].flatMap(({ subscription }) => subscription ?? [])
    return {
      addressBook: subscriptions.some(({ addressBook }) => addressBook),
      metadata: subscriptions.some(({ metadata }) => metadata),
    }
  }

  function noteWanted({ wanted }: Details, present: StreamSource): void {
    for (const url of wanted) present.wantContent(url)
  }

  function noteTouched({ touched: all }: BlockChanges, present: StreamSource): void {
    for (const { account } of all) touched.add(account)
    if (!isDetecting) void publishJettons(present)
  }

  /** Balances are known when detection has looked at the wallets. */
  async function publishJettons(present: StreamSource): Promise<void> {
    isDetecting = true
    try {
      while (touched.size > 0 && !isClosed) {
        const accounts = [...touched]
        touched = new Set()
        await present.detected()
        const answer = await ask(present, { kind: 'jettons', accounts, ...wantedDetails() })
        if (!answer) return
        for (const change of answer.jettons) {
          const { address, owner, jetton } = change
          for (const client of clients.of('jettons_change', [address, owner])) {
            const { subscription } = client
            if (!subscription) continue
            const details = detailsText(
              subscription,
              answer.details,
              [address, owner, jetton],
              [owner, jetton],
            )
            clients.send(client, new StreamMessage(jettonsMessage(change, details)))
          }
        }
        noteWanted(answer.details, present)
      }
    } catch (error) {
      if (!isClosed && present === source()) onTrouble(error)
    } finally {
      isDetecting = false
    }
  }

  return {
    connect(receiver) {
      const client = new StreamClient(receiver)
      clients.all.add(client)
      return client
    },
    subscribe: (client, subscription) => clients.subscribe(client, subscription),
    disconnect(client) {
      clients.remove(client)
      client.receiver.queue.clear()
    },
    written({ mcSeqno, coverage }) {
      // Older blocks come from a backfill: what they hold is no news.
      if (mcSeqno === undefined || mcSeqno <= newest || mcSeqno !== coverage.at(-1)?.last) return
      newest = mcSeqno
      if (clients.all.size > 0) add({ kind: 'block', mcSeqno })
    },
    emulated(message) {
      if (clients.all.size > 0) add({ kind: 'emulated', ...message })
    },
    invalidated(hash) {
      invalidate(hash)
    },
    replaced() {
      chain++
      newest = 0
      tasks = []
      touched.clear()
      for (const client of clients.all) {
        for (const key of client.delivered.clear()) {
          clients.send(client, new StreamMessage(invalidatedMessage(key)))
        }
      }
    },
    get stats() {
      let queuedMessages = 0
      let queuedBytes = 0
      for (const { receiver } of clients.all) {
        queuedMessages += receiver.queue.length
        queuedBytes += receiver.queue.bytes
      }
      return { clients: clients.all.size, queuedMessages, queuedBytes, dropped: clients.dropped }
    },
    close() {
      isClosed = true
      clearInterval(timer)
      tasks = []
      for (const { receiver } of [...clients.all]) receiver.end()
    },
  }

  function invalidate(key: string): void {
    const message = new StreamMessage(invalidatedMessage(key))
    // An emulation that is still waiting to be sent must not follow.
    tasks = tasks.filter(
      (task) => task.kind === 'block' || Buffer.from(task.trace.externalHash).toString('base64') !== key,
    )
    for (const client of clients.all) {
      if (client.delivered.invalidate(key)) clients.send(client, message)
    }
  }
}
