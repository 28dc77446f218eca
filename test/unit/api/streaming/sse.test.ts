import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStreamHub, type StreamHub } from '../../../../src-main/api/streaming/hub.ts'
import { StreamMessage } from '../../../../src-main/api/streaming/message.ts'
import { openSse } from '../../../../src-main/api/streaming/sse.ts'
import { readSubscription, SSE_TEXTS } from '../../../../src-main/api/streaming/subscription.ts'

const ALICE = `0:${'A'.repeat(64)}`

describe('an SSE stream', () => {
  let hub: StreamHub
  beforeEach(() => {
    vi.useFakeTimers()
    hub = createStreamHub({ source: () => undefined, onTrouble: (error) => expect.fail(String(error)) })
  })
  afterEach(() => {
    hub.close()
    vi.useRealTimers()
  })

  const subscription = readSubscription({ types: ['transactions'], addresses: [ALICE] }, SSE_TEXTS)

  function open() {
    const closed = vi.fn()
    const connect = vi.spyOn(hub, 'connect')
    const stream = openSse(hub, { id: '1', subscription }, closed)
    const client = connect.mock.results[0]?.value as ReturnType<StreamHub['connect']>
    const reader = stream.getReader()
    const next = async () => Buffer.from((await reader.read()).value ?? []).toString()
    return { client, reader, next, closed }
  }

  it('begins with the answer, and then has events and keepalives', async () => {
    const { client, next } = open()
    expect(await next()).toBe('event: connected\ndata: {"id":"1","status":"subscribed"}\n\n')
    client.receiver.queue.push(new StreamMessage('{"type":"x"}'))
    client.receiver.wake()
    expect(await next()).toBe('event: event\ndata: {"type":"x"}\n\n')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await next()).toBe(': keepalive\n\n')
  })

  it('holds 80 messages for a client that does not read, and drops the rest', () => {
    const { client } = open()
    const { queue } = client.receiver
    const taken = Array.from({ length: 100 }, (_, i) => queue.push(new StreamMessage(`${i}`)))
    client.receiver.wake()
    expect(taken.filter(Boolean)).toHaveLength(80)
    expect(hub.stats.queuedMessages).toBe(80)
  })

  it('is removed once when the client disconnects', async () => {
    const { reader, closed, client } = open()
    await reader.cancel()
    client.receiver.keepAlive()
    hub.close()
    expect(closed).toHaveBeenCalledTimes(1)
    expect(hub.stats.clients).toBe(0)
  })

  it('ends when the hub closes', async () => {
    const { reader, next, closed } = open()
    await next()
    hub.close()
    expect(await reader.read()).toEqual({ done: true, value: undefined })
    expect(closed).toHaveBeenCalledTimes(1)
  })
})
