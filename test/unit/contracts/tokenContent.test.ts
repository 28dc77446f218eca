import { createHash } from 'node:crypto'
import { beginCell, type Cell, Dictionary } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { decodeDomain, encodeDomain, readDnsRecord } from '../../../src-main/contracts/dnsRecord.ts'
import { readTokenContent } from '../../../src-main/contracts/tokenContent.ts'

const sha256 = (name: string) => createHash('sha256').update(name).digest()
const text = (value: string) => Buffer.from(value, 'utf8')

/** Snake data behind `prefix`, cut into cells of 100 bytes. */
function snake(prefix: number, data: Buffer): Cell {
  const parts = Array.from({ length: Math.max(1, Math.ceil(data.length / 100)) }, (_, i) =>
    data.subarray(i * 100, (i + 1) * 100),
  )
  const tail = parts
    .slice(1)
    .reduceRight<Cell | undefined>((next, part) => withNext(beginCell().storeBuffer(part), next), undefined)
  return withNext(
    beginCell()
      .storeUint(prefix, 8)
      .storeBuffer(parts[0] ?? data),
    tail,
  )
}

function withNext(builder: ReturnType<typeof beginCell>, next: Cell | undefined): Cell {
  return (next ? builder.storeRef(next) : builder).endCell()
}

function onchain(attributes: Readonly<Record<string, Cell>>): Cell {
  const dictionary = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  for (const [name, cell] of Object.entries(attributes)) dictionary.set(sha256(name), cell)
  return beginCell().storeUint(0, 8).storeDict(dictionary).endCell()
}

describe('token content', () => {
  it('is a link', () => {
    const uri = `https://example.invalid/${'x'.repeat(300)}`
    expect(readTokenContent(snake(1, text(uri)))).toEqual({ type: 'offchain', data: uri })
  })

  it('is attributes, in alphabetical order, unknown and unreadable ones left out', () => {
    const chunks = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.Cell())
    chunks.set(0, beginCell().storeBuffer(text('in ')).endCell())
    chunks.set(1, beginCell().storeBuffer(text('chunks')).endCell())
    const content = onchain({
      symbol: snake(0, text('DIAMOND')),
      name: snake(0, text('ж'.repeat(200))),
      description: beginCell().storeUint(1, 8).storeDict(chunks).endCell(),
      image: snake(0, Buffer.from([0xff, 0xfe])),
      image_data: snake(0, Buffer.from([0xff, 0xfe])),
      decimals: snake(7, text('9')),
      other: snake(0, text('x')),
    })
    const read = readTokenContent(content)
    expect(read).toEqual({
      type: 'onchain',
      data: { description: 'in chunks', image_data: '//4=', name: 'ж'.repeat(200), symbol: 'DIAMOND' },
    })
    expect(Object.keys(read?.data ?? {})).toEqual(['description', 'image_data', 'name', 'symbol'])
  })

  it('is cut where it becomes too long', () => {
    const read = readTokenContent(snake(1, Buffer.alloc(10_000, 'a')))
    expect(read?.data).toHaveLength(8_100)
  })

  it('is nothing else', () => {
    expect(readTokenContent(beginCell().endCell())).toBeUndefined()
    expect(readTokenContent(snake(2, text('x')))).toBeUndefined()
    expect(readTokenContent(snake(1, Buffer.from([0xff])))).toBeUndefined()
    expect(readTokenContent(beginCell().storeUint(0, 8).endCell())).toBeUndefined()
  })
})

describe('domains', () => {
  it('are written from the last label to the first', () => {
    expect(encodeDomain('example.ton.').toString()).toBe('\0ton\0example\0')
    expect(encodeDomain('.').toString()).toBe('\0')
    expect(decodeDomain(Buffer.from('\0example\0'))).toBe('example.')
    expect(decodeDomain(Buffer.from('\0'))).toBe('')
    expect(() => encodeDomain('a'.repeat(129))).toThrow('Name is too long')
    expect(() => encodeDomain('ж'.repeat(100))).toThrow('Name is too long')
  })

  it('have records', () => {
    const bag = Buffer.alloc(32, 7)
    expect(readDnsRecord(beginCell().storeUint(0x7473, 16).storeBuffer(bag).endCell())).toEqual({
      type: 'storage',
      bagId: bag,
    })
    const words = beginCell().storeUint(0x1eda, 16).storeUint(1, 8).storeUint(5, 8).storeBuffer(text('hello'))
    expect(readDnsRecord(words.endCell())).toEqual({ type: 'text', text: 'hello' })
    expect(readDnsRecord(beginCell().storeUint(0x9fd3, 16).endCell())).toBeUndefined()
    expect(readDnsRecord(beginCell().storeUint(0x1234, 16).endCell())).toBeUndefined()
  })
})
