import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curlCommand } from '../../../../src-renderer/format/curlCommand.ts'

/** What a POSIX shell hands to the program. */
function argumentsIn(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}\n`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe('curlCommand', () => {
  it('is a plain line for a GET', () => {
    expect(curlCommand({ url: 'http://127.0.0.1:8081/api/v2/getShards?seqno=7' })).toBe(
      "curl 'http://127.0.0.1:8081/api/v2/getShards?seqno=7'",
    )
  })

  it('has header and body of a POST, a line each', () => {
    const headers = { 'X-API-Key': 'abc' }
    expect(curlCommand({ url: 'http://h/p', headers, body: '{"a":1}' })).toBe(
      "curl 'http://h/p' \\\n  -H 'X-API-Key: abc' \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '{\"a\":1}'",
    )
  })

  it('keeps quotes, dollars, backslashes, line breaks and a leading @ as they are', () => {
    const body = `@it's "$HOME" \`id\` \\ 100%\n!!`
    const url = "http://h/p?a=it's&b=$(id)"
    const type = ['-H', 'Content-Type: application/json']
    expect(argumentsIn(curlCommand({ url, body }))).toEqual([url, ...type, '--data-raw', body])
  })

  it('survives a shell for any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...`'"\\$\`@!{}[]*?#&;|<>~ \n\ta1é`) })
    fc.assert(
      fc.property(text, text, (url, body) => {
        const given = argumentsIn(curlCommand({ url, body }))
        expect([given[0], given.at(-1)]).toEqual([url, body])
      }),
      { numRuns: 60 },
    )
  })
})
