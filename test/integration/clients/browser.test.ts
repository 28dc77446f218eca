import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Address } from '@ton/core'
import type { Browser, Page } from 'playwright'
import TonWeb from 'tonweb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DevnetStatus } from '#shared/schema/devnet.ts'
import { CHROMIUM, launchChromium } from '../../fixtures/chromium.ts'
import { until } from '../../fixtures/until.ts'
import { type DevnetGateway, openDevnetGateway } from './devnetGateway.ts'

const TONWEB = new URL('../../../node_modules/tonweb/dist/tonweb.js', import.meta.url)
const FUNDS = 10_000_000_000n

/** What a page of a dapp does with tonweb, from key to balance; it runs in the page. */
const TRANSFER = `async ({ endpoint, seed, to }) => {
  const provider = new TonWeb.HttpProvider(endpoint, { apiKey: 'any' })
  const { publicKey, secretKey } = TonWeb.utils.nacl.sign.keyPair.fromSeed(Uint8Array.from(seed))
  const wallet = new TonWeb.Wallets.all.v4R2(provider, { publicKey, wc: 0 })
  const amount = TonWeb.utils.toNano('1')
  const sent = await wallet.methods
    .transfer({ secretKey, toAddress: to, amount, seqno: 0, payload: 'from a page', sendMode: 3 })
    .send()
  for (const deadline = Date.now() + 20000; Date.now() < deadline; ) {
    const [received] = await provider.getTransactions(to, 1)
    if (received) return { sent, message: received.in_msg.message, value: received.in_msg.value }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no transaction received')
}`

/** Returns status and text of a POST, or the error that hides them from the page. */
const POST = `async ({ url, body, headers }) => {
  try {
    const response = await fetch(url, { method: 'POST', body, headers })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { stopped: error.name }
  }
}`

/**
 * Sends `json` to each URL in every way that a page has without leave of the server, and resolves when all are sent.
 * \`redirect\` is of the page's own server and leads on to the URL that follows it.
 */
const EVERY_WAY = `async ({ urls, redirect, json }) => {
  const settle = (promise) => promise.then(() => 'answered', (error) => error.name)
  const submit = (url, enctype, sandbox) => new Promise((resolve) => {
    const frame = document.createElement('iframe')
    if (sandbox) frame.sandbox = 'allow-forms allow-scripts'
    const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    // A text/plain form writes NAME=VALUE: the name begins the JSON, the value ends it.
    const name = json.slice(0, -1) + ',"x":"'
    frame.srcdoc = '<form method=post action="' + escaped(url) + '" enctype="' + enctype + '">' +
      '<input name="' + escaped(name) + '" value="' + escaped('"}') + '"></form>' +
      '<script>document.forms[0].submit()</' + 'script>'
    let loads = 0
    frame.onload = () => ++loads === 2 && resolve('loaded')
    setTimeout(() => resolve('not loaded'), 1500)
    document.body.append(frame)
  })
  const types = ['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
  const sent = urls.flatMap((url) => [
    ...types.flatMap((type) => {
      const init = { method: 'POST', body: json, headers: { 'content-type': type } }
      return [
        fetch(url, init),
        fetch(url, { ...init, mode: 'no-cors' }),
        fetch(url, { ...init, mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer' }),
        fetch(url, { ...init, mode: 'same-origin' }),
        fetch(redirect + encodeURIComponent(url), init),
        fetch(redirect + encodeURIComponent(url), { ...init, mode: 'no-cors' }),
      ].map(settle)
    }),
    ...['PUT', 'DELETE', 'GET'].map((method) => settle(fetch(url, { method }))),
    navigator.sendBeacon(url, json),
    navigator.sendBeacon(url, new Blob([json], { type: 'application/json' })),
    navigator.sendBeacon(url, new Blob([json])),
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      request.onloadend = resolve
      request.open('POST', url)
      request.send(json)
    }),
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].flatMap((enctype) =>
      [false, true].map((sandbox) => submit(url, enctype, sandbox))),
  ])
  return (await Promise.all(sent)).length
}`

/** Whether a page gets a WebSocket, a stream of events and an answer of the status. */
const LISTEN = `async ({ url }) => {
  const socket = await new Promise((resolve) => {
    const one = new WebSocket(url.replace('http', 'ws') + '/api/streaming/v2/ws')
    one.onopen = () => resolve('open')
    one.onerror = () => resolve('refused')
  })
  const body = JSON.stringify({ types: ['blocks'] })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  const told = (promise) => promise.then(() => 'answered', (error) => error.name)
  return [
    socket,
    await told(fetch(url + '/api/streaming/v2/sse', init)),
    await told(fetch(url + '/api/tonscope/status')),
  ]
}`

type Outcome = { readonly status?: number; readonly text?: string; readonly stopped?: string }

describe.skipIf(!existsSync(CHROMIUM.executablePath))('a page in a browser (needs Chromium)', () => {
  let gateway: DevnetGateway
  let pages: Server
  let browser: Browser
  beforeAll(async () => {
    gateway = await openDevnetGateway()
    pages = createServer((request, response) => {
      const target = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to')
      if (target !== null) {
        response.writeHead(307, { Location: target }).end()
        return
      }
      const isScript = request.url === '/tonweb.js'
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? readFileSync(TONWEB) : '<!doctype html><script src="/tonweb.js"></script>')
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    browser = await launchChromium('--host-resolver-rules=MAP evil.example 127.0.0.1')
  })
  afterAll(async () => {
    await browser?.close()
    await new Promise((resolve) => pages.close(resolve))
    await gateway[Symbol.asyncDispose]()
  })

  async function pageOf(host: string): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(`http://${host}:${(pages.address() as AddressInfo).port}/`)
    return page
  }
  const run = <Result>(page: Page, code: string, values: object): Promise<Result> =>
    page.evaluate<Result>(`(${code})(${JSON.stringify(values)})`)

  async function fundedWallet() {
    const seed = TonWeb.utils.nacl.randomBytes(32)
    const { publicKey, secretKey } = TonWeb.utils.nacl.sign.keyPair.fromSeed(seed)
    const wallet = new TonWeb.Wallets.all.v4R2(new TonWeb.HttpProvider(gateway.jsonRpc), { publicKey, wc: 0 })
    await gateway.fund([Address.parseRaw((await wallet.getAddress()).toString(false))], FUNDS)
    return { seed, secretKey, wallet }
  }
  const newAddress = () =>
    new Address(0, Buffer.from(TonWeb.utils.nacl.randomBytes(32))).toString({ bounceable: false })

  it('of a dev server sends coins with tonweb', async () => {
    const { seed } = await fundedWallet()
    const values = { endpoint: gateway.jsonRpc, seed: [...seed], to: newAddress() }
    expect(await run(await pageOf('localhost'), TRANSFER, values)).toEqual({
      sent: { '@type': 'ok' },
      message: 'from a page',
      value: '1000000000',
    })
  })

  it('of a dev server may send the headers of @ton/ton and reads why it is refused', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Ton-Client-Version': '16.3.0', 'X-API-Key': 'k' }
    const body = JSON.stringify({ boc: 'te6cckEBAQEAAgAAAEysuc0=' })
    const values = { url: `${gateway.url}/api/v2/sendBoc`, body, headers }
    const { status, text } = await run<Outcome>(await pageOf('127.0.0.1'), POST, values)
    expect([status, JSON.parse(text ?? '')]).toMatchObject([500, { error: 'Failed to unpack Message' }])
  })

  it('of a dev server cannot change Tonscope, and the explorer’s own is not refused', async () => {
    const neighbour = await pageOf('127.0.0.1')
    const explorer = await browser.newPage()
    await explorer.goto(`${gateway.url}/docs`)
    const headers = { 'content-type': 'application/json' }
    // A field that no command takes, so that nothing changes where the page is not refused.
    const body = JSON.stringify({ unknown: true })
    const told = async (page: Page, values: { url: string; headers: object }) => {
      const { status, text = '' } = await run<Outcome>(page, POST, { ...values, body })
      return { status, error: JSON.parse(text).error }
    }
    const refused = {
      status: 403,
      error: `pages of ${new URL(neighbour.url()).origin} may not change this Tonscope: only the explorer's own can`,
    }
    for (const command of [
      'devnet/reset',
      'devnet/step',
      'access/add',
      'access/settings',
      'index/backfill',
    ]) {
      const path = `/api/tonscope/${command}`
      expect(await told(neighbour, { url: gateway.url + path, headers })).toEqual(refused)
      expect(await told(neighbour, { url: gateway.url + path, headers: {} })).toEqual(refused)
      expect((await told(explorer, { url: path, headers })).status).toBe(422)
      expect((await told(explorer, { url: path, headers: {} })).status).toBe(415)
    }
  })

  it('of another origin cannot change Tonscope in any way that a page has', async () => {
    // A command that leaves a trace: a snapshot.
    const json = JSON.stringify({ name: 'hostile' })
    const save = '/api/tonscope/devnet/save'
    const paths = [save, '/api/%74onscope/devnet/save', `/${save}`, '/api/v2/../tonscope/devnet/save']
    for (const host of ['localhost', '127.0.0.1', 'evil.example']) {
      const page = await pageOf(host)
      const redirect = `${new URL(page.url()).origin}/?to=`
      const urls = paths.slice(0, host === '127.0.0.1' ? paths.length : 1).map((path) => gateway.url + path)
      expect(await run<number>(page, EVERY_WAY, { urls, redirect, json }), host).toBeGreaterThan(30)
    }
    const snapshots = async () => {
      const status = await fetch(`${gateway.url}/api/tonscope/devnet`)
      return ((await status.json()) as { result: DevnetStatus }).result.snapshots.map(({ name }) => name)
    }
    expect(await snapshots()).toEqual([])
    // The same request of a program does it.
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(gateway.url + save, { method: 'POST', body: json, headers })).status).toBe(200)
    expect(await snapshots()).toEqual(['hostile'])
  })

  it('of a stranger hears nothing of the chain, by whichever name the gateway is called', async () => {
    const { port } = new URL(gateway.url)
    const stranger = await pageOf('evil.example')
    const stopped = ['refused', 'TypeError', 'TypeError']
    expect(await run(stranger, LISTEN, { url: gateway.url })).toEqual(stopped)
    // The name leads to 127.0.0.1: to the browser the page and the gateway have one host.
    expect(await run(stranger, LISTEN, { url: `http://evil.example:${port}` })).toEqual(stopped)
    const rebound = await browser.newPage()
    const answer = await rebound.goto(`http://evil.example:${port}/`)
    expect(answer?.status()).toBe(403)
    const neighbour = await pageOf('localhost')
    expect(await run(neighbour, LISTEN, { url: gateway.url })).toEqual(['open', 'answered', 'answered'])
  })

  it('of a stranger neither sends nor reads', async () => {
    const { wallet, secretKey } = await fundedWallet()
    const amount = new TonWeb.utils.BN(1)
    const transfer = wallet.methods.transfer({ secretKey, toAddress: newAddress(), amount, seqno: 0 })
    const boc = Buffer.from(await (await transfer.getQuery()).toBoc(false)).toString('base64')
    // A body without headers of its own needs no preflight: browsers send it and keep the answer to themselves.
    const body = JSON.stringify({ id: 1, method: 'sendBoc', params: { boc } })
    const values = { url: gateway.jsonRpc, body, headers: {} }
    const stranger = await pageOf('evil.example')
    expect(await run<Outcome>(stranger, POST, values)).toEqual({ stopped: 'TypeError' })
    const read = `async ({ url }) => fetch(url).then(() => 'read', (error) => error.name)`
    const url = `${gateway.url}/api/v2/getMasterchainInfo`
    expect(await run(stranger, read, { url })).toBe('TypeError')

    const neighbour = await pageOf('localhost')
    expect(await run(neighbour, read, { url })).toBe('read')
    // The message is as good as ever, so the stranger's never reached the network: it would be refused as a replay.
    expect((await wallet.methods.seqno().call()) ?? 0).toBe(0)
    expect(await run<Outcome>(neighbour, POST, values)).toMatchObject({ status: 200 })
    await until('it is sent', async () => ((await wallet.methods.seqno().call()) === 1 ? true : undefined))
  })
})
