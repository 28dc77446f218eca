import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setInterval } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpServer, listen } from '../../../src-main/http/server.ts'
import { parseResponses } from '../../integration/clients/rawHttp.ts'

const HOST = '127.0.0.1'
const PROBE_MS = 10

/** Sends bytes, ends the sending side if `isHalfClosed`, and returns all that comes back until the server closes. */
function exchange(port: number, bytes: string, { isHalfClosed = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, HOST, () => (isHalfClosed ? socket.end(bytes) : socket.write(bytes)))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

/** Resolves when the client of a request has ended its sending side. */
async function ended(env: object): Promise<void> {
  const { socket } = (env as HttpBindings).incoming
  if (!socket.readableEnded) await once(socket, 'end')
}

function bodyOf(answer: string) {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
}

describe('listen', () => {
  const servers: HttpServer[] = []
  const start = async (fetch: (request: Request, env: object) => Response | Promise<Response>) => {
    const server = await listen(fetch, { host: HOST, port: 0, deadlines: { probe: PROBE_MS } })
    servers.push(server)
    return server
  }
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

  it('listens on any free port', async () => {
    const server = await start(() => new Response('hello'))
    const response = await fetch(`http://${HOST}:${server.port}/`)
    expect(await response.text()).toBe('hello')
  })

  it('rejects when the port is taken', async () => {
    const { port } = await start(() => new Response('first'))
    await expect(listen(() => new Response('second'), { host: HOST, port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })

  it('answers headers beyond 64 KiB with 431 in the envelope', async () => {
    const { port } = await start(() => new Response('never'))
    const answer = await exchange(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(70_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(bodyOf(answer)).toMatchObject({ ok: false, code: 431, '@extra': expect.any(String) })
  })

  it('answers bytes that are not HTTP with 400 in the envelope', async () => {
    const { port } = await start(() => new Response('never'))
    const answer = await exchange(port, 'HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(answer)).toMatchObject({ ok: false, code: 400, error: 'malformed HTTP request' })
  })

  it('answers an impossible Host with 400 in the envelope', async () => {
    const { port } = await start(() => new Response('never'))
    const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: a b<>\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(answer)).toMatchObject({ ok: false, code: 400 })
  })

  it('aborts the signal of a request whose client has gone', async () => {
    const aborted = Promise.withResolvers<void>()
    const { port } = await start(
      (request) =>
        new Promise(() => {
          request.signal.addEventListener('abort', () => aborted.resolve())
          outgoing.destroy()
        }),
    )
    const outgoing = httpRequest({ host: HOST, port }).on('error', () => {})
    outgoing.end()
    await aborted.promise
  })

  it('sends complete answers in order to a client that has ended its sending side', async () => {
    const whole = 'x'.repeat(3_000_000)
    const { port } = await start(async (request, env) => {
      await ended(env)
      return new Response(`${new URL(request.url).pathname}${whole}`)
    })
    const requests = ['/a', '/b'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')
    const { responses, rest } = parseResponses(await exchange(port, requests, { isHalfClosed: true }))
    const final = responses.filter(({ status }) => status !== 102)
    expect(final.map(({ status, body }) => [status, body.slice(0, 2), body.length])).toEqual([
      [200, '/a', whole.length + 2],
      [200, '/b', whole.length + 2],
    ])
    expect(rest).toBe('')
  })

  it('sends no interim response to a client of HTTP/1.0, but a complete answer', async () => {
    const { port } = await start(async (_request, env) => {
      await ended(env)
      let ticks = 0
      for await (const _ of setInterval(PROBE_MS)) if (++ticks === 2) break
      return new Response('done')
    })
    const answer = await exchange(port, 'GET / HTTP/1.0\r\nHost: x\r\n\r\n', { isHalfClosed: true })
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toMatch(/\r\n\r\ndone$/)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('answers 400 to a client that ends its sending side within a request', async () => {
    const { port } = await start(() => new Response('never'))
    const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n', { isHalfClosed: true })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('completes a running request while closing, and refuses new ones', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const server = await listen(
      async () => {
        started.resolve()
        await finish.promise
        return new Response('done')
      },
      { host: HOST, port: 0 },
    )
    const answer = fetch(`http://${HOST}:${server.port}/`).then((response) => response.text())
    await started.promise
    const closed = server.close()
    await expect(fetch(`http://${HOST}:${server.port}/`)).rejects.toThrow()
    finish.resolve()
    expect(await answer).toBe('done')
    await closed
  })

  it('aborts a request that does not end', async () => {
    const started = Promise.withResolvers<void>()
    const server = await listen(
      () => {
        started.resolve()
        return new Promise<Response>(() => {})
      },
      { host: HOST, port: 0 },
    )
    const answer = fetch(`http://${HOST}:${server.port}/`)
    const failed = expect(answer).rejects.toThrow()
    await started.promise
    await server.close()
    await failed
  })
})
