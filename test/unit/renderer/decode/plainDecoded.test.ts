import { expect, it } from 'vitest'
import { plainDecoded } from '../../../../src-renderer/decode/plainDecoded.ts'

const ADDRESS = `0:${'AB'.repeat(32)}`
const std = {
  '@type': 'addr_std',
  anycast: { '@type': 'nothing_from_maybe' },
  workchain_id: '0',
  address: 'AB'.repeat(32),
}

it.each([
  ['a number', '12', { kind: 'number', digits: '12' }],
  ['a wrapped number', { '@type': 'var_uint', len: '1', value: '5' }, { kind: 'number', digits: '5' }],
  [
    'coins',
    { '@type': 'nanocoins', amount: { '@type': 'var_uint', len: '1', value: '5' } },
    { kind: 'coins', value: 5n },
  ],
  ['a raw address', ADDRESS, { kind: 'account', raw: ADDRESS }],
  ['a taken apart address', std, { kind: 'account', raw: ADDRESS }],
  ['no address', { '@type': 'addr_none' }, { kind: 'nothing' }],
  ['nothing', null, { kind: 'nothing' }],
  [
    'an optional cell',
    { '@type': 'something_from_maybe', value: 'te6ccgEBAQEAAwAAAWA=' },
    { kind: 'cell', boc: 'te6ccgEBAQEAAwAAAWA=' },
  ],
  ['a flag', true, { kind: 'flag', value: true }],
  ['a cell behind a reference', { cell_reference: '5' }, { kind: 'number', digits: '5' }],
  [
    'a list of actions, in their order',
    {
      '@type': 'out_list',
      action: { mode: '2' },
      prev: {
        cell_reference: { '@type': 'out_list', action: { mode: '1' }, prev: { '@type': 'out_list_empty' } },
      },
    },
    {
      kind: 'fields',
      type: undefined,
      fields: ['1', '2'].map((mode) => [
        mode,
        { kind: 'fields', type: undefined, fields: [['mode', { kind: 'number', digits: mode }]] },
      ]),
    },
  ],
  [
    'a comment, whose type is said twice',
    { '@type': 'text_comment', type: 'text_comment', comment: 'hi' },
    { kind: 'fields', type: 'text_comment', fields: [['comment', { kind: 'text', text: 'hi' }]] },
  ],
])('shows %s plainly', (_, value, plain) => {
  expect(plainDecoded(value)).toEqual(plain)
})

it('ends in a body that nests without end', () => {
  const nested = Array.from({ length: 1_000 }).reduce<unknown>((inner) => ({ inner }), 1)
  expect(JSON.stringify(plainDecoded(nested)).length).toBeLessThan(5_000)
})

it('names no inner body after a protocol by a small opcode', () => {
  const inner = (type: string) =>
    plainDecoded({
      '@type': 'jetton_transfer',
      payload: { cell_reference: { '@type': type, version: '109' } },
    })
  expect(inner('pyth_update_guardian_set')).toMatchObject({
    fields: [['payload', { kind: 'text', text: '0x00000001, of no known layout' }]],
  })
  expect(inner('jetton_burn')).toMatchObject({
    fields: [['payload', { kind: 'fields', type: 'jetton_burn' }]],
  })
  expect(inner('text_comment')).toMatchObject({
    fields: [['payload', { kind: 'fields', type: 'text_comment' }]],
  })
})
