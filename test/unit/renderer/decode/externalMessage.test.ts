import { Address, beginCell, external, storeMessage } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBagOfCells } from '#shared/ton/cells/cell.ts'
import { loadMessage } from '../../../../src-main/chain/block/message.ts'
import { normalHash } from '../../../../src-main/chain/block/normalHash.ts'
import { MessageFormatError, readExternalMessage } from '../../../../src-renderer/decode/externalMessage.ts'
import { readMessageText } from '../../../../src-renderer/routes/send/readInput.ts'

const account = new Address(0, Buffer.alloc(32, 0x5a))
const code = beginCell().storeUint(1, 8).endCell()
const data = beginCell().storeUint(2, 8).endCell()

const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')

describe('readExternalMessage', () => {
  it('reads what @ton/core wrote: destination, init, body, and both hashes', () => {
    const body = fc
      .tuple(fc.uint8Array({ maxLength: 90 }), fc.boolean())
      .map(([bytes, ref]) =>
        ref
          ? beginCell().storeBuffer(Buffer.from(bytes)).storeRef(data).endCell()
          : beginCell().storeBuffer(Buffer.from(bytes)).endCell(),
      )
    fc.assert(
      fc.property(body, fc.boolean(), fc.boolean(), (content, withInit, forceRef) => {
        const message = external({ to: account, ...(withInit && { init: { code, data } }), body: content })
        const cell = beginCell().store(storeMessage(message, { forceRef })).endCell()
        const read = readExternalMessage(readBagOfCells(cell.toBoc()))
        expect(read.address).toBe(account.toString())
        expect(hex(read.hash)).toBe(cell.hash().toString('hex'))
        expect(hex(read.bodyHash)).toBe(content.hash().toString('hex'))
        expect(hex(read.normalHash)).toBe(normalHash(loadMessage(cell.beginParse())).toString('hex'))
        expect(read.init !== undefined).toBe(withInit)
      }),
    )
  })

  it('applies the anycast prefix of the destination and keeps it in the normal form', () => {
    const message = beginCell().storeUint(0b1000, 4).storeUint(0b101, 3).storeUint(4, 5).storeUint(0xf, 4)
    const cell = message.storeInt(-1, 8).storeBuffer(account.hash).storeCoins(3n).storeUint(0, 2).endCell()
    const read = readExternalMessage(readBagOfCells(cell.toBoc()))
    expect(read.address).toBe(Address.parseRaw(`-1:fa${'5a'.repeat(31)}`).toString())
    expect(hex(read.normalHash)).toBe(normalHash(loadMessage(cell.beginParse())).toString('hex'))
  })

  it('returns the reason why other input is not a message', () => {
    const read = (cell: ReturnType<typeof beginCell>) => () =>
      readExternalMessage(readBagOfCells(cell.endCell().toBoc()))
    expect(read(beginCell().storeUint(0, 100))).toThrow('This is an internal message')
    expect(read(beginCell().storeUint(0b11, 2))).toThrow('outbound external message')
    expect(read(beginCell().storeUint(0b1000, 4).storeUint(0, 2))).toThrow('The destination is none')
    expect(read(beginCell().storeUint(0b10, 2))).toThrow('The root cell has 2 bits and 0 references')
    expect(read(beginCell().storeUint(0, 1))).toThrow(MessageFormatError)
  })
})

describe('readMessageText', () => {
  const boc = beginCell()
    .store(storeMessage(external({ to: account, body: data })))
    .endCell()
    .toBoc()

  it('takes base64 of both alphabets and hexadecimal, with line breaks', () => {
    const base64 = boc.toString('base64')
    for (const text of [
      base64,
      base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      boc.toString('hex').toUpperCase(),
      `0x${boc.toString('hex')}`,
      ` ${base64.slice(0, 20)}\n${base64.slice(20)}\n`,
    ]) {
      const reading = readMessageText(text)
      expect(reading.kind === 'message' && Buffer.from(reading.bytes).equals(boc)).toBe(true)
    }
    expect(readMessageText('  \n')).toEqual({ kind: 'empty' })
  })

  it('returns the position and the layer of a fault', () => {
    expect(readMessageText('te6cc$BA')).toMatchObject({
      layer: 'text',
      at: 5,
      sentence: '“$” at character 6 is neither base64 nor hexadecimal',
    })
    expect(readMessageText('te6c\ncg!A')).toMatchObject({
      layer: 'text',
      at: 7,
      sentence: expect.stringContaining('line 2, character 3'),
    })
    expect(readMessageText('b5ee9c7')).toMatchObject({
      layer: 'text',
      sentence: expect.stringContaining('these are 7'),
    })
    expect(readMessageText(boc.subarray(0, 20).toString('hex'))).toMatchObject({ layer: 'bag of cells' })
    expect(readMessageText(data.toBoc().toString('base64'))).toMatchObject({ layer: 'message' })
  })
})
