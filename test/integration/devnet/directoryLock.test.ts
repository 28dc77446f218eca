import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDirectory } from '../../../src-main/devnet/chain/directoryLock.ts'
import { type NodeTest, openNodeTest } from './nodeRig.ts'

const MODULE = new URL('../../../src-main/devnet/chain/directoryLock.ts', import.meta.url)
const SCRIPT = `import { lockDirectory } from '${MODULE}'
  try {
    globalThis.lock = lockDirectory(process.argv[1])
    console.log('held')
    setTimeout(() => {}, 60_000)
  } catch (error) {
    console.log(error.message)
  }`
const NODE = [process.execPath, '--experimental-strip-types', '--input-type=module', '-e', SCRIPT]
const UNSHARE = ['unshare', '--net']
const canUnshare = spawnSync('unshare', ['--net', 'true']).status === 0

describe('the lock of a directory', () => {
  let dir: string
  const running: ChildProcess[] = []
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'devnet-lock-'))
  })
  afterEach(async () => {
    for (const child of running.splice(0)) await kill(child)
    rmSync(dir, { recursive: true })
  })

  /** Locks the directory in a process of its own; returns its first line: `held`, or the refusal. */
  async function lockElsewhere(prefix: readonly string[] = []) {
    const [command = '', ...args] = [...prefix, ...NODE, dir]
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    running.push(child)
    const [line] = await once(child.stdout as NodeJS.EventEmitter, 'data', {
      signal: AbortSignal.timeout(20_000),
    })
    return { child, line: String(line).trim() }
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  it('keeps other processes out, names its holder, and ends with a killed process', async () => {
    const { child, line } = await lockElsewhere()
    expect(line).toBe('held')
    const second = await lockElsewhere()
    expect(second.line).toBe(`${dir}: the devnet here is in use by process ${child.pid}`)
    expect(() => lockDirectory(dir)).toThrow(expect.objectContaining({ code: 'in-use' }))
    await kill(child)
    const lock = lockDirectory(dir)
    expect((await lockElsewhere()).line).toContain(`in use by process ${process.pid}`)
    lock.release()
    expect((await lockElsewhere()).line).toBe('held')
  })

  it('is still held after another attempt in the same process failed', async () => {
    const lock = lockDirectory(dir)
    expect(() => lockDirectory(dir)).toThrow(expect.objectContaining({ code: 'in-use' }))
    expect((await lockElsewhere()).line).toContain('in use by process')
    lock.release()
  })

  it.skipIf(!canUnshare)(
    'keeps processes of other network namespaces out (needs unshare --net: root on Linux)',
    async () => {
      const { child, line } = await lockElsewhere(UNSHARE)
      expect(line).toBe('held')
      expect((await lockElsewhere(UNSHARE)).line).toContain('in use by process')
      expect((await lockElsewhere()).line).toContain('in use by process')
      expect(() => lockDirectory(dir)).toThrow(expect.objectContaining({ code: 'in-use' }))
      await kill(child)
      expect((await lockElsewhere(UNSHARE)).line).toBe('held')
    },
  )
})

describe('a running devnet', () => {
  let node: NodeTest
  beforeEach(() => {
    node = openNodeTest()
  })
  afterEach(() => node.end())

  it('keeps its directory locked through snapshots, restores and resets', async () => {
    const devnet = await node.start()
    const refused = async () => {
      const [command = '', ...args] = [...NODE, node.dir]
      return spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 }).stdout
    }
    await devnet.step(1)
    await devnet.saveSnapshot('kept')
    expect(readdirSync(join(node.dir, 'chain')).filter((name) => name.startsWith('lock'))).toHaveLength(2)
    const kept = readdirSync(join(node.dir, 'snapshots', 'kept', 'chain'))
    expect(kept.filter((name) => name.startsWith('lock'))).toEqual([])
    expect(await refused()).toContain(`in use by process ${process.pid}`)
    await devnet.restoreSnapshot('kept')
    await devnet.reset()
    expect(await refused()).toContain(`in use by process ${process.pid}`)
  })
})
