import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { answerLiteQuery } from '../../../../src-main/liteserver/server/answer.ts'
import { liteserver } from '../../../../src-main/liteserver/server/liteserver.ts'
import { sampleContext } from './sampleServer.ts'

type Line = {
  readonly function: string
  readonly note: string | null
  readonly request: string
  readonly answer: string
}

// Made by test/networks/makeRecordedAnswers.ts.
const lines = gunzipSync(readFileSync(new URL('./recordedAnswers.ndjson.gz', import.meta.url)))
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Line => JSON.parse(line))

describe("recorded answers of the reference server on the sample's network", () => {
  const context = sampleContext()
  const { signal } = new AbortController()
  const cached = liteserver(context)
  const servers = {
    'computed without caches': (query: Buffer) => answerLiteQuery(context, query),
    'computed with cached parts': (query: Buffer) => cached(query, { signal }),
    'from the cache of answers': (query: Buffer) => cached(query, { signal }),
  }

  it.each(Object.entries(servers))(`${lines.length} of them are equal byte for byte: %s`, async (_, ask) => {
    expect(lines.length).toBeGreaterThan(100)
    const different: string[] = []
    for (const { function: name, note, request, answer } of lines) {
      const given = await ask(Buffer.from(request, 'base64'))
      if (given.toString('base64') !== answer) different.push(`${name} ${note}`)
    }
    expect(different).toEqual([])
  })
})
