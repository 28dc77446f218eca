/**
 * Asks v3 through the package ton-center-v3. What it says of tokens is compared with v2's getTokenData, which runs the
 * contracts; what it says of accounts and transactions with v2's answers.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Address } from '@ton/core'
import { type ClientArguments, Comparison, clientArguments, type V2Result } from '../runtimes/comparison.ts'

const TOKENS = 60
const ACCOUNTS = 30

async function run({ api, packages, blocks }: ClientArguments): Promise<void> {
  const entry = join(packages, 'node_modules/ton-center-v3/dist/index.js')
  const { default: TonCenterV3 } = (await import(pathToFileURL(entry).href)) as V2Result
  // The package supports no server but toncenter's; without access control any key is accepted.
  const client = Object.assign(new TonCenterV3({ apiKey: 'none' }), { api: new URL(`${api}/api/v3/`) })
  const comparison = new Comparison(api)
  const tokenData = (address: string) => comparison.v2('getTokenData', { address })

  const page = { limit: TOKENS, offset: 0 }
  for (const master of (await client.getJettonMasters(page)).jetton_masters) {
    await comparison.compare(
      'getJettonMasters',
      master.address,
      async () => [master.total_supply, master.mintable, master.admin_address],
      async () => {
        const { total_supply, mintable, admin_address } = await tokenData(master.address)
        return [`${total_supply}`, mintable, rawAddress(admin_address)]
      },
    )
  }
  for (const wallet of (await client.getJettonWallets(page)).jetton_wallets) {
    await comparison.compare(
      'getJettonWallets',
      wallet.address,
      async () => [wallet.balance, wallet.owner, wallet.jetton],
      async () => {
        const { balance, owner, jetton } = await tokenData(wallet.address)
        return [`${balance}`, rawAddress(owner), rawAddress(jetton)]
      },
    )
  }
  for (const collection of (await client.getNftCollections(page)).nft_collections) {
    await comparison.compare(
      'getNftCollections',
      collection.address,
      async () => [collection.next_item_index, collection.owner_address],
      async () => {
        const { next_item_index, owner_address } = await tokenData(collection.address)
        return [`${next_item_index}`, rawAddress(owner_address)]
      },
    )
  }
  for (const item of (await client.getNftItems(page)).nft_items) {
    await comparison.compare(
      'getNftItems',
      item.address,
      async () => [item.init, item.index, item.owner_address, item.collection_address],
      async () => {
        const { init, index, owner_address, collection_address } = await tokenData(item.address)
        return [init, `${index}`, rawAddress(owner_address), rawAddress(collection_address)]
      },
    )
  }
  /** The transaction of an event, as the client has it by hash. */
  const event = (call: string, { transaction_hash, transaction_lt, transaction_now }: V2Result) =>
    comparison.compare(
      call,
      transaction_hash,
      async () => [transaction_lt, transaction_now],
      async () => {
        const [found] = (await client.getTransactions({ hash: transaction_hash })).transactions
        return [found.lt, found.now]
      },
    )
  for (const one of (await client.getJettonTransfers(page)).jetton_transfers) {
    await event('getJettonTransfers', one)
  }
  for (const one of (await client.getJettonBurns(page)).jetton_burns) await event('getJettonBurns', one)
  for (const one of (await client.getNftTransfers(page)).nft_transfers) await event('getNftTransfers', one)

  const accounts = (await client.getTopAccountsByBalance(ACCOUNTS, 0)).map(
    ({ account }: { account: string }) => account,
  )
  const states = await client.getAccountStates(accounts, false)
  const book = await client.getAddressBook(accounts)
  for (const { address, balance } of states.accounts) {
    await comparison.compare(
      'getAccountStates',
      address,
      async () => balance,
      () => comparison.v2('getAddressBalance', { address }),
    )
    await comparison.compare(
      'getAddressBook',
      address,
      async () => rawAddress(book[address].user_friendly),
      async () => address,
    )
  }
  await comparison.compare(
    'getMasterchainInfo',
    'head',
    async () => (await client.getMasterchainInfo()).last.seqno,
    async () => (await comparison.v2('getMasterchainInfo')).last.seqno,
  )
  await comparison.compare(
    'getBlocks',
    'masterchain',
    async () => (await client.getBlocks({ workchain: -1, limit: blocks, offset: 0 })).blocks.length > 0,
    async () => true,
  )
  console.log(JSON.stringify(comparison.tally()))
}

/** Null for a token without that address. */
function rawAddress(text: string | null | undefined): string | null {
  return text ? Address.parse(text).toRawString().toUpperCase() : null
}

await run(clientArguments())
