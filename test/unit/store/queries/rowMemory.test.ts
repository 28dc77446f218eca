import { expect, it } from 'vitest'
import type { Reader } from '../../../../src-main/store/queries/reader.ts'
import { createRowMemory, type RowMemoryOptions } from '../../../../src-main/store/queries/rowMemory.ts'

const aReader = () => ({}) as Reader

/** Rows whose value is their number as text; there are none above 1000. `load` returns the numbers that were read. */
function memoryOfTexts(options: RowMemoryOptions<string>) {
  const memory = createRowMemory<string>(options)
  return (reader: Reader, ...ids: bigint[]): readonly bigint[] => {
    const read: bigint[] = []
    const found = memory.load(reader, ids, (others) => {
      read.push(...others)
      return others.filter((id) => id <= 1000n).map((id) => [id, String(id)] as const)
    })
    expect(new Map(found)).toEqual(
      new Map(ids.filter((id) => id <= 1000n).map((id) => [id, String(id)] as const)),
    )
    return read
  }
}

it('reads each row once, and what is not there every time', () => {
  const load = memoryOfTexts({ size: 8 })
  const reader = aReader()
  expect(load(reader, 1n, 2n, 1n, 2000n)).toEqual([1n, 2n, 2000n])
  expect(load(reader, 2n, 3n, 2000n)).toEqual([3n, 2000n])
})

it('knows for each reader what that one has read', () => {
  const load = memoryOfTexts({ size: 8 })
  load(aReader(), 1n)
  expect(load(aReader(), 1n)).toEqual([1n])
})

it('forgets what was not met for long, and nothing else', () => {
  const load = memoryOfTexts({ size: 4 })
  const reader = aReader()
  load(reader, 1n)
  for (let id = 2n; id < 100n; id++) {
    load(reader, id)
    expect(load(reader, 1n, id)).toEqual([])
  }
  expect(load(reader, 2n, 90n, 98n)).toEqual([2n, 90n])
})

it('keeps of a kind with many rows what is met again, unless it is too large', () => {
  const load = memoryOfTexts({ size: 8, onlyMetAgain: true, isKept: (text) => text.length < 3 })
  const reader = aReader()
  expect(load(reader, 1n, 1n, 100n)).toEqual([1n, 100n])
  expect(load(reader, 1n, 100n)).toEqual([1n, 100n])
  expect(load(reader, 1n, 100n)).toEqual([100n])
})
