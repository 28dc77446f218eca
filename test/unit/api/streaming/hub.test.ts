import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Finality, StreamEventJson } from '#shared/schema/streaming.ts'
import type { StreamClient } from '../../../../src-main/api/streaming/clients.ts'
import { createStreamHub, type StreamHub } from '../../../../src-main/api/streaming/hub.ts'
import { MessageQueue } from '../../../../src-main/api/streaming/messageQueue.ts'
import type { StreamSource } from '../../../../src-main/api/streaming/publisher.ts'
import type { StreamAnswer, TraceSnapshot } from '../../../../src-main/api/streaming/streamReading.ts'
import { readSubscription, WS_TEXTS } from '../../../../src-main/api/streaming/subscription.ts'

const ALICE = `0:${'A'.repeat(64)}`
const BOB = `0:${'B'.repeat(64)}`
const HASH = Buffer.alloc(32, 7)
const KEY = HASH.toString('base64')

const NO_DETAILS = { addressBook: new Map(), metadata: new Map(), missingContent: [] }

function snapshot(level: Finality, accounts: readonly string[] = [ALICE]): TraceSnapshot {
  return {
    key: KEY,
    level,
    classifiedLevel: level,
    tree: undefined,
    actions: [],
    transactions: accounts.map((account) => ({
      hash: `${account} ${level}`,
      account,
      finality: level,
      json: JSON.stringify({ account, finality: level }),
      parties: [account],
    })),
  }
}

describe('the hub of streams', () => {
  let hub: StreamHub
  /** What the reader answers for the trace now. */
  let present: TraceSnapshot
  let troubles: unknown[]
  let asked: number
  beforeEach(() => {
    vi.useFakeTimers()
    troubles = []
    asked = 0
    present = snapshot('pending')
    const source: StreamSource = {
      options: { testOnly: false },
      emulation: () => undefined,
      detected: async () => {},
      classified: async () => {},
      requestContent() {},
      async query({ stream }): Promise<StreamAnswer> {
        asked++
        if (stream.kind === 'block') {
          const trace = { id: 1n, key: KEY, isComplete: true, accounts: [ALICE, BOB], changed: [1n] }
          return { kind: 'block', traces: [trace], touched: [{ transaction: 1n, account: ALICE }] }
        }
        if (stream.kind === 'jettons') return { kind: 'jettons', jettons: [], details: NO_DETAILS }
        return { kind: 'snapshots', snapshots: [present], states: [], details: NO_DETAILS }
      },
    }
    hub = createStreamHub({ source: () => source, onTrouble: (error) => troubles.push(error) })
  })
  afterEach(() => {
    hub.close()
    expect(troubles).toEqual([])
    vi.useRealTimers()
  })

  type Connected = { readonly client: StreamClient; readonly queue: MessageQueue; keptAlive(): number }

  function connect(fields: object, limit = 64): Connected {
    const queue = new MessageQueue(limit)
    let kept = 0
    const client = hub.connect({
      queue,
      wake() {},
      keepAlive() {
        kept++
      },
      end() {},
    })
    hub.subscribe(client, readSubscription({ types: ['transactions'], ...fields }, WS_TEXTS))
    return { client, queue, keptAlive: () => kept }
  }

  function taken({ queue }: Connected): StreamEventJson[] {
    const events: StreamEventJson[] = []
    for (let message = queue.shift(); message; message = queue.shift()) {
      events.push(JSON.parse(message.json.toString()))
    }
    return events
  }

  async function block(seqno: number, level: Finality, accounts?: readonly string[]): Promise<void> {
    present = snapshot(level, accounts)
    hub.written({ mcSeqno: seqno, coverage: [{ first: 1, last: seqno }] })
    await vi.advanceTimersByTimeAsync(1)
  }

  async function emulated(): Promise<void> {
    present = snapshot('pending')
    const trace = { externalHash: HASH, globalVersion: 0, transactions: [], unfollowed: 0 }
    hub.emulated({ trace, accounts: [ALICE] })
    await vi.advanceTimersByTimeAsync(1)
  }

  it('invalidates a trace for clients that have it, unless it was final', async () => {
    const all = connect({ addresses: [ALICE], min_finality: 'pending' })
    const final = connect({ addresses: [ALICE] })
    await emulated()
    hub.invalidated(KEY)
    expect(taken(all).map(({ type }) => type)).toEqual(['transactions', 'trace_invalidated'])
    expect(taken(final)).toEqual([])
    await emulated()
    await block(1, 'finalized')
    hub.invalidated(KEY)
    expect(taken(all)).toMatchObject([{ finality: 'pending' }, { finality: 'finalized' }])
  })

  it('invalidates traces that are not final when the chain is replaced', async () => {
    const client = connect({ addresses: [ALICE], min_finality: 'pending' })
    await block(9, 'pending')
    hub.replaced()
    await block(1, 'finalized')
    expect(taken(client)).toMatchObject([
      { finality: 'pending' },
      { type: 'trace_invalidated', trace_external_hash_norm: KEY },
      { finality: 'finalized' },
    ])
  })

  it('sends the same once, and no lower level after a higher one', async () => {
    const client = connect({ addresses: [ALICE], min_finality: 'pending' })
    await emulated()
    await emulated()
    await block(1, 'finalized')
    await block(2, 'finalized')
    await emulated()
    await block(3, 'finalized', [ALICE, BOB])
    expect(taken(client)).toMatchObject([{ finality: 'pending' }, { finality: 'finalized' }])
  })

  it('shares the bytes of a message between clients that get the same', async () => {
    const clients = [connect({ addresses: [ALICE] }), connect({ addresses: [ALICE] })]
    await block(1, 'finalized')
    const [first, second] = clients.map(({ queue }) => queue.shift())
    expect(first).toBeDefined()
    expect(second).toBe(first)
  })

  it('reads only the newest block, and nothing without clients', async () => {
    await block(5, 'finalized')
    expect(asked).toBe(0)
    const client = connect({ addresses: [ALICE] })
    hub.written({ mcSeqno: 3, coverage: [{ first: 1, last: 5 }] })
    hub.written({ mcSeqno: undefined, coverage: [{ first: 1, last: 5 }] })
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toBe(0)
    hub.disconnect(client.client)
  })

  it('drops messages that do not fit in a full queue, and counts them', async () => {
    const client = connect({ addresses: [ALICE, BOB] }, 2)
    for (let seqno = 1; seqno <= 3; seqno++) {
      present = snapshot('finalized', seqno % 2 ? [ALICE] : [BOB])
      hub.written({ mcSeqno: seqno, coverage: [{ first: 1, last: seqno }] })
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(hub.stats).toMatchObject({ clients: 1, queuedMessages: 2, dropped: 1 })
    expect(hub.stats.queuedBytes).toBe(client.queue.bytes)
    expect(taken(client)).toHaveLength(2)
    expect(hub.stats.queuedBytes).toBe(0)
  })

  it('keeps connections alive every 15 seconds', async () => {
    const client = connect({ addresses: [ALICE] })
    await vi.advanceTimersByTimeAsync(44_999)
    expect(client.keptAlive()).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(client.keptAlive()).toBe(3)
  })
})
