import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Status } from '#shared/schema/status.ts'
import { GENESIS } from '../../conformance/genesisChain.ts'
import { hasShared, NEEDS_SHARED } from '../../conformance/sharedData.ts'
import { type Ended, endAll, type Serving, serve, start } from './process.ts'

const SAMPLE = fileURLToPath(new URL('../../../src-main/networks/sample/sample.tonscope', import.meta.url))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tonscope-cli-'))
})
afterEach(endAll)
afterAll(() => rm(folder, { recursive: true, force: true }))

const ON_SAMPLE = ['--network', 'sample', '--port', '0'] as const

/** Starts the program without an index, which takes longer to fill than the rest of a test. */
function serveSample(...args: readonly string[]): Promise<Serving> {
  return serve(...ON_SAMPLE, '--data-dir', join(folder, 'data'), '--index', 'off', ...args)
}

function configFile(): string {
  return join(folder, 'data/sample/global.config.json')
}

async function seqnoOf({ url }: Serving): Promise<number> {
  const response = await fetch(`${url}/api/v2/getMasterchainInfo`)
  const { result } = (await response.json()) as { result: { last: { seqno: number } } }
  return result.last.seqno
}

describe('tonscope serve', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints one line, answers, and stops cleanly on %s',
    async (signal) => {
      const program = await serve(...ON_SAMPLE, '--data-dir', join(folder, 'data'))
      expect(await seqnoOf(program)).toBe(800)
      program.kill(signal)
      const stdout = `Tonscope ready at http://127.0.0.1:${program.port} (sample)\n`
      // A program that does not close by its deadline exits with code 1 and prints so.
      expect(await program.ended).toEqual({ code: 0, signal: null, stdout, stderr: '' })
      await expect(fetch(program.url)).rejects.toThrow()
    },
  )

  it('stops while it is still starting', async () => {
    const program = start('serve', '--port', '0', '--data-dir', join(folder, 'data'))
    program.kill('SIGTERM')
    const { code, signal, stdout, stderr } = await program.ended
    // The signal itself ends a process that has not installed its handler yet.
    expect([
      [0, null],
      [null, 'SIGTERM'],
    ]).toContainEqual([code, signal])
    expect(stdout + stderr).toBe('')
  })

  it('stops although a client keeps its connection and a request open', async () => {
    const program = await serveSample()
    const socket = connect(program.port, '127.0.0.1').on('error', () => {})
    const head = `POST /api/v2/getMasterchainInfo HTTP/1.1\r\nHost: 127.0.0.1:${program.port}\r\n`
    socket.write(`${head}Content-Length: 9\r\n\r\n{`)
    await fetch(`${program.url}/healthz`)
    expect(socket.bytesRead).toBe(0)
    program.kill('SIGTERM')
    const { code, stderr } = await program.ended
    socket.destroy()
    expect([code, stderr]).toEqual([0, ''])
  })

  it('names the port that is taken and, on Linux, the process that uses it', async () => {
    const first = await serveSample()
    const config = await readFile(configFile(), 'utf8')
    const second = start('serve', '--port', String(first.port), '--data-dir', join(folder, 'data'))
    const { code, stdout, stderr } = await second.ended
    const owner = process.platform === 'linux' ? `\\S.{1,120} \\(process ${first.pid}\\)` : '.+'
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      new RegExp(`^tonscope: port ${first.port} is taken by ${owner}; choose another with --port\\n$`),
    )
    expect([await seqnoOf(first), await readFile(configFile(), 'utf8')]).toEqual([800, config])
  })

  it('starts again after it was killed', async () => {
    const first = await serveSample()
    const before = await readFile(configFile(), 'utf8')
    first.kill('SIGKILL')
    expect((await first.ended).signal).toBe('SIGKILL')
    const second = await serveSample('--port', String(first.port))
    expect([second.port, await seqnoOf(second)]).toEqual([first.port, 800])
    expect(await readFile(configFile(), 'utf8')).toBe(before)
  })

  it('reports its verification as disabled with --trust-liteservers', async () => {
    const statusOf = async ({ url }: Serving) =>
      ((await (await fetch(`${url}/api/tonscope/status`)).json()) as Status).verification
    const careful = await serveSample()
    expect(await statusOf(careful)).toMatchObject({ enabled: true, refused: 0 })
    const trusting = await serveSample('--trust-liteservers')
    expect(await statusOf(trusting)).toMatchObject({ enabled: false, refused: 0 })
    expect(await seqnoOf(trusting)).toBe(await seqnoOf(careful))
  })
})

/** One line for the user, the way out for scripts, no stack trace. */
function expectRefusal({ code, signal, stdout, stderr }: Ended, ...words: readonly string[]): void {
  expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' })
  expect(stderr).toMatch(/^tonscope: .*\n$/)
  expect(stderr).not.toMatch(/\n\s+at |Error:|undefined|\[object/)
  for (const word of words) expect(stderr).toContain(word)
}

describe('tonscope serve refuses', () => {
  function refused(...args: readonly string[]): Promise<Ended> {
    return start('serve', '--port', '0', '--data-dir', join(folder, 'data'), ...args).ended
  }

  it('an unknown network', async () => {
    const ended = await refused('--network', 'nowhere')
    expectRefusal(
      ended,
      "'nowhere'",
      'devnet, sample, mainnet, testnet, a network that you added, archive:DIR',
    )
  })

  it('a global config that is broken, naming file and field', async () => {
    const file = join(folder, 'broken.json')
    await writeFile(file, '{"liteservers": [')
    expectRefusal(await refused('--network', file), file, 'is not JSON')
    await writeFile(file, '{"liteservers": [], "validator": {}}')
    expectRefusal(await refused('--network', file), file, 'validator.zero_state is not an object')
  })

  it('an archive that is missing or empty', async () => {
    const missing = join(folder, 'missing')
    expectRefusal(await refused('--network', `archive:${missing}`), missing, 'there is no archive')
    const empty = join(folder, 'empty')
    await mkdir(empty)
    expectRefusal(await refused('--network', `archive:${empty}`), empty, 'has no archive packages')
  })

  it('an archive of our own that is damaged or cut', async () => {
    const file = join(folder, 'copy.tonscope')
    await copyFile(SAMPLE, file)
    await flipByte(file, 1_000_000)
    expectRefusal(await refused('--network', `archive:${file}`), file, 'cannot be unpacked')
    await copyFile(SAMPLE, file)
    await truncate(file, 1_000_000)
    expectRefusal(await refused('--network', `archive:${file}`), file, 'cannot be unpacked')
  })

  it('a data directory that cannot be written', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expectRefusal(await refused('--data-dir', file), file, 'the data directory cannot be written')
  })

  it.skipIf(process.getuid?.() === 0)('a data directory without permission (not as root)', async () => {
    const locked = join(folder, 'locked')
    await mkdir(locked)
    await chmod(locked, 0o500)
    expectRefusal(await refused('--data-dir', join(locked, 'data')), locked, 'EACCES')
  })

  it.skipIf(process.platform !== 'linux')('a data directory that cannot be created', async () => {
    expectRefusal(await refused('--data-dir', '/proc/tonscope'), '/proc/tonscope', 'ENOENT')
  })

  it('unknown options, and lists the known ones', async () => {
    const { code, stdout, stderr } = await refused('--bogus')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^tonscope: serve has no option --bogus\n\n/)
    expect(stderr).toContain('tonscope serve [options]')
  })
})

describe.skipIf(!hasShared)(`tonscope serve refuses spoilt node archives (${NEEDS_SHARED})`, () => {
  const PACKAGE = 'archive.00000.pack'
  let copy: string

  afterEach(() => rm(copy, { recursive: true, force: true }))

  /** A copy of mainnet's first blocks, in which `spoil` did something to one file. */
  async function spoilt(name: string, spoil: (file: string) => Promise<void>): Promise<Ended> {
    copy = await mkdtemp(join(folder, 'archive-'))
    for (const file of [
      PACKAGE,
      'archive.00000.0_8000000000000000.pack',
      'zerostate.mc.boc',
      'zerostate.wc0.boc',
    ]) {
      await copyFile(join(GENESIS, file), join(copy, file))
      await chmod(join(copy, file), 0o600)
    }
    await spoil(join(copy, name))
    return start('serve', '--port', '0', '--data-dir', join(folder, 'data'), '--network', `archive:${copy}`)
      .ended
  }

  it('with a changed block', async () => {
    const ended = await spoilt(PACKAGE, (file) => flipIn(file, 'block_(-1,8000000000000000,50)'))
    expectRefusal(
      ended,
      PACKAGE,
      'block_(-1,8000000000000000,50)',
      'file hash of the block does not match its name',
    )
  })

  it('with a renamed block', async () => {
    const ended = await spoilt(PACKAGE, (file) => flipIn(file, 'block_(-1,8000000000000000,50)', 10))
    expectRefusal(ended, PACKAGE, 'entry named')
  })

  it('with a changed signature of a validator', async () => {
    const ended = await spoilt(PACKAGE, (file) => flipIn(file, 'proof_(-1,8000000000000000,99)'))
    const [last, ...log] = ended.stderr.trim().split('\n').reverse()
    expectRefusal(
      { ...ended, stderr: `${last}\n` },
      PACKAGE,
      'proof_(-1,8000000000000000,99)',
      'not a block proof',
    )
    for (const line of log) expect(JSON.parse(line)).not.toHaveProperty('err.stack')
  })

  it('with a truncated package', async () => {
    expectRefusal(await spoilt(PACKAGE, (file) => truncate(file, 1_000_000)), PACKAGE, 'is cut')
  })

  it('with a changed or missing zero state', async () => {
    const changed = await spoilt('zerostate.mc.boc', (file) => flipByte(file, 600))
    expectRefusal(changed, 'zerostate.mc.boc', 'not a zero state: the checksum is wrong')
    const missing = await spoilt('zerostate.mc.boc', (file) => rm(file))
    expectRefusal(missing, copy, 'has no masterchain zero state')
  })
})

async function flipByte(file: string, at: number): Promise<void> {
  const data = await readFile(file)
  data[at] = (data[at] ?? 0) ^ 0x55
  await writeFile(file, data)
}

/** Flips a byte in the middle of an entry's data, or `into` its name. */
async function flipIn(file: string, entry: string, into?: number): Promise<void> {
  const data = await readFile(file)
  const name = data.indexOf(entry)
  const header = name - 8
  const start = name + data.readUInt16LE(header + 2)
  await flipByte(file, into === undefined ? start + (data.readUInt32LE(header + 4) >> 1) : name + into)
}
