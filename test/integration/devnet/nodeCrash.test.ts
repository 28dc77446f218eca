import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { Address } from '@ton/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RunningDevnet } from '../../../src-main/devnet/runtime/runningDevnet.ts'
import { until } from '../../fixtures/until.ts'
import { clientOf, headOf, type NodeTest, openNodeTest, TON } from './nodeRig.ts'

const SCRIPT = fileURLToPath(new URL('./nodeProcess.ts', import.meta.url))
/** Node 22 runs TypeScript only with this option, and prints a warning that it is experimental. */
const NODE_OPTIONS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
const ROUNDS = 6

let test: NodeTest
beforeEach(() => {
  test = openNodeTest()
})
afterEach(async () => {
  await test.end()
  expect(test.troubles).toEqual([])
})

it('plays the scenario again if the first start was interrupted', { timeout: 300_000 }, async () => {
  const { promise, resolve } = Promise.withResolvers<Worker>()
  process.once('worker', resolve)
  const interrupted = expect(test.start({ scenario: true, traffic: false })).rejects.toThrow('devnet stopped')
  const worker = await promise
  const blocks = join(test.dir, 'chain', 'blocks')
  await until(
    'the scenario has written blocks',
    () => (existsSync(blocks) && statSync(blocks).size > 10_000) || undefined,
  )
  await worker.terminate()
  await interrupted

  const devnet = await test.start({ scenario: true, traffic: false })
  expect((await devnet.status()).scenario.length).toBeGreaterThan(0)
  const other = openNodeTest()
  try {
    const undisturbed = await other.start({ scenario: true, traffic: false })
    expect(await headOf(devnet)).toBe(await headOf(undisturbed))
    expect((await devnet.status()).scenario).toEqual((await undisturbed.status()).scenario)
  } finally {
    await other.end()
  }
})

it('survives kill -9 at any moment of any command', { timeout: 600_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const lines = await runUntilKilled(test.dir, round, 3 + ((round * 7) % 9))
    const heads = lines.flatMap((line) => (line.startsWith('head ') ? [line.slice(5)] : []))
    const doing = lines.at(-1)?.startsWith('doing ') ? lines.at(-1)?.slice(6) : undefined

    const devnet = await test.start()
    const { snapshots, seqno } = await devnet.status()
    const last = heads.at(-1) as string
    const isThere = seqno >= seqnoOf(last) && (await blockAt(devnet, seqnoOf(last))) === last
    const isRestored = doing === 'restore' && seqno === snapshots[0]?.seqno
    expect({ round, doing, isConsistent: isThere || isRestored }).toEqual({
      round,
      doing,
      isConsistent: true,
    })
    await devnet.faucet({ address: new Address(0, Buffer.alloc(32, 9)).toString(), amount: TON })
    await devnet.close()
  }
})

/** Kills the process some time after it has written `count` lines. Resolves with all its lines. */
async function runUntilKilled(dir: string, first: number, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, SCRIPT, dir, `${first}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    // During the next command, which takes some tens of milliseconds.
    if (lines.length === count) setTimeout(() => child.kill('SIGKILL'), (count * 37) % 90)
  })
  const [, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL') throw new Error(`the process left by itself: ${complaint}`)
  return lines
}

function seqnoOf(head: string): number {
  return Number(head.split(':')[0])
}

/** The block of that number, proved, as headOf writes it. */
async function blockAt(devnet: RunningDevnet, seqno: number): Promise<string> {
  const client = await clientOf(devnet)
  try {
    const { rootHash } = await client.session().masterchainBlock(seqno)
    return `${seqno}:${rootHash.toString('hex')}`
  } finally {
    client.close()
  }
}
