import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LABELS_PATH, type LabelChange } from '#shared/schema/labels.ts'
import { openAccountLabels } from '../../../src-main/gateway/accountLabels.ts'
import { testApp } from '../http/testApp.ts'

const ONE = `0:${'11'.repeat(32)}`
const TWO = `-1:${'22'.repeat(32)}`

let folder = ''
let path = ''
const warn = vi.fn()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonscope-labels-'))
  path = join(folder, 'labels.json')
  warn.mockClear()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open() {
  return openAccountLabels({ folder, log: { warn } })
}

describe('the labels of a network', () => {
  it('are kept over a restart, by the raw address of any form, with the note that a change leaves out', async () => {
    const labels = open()
    await labels.change({ labels: [{ address: ONE.toUpperCase(), name: 'one', note: 'first' }] })
    await labels.change({
      labels: [
        { address: TWO, name: 'two' },
        { address: ONE, name: 'uno' },
      ],
    })
    const expected = [
      { address: ONE, name: 'uno', note: 'first' },
      { address: TWO, name: 'two', note: '' },
    ]
    expect(labels.all()).toEqual({ labels: expected })
    expect(open().all()).toEqual({ labels: expected })
    await labels.change({ labels: [{ address: ONE, name: null }] })
    expect(open().all()).toEqual({ labels: expected.slice(1) })
  })

  it('are all there after changes at once', async () => {
    const labels = open()
    const address = (i: number) => `0:${i.toString(16).padStart(64, '0')}`
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        labels.change({ labels: [{ address: address(i), name: `n${i}` }] }),
      ),
    )
    expect(open().all().labels).toHaveLength(20)
  })

  it('of a damaged file do not count, and the file is kept beside the new one', async () => {
    writeFileSync(path, '{"version":1,"labels":[{"addr')
    const labels = open()
    expect([labels.all().labels, warn.mock.calls.length]).toEqual([[], 1])
    await labels.change({ labels: [{ address: ONE, name: 'one' }] })
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('{"version":1,"labels":[{"addr')
    expect(open().all().labels).toHaveLength(1)
  })

  it('do not change if they cannot be stored', async () => {
    const labels = open()
    await labels.change({ labels: [{ address: ONE, name: 'one' }] })
    rmSync(folder, { recursive: true })
    // A file in place of the folder.
    writeFileSync(folder, '')
    await expect(labels.change({ labels: [{ address: TWO, name: 'two' }] })).rejects.toThrow()
    expect(labels.all().labels.map(({ name }) => name)).toEqual(['one'])
    rmSync(folder)
    mkdirSync(folder)
    await labels.change({ labels: [{ address: TWO, name: 'two' }] })
    expect(
      open()
        .all()
        .labels.map(({ name }) => name),
    ).toEqual(['one', 'two'])
  })

  it('are at most 10,000', async () => {
    const many = Array.from(
      { length: 10_001 },
      (_, i): LabelChange => ({
        address: `0:${i.toString(16).padStart(64, '0')}`,
        name: 'n',
      }),
    )
    const labels = open()
    await expect(labels.change({ labels: many })).rejects.toThrow(/at most 10000 labels/)
    expect(existsSync(path)).toBe(false)
  })
})

describe('the labels over HTTP', () => {
  const LOCAL = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const FAR = { incoming: { socket: { remoteAddress: '10.0.0.9' } } }
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ labels: [{ address: ONE, name: 'one' }] })

  function app() {
    return testApp(undefined, { labels: open() })
  }

  it('are set and read by programs of this machine', async () => {
    const served = app()
    const put = await served.request(LABELS_PATH, { method: 'PUT', headers: json, body }, LOCAL)
    expect(await put.json()).toMatchObject({ ok: true, result: { labels: [{ address: ONE, name: 'one' }] } })
    const got = await served.request(LABELS_PATH, {}, LOCAL)
    expect(await got.json()).toMatchObject({ ok: true, result: { labels: [{ address: ONE }] } })
    expect(got.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    { who: 'another machine', env: FAR, headers: {} },
    { who: 'a page of another origin', env: LOCAL, headers: { origin: 'https://example.com' } },
  ])('are not shown to $who', async ({ env, headers }) => {
    const served = app()
    const got = await served.request(LABELS_PATH, { headers }, env)
    const put = await served.request(
      LABELS_PATH,
      { method: 'PUT', headers: { ...json, ...headers }, body },
      env,
    )
    expect([got.status, put.status]).toEqual([403, 403])
    expect(existsSync(path)).toBe(false)
  })

  it.each([
    { what: 'a wrong address', sent: { labels: [{ address: 'x', name: 'n' }] } },
    { what: 'an empty name', sent: { labels: [{ address: ONE, name: ' ' }] } },
    { what: 'a name that is too long', sent: { labels: [{ address: ONE, name: 'n'.repeat(41) }] } },
    { what: 'an unknown field', sent: { labels: [{ address: ONE, name: 'n', colour: 'red' }] } },
    { what: 'no list', sent: {} },
  ])('reject $what', async ({ sent }) => {
    const request = { method: 'PUT', headers: json, body: JSON.stringify(sent) }
    const put = await app().request(LABELS_PATH, request, LOCAL)
    expect([put.status, existsSync(path)]).toEqual([422, false])
  })
})
