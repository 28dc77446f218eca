import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FrameLog } from '../../../../src-main/devnet/chain/frameLog.ts'
import { GrowingFile } from '../../../../src-main/devnet/chain/growingFile.ts'
import { MessageJournal } from '../../../../src-main/devnet/chain/messageJournal.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'devnet-files-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('GrowingFile', () => {
  it('keeps appended messages when it is opened again', () => {
    const file = new GrowingFile(join(dir, 'f'))
    const first = file.append(Buffer.from('first'))
    const second = file.append(Buffer.from('second'))
    file.truncate(second.offset)
    const third = file.append(Buffer.from('3'))
    file.close()
    const again = new GrowingFile(join(dir, 'f'))
    expect(again.size).toBe(6)
    expect([first, third].map((span) => again.read(span).toString())).toEqual(['first', '3'])
    expect(() => again.read({ offset: 5, length: 2 })).toThrow(RangeError)
    again.close()
  })

  it.skipIf(!existsSync('/dev/full'))('is as before where the disk is full', () => {
    const file = new GrowingFile('/dev/full')
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => file.append(Buffer.from('data'))).toThrow(
        expect.objectContaining({ name: 'DevnetDirectoryError', code: 'unwritable', path: '/dev/full' }),
      )
      expect(file.size).toBe(0)
    }
    file.close()
  })
})

describe('FrameLog', () => {
  it('hands over its records and reads them again where they are', () => {
    const log = new FrameLog(join(dir, 'log'), () => expect.unreachable())
    const spans = ['one', '', 'three'].map((text) => log.append(Buffer.from(text)))
    log.close()
    const found: string[] = []
    const again = new FrameLog(join(dir, 'log'), ({ payload }) => found.push(payload.toString()))
    expect(found).toEqual(['one', '', 'three'])
    expect(spans.map((span) => again.read(span).toString())).toEqual(found)
    again.truncateBefore(spans[1] as (typeof spans)[number])
    again.close()
    expect(statSync(join(dir, 'log')).size).toBe(15)
  })
})

describe('MessageJournal', () => {
  const BODY = Buffer.alloc(300_000, 1)
  const held = () => {
    const found: number[] = []
    const journal = new MessageJournal(join(dir, 'messages'), ({ number }) => found.push(number))
    return { journal, found }
  }

  it('continues its numbers after settled messages are removed by a rewrite', () => {
    const { journal } = held()
    const waiting = [1, 2, 3, 4, 5].map((index) => ({ number: journal.add(BODY), body: BODY, index }))
    expect(waiting.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    const size = statSync(join(dir, 'messages')).size
    journal.compact(BODY.length * 5, () => waiting)
    expect(statSync(join(dir, 'messages')).size).toBe(size)
    journal.compact(BODY.length, () => waiting.slice(3, 4))
    expect(statSync(join(dir, 'messages')).size).toBeLessThan(size / 3)
    expect(journal.add(BODY)).toBe(6)
    journal.compact(0, () => [])
    journal.close()

    const again = held()
    expect(again.found).toEqual([4, 6])
    expect(again.journal.add(BODY)).toBe(7)
    again.journal.close()
  })

  it('is empty, and its numbers go on, where everything was settled', () => {
    const { journal } = held()
    for (let index = 0; index < 4; index++) journal.add(BODY)
    journal.compact(0, () => [])
    journal.close()
    expect(readFileSync(join(dir, 'messages'))).toHaveLength(16)
    const again = held()
    expect(again.found).toEqual([])
    expect(again.journal.add(BODY)).toBe(5)
    again.journal.close()
  })
})
