import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isBuilt, markBuilt } from '../../../src-main/launch/buildState.mjs'
import { findElectron } from '../../../src-main/launch/electronBinary.mjs'
import {
  MALLOC_SETTINGS,
  memoryEnvironment,
  NODE_FLAGS,
  restartArguments,
} from '../../../src-main/launch/memorySettings.mjs'
import { runtimeProblem } from '../../../src-main/launch/runtime.mjs'

describe('runtimeProblem', () => {
  it('names both versions and what to do on Node 20, where better-sqlite3 would crash the process', () => {
    expect(runtimeProblem({ node: '20.20.2', napi: '9' })).toBe(
      'Tonscope needs Node.js 22.12 or newer and this is 20.20.2: run it with npm (npm start, npx tonscope) ' +
        'after npm ci, which brings Node 24 along, or install a newer Node.js.',
    )
  })

  it.each([
    ['22.11.0', '10', false],
    ['22.12.0', '10', true],
    ['22.12.0', '9', false],
    ['24.21.0', '10', true],
    ['26.0.0', '10', true],
  ])('Node %s with Node-API %s passes: %s', (node, napi, passes) => {
    expect(runtimeProblem({ node, napi }) === undefined).toBe(passes)
  })

  it('passes on the runtime that these tests use, which loads better-sqlite3', async () => {
    expect(
      runtimeProblem({ node: process.versions.node, napi: String(process.versions.napi) }),
    ).toBeUndefined()
    const { default: Database } = await import('better-sqlite3')
    expect(new Database(':memory:').prepare('select 1 + 1 as two').get()).toEqual({ two: 2 })
  })
})

describe('isBuilt', () => {
  let project = ''
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }

  beforeEach(() => {
    project = `${mkdtempSync(join(tmpdir(), 'tonscope-build-'))}/`
    put('src-main/index.ts', 'one')
    put('package-lock.json', '{}')
    const pages = ['renderer/index.html', 'renderer/docs/docs.js', 'renderer/docs/docs.css']
    for (const file of ['main/index.js', 'main/cli.js', 'preload/index.cjs', ...pages]) put(`out/${file}`, '')
  })
  afterEach(() => rmSync(project, { recursive: true }))

  it('is false without a stamp, true after the build, false when a source changes', () => {
    const before = isBuilt(project)
    markBuilt(project)
    const after = isBuilt(project)
    put('src-main/index.ts', 'two')
    expect([before, after, isBuilt(project)]).toEqual([false, true, false])
  })

  it('is false when a source is added or an output is lost', () => {
    markBuilt(project)
    put('src-shared/new.ts', '')
    const added = isBuilt(project)
    markBuilt(project)
    rmSync(join(project, 'out/preload/index.cjs'))
    expect([added, isBuilt(project)]).toEqual([false, false])
  })
})

describe('memory settings', () => {
  const launched = {
    platform: 'linux' as const,
    execPath: '/usr/bin/node',
    execArgv: ['--no-deprecation'],
    argv: ['/usr/bin/node', '/app/tonscope.mjs', 'serve', '--port', '0'],
    execve: () => {},
  }

  it('restart the process with flags before its own, and its arguments after them', () => {
    expect(restartArguments(launched)).toEqual([
      '/usr/bin/node',
      ...NODE_FLAGS,
      '--no-deprecation',
      '/app/tonscope.mjs',
      'serve',
      '--port',
      '0',
    ])
  })

  it.each([
    ['the process has them', { execArgv: [...NODE_FLAGS] }],
    ['the user has set their own', { execArgv: ['--max-semi-space-size=64', '--heap-growing-percent=300'] }],
    ['the system is another', { platform: 'darwin' as const }],
    ['Node has no execve', { execve: undefined }],
    ['a parent process listens on a channel', { channel: {} }],
  ])('restart nothing when %s', (_, change) => {
    expect(restartArguments({ ...launched, ...change })).toBeUndefined()
  })

  it('leave allocator settings of the user alone', () => {
    expect(memoryEnvironment({ PATH: '/bin', MALLOC_ARENA_MAX: '8' })).toEqual({
      ...MALLOC_SETTINGS,
      PATH: '/bin',
      MALLOC_ARENA_MAX: '8',
    })
  })
})

describe('findElectron', () => {
  it('is not tried without a display', async () => {
    expect(await findElectron({ platform: 'linux', env: {} })).toEqual({ reason: 'there is no display here' })
  })
})
