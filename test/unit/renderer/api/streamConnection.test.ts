import { describe, expect, it } from 'vitest'
import { StreamConnection, type StreamSocket } from '../../../../src-renderer/api/stream/streamConnection.ts'
import type { StreamEventJson } from '../../../../src-shared/schema/streaming.ts'

type Timer = { readonly at: number; readonly call: () => void }

/** A clock that the test moves. */
class FakeClock {
  #now = 0
  #timers = new Set<Timer>()

  readonly after = (ms: number, call: () => void) => {
    const timer = { at: this.#now + ms, call }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  pass(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
      if (!next) break
      this.#now = next.at
      this.#timers.delete(next)
      next.call()
    }
    this.#now = end
  }
}

class FakeSocket {
  onopen: StreamSocket['onopen'] = null
  onmessage: StreamSocket['onmessage'] = null
  onclose: StreamSocket['onclose'] = null
  readonly sent: Record<string, unknown>[] = []
  isClosed = false

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }

  close(): void {
    this.isClosed = true
  }

  opens(): void {
    this.onopen?.call(this as never, {} as never)
  }

  says(message: object | string): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    this.onmessage?.call(this as never, { data } as never)
  }

  breaks(): void {
    this.onclose?.call(this as never, {} as never)
  }
}

function made() {
  const clock = new FakeClock()
  const sockets: FakeSocket[] = []
  const connection = new StreamConnection(() => {
    const socket = new FakeSocket()
    sockets.push(socket)
    return socket as unknown as StreamSocket
  }, clock)
  const heard: string[] = []
  const listener = (name: string) => ({
    onEvent: (event: StreamEventJson) => heard.push(`${name} ${event.type}`),
    onSubscribed: () => heard.push(`${name} subscribed`),
    onLost: () => heard.push(`${name} lost`),
  })
  const socket = (i: number): FakeSocket => {
    const found = sockets[i]
    if (!found) throw new Error(`socket ${i} was not opened`)
    return found
  }
  return { clock, sockets, socket, connection, heard, listener }
}

const ACCOUNT = { types: ['actions'], addresses: ['A'] } as const
const TRACE = { types: ['trace'], trace_external_hash_norms: ['N'] } as const
const EVENT = { type: 'actions', finality: 'pending', trace_external_hash_norm: 'N', actions: [] }

describe('the stream of a window', () => {
  it('opens one connection, and a page replaces the subscription of the one before', () => {
    const { sockets, socket, connection, heard, listener } = made()
    const end = connection.watch(ACCOUNT, listener('account'))
    socket(0).opens()
    expect(socket(0).sent).toEqual([
      expect.objectContaining({ operation: 'subscribe', id: '1', min_finality: 'pending', ...ACCOUNT }),
    ])
    socket(0).says({ id: '1', status: 'subscribed' })
    socket(0).says(EVENT)
    end()
    connection.watch(TRACE, listener('trace'))
    expect(socket(0).sent[1]).toMatchObject({ id: '2', ...TRACE })
    expect(socket(0).sent[1]).not.toHaveProperty('addresses')
    socket(0).says({ id: '2', status: 'subscribed' })
    expect(sockets.length).toBe(1)
    expect(heard).toEqual(['account subscribed', 'account actions', 'trace subscribed'])
  })

  it('is not ended by a page that another has replaced', () => {
    const { clock, socket, connection, listener } = made()
    const end = connection.watch(ACCOUNT, listener('account'))
    socket(0).opens()
    connection.watch(TRACE, listener('trace'))
    end()
    clock.pass(10_000)
    expect(socket(0).isClosed).toBe(false)
  })

  it('closes some time after the last page unsubscribed, and opens again for the next', () => {
    const { clock, sockets, socket, connection, listener } = made()
    const end = connection.watch(ACCOUNT, listener('account'))
    socket(0).opens()
    end()
    clock.pass(4_999)
    expect(socket(0).isClosed).toBe(false)
    clock.pass(1)
    expect(socket(0).isClosed).toBe(true)
    socket(0).breaks()
    clock.pass(60_000)
    expect(sockets.length).toBe(1)
    connection.watch(TRACE, listener('trace'))
    expect(sockets.length).toBe(2)
  })

  it('reconnects with growing pauses, and subscribes again', () => {
    const { clock, sockets, socket, connection, heard, listener } = made()
    connection.watch(ACCOUNT, listener('account'))
    socket(0).breaks()
    clock.pass(999)
    expect(sockets.length).toBe(1)
    clock.pass(1)
    expect(sockets.length).toBe(2)
    socket(1).breaks()
    clock.pass(1_999)
    expect(sockets.length).toBe(2)
    clock.pass(1)
    socket(2).opens()
    socket(2).says({ id: '1', status: 'subscribed' })
    expect(heard).toEqual(['account lost', 'account lost', 'account subscribed'])
    socket(2).breaks()
    clock.pass(1_000)
    expect(sockets.length).toBe(4)
  })

  it('never waits longer than half a minute', () => {
    const { clock, sockets, connection, listener } = made()
    connection.watch(ACCOUNT, listener('account'))
    for (let i = 0; i < 12; i++) {
      sockets.at(-1)?.breaks()
      clock.pass(30_000)
    }
    expect(sockets.length).toBe(13)
  })

  it('sends pings, and closes a silent connection', () => {
    const { clock, sockets, socket, connection, heard, listener } = made()
    connection.watch(ACCOUNT, listener('account'))
    socket(0).opens()
    clock.pass(15_000)
    expect(socket(0).sent.at(-1)).toMatchObject({ operation: 'ping' })
    socket(0).says({ status: 'pong' })
    clock.pass(39_999)
    expect(socket(0).isClosed).toBe(false)
    clock.pass(1)
    expect(socket(0).isClosed).toBe(true)
    expect(heard).toEqual(['account lost'])
    clock.pass(1_000)
    expect(sockets.length).toBe(2)
    socket(0).says(EVENT)
    expect(heard).toEqual(['account lost'])
  })

  it('reports a loss if the subscription is refused, and ignores invalid messages', () => {
    const { socket, connection, heard, listener } = made()
    connection.watch(ACCOUNT, listener('account'))
    socket(0).opens()
    socket(0).says('no JSON')
    socket(0).says('[1]')
    socket(0).says({ id: '1', error: 'invalid address: A' })
    expect(heard).toEqual(['account lost'])
  })
})
