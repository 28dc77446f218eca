import { expect, it } from 'vitest'
import { csvText } from '../../../../src-renderer/format/csvText.ts'

it('writes rows by RFC 4180', () => {
  expect(
    csvText([
      ['a', 'b'],
      ['one, two', 'say "hi"'],
      ['line\nbreak', ''],
    ]),
  ).toBe('a,b\r\n"one, two","say ""hi"""\r\n"line\nbreak",\r\n')
})

it.each(['=1+1', '+1', '-1', '@sum', '\tx'])('marks %j, which spreadsheets would compute', (formula) => {
  expect(csvText([[formula]])).toBe(`'${formula}\r\n`)
})
