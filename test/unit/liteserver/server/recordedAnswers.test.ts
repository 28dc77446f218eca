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
    'made anew': (query: Buffer) => answerLiteQuery(context, query),
    'made with what earlier answers left': (query: Buffer) => cached(query, { signal }),
    'kept from before': (query: Buffer) => cached(query, { signal }),
  }

  it.each(Object.entries(servers))(`${lines.length} of them come back byte for byte: %s`, async (_, ask) => {
    expect(lines.length).toBeGreaterThan(100)
    const different: string[] = []
    for (const { function: name, note, request, answer } of lines) {
      const given = await ask(Buffer.from(request, 'base64'))
      if (given.toString('base64') !== answer) different.push(`${name} ${note}`)
    }
    expect(different).toEqual([])
  })
})
