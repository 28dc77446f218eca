import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetadataJson } from '#shared/schema/v3/common.ts'
import { tokenCode } from '../../../src-main/devnet/scenario/code/tokens.ts'
import { snake } from '../../../src-main/devnet/scenario/comments.ts'
import { type Jetton, jettonOf, mintJettons } from '../../../src-main/devnet/scenario/jettonContract.ts'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import { sendFrom } from '../../../src-main/devnet/scenario/users.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'
import { rawAddress, stdAddressOf } from '../../../src-main/indexer/stdAddress.ts'
import { formatGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { until } from '../../fixtures/until.ts'
import { openScene, type Scene } from '../devnet/scene.ts'
import { detectedToHead } from '../indexer/detectedIndex.ts'
import { type HostileServer, openHostileServer } from './hostileServer.ts'

const TIMEOUT = 120_000
const OFFCHAIN = 0x01
const JSON_BODY = { name: 'Far Away', symbol: 'FAR', decimals: 3, description: 'Kept on a server' }

/** Jettons whose contents are at URLs, and a server that the settings of a gateway allow or not. */
describe('v3’s metadata of tokens with content off the chain', () => {
  let scene: Scene
  let server: HostileServer
  let node: Awaited<ReturnType<typeof serveDevnet>>
  let folder: string
  let configFile: string
  /** All of its content at a URL, some of it on the chain, and a URL without an answer. */
  let jettons: { readonly whole: Jetton; readonly partial: Jetton; readonly broken: Jetton }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-offchain-'))
    server = await openHostileServer({
      '/far.json': (response) => response.end(JSON.stringify(JSON_BODY)),
    })
    scene = await openScene([wallets])
    const { context, users } = scene
    const { treasury } = users
    const offchain = (path: string) =>
      snake(Buffer.concat([Buffer.from([OFFCHAIN]), Buffer.from(server.url(path))]))
    const jetton = (name: string, content: ReturnType<typeof offchain>) =>
      jettonOf(name, {
        minterCode: tokenCode('jetton minter'),
        walletCode: tokenCode('jetton wallet'),
        admin: treasury.address,
        content,
      })
    jettons = {
      whole: jetton('whole', offchain('/far.json')),
      partial: jetton('partial', onchainContent({ uri: server.url('/far.json'), symbol: 'NEAR' })),
      broken: jetton('broken', offchain('/nothing-here.json')),
    }
    const mints = Object.values(jettons).map((each) =>
      mintJettons(each, treasury.address, 5n, treasury.address),
    )
    await sendFrom(context, treasury, mints)
    await context.settle()
    node = await serveDevnet(context.devnet, { clock: () => context.now() })
    const { zeroState } = context.devnet.store
    configFile = join(folder, 'global.config.json')
    const liteservers = [{ host: '127.0.0.1', port: node.port, publicKey: node.publicKey }]
    await writeFile(
      configFile,
      formatGlobalConfig({ liteservers, zeroState, initBlock: zeroState, hardforks: [] }),
    )
  }, TIMEOUT)
  afterAll(async () => {
    await node?.close()
    await scene?.close()
    await server?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const raw = ({ address }: Jetton) => rawAddress(stdAddressOf(address))

  /** Runs `work` with a gateway that has indexed and detected the whole chain. */
  async function withGateway(
    metadata: NonNullable<GatewaySettings['metadata']>,
    work: (ask: (path: string) => Promise<MetadataJson>) => Promise<void>,
  ): Promise<void> {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const gateway = await startGateway({
      network: configFile,
      port: 0,
      dataDir,
      metadata,
      log: pino({ level: 'silent' }),
    })
    try {
      await detectedToHead(gateway.url)
      await work(async (path) => {
        const response = await fetch(`${gateway.url}/api/v3/${path}`)
        expect(response.status).toBe(200)
        const body = (await response.json()) as { readonly metadata?: MetadataJson }
        return body.metadata ?? (body as MetadataJson)
      })
    } finally {
      await gateway.close()
    }
  }

  /** Repeats a request until the content behind the URLs has been fetched, or could not be. */
  function settled(ask: () => Promise<MetadataJson>): Promise<MetadataJson> {
    let last: MetadataJson | undefined
    return until(
      () => `all content is fetched: ${JSON.stringify(last)}`,
      async () => {
        last = await ask()
        const entries = Object.values(last)
        return entries.length > 0 && entries.every(({ is_indexed }) => is_indexed) ? last : undefined
      },
    )
  }

  it(
    'is fetched because of the first answer, once for each URL, and completes the content on the chain',
    async () => {
      await withGateway({ allowed: [server.place] }, async (ask) => {
        const metadata = await settled(() => ask('jetton/masters?limit=10'))
        expect(Object.keys(metadata).sort()).toEqual(Object.values(jettons).map(raw).sort())
        const { name, symbol, description } = JSON_BODY
        expect(metadata[raw(jettons.whole)]?.token_info).toEqual([
          expect.objectContaining({ valid: true, type: 'jetton_masters', name, symbol, description }),
        ])
        expect(metadata[raw(jettons.partial)]?.token_info[0]).toMatchObject({ name, symbol: 'NEAR' })
        expect(metadata[raw(jettons.broken)]?.token_info[0]).not.toHaveProperty('name')
        expect(server.requests.filter(({ path }) => path === '/far.json')).toHaveLength(1)
        const own = await ask(`metadata?address=${raw(jettons.whole)}`)
        expect(own[raw(jettons.whole)]).toEqual(metadata[raw(jettons.whole)])
      })
    },
    TIMEOUT,
  )

  it(
    'is not fetched from an address that is not public, nor where fetching is turned off',
    async () => {
      const before = server.requests.length
      await withGateway({}, async (ask) => {
        const metadata = await settled(() => ask('jetton/masters?limit=10'))
        expect(metadata[raw(jettons.whole)]?.token_info[0]).not.toHaveProperty('name')
        expect(metadata[raw(jettons.partial)]?.token_info[0]).toMatchObject({ symbol: 'NEAR' })
      })
      await withGateway({ enabled: false }, async (ask) => {
        const metadata = await ask('jetton/masters?limit=10')
        expect(metadata[raw(jettons.whole)]).toMatchObject({ is_indexed: false })
      })
      expect(server.requests).toHaveLength(before)
    },
    TIMEOUT,
  )
})
