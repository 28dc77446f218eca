import { describe, expect, it } from 'vitest'
import { dataDirOf, parseServeArguments } from '../../../src-main/cli/arguments.ts'
import { readOptions } from '../../../src-main/cli/options.ts'
import { UsageError } from '../../../src-main/cli/usageError.ts'

const OPTIONS = {
  rate: { type: 'string' },
  all: { type: 'boolean' },
} as const

describe('readOptions', () => {
  it('reads negative numbers as operands and as values', () => {
    const read = (...args: string[]) => readOptions('devnet faucet', args, OPTIONS)
    expect(read('A', '-5').positionals).toEqual(['A', '-5'])
    expect(read('--rate', '-1', 'A').values.rate).toBe('-1')
    expect(read('A', '--all', '-0.5')).toMatchObject({ values: { all: true }, positionals: ['A', '-0.5'] })
    expect(read('A', '--', '--rate').positionals).toEqual(['A', '--rate'])
  })

  it.each([
    [['--colour'], 'devnet faucet has no option --colour'],
    [['-x'], 'devnet faucet has no option -x'],
    [['--rate'], '--rate needs a value'],
    [['--rate', '--all'], '--rate needs a value'],
    [['--all=yes'], '--all takes no value'],
  ])('refuses %j with a text of its own', (args, message) => {
    const read = () => readOptions('devnet faucet', args, OPTIONS)
    expect(read).toThrow(UsageError)
    expect(read).toThrow(message)
  })
})

describe('--data-dir', () => {
  it('refuses an empty folder instead of using the default one', () => {
    expect(() => dataDirOf('')).toThrow('--data-dir takes a folder, not nothing')
    expect(() => parseServeArguments(['--data-dir', ' '])).toThrow('--data-dir takes a folder, not nothing')
    expect(dataDirOf(undefined)).not.toBe('')
  })
})
