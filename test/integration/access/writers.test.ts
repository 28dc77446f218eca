import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAccessFile } from '../../../src-main/gateway/accessFile.ts'

const WRITER = fileURLToPath(new URL('writer.ts', import.meta.url))
const NODE_OPTIONS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']

describe('several processes that change the keys', () => {
  let folder: string
  const running: ChildProcess[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-access-writers-'))
  })
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  function write(prefix: string, count: number) {
    const child = spawn(process.execPath, [...NODE_OPTIONS, WRITER, folder, prefix, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
    const ended = once(child, 'close').then(([code]) => ({ code, printed }))
    return { child, ended, printed: () => printed.split('\n').filter(Boolean) }
  }
  const names = () => readAccessFile(folder).keys.map(({ name }) => name)

  it('lose none', async () => {
    const writers = ['a', 'b', 'c', 'd'].map((prefix) => write(prefix, 15))
    const ended = await Promise.all(writers.map((writer) => writer.ended))
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(names()).toHaveLength(60)
  })

  it('leave a whole file when they are killed, with all that they said was in it', async () => {
    for (const round of ['x', 'y', 'z']) {
      const writer = write(round, 900)
      while (writer.printed().length < 20) await once(writer.child.stdout as NodeJS.EventEmitter, 'data')
      writer.child.kill('SIGKILL')
      await writer.ended
      expect(names()).toEqual(expect.arrayContaining(writer.printed()))
    }
    expect(await write('after', 1).ended).toMatchObject({ code: 0 })
    expect(names()).toContain('after-0')
  })
})
