import { beginCell, Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { readDecode } from '../../../../src-main/api/v3/decode.ts'

const comment = beginCell().storeUint(0, 32).storeStringTail('hello').endCell()

type Body = { readonly opcodes: readonly string[]; readonly bodies: readonly object[] }

function ask(values: { opcodes?: string[]; bodies?: string[] }): Body {
  const outcome = readDecode({ opcodes: [], bodies: [], ...values })
  if (outcome.kind !== 'found') throw new Error('not answered')
  return outcome.body as Body
}

const only = (body: string) => ask({ bodies: [body] }).bodies[0]

describe('decode', () => {
  it('names opcodes in every form', () => {
    const opcodes = [
      '0x0f8a7ea5',
      '0F8A7EA5',
      `${0xd53276db}`,
      `${0xd53276db | 0}`,
      '0',
      'ffffffff',
      '0x12345678',
    ]
    expect(ask({ opcodes }).opcodes).toEqual([
      'jetton_transfer',
      'jetton_transfer',
      'excess',
      'excess',
      'text_comment',
      'bounce',
      'unknown',
    ])
  })

  it('refuses an opcode in no form', () => {
    expect(readDecode({ opcodes: ['1', 'zz'], bodies: [] })).toEqual({
      kind: 'refused',
      status: 422,
      text: 'invalid opcode format at index 1: zz',
    })
  })

  it('decodes bodies in base64 and hexadecimal; comments have their text', () => {
    const boc = comment.toBoc()
    const decoded = { '@type': 'text_comment', text: 'hello' }
    expect(ask({ bodies: [boc.toString('base64'), boc.toString('hex')] }).bodies).toEqual([decoded, decoded])
    expect(only(Cell.EMPTY.toBoc().toString('base64'))).toEqual({ '@type': 'empty_cell' })
  })

  it.each([
    ['te6!', 'failed to decode base64: Wrong character in the string'],
    ['te6cc', 'failed to decode base64: Wrong padding length'],
    ['0xb5', 'failed to decode hex: Wrong hex string'],
    ['abc', 'failed to decode hex: Wrong hex string length'],
    [
      'te6c',
      'failed to deserialize boc: cannot deserialize bag-of-cells: not enough bytes (3 present, 10 required)',
    ],
    [beginCell().storeUint(1, 9).endCell().toBoc().toString('hex'), 'boc is too small, size 9'],
    [beginCell().storeUint(0x12345678, 32).endCell().toBoc().toString('hex'), 'no parser succeeded'],
  ])('returns the reason why %s has no decoding', (body, text) => {
    expect(only(body)).toEqual({ error: `unknown: ${text}` })
  })

  it('bounds the work for bodies that unfold', () => {
    let body = comment
    for (let i = 0; i < 10; i++) {
      const pool = beginCell().storeUint(0x40e108d6, 32).storeUint(0, 9)
      for (let coins = 0; coins < 3; coins++) pool.storeCoins(coins)
      body = pool.storeMaybeRef(body).storeMaybeRef(body).endCell()
    }
    const { bodies } = ask({ bodies: new Array(40).fill(body.toBoc().toString('base64')) })
    expect(bodies).toHaveLength(40)
    expect(JSON.stringify(bodies).length).toBeLessThan(64 << 20)
    expect(bodies.at(-1)).toEqual({ error: 'unknown: no parser succeeded' })
  })
})
