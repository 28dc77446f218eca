import { createHash } from 'node:crypto'
import type { EventType, Finality } from '#shared/schema/streaming.ts'
import { servedActions } from './actionFilter.ts'
import type { ClientIndex, StreamClient } from './clients.ts'
import { actionsMessage, detailsText, traceMessage, transactionsMessage } from './compose.ts'
import { StreamMessage } from './message.ts'
import type { Details, TraceSnapshot } from './streamReading.ts'
import { isAtLeast, type Subscription } from './subscription.ts'

/** A part of a snapshot for clients with equal subscriptions. */
type Part = {
  readonly type: EventType
  readonly level: Finality
  /** Digest of its records: equal for equal parts of the same level. */
  readonly content: string
  /** @param details the end of the message */
  write(details: (accounts: readonly string[]) => string): string
}

/** The parts of a snapshot that are sent. */
export type SentParts = {
  /**
   * `pending`: those transactions of an emulation that are pending, while no block has changed it (docs/streaming §3).
   */
  readonly transactions?: 'all' | 'pending'
  /** Whether its actions are known; they are then sent with the trace. */
  readonly isClassified?: boolean
}

/**
 * Sends a snapshot to all clients that subscribed to it. A message is serialized once for all clients that receive it.
 */
export function publishTrace(
  clients: ClientIndex,
  snapshot: TraceSnapshot,
  details: Details,
  { transactions, isClassified }: SentParts,
): void {
  const messages = new Map<string, StreamMessage>()

  function send(client: StreamClient, subscription: Subscription, part: Part | undefined): void {
    if (!part || !isAtLeast(part.level, subscription.minFinality)) return
    const { type, level, content } = part
    if (!client.delivered.isNew(snapshot.key, type, level, content)) return
    const { addressBook, metadata } = subscription
    const key = `${type} ${level} ${addressBook} ${metadata} ${content}`
    const message =
      messages.get(key) ??
      new StreamMessage(part.write((accounts) => detailsText(subscription, details, accounts)))
    messages.set(key, message)
    if (clients.send(client, message)) client.delivered.add(snapshot.key, type, level, content)
  }

  if (transactions) {
    const accounts = new Set(snapshot.transactions.map(({ account }) => account))
    const isUpdate = transactions === 'pending'
    for (const client of clients.of('transactions', accounts)) {
      const { subscription } = client
      if (subscription) send(client, subscription, transactionsPart(snapshot, subscription, isUpdate))
    }
  }
  if (!isClassified) return
  const acting = new Set(snapshot.actions.flatMap((action) => action.accounts))
  for (const client of clients.of('actions', acting)) {
    const { subscription } = client
    if (subscription) send(client, subscription, actionsPart(snapshot, subscription))
  }
  for (const client of clients.ofTrace(snapshot.key)) {
    const { subscription } = client
    if (subscription) send(client, subscription, tracePart(snapshot, subscription))
  }
}

function transactionsPart(
  snapshot: TraceSnapshot,
  { addresses }: Subscription,
  isUpdate: boolean,
): Part | undefined {
  const level = isUpdate ? 'pending' : snapshot.level
  const transactions = snapshot.transactions
    .filter(({ account }) => addresses.has(account))
    .filter(({ finality }) => !isUpdate || finality === 'pending')
  if (transactions.length === 0) return undefined
  return {
    type: 'transactions',
    level,
    content: contentOf(transactions),
    write: (details) =>
      transactionsMessage(
        snapshot,
        level,
        transactions,
        details(transactions.flatMap(({ parties }) => parties)),
      ),
  }
}

function actionsPart(snapshot: TraceSnapshot, subscription: Subscription): Part | undefined {
  const { addresses } = subscription
  const actions = servedActions(snapshot.actions, subscription).filter(({ accounts }) =>
    accounts.some((account) => addresses.has(account)),
  )
  if (actions.length === 0) return undefined
  return {
    type: 'actions',
    level: snapshot.classifiedLevel,
    content: digestOf(actions.map(({ json }) => json)),
    write: (details) => actionsMessage(snapshot, actions, details(actions.flatMap(({ parties }) => parties))),
  }
}

function tracePart(snapshot: TraceSnapshot, subscription: Subscription): Part | undefined {
  const { tree, transactions, classifiedLevel } = snapshot
  if (tree === undefined) return undefined
  const actions = servedActions(snapshot.actions, subscription)
  return {
    type: 'trace',
    level: classifiedLevel,
    content: digestOf([contentOf(transactions), ...actions.map(({ json }) => json)]),
    write: (details) =>
      traceMessage(
        snapshot,
        tree,
        actions,
        details([...transactions, ...actions].flatMap(({ parties }) => parties)),
      ),
  }
}

function contentOf(transactions: TraceSnapshot['transactions']): string {
  return digestOf(transactions.map(({ hash, finality }) => `${hash} ${finality}`))
}

function digestOf(texts: readonly string[]): string {
  const digest = createHash('sha1')
  for (const text of texts) digest.update(text).update(',')
  return digest.digest('base64')
}
