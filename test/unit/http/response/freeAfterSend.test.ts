import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppContext } from '../../../../src-main/http/appContext.ts'
import { freeAfterSend } from '../../../../src-main/http/response/freeAfterSend.ts'

/** More than a socket takes at once. */
const BYTES = 16 << 20

let server: Server
let answers: Uint8Array<ArrayBuffer>
let waiting: (() => void)[] = []
/** Of every response: settles after its end, sent whole or not. */
let closed: Promise<unknown>[] = []
/** Number of requests that get the answer together. */
let together = 1

beforeAll(async () => {
  const answer = getRequestListener(async (_request, env) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === together) for (const go of waiting.splice(0)) go()
    })
    const { outgoing } = env as HttpBindings
    closed.push(once(outgoing, 'close'))
    freeAfterSend({ env: { outgoing } } as AppContext, answers)
    return new Response(answers)
  })
  server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function begin(requests: number): string {
  answers = new Uint8Array(BYTES).fill(7)
  waiting = []
  closed = []
  together = requests
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it('frees an answer when it has been sent to all clients that wait for it', async () => {
  const url = begin(3)
  const bodies = await Promise.all([url, url, url].map(async (each) => (await fetch(each)).bytes()))
  for (const body of bodies) {
    expect(body.length).toBe(BYTES)
    expect(body.every((byte) => byte === 7)).toBe(true)
  }
  await Promise.all(closed)
  expect(answers.byteLength).toBe(0)
})

it('does not free an answer that a client has not received whole', async () => {
  const url = begin(2)
  const cut = new Promise<void>((resolve) => {
    request(url, (response) => {
      response.once('data', () => response.destroy())
      response.once('close', resolve)
    }).end()
  })
  const body = await (await fetch(url)).bytes()
  await cut
  expect(body.every((byte) => byte === 7)).toBe(true)
  await Promise.all(closed)
  expect(answers.byteLength).toBe(BYTES)
})
