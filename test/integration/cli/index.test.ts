import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { indexStatusSchema, watchedAccountsSchema } from '#shared/schema/indexer.ts'
import { indexCommand } from '../../../src-main/cli/indexCommand.ts'
import { UsageError } from '../../../src-main/cli/usageError.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { until } from '../../fixtures/until.ts'
import { ask, indexStatus, indexUntil } from '../indexer/indexGateway.ts'
import { endAll, type Program, start } from './process.ts'

/** Recorded blocks 1 to 800, which are indexed only on request. */
const NETWORK = 'sample'
const HEAD = 800
/** A wallet of them. */
const WALLET = '0:6818DC87AD4D1928E3BD9CC2A19DE6BA35E09ED95601FDF0FE2838D0CF07CD88'

describe('tonscope index', () => {
  let dataDir: string
  let gateway: Gateway
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-cli-index-'))
    const log = pino({ level: 'silent' })
    gateway = await startGateway({ network: NETWORK, index: 'off', port: 0, dataDir, log })
  })
  afterEach(endAll)
  afterAll(async () => {
    await gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const begin = (...args: readonly string[]) => start('index', ...args, '--url', gateway.url)
  /** Returns the output of a successful command. */
  async function printed(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await begin(...args).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }
  /** Returns the output of a successful command that is run in this process: a new one takes half a second. */
  async function output(...args: readonly string[]): Promise<string> {
    using log = vi.spyOn(console, 'log').mockImplementation(() => {})
    using error = vi.spyOn(console, 'error')
    expect(await indexCommand([...args, '--url', gateway.url])).toBe(0)
    expect(error).not.toHaveBeenCalled()
    return log.mock.calls.map(([text]) => `${text}\n`).join('')
  }
  const jobNumber = (text: string) => /^job (\d+)$/m.exec(text)?.[1] ?? ''

  it('status prints the coverage, as text and as JSON', async () => {
    const [words, json] = await Promise.all([printed('status'), printed('status', '--json')])
    expect(words).toMatch(
      /^idle\nindexed: nothing\nrate: 0\.0 masterchain blocks\/s, 0 transactions\/s\ndisk: index .+, archive .+, .+ free\ncontracts: \d+ not examined yet, 0 waiting for another account's state\nactions: (no traces pending|\d+ traces not classified yet)\nchecksums: .+ of .+ checked.*\n$/,
    )
    expect(indexStatusSchema.parse(JSON.parse(json))).toMatchObject({ mode: 'off', coverage: [], jobs: [] })
  })

  it('watch, watched and unwatch print the watched accounts', async () => {
    const line = (state: string) => new RegExp(`^${WALLET}, ${state}, depth all, \\d+ transactions?`)
    expect(await output('watched')).toBe('no account is watched\n')
    expect(await output('watch', WALLET, '--depth', 'all')).toMatch(line('(waiting|reading|current)'))
    await until('the account is read', async () =>
      line('current').test(await output('watched')) ? true : undefined,
    )
    const json = watchedAccountsSchema.parse(JSON.parse(await output('watched', '--json')))
    expect(json.accounts).toMatchObject([{ account: WALLET, depth: 'all', is_complete: true }])
    expect(await output('unwatch', WALLET)).toBe('no account is watched\n')
  })

  it('backfill prints its progress, can be paused, resumed and cancelled, and exits with the code of its result', async () => {
    expect(await output('limit', '1KB')).toMatch(/^disk: .+ of 1 KB, /m)
    const first = begin('backfill', '--from', '20', '--to', '60')
    await printedBy(first, /^running, 0 of 41/m)
    const second = begin('backfill', '--from', '120', '--to', '121')
    await printedBy(second, /^waiting, 0 of 2/m)
    const third = jobNumber(await output('backfill', '--from', '100', '--to', '110', '--detach'))
    const line = (state: string) =>
      new RegExp(`^job ${third} \\(blocks 100-110, newest first\\): ${state}, 0 of 11`, 'm')
    expect(await output('pause', third)).toMatch(line('paused'))
    expect(await output('resume', third)).toMatch(line('waiting'))

    const cancelled = jobNumber(second.stdout())
    await output('cancel', cancelled)
    const { code, stdout } = await second.ended
    expect([code, stdout]).toEqual([1, expect.stringMatching(/: cancelled, 0 of 2\n$/)])
    expect(await begin('resume', cancelled).ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `tonscope: job ${cancelled} is cancelled\n`,
    })

    expect(await output('limit', 'none')).not.toMatch(/^disk: .+ of 1 KB, /m)
    const ended = await first.ended
    const id = jobNumber(ended.stdout)
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    expect(ended.stdout).toMatch(/^job \d+\n(waiting, .+\n)?running, 0 of 41/)
    expect(ended.stdout.endsWith(`\njob ${id} (blocks 20-60, newest first): done, 41 of 41\n`)).toBe(true)
    await indexUntil(gateway.url, ({ jobs }) => jobs.at(-1)?.state === 'done')
    expect(await output('status')).toContain('\nindexed: 20-60, 100-110\n')
    expect(await output('reclassify')).toMatch(/^no traces pending, (\d+) of \1 again, 0 actions changed\n$/)
  })

  it('backfill goes back by time, from the oldest, and through an account', async () => {
    const [byTime, account] = await Promise.all([
      printed('backfill', '--last', '2m', '--oldest-first'),
      printed('backfill', '--account', WALLET),
    ])
    const [, first = ''] = /\(blocks (\d+)-800, oldest first\): done, (\d+) of \2\n$/.exec(byTime) ?? []
    const since = (await utimeOf(HEAD)) - 120
    expect(await utimeOf(Number(first))).toBeGreaterThanOrEqual(since)
    expect(await utimeOf(Number(first) - 1)).toBeLessThan(since)
    expect(account).toMatch(new RegExp(`\\(account ${WALLET}\\): done, [1-9]\\d* transactions?\\n$`))
  })

  it('follow on, pause, resume, and follow off', async () => {
    expect(await output('follow', 'on')).toMatch(/^(catching up|following)\nindexed: /)
    await indexUntil(gateway.url, ({ coverage }) => coverage[0]?.first === 1)
    expect(await output('pause')).toMatch(/^paused\n/)
    expect(await output('resume')).toMatch(/^(catching up|following)\n/)
    expect(await output('follow', 'off')).toMatch(/^idle\n/)
    expect(await indexStatus(gateway.url)).toMatchObject({ mode: 'off', behind: null })
  })

  async function utimeOf(seqno: number): Promise<number> {
    const path = `/api/v2/getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=${seqno}`
    return (await ask<{ gen_utime: number }>(gateway.url, path)).gen_utime
  }

  const REFUSED: readonly (readonly [args: readonly string[], text: string])[] = [
    [['backfill', '--from', '1', '--to', '801'], 'to: the newest masterchain block is 800'],
    [['backfill'], 'a backfill takes from and to, or last_seconds, or account'],
    [['cancel', '77'], 'there is no job 77'],
  ]
  it.each(REFUSED)('%j is refused with the text of the gateway', async (args, text) => {
    await expect(indexCommand([...args, '--url', gateway.url])).rejects.toThrow(text)
  })
})

describe('tonscope index, used wrongly', () => {
  it('prints the fault and the usage, and exits with code 2', async () => {
    const { code, stdout, stderr } = await start('index', 'follow', 'maybe').ended
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^tonscope: index follow takes on or off, not maybe\n\n/)
    expect(stderr).toContain('tonscope index COMMAND')
  })

  it('reports that no Tonscope answers, with code 1', async () => {
    const url = 'http://127.0.0.1:1'
    expect(await start('index', 'status', '--url', url).ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `tonscope: the Tonscope at ${url} does not answer; is it running?\n`,
    })
  })

  const WRONG: readonly (readonly [line: string, text: string])[] = [
    [
      '',
      'index takes status, backfill, pause, resume, cancel, follow, reclassify, watch, unwatch, watched, limit, export, import, verify, rebuild',
    ],
    ['toString', 'index takes status'],
    ['status --last 1h', 'index status takes no --last'],
    ['status now', "index status does not take 'now'"],
    ['status --url nowhere', '--url takes the address of a Tonscope, not nowhere'],
    ['backfill --from one --to 2', '--from takes a whole number, not one'],
    ['backfill --last 1w', '--last takes a time like 30m, 1h or 2d, not 1w'],
    ['backfill --until 5', 'index backfill has no option --until'],
    ['pause first', 'JOB takes a whole number, not first'],
    ['cancel', 'index cancel needs more than that'],
    ['follow', 'index follow needs more than that'],
    ['limit much', 'limit takes a size like 20GB, not much'],
  ]
  it.each(WRONG)('index %s', async (line, text) => {
    const wrong = indexCommand(line === '' ? [] : line.split(' '))
    await expect(wrong).rejects.toThrow(UsageError)
    await expect(wrong).rejects.toThrow(text)
  })
})

/** Waits until a running program has printed a line. */
async function printedBy(program: Program, line: RegExp): Promise<void> {
  await until(
    () => `${line} is printed; printed ${program.stdout() || 'nothing'}`,
    () => line.test(program.stdout()) || undefined,
  )
}
