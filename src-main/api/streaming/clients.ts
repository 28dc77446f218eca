import type { EventType } from '#shared/schema/streaming.ts'
import { DeliveredTraces } from './delivered.ts'
import type { StreamMessage } from './message.ts'
import type { MessageQueue } from './messageQueue.ts'
import type { Subscription } from './subscription.ts'

/** The callbacks of a client's transport. */
export type Receiver = {
  readonly queue: MessageQueue
  /** Called after messages were queued. */
  wake(): void
  /** Sends a sign of life to the client and to proxies. */
  keepAlive(): void
  /** Ends the connection. */
  end(): void
}

/** A connected client. */
export class StreamClient {
  readonly receiver: Receiver
  readonly delivered = new DeliveredTraces()
  subscription: Subscription | undefined

  constructor(receiver: Receiver) {
    this.receiver = receiver
  }
}

/** Clients by their subscriptions. */
export class ClientIndex {
  readonly all = new Set<StreamClient>()
  readonly #byAddress = new Map<string, Set<StreamClient>>()
  readonly #byHash = new Map<string, Set<StreamClient>>()
  readonly #byType = new Map<EventType, Set<StreamClient>>()
  dropped = 0

  subscribe(client: StreamClient, subscription: Subscription): void {
    this.#unlink(client)
    client.subscription = subscription
    this.#link(client, subscription)
  }

  remove(client: StreamClient): void {
    this.#unlink(client)
    this.all.delete(client)
  }

  /** Returns whether a client has subscribed to events of this type. */
  has(type: EventType): boolean {
    return (this.#byType.get(type)?.size ?? 0) > 0
  }

  /** Returns clients with `type` that subscribed to one of the accounts. */
  of(type: EventType, accounts: Iterable<string>): Set<StreamClient> {
    const found = new Set<StreamClient>()
    const typed = this.#byType.get(type)
    if (!typed || typed.size === 0) return found
    for (const account of accounts) {
      for (const client of this.#byAddress.get(account) ?? []) if (typed.has(client)) found.add(client)
    }
    return found
  }

  /** Returns clients that subscribed to a trace. */
  ofTrace(key: string): ReadonlySet<StreamClient> {
    return this.#byHash.get(key) ?? NONE
  }

  /** Queues a message; returns false if it was dropped. */
  send({ receiver }: StreamClient, message: StreamMessage): boolean {
    const isQueued = receiver.queue.push(message)
    if (!isQueued) this.dropped++
    receiver.wake()
    return isQueued
  }

  #link(client: StreamClient, { types, addresses, hashes }: Subscription): void {
    for (const type of types) addTo(this.#byType, type, client)
    for (const address of addresses) addTo(this.#byAddress, address, client)
    for (const hash of hashes) addTo(this.#byHash, hash, client)
  }

  #unlink(client: StreamClient): void {
    const { subscription } = client
    if (!subscription) return
    for (const type of subscription.types) removeFrom(this.#byType, type, client)
    for (const address of subscription.addresses) removeFrom(this.#byAddress, address, client)
    for (const hash of subscription.hashes) removeFrom(this.#byHash, hash, client)
  }
}

const NONE: ReadonlySet<StreamClient> = new Set()

function addTo<Key>(map: Map<Key, Set<StreamClient>>, key: Key, client: StreamClient): void {
  const clients = map.get(key)
  if (clients) clients.add(client)
  else map.set(key, new Set([client]))
}

function removeFrom<Key>(map: Map<Key, Set<StreamClient>>, key: Key, client: StreamClient): void {
  const clients = map.get(key)
  clients?.delete(client)
  if (clients?.size === 0) map.delete(key)
}
