import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHidden, safeText, visibleText, withVisibleText } from '#shared/untrustedText.ts'

describe('safeText', () => {
  it('leaves an ordinary text as it is', () => {
    const text = 'Paper Crane — бумага, 紙, नमस्ते, שלום'
    expect(safeText(text, 100)).toEqual({ text, isCut: false, hadHidden: false })
  })

  it('removes overrides of the writing direction', () => {
    expect(safeText('USDT\u202Etxt.exe\u202C', 100)).toEqual({
      text: 'USDTtxt.exe',
      isCut: false,
      hadHidden: true,
    })
    expect(safeText('\u2067a\u2069\u200Fb\u061C', 100).text).toBe('ab')
  })

  it('removes zero-width, control, tag and private characters and blank letters', () => {
    const hidden = [
      '\u200B',
      '\u200C',
      '\uFEFF',
      '\u2060',
      '\u0000',
      '\u001B',
      '\u{E0041}',
      '\uE000',
      '\u3164',
    ]
    for (const character of hidden) {
      expect(safeText(`T${character}ON`, 100)).toEqual({ text: 'TON', isCut: false, hadHidden: true })
    }
  })

  it('draws every kind of whitespace as a single space', () => {
    expect(safeText('  a\n\n\tb\u2028c\u00A0\u3000d ', 100)).toEqual({
      text: 'a b c d',
      isCut: false,
      hadHidden: false,
    })
  })

  it('does not count parts of emoji as hidden characters', () => {
    expect(safeText('❤️ 👨‍👩‍👧 👩🏽‍🚀 1️⃣', 100).hadHidden).toBe(false)
  })

  it('keeps at most three marks on a letter', () => {
    expect(safeText(`Z${'\u0301'.repeat(50)}!`, 100).text).toBe('Z\u0301\u0301\u0301!')
  })

  it('cuts a text of 100 kB and marks it as cut', () => {
    const { text, isCut } = safeText('x'.repeat(100_000), 40)
    expect(text).toBe(`${'x'.repeat(40)}…`)
    expect(isCut).toBe(true)
  })

  it('does not cut a character of two code units in halves', () => {
    expect(safeText('🙂'.repeat(10), 3).text).toBe('🙂🙂🙂…')
  })

  it('never returns a control or a format character, nor more characters than requested', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 80 }),
        (points, max) => {
          const { text } = safeText(String.fromCodePoint(...points), max)
          expect(text).not.toMatch(/\p{C}/u)
          expect(Array.from(text).length).toBeLessThanOrEqual(max + 1)
        },
      ),
    )
  })
})

describe('visibleText', () => {
  it('marks hidden characters and keeps line breaks and parts of emoji', () => {
    expect(visibleText('a\u202Eb\u200Bc\nd\u0000')).toBe('a\uFFFDb\uFFFDc\nd\uFFFD')
    expect(visibleText('❤️ 👨‍👩‍👧 👩🏽‍🚀 1️⃣')).toBe('❤️ 👨‍👩‍👧 👩🏽‍🚀 1️⃣')
    expect(visibleText('T\u200DON')).toBe('T\uFFFDON')
  })

  it('marks a text so that safeText still reports and removes what was hidden', () => {
    expect(safeText(visibleText('USD\u200BT'), 100)).toEqual({ text: 'USDT', isCut: false, hadHidden: true })
  })
})

describe('withVisibleText', () => {
  it('marks every text and name of a value and leaves the value itself as it was', () => {
    const value = { 'na\u202Eme': ['x\u2066', { text: '\u200B', count: 1, none: null }] }
    expect(withVisibleText(value)).toEqual({
      'na\uFFFDme': ['x\uFFFD', { text: '\uFFFD', count: 1, none: null }],
    })
    expect(Object.keys(value)).toEqual(['na\u202Eme'])
  })
})

describe('escapeHidden', () => {
  it('writes JSON of the same value without hidden characters', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
        const escaped = escapeHidden(json)
        expect(JSON.parse(escaped)).toEqual(JSON.parse(json))
        expect(escaped).not.toMatch(/[\u200B\u202A-\u202E\u2066-\u2069]/)
      }),
    )
    expect(escapeHidden('"a\u202Eb"')).toBe('"a\\u202eb"')
  })
})
