import { describe, expect, it } from 'vitest'
import { labelFileText, readLabelFile } from '../../../../src-renderer/decode/labelFile.ts'

const ONE = `0:${'11'.repeat(32)}`

describe('readLabelFile', () => {
  it('reads what labelFileText writes', () => {
    const labels = [{ address: ONE, name: 'one', note: 'a\nnote' }]
    expect(readLabelFile(labelFileText('devnet', labels))).toMatchObject({ kind: 'labels', skipped: 0 })
  })

  it.each([
    ['an array of entries', [{ address: ONE, name: 'one' }]],
    ['names by address', { [ONE]: 'one' }],
    ['entries with a label', { labels: [{ address: ONE, label: 'one' }] }],
  ])('reads %s', (_, json) => {
    expect(readLabelFile(JSON.stringify(json))).toEqual({
      kind: 'labels',
      labels: [{ address: ONE, name: 'one', note: '' }],
      skipped: 0,
    })
  })

  it('counts entries without an address or a name, and removes hidden characters', () => {
    const json = [{ address: ONE, name: 'o\u202ene' }, { address: 'x', name: 'n' }, { address: ONE }, 7]
    expect(readLabelFile(JSON.stringify(json))).toMatchObject({
      labels: [{ name: 'one' }],
      skipped: 3,
    })
  })

  it.each(['', '{', '7', '[]', '{"labels":[]}', 'null'])('names the fault of %o', (text) => {
    expect(readLabelFile(text)).toEqual({ kind: 'fault', sentence: expect.any(String) })
  })
})
