/** Compares ton-lite-client over its own ADNL connection with v2. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Address, Cell, Dictionary, serializeTuple } from '@ton/core'
import { LiteClient, LiteSingleEngine } from 'ton-lite-client'
import { Functions } from 'ton-lite-client/dist/schema.js'
import { parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import {
  type ClientArguments,
  Comparison,
  clientArguments,
  spreadSeqnos,
  type V2Result,
} from '../runtimes/comparison.ts'

const ACCOUNTS = 60
const MASTERCHAIN = { workchain: -1, shard: '-9223372036854775808' }

async function run({ api, config, blocks }: ClientArguments): Promise<void> {
  const [server] = parseGlobalConfig(await readFile(config, 'utf8')).liteservers
  if (!server) throw new Error('the config names no liteserver')
  const engine = new LiteSingleEngine({
    host: `tcp://${server.host}:${server.port}`,
    publicKey: server.publicKey,
  })
  // An error event without a listener ends the process.
  engine.on('error', () => undefined)
  if (!engine.isReady()) await once(engine, 'ready', { signal: AbortSignal.timeout(15_000) })
  const client = new LiteClient({ engine })
  const comparison = new Comparison(api)
  const { last: head } = await client.getMasterchainInfo()
  await comparison.compare(
    'getMasterchainInfo',
    'head',
    async () => head.rootHash.toString('base64'),
    async () => (await comparison.v2('lookupBlock', { ...MASTERCHAIN, seqno: head.seqno })).root_hash,
  )
  for (const seqno of spreadSeqnos(head.seqno, blocks)) await compareBlock(client, comparison, seqno)
  for (const account of await comparison.accounts(ACCOUNTS))
    await compareAccount(client, comparison, account, head)
  await comparison.compare(
    'getConfig',
    'head',
    async () =>
      [...(await client.getConfig(head)).config.keys()].filter((id) => id >= 0).toSorted((a, b) => a - b),
    async () => {
      const { config: all } = await comparison.v2('getConfigAll', { seqno: head.seqno })
      const keys = Cell.fromBase64(all.bytes)
        .asSlice()
        .loadDictDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell())
        .keys()
      return keys.filter((id) => id >= 0).toSorted((a, b) => a - b)
    },
  )
  await comparison.compare(
    'getValidatorStats',
    'head',
    async () => {
      const request = { mode: 0, id: head, limit: 1000, startAfter: null, modifiedAfter: null } as const
      const query = { kind: 'liteServer.getValidatorStats', ...request } as const
      const { count, complete } = await engine.query(Functions.liteServer_getValidatorStats, query)
      return { hasCreators: count > 0, complete }
    },
    async () => ({ hasCreators: true, complete: true }),
  )
  engine.close()
  console.log(JSON.stringify(comparison.tally()))
}

async function compareBlock(client: LiteClient, comparison: Comparison, seqno: number): Promise<void> {
  const place = { ...MASTERCHAIN, seqno }
  const { id } = await client.lookupBlockByID(place)
  await comparison.compare(
    'lookupBlockByID',
    seqno,
    async () => id.rootHash.toString('base64'),
    async () => (await comparison.v2('lookupBlock', place)).root_hash,
  )
  await comparison.compare(
    'getAllShardsInfo',
    seqno,
    async () =>
      Object.values((await client.getAllShardsInfo(id)).shards['0'] ?? {}).toSorted((a, b) => a - b),
    async () =>
      (await comparison.v2('getShards', { seqno })).shards
        .map((shard: V2Result) => shard.seqno)
        .toSorted((a: number, b: number) => a - b),
  )
  await comparison.compare(
    'listBlockTransactions',
    seqno,
    async () => (await client.listBlockTransactions(id)).ids.map((item) => item.hash?.toString('base64')),
    async () =>
      (await comparison.v2('getBlockTransactions', { ...place, count: 1000 })).transactions.map(
        (item: V2Result) => item.hash,
      ),
  )
}

async function compareAccount(
  client: LiteClient,
  comparison: Comparison,
  account: string,
  head: Awaited<ReturnType<LiteClient['getMasterchainInfo']>>['last'],
): Promise<void> {
  const address = Address.parse(account)
  const ours = await comparison.v2('getAddressInformation', { address: account, seqno: head.seqno })
  await comparison.compare(
    'getAccountState',
    account,
    async () => {
      const { balance, lastTx } = await client.getAccountState(address, head)
      return [`${balance.coins}`, `${lastTx?.lt ?? 0}`]
    },
    async () => [ours.balance, ours.last_transaction_id.lt],
  )
  const { lt, hash } = ours.last_transaction_id
  if (lt !== '0')
    await comparison.compare(
      'getAccountTransactions',
      account,
      async () => {
        const page = await client.getAccountTransactions(address, lt, Buffer.from(hash, 'base64'), 10)
        return Cell.fromBoc(page.transactions).map((cell) => cell.hash().toString('base64'))
      },
      async () => {
        const page = await comparison.v2('getTransactions', { address: account, lt, hash, limit: 10 })
        return page.map((item: V2Result) => item.transaction_id.hash)
      },
    )
  await comparison.compare(
    'runMethod',
    account,
    async () => {
      const { exitCode } = await client.runMethod(address, 'seqno', serializeTuple([]).toBoc(), head)
      // A liteserver's code for an account without code; v2 gives tonlib's for the same.
      return exitCode === -256 ? -13 : exitCode
    },
    async () =>
      (
        await comparison.v2Post('runGetMethod', {
          address: account,
          method: 'seqno',
          stack: [],
          seqno: head.seqno,
        })
      ).exit_code,
  )
}

await run(clientArguments())
