import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SeededRandom } from '../../fixtures/seededRandom.ts'

const RUNS = Number(process.env.KILLS ?? 10)
/** Maximum number of lines that a child prints after `ready` before it is killed, and the longest delay after that. */
const LINES = 40
const MOMENT_MS = 20
/** Number of runs after which a child checks the whole chain, not just new blocks. */
const WHOLE_EVERY = 10
const START_MS = 60_000

let dir: string
const children = new Set<ChildProcess>()
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'devnet-kill-'))
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dir, { recursive: true })
})

/** A child that has everything loaded and waits for its turn. */
function standby() {
  const child = spawn(
    process.execPath,
    [
      '--experimental-strip-types',
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'kill/child.ts'),
      dir,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  children.add(child)
  const said: string[][] = []
  let rest = ''
  let complaints = ''
  const enough = Promise.withResolvers<void>()
  let wanted = 0
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk).split('\n')
    // An incomplete line does not count.
    rest = lines.pop() ?? ''
    for (const line of lines) {
      said.push(line.split(' '))
    }
    const readyAt = said.findIndex(([word]) => word === 'ready')
    if (readyAt >= 0 && said.length > readyAt + wanted) enough.resolve()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk
  })
  const ended = once(child, 'close').then(() => {
    children.delete(child)
    enough.reject(new Error(`a child ended by itself: ${complaints}`))
  })
  enough.promise.catch(() => {})
  return {
    async live(from: number, lines: number, moment: number): Promise<readonly (readonly string[])[]> {
      wanted = lines
      child.stdin.end(`${from}`)
      const tooLate = setTimeout(() => enough.reject(new Error(`a child is slow: ${complaints}`)), START_MS)
      await enough.promise
      clearTimeout(tooLate)
      await delay(moment)
      child.kill('SIGKILL')
      await ended
      return said
    },
  }
}

it(`is at a consistent head after each of ${RUNS} kills, with every announced block and accepted message`, {
  timeout: 900_000,
}, async () => {
  const random = new SeededRandom(3)
  const heads = new Map<string, string>()
  const accepted = new Set<string>()
  const settled = new Set<string>()
  let checked = 0
  let next = standby()
  for (let run = 0; run <= RUNS; run++) {
    const child = next
    if (run < RUNS) next = standby()
    const from = run % WHOLE_EVERY === 0 ? 0 : checked
    const said = await child.live(from, run < RUNS ? random.below(LINES) : 0, random.next() * MOMENT_MS)
    const of = (word: string) => said.flatMap(([first, ...others]) => (first === word ? [others] : []))

    const top = Number(of('ready')[0]?.[0])
    expect(top).toBeGreaterThanOrEqual(Math.max(0, ...[...heads.keys()].map(Number)))
    const blocks = new Map(of('block').map(([seqno, rootHash]) => [seqno as string, rootHash as string]))
    for (const [seqno, rootHash] of heads) {
      if (Number(seqno) > from) expect([run, seqno, blocks.get(seqno)]).toEqual([run, seqno, rootHash])
    }
    for (const [message] of of('has')) settled.add(message as string)
    const waiting = new Set(of('waits').flat())
    const lost = [...accepted].filter((message) => !settled.has(message) && !waiting.has(message))
    expect([run, lost]).toEqual([run, []])

    checked = top
    for (const [seqno, rootHash] of [...blocks, ...of('head')]) heads.set(seqno as string, rootHash as string)
    for (const [message] of of('accepted')) accepted.add(message as string)
  }
  expect(heads.size).toBeGreaterThan(RUNS)
  expect(settled.size).toBeGreaterThan(RUNS)
})
