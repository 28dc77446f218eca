import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { startGateway } from '../../../src-main/gateway/gateway.ts'
import { formatGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { GENESIS } from '../devnet/testDevnet.ts'

const POLL = { timeout: 30_000, interval: 20 }

/** Two chains of one validator, which are equal up to block 3. */
async function forkedChains(dir: string) {
  const time = { now: GENESIS }
  const clock = () => time.now
  const first = join(dir, 'first')
  const common = await Devnet.create({ seed: 'fork', genesisTime: GENESIS, dir: first, clock })
  for (let made = 0; made < 3; made++) {
    time.now += 1
    await common.step()
  }
  await common.close()
  cpSync(first, join(dir, 'second'), { recursive: true })
  const chains = await Promise.all(
    ['first', 'second'].map((name) =>
      Devnet.create({ seed: 'fork', genesisTime: GENESIS, dir: join(dir, name), clock }),
    ),
  )
  const [one, other] = chains as [Devnet, Devnet]
  return { one, other, time, clock }
}

/** The data directory of one custom network has one folder with the evidence. */
function evidenceFile(dataDir: string): string {
  const [file] = globSync('**/fork.json', { cwd: dataDir })
  return join(dataDir, file ?? 'fork.json')
}

it('stops a network whose validators signed two blocks of one seqno, and keeps the evidence', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'fork-'))
  const { one, other, time, clock } = await forkedChains(dir)
  const servers = [await serveDevnet(one, { clock }), await serveDevnet(other, { clock })]
  const network = join(dir, 'network.json')
  const liteservers = servers.map(({ port, publicKey }) => ({ host: '127.0.0.1', port, publicKey }))
  const { zeroState } = one.store
  writeFileSync(network, formatGlobalConfig({ liteservers, zeroState, initBlock: zeroState, hardforks: [] }))
  const dataDir = join(dir, 'data')
  const log = pino({ level: 'silent' })
  const gateway = await startGateway({ network, port: 0, dataDir, index: 'off', log })
  try {
    const ask = async (path: string) => {
      const response = await fetch(`${gateway.url}${path}`)
      return { status: response.status, body: await response.text() }
    }
    expect(await ask('/api/v2/getMasterchainInfo')).toMatchObject({ status: 200 })
    await vi.waitUntil(() => gateway.status().servers.alive === 2, POLL)
    time.now += 1
    const forked = [(await one.step()).masterchain]
    time.now += 1
    forked.push((await other.step()).masterchain)
    expect(forked[0]?.seqno).toBe(forked[1]?.seqno)
    const hashes = forked.map(({ rootHash }) => rootHash.toString('hex').toUpperCase())
    const stopped = await vi.waitUntil(async () => {
      const answer = await ask('/api/v2/getMasterchainInfo')
      return answer.status === 502 && answer
    }, POLL)
    expect(stopped.body).toContain('the network has forked')
    for (const hash of hashes) expect(stopped.body).toContain(hash)
    expect(await ask('/api/v3/masterchainInfo')).toMatchObject({ status: 502 })
    const health = await ask('/healthz')
    expect(health.status).toBe(503)
    expect(health.body).toContain('the network has forked')
    const file = evidenceFile(dataDir)
    const { result: pool } = JSON.parse((await ask('/api/tonscope/liteservers')).body)
    expect(pool).toMatchObject({ alive: 0, fork: { seqno: forked[0]?.seqno, evidence_file: file } })
    expect(pool.fork.blocks.map((block: { root_hash: string }) => block.root_hash).toSorted()).toEqual(
      forked.map(({ rootHash }) => rootHash.toString('base64')).toSorted(),
    )
    expect(gateway.status()).toMatchObject({ fork: { seqno: forked[0]?.seqno }, servers: { alive: 0 } })
    const evidence = JSON.parse(readFileSync(file, 'utf8'))
    expect(evidence.blocks.map((block: { root_hash: string }) => block.root_hash).toSorted()).toEqual(
      forked.map(({ rootHash }) => rootHash.toString('base64')).toSorted(),
    )
    for (const { proof, liteserver } of evidence.blocks) {
      expect(proof.signatures.length).toBeGreaterThan(0)
      expect(liteserver).toMatch(/^127\.0\.0\.1:\d+$/)
    }
  } finally {
    await gateway.close()
    for (const server of servers) await server.close()
    await Promise.all([one.close(), other.close()])
    rmSync(dir, { recursive: true })
  }
})
