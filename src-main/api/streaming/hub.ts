import type { Written } from '../../store/indexStore.ts'
import { ClientIndex, type Receiver, StreamClient } from './clients.ts'
import { invalidatedMessage } from './compose.ts'
import { StreamMessage } from './message.ts'
import { type EmulatedMessage, Publisher, type PublisherOptions } from './publisher.ts'
import type { Subscription } from './subscription.ts'

export type HubOptions = PublisherOptions & {
  /** Interval of keepalives, ms. */
  readonly keepAliveMs?: number
}

export type StreamStats = {
  readonly clients: number
  readonly queuedMessages: number
  readonly queuedBytes: number
  /** Messages that full queues dropped, since the start. */
  readonly dropped: number
}

/** Sends events of the chain to the clients that subscribed to them. */
export type StreamHub = {
  /** Adds a client; it receives nothing before it subscribes. */
  connect(receiver: Receiver): StreamClient
  subscribe(client: StreamClient, subscription: Subscription): void
  disconnect(client: StreamClient): void
  /** Called when the index has a new block. */
  written(written: Pick<Written, 'mcSeqno' | 'coverage'>): void
  /** Called when a sent message was emulated. */
  emulated(message: EmulatedMessage): void
  /** Called when a sent message (normalized hash in base64) was dropped. */
  invalidated(hash: string): void
  /** Called when the chain was replaced: all non-final data is invalid. */
  replaced(): void
  readonly stats: StreamStats
  /** Ends all connections. */
  close(): void
}

const KEEP_ALIVE_MS = 15_000
/** Maximum number of blocks and messages that wait to be read; the oldest are dropped. */
const MAX_TASKS = 4_096

/** A block to read, or an emulated message; `key` identifies its trace. */
type Task =
  | { readonly kind: 'block'; readonly mcSeqno: number }
  | { readonly kind: 'emulated'; readonly key: string; readonly message: EmulatedMessage }

export function createStreamHub(options: HubOptions): StreamHub {
  const { keepAliveMs = KEEP_ALIVE_MS } = options
  const clients = new ClientIndex()
  const publisher = new Publisher(clients, options)
  let tasks: Task[] = []
  let isRunning = false
  /** The newest announced block. */
  let newest = 0

  const timer = setInterval(() => {
    for (const { receiver } of clients.all) receiver.keepAlive()
  }, keepAliveMs)
  timer.unref()

  function add(task: Task): void {
    if (clients.all.size === 0) return
    tasks.push(task)
    if (tasks.length > MAX_TASKS) tasks.shift()
    if (!isRunning) void run()
  }

  /** Events run one after another, so that a trace's snapshots are sent in their order. */
  async function run(): Promise<void> {
    isRunning = true
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      if (task.kind === 'block') await publisher.block(task.mcSeqno)
      else await publisher.emulated(task.message)
    }
    isRunning = false
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
      // Older blocks come from a backfill and are not events.
      if (mcSeqno === undefined || mcSeqno <= newest || mcSeqno !== coverage.at(-1)?.last) return
      newest = mcSeqno
      add({ kind: 'block', mcSeqno })
    },
    emulated(message) {
      const key = Buffer.from(message.trace.externalHash).toString('base64')
      add({ kind: 'emulated', key, message })
    },
    invalidated(hash) {
      // A waiting emulation must not be sent after its invalidation.
      tasks = tasks.filter((task) => task.kind === 'block' || task.key !== hash)
      const message = new StreamMessage(invalidatedMessage(hash))
      for (const client of clients.all) {
        if (client.delivered.invalidate(hash)) clients.send(client, message)
      }
    },
    replaced() {
      newest = 0
      tasks = []
      publisher.replaced()
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
      tasks = []
      clearInterval(timer)
      publisher.close()
      for (const { receiver } of [...clients.all]) receiver.end()
    },
  }
}
