import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Status } from '#shared/schema/status.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { networkFolder } from '../../../src-main/gateway/networkChoice.ts'
import { TRUST_FILE } from '../../../src-main/gateway/trustFile.ts'
import { formatGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { liteserver } from '../../../src-main/liteserver/server/liteserver.ts'
import { generateKeyBlockChain } from '../../fixtures/keyBlockChain.ts'
import { type Server, serve as serveAnswers } from '../liteserver/lies/lyingServer.ts'
import { endAll, type Serving, serve } from './process.ts'

const CHAIN = generateKeyBlockChain({ keyBlocks: 40, validators: 12 })

let folder: string
let config: string
let trustFile: string
let server: Server
/** The first block of each proof that was requested from the liteserver. */
let asked: number[]
/** Set: proofs from this seqno on get no answer. */
let heldFrom: number | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tonscope-trust-'))
  config = join(folder, 'network.json')
  trustFile = join(folder, 'data', networkFolder({ kind: 'custom', file: config }), TRUST_FILE)
  const answer = liteserver({ store: CHAIN.store, now: () => 1_900_000_000 })
  server = await serveAnswers(
    (query) => answer(query, { signal: new AbortController().signal }),
    async (query) => {
      // A question that waits for a newer head can end after its gateway.
      if (query.name !== 'getBlockProof' || query.wait) return undefined
      asked.push(query.request.knownBlock.seqno)
      return query.request.knownBlock.seqno >= (heldFrom ?? Number.POSITIVE_INFINITY)
        ? new Promise(() => {})
        : undefined
    },
  )
})
afterEach(endAll)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function serveChain(anchor: BlockIdExt, ...options: readonly string[]): Promise<Serving> {
  asked = []
  const { zeroState } = CHAIN
  await writeFile(
    config,
    formatGlobalConfig({ liteservers: [server.address], zeroState, initBlock: anchor, hardforks: [] }),
  )
  const place = ['--network', config, '--data-dir', join(folder, 'data')]
  return serve(...place, '--port', '0', '--index', 'off', ...options)
}

type Answer = {
  readonly status: number
  readonly body: { error?: string; result?: { last: { seqno: number } } }
}

async function ask(program: Serving): Promise<Answer> {
  const response = await fetch(`${program.url}/api/v2/getMasterchainInfo`)
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function json<T>(program: Serving, path: string): Promise<T> {
  return (await (await fetch(program.url + path)).json()) as T
}

async function storedSeqno(): Promise<number> {
  const text = await readFile(trustFile, 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { key_block?: { seqno: number } }).key_block?.seqno ?? 0
}

async function stop(program: Serving) {
  program.kill('SIGTERM')
  return program.ended
}

describe('trust over restarts', () => {
  it('continues after the last key block of a killed run, and shows its progress', async () => {
    heldFrom = 2600
    const first = await serveChain(CHAIN.anchor)
    const { status, body } = await ask(first)
    expect([status, body.error]).toEqual([
      503,
      expect.stringMatching(/^proving key block 17 of about \d+; ask again in a few seconds$/),
    ])
    const { head, verification } = await json<Status>(first, '/api/tonscope/status')
    expect([head, verification.proving?.proved]).toEqual([null, 16])
    expect(await json(first, '/healthz')).toMatchObject({ status: 'proving', proving: { proved: 16 } })
    await expect.poll(storedSeqno, { timeout: 10_000 }).toBe(2600)
    first.kill('SIGKILL')
    expect((await first.ended).stderr).toMatch(/^Proving key block 2\b/m)

    heldFrom = undefined
    const second = await serveChain(CHAIN.anchor)
    expect((await ask(second)).body.result?.last.seqno).toBe(CHAIN.head.seqno)
    expect(asked[0]).toBe(2600)
    const ended = await stop(second)
    expect([ended.code, await storedSeqno()]).toEqual([0, 5000])
    expect(ended.stderr).toMatch(/^Proved 24 key blocks, the last at seqno 5000, in \d+\.\d s$/m)

    const third = await serveChain(CHAIN.anchor)
    expect((await ask(third)).status).toBe(200)
    expect(asked[0]).toBe(5000)
    expect((await stop(third)).stderr).toBe('')
  })

  it('starts at a changed anchor and ignores the stored key block', async () => {
    const anchor = CHAIN.keyBlocks[4] as BlockIdExt
    const program = await serveChain(anchor)
    expect((await ask(program)).status).toBe(200)
    expect(asked[0]).toBe(anchor.seqno)
    await stop(program)
    const again = await serveChain(anchor)
    expect((await ask(again)).status).toBe(200)
    expect(asked[0]).toBe(5000)
    await stop(again)
  })

  it('ignores a damaged file with a line in the log', async () => {
    await writeFile(trustFile, '{"version": 1, "key_bl')
    const program = await serveChain(CHAIN.anchor)
    expect((await ask(program)).status).toBe(200)
    expect(asked[0]).toBe(CHAIN.anchor.seqno)
    expect((await stop(program)).stderr).toContain('is damaged and does not count')
  })

  it('stores nothing where liteservers are trusted', async () => {
    await rm(trustFile)
    const program = await serveChain(CHAIN.anchor, '--trust-liteservers')
    expect((await ask(program)).status).toBe(200)
    await stop(program)
    expect([asked, await storedSeqno()]).toEqual([[], 0])
  })
})
