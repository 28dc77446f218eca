import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import { statusLines } from '../../../src-main/cli/indexText.ts'
import { print, printJson, printMessage, rewriteLine } from '../../../src-main/cli/print.ts'

afterEach(() => vi.restoreAllMocks())

const STATUS = {
  mode: 'follow',
  state: 'stopped',
  detail: null,
  coverage: [],
  behind: null,
  rate: { blocks: 0, transactions: 0 },
  disk: { index_bytes: 0, wal_bytes: 0, archive_bytes: 0, limit_bytes: null, free_bytes: null },
  detection: { pending: 0, rechecks: 0, waiting: 0, detail: null },
  classification: { pending: 0, detail: null, again: { done: 0, total: 0, changed: 0 } },
  integrity: {
    checked_bytes: 0,
    total_bytes: 0,
    checked_at: null,
    checked_at_bytes: null,
    corrected: 0,
    archive_damage: [] as string[],
  },
  jobs: [],
} satisfies IndexStatus

const HOSTILE = 'a\u001B[2Jb\u009B31mc\u202Ed\u200Be\u0007f\rg\nh\ti'

describe('what commands print', () => {
  it.each([
    ['stdout', 'log', print],
    ['stderr', 'error', printMessage],
  ] as const)(
    'has a mark in place of each character that a terminal would act on: %s',
    (_, method, write) => {
      const spy = vi.spyOn(console, method).mockImplementation(() => {})
      write(HOSTILE)
      expect(spy).toHaveBeenCalledExactlyOnceWith('a\uFFFD[2Jb\uFFFD31mc\uFFFDd\uFFFDe\uFFFDf\uFFFDg\\nh\ti')
    },
  )

  it('begins a line for each of its own only, not at a line break in a text of others', () => {
    const spy = vi.spyOn(console, 'log').mockImplementation(() => {})
    print('refused: a\r\nindexed: 1–9', 'b\n', '')
    expect(spy).toHaveBeenCalledExactlyOnceWith('refused: a\\r\\nindexed: 1–9\nb\\n\n')
    const spied = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    const isTTY = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY')
    Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true })
    try {
      rewriteLine('a\nb', true)
    } finally {
      if (isTTY) Object.defineProperty(process.stdout, 'isTTY', isTTY)
      else Reflect.deleteProperty(process.stdout, 'isTTY')
    }
    expect(spied).toHaveBeenCalledExactlyOnceWith('\r\x1b[Ka\\nb\n')
  })

  it('is exact as JSON, with hidden characters as escapes', () => {
    const spy = vi.spyOn(console, 'log').mockImplementation(() => {})
    printJson({ [HOSTILE]: HOSTILE, amount: 5n })
    const text = String(spy.mock.calls[0]?.[0])
    expect(JSON.parse(text)).toEqual({ [HOSTILE]: HOSTILE, amount: '5' })
    expect(text).toContain('a\\u001b[2Jb\\u009b31mc\\u202ed\\u200be\\u0007f\\rg\\nh\\ti')
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
  })

  it('has one line for each part of the state of an index', () => {
    const lines = statusLines({
      ...STATUS,
      detail: 'the liteserver said: a\nb',
      integrity: { ...STATUS.integrity, archive_damage: ['c\nd'] },
    })
    const spy = vi.spyOn(console, 'log').mockImplementation(() => {})
    print(...lines)
    const text = String(spy.mock.calls[0]?.[0])
    expect(text).toContain('said: a\\nb\n')
    expect(text).toMatch(/\n {2}c\\nd$/)
  })

  it('passes one module', () => {
    const folder = join(import.meta.dirname, '../../../src-main/cli')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const sources = [...files.map(({ parentPath, name }) => join(parentPath, name)), `${folder}.ts`]
    const writers = sources.filter((path) =>
      /console\.|process\.std(out|err)\.write/.test(readFileSync(path, 'utf8')),
    )
    expect(writers).toEqual([join(folder, 'print.ts')])
  })
})
