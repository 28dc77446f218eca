import { beginCell, Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { messageData, messageText } from '../../../../src-main/api/v2/messageData.ts'

const ENCRYPTED = 0x2167da4b
const NO_INIT = undefined

function comment(text: string | Buffer, opcode = 0): Cell {
  return beginCell().storeUint(opcode, 32).storeBuffer(Buffer.from(text)).endCell()
}

function render(body: Cell) {
  const data = messageData(body, NO_INIT)
  return { data, text: messageText(data, body) }
}

describe('messageData and messageText', () => {
  it('shows a comment as text', () => {
    expect(render(comment('Hello'))).toEqual({
      data: { '@type': 'msg.dataText', text: 'SGVsbG8=' },
      text: 'Hello',
    })
  })

  it('shows an empty comment as empty text', () => {
    expect(render(comment(''))).toEqual({ data: { '@type': 'msg.dataText', text: '' }, text: '' })
  })

  it('joins a comment that runs through several cells', () => {
    const tail = beginCell().storeStringTail('and more').endCell()
    const body = beginCell().storeUint(0, 32).storeStringTail('text ').storeRef(tail).endCell()
    expect(render(body).text).toBe('text and more')
  })

  it('shows an encrypted comment as its bytes', () => {
    expect(render(comment('secret', ENCRYPTED)).data).toEqual({
      '@type': 'msg.dataEncryptedText',
      text: Buffer.from('secret').toString('base64'),
    })
  })

  it('replaces invalid UTF-8, so that JSON stays valid, and keeps the bytes in base64', () => {
    expect(render(comment(Buffer.from([0xff, 0x41])))).toEqual({
      data: { '@type': 'msg.dataText', text: '/0E=' },
      text: '\ufffdA',
    })
  })

  it('shows another body as cells, with the root’s bits and a line feed as message', () => {
    const body = beginCell().storeUint(0x0f8a7ea5, 32).storeUint(1, 64).endCell()
    expect(render(body)).toEqual({
      data: { '@type': 'msg.dataRaw', body: 'te6cckEBAQEADgAAGA+KfqUAAAAAAAAAAdhtSVg=', init_state: '' },
      text: 'D4p+pQAAAAAAAAAB\n',
    })
  })

  it('shows an empty body as the empty cell and an empty message', () => {
    expect(render(Cell.EMPTY)).toEqual({
      data: { '@type': 'msg.dataRaw', body: 'te6cckEBAQEAAgAAAEysuc0=', init_state: '' },
      text: '',
    })
  })

  it('pads the last byte of a body with zeros', () => {
    expect(render(beginCell().storeUint(0xabc, 12).endCell()).text).toBe('q8A=\n')
  })

  it('does not treat a comment with an incomplete byte as text', () => {
    const unaligned = beginCell().storeUint(0, 32).storeUint(1, 3).endCell()
    const unalignedTail = beginCell().storeUint(0, 32).storeRef(beginCell().storeBit(1)).endCell()
    for (const body of [unaligned, unalignedTail]) expect(render(body).data['@type']).toBe('msg.dataRaw')
  })

  it('prints the StateInit beside a raw body, and hides it behind a comment', () => {
    const init = {
      fixedPrefixLength: undefined,
      special: undefined,
      code: Cell.EMPTY,
      data: undefined,
      library: undefined,
    }
    const cell = beginCell().storeUint(0b00100, 5).storeRef(Cell.EMPTY).endCell()
    expect(messageData(Cell.EMPTY, init)).toMatchObject({
      init_state: cell.toBoc({ idx: false, crc32: true }).toString('base64'),
    })
    expect(messageData(comment('Hello'), init)).not.toHaveProperty('init_state')
  })

  it('cannot read the bits of an exotic body', () => {
    const library = beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32)).endCell({ exotic: true })
    const { data, text } = render(library)
    expect([data['@type'], text]).toEqual(['msg.dataRaw', undefined])
  })
})
