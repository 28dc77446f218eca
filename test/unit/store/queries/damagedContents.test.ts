import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../../src-main/store/queries/loadMessages.ts'
import { readerOf } from '../../../../src-main/store/queries/reader.ts'
import { sqlite } from '../../../../src-main/store/sqlite/driver.ts'
import { indexSample, type TestIndex } from './sampleIndex.ts'

let index: TestIndex
beforeAll(() => {
  index = indexSample(1, 40)
})
afterAll(() => index.remove())

it('loading a message rejects a body with a flipped bit', () => {
  const writer = new (sqlite())(index.file)
  const content = writer
    .prepare<[], { id: bigint; boc: Buffer; message: bigint }>(
      `SELECT contents.id, boc, messages.id AS message FROM contents JOIN messages ON body = contents.id
      WHERE length(boc) > 60 LIMIT 1`,
    )
    .safeIntegers()
    .get()
  if (!content) throw new Error('the sample has no message with a body')
  const load = () => loadMessages(readerOf(index.connection), [content.message])
  const honest = load().get(content.message)?.body.boc
  expect(honest?.equals(content.boc)).toBe(true)
  const save = writer.prepare('UPDATE contents SET boc = ? WHERE id = ?')
  for (let bit = 0; bit < content.boc.length * 8; bit += 13) {
    const boc = Buffer.from(content.boc)
    boc.writeUInt8(boc.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    save.run(boc, content.id)
    expect(load, `with bit ${bit}`).toThrow(expect.objectContaining({ name: 'StoreError', code: 'corrupt' }))
  }
  writer.close()
})
