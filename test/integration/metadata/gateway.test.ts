import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Status } from '#shared/schema/status.ts'
import { tokenImagePath } from '#shared/schema/tokenImage.ts'
import { startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'
import { indexFolder, readNetworkChoice } from '../../../src-main/gateway/networkChoice.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'
import { type HostileServer, openHostileServer } from './hostileServer.ts'

const GIF = Buffer.from('GIF89a, and more')

let dataDir: string
let server: HostileServer
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tonscope-metadata-'))
  server = await openHostileServer({ '/logo': (response) => response.end(GIF) })
  await storeContent()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true })
})

function start(metadata: NonNullable<GatewaySettings['metadata']>) {
  const log = pino({ level: 'silent' })
  const devnet = { scenario: false, traffic: false, blockInterval: 0 }
  return startGateway({ network: 'devnet', port: 0, dataDir, log, devnet, metadata })
}

/** Stores content that names an image of the hostile server in the index of the devnet. */
async function storeContent(): Promise<void> {
  const gateway = await start({ enabled: false })
  const zeroState = Buffer.from(gateway.status().network.id ?? '', 'base64')
  await gateway.close()
  const store = await openIndexStore({ dir: indexFolder(dataDir, readNetworkChoice('devnet')), zeroState })
  await store.saveMetadataContents([
    {
      url: server.url('/token.json'),
      state: 'fetched',
      fetchedAt: 1,
      expiresAt: 2,
      attempts: 0,
      error: undefined,
      fields: { image: server.url('/logo'), extra: '{}' },
    },
  ])
  await store.close()
}

describe('a gateway', () => {
  it('serves images of tokens from allowed servers, and reports its fetches', async () => {
    const gateway = await start({ allowed: [server.place] })
    try {
      const image = await fetch(gateway.url + tokenImagePath(server.url('/logo')))
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/gif'])
      expect(Buffer.from(await image.arrayBuffer())).toEqual(GIF)
      const other = await fetch(gateway.url + tokenImagePath(server.url('/ok.json')))
      expect(other.status).toBe(404)
      const status = (await (await fetch(`${gateway.url}/api/tonscope/status`)).json()) as Status
      expect(status.metadata).toEqual({ state: 'on' })
      const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
      expect(metrics).toContain('tonscope_metadata_enabled 1\n')
      expect(metrics).toContain(`tonscope_metadata_image_bytes ${GIF.length}\n`)
    } finally {
      await gateway.close()
    }
  })

  it('fetches nothing when that is turned off, or from the loopback interface', async () => {
    rmSync(join(dataDir, 'devnet', 'images'), { recursive: true })
    const before = server.requests.length
    const off = await start({ enabled: false })
    const turnedOff = await fetch(off.url + tokenImagePath(server.url('/logo')))
    expect(off.status().metadata).toEqual({ state: 'off' })
    await off.close()
    expect(turnedOff.status).toBe(503)
    const guarded = await start({})
    const refused = await fetch(guarded.url + tokenImagePath(server.url('/logo')))
    await guarded.close()
    expect(refused.status).toBe(502)
    expect(await refused.json()).toMatchObject({ error: '127.0.0.1 is not public' })
    expect(server.requests).toHaveLength(before)
  })

  it('does not start with a setting that is no server', async () => {
    await expect(start({ allowed: ['example'] })).rejects.toMatchObject({ code: 'metadata' })
  })
})
