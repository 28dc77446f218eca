import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PORT } from '../../../src-main/gateway/gatewaySettings.ts'
import { openSampleGateway } from './sampleGateway.ts'

const run = promisify(execFile)
const ORIGIN = `http://127.0.0.1:${DEFAULT_PORT}`
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

/** The README's examples in JavaScript. */
async function scriptExamples(): Promise<string[]> {
  const blocks = (await readFile(README, 'utf8')).matchAll(/^```js\n(.*?)^```$/gms)
  return [...blocks].map(([, text = '']) => text)
}

describe('the README', () => {
  let gateway: Awaited<ReturnType<typeof openSampleGateway>>
  beforeAll(async () => {
    gateway = await openSampleGateway()
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  it.skipIf(!hasCurl)('has curl examples that work unchanged (needs curl)', async () => {
    const examples = await curlExamples()
    expect(examples.length).toBeGreaterThanOrEqual(3)
    for (const example of examples) {
      expect(example).toContain(`${ORIGIN}/api/v2/`)
      const command = example.replace(ORIGIN, gateway.url)
      const { stdout } = await run('sh', ['-c', `${command} --silent --show-error`])
      expect({ example, answer: JSON.parse(stdout) }).toEqual({
        example,
        answer: { ok: true, result: expect.anything(), '@extra': expect.any(String) },
      })
    }
  })

  it('has an example for @ton/ton that works unchanged', async () => {
    const examples = await scriptExamples()
    expect(examples).toHaveLength(1)
    const [example = ''] = examples
    expect(example).toContain(`${ORIGIN}/api/v2/jsonRPC`)
    const script = example.replace(ORIGIN, gateway.url)
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: fileURLToPath(new URL('.', README)),
    })
    expect(stdout).toMatch(/^[1-9]\d*n\n3\n$/)
  })
})
