import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address, Cell } from '@ton/core'
import { LiteClient, LiteSingleEngine } from 'ton-lite-client'
import { Functions } from 'ton-lite-client/dist/schema.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endAll, type Serving, serve, start } from './process.ts'

/** Wallet v4r2 of the sample network (its README lists its accounts). */
const WALLET = Address.parseRaw('0:11b44e43a78a1686cdc779875b14d76a096f1d0fcc0f7f96abd9cb01cf00f366')
/** Block with 251 transactions. */
const BIG_BLOCK = { workchain: 0, shard: '4611686018427387904', seqno: 784 }

type Json = Record<string, unknown>
type GlobalConfig = {
  readonly liteservers: readonly {
    readonly ip: number
    readonly port: number
    readonly id: { key: string }
  }[]
  readonly validator: { readonly zero_state: { readonly root_hash: string } }
}

/**
 * The liteserver of an embedded network as a tool of others finds it: through the written global config, with
 * ton-lite-client's own engine and the adnl package underneath, while the gateway runs.
 */
describe('ton-lite-client on the liteserver of a running gateway', () => {
  let folder: string
  let configFile: string
  let config: GlobalConfig
  let gateway: Serving
  let engine: LiteSingleEngine
  let client: LiteClient

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-client-'))
    gateway = await serve('--network', 'sample', '--index', 'off', '--port', '0', '--data-dir', folder)
    configFile = join(folder, 'sample', 'global.config.json')
    config = JSON.parse(await readFile(configFile, 'utf8')) as GlobalConfig
    const [server] = config.liteservers
    const host = [24, 16, 8, 0].map((shift) => ((server?.ip ?? 0) >>> shift) & 255).join('.')
    engine = new LiteSingleEngine({
      host: `tcp://${host}:${server?.port}`,
      publicKey: Buffer.from(server?.id.key ?? '', 'base64'),
    })
    engine.on('error', () => {})
    await once(engine, 'ready')
    client = new LiteClient({ engine })
  })

  afterAll(async () => {
    engine?.close()
    await endAll()
    await rm(folder, { recursive: true, force: true })
  })

  async function get<Result = Json>(
    name: string,
    parameters: Record<string, string | number> = {},
  ): Promise<Result> {
    const query = Object.entries(parameters).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    const response = await fetch(`${gateway.url}/api/v2/${name}?${query.join('&')}`)
    const body = (await response.json()) as { ok: boolean; result: Result }
    expect(body.ok).toBe(true)
    return body.result
  }

  it('sees the head that the gateway proves', async () => {
    const { last, init } = await client.getMasterchainInfo()
    const info = await get<{ last: Json }>('getMasterchainInfo')
    expect(info.last).toMatchObject({
      seqno: last.seqno,
      root_hash: last.rootHash.toString('base64'),
      file_hash: last.fileHash.toString('base64'),
    })
    expect(init.rootHash.toString('base64')).toBe(config.validator.zero_state.root_hash)
  })

  it('finds a block, its header and its transactions', async () => {
    const header = await client.lookupBlockByID(BIG_BLOCK)
    const id = await get('lookupBlock', BIG_BLOCK)
    expect(id).toMatchObject({ root_hash: header.id.rootHash.toString('base64'), seqno: 784 })
    const proof = Cell.fromBoc(header.headerProof)[0] as Cell
    expect(proof.refs[0]?.hash(0)).toEqual(header.id.rootHash)
    const page = await client.listBlockTransactions(header.id, { mode: 1 + 2 + 4, count: 40 })
    const ours = await get<{ transactions: { hash: string }[] }>('getBlockTransactions', BIG_BLOCK)
    expect(page.ids.map(({ hash }) => hash?.toString('base64'))).toEqual(
      ours.transactions.map(({ hash }) => hash),
    )
  })

  it('reads an account as the gateway does', async () => {
    const { last } = await client.getMasterchainInfo()
    const state = await client.getAccountState(WALLET, last)
    const ours = await get('getAddressInformation', { address: WALLET.toString(), seqno: last.seqno })
    expect(ours).toMatchObject({
      balance: state.balance.coins.toString(),
      state: state.state?.storage.state.type,
      last_transaction_id: { lt: state.lastTx?.lt.toString() },
    })
    expect(BigInt(ours.balance as string)).toBeGreaterThan(0n)
  })

  it('and a gateway of the same config file verifies through that liteserver', async () => {
    const second = await serve('--network', configFile, '--port', '0', '--data-dir', join(folder, 'second'))
    const [first, other] = await Promise.all(
      [gateway, second].map(async ({ url }) => {
        const query = `address=${WALLET.toRawString()}&seqno=700`
        const answer = (await (await fetch(`${url}/api/v2/getAddressInformation?${query}`)).json()) as Json
        return answer.result
      }),
    )
    expect(other).toEqual(first)
    const { verification, network } = (await (await fetch(`${second.url}/api/tonscope/status`)).json()) as {
      verification: Json
      network: Json
    }
    expect([verification.enabled, verification.refused, network.kind]).toEqual([true, 0, 'custom'])
    second.kill('SIGTERM')
    expect(await second.ended).toEqual({
      code: 0,
      signal: null,
      stdout: `Tonscope ready at ${second.url} (global.config)\n`,
      stderr: '',
    })
  })

  it('returns a block that `tonscope decode` prints', async () => {
    const header = await client.lookupBlockByID(BIG_BLOCK)
    const { data } = await engine.query(Functions.liteServer_getBlock, {
      kind: 'liteServer.getBlock',
      id: header.id,
    })
    const file = join(folder, 'block.boc')
    await writeFile(file, data)
    const { code, stdout, stderr } = await start('decode', 'block', file).ended
    expect([code, stderr]).toEqual([0, ''])
    const block = JSON.parse(stdout) as {
      id: Json
      prev: Json[]
      transactions: { hash: string; account: string }[]
    }
    expect(block.id).toEqual({
      workchain: 0,
      shard: '4000000000000000',
      seqno: 784,
      root_hash: header.id.rootHash.toString('hex'),
      file_hash: header.id.fileHash.toString('hex'),
    })
    const shown = await get<{ gen_utime: number; start_lt: string; end_lt: string; prev_blocks: Json[] }>(
      'getBlockHeader',
      BIG_BLOCK,
    )
    expect(block).toMatchObject({
      gen_utime: shown.gen_utime,
      start_lt: shown.start_lt,
      end_lt: shown.end_lt,
      key_block: false,
    })
    expect(block.prev.map((prev) => [prev.seqno, prev.shard])).toEqual([[783, '4000000000000000']])
    const { transactions } = await get<{ transactions: { hash: string; account: string; lt: string }[] }>(
      'getBlockTransactions',
      { ...BIG_BLOCK, count: 1000 },
    )
    expect(block.transactions).toEqual(
      transactions.map(({ account, lt, hash }) => ({
        account,
        lt,
        hash: Buffer.from(hash, 'base64').toString('hex'),
      })),
    )
    expect(block.transactions).toHaveLength(251)
  })

  it('rejects a file that is not a block with one line', async () => {
    const file = join(folder, 'text.boc')
    await writeFile(file, 'not a bag of cells')
    const noBoc = await start('decode', 'block', file).ended
    expect(noBoc).toMatchObject({ code: 1, stdout: '' })
    expect(noBoc.stderr).toMatch(/^tonscope: .*text\.boc: not a bag of cells: .*\n$/)
    await writeFile(file, Cell.EMPTY.toBoc())
    const noBlock = await start('decode', 'block', file).ended
    expect(noBlock).toMatchObject({ code: 1, stdout: '' })
    expect(noBlock.stderr).toMatch(/^tonscope: .*text\.boc: not a block; it is an empty cell, .*\n$/)
  })
})
