import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamClient } from '../../../../src-main/api/streaming/clients.ts'
import { createStreamHub, type StreamHub } from '../../../../src-main/api/streaming/hub.ts'
import { StreamMessage } from '../../../../src-main/api/streaming/message.ts'
import { createStreamingApi } from '../../../../src-main/api/streaming/streamingApi.ts'

const ALICE = `0:${'A'.repeat(64)}`

describe('a WebSocket session', () => {
  let hub: StreamHub
  beforeEach(() => {
    vi.useFakeTimers()
    hub = createStreamHub({ source: () => undefined, onTrouble: (error) => expect.fail(String(error)) })
  })
  afterEach(() => {
    hub.close()
    vi.useRealTimers()
  })

  function open(actionsVersion?: string) {
    const connect = vi.spyOn(hub, 'connect')
    const sent: string[] = []
    const taken: (() => void)[] = []
    const socket = {
      bufferedAmount: 0,
      send(data: string | Buffer, onSent?: () => void) {
        sent.push(String(data))
        if (onSent) taken.push(onSent)
      },
      ping: vi.fn(),
      close: vi.fn(),
      terminate: vi.fn(),
    }
    const session = createStreamingApi(hub).webSocket({ actionsVersion }, JSON.parse).accept(socket)
    if (!session) return expect.fail('the session is refused')
    const client = connect.mock.results[0]?.value as StreamClient
    const subscribe = (fields: object) =>
      session.receive(
        JSON.stringify({ operation: 'subscribe', types: ['actions'], addresses: [ALICE], ...fields }),
      )
    return { session, client, socket, sent, taken, subscribe }
  }

  it('takes X-Actions-Version of the upgrade until a subscription names its own types', () => {
    const { client, subscribe } = open('v2')
    subscribe({})
    expect(client.subscription?.supportedActionTypes).toEqual(['v2'])
    subscribe({ supported_action_types: ['v1'] })
    expect(client.subscription?.supportedActionTypes).toEqual(['v1'])
    subscribe({ supported_action_types: [] })
    expect(client.subscription?.supportedActionTypes).toEqual(['v1'])
  })

  it('unsubscribes from the named traces only, and from nothing with an invalid request', () => {
    const { client, session, sent, subscribe } = open()
    subscribe({ types: ['transactions', 'trace'], trace_external_hash_norms: ['a', 'b'] })
    session.receive('{"operation":"unsubscribe","trace_external_hash_norms":[" a "],"addresses":["x"]}')
    expect(sent.at(-1)).toBe('{"error":"invalid address: x"}')
    expect(client.subscription?.hashes).toEqual(new Set(['a', 'b']))
    session.receive('{"operation":"unsubscribe","trace_external_hash_norms":[" a "]}')
    expect(sent.at(-1)).toBe('{"status":"unsubscribed"}')
    expect(client.subscription).toMatchObject({ hashes: new Set(['b']), addresses: new Set([ALICE]) })
  })

  it('sends messages while the socket accepts them, and queues 64', () => {
    const { client, socket, sent, taken } = open()
    const { queue } = client.receiver
    socket.bufferedAmount = 1 << 20
    const results = Array.from({ length: 70 }, (_, i) => queue.push(new StreamMessage(`${i}`)))
    client.receiver.wake()
    expect(sent).toEqual([])
    expect(results.filter(Boolean)).toHaveLength(64)
    socket.bufferedAmount = 0
    client.receiver.wake()
    for (const onSent of taken) onSent()
    expect(sent).toHaveLength(64)
    expect(queue.length).toBe(0)
  })

  it('terminates a client that sends requests without reading, or does not close', async () => {
    const { session, socket } = open()
    socket.bufferedAmount = 2 << 20
    session.receive('{"operation":"ping"}')
    expect(socket.terminate).toHaveBeenCalledTimes(1)
    const other = open()
    hub.close()
    expect(other.socket.close).toHaveBeenCalledWith(1001)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(other.socket.terminate).toHaveBeenCalledTimes(1)
  })
})
