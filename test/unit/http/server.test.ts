import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpServer, listen } from '../../../src-main/http/server.ts'

const HOST = '127.0.0.1'

/** Sends bytes and returns all that comes back until the server closes. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, HOST, () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

function bodyOf(answer: string) {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
}

describe('listen', () => {
  const servers: HttpServer[] = []
  const start = async (fetch: (request: Request) => Response | Promise<Response>) => {
    const server = await listen(fetch, { host: HOST, port: 0 })
    servers.push(server)
    return server
  }
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

  it('serves on a port of its own choice', async () => {
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

  it('answers what is no HTTP with 400 in the envelope', async () => {
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

  it('lets a running request finish while closing, and refuses new ones', async () => {
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

  it('cuts off a request that does not end', async () => {
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
