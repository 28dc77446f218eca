import { Address, beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { readBagOfCells } from '#shared/ton/cells/cell.ts'
import { readStandardStack } from '../../../../src-main/api/v2/stackInput.ts'
import { cellContent } from '../../../../src-renderer/decode/cellContent.ts'
import {
  type ArgumentText,
  formatArguments,
  parseArguments,
  readArgument,
} from '../../../../src-renderer/decode/stackArguments.ts'

const account = new Address(-1, Buffer.alloc(32, 0x33))

const fault = (argument: ArgumentText) => {
  const reading = readArgument(argument)
  return reading.kind === 'fault' ? reading.sentence : undefined
}

/** Parses the page's arguments as the gateway does. */
const understood = (argument: ArgumentText) => {
  const reading = readArgument(argument)
  if (reading.kind === 'fault') throw new Error(reading.sentence)
  return readStandardStack([JSON.parse(JSON.stringify(reading.entry))])[0]
}

describe('readArgument', () => {
  it('makes numbers of decimal and hexadecimal texts', () => {
    expect(understood({ type: 'number', text: ' -42 ' })).toEqual({ type: 'int', value: -42n })
    expect(understood({ type: 'number', text: '0xFF' })).toEqual({ type: 'int', value: 255n })
    expect(understood({ type: 'number', text: '1_000 000' })).toEqual({ type: 'int', value: 1_000_000n })
    expect(fault({ type: 'number', text: '12x' })).toBe('Numbers are decimal, or hexadecimal after 0x')
    expect(fault({ type: 'number', text: '' })).toBe('Enter a number')
    expect(fault({ type: 'number', text: String(1n << 256n) })).toBe('The number has more than 257 bits')
    expect(understood({ type: 'number', text: String(-(1n << 256n)) })).toMatchObject({ type: 'int' })
  })

  it('makes a slice of an address in any form', () => {
    for (const text of [account.toString(), account.toRawString(), account.toString({ bounceable: false })]) {
      const value = understood({ type: 'address', text })
      expect(value).toMatchObject({ type: 'slice' })
      if (value?.type !== 'slice') return
      expect(value.cell.beginParse().loadAddress().equals(account)).toBe(true)
    }
    expect(fault({ type: 'address', text: 'EQ' })).toContain('this has 2 characters')
  })

  it('takes cells and slices as bags of cells', () => {
    const cell = beginCell().storeUint(5, 9).endCell()
    const value = understood({ type: 'cell', text: cell.toBoc().toString('hex') })
    expect(value?.type === 'cell' && value.cell.equals(cell)).toBe(true)
    expect(fault({ type: 'cell', text: '' })).toBe(
      'A cell is given as a bag of cells in base64 or hexadecimal',
    )
    expect(fault({ type: 'slice', text: 'AAAA' })).toContain('Not a bag of cells: ')
  })

  it('reads tuples as JSON, with addresses and numbers beyond doubles as texts', () => {
    expect(understood({ type: 'tuple', text: '[1, "0x10", [2, 3, 4]]' })).toEqual({
      type: 'tuple',
      items: [
        { type: 'int', value: 1n },
        { type: 'int', value: 16n },
        {
          type: 'tuple',
          items: [2n, 3n, 4n].map((number) => ({ type: 'int', value: number })),
        },
      ],
    })
    expect(understood({ type: 'tuple', text: `["${account.toString()}", 1, null]` })).toMatchObject({
      type: 'tuple',
      items: [{ type: 'slice' }, { type: 'int' }, { type: 'null' }],
    })
    expect(fault({ type: 'tuple', text: '[1,' })).toContain('Not JSON: ')
    expect(fault({ type: 'tuple', text: '[9007199254740993]' })).toContain('write the number as a text')
    expect(fault({ type: 'tuple', text: '{}' })).toContain('a JSON array')
  })

  it('has null', () => {
    expect(understood({ type: 'null', text: '' })).toEqual({ type: 'null' })
  })
})

describe('arguments in URLs', () => {
  it('come back as they were', () => {
    const list: ArgumentText[] = [
      { type: 'address', text: account.toString() },
      { type: 'number', text: '0x2a' },
    ]
    expect(parseArguments(formatArguments(list) ?? '')).toEqual(list)
    expect(formatArguments([])).toBeUndefined()
  })

  it('are nothing where they are malformed', () => {
    for (const text of [
      '',
      '{}',
      '[1]',
      '[["int","1"]]',
      '[["number",1]]',
      `[["number","${'1'.repeat(5_000)}"]]`,
    ]) {
      expect(parseArguments(text)).toBeUndefined()
    }
  })
})

describe('cellContent', () => {
  const content = (builder: ReturnType<typeof beginCell>) =>
    cellContent(readBagOfCells(builder.endCell().toBoc()))

  it('sees addresses, texts and nothing', () => {
    expect(content(beginCell().storeAddress(account))).toEqual({
      kind: 'address',
      address: account.toString(),
    })
    const anycast = beginCell().storeUint(0b101, 3).storeUint(4, 5).storeUint(0, 4).storeInt(-1, 8)
    expect(content(anycast.storeUint(1n << 255n, 256))).toEqual({
      kind: 'address',
      address: new Address(-1, Buffer.alloc(32)).toString(),
    })
    expect(content(beginCell().storeAddress(null))).toEqual({ kind: 'no address' })
    expect(content(beginCell())).toEqual({ kind: 'empty' })
    expect(content(beginCell().storeUint(1, 8).storeStringTail('https://example.org/a.json'))).toEqual({
      kind: 'text',
      text: 'https://example.org/a.json',
    })
    expect(content(beginCell().storeStringTail('я'.repeat(120)))).toMatchObject({ kind: 'text' })
    expect(content(beginCell().storeUint(0x0f8a7ea5, 32))).toEqual({ kind: 'other' })
  })
})
