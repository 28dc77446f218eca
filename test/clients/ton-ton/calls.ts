/** Compares @ton/ton's TonClient, which parses every answer into its own types, with the raw answers of v2. */
import { Address, Cell, Dictionary } from '@ton/core'
import { parseFullConfig, TonClient } from '@ton/ton'
import {
  type ClientArguments,
  Comparison,
  clientArguments,
  spreadSeqnos,
  type V2Result,
} from '../runtimes/comparison.ts'

const ACCOUNTS = 60
const HISTORY = 20

async function run({ api, blocks }: ClientArguments): Promise<void> {
  const client = new TonClient({ endpoint: `${api}/api/v2/jsonRPC` })
  const comparison = new Comparison(api)
  const head = await comparison.v2('getMasterchainInfo')
  await comparison.compare(
    'getMasterchainInfo',
    'head',
    async () => (await client.getMasterchainInfo()).latestSeqno,
    async () => head.last.seqno,
  )
  for (const account of await comparison.accounts(ACCOUNTS)) await compareAccount(client, comparison, account)
  await compareBlocks(client, comparison, head.last.seqno, blocks)
  await compareConfiguration(comparison)
  console.log(JSON.stringify(comparison.tally()))
}

async function compareAccount(client: TonClient, comparison: Comparison, account: string): Promise<void> {
  const address = Address.parse(account)
  const information = () => comparison.v2('getAddressInformation', { address: account })
  await comparison.compare(
    'getContractState',
    account,
    async () => {
      const { balance, state, code, data, lastTransaction } = await client.getContractState(address)
      return [`${balance}`, state, hashOf(code), hashOf(data), lastTransaction?.lt ?? '0']
    },
    async () => {
      const ours = await information()
      return [ours.balance, ours.state, rootHash(ours.code), rootHash(ours.data), ours.last_transaction_id.lt]
    },
  )
  await comparison.compare(
    'getBalance',
    account,
    async () => `${await client.getBalance(address)}`,
    async () => (await information()).balance,
  )
  await comparison.compare(
    'getTransactions',
    account,
    async () =>
      (await client.getTransactions(address, { limit: HISTORY })).map((item) =>
        item.hash().toString('base64'),
      ),
    async () => hashes(await comparison.v2('getTransactions', { address: account, limit: HISTORY })),
  )
  for (const method of ['seqno', 'get_jetton_data', 'get_nft_data'])
    await comparison.compare(
      'runMethodWithError',
      `${account} ${method}`,
      async () => {
        const result = await client.runMethodWithError(address, method)
        return [result.exit_code, result.stack.remaining]
      },
      async () => {
        const ours = await comparison.v2Post('runGetMethod', { address: account, method, stack: [] })
        return [ours.exit_code, ours.stack.length]
      },
    )
}

async function compareBlocks(
  client: TonClient,
  comparison: Comparison,
  head: number,
  blocks: number,
): Promise<void> {
  for (const seqno of spreadSeqnos(head, blocks)) {
    const shards = async () => (await comparison.v2('getShards', { seqno })).shards
    await comparison.compare(
      'getWorkchainShards',
      seqno,
      async () => (await client.getWorkchainShards(seqno)).map((shard) => [shard.shard, shard.seqno]),
      async () => (await shards()).map((shard: V2Result) => [shard.shard, shard.seqno]),
    )
    for (const shard of await shards()) {
      if (shard.seqno === 0) continue
      const place = { workchain: shard.workchain, seqno: shard.seqno, shard: shard.shard }
      await comparison.compare(
        'getShardTransactions',
        JSON.stringify(place),
        async () =>
          (await client.getShardTransactions(place.workchain, place.seqno, place.shard)).map(
            ({ hash }) => hash,
          ),
        async () => {
          const { incomplete, transactions } = await comparison.v2('getBlockTransactions', place)
          // The client takes the first 40 transactions of a block and refuses larger blocks.
          if (incomplete) throw new Error('Unsupported')
          return transactions.map((item: V2Result) => item.hash)
        },
      )
    }
  }
}

/**
 * parseFullConfig throws on a parameter that it needs and does not find, or cannot read. The price of gas is compared:
 * of the global version it takes the tag for the beginning of the number.
 */
async function compareConfiguration(comparison: Comparison): Promise<void> {
  await comparison.compare(
    'parseFullConfig',
    'head',
    async () => {
      const { config } = await comparison.v2('getConfigAll')
      const parameters = new Map()
      for (const [id, cell] of Cell.fromBase64(config.bytes)
        .asSlice()
        .loadDictDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell()))
        parameters.set(id, cell.asSlice())
      return String(parseFullConfig(parameters).gasPrices.workchain.other.gasPrice)
    },
    async () => {
      const { config } = await comparison.v2('getConfigParam', { param: 21 })
      // gas_flat_pfx#d1 flat_gas_limit:uint64 flat_gas_price:uint64, gas_prices_ext#de gas_price:uint64
      return String(
        Cell.fromBase64(config.bytes)
          .asSlice()
          .skip(8 + 64 + 64 + 8)
          .loadUintBig(64),
      )
    },
  )
}

const hashOf = (boc: Buffer | null) => (boc ? rootHash(boc.toString('base64')) : '')
const rootHash = (boc: string) => (boc ? Cell.fromBase64(boc).hash().toString('hex') : '')
const hashes = (items: V2Result) => items.map((item: V2Result) => item.transaction_id.hash)

await run(clientArguments())
