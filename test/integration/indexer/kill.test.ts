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
import { formatGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
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
    const { host, port, publicKey, zeroState, initBlock } = server
    const config = { liteservers: [{ host, port, publicKey }], zeroState, initBlock, hardforks: [] }
    await writeFile(join(dir, 'config.json'), formatGlobalConfig(config))
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await server.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** How long the index took to open, milliseconds; undefined where it was killed before that. */
  const openedIn = (printed: string) => /^open (\d+)$/m.exec(printed)?.[1]

  /** Runs until it is killed at some instant after so many commits, or ends by itself. What it printed. */
  async function run(commits = Number.POSITIVE_INFINITY): Promise<string> {
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
      if (printed.split('+').length > commits) reached.resolve()
    })
    const ended = once(child, 'close')
    await Promise.race([reached.promise, ended])
    if (Number.isFinite(commits)) {
      await sleep(Math.random() * LONGEST_WAIT_MS)
      child.kill('SIGKILL')
    }
    await ended
    running.delete(child)
    return printed
  }

  it(
    'has no gap, no duplicate and a true coverage after each kill, and the whole chain in the end',
    async ({ annotate }) => {
      let counts: number[] = []
      let working = 0
      const starts: (string | undefined)[] = []
      for (let kill = 0; kill < KILLS; kill++) {
        starts.push(openedIn(await run(Math.floor(Math.random() * MOST_COMMITS))))
        const count = checkIndex(databaseFile(join(dir, 'index')))
        const before = counts.at(-1) ?? 0
        expect(count).toBeGreaterThanOrEqual(before)
        if (count > before) working++
        counts.push(count)
        if (count < blocks.length || kill === KILLS - 1) continue
        // All of the chain is there: from the beginning.
        await rm(join(dir, 'index'), { recursive: true })
        counts = []
      }
      // The instants were such that work was under way.
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
