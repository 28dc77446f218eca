import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { print, printJson, printMessage } from '../../../src-main/cli/print.ts'

afterEach(() => vi.restoreAllMocks())

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
      expect(spy).toHaveBeenCalledExactlyOnceWith('a\uFFFD[2Jb\uFFFD31mc\uFFFDd\uFFFDe\uFFFDf\uFFFDg\nh\ti')
    },
  )

  it('is exact as JSON, with hidden characters as escapes', () => {
    const spy = vi.spyOn(console, 'log').mockImplementation(() => {})
    printJson({ [HOSTILE]: HOSTILE, amount: 5n })
    const text = String(spy.mock.calls[0]?.[0])
    expect(JSON.parse(text)).toEqual({ [HOSTILE]: HOSTILE, amount: '5' })
    expect(text).toContain('a\\u001b[2Jb\\u009b31mc\\u202ed\\u200be\\u0007f\\rg\\nh\\ti')
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
  })

  it('passes one module', () => {
    const folder = join(import.meta.dirname, '../../../src-main/cli')
    const sources = [...readdirSync(folder).map((name) => join(folder, name)), `${folder}.ts`]
    const writers = sources.filter((path) =>
      /console\.|process\.std(out|err)\.write/.test(readFileSync(path, 'utf8')),
    )
    expect(writers).toEqual([join(folder, 'print.ts')])
  })
})
