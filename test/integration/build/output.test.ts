import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBuild } from '../../../src-main/launch/build.mjs'
import { PROJECT } from '../../../src-main/launch/buildState.mjs'

const read = (file: string) => readFileSync(join(PROJECT, 'out', file), 'utf8')

describe('the build', () => {
  beforeAll(() => {
    expect(ensureBuild()).toBe(true)
  }, 120_000)

  it('has a preload that a sandboxed window can load: one CommonJS file that requires electron alone', () => {
    const preload = read('preload/index.cjs')
    expect(readdirSync(join(PROJECT, 'out/preload'))).toEqual(['index.cjs'])
    expect([...preload.matchAll(/require\(\s*["'`]([^"'`]+)/g)].map((match) => match[1])).toEqual([
      'electron',
    ])
    expect(preload).not.toMatch(/^\s*(import|export)\s/m)
    expect(preload).toContain('exposeInMainWorld')
  })

  it('has main and headless entries with the worker beside them, electron in the main entry only', () => {
    expect(read('main/index.js')).toMatch(/from\s*["']electron["']/)
    for (const entry of ['cli.js', 'archiveWorker.js', 'tvmWorker.js', 'devnetWorker.js'])
      expect(read(`main/${entry}`)).not.toMatch(/["']electron["']/)
  })

  it('has script and style of the API reference under the names that its page has, with all they need', () => {
    expect(read('renderer/docs/docs.css')).toContain('--accent')
    const files = new Set(readdirSync(join(PROJECT, 'out/renderer/assets')))
    const imports = [
      ...read('renderer/docs/docs.js').matchAll(/(?:from|import)\s*["'`](\.[^"'`]+\.js)["'`]/g),
    ]
    expect(imports.length).toBeGreaterThan(0)
    for (const [, path = ''] of imports)
      expect([path, files.has(path.split('/').at(-1) ?? '')]).toEqual([path, true])
  })

  it('has an API reference that does not load the script of the explorer', () => {
    const seen = new Set<string>()
    const pending = ['renderer/docs/docs.js']
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      for (const [, name] of read(file).matchAll(/(?:from|import)\s*["'`]\.[^"'`]*?([^/"'`]+\.js)["'`]/g))
        pending.push(`renderer/assets/${name}`)
    }
    expect([...seen].map((file) => file.replace(/.*\/|-[^-]*$/g, '')).sort()).not.toContain('start')
    expect(seen.size).toBeGreaterThan(1)
  })

  it('has a page that runs under a strict CSP: nothing inline, everything from its own origin', () => {
    const page = read('renderer/index.html')
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
    for (const [, url] of page.matchAll(/\s(?:src|href)="([^"]+)"/g)) expect(url).toMatch(/^\/assets\//)
  })
})
