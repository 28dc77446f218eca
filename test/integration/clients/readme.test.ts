import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PORT } from '../../../src-main/gateway/gateway.ts'
import { openSampleGateway } from './sampleGateway.ts'

const run = promisify(execFile)
const README = new URL('../../../README.md', import.meta.url)

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

/** The lines of the README's shell blocks that call curl. */
async function curlExamples(): Promise<string[]> {
  const blocks = (await readFile(README, 'utf8')).matchAll(/^```sh\n(.*?)^```$/gms)
  return [...blocks].flatMap(([, text = '']) => text.split('\n').filter((line) => line.startsWith('curl ')))
}

describe.skipIf(!hasCurl)('the README (its examples need curl)', () => {
  let gateway: Awaited<ReturnType<typeof openSampleGateway>>
  beforeAll(async () => {
    gateway = await openSampleGateway()
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  it('gives examples that work as they stand', async () => {
    const examples = await curlExamples()
    expect(examples.length).toBeGreaterThanOrEqual(3)
    for (const example of examples) {
      expect(example).toContain(`http://127.0.0.1:${DEFAULT_PORT}/api/v2/`)
      const command = example.replace(`http://127.0.0.1:${DEFAULT_PORT}`, gateway.url)
      const { stdout } = await run('sh', ['-c', `${command} --silent --show-error`])
      expect({ example, answer: JSON.parse(stdout) }).toEqual({
        example,
        answer: { ok: true, result: expect.anything(), '@extra': expect.any(String) },
      })
    }
  })
})
