import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type RunningLiteserver,
  startArchiveLiteserver,
} from '../../../src-main/embedded/archiveLiteserver.ts'
import { findProject, sampleArchive } from '../../../src-main/gateway/project.ts'
import { formatGlobalConfig, singleServerConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import { sampleContents } from '../../unit/chain/archive/sampleNetwork.ts'
import { checkIndex } from './checkIndex.ts'

const CHILD = fileURLToPath(new URL('./kill/child.ts', import.meta.url))
const NODE_OPTIONS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
const KILLS = Number(process.env.KILLS ?? 10)
/** A child is killed at a random instant after a random number of commits. */
const MOST_COMMITS = 12
const LONGEST_WAIT_MS = 40

describe('an indexer that is killed repeatedly', () => {
  let server: RunningLiteserver
  let dir: string
  const blocks = sampleContents().blocks
  const head = Math.max(...blocks.filter(({ id }) => id.workchain === -1).map(({ id }) => id.seqno))
  const running = new Set<ChildProcess>()

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tonscope-kill-'))
    server = await startArchiveLiteserver({ source: { kind: 'archive', dir: sampleArchive(findProject()) } })
    await writeFile(join(dir, 'config.json'), formatGlobalConfig(singleServerConfig(server)))
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await server.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** Returns how long the index took to open, milliseconds; undefined if the child was killed before. */
  const openedIn = (printed: string) => /^open (\d+)$/m.exec(printed)?.[1]

  /** Runs a child until its end, or kills it some time after a number of commits. Returns what it printed. */
  async function run(kill?: { readonly commits: number; readonly waitMs: number }): Promise<string> {
    const child = spawn(
      process.execPath,
      [...NODE_OPTIONS, CHILD, join(dir, 'config.json'), join(dir, 'index'), String(head)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    running.add(child)
    let printed = ''
    const reached = Promise.withResolvers<void>()
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text
      if (kill && printed.split('+').length > kill.commits) reached.resolve()
    })
    const ended = once(child, 'close')
    await Promise.race([reached.promise, ended])
    if (kill) {
      await sleep(kill.waitMs)
      child.kill('SIGKILL')
    }
    await ended
    running.delete(child)
    return printed
  }

  it(
    'has no gap, no duplicate and a true coverage after each kill, and the whole chain in the end',
    async ({ annotate }) => {
      const random = new SeededRandom(testSeed())
      let counts: number[] = []
      let working = 0
      const starts: (string | undefined)[] = []
      for (let kill = 0; kill < KILLS; kill++) {
        const printed = await run({
          commits: random.below(MOST_COMMITS),
          waitMs: random.next() * LONGEST_WAIT_MS,
        })
        starts.push(openedIn(printed))
        const count = checkIndex(databaseFile(join(dir, 'index')))
        const before = counts.at(-1) ?? 0
        expect(count).toBeGreaterThanOrEqual(before)
        if (count > before) working++
        counts.push(count)
        if (count < blocks.length || kill === KILLS - 1) continue
        // The whole chain is indexed: start again from an empty index.
        await rm(join(dir, 'index'), { recursive: true })
        counts = []
      }
      // Most kills came while blocks were being written.
      expect(working).toBeGreaterThan(KILLS / 3)
      const last = await run()
      expect(last).toContain('done')
      starts.push(openedIn(last))
      const restarts = starts.slice(1).flatMap((ms) => (ms === undefined ? [] : [Number(ms)]))
      await annotate(
        `${restarts.length} restarts after a kill: index open within ${Math.max(...restarts)} ms`,
        'restart',
      )
      expect(checkIndex(databaseFile(join(dir, 'index')))).toBe(blocks.length)
    },
    KILLS * 24_000,
  )
})
