import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfigSource } from '../../../src-main/gateway/configSource.ts'

let folder: string
let server: Server
let url: string
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/config.json': (response) => response.end('{"liteservers": []}'),
  '/moved': (response) => response.writeHead(302, { Location: '/config.json' }).end(),
  '/round': (response) => response.writeHead(302, { Location: '/round' }).end(),
  '/outside': (response) => response.writeHead(302, { Location: 'http://example.org/' }).end(),
  '/huge': (response) => response.end(Buffer.alloc(2 << 20, ' ')),
  '/missing': (response) => response.writeHead(404).end(),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tonscope-source-'))
  server = createServer((request, response) => answers[request.url ?? '']?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('readConfigSource', () => {
  it('reads a file and a URL of this machine, over redirects too', async () => {
    const file = join(folder, 'config.json')
    await writeFile(file, '{"a": 1}')
    expect(await readConfigSource(file)).toBe('{"a": 1}')
    expect(await readConfigSource(`${url}/config.json`)).toBe('{"liteservers": []}')
    expect(await readConfigSource(`${url}/moved`)).toBe('{"liteservers": []}')
  })

  it.each([
    ['plain http of another machine', () => 'http://ton.org/global.config.json', 'is not https'],
    ['another protocol', () => 'ftp://ton.org/global.config.json', 'is not https'],
    ['a redirect to plain http', () => `${url}/outside`, 'http://example.org/ is not https'],
    ['redirects without end', () => `${url}/round`, 'too many redirects'],
    ['an answer without end', () => `${url}/huge`, 'it has more than 1048576 bytes'],
    ['a page that does not exist', () => `${url}/missing`, 'the server answers with status 404'],
    ['a server that does not run', () => 'http://127.0.0.1:9/', 'cannot be read'],
    ['a file that does not exist', () => join(folder, 'none.json'), 'ENOENT'],
  ])('refuses %s', async (_, source, reason) => {
    await expect(readConfigSource(source())).rejects.toMatchObject({
      name: 'GatewayError',
      message: expect.stringContaining(reason),
    })
  })

  it('refuses a file that is too large', async () => {
    const file = join(folder, 'huge.json')
    await writeFile(file, Buffer.alloc((1 << 20) + 1, ' '))
    await expect(readConfigSource(file)).rejects.toThrow('it has more than 1048576 bytes')
  })
})
